"""Games that are played by mail, and their moves as mails.

`mailed_moves.py prepare FOLDER` writes, for each title, a folder with GAMES games and `TITLE.mails` with the mails to
play them; and `plain`, a game that waits for the mail `plain.eml`, written in plain words.

`mailed_moves.py serve MAILS` serves the games of the current folder as `referee mail serve` does. It prints how many
milliseconds of a processor a mail of the second half of the games took: a process loads and draws much in its first
moves.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir
from email.message import EmailMessage
from itertools import product
from pathlib import Path
from time import process_time

from referee.api import Game
from referee.app.game_access import Table, open_game
from referee.app.play import new_game
from referee.mail.act import receive_mail, send_reports
from referee.mail.transport import inboxes
from referee.mail.write import addresses
from referee.settings import settings
from referee.store import private

GAMES, MOVES = 4, 12
SEATS = {"magna-grecia": ("red", "yellow"), "attika": ("athens", "sparta")}
NOW = "2026-11-20T19:00:00Z"
ADDRESS = "referee@games.example.org"
TOML = f'[mail]\nfrom = "Referee <{ADDRESS}>"\nfolder = "letters"\n[mail.inbox]\nmaildir = "inbox"\n'
PLAIN = "I build a city on M8 and a road on L7 from M8 to K8\n"


def table() -> Table:
    return Table(settings({}, {"REFEREE_CONFIG": "referee.toml"}), NOW)


def begin(title: str, games: int) -> list[str]:
    """Games in the current folder, whose first e-mails are sent."""
    Path("referee.toml").write_text(TOML)
    for part in ("new", "cur", "tmp"):
        os.makedirs(f"inbox/{part}")
    seats = SEATS[title]
    players, reached = [f"{each}=Anna" for each in seats], [f"{each}={each}@example.org" for each in seats]
    found = [f"cup-{number}" for number in range(games)]
    for number, id in enumerate(found):
        plan = new_game.plan(title, id, players, [], None, addresses=reached)
        new_game.new(table(), plan, secret=bytes(range(number, number + 32)))
    send_reports.send_due_letters(table(), found)
    return found


def answer(id: str, text: str, number: int = 0) -> bytes | None:
    """A mail of the seat to move, in answer to its last e-mail; None where the game is over."""
    game = open_game(table(), id)
    if not game.mover:
        return None
    kept = private.read_private_part("private", id)
    tag = addresses.reply_tag(kept.reply_key, id, game.mover, game.log.last, kept.addresses[game.mover])
    message = EmailMessage()
    message["From"], message["Message-ID"] = kept.addresses[game.mover], f"<{id}-{number}@example.org>"
    message["To"] = addresses.reply_address(ADDRESS, "+", addresses.ReplyToken(id, game.log.last, tag))
    message.set_content(text or block(id, number))
    return message.as_bytes()


def block(id: str, seed: int) -> str:
    """A sensible move, as an e-mail offers it."""
    return f"-----BEGIN MOVE-----\n{Game(table(), id).suggest(seed).text}\n-----END MOVE-----\n"


def play(games: list[str]) -> Iterator[tuple[str, bytes]]:
    """Each game and mail, handled before the next is written: half of the games in turn, then the other half."""
    half = len(games) // 2
    for part in (games[:half], games[half:]):
        for number, id in product(range(MOVES), part):
            if raw := answer(id, "", number):
                yield id, raw
                inboxes.add_to_spool("private", raw)
                done = receive_mail.handle_spool(table(), all_games=False)
                assert done.mails[0].became == "recorded", done


def prepare(folder: Path) -> None:
    for title in SEATS:
        (folder / title).mkdir()
        with chdir(folder / title):
            games = begin(title, GAMES)
        shutil.copytree(folder / title, folder / "played")
        (folder / f"{title}.mails").mkdir()
        with chdir(folder / "played"):
            for at, (id, raw) in enumerate(play(games)):
                half = 1 + games.index(id) // (GAMES // 2)
                (folder / f"{title}.mails" / f"{half}-{at:05}").write_bytes(raw)
        shutil.rmtree(folder / "played")
    (folder / "plain").mkdir()
    with chdir(folder / "plain"):
        begin("magna-grecia", 1)
        (folder / "plain.eml").write_bytes(answer("cup-0", PLAIN) or b"")


def serve(mails: Path) -> None:
    """Each mail arrives when the one before is handled; what that takes here does not count."""
    waiting, own = sorted(mails.iterdir(), reverse=True), 0.0
    later = sum(path.name.startswith("2") for path in waiting)
    began = 0.0

    def is_stopped() -> bool:
        nonlocal own, began
        asked = process_time()
        if not [*inboxes.unread_files("inbox"), *inboxes.waiting("private")]:
            if len(waiting) == later:
                began = asked - own
            if not waiting:
                print(1000 * (asked - own - began) / later)
                return True
            path = waiting.pop()
            Path("inbox/new", path.name).write_bytes(path.read_bytes())
        own += process_time() - asked
        return False

    os.environ["REFEREE_NOW"] = NOW
    receive_mail.serve(receive_mail.Server(table(), lambda done, skipped: None, print, is_stopped))


if __name__ == "__main__":
    {"prepare": prepare, "serve": serve}[sys.argv[1]](Path(sys.argv[2]).resolve())
