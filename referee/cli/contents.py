"""All commands: those that `referee help` lists, those written behind one of them, and whatever else people type."""

from difflib import get_close_matches

from referee.words import Phrase, say

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
        "log": ("moves", "List the entries of a game's log."),
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


WORDS = {
    "archive DIR": "html page pages publish site website",
    "archive export --to FILE": "csv database download dump save sql sqlite",
    "archive stats": "balance elo ranking ratings statistics",
    "correct GAME N FILE": "amend change correction fix repair",
    "dev completion SHELL --install": "autocomplete tab-completion",
    "dev diff": "compare",
    "dev edition GAME N": "editions migrate update upgrade",
    "dev store copy FROM TO": "backup",
    "doctor": "config diagnose install settings setup",
    "end abandon GAME": "cancel finish over stop terminate",
    "end close GAME": "reveal secret unseal",
    "end concede GAME SEAT": "forfeit give-up quit surrender",
    "end discard GAME": "delete destroy erase remove rm",
    "end draw GAME": "tie truce",
    "end resign GAME SEAT": "drop dropout leave left",
    "fork GAME --id NEW": "analyse analyze branch clone copy duplicate variation what-if",
    "help": "commands docs man manual usage",
    "help options": "full json options version",
    "log GAME": "entries history journal timeline",
    "mail list": "inbox messages quarantine queue spam",
    "mail serve": "daemon listen serve server",
    "new TITLE --id GAME --player SEAT=NAME": "add begin create init start",
    "new TITLE --id GAME --player SEAT=NAME --address SEAT=ADDRESS --invite": "invitation invitations invite join",
    "new --file FILE": "import load",
    "player GAME": "addresses people who",
    "player GAME SEAT --address ADDRESS": "address contact email",
    "player GAME SEAT --language LANGUAGE": "language translate",
    "player GAME SEAT --name NAME": "handover kick replace seat sub substitute swap take-over takeover",
    "player GAME SEAT --name NAME --same-address": "rename",
    "player GAME SEAT --until DAY --name NAME": "stand-in substitution",
    "player observe GAME ADDRESS": "follow observer spectate spectator subscribe watch",
    "player observe GAME ADDRESS --remove": "unsubscribe unwatch",
    "player orders GAME FILE": "ahead conditional order premove",
    "remind": "cron hurry nudge reminder tick warn",
    "replay GAME --out FILE": "animate animation film gif movie video",
    "rules TITLE": "faq law laws rule rulebook",
    "ruling GAME NAME VALUE": "decide house-rule interpret variant",
    "say GAME SEAT no": "decline disagree no refuse reject",
    "say GAME SEAT yes": "accept agree consent vote yes",
    "say GAME TEXT": "announce broadcast chat message talk tell",
    "send": "deliver mailout notify push",
    "send GAME --again SEAT": "resend",
    "receive": "fetch poll pull sync",
    "show GAME": "display info look position report result score state view winner",
    "show GAME --format png --out FILE": "image picture png print svg",
    "status": "dashboard due overview pending summary turn",
    "submit FILE": "enter judge play record",
    "submit FILE --dry-run": "dry-run test try validate",
    "submit FILE --overrule RULE --why TEXT": "allow force overrule override",
    "submit GAME --edit": "compose edit type write",
    "suggest GAME": "ai auto bot computer hint planner",
    "time GAME": "deadline deadlines timer",
    "time GAME allowance=72h": "allowance limit pace",
    "time absent GAME SEAT FIRST LAST": "absence away holiday holidays sick vacation",
    "time extend GAME SEAT HOURS": "delay extension grant more postpone prolong",
    "time missed GAME SEAT": "miss pass skip timeout",
    "time pause GAME": "freeze hold suspend",
    "time resume GAME": "continue restart thaw unpause",
    "title boards": "board map maps",
    "title components TITLE": "box cards pieces tiles",
    "undo GAME": "back revert rollback take takeback unmove",
    "undo GAME --to N": "goto redo restore rewind",
    "verify GAME": "audit hash prove",
    "why GAME": "actions allowed moves possible",
    "why GAME ACTION": "can explain ask",
}
"""What to write → the words of people who look for it."""

SYNONYMS = {word: meant for meant, words in WORDS.items() for word in words.split()}
"""The same from the other side."""

GONE = {"simulate": say("`simulate` is gone: only games that people played are counted. Write: referee archive stats")}
"""What is said of commands that there were."""


def places() -> dict[str, str]:
    """Every name of a command → where it is now."""
    found = {name: name for names in COMMANDS.values() for name in names}
    found |= {word: f"{name} {word}" for name, words in BELOW.items() for word in words}
    found |= {name: found[own] for name, own in ALIASES.items()}
    return found | {name: name for name in OLD}


def unknown_command(word: str) -> Phrase:
    """What to write in place of a word that is no command."""
    if word in GONE:
        return GONE[word]
    known = places()
    like = get_close_matches(word.lower(), [*known, *SYNONYMS])
    swapped = [each for each in like if sorted(each) == sorted(word.lower())]  # `stauts` is no `stats`
    near = [*swapped, *like, ""][0]
    if near in SYNONYMS:
        return say("There is no command `{word}`. Write: referee {meant}", word=word, meant=SYNONYMS[near])
    if near:
        return say("There is no command `{word}`. Did you mean `{meant}`?", word=word, meant=known[near])
    return say("There is no command `{word}`. To see all: referee help", word=word)
