"""The command for notes on a game: note."""

import os
from typing import Annotated

import typer

from referee.app.errors import Missing, Stop, Usage
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.look import report_files
from referee.app.notes import edit_notes as notes
from referee.app.notes import notebook
from referee.app.notes.edit_notes import NoteRequest
from referee.app.notes.judge_lines import NoteWords, gone_words, note_words, refuse_bad_lines
from referee.app.notes.list_notes import list_lines
from referee.app.notes.note_places import NotePlace, place_words
from referee.app.notes.read_notes import JSON, MARKDOWN, notes_in, notes_of_game, notes_text
from referee.cli import speech
from referee.cli.arguments import GameName, Yes, bad_option, complete_seat
from referee.cli.speech import ask_if_meant, confirm, edit_file, is_answered
from referee.reading import BadInput
from referee.show.notes import writers
from referee.store import log
from referee.words import say, word_list

app = typer.Typer()

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PLACE] [SIGN] [TEXT]",
        help="An entry such as 14, 'turn 7' or 'round 3'; a sign such as '!?'; the text.",
    ),
]


@app.command()
def note(
    context: typer.Context,
    game: GameName,
    words: Words = None,
    by: Annotated[
        str, typer.Option(metavar="NAME", help="The name of the annotator; alone, it lists what they wrote.")
    ] = "",
    instead: Annotated[
        list[str] | None,
        typer.Option(metavar="MOVE", help="A move that was not played: a file, or its actions in words."),
    ] = None,
    mark: Annotated[
        list[str] | None, typer.Option(metavar="PLACE", help="Mark a place of the board; '' removes all marks.")
    ] = None,
    arrow: Annotated[
        list[str] | None, typer.Option(metavar="PLACE-PLACE", help="Draw an arrow; '' removes all.")
    ] = None,
    chapter: Annotated[
        str | None, typer.Option(metavar="HEADING", help="Begin a chapter here; '' removes its heading.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the note, or the line.")] = False,
    edit: Annotated[bool, typer.Option("--edit", help="Write notes in your editor, beside the story.")] = False,
    export_to: Annotated[
        str, typer.Option("--export", metavar="FILE", help="Write all notes as .yaml, .json or .md; - prints them.")
    ] = "",
    import_from: Annotated[
        str, typer.Option("--import", metavar="FILE", help="Put the notes of such a file in place of these.")
    ] = "",
    seat: Annotated[
        str,
        typer.Option(
            metavar="SEAT", help="A player's private note, sealed until the close.", autocompletion=complete_seat
        ),
    ] = "",
    publish: Annotated[
        bool, typer.Option("--publish", help="With --seat: the player lets these notes be published at the close.")
    ] = False,
    yes: Yes = False,
) -> None:
    """Comment on a game, or list the comments. Example: referee note spring-cup 14 '!!' "The turn of the game."

    14/1 is the first line that was not played in place of entry 14, and 14/1/2 its second move. Lines are judged as
    real moves are, and each can have notes and lines of its own.
    """

    opened = open_game(context.obj, game)
    if seat or publish:
        keep_private(context.obj, opened, seat, " ".join(words or ()).strip(), publish)
        return
    said = note_words(opened, words or ())
    request = NoteRequest(
        said.sign, said.text, by, named_places(mark), named_places(arrow), chapter, tuple(instead or ())
    )
    ways = [bool(each) for each in (remove, edit, export_to, import_from)]
    is_bare = request.says_nothing and (not by or remove)
    if sum(ways) > 1 or (any(ways) and not is_bare) or (said.place and (edit or export_to or import_from)):
        raise bad_option(say("Use one of --edit, --remove, --export and --import at a time, and no text with it."))
    if edit:
        edit_notes(context.obj, opened)
    elif export_to:
        export_notes(opened, export_to)
    elif import_from:
        import_notes(context.obj, opened, import_from, yes)
    elif remove:
        remove_note(context.obj, opened, said, by)
    elif request.says_nothing:
        list_notes(opened, said, by)
    else:
        add_note(context.obj, opened, said, request)


def keep_private(table: Table, game: Game, seat: str, text: str, publish: bool) -> None:
    """Keep a note of a player, and whether it may be published. It is never printed."""
    refuse_stranger(game, seat)
    if not seat or not (text or publish):
        raise bad_option(say("Write: referee note {game} --seat SEAT TEXT", game=game.id))
    with log.game_lock(game.folder, table.settings.wait):
        if text:
            notebook.jot(table.settings, game, seat, text)
            speech.out(say("The note is kept. Nobody reads it until the game is closed."))
        if publish and not notebook.agree(table.settings, game, seat, True):
            raise Missing(say("The notebook of {seat} is empty.", seat=seat))
    if publish:
        speech.out(say("The notes of {seat} are published when the game is closed.", seat=seat))


