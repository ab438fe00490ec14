"""What can be seen of a game without changing it: its views, its turns, and the menu from which a page composes one.

Pages and e-mails after the same entry show a reader the same view.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from json import dumps, loads
from typing import Any, NamedTuple

from referee import MOVE_HEAD, reading
from referee.app.consent.proposal_words import short_time, time_sentence
from referee.app.errors import Illegal, Missing, Refused
from referee.app.game_access import Game, refuse_stranger
from referee.app.play.read_move import refuse_idle, refuse_other
from referee.app.play.refusal import action_lines, lines_of_parts, shown_text
from referee.reading import Source
from referee.reading.schemas import move_parts
from referee.rules.entry_shapes import takes_orders
from referee.rules.law import public_text
from referee.rules.planner import suggest_move
from referee.rules.replay import WAITING, Moment
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Rejected, Veiled, judge, refuse_chance
from referee.rules.search import legal_candidates
from referee.show.film import Film, FilmedEntry, FilmEnd, Still, Stills, filmed_turns, of_views
from referee.show.menu import Allowance, Budget, Choice, Kind, Menu, Refusal
from referee.show.sentences import header_after, of_every_title, overrule_line, plain_name
from referee.show.view import MODERATOR, Line, View, with_people
from referee.store.documents import Data, Entry, actions_of
from referee.words import Phrase, say, term, word_list


def view_for_seat(game: Game, seat: str = "", moderator: bool = False) -> View:
    """The position as somebody may see it. Raises Usage for a seat that the game has not, `MODERATOR` among them."""
    refuse_stranger(game, seat)
    view: View = game.book.show().view(game.header, game.line, MODERATOR if moderator else seat)
    return view_in_game(game, view)


class Public(NamedTuple):
    """The public state after an entry as `state:` in the log covers it: its SHA-256 is that of `text`."""

    entry: int
    text: str

    def plain(self) -> dict[str, object]:
        """For programs."""
        return {"entry": self.entry, "state": loads(self.text)}


def public_state(game: Game) -> Public:
    return Public(game.moments[-1].number, public_text(game.book.edition, game.position))


class SingleAction(NamedTuple):
    """A single action that is legal now: its kind, and the move that consists of it alone.

    text  in one line: `stone C4`; actions that need each other are joined: `stone C4 + stone D4`
    """

    kind: str
    move: Data
    text: str


def legal_actions(game: Game, seat: str = "") -> list[SingleAction]:
    """Every single action that the seat to move may play now: the candidates that break no rule."""
    refuse_stranger(game, seat)
    mover = mover_of(game)
    refuse_other(seat or mover, mover)
    return list(lawful(game))


def mover_of(game: Game) -> str:
    """The seat to move. Raises Missing when the game is over, Refused before the deal and after an early end."""
    mover = game.mover
    if mover is None and game.phase != WAITING:
        raise Missing(say("{game} is over, so it is nobody's turn.", game=game.id))
    refuse_idle(game)
    assert mover, "a game in play that is not over asks a seat"
    return mover


def lawful(game: Game) -> Iterator[SingleAction]:
    parts = move_parts(game.book.id)
    for kind, move in legal_candidates(game.book.play, game.position):
        yield SingleAction(kind, move, JOINED.join(lines_of_parts(parts, move)))


def judge_action(game: Game, text: str, seat: str = "") -> Phrase:
    """Whether a single action such as `stone C4` may be played now. Raises Illegal with the text of a refusal."""
    refuse_stranger(game, seat)
    mover = seat or mover_of(game)
    refuse_idle(game)
    try:
        move = {"seat": mover, **move_of_line(game.book, text)}
    except ValueError as error:
        raise Refused(no_action(game, text), example(game)) from error
    try:
        ruling = judge(game.book.play, game.position, move, refuse_chance)
    except Veiled:
        ruling = None
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, Source("action", text, move, {(): (1, 1)}, {}), ruling.violations)
    return say("This action of {seat} is legal: {action}.", seat=mover, action=text.strip())


JOINED = " + "
"""Between actions of a line that need each other."""


def move_of_line(book: AnyRulebook, text: str) -> Data:
    """The move in a line: actions as `words` writes them; a colon as in a move file is accepted.

    Raises ValueError.
    """
    found: Data = {}
    text = re.sub(r"^\s*-\s+", "", text)
    if FLOW in text:
        return {"actions": in_yaml(book, text)}
    for line in text.split(JOINED):
        part = move_of_action(book, line)
        found = {**found, **part, "actions": [*actions_of(found), *actions_of(part)]}
    return found


def move_of_action(book: AnyRulebook, line: str) -> Mapping[str, object]:
    """A single action. Raises ValueError."""
    if book.play.action:
        return book.play.action(re.sub(r"^\s*(\w+)\s*:", r"\1 ", line))
    return {"actions": in_yaml(book, with_colon(line))}


def with_colon(line: str) -> str:
    """`stone C4` as a move file has it: `stone: C4`."""
    return re.sub(r"^\s*(\w+)[\s:]+", r"\1: ", line)


FLOW = "{"
"""An action with it is written as in a move file, with braces."""


def in_yaml(book: AnyRulebook, text: str) -> list[object]:
    """An action as a move file has it: `move: {from: B2, to: C3}`. Raises ValueError if it is none."""
    try:
        return in_a_file(book, text)
    except reading.BadInput as bad:
        raise ValueError(text) from bad


LISTED = "  - "


def in_a_file(book: AnyRulebook, text: str, names: Callable[[], Mapping[str, str]] = dict) -> list[object]:
    """The same. Raises BadInput with the text that a move file would get."""
    whole = f"game: any\nafter: 0\nseat: {book.seats[0]}\nactions:\n{LISTED}{text}\n"
    return list(reading.typed_data(reading.read_source(whole.encode(), "action"), f"{book.id}.move", names)["actions"])


def no_action(game: Game, text: str) -> Phrase:
    """That a line is no action, why not, and what to write if that can be known."""
    facts = {"text": repr(text), "title": game.book.name}
    for line in [text] if FLOW in text else text.split(JOINED):
        for written in (with_colon(line), line):
            problem = misfit(game, written)
            if problem and (problem.fix or problem.column > len(LISTED) + 1):
                why = word_list([each for each in (problem.says, problem.hint) if each], " ")
                return say("{text} isn't an action of {title}. {why}", why=why, **facts)
    return say("{text} isn't an action of {title}.", **facts)


def misfit(game: Game, line: str) -> reading.Problem | None:
    """The first error that a move file with this line would get."""
    try:
        in_a_file(game.book, line, lambda: game.book.show().places(game.position))
    except reading.BadInput as bad:
        return bad.problems[0]
    return None


def example(game: Game) -> Phrase:
    return say(
        "Write it in one line as in a move: the name of the action, then its value. For examples: referee why {game}",
        game=game.id,
    )


class Suggestion(NamedTuple):
    """A move as data that fits the schema of its title's moves, and as the text of a move file."""

    move: Data
    text: str


