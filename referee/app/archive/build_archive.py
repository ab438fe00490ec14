"""A static site of all games, verified when it is made, and made again only where something changed."""

import json
import os
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import NamedTuple

from referee import __version__, shipped_folder
from referee.app.archive import archive_files as files
from referee.app.archive.archive_files import BOARD, WORDS, Files, Kept, Look, Manifest
from referee.app.archive.archive_game import (
    ArchiveJob,
    ArchivePlace,
    Made,
    game_job,
    make,
    make_by_private_part,
    notes_in,
    raw_log,
    sources_hash,
    write_made,
)
from referee.app.archive.archive_pages import pages_of
from referee.app.archive.archive_places import (
    found_games,
    make_archive_folder,
    refuse_foreign,
    refuse_no_address,
    refuse_public,
)
from referee.app.browser.site_files import digest, reader_files
from referee.app.errors import Unwritable, Usage
from referee.app.game_access import Table
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.settings import Settings
from referee.store import disk, log, private
from referee.words import Phrase, language, say, word_list


def claim(folder: str, before: Manifest) -> None:
    """A manifest says whose the folder is before anything else is there. The caller holds its lock. Raises Unwritable.

    Without the lock two archives that begin at once would take each other's unfinished manifest for a leftover.
    """
    if disk.is_missing(os.path.join(folder, files.MANIFEST)):
        files.write_manifest(folder, before)


class ArchiveTrouble(NamedTuple):
    """A game that is not right: its first bad entry, if that is known, and why.

    Of a folder with a name that no game can have, `game` is its path: the site says nothing of it.
    """

    game: str
    entry: int | None
    says: str


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
    troubles: tuple[ArchiveTrouble, ...]
    warnings: tuple[str, ...]
    differs: tuple[str, ...]
    exposed: tuple[str, ...] = ()
    faulty_notes: int = 0


class ArchiveRequest(NamedTuple):
    """The request: folders of games (those of the settings if empty), the engine, and so on.

    heading, url  of the site, as `Look` has them; None: those that it was made with before
    with_referee  the folder of Pyodide, for a page on which readers ask the referee; "": there is none
    """

    games: tuple[str, ...] = ()
    heading: str | None = None
    url: str | None = None
    engine: EngineRequest = EngineRequest()
    prune: bool = False
    check: bool = False
    with_referee: str = ""