def named_places(written: list[str] | None) -> tuple[str, ...] | None:
    """What an option names, none for `''`; None where nobody wrote it."""
    return tuple(filter(None, written)) if written else None


REPLACES = {
    "sign": "It replaces this sign: {text}",
    "text": "It replaces this text: {text}",
    "chapter": "It replaces this heading: {text}",
    "marks": "It replaces these marks: {text}",
    "arrows": "It replaces these arrows: {text}",
}


def add_note(table: Table, game: Game, said: NoteWords, request: NoteRequest) -> None:
    if said.place is None:
        raise bad_option(say("Name an entry, a turn or a round: referee note {game} 14 …", game=game.id))
    replaced = notes.add_note(table, game.id, said.place, request)
    speech.out(say("Noted: {place} of {game}.", place=place_words(game, said.place), game=game.id))
    for part, old in replaced.items():
        speech.out(say(REPLACES[part], text=old))
    if request.instead:
        speech.out(say("The line is legal."))
    if gone := gone_words(game, said.place.entry):
        speech.talk(gone)


def remove_note(table: Table, game: Game, said: NoteWords, by: str) -> None:
    if said.place is None:
        raise bad_option(say("Name an entry, a turn or a round: referee note {game} 14 --remove", game=game.id))
    before = lines_on_entry(game, said.place.entry)
    number = notes.remove_note(table, game.id, said.place, by)
    facts = {"number": number, "place": place_words(game, said.place), "game": game.id}
    words = "The note is removed: {place} of {game}."
    if number > 1:
        words = "{number} notes are removed: {place} of {game}."
    elif len(said.place.steps) % 2:
        words = "Removed: {place} of {game}."
    speech.out(say(words, **facts))
    after = lines_on_entry(game, said.place.entry)
    for line in before:
        if line not in after:
            speech.out(f"- {line}")


def lines_on_entry(game: Game, entry: int) -> list[str]:
    """The lines of the notes on an entry."""
    found = notes_of_game(game)
    return [*list_lines(game, found, entry)] if found else []


def list_notes(game: Game, said: NoteWords, by: str) -> None:
    found = notes_of_game(game)
    if found is None or not found.notes.notes:
        speech.out(say("{game} has no notes. To write one: referee note {game} 14 '!' TEXT", game=game.id))
        return
    lines = [*list_lines(game, found, said.place.entry if said.place else 0, by)]
    if not lines and by:
        hint = say("Notes are by {names}.", names=word_list(writers(found.notes))) if writers(found.notes) else None
        raise Missing(say("There is no such note by {name} on {game}.", name=by, game=game.id), hint)
    if not lines and said.place:
        place = place_words(game, NotePlace(said.place.entry))
        speech.out(say("There is no note on {place} of {game}.", place=place, game=game.id))
    for line in lines:
        speech.out(line)


ENDINGS = ("", ".yaml", ".yml", *JSON, *MARKDOWN)


def export_notes(game: Game, path: str) -> None:
    ending = os.path.splitext(path)[1].lower()
    if ending not in ENDINGS:
        raise bad_option(say("Its name must end with one of these: {ends}.", ends=", ".join(ENDINGS[1:])), "--export")
    found = notes_of_game(game)
    if found is None:
        raise Missing(say("{game} has no notes.", game=game.id))
    text = notes_text(found.notes, path)
    if path == "-":
        speech.out(text)
        return
    report_files.write_output_file(path, text, report_files.PUBLIC)
    speech.talk(say("Written: {path}", path=path))


def import_notes(table: Table, game: Game, path: str, yes: bool) -> None:
    found, text = notes.notes_in_file(path)
    refuse_bad_lines(game, notes_in(game, found.source))
    before = notes_of_game(game)
    if before and before.notes.notes and before.notes != found.notes:
        if not yes and not is_answered():
            words = "Nobody can be asked here. If you are sure: referee note {game} --import {file} --yes"
            raise Usage(say(words, game=game.id, file=path))
        ask_if_meant(say("The notes on {game} are replaced. Go on?", game=game.id), yes=yes)
    notes.import_notes(table, game.id, found, text)
    speech.out(say("Notes on {game} imported: {number}.", number=len(found.notes.notes), game=game.id))


def edit_notes(table: Table, game: Game) -> None:
    """Edit, check and ask until the notes are right."""
    if not is_answered():
        raise Usage(say("An editor needs a terminal."))
    draft = notes.open_notes(table, game)
    while True:
        edit_file(draft.path)
        try:
            number = notes.keep_notes(table, game, draft)
        except (Stop, BadInput) as error:
            speech.talk(speech.full_error_text(error))
            notes.remark(draft, error)
            if not confirm(say("Edit it again?")):
                speech.talk(say("Nothing was changed. Your text is in {path}.", path=draft.path))
                return
        else:
            speech.out(say("{game} has {number} notes.", game=game.id, number=number))
            return