def suggested_move(game: Game, seed: int = 0) -> Suggestion:
    """A legal move by the title's planning player."""
    fields = answer_fields(game, {"seat": mover_of(game), **suggest_move(game.book, game.position, seed)})
    return Suggestion(fields, reading.dump(fields))


def answer_fields(game: Game, move: Data) -> Data:
    """A move as its file has it: an answer to the last entry of the game."""
    return {"game": game.id, "after": game.log.last, "head": game.log.head[:MOVE_HEAD], **move}


class HistoryLine(NamedTuple):
    """One entry of a log in brief: the move, what chance showed, what was said.

    `told`: its text, if it is not a move.
    """

    entry: int
    at: str
    kind: str
    seat: str
    played: str
    shown: str
    told: str
    say: str
    head: str


def history(game: Game) -> list[HistoryLine]:
    """The entries of a game's log in order; the header is entry 0."""
    header = HistoryLine(0, "", "header", "", game.header["title"], "", "", "", game.log.heads[0])
    return [header, *(line_of(game, number, each) for number, each in enumerate(game.log.entries, 1))]


def line_of(game: Game, number: int, entry: Entry) -> HistoryLine:
    return HistoryLine(
        number,
        entry["at"],
        entry["kind"],
        entry.get("seat", ""),
        ", ".join(action_lines(game.book.id, entry)),
        shown_text(entry),
        aside_text(game, number),
        entry.get("say", ""),
        game.log.heads[number],
    )


