"""What each cache is worth: the benchmark that its comment names, with the cache and without it, in turn.

`python bench caches [ROUNDS] [PART]`. PART, a part of names, measures only those. A cache that saves less than 3 % is
marked: remove it. The last lines do the same for the garbage collector, which the command line switches off.

Each cache is measured in a process of its own, which does the work once, and then ROUNDS times with the cache and
without it, in turn. Without it means that every module has the bare function. A ratio is that of the quickest passes,
in time of the processor.
"""

import ast
import functools
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib import import_module
from itertools import count, islice
from typing import Any, NamedTuple

from rounds import ENVIRONMENT, Case, rounds

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LEAST = 1.03
"""What a cache must be worth: the time without it, as a multiple of the time with it."""
DECORATED = re.compile(r"(functools\.)?(lru_cache|cached_property|cache)\b")
NAMED = re.compile(r"#.*`(?:bench|referee) (\w+)`")
TITLES = {"Attika": "attika", "Magna Grecia": "magna-grecia"}


class Cache(NamedTuple):
    """A function that remembers its answers, and the work that its comment names: a benchmark, and perhaps a title."""

    name: str
    work: str
    title: str


def caches() -> Iterator[Cache]:
    """All caches of the program, found in its text."""
    for folder, _, files in sorted(os.walk(os.path.join(ROOT, "referee"))):
        for file in sorted(each for each in files if each.endswith(".py")):
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8") as opened:
                yield from caches_of(os.path.relpath(path, ROOT)[: -len(".py")].replace(os.sep, "."), opened.read())


def caches_of(module: str, text: str) -> Iterator[Cache]:
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        for each in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(node, ast.FunctionDef) and DECORATED.match(ast.unparse(each)):
                comment = lines[each.lineno - 1]
                named = NAMED.search(comment)
                title = next((id for name, id in TITLES.items() if name in comment), "magna-grecia")
                yield Cache(f"{module}.{node.name}", named[1] if named else "speed", title)


# one cache, in a process of its own


def compare(cache: Cache, times: int) -> tuple[float, float]:
    """The quickest pass with the cache and without it, in turn, after one that does not count."""
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        do = WORKS[cache.work](cache.title, folder)
        do()
        found = [(processor_time(do), time_without(cache, do)) for _ in range(times)]
    return min(each for each, _ in found), min(each for _, each in found)


def time_without(cache: Cache, do: Callable[[], object]) -> float:
    """The time of one pass in which nothing remembers what the function has answered."""
    module, _, name = cache.name.rpartition(".")
    places = list(uses(vars(import_module(module)), name))
    try:
        for place, key, cached in places:
            setattr(place, key, uncached(cached))
        return processor_time(do)
    finally:
        for place, key, cached in places:
            setattr(place, key, cached)


def uses(content: Mapping[str, Any], name: str) -> Iterator[tuple[Any, str, Any]]:
    """Where a cached function is: in each module that has it; or in the class that has it as a property."""
    for each in list(content.values()):
        if isinstance(vars(each).get(name) if isinstance(each, type) else None, functools.cached_property):
            yield each, name, vars(each)[name]
    wanted = content.get(name)
    for module in [each for key, each in list(sys.modules.items()) if wanted and key.startswith("referee")]:
        yield from [(module, key, wanted) for key, each in list(vars(module).items()) if each is wanted]


def uncached(function: Any) -> Any:
    is_property = isinstance(function, functools.cached_property)
    return property(function.func) if is_property else function.__wrapped__


def processor_time(do: Callable[[], object]) -> float:
    start = time.process_time()
    do()
    return time.process_time() - start


def replays(title: str, folder: str) -> Callable[[], object]:
    """`bench speed`: the games of a title replayed."""
    from speed import logs_of

    from referee import titles
    from referee.rules.replay import moments
    from referee.store import chain

    raws = [open(path, "rb").read() for path in logs_of(title)]  # noqa: SIM115

    def replay() -> None:
        for raw in raws:
            log = chain.parse(raw)
            for _ in moments(titles.book(log.header["title"]).under(log.header), log):
                pass

    return replay


def archive(title: str, folder: str) -> Callable[[], object]:
    """`bench archive`: games of planning players made into a site."""
    import archive as bench

    from referee import cli

    number, games = list(bench.TITLES).index(title), os.path.join(folder, "games")
    for each in range(number, number + 2 * GAMES, 2):
        bench.play(each)
        shutil.copytree(os.path.join(bench.GAMES, f"{title}-{each:04}"), os.path.join(games, f"{title}-{each:04}"))

    def make() -> None:
        with tempfile.TemporaryDirectory() as site:
            succeed(cli.code(["archive", site, "--games", games, "--jobs", "1"]))

    return make


GAMES = 6
"""So many games of a title are made into a site."""


def succeed(code: int) -> None:
    if code:
        sys.exit(f"exit code {code}")


def letters(title: str, folder: str) -> Callable[[], object]:
    """`bench letters`: letters in another language about a full board, of which each player gets two."""
    import letters as bench

    from referee.mail.mail_settings import MailSettings
    from referee.mail.write import mime
    from referee.words import speaking

    mail = MailSettings("Referee <r@example.org>", "r@example.org")
    found = bench.letters(bench.FULL[list(TITLES.values()).index(title) - 1])

    def write() -> None:
        for letter in found * 2:
            with speaking("de"):
                mime.message(letter, mail, bench.KEY)

    return write


