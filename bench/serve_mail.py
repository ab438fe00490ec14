"""Moves a second that one resident `serve-mail` handles, next to `receive` once for each mail, in the same run.

`python bench serve_mail [MOVES]`. A game of each title for two is played by mail to its MOVES-th move; the same mails
then go to a process that stays and to a command for each, in turn, move by move the same bytes. All letters are
written, with their pages and pictures, into a folder. Processor time; the start of the resident process is measured
with no mail and subtracted. What a process loads and draws once is in its first moves, so a run of the first half is
subtracted from one of all, too: what is left are the moves of a process that has been at work, and they count. Also
with `composer = false`, which leaves out the move composer. Ends with 1 when the target is missed or the two ways leave
different files.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from rounds import ENVIRONMENT, Case, run

from referee.app.game_access import Table, open_game
from referee.app.look.game_views import suggested_move
from referee.app.mail import receive_mail, send_reports, serve_mail
from referee.app.open_games import OpenGames
from referee.app.play import new_game
from referee.mail.transport import inboxes
from referee.mail.write import addresses
from referee.settings import settings
from referee.store import private

MOVES_A_SECOND = 40
RUNS = 3
"""Of each resident process; the least time counts, since a difference of two is uncertain."""
NOW = "2026-11-20T19:00:00Z"
SEATS = {"magna-grecia": ("red", "yellow"), "attika": ("athens", "sparta")}
ADDRESS = "referee@games.example.org"
TOML = f"""
[mail]
from = "Referee <{ADDRESS}>"
folder = "letters"
composer = COMPOSER
[mail.inbox]
maildir = "inbox"
"""
PYTHON = sys.executable
REFEREE = os.path.join(os.path.dirname(PYTHON), "referee")
ENVIRONMENT |= {"REFEREE_NOW": NOW, "REFEREE_CONFIG": "referee.toml"}


def table() -> Table:
    return Table(settings({}, {"REFEREE_CONFIG": "referee.toml"}), NOW)


def begin(title: str, composer: str) -> None:
    """A game in the current folder, whose first e-mails are sent."""
    Path("referee.toml").write_text(TOML.replace("COMPOSER", composer))
    for part in ("new", "cur", "tmp"):
        os.makedirs(f"inbox/{part}")
    seats = SEATS[title]
    players, reached = [f"{each}=Anna" for each in seats], [f"{each}={each}@example.org" for each in seats]
    plan = new_game.plan(title, "cup", players, [], None, addresses=reached)
    new_game.new(table(), plan, secret=bytes(range(32)))
    send_reports.send_due_letters(table(), ["cup"])


def next_mail(number: int) -> bytes:
    """A mail with a sensible move of the seat to move."""
    game = open_game(table(), "cup")
    seat = game.mover
    assert seat, "the game is over: fewer moves, please"
    kept = private.read_private_part("private", "cup")
    tag = addresses.reply_tag(kept.reply_key, "cup", seat, game.log.last, kept.addresses[seat])
    message = EmailMessage()
    message["From"], message["Message-ID"] = kept.addresses[seat], f"<{number}@example.org>"
    message["To"] = addresses.reply_address(ADDRESS, "+", addresses.ReplyToken("cup", game.log.last, tag))
    move = suggested_move(table(), "cup").text
    message.set_content(f"-----BEGIN MOVE-----\n{move}\n-----END MOVE-----\n")
    return message.as_bytes()


def arrive(raw: bytes, name: str) -> None:
    Path("inbox/new", name).write_bytes(raw)


def play(mails: int) -> list[bytes]:
    """The mails of a game, each of which is handled before the next is written."""
    found, opened = list[bytes](), OpenGames()
    for number in range(mails):
        found.append(next_mail(number))
        inboxes.add_to_spool("private", found[-1])
        done = receive_mail.handle_spool(table(), opened, all_games=False)
        assert done.mails[0].became == "recorded", done
    return found


def resident(folder: str) -> None:
    """Serve in this process; each mail arrives when the one before is handled."""
    waiting = iter(sorted(Path(folder).iterdir()))

    def is_stopped() -> bool:
        if [*inboxes.unread_files("inbox"), *inboxes.waiting("private")]:
            return False
        path = next(waiting, None)
        if path:
            arrive(path.read_bytes(), path.name)
        return path is None

    serve_mail.serve(serve_mail.Server(table(), OpenGames(), lambda done, skipped: None, print, is_stopped))


def files(folder: str) -> Iterator[tuple[str, str]]:
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file() and path.name not in (".lock", "summaries"):
            yield str(path.relative_to(folder)), sha256(path.read_bytes()).hexdigest()


class Spent(NamedTuple):
    """Milliseconds of a processor for a move: in the resident process, in its second half, by a command for each."""

    resident: float
    later: float
    commands: float
    is_same: bool


def compare(title: str, moves: int, composer: str) -> Spent:
    with tempfile.TemporaryDirectory() as above, chdir(above):
        os.mkdir("start")
        with chdir("start"):
            begin(title, composer)
        shutil.copytree("start", "played")
        with chdir("played"):
            mails = play(moves)
        for name, number in (("mails", moves), ("half", moves // 2), ("none", 0)):
            os.mkdir(name)
            for at, raw in enumerate(mails[:number]):
                Path(name, f"{at:04}").write_bytes(raw)
        return measured(above, mails)


def resident_time(above: str, mails: str) -> float:
    """Seconds of the processor for a folder of mails, in a copy of the game with the same name: the least of some."""

    def begin_again() -> None:
        shutil.rmtree(f"{above}/with-{mails}", ignore_errors=True)
        shutil.copytree(f"{above}/start", f"{above}/with-{mails}")

    script = [PYTHON, os.path.abspath(__file__), "--resident", f"{above}/{mails}"]
    case = Case(mails, script, f"{above}/with-{mails}", begin_again)
    return min([run(case).processor for _ in range(RUNS)])


def measured(above: str, mails: list[bytes]) -> Spent:
    start, half, stays = [resident_time(above, each) for each in ("none", "half", "mails")]
    shutil.copytree("start", "commands")
    commands = 0.0
    for number, raw in enumerate(mails):
        with chdir("commands"):
            arrive(raw, f"{number:04}")
        commands += run(Case("receive", [REFEREE, "receive"], f"{above}/commands", lambda: None)).processor
    is_same = dict(files("with-mails")) == dict(files("commands"))
    number, later = len(mails), len(mails) - len(mails) // 2
    return Spent(1000 * (stays - start) / number, 1000 * (stays - half) / later, 1000 * commands / number, is_same)


def main(moves: int = 24) -> int:
    print("| title | composer | ms a move, resident | ms, second half | moves a second | ms, a command for each | × |")
    print("|---|---|---:|---:|---:|---:|---:|")
    met = True
    for title in SEATS:
        for composer in ("true", "false"):
            spent = compare(title, moves, composer)
            assert spent.is_same, "the files differ"
            rate, times = 1000 / spent.later, spent.commands / spent.later
            found = f"{spent.resident:.0f} | {spent.later:.0f} | {rate:.1f} | {spent.commands:.0f} | {times:.2f}"
            print(f"| {title} | {composer} | {found} |", flush=True)
            met &= rate >= MOVES_A_SECOND
    print("met" if met else f"NOT MET: {MOVES_A_SECOND} moves a second")
    return 0 if met else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--resident"]:
        resident(sys.argv[2])
    else:
        sys.exit(main(*(int(each) for each in sys.argv[1:])))