def aside_text(game: Game, number: int) -> str:
    """The text of an entry that is no part of play, or of what the moderator let pass in a move; empty for others."""
    moment = game.moments[number]
    if game.log.entry(number)["kind"] in ("deal", "move", "missed"):
        overruled = overrule_line(moment)
        return str(overruled.says) if overruled else ""
    line = of_every_title(header_after(game.header, game.moments[:number]), moment)
    return str(line.says) if line else ""


def menu(game: Game, seat: str) -> Menu | None:
    """What the seat may do now, as far as it may know; when it is not to move, what it can order for its next turn.

    None when it can do neither.
    """
    closed = game.moments[-1].entry.get("kind") == "close"
    if game.phase == WAITING or closed or game.mover is None:
        return None
    if game.mover != seat:
        return menu_ahead(game, seat)
    found = offered_menu(game, seat)
    return found and menu_with_people(found, game.players)._replace(idle=tuple(idle(game, seat)))


def menu_with_people(menu: Menu, players: Mapping[str, str]) -> Menu:
    """The menu with players instead of seats in its sentences."""
    choices = [each._replace(says=with_people(each.says, players)) for each in menu.choices]
    refusals = [each._replace(says=with_people(each.says, players)) for each in menu.refusals]
    lights = [each._replace(says=with_people(each.says, players)) for each in menu.lights]
    return menu._replace(choices=tuple(choices), refusals=tuple(refusals), lights=tuple(lights))


def offered_menu(game: Game, seat: str) -> Menu | None:
    """The menu of the title, or one of its single actions."""
    menu = game.book.compose().menu
    if menu:
        return menu(game.header, game.line)
    return of_singles(game.book.show().view(game.header, game.line, seat), list(lawful(game)))


def idle(game: Game, seat: str) -> Iterator[Refusal]:
    """Why the rules refuse a move of the seat that does nothing; nothing if they allow it."""
    try:
        ruling = judge(game.book.play, game.position, {"seat": seat}, refuse_chance)
    except Veiled:  # it goes as far as to show something hidden: nothing forbade it
        return
    if isinstance(ruling, Rejected):
        yield from [Refusal("", (), each.says, (each.rule,)) for each in ruling.violations]


def of_singles(view: View, singles: list[SingleAction]) -> Menu:
    """Each legal single action as a choice that excludes any other: nothing is known about combinations."""
    labels = {str(space.label) for space in view.board.spaces} if view.board else set()
    return Menu(
        game=view.game,
        title=view.title,
        entry=view.entry,
        head=view.head,
        seat=view.asked.seat if view.asked else "",
        kinds=tuple([Kind(kind, term(kind)) for kind in dict.fromkeys(single.kind for single in singles)]),
        choices=tuple([each for single in singles if (each := choice(view.title, single, labels))]),
        parts=move_parts(view.title),
        budgets=(Budget(say("")),),
        allowances=(Allowance((1,), say("one action")),),
    )


def choice(title: str, single: SingleAction, labels: set[str]) -> Choice | None:
    """A single action of a title as a choice; None if it does more than one thing."""
    does = list(written_parts(title, single.move))
    if len(does) != 1:
        return None
    ((part, text),) = does
    spaces = tuple([word for word in dict.fromkeys(single.text.split()) if word in labels])
    return Choice(single.kind, spaces[:1], term(single.text), text, part, uses=(1,))


def written_parts(title: str, move: Data) -> Iterator[tuple[str, str]]:
    """The actions of a move of a title, each with the name of its part and as a move file writes it."""
    for name, form in move_parts(title):
        value: Any = move.get(name)
        if form == "list":
            yield from [(name, action_text(action)) for action in value or ()]
        elif form == "mapping":
            yield from [(name, action_text({kind: each})) for kind, each in (value or {}).items()]
        elif value:
            yield name, f"{name}: {dumps(value)}"


