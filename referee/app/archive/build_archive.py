"""A static site of all games, verified when it is made, and made again only where something changed."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import NamedTuple

from referee import __version__, shipped_folder
from referee.app.archive import archive_files as files
from referee.app.archive.archive_files import WORDS
from referee.app.archive.archive_game import (
    ArchiveJob,
    ArchivePlace,
    Made,
    bytes_in,
    game_job,
    make,
    make_by_private_part,
    sources_hash,
    write_made,
)
from referee.app.archive.archive_pages import ArchivePart, ArchiveSite, with_numbers
from referee.app.archive.manifest import (
    NAME,
    NO_PART,
    FaultyGame,
    Kept,
    KeptPart,
    Look,
    claim,
    found_games,
    make_archive_folder,
    open_manifest,
    refuse_foreign,
    refuse_no_address,
    refuse_public,
    refuse_unbuilt,
)
from referee.app.browser.site_files import FOLDER, PYODIDE, digest, pyodide_files, reader_files
from referee.app.errors import Refused, Usage
from referee.app.game_access import Table
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.app.notes.read_notes import NAME as NOTES
from referee.settings import Settings
from referee.store import disk, log, private
from referee.words import Phrase, language, say, word_list

RULES = "rules.d"
"""The folder of the pages about rules, which has one for each title."""
AT_ONCE = 100
"""Games that are written down together: so many are made again at most after a run was killed."""


class ArchiveResult(NamedTuple):
    """The result of building an archive. `differs` names the files that were written; with `check`, that would have to
    be.

    made, same  the games that were built again, and how many were unchanged
    gone        games whose folder is missing; their pages are kept unless they are pruned
    exposed     games whose folder holds the private part of a game in place of their notes
    faulty_notes  how many files of notes, and lines in them, are wrong
    """

    archive: str
    made: tuple[str, ...]
    same: int
    gone: tuple[str, ...]
    pruned: tuple[str, ...]
    troubles: tuple[FaultyGame, ...]
    warnings: tuple[str, ...]
    differs: tuple[str, ...]
    exposed: tuple[str, ...] = ()
    faulty_notes: int = 0


class ArchiveRequest(NamedTuple):
    """The request: folders of games (those of the settings if empty), the engine, and so on.

    heading, url  of the site, as `Look` has them; None: those that it was made with before
    with_referee  the folder of Pyodide, for a page on which readers ask the referee; "": there is none; None: as before
    with_rules    whether it has pages about rules; None: as it was made with before
    rule_pages    what makes these pages of a title
    """

    games: tuple[str, ...] = ()
    heading: str | None = None
    url: str | None = None
    engine: EngineRequest = EngineRequest()
    prune: bool = False
    check: bool = False
    with_referee: str | None = None
    with_rules: bool | None = None
    rule_pages: Callable[[str], Mapping[str, str]] = lambda _: {}


class Archive:
    """One run: `steps` makes the games that changed, one after the other, then `finish` the pages about all of them."""

    def __init__(self, table: Table, folder: str, wish: ArchiveRequest) -> None:
        """Raises Missing, Refused, Usage, `log.Unreadable`."""
        if not folder:
            raise Usage(say("Name a folder for the archive."))
        self.folder, self.wish, self.table, self.settings = folder, wish, table, table.settings
        refuse_public(folder, table.settings, wish.games)
        if wish.check:
            refuse_unbuilt(folder)
        self.manifest = open_manifest(folder, check=wish.check)
        self.look = site_look(wish, self.manifest.look)
        self.has_rules = self.manifest.has_rules if wish.with_rules is None else wish.with_rules
        self.rules = RULES if self.has_rules else table.settings.rule_pages
        pyodide = self.pyodide()
        self.reader = reader_files(pyodide, self.rules) if pyodide else {}
        self.by = made_by(table.settings, self.look.url, bool(self.reader), self.rules)
        self.places, strays = found_games(table, wish.games, self.manifest.games.subjects())
        self.strays = [FaultyGame(path, None, str(why)) for path, why in strays.items()]
        refuse_no_address(self.look.url)
        refuse_foreign(folder, self.places)
        self.made, self.differs, self.exposed = list[str](), list[str](), list[str]()
        self.is_known = True
        self.due = self.games_due()

    def pyodide(self) -> dict[str, bytes]:
        """The package for readers who ask the referee, or what the site has of it. Raises Missing, Usage, Refused."""
        named, kept = self.wish.with_referee, self.manifest.part("reader").files
        if named is not None or not kept:
            return pyodide_files(named) if named else {}
        for name in [f"{FOLDER}/{each}" for each in PYODIDE]:
            if not files.is_same(self.folder, name, kept.get(name, ("", 0))):
                words = "{path} is missing or was changed."
                hint = say("Name the npm package again: --with-referee FOLDER. To go without it: --with-referee ''")
                raise Refused(say(words, path=os.path.join(self.folder, name)), hint)
        return {each: disk.read_plain_file(os.path.join(self.folder, FOLDER, each)) for each in PYODIDE}

    def place(self, id: str) -> ArchivePlace:
        settings, before = self.settings._replace(private=os.devnull), self.manifest.game(id) or Kept({})
        rules = f"../{RULES}" if self.has_rules else self.rules
        return ArchivePlace(
            settings, id, self.places[id], self.folder, before, self.wish.check, self.look.url, bool(self.reader), rules
        )

    def thing(self, id: str) -> ArchiveJob | Known[Made]:
        """A game to be made by an engine, or what becomes of one that cannot be made."""
        job = game_job(self.place(id), self.table.time())
        return Known(job) if isinstance(job, Made) else job

    def games_due(self) -> list[str]:
        return [id for id in self.places if self.wish.check or self.is_due(id)]

    def is_due(self, id: str) -> bool:
        """Whether a game, the program or a page has changed."""
        kept = self.manifest.game(id)
        if kept is None or kept.gone or kept.made != self.by or self.is_opened_here(kept, id):
            return True
        game = self.places[id]
        if sources_hash(bytes_in(game, log.NAME), bytes_in(game, NOTES)) != kept.seen:
            return True
        return not files.are_there(os.path.join(self.folder, id), kept.files)

    def steps(self) -> Iterator[str]:
        """Build what is due; yields the name of each game when it is built. Raises Unwritable, Refused, `log.Busy`."""
        if self.wish.check:
            yield from self.each()
            return
        make_archive_folder(self.folder)
        with log.game_lock(self.folder, self.settings.wait):
            before, version = self.manifest, self.manifest.version
            self.manifest = claim(self.folder, before)
            if self.manifest.version != version or not before.on_disk:  # another run may have done the work meanwhile
                self.due = self.games_due()
            if self.look != self.manifest.look:
                self.manifest.site.keep("look", "", self.look)
            if self.has_rules != self.manifest.has_rules:
                self.manifest.site.keep("rules", "", self.has_rules)
            try:
                yield from self.each()
            finally:
                self.manifest.write()

    def each(self) -> Iterator[str]:
        for number, sent in enumerate(results(make, map(self.thing, self.due), len(self.due), self.wish.engine, ENDED)):
            made, place = self.with_board(sent), self.place(sent.id)
            differs = write_made(place, made)
            self.keep(made.id, made.kept._replace(made=self.by, number=place.before.number), place.before)
            if number % AT_ONCE == 0:
                self.manifest.write()
            self.made += [made.id] if differs else []
            self.differs += [f"{made.id}/{name}" for name in differs]
            self.exposed += [made.id] if made.exposed else []
            yield made.id

    def with_board(self, sent: Made) -> Made:
        """A game whose moves only its private part can judge before its close is made again here, if that is here."""
        job = self.thing(sent.id) if self.is_opened_here(sent.kept, sent.id) else sent
        return make_by_private_part(job, self.table) if isinstance(job, ArchiveJob) else sent

    def is_opened_here(self, kept: Kept, id: str) -> bool:
        """Whether a game has no board yet, and its private part is here."""
        is_sealed = kept.summary is not None and kept.summary["sealed"] and not kept.trouble
        return is_sealed and private.is_kept(self.settings.private, id)

    def keep(self, id: str, kept: Kept, before: Kept) -> None:
        if kept != before:
            self.manifest.keep(id, kept)
            self.is_known = False

    def finish(self) -> ArchiveResult:
        """Make the pages about all games. Raises Unwritable, Refused."""
        with nullcontext() if self.wish.check else log.game_lock(self.folder, self.settings.wait):
            games, pruned = self.games()
            self.make_pages(games)
            self.manifest.write(pruned)
            self.manifest.base.close()
        return self.result(games, pruned)

    def games(self) -> tuple[dict[str, Kept], tuple[str, ...]]:
        """What is known of each game from now on, in order of names, and which games were removed."""
        found = dict(sorted(self.manifest.each()))
        gone = self.games_gone
        pruned = tuple(gone) if self.wish.prune and not self.wish.check else ()
        for id in pruned:
            files.take_away(self.folder, [f"{id}/{name}" for name in found.pop(id).files])
        numbers = with_numbers({id: each._replace(gone=id in gone) for id, each in found.items()})
        for id, each in numbers.items():
            self.keep(id, each, found[id])
        return numbers, pruned

    @property
    def games_gone(self) -> list[str]:
        """The games that the archive has and that are no longer there."""
        return sorted({*self.manifest.games.subjects()} - {*self.places})

    def make_pages(self, games: dict[str, Kept]) -> None:
        """The pages about many games: made where something changed."""
        site = ArchiveSite(self.settings, games, self.look, self.by, self.words, self.rules)
        known = {name: self.manifest.part(name) for name in self.manifest.parts.subjects()}
        found = {part.name: self.made_part(part, known.get(part.name, NO_PART)) for part in site.blocks()}
        blocks = [each.told for each in found.values()]
        parts = [*site.others(blocks), *([self.reader_part] if self.reader else []), *self.rule_parts(site.titles)]
        found |= {part.name: self.made_part(part, known.get(part.name, NO_PART)) for part in parts}
        left = [file for each in known.values() for file in each.files]
        left = sorted({*left}.difference(*[each.files for each in found.values()]))
        self.differs += left
        if not self.wish.check:
            files.take_away(self.folder, left)
        self.manifest.write(gone_parts=tuple([name for name in known if name not in found]))

    @property
    def reader_part(self) -> ArchivePart:
        return ArchivePart("reader", digest(self.reader), lambda: (self.reader, None))

    def rule_parts(self, used: Sequence[str]) -> Iterator[ArchivePart]:
        """The pages about the rules of each title in use."""
        for title in used if self.has_rules else ():
            yield ArchivePart(f"rules {title}", self.by, partial(self.rule_files, title))

    def rule_files(self, title: str) -> tuple[dict[str, bytes], object]:
        return {f"{RULES}/{title}/{name}": page.encode() for name, page in self.wish.rule_pages(title).items()}, None

    def made_part(self, part: ArchivePart, before: KeptPart) -> KeptPart:
        """Some of the pages, made unless they are as they were."""
        if not self.wish.check and before.state == part.state and files.are_there(self.folder, before.files):
            return before
        made, told = part.make()
        marks = files.file_marks(made)
        differs = [name for name in made if not files.is_same(self.folder, name, marks[name])]
        self.differs += differs
        if not self.wish.check:
            for name in differs:
                files.put(self.folder, name, made[name])
        found = KeptPart(part.state, marks, told)
        self.manifest.parts.keep(part.name, "", found)
        return found

    def words(self, id: str) -> bytes:
        """What can be searched of a game; nothing where it has none."""
        try:
            return disk.read_plain_file(os.path.join(self.folder, id, WORDS))
        except disk.Unreadable:
            return b""

    def result(self, games: dict[str, Kept], pruned: tuple[str, ...]) -> ArchiveResult:
        troubles = [
            FaultyGame(id, each.trouble["entry"], each.trouble["says"]) for id, each in games.items() if each.trouble
        ]
        warnings = [f"{id}: {each.warning}" for id, each in games.items() if each.warning]
        return ArchiveResult(
            archive=self.folder,
            made=tuple(self.made),
            same=len(self.places) - len({*self.made, *(each.game for each in troubles)}.intersection(self.places)),
            gone=tuple([id for id, each in games.items() if each.gone]),
            pruned=pruned,
            troubles=(*troubles, *self.strays),
            warnings=tuple(warnings),
            differs=(*self.differs, *([NAME] if self.wish.check and not self.is_known else [])),
            exposed=tuple(self.exposed),
            faulty_notes=sum(each.faulty for each in games.values()),
        )


def site_look(wish: ArchiveRequest, before: Look) -> Look:
    """The requested heading and address, or else those of the present site: its feed continues."""
    heading = before.heading if wish.heading is None else wish.heading
    return Look(heading, before.url if wish.url is None else wish.url)


def made_by(settings: Settings, url: str, asks: bool, rules: str) -> str:
    """A digest of all by which the pages of games are made: when it changes, all are made again."""
    facts = (__version__, templates(), language(), settings.palette, url, asks, rules)
    return files.hex_digest(json.dumps(facts).encode())[: files.HALF]


def templates() -> str:
    """A hash of all templates and scripts."""
    folders = [shipped_folder("templates"), os.path.join(shipped_folder("templates"), "scripts")]
    parts = []
    for path in [os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder))]:
        if os.path.isfile(path):
            parts.append(f"{os.path.basename(path)} {files.hex_digest(disk.read_plain_file(path))}")
    return files.hex_digest("\n".join(parts).encode())


ENDED = say(
    "A process that made pages was stopped from outside, perhaps because memory ran out. "
    "Run the command again, or use fewer --jobs. Finished pages are kept."
)


def archive_headline(done: ArchiveResult, check: bool) -> Phrase:
    """The result in a sentence or two."""
    if not done.faulty_notes:
        return made_sentence(done, check)
    said = say("Faulty notes: {number}.", number=done.faulty_notes)
    return word_list([made_sentence(done, check), said], " ")


def made_sentence(done: ArchiveResult, check: bool) -> Phrase:
    if check and done.differs:
        return say(
            "{archive} doesn't match the games. Files that differ: {number}.",
            archive=done.archive,
            number=len(done.differs),
        )
    if check and done.troubles:
        words = "Nothing else differs in {archive}. Faulty games: {bad}."
        return say(words, archive=done.archive, bad=len(done.troubles))
    if check:
        return say("{archive} matches the games exactly.", archive=done.archive)
    facts = {"made": len(done.made), "same": done.same, "bad": len(done.troubles)}
    return say("Games made: {made}; unchanged: {same}; faulty: {bad}.", **facts)
