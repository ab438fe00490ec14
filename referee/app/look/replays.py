"""A whole game to look at: a replay page for everybody, a seat or the moderator, and a moving picture for everybody."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from referee.app.errors import Illegal, Missing, Stop
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.look import report_files
from referee.app.look.game_views import film_of_game, view_for_seat
from referee.app.look.library import rule_links
from referee.app.notes import judge_lines, read_notes
from referee.app.notes.judge_lines import JudgedLine, Variation
from referee.app.notes.read_notes import Caption, NotesFile, pointers_of
from referee.reading import BadInput
from referee.report.pictures import moving, raster
from referee.report.pictures.moving import MovingPicture, Shot
from referee.report.replay import replay_html
from referee.report.replay.packed_film import PlayedLine, StillCaption
from referee.rules.line import Branch, branch_off, branches, counted_line
from referee.rules.replay import CLOSED, Moment
from referee.rules.rulebook import hides
from referee.settings import Settings
from referee.show import film
from referee.show.notes import Notes, text_in
from referee.show.sentences import full_title, header_after, milestones, of_every_title
from referee.show.view import MODERATOR, Word
from referee.words import Phrase, language, say

if TYPE_CHECKING:
    from PIL.Image import Image


def game_replay_page(table: Table, id: str, *, seat: str = "", moderator: bool = False) -> str:
    """The page as a seat, everybody or the moderator may see it. Raises Missing, and what a refused variation raises.

    Of a closed game with hidden hands all may see all: the page holds every sight, and `seat` is the one shown first.
    """
    game = open_game(table, id)
    refuse_stranger(game, seat)
    found = read_notes.notes_of_game(game)
    reader = MODERATOR if moderator else seat if hides(game.book, game.header) else ""
    variations = judge_lines.lines_in_full(visible_lines(game, found, moderator))
    for each in variations:
        if each.refused and found:
            words = "This is {place}, in the notes on {game}. No page was made."
            place = judge_lines.refused_move(game, found, each)
            each.refused.add_note(str(say(words, place=place, game=game.id)))
            raise each.refused
    return page_and_end(table.settings, game, found, variations, reader)[0]


def page_of(
    settings: Settings,
    game: Game,
    found: NotesFile | None,
    variations: Sequence[Variation] | None = None,
    image: str = "",
    asks: bool = False,
    rules: str = "",
) -> tuple[str, film.FilmEnd]:
    """The page of an open game in an archive, and where it ends; `image`, `asks`: see `ReplayedGame`.

    `rules`: the folder with the pages about the rules of each title.

    A refused variation is reported on it, and not shown. `variations`: those of the notes, where they were judged
    already.
    """
    known = judge_lines.lines_in_full(visible_lines(game, found, False)) if variations is None else variations
    return page_and_end(settings, game, found, known, "", archived=True, image=image, asks=asks, rules=rules)


def plain_page(settings: Settings, game: Game) -> str:
    """The page of an open game as everybody may see it, without notes and without links to other pages."""
    return page_and_end(settings, game, None, (), "")[0]


def visible_lines(game: Game, found: NotesFile | None, moderator: bool) -> list[tuple[JudgedLine, ...]]:
    """The lines of each note; none for a running game with hidden information: legal moves would reveal it."""
    if not found or (withholds_lines(game) and not moderator):
        return []
    return judge_lines.judged_lines(game, found)


def withholds_lines(game: Game) -> bool:
    """Whether nobody but the moderator may see lines that were not played."""
    return hides(game.book, game.header) and game.phase != CLOSED


def readers(game: Game, reader: str) -> list[str]:
    """Whose sights the page holds."""
    if not hides(game.book, game.header) or game.phase != CLOSED:
        return [reader]
    return ["", *game.header["seats"], *([MODERATOR] if reader == MODERATOR else [])]


def page_and_end(
    settings: Settings,
    game: Game,
    found: NotesFile | None,
    variations: Sequence[Variation],
    reader: str,
    *,
    archived: bool = False,
    image: str = "",
    asks: bool = False,
    rules: str = "",
) -> tuple[str, film.FilmEnd]:
    """The page, and where the game on it ends: what was filmed need not be read again."""
    sights = readers(game, reader)
    notes = found.notes if found else None
    noted = read_notes.captions(notes)
    line = game.line
    shot = film_of_game(game, line, sights, 0)
    stills = film.Stills(shot)
    shot = shot._replace(stills=stills)
    lines = [played_line(line, shot, noted), *[variation_line(game, each, sights, notes) for each in variations]]
    lines += [undone_line(game, each, sights, noted) for each in branches(game.moments)]
    play = replay_html.ReplayedGame(
        game=game.id,
        title_name=str(full_title(game.book.name, game.header)),
        head=game.log.head,
        players=game.players,
        readers=sights,
        lines=lines,
        reader=reader,
        about=read_notes.about(notes),
        by=read_notes.names(notes),
        archived=archived,
        image=image,
        asks=asks,
        rules=rule_links(rules or settings.rule_pages, game.book),
    )
    return report_files.coloured_report(
        lambda seats, palette: replay_html.replay(play, palette), settings, shot
    ), stills.end


def played_line(moments: Sequence[Moment], shot: film.Film, noted: Mapping[int, Caption]) -> "PlayedLine":
    """The moments of a film, with the notes on them."""

    def caption_of(moment: Moment, before: Moment | None) -> StillCaption:
        entry, note = moment.entry, noted.get(moment.number, Caption())
        return StillCaption(
            moment.number, str(entry.get("at", "")), str(entry.get("seat", "")), *note, milestones(moment, before)
        )

    return PlayedLine(tuple(map(caption_of, moments, [None, *moments])), shot)


def variation_line(game: Game, variation: Variation, sights: Sequence[str], notes: Notes | None) -> "PlayedLine":
    """A variation of the notes. It begins on the line as it was before the entry that it replaces."""
    before = counted_line(game.moments[: variation.instead])
    found = branch_off(game.line, [*before, *variation.moments], variation.instead)
    says = variation_text(variation, notes)
    if variation.refused:
        return PlayedLine(
            (), None, variation.instead, says, refusal_line(variation.move, variation.refused), found.place
        )
    noted = read_notes.captions_of_moves(variation.noted, notes)
    return branch_line(game, found, sights, noted)._replace(instead=variation.instead, says=says)


def variation_text(variation: Variation, notes: Notes | None) -> str:
    """What is said of a line as a whole."""
    said = text_in(variation.text, language())
    return read_notes.with_name(said, variation.by if read_notes.is_named(notes) else "")


def undone_line(game: Game, undone: Branch, sights: Sequence[str], noted: Mapping[int, Caption]) -> "PlayedLine":
    """What no longer counts, as a variation."""
    moment = game.moments[undone.entry]
    told = of_every_title(header_after(game.header, game.moments[: undone.entry]), moment)
    return branch_line(game, undone, sights, noted)._replace(says=str(told.says) if told else "")


def branch_line(game: Game, found: Branch, sights: Sequence[str], noted: Mapping[int, Caption]) -> "PlayedLine":
    """Moments that are played instead of those of the game from a place on."""
    line = game.line
    shot = film_of_game(game, [*line[: found.place], *found.moments], sights, found.place)
    return played_line(found.moments, shot, noted)._replace(instead=line[found.place].number, place=found.place)


def refusal_line(move: int, refused: Stop | BadInput | None) -> str:
    """One line: which move is refused, by which rules, and where it is."""
    if isinstance(refused, Illegal):
        broken = "; ".join(f"{each.rule}: {each.says}" for each in refused.problems)
        return str(refusal(move, refused.problems[0].line, broken))
    if isinstance(refused, BadInput):
        return str(refusal(move, refused.problems[0].line, refused.problems[0].says))
    return str(say("Move {move}. {why}", move=move, why=refused.says if refused else ""))


def refusal(move: int, line: int, broken: Word) -> Phrase:
    return say("Move {move} (line {line} of the notes). {broken}", move=move, line=line, broken=broken)


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
        Shot(moment.number, still.spaces, still.headline, still.mover, still.scores, still.players)
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
