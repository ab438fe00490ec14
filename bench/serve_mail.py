"""Moves a second that one resident `serve-mail` handles, next to `receive` once for each mail, in the same run.

`python bench serve_mail [MOVES] [GAMES]`. GAMES games of each title for two are played by mail, each to its MOVES-th
move or its end: half of them in turn, then the other half. The same mails then go to a process that stays, and those of
the first game to a command for each. All letters are written, with their pages and pictures, into a folder. What a
process loads and draws once is in its first moves, so the second half of the games counts; the process says itself how
much time of a processor they took. Each process runs RUNS times, the median counts, and `python -c pass` runs in
between. Also with `composer = false`, which leaves out the move composer. Ends with 1 when the target is missed or the
two ways leave different files.

Nothing is deleted before the end: for a minute afterwards, some file systems take fifty times as long to create a file.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from email.message import EmailMessage
from hashlib import sha256
from itertools import product
from pathlib import Path
from statistics import median
from time import process_time
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
"""Of each resident process."""
FIRST = "cup-0"
"""The game that is played by a command for each mail, too."""
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


def begin(title: str, composer: str, games: int) -> list[str]:
    """Games in the current folder, whose first e-mails are sent."""
    Path("referee.toml").write_text(TOML.replace("COMPOSER", composer))
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


def next_mail(id: str, number: int, seed: int) -> bytes | None:
    """A mail with a sensible move of the seat to move; None where the game is over."""
    game = open_game(table(), id)
    seat = game.mover
    if not seat:
        return None
    kept = private.read_private_part("private", id)
    tag = addresses.reply_tag(kept.reply_key, id, seat, game.log.last, kept.addresses[seat])
    message = EmailMessage()
    message["From"], message["Message-ID"] = kept.addresses[seat], f"<{id}-{number}@example.org>"
    message["To"] = addresses.reply_address(ADDRESS, "+", addresses.ReplyToken(id, game.log.last, tag))
    move = suggested_move(table(), id, seed).text
    message.set_content(f"-----BEGIN MOVE-----\n{move}\n-----END MOVE-----\n")
    return message.as_bytes()


def arrive(raw: bytes, name: str) -> None:
    Path("inbox/new", name).write_bytes(raw)


class SentMail(NamedTuple):
    game: str
    raw: bytes


def halves(games: list[str]) -> tuple[list[str], list[str]]:
    """The games that make the process ready, and those that count."""
    return games[: len(games) // 2], games[len(games) // 2 :]


def play(games: list[str], moves: int) -> list[SentMail]:
    """The mails of games, each of which is handled before the next is written."""
    found, opened = list[SentMail](), OpenGames()
    in_turn = [(id, number) for half in halves(games) for number, id in product(range(moves), half)]
    for id, number in in_turn:
        raw = next_mail(id, number, games.index(id))
        if raw:
            found.append(SentMail(id, raw))
            inboxes.add_to_spool("private", raw)
            done = receive_mail.handle_spool(table(), opened, all_games=False)
            assert done.mails[0].became == "recorded", done
    return found


def name_of(at: int) -> str:
    """The file of the mail that comes after so many others."""
    return f"{at:05}"


def write_mails(mails: list[SentMail], folder: str) -> None:
    os.mkdir(folder)
    for at, each in enumerate(mails):
        Path(folder, name_of(at)).write_bytes(each.raw)


def resident(folder: str) -> None:
    """Serve in this process; each mail arrives when the one before is handled. The times are written beside them: what
    it takes here to let mails arrive does not count.
    """
    waiting, times, own = iter(sorted(Path(folder).iterdir())), list[float](), 0.0

    def is_stopped() -> bool:
        nonlocal own
        asked = process_time()
        stopped = not [*inboxes.unread_files("inbox"), *inboxes.waiting("private")] and not arrived(asked - own)
        own += process_time() - asked
        return stopped

    def arrived(at: float) -> bool:
        path = next(waiting, None)
        times.append(at)
        if path:
            arrive(path.read_bytes(), path.name)
        return path is not None

    serve_mail.serve(serve_mail.Server(table(), OpenGames(), lambda done, skipped: None, print, is_stopped))
    Path(f"{folder}.times").write_text(" ".join([repr(each) for each in times]))


def files(folder: str) -> Iterator[tuple[str, str]]:
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file() and path.name not in (".lock", "summaries"):
            yield str(path.relative_to(folder)), sha256(path.read_bytes()).hexdigest()


class Spent(NamedTuple):
    """Milliseconds of a processor for a move: in the resident process, in the games that count, by a command for each;
    and for `python -c pass`.
    """

    resident: float
    later: float
    commands: float
    floor: float
    is_same: bool


def compare(title: str, composer: str, moves: int, games: int) -> Spent:
    """What the moves of a title take; the current folder keeps all that is made."""
    os.mkdir("start")
    with chdir("start"):
        ids = begin(title, composer, games)
    shutil.copytree("start", "played")
    with chdir("played"):
        mails = play(ids, moves)
    write_mails(mails, "mails")
    return measured(mails, first=sum([each.game in halves(ids)[0] for each in mails]))


def resident_times(number: int) -> list[float]:
    """Seconds of the processor until each mail arrived, in a copy of the games of its own, and at the end."""
    shutil.copytree("start", f"resident-{number}")
    script = [PYTHON, os.path.abspath(__file__), "--resident", os.path.abspath("mails")]
    run(Case("resident", script, f"resident-{number}", lambda: None))
    return [float(each) for each in Path("mails.times").read_text().split()]


def measured(mails: list[SentMail], first: int) -> Spent:
    """What they take when so many come first, which do not count."""
    runs, floors = list[list[float]](), list[float]()
    for number in range(RUNS):
        runs.append(resident_times(number))
        floors += [run(Case("pass", [PYTHON, "-c", "pass"], ".", lambda: None)).processor for _ in range(RUNS)]
    all = median([times[-1] - times[0] for times in runs]) / len(mails)
    later = median([times[-1] - times[first] for times in runs]) / (len(mails) - first)
    commands = commands_time({name_of(at): each.raw for at, each in enumerate(mails) if each.game == FIRST})
    return Spent(1000 * all, 1000 * later, 1000 * commands, 1000 * median(floors), same_files())


def commands_time(mails: dict[str, bytes]) -> float:
    """Seconds of the processor for a mail that is handled by a command of its own."""
    shutil.copytree("start", "commands")
    spent = 0.0
    for name, raw in mails.items():
        with chdir("commands"):
            arrive(raw, name)
        spent += run(Case("receive", [REFEREE, "receive"], "commands", lambda: None)).processor
    return spent / len(mails)


def same_files() -> bool:
    """Whether the resident process has left what the commands have left of the first game, and of its mails."""
    before, kept, served = [dict(files(each)) for each in ("start", "commands", "resident-0")]
    of_first = {path for path in served if FIRST in path}
    return kept.items() - before.items() <= served.items() and of_first <= kept.keys()


def line_of(title: str, composer: str, spent: Spent) -> str:
    """A row of the table."""
    assert spent.is_same, "the files differ"
    rate, times = 1000 / spent.later, spent.later / spent.floor
    found = f"{spent.resident:.1f} | {spent.later:.1f} | {times:.2f} | {rate:.1f} | {spent.commands:.0f}"
    return f"| {title} | {composer} | {found} |"


def main(moves: int = 40, games: int = 12) -> int:
    print("| title | composer | ms a move | in the games that count | × the floor | moves a second | a command, ms |")
    print("|---|---|---:|---:|---:|---:|---:|")
    rates = list[float]()
    with tempfile.TemporaryDirectory() as above:
        for title, composer in product(SEATS, ("true", "false")):
            os.mkdir(f"{above}/{title}-{composer}")
            with chdir(f"{above}/{title}-{composer}"):
                spent = compare(title, composer, moves, games)
            print(line_of(title, composer, spent), flush=True)
            rates.append(1000 / spent.later)
    met = min(rates) >= MOVES_A_SECOND
    print("met" if met else f"NOT MET: {MOVES_A_SECOND} moves a second")
    return 0 if met else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--resident"]:
        resident(sys.argv[2])
    else:
        sys.exit(main(*(int(each) for each in sys.argv[1:])))
