"""How well mails are read: `mails.py NUMBER` handles so many random mails, and prints what is measured, as JSON.

The mails are those of `tests/mail/made_mails.py`. Their seed, and each mail of which something was recorded that it
does not mean, of which words were lost, or whose answer leads nowhere, go to standard error. With SEED=… in the
environment the same mails are written again.
"""

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from itertools import product
from pathlib import Path
from types import FrameType

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("tests/mail", "tests", "tools")]

import figures  # noqa: E402 - the folders are known only now
from made_mails import LANGUAGES, Mail, random_seed  # noqa: E402
from mail_desk import GAMES, MailDesk, Outcome, Tally  # noqa: E402

import referee  # noqa: E402
from referee.mail.act import receive_mail  # noqa: E402
from referee.mail.transport import inboxes  # noqa: E402

PACKAGE = Path(referee.__file__).resolve().parent
SCENE = 120
"""Mails of one scene; then other games, seats and moves follow."""


def handled(number: int, seed: str) -> Tally:
    """So many mails, of both titles and all languages."""
    tally, rounds = Tally(), product(range(number), GAMES, LANGUAGES)
    for turn, title, language in rounds:
        if tally.handled >= number:
            return tally
        few = min(SCENE, number - tally.handled, 1 + number // (len(GAMES) * len(LANGUAGES)))
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            desk = MailDesk(title, language, random.Random(f"{seed} {turn} {title} {language}"))
            for found in desk.outcomes(few):
                tally.add([found])
                if any(each[-1:] == [found] for each in (tally.wrong, tally.dead, tally.lost)):
                    print_bad(found)
    return tally


def print_bad(found: Outcome) -> None:
    mail = found.mail
    what = f"{mail.family}, {mail.place}, {mail.language}: changed {found.changed}, lost {found.lost}"
    print(f"{what}\n{mail.text[:600]}\nAnswer: {found.says[:300]}\n", file=sys.stderr)


def entered_files() -> int:
    """The most files of the package in which a function runs while one mail is handled, its answer delivered."""
    return max(map(len, entered_by_titles()))


def entered_by_titles() -> Iterator[set[str]]:
    for title in GAMES:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            desk = MailDesk(title, "en", random.Random(title))
            one, two = desk.writer.scene.pairs[0]
            said = (desk.writer.block([one.line], [one]), f"{one.line}\n{two.line}\n", desk.writer.form(one, "plain"))
            for text in (*said, *said, f"Can I {desk.writer.form(one, 'do')}?"):
                yield from entered_at(desk, text)


def entered_at(desk: MailDesk, text: str) -> Iterator[set[str]]:
    inboxes.add_to_spool("private", desk.raw(Mail("", "", "en", text, text)))
    found = set[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            found.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        receive_mail.handle(desk.desk.table)
    finally:
        sys.setprofile(None)
    desk.put_back()
    yield found


def code_lines() -> int:
    return sum(map(figures.code_lines, figures.texts(PACKAGE / "mail").values()))


def main(number: int) -> None:
    seed = random_seed()
    print(f"SEED={seed}", file=sys.stderr)
    tally = handled(number, seed)
    rows = [
        (f"wrong entries in {tally.handled:,} mails", len(tally.wrong), 0, "entries", False),
        ("plain statements and lines right at once", 100 * tally.right / max(1, tally.plain), 95, "%", True),
        ("answers without a block, a question or a word", len(tally.dead), 0, "answers", False),
        ("mails with typed words that went nowhere", len(tally.lost), 0, "mails", False),
        ("files that a mail enters", entered_files(), 100, "files", False),
        ("code of `referee/mail`", code_lines(), 4000, "lines", False),
    ]
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