def served(title: str, folder: str) -> Callable[[], object]:
    """`bench serve_mail`: the first mails of a game, by a process that has been at work."""
    import serve_mail as bench

    from referee.report.pictures import sprites, strips

    drawn_in_a_game = sprites.picture_png, strips.strip_of
    os.environ |= {"REFEREE_NOW": bench.NOW, "REFEREE_CONFIG": "referee.toml"}
    with chdir(folder):
        os.mkdir("start")
        with chdir("start"):
            ids = bench.begin(title, "true", 1)
        shutil.copytree("start", "played")
        with chdir("played"):
            mails = bench.play(ids, MAILS)
        bench.write_mails(mails, "mails")

    def serve() -> None:
        for each in drawn_in_a_game:  # another game has other pictures
            each.cache_clear()
        with tempfile.TemporaryDirectory() as work, chdir(work):
            shutil.copytree(f"{folder}/start", "game")
            with chdir("game"):
                bench.resident(f"{folder}/mails")

    return serve


MAILS = 10
"""So many."""


def menus(title: str, folder: str) -> Callable[[], object]:
    """`bench legal`: the menus of a game."""
    import legal as bench

    from referee.app.look.game_views import menu

    games = bench.positions(list(bench.GAMES)[title == "attika"])
    return lambda: [menu(game, str(game.mover)) for game in games]


def refusals(title: str, folder: str) -> Callable[[], object]:
    """`bench refusals`: moves with three mistakes, fixed as each refusal says."""
    import refusals as bench

    moves = list(islice(bench.planned_moves(folder, title, 1), MOVES))
    return lambda: bench.measure(moves, 3, 1)


MOVES = 6
"""So many moves get mistakes."""


def balance(title: str, folder: str) -> Callable[[], object]:
    """`bench balance`: a game of the planning player."""
    import balance as bench

    return lambda: bench.game(("bruttium", 3, 1))


def contract(title: str, folder: str) -> Callable[[], object]:
    """`referee contract`: a random game and some of the promises, without the slow ones about other editions."""
    from referee.contract.playouts import playout
    from referee.contract.promises import PROMISES

    seeds = count()

    def keep() -> None:
        seed = next(seeds)
        for promise in PROMISES:
            promise(playout(title, seed))

    return keep


WORKS = {
    "speed": replays,
    "archive": archive,
    "letters": letters,
    "serve_mail": served,
    "legal": menus,
    "refusals": refusals,
    "balance": balance,
    "contract": contract,
}


# what is printed


def measure_cache(cache: Cache, times: int) -> bool:
    """Whether the cache is worth it; what was measured is printed."""
    command = [sys.executable, os.path.join(HERE, "caches.py"), "one", *cache, str(times)]
    said = subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout
    with_it, without = map(float, said.split())
    return is_worth(cache.name, f"{cache.work}, {cache.title}", with_it, without)


def is_worth(name: str, work: str, with_it: float, without: float) -> bool:
    times = without / with_it
    print(f"| {name} | {work} | {with_it * 1000:.0f} | {times:.2f} |{'' if times >= LEAST else ' REMOVE'}", flush=True)
    return times >= LEAST


COLLECTOR = {
    "as it is": "",
    "gc.freeze": "gc.freeze = ",
    "gc.disable": "gc.disable = ",
    "both": "gc.freeze = gc.disable = ",
}
"""What of the garbage collector is left as Python has it."""


def measure_collector(times: int) -> bool:
    """Whether each call of `gc` in the command line is worth it, by the submits of `bench speed`."""
    from speed import LATE, stage

    worth = True
    for game, entry in LATE.items():
        with tempfile.TemporaryDirectory() as folder:
            due = stage(folder, game, entry)
            cases = [
                Case(name, [sys.executable, "-c", submit_program(lines, due.move)], folder, due.put_back)
                for name, lines in COLLECTOR.items()
            ]
            first, *others = [[each.processor for each in column] for column in rounds(cases, 2 * times)]
        for case, costs in zip(cases[1:], others, strict=True):
            worth &= is_worth(f"{case.name} in referee.cli", f"submit, {game}", min(first), min(costs))
    return worth


def submit_program(assignment: str, move: str) -> str:
    lines = [f"import gc, sys; {assignment}(lambda: None)" if assignment else "import gc, sys"]
    lines += ["from referee.cli import main", f"sys.argv = ['referee', 'submit', {move!r}]", "main()"]
    return "\n".join(lines)


def main(rounds_text: str = "6", part: str = "") -> int:
    times = int(rounds_text)
    print("| cache | work | ms with it | × without it |\n|---|---|---:|---:|")
    worth = [measure_cache(each, times) for each in caches() if part in each.name]
    if part in "gc":
        worth.append(measure_collector(times))
    print("all are worth it" if all(worth) else "NOT ALL")
    return 0 if all(worth) else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        print(*compare(Cache(*sys.argv[2:5]), int(sys.argv[5])))
    else:
        sys.exit(main(*sys.argv[1:]))
