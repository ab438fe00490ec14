"""All commands: those that `referee help` lists, those that are written behind one of them, and all other names."""

COMMANDS = {
    "Play": {
        "status": ("look", "Show whose turn it is, deadlines, and what needs you."),
        "show": ("show_game", "Show a game: report, board, picture or page."),
        "submit": ("moves", "Judge a move, record it, and print the report."),
        "why": ("moves", "Say if an action is legal, and why; or list all that are."),
        "suggest": ("moves", "Print a legal, sensible move for whoever's turn it is."),
    },
    "E-mail": {
        "send": ("mail", "Send the e-mails that are due."),
        "receive": ("mail", "Read players' e-mails, record their moves, answer them."),
        "mail": ("mail", "E-mails put aside, and players' messages to you."),
        "say": ("mail", "Say something to the players, or enter an answer."),
    },
    "Games": {
        "new": ("run", "Start a game."),
        "player": ("people", "Show who plays, change it, and how players are reached."),
        "time": ("people", "Show or change a game's clock; more time, pauses, absences."),
        "remind": ("look", "Record reminders and missed turns."),
        "end": ("ends", "End a game: concede, draw, abandon, close, and more."),
        "fork": ("run", "Start a game from a position of another."),
    },
    "Repair": {
        "undo": ("repair", "Take the last turn back, or go back to an earlier entry."),
        "correct": ("repair", "Replace a move that was recorded wrongly."),
        "ruling": ("ruling", "Decide how a rule is read in a game from now on."),
    },
    "Records": {
        "log": ("verify", "List the entries of a game's log."),
        "note": ("note", "Comment on a game, or list the comments."),
        "verify": ("verify", "Verify logs: chain, moves, positions, chance."),
        "replay": ("archive", "Make a page or a moving picture of a whole game."),
        "book": ("archive", "Make a book of games to read, print or post."),
        "archive": ("archive", "Build or update a site of all games, and verify each one."),
    },
    "Learn": {
        "help": ("learn", "List the commands, or explain one."),
        "demo": ("learn", "Play a stored game turn by turn and show how it ended."),
        "rules": ("learn", "Print the rules of a title."),
        "title": ("learn", "List the titles with their seats, options and editions."),
        "deal": ("run", "Deal a game that waits for nonces."),
        "doctor": ("learn", "Check the set-up, e-mail too, and say how to fix problems."),
        "dev": ("learn", "For experts: editions, schemas, cases, completion."),
    },
}
"""Every command, under its heading in `referee help`, with the module of this folder that has it, and what it does.

The sentence is the first one of the command's own help: whoever asks for the list need not import all commands.
"""

BELOW = {
    "end": {"concede": "ends", "draw": "ends", "abandon": "ends", "resign": "ends", "close": "run", "discard": "run"},
    "time": {"extend": "people", "pause": "people", "resume": "people", "absent": "people", "missed": "run"},
    "player": {"orders": "moves", "observe": "mail"},
    "title": {"boards": "learn", "components": "learn"},
    "deal": {"nonce": "run", "known": "run"},
    "archive": {"stats": "many", "export": "many"},
    "dev": {
        "edition": "edition",
        "diff": "edition",
        "schema": "learn",
        "conformance": "learn",
        "contract": "learn",
        "store": "many",
        "completion": "learn",
    },
}
"""What is written behind a command: `referee end concede`. Each of them is also known without the word before it."""

OLD = {"check": "moves", "move": "moves", "serve-mail": "mail", "answer": "ends"}
"""Names of before: they are `submit --dry-run`, `submit --edit`, `mail serve` and `say GAME SEAT yes` now."""

ALIASES = {
    "annotate": "note",
    "clock": "time",
    "comment": "note",
    "games": "status",
    "known-deal": "known",
    "legal": "why",
    "list": "status",
    "notes": "note",
    "players": "player",
    "titles": "title",
}
"""Further names that do the same."""

MODULES = {
    **{name: module for each in COMMANDS.values() for name, (module, _) in each.items()},
    **{name: module for each in (*BELOW.values(), OLD) for name, module in each.items()},
}
"""The module of each command."""
