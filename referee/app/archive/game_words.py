"""What can be searched of one game: each entry in words, as everybody may read it in the archive."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from referee.app.archive.game_summary import Summary
from referee.report.book.record import Record
from referee.report.site.game_lists import script_file
from referee.report.wording import safe_text
from referee.show.view import Word

WORD = re.compile(r"[^\W_]+")
Lines = list[tuple[int, str]]
"""Number of an entry and a text about it; 0 for texts about the whole game."""


def words_of(text: str) -> list[str]:
    """The words of a text without capitals and accents, as `search.js` finds them, too."""
    if not text.isascii():
        letters = unicodedata.normalize("NFKD", text)
        text = "".join([each for each in letters if unicodedata.category(each)[0] != "M"])
    return WORD.findall(text.lower())


def search_lines(record: Record) -> Lines:
    """The game in brief, then the story of each entry; where no position is known, what the log itself shows."""
    found = [(number, safe_text(word)) for number, word in (*about(record), *told_lines(record))]
    return [(number, text) for number, text in dict.fromkeys(found) if text]


def about(record: Record) -> Iterator[tuple[int, Word]]:
    for each in (record.name, record.result, " ".join(map(str, record.victory)), record.about):
        yield 0, each


def told_lines(record: Record) -> Iterator[tuple[int, Word]]:
    for entry in record.entries:
        if not record.has_replay:
            yield entry.number, entry.does
            yield entry.number, entry.remark
        for sentence in entry.told:
            yield entry.number, sentence.says
        for text in (entry.chapter, *entry.comments):
            yield entry.number, text
        for line in entry.instead:
            yield entry.number, line.says


def words_file(brief: Summary, lines: Lines) -> bytes:
    """The file of a game: its words, then a script that gives its lines to the page that asks for them."""
    facts = (brief.id, brief.full_title, brief.board, *[each.player for each in brief.sitters])
    words = {word for text in (*map(str, facts), *[text for _, text in lines]) for word in words_of(text)}
    return f"// {' '.join(sorted(words))}\n{script_file(f'{brief.id}/words', lines)}".encode()


def words_in(raw: bytes) -> list[str]:
    """The words that the file of a game names."""
    return raw.partition(b"\n")[0].decode("utf-8", "replace").split()[1:]


def all_words(files: Iterable[bytes]) -> dict[str, list[int]]:
    """Word → the numbers of the games that have it, in order; the files are those of games 0, 1 …"""
    found: dict[str, list[int]] = {}
    for number, raw in enumerate(files):
        for word in words_in(raw):
            found.setdefault(word, []).append(number)
    return found
