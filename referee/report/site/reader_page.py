"""The page of an archive on which a reader asks the referee, in the reader's own browser."""

from collections.abc import Mapping, Sequence
from json import dumps
from types import SimpleNamespace

from referee.report import wording
from referee.report.html.templates import bundle, embedded_json, page, policy_digest, raw, script_of
from referee.report.wording import RuleLinks, safe_text
from referee.words import Phrase, language, say

MEGABYTE = 1_000_000

OWN = {
    "title": wording.ASKING,
    "archive": wording.ARCHIVE,
    "about": say(
        "Check a game, ask why a move is or isn't legal, and try out other moves. The referee itself runs in this "
        "page. Nothing you write leaves your computer."
    ),
    "script": say("You need JavaScript to ask the referee."),
    "disk": say(
        "This page was opened from a disk, where browsers don't let a page run programs. Run this command in the "
        "folder of the archive, then open http://localhost:8000 in your browser."
    ),
    "nothing": say("Open a game of the archive, and follow its link to this page."),
    "start": say("Load it and check the game"),
    "offline": say("This page now works without a network."),
    "position": say("Position"),
    "instead": say("In place of"),
    "why": say("Is this legal?"),
    "action": say("One action, as the record writes it"),
    "ask": say("Why?"),
    "list": say("List all legal actions"),
    "line": say("Try another line"),
    "move": say("A whole move, its actions with commas between them"),
    "play": say("Play it"),
    "suggest": say("Let the planner move"),
    "back": say("Take back"),
    "notes": say("Your notes"),
    "note": say("A note holds your text and the line above. Send the saved file to whoever looks after the archive."),
    "text": say("Text"),
    "by": say("Your name"),
    "keep": say("Add the note"),
    "save": say("Save the notes"),
}
"""The words of the page."""

SCRIPT = {
    "loading": say("Loading. This takes some seconds."),
    "failed": say("That didn't work. Reload the page to try again."),
    "end": say("after the last entry"),
    "legal": say("Legal: {says}", says="{says}"),
    "kept": say("Notes: {number}. To keep them, save them to a file.", number="{number}"),
}
"""What the script fills in itself: its gaps are `{name}`."""


def reader_page(folder: str, size: int, rules: Mapping[str, RuleLinks]) -> str:
    """The page; all that it loads is in a folder beside it, and has so many bytes.

    rules  where the numbers of the rules of a title lead
    """
    style = raw("report.css") + raw("archive.css") + raw("reader.css")
    return page(
        "archive_reader.html",
        own=SimpleNamespace(**OWN),
        size=download_words(size),
        facts=embedded_json(
            {
                "texts": {name: safe_text(words) for name, words in SCRIPT.items()},
                "folder": folder,
                "rules": {title: [each.folder, " ".join(each.numbers)] for title, each in rules.items()},
                "language": language(),
            }
        ),
        style=style,
        style_digest=policy_digest(style),
        script=script_of("reader"),
        words=wording,
    )


def download_words(size: int) -> Phrase:
    number = -(-size // MEGABYTE)
    words = "It loads {size} MB from this site, once. After that this page works without a network, too."
    return say(words, size=number)


def worker_script() -> str:
    """The script of the worker in which the referee runs."""
    return bundle("reader_worker", script_text)


def offline_script(version: str, names: Sequence[str]) -> str:
    """The script that keeps files of these names for use without a network; another version replaces it."""
    text = bundle("offline", script_text)
    return text.replace("{version}", version).replace('["{names}"]', dumps(names))


def script_text(name: str) -> str:
    return raw(f"scripts/{name}.js")
