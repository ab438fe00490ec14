"""The parts of a mail about several games: blocks name theirs, and so do lines such as `spring-cup: stone M8`."""

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from referee import GAME_ID
from referee.mail.read.beside_words import is_courtesy, loose_fence
from referee.mail.read.languages import language, language_codes
from referee.mail.read.line_words import tidy_line


def game_heading() -> re.Pattern[str]:
    """The name of a game, and what follows it. Only a word such as `in` may stand before it."""
    return re.compile(rf"\s*{start()}({GAME_ID})\s*[:,](?:\s+(.*)|)", re.IGNORECASE)


def sentence() -> re.Pattern[str]:
    """What stands between two sentences of which the second begins with the name of a game."""
    return re.compile(rf"(?<=[.;!,])\s+(?={start()}{GAME_ID}\s*[:,]\s)", re.IGNORECASE)


def start() -> str:
    words = {each for code in language_codes() for each in language(code).words("before_game")}
    return rf"(?:(?:{'|'.join(map(re.escape, sorted(words)))}) )?"


BLOCK_GAME = re.compile(rf"\s*[\"']?game[\"']?\s*:\s*[\"']?({GAME_ID})\b", re.IGNORECASE)


class GameLine(NamedTuple):
    """A line, and the game that it is about: "" where none is named; None where it may be about any."""

    game: str | None
    text: str


class GameNames(NamedTuple):
    """What may be names of games, in order, in headings and in blocks; most of the words in headings are none."""

    headings: list[str]
    blocks: list[str]


def games_in(lines: Sequence[str]) -> GameNames:
    """What may be names of games in lines."""
    between, heading = sentence(), game_heading()
    said = [one for line in lines for one in between.split(line)]
    headings = [each[1].lower() for one in said if (each := heading.match(one))]
    blocks = [each[1].lower() for line in lines if (each := BLOCK_GAME.match(tidy_line(line)))]
    return GameNames(list(dict.fromkeys(headings))[:MOST], list(dict.fromkeys(blocks))[:MOST])


MOST = 20
"""So many words of a mail are tried as names of games."""


def lines_by_game(lines: Sequence[str], games: Container[str]) -> list[GameLine]:
    """Each line with its game. A heading alone is good until the next one, `cup: stone M8` for its paragraph."""
    found, at, ends = list[GameLine](), 0, False
    game: str | None = ""
    between, heading = sentence(), game_heading()
    while at < len(lines):
        fence = loose_fence(lines[at])
        if fence and fence.begins:
            end = next((n for n in range(at + 1, len(lines)) if loose_fence(lines[n])), len(lines) - 1)
            named = [each[1].lower() for line in lines[at:end] if (each := BLOCK_GAME.match(tidy_line(line)))]
            block_game = named[0] if named and named[0] in games else ""
            found += [GameLine(block_game, line) for line in lines[at : end + 1]]
            at, game, ends = end + 1, "", False
            continue
        for part in between.split(lines[at]):
            named_game, of_block = heading.match(part), BLOCK_GAME.match(tidy_line(part))
            if of_block and of_block[1].lower() in games:
                game, ends = of_block[1].lower(), False
            elif named_game and named_game[1].lower() in games:
                game, ends, part = named_game[1].lower(), bool(named_game[2]), named_game[2] or ""
            elif not part.strip() and ends:
                game = None
            found.append(GameLine("" if game is None and (not part.strip() or is_courtesy(part)) else game, part))
        at += 1
    return found