def action_text(action: Mapping[str, object] | str) -> str:
    """`stone: B2`, `pass`, `move: {"from": "B2", "to": "C3"}`: JSON is YAML, too."""
    if isinstance(action, str):
        return action
    return ", ".join([f"{kind}: {value if is_plain(value) else dumps(value)}" for kind, value in action.items()])


def is_plain(value: object) -> bool:
    """Whether YAML reads it without quotes."""
    return isinstance(value, int) or bool(isinstance(value, str) and re.fullmatch(r"\w[\w -]*", value, re.ASCII))


AS_IF_NOW = say(
    "These are the moves that you could make if it was your turn now. When it is your turn, they are checked again."
)


def menu_ahead(game: Game, seat: str) -> Menu | None:
    """What a seat could do if its next turn began now; None where orders ahead are not possible, or that is unknown.

    It is the same whether or not the seat has orders.
    """
    compose = game.book.compose()
    if not takes_orders(game.header) or seat not in game.header["seats"] or not compose.menu or not compose.next_turn:
        return None
    position = compose.next_turn(game.position, seat)
    if position is None:
        return None
    found = compose.menu(game.header, (*game.line[:-1], replace(game.line[-1], position=position)))
    return found and menu_with_people(found, game.players)._replace(begins=(AS_IF_NOW,), ahead=True)


def view_for_reader(game: Game, reader: str) -> View:
    return view_in_game(game, game.book.show().view(game.header, game.line, reader))


def view_in_game(game: Game, view: View) -> View:
    """A view that says what was agreed for its game, too, and by when its reader should move, or who has time until
    when.
    """
    return view_with_deadline(game, view._replace(options=tuple(unusual_options(game))))


def unusual_options(game: Game) -> Iterator[Phrase]:
    """Each option of the game that is not as usual: its subject and the choice."""
    for option in game.book.options:
        value = game.header["options"].get(option.name, option.values[0])
        if value != option.values[0]:
            yield say("{option}: {value}", option=option.says, value=plain_name(value))


def view_with_deadline(game: Game, view: View) -> View:
    """The view with its deadline. A zone that this machine does not know is no reason to show nothing."""
    if game.moments[-1].number != game.log.last or not has_clock(game):
        return view
    with suppress(Refused):
        return view._replace(deadline=time_sentence(game, view.seat), due=short_time(game))
    return view


def has_clock(game: Game) -> bool:
    """Whether the game ever had a clock or a proposal: for others, which are most, what counts time need not be
    imported.
    """
    return any("clock" in each or each.get("kind") in ("clock", "proposal") for each in game.log.documents)


def film_of_game(game: Game, moments: Sequence[Moment], sights: Sequence[str], first: int) -> Film:
    show = game.book.show()
    if show.film:
        return show.film(game.header, moments, sights, first)
    return of_views(show.view, game.header, moments, sights, first)


def end_of_game(game: Game, first: int = 0) -> FilmEnd:
    """What everybody sees at the end of a game, and its stills from place `first` on."""
    stills = Stills(film_of_game(game, game.line, [""], first))
    for _ in stills:
        pass
    return stills.end


def turn_lines(game: Game) -> Iterator[Line]:
    """Each turn that counts, and what was said beside the turns, with the number of the entry after which it was over.

    A turn of several entries is one line; what came between them is in it.
    """
    film = film_of_game(game, game.line, ("",), 0)
    for turn in filmed_turns(filmed_entries(game.line, film.stills)):
        yield from [
            numbered_line(each.number, line) for each in (*turn.before, *turn.telling) for line in each.still.digest
        ]


def filmed_entries(moments: Iterable[Moment], stills: Iterable[Still]) -> Iterator[FilmedEntry]:
    for at, (moment, still) in enumerate(zip(moments, stills, strict=True)):
        yield FilmedEntry(at, moment.number, str(moment.entry.get("seat", "")), still)


def numbered_line(number: int, line: Line) -> Line:
    return line._replace(says=say("{number}. {turn}", number=number, turn=line.says))
