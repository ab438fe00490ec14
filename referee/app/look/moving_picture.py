"""A game as a moving picture, as everybody may see it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.app.errors import Missing
from referee.app.game_access import Game, Table, open_game
from referee.app.look import report_files
from referee.app.look.game_views import film_of_game, view_for_seat
from referee.app.notes import read_notes
from referee.app.notes.read_notes import NotesFile, pointers_of
from referee.report.pictures import moving, raster
from referee.report.pictures.moving import MovingPicture, Shot
from referee.show.sentences import full_title
from referee.words import say

if TYPE_CHECKING:
    from PIL.Image import Image


def turn_images(table: Table, id: str, width: int, passage: range | None = None) -> tuple[int, Iterator["Image"]]:
    """How many turns a game has had, and the board after each of them, `width` pixels wide. Raises Missing.

    With a `passage`, the turns that end with one of these entries.
    """
    film = public_film(open_game(table, id))
    if passage:
        film = film._replace(shots=[each for each in film.shots if each.number in passage])
    if not film.shots:
        raise Missing(say("No turn of {game} ends between these entries.", game=id))
    window = moving.window_of(film, width)

    def image_of(shot: "Shot") -> "Image":
        return raster.raster(
            report_files.coloured_report(
                lambda film, palette: moving.shot_drawing(film, shot, window, palette), table.settings, film
            ),
            width,
        )

    return len(film.shots), map(image_of, film.shots)


def public_film(game: Game) -> "MovingPicture":
    """What everybody may see of the game. Raises Missing where there is no board to see."""
    report_files.refuse_boardless(view_for_seat(game))
    film = film_of_game(game, game.line, [""], 0)
    shots = [
        Shot(moment.number, still.spaces, still.headline, still.mover, still.scores)
        for moment, still in zip(game.line, film.stills, strict=True)
    ]
    assert film.board, "a view with a board has a film with one"
    title = full_title(game.book.name, game.header)
    turns = with_pointers(ends_of_turns(shots), read_notes.notes_of_game(game))
    return MovingPicture(title, game.id, film.seats, film.board, shots[-1].number, turns)


def with_pointers(turns: Sequence["Shot"], file: NotesFile | None) -> list["Shot"]:
    """The turns with what the notes on their entries mark."""
    notes = file.notes.notes if file else ()
    return [
        turn._replace(pointers=pointers_of([each for each in notes if first < each.entry <= turn.number]))
        for first, turn in zip([-1, *[each.number for each in turns]], turns, strict=False)
    ]


def ends_of_turns(shots: list["Shot"]) -> list["Shot"]:
    """Those after which the headline is another one: not each part of a turn, and no entry beside the turns."""
    before = [None, *(shot.headline for shot in shots)]
    changed = [shot for shot, headline in zip(shots, before, strict=False) if shot.headline != headline]
    return changed if changed[-1] is shots[-1] else [*changed, shots[-1]]