class Archive:
    """One run: `steps` makes the games that changed, one after the other, then `finish` the pages about all of them."""

    def __init__(self, table: Table, folder: str, wish: ArchiveRequest) -> None:
        """Raises Missing, Refused, Usage, `log.Unreadable`."""
        if not folder:
            raise Usage(say("Name a folder for the archive."))
        self.folder, self.wish, self.table = folder, wish, table
        refuse_public(folder, table.settings, wish.games)
        self.before = files.read_manifest(folder) or Manifest({}, {}, {})
        self.look = site_look(wish, self.before.look)
        self.reader = reader_files(wish.with_referee) if wish.with_referee else {}
        self.by = made_by(table.settings, self.look.url, bool(self.reader))
        places, strays = found_games(table, wish.games, self.before.games)
        self.strays = [ArchiveTrouble(path, None, str(why)) for path, why in strays.items()]
        refuse_no_address(self.look.url)
        refuse_foreign(folder, places)
        self.settings = table.settings
        self.made: list[Made] = []
        self.places = places
        self.due = [id for id in places if wish.check or self.is_due(id)]

    def place(self, id: str) -> ArchivePlace:
        settings, before = self.settings._replace(private=os.devnull), self.before.games.get(id, Kept({}))
        return ArchivePlace(
            settings, id, self.places[id], self.folder, before, self.wish.check, self.look.url, bool(self.reader)
        )

    def thing(self, id: str) -> ArchiveJob | Known[Made]:
        """A game to be made by an engine, or what becomes of one that cannot be made."""
        job = game_job(self.place(id), self.table.time())
        return Known(job) if isinstance(job, Made) else job

    def is_due(self, id: str) -> bool:
        """Whether a game, the program or a page has changed."""
        kept = self.before.games.get(id)
        if kept is None or kept.gone or self.before.made != self.by or self.is_opened_here(kept, id):
            return True
        game = self.places[id]
        if sources_hash(raw_log(game), notes_in(game)) != kept.seen:
            return True
        below = os.path.join(self.folder, id)
        return not all(files.is_there(below, name, mark) for name, mark in kept.files.items())

    def steps(self) -> Iterator[str]:
        """Build what is due; yields the name of each game when it is built. Raises Unwritable, Refused, `log.Busy`."""
        if self.wish.check:
            yield from self.each()
            return
        make_archive_folder(self.folder)
        with log.game_lock(self.folder, self.settings.wait):
            claim(self.folder, self.before)
            self.renew()
            try:
                yield from self.each()
            except BaseException:
                self.keep()
                raise

    def each(self) -> Iterator[str]:
        for sent in results(make, map(self.thing, self.due), len(self.due), self.wish.engine, ENDED):
            made = self.with_board(sent)
            self.made.append(write_made(self.place(made.id), made))
            yield made.id

    def with_board(self, sent: Made) -> Made:
        """A game whose moves only its private part can judge before its close is made again here, if that is here."""
        job = self.thing(sent.id) if self.is_opened_here(sent.kept, sent.id) else sent
        return make_by_private_part(job, self.table) if isinstance(job, ArchiveJob) else sent

    def is_opened_here(self, kept: Kept, id: str) -> bool:
        """Whether a game has no board yet, and its private part is here."""
        is_sealed = kept.summary is not None and kept.summary["sealed"] and not kept.trouble
        return is_sealed and private.is_kept(self.settings.private, id)

    def renew(self) -> None:
        """A run that waited for another archive of the same folder does not repeat the other run's work."""
        now = files.read_manifest(self.folder)
        if now is not None and now != self.before:
            self.before = now
            self.due = [id for id in self.places if self.is_due(id)]

    def keep(self) -> None:
        """Keep what is built if the run must end early; the next run continues from there."""
        made = {each.id: each.kept for each in self.made}
        before = self.before.games
        if self.before.made != self.by:  # those of another version are still to be made again
            before = {id: each._replace(seen="") for id, each in before.items()}
        with suppress(Unwritable):
            files.write_manifest(self.folder, Manifest(self.by, {**before, **made}, self.before.pages, "", self.look))

    def finish(self) -> ArchiveResult:
        """Make the pages about all games and, last of all, the manifest. Raises Unwritable."""
        with nullcontext() if self.wish.check else log.game_lock(self.folder, self.settings.wait):
            games, pruned = self.games()
            pages, differs = self.pages(games)
            after = Manifest(self.by, games, pages, self.state(games), self.look)
            if self.wish.check:
                differs += () if same_manifest(self.folder, after) else (files.MANIFEST,)
            else:
                files.write_manifest(self.folder, after)
        return self.result(games, pruned, differs)

    def games(self) -> tuple[dict[str, Kept], tuple[str, ...]]:
        """What the manifest says of each game from now on, and which games were removed."""
        found = {**self.before.games, **{each.id: each.kept for each in self.made}}
        gone = [id for id in found if id not in self.places]
        pruned = tuple(gone) if self.wish.prune and not self.wish.check else ()
        for id in pruned:
            files.take_away(self.folder, [f"{id}/{name}" for name in found.pop(id).files])
        return {id: each._replace(gone=id in gone) for id, each in sorted(found.items())}, pruned

    @property
    def games_gone(self) -> list[str]:
        """The games that the archive has and that are no longer there."""
        return [id for id in self.before.games if id not in self.places]

    def state(self, games: dict[str, Kept]) -> str:
        """A hash of all that the pages are made from."""
        told = {
            id: [each.summary, each.trouble, "notes.yaml" in each.files, BOARD in each.files, each.files.get(WORDS)]
            for id, each in games.items()
        }
        facts = [self.by, list(self.look), told, *([digest(self.reader)] if self.reader else [])]
        return files.hex_digest(json.dumps(facts, sort_keys=True).encode())

    def pages(self, games: dict[str, Kept]) -> tuple[Files, tuple[str, ...]]:
        """The pages about all games: made where something changed. Their marks, and the names of those that differ."""
        kept = self.before.pages
        if not self.wish.check and self.before.state == self.state(games) and self.all_there(kept):
            return kept, ()
        made = pages_of(self.settings, games, self.look, self.words) | self.reader
        marks = files.file_marks(made)
        left = [name for name in kept if name not in made]
        differs = [name for name in made if not files.is_same(self.folder, name, marks[name])]
        if not self.wish.check:
            for name in differs:
                files.put(self.folder, name, made[name])
            files.take_away(self.folder, left)
        return marks, (*differs, *left)

    def words(self, id: str) -> bytes:
        """What can be searched of a game: as it was just made, or as the archive has it; nothing where it has none."""
        fresh = {each.id: each.words for each in self.made if each.words}
        if id in fresh:
            return fresh[id]
        try:
            return disk.read_plain_file(os.path.join(self.folder, id, WORDS))
        except disk.Unreadable:
            return b""

    def all_there(self, marks: Files) -> bool:
        return bool(marks) and all(files.is_there(self.folder, name, mark) for name, mark in marks.items())

    def result(self, games: dict[str, Kept], pruned: tuple[str, ...], differs: tuple[str, ...]) -> ArchiveResult:
        made = tuple([each.id for each in self.made if each.differs])
        troubles = [
            ArchiveTrouble(id, each.trouble["entry"], each.trouble["says"])
            for id, each in games.items()
            if each.trouble
        ]
        warnings = [f"{id}: {each.warning}" for id, each in games.items() if each.warning]
        return ArchiveResult(
            archive=self.folder,
            made=made,
            same=len(self.places) - len({*made, *(each.game for each in troubles)}.intersection(self.places)),
            gone=tuple([id for id, each in games.items() if each.gone]),
            pruned=pruned,
            troubles=(*troubles, *self.strays),
            warnings=tuple(warnings),
            differs=(*[f"{made.id}/{name}" for made in self.made for name in made.differs], *differs),
            exposed=tuple([each.id for each in self.made if each.exposed]),
            faulty_notes=sum(each.faulty for each in games.values()),
        )


def site_look(wish: ArchiveRequest, before: Look) -> Look:
    """The requested heading and address, or else those of the present site: its feed continues."""
    heading = before.heading if wish.heading is None else wish.heading
    return Look(heading, before.url if wish.url is None else wish.url)


def same_manifest(folder: str, manifest: Manifest) -> bool:
    raw = files.manifest_bytes(manifest)
    return files.is_same(folder, files.MANIFEST, (files.hex_digest(raw), len(raw)))


def made_by(settings: Settings, url: str, asks: bool = False) -> dict[str, str]:
    """By what the pages of games are made: when it changes, all are made again."""
    return {
        "version": __version__,
        "templates": templates(),
        "language": language(),
        "palette": json.dumps(settings.palette, sort_keys=True),
        "url": url,
        **({"referee": "asked"} if asks else {}),
    }


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
