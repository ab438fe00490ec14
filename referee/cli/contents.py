"""All commands by name: their headings in the help, and the modules of this folder that have them."""

COMMANDS: dict[str, dict[str, tuple[str, ...]]] = {
    "Every day": {
        "look": ("status", "show"),
        "play": ("submit", "move"),
        "mail": ("send", "receive", "serve-mail", "mail", "say"),
    },
    "Start and end a game": {
        "run": ("new", "discard", "close"),
        "ends": ("concede", "draw", "abandon", "resign", "answer"),
    },
    "Players and their time": {
        "people": ("players", "player", "absent", "extend", "pause", "resume", "clock"),
        "run": ("missed",),
        "look": ("remind",),
        "mail": ("observe",),
        "orders": ("orders",),
    },
    "Repair": {"repair": ("undo", "correct"), "ruling": ("ruling",), "run": ("fork",)},
    "Find a move": {"play": ("check", "why", "legal", "suggest"), "learn": ("rules",)},
    "Look back and prove": {
        "look": ("log", "verify"),
        "archive": ("replay", "archive"),
        "many": ("stats",),
        "export": ("export",),
    },
    "Learn and set up": {"learn": ("help", "demo", "titles", "boards", "components", "doctor", "completion")},
    "For experts": {
        "run": ("nonce", "deal", "known-deal"),
        "edition": ("edition", "diff"),
        "learn": ("schema", "conformance", "contract"),
        "many": ("simulate",),
        "store": ("store",),
    },
}
"""Every command, under its heading in `referee --help` and by the module of this folder that has it."""

ALIASES = {"list": "status", "games": "status"}
"""What people type who look for a command."""

MODULES = {name: module for modules in COMMANDS.values() for module, names in modules.items() for name in names}
"""The module of each command."""
