"""All commands by name: their headings in the help, and the modules of this folder that have them."""

COMMANDS = {
    "Every day": {
        "status": "look",
        "show": "show_game",
        "submit": "moves",
        "move": "play",
        "send": "mail",
        "receive": "receive_mail",
        "serve-mail": "mail",
        "mail": "mail",
        "say": "mail",
    },
    "Start and end a game": {
        "new": "run",
        "discard": "run",
        "close": "run",
        "concede": "ends",
        "draw": "ends",
        "abandon": "ends",
        "resign": "ends",
        "answer": "ends",
    },
    "Players and their time": {
        "players": "people",
        "player": "people",
        "absent": "people",
        "extend": "people",
        "pause": "people",
        "resume": "people",
        "clock": "people",
        "missed": "run",
        "remind": "look",
        "observe": "mail",
        "orders": "orders",
    },
    "Repair": {
        "undo": "repair",
        "correct": "repair",
        "ruling": "ruling",
        "fork": "run",
    },
    "Find a move": {
        "check": "moves",
        "why": "play",
        "legal": "play",
        "suggest": "play",
        "rules": "learn",
    },
    "Look back and prove": {
        "log": "look",
        "verify": "look",
        "replay": "archive",
        "archive": "archive",
        "stats": "many",
        "export": "export",
    },
    "Learn and set up": {
        "help": "learn",
        "demo": "learn",
        "titles": "learn",
        "boards": "learn",
        "components": "learn",
        "doctor": "learn",
    },
    "For experts": {
        "nonce": "run",
        "deal": "run",
        "known-deal": "run",
        "edition": "edition",
        "diff": "edition",
        "schema": "learn",
        "conformance": "learn",
        "contract": "learn",
        "simulate": "many",
        "store": "store",
    },
}
"""Every command, under its heading in `referee --help`, with the module of this folder that has it."""

ALIASES = {"list": "status", "games": "status"}
"""What people type who look for a command."""

MODULES = {name: module for commands in COMMANDS.values() for name, module in commands.items()}
"""The module of each command."""
