#!/usr/bin/env python3
"""Replays the games of games/ and prints a line for each: how many entries are right, and a hash of all that is shown.

Run it in a checkout, with any Python that has the referee's dependencies. Two Pythons agree if they print the same.
"""

import io
import sys
from contextlib import redirect_stdout
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORMATS = ("text", "html", "json", "markdown", "svg")


def output(*arguments: str) -> bytes:
    """The output of a command. Raises SystemExit if it fails."""
    from referee import cli

    with redirect_stdout(io.StringIO()) as out:
        code = cli.code(list(arguments))
    if code:
        raise SystemExit(f"referee {' '.join(arguments)} ended with {code}")
    return out.getvalue().encode()


def fingerprint(game: str) -> str:
    """The game's name, its number of entries, and the SHA-256 of its verification, last position and move log."""
    from referee.store import log

    entries = log.read_log(str(ROOT / "games" / game)).last
    shown = [output("verify", game, "--json"), output("log", game)]
    shown += [output("show", game, "--format", form) for form in FORMATS]
    return f"{game} {entries} entries, {sha256(b''.join(shown)).hexdigest()}"


def main() -> None:
    sys.path.insert(0, str(ROOT))
    games = sorted(path.parent.name for path in (ROOT / "games").glob("*/log.yaml"))
    if not games:
        raise SystemExit("there are no games to replay")
    for game in games:
        print(fingerprint(game))


if __name__ == "__main__":
    main()
