"""Going back: a player takes a move back, or the moderator returns the game to an earlier position.

What may be undone freely, who must agree, and what nobody can undo follows from who has moved and who has learned
something since.
"""

from typing import cast

from referee.app.consent.proposals import propose
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.play.entries import append_entry
from referee.app.play.later_secrets import promise_new_secret
from referee.app.play.read_move import refuse_idle
from referee.app.play.record_move import Submitted, record_command
from referee.app.repair.go_back import goal_of, undone_turns
from referee.app.repair.reasons import refuse_reason
from referee.records import NamedTuple
from referee.rules.entry_shapes import MODERATOR, turning
from referee.rules.horizon import Horizon, horizon, lessons
from referee.rules.knowledge import EVERYBODY, Lesson
from referee.rules.line import Moment, place_after
from referee.rules.proposals import Proposal
from referee.rules.rewrites import UNDO
from referee.show.sentences import header_after, is_practice
from referee.store.chance import is_known_deal
from referee.store.documents import Aside, is_kind
from referee.store.endings import people
from referee.words import Phrase, say, word_list

MOST = 3
"""So many moves may a player take back without asking anybody, before somebody else moves."""


class UndoRequest(NamedTuple):
    """A wish to go back: whose it is, and how far.

    back    the entry to whose position the game returns; None: to where the last turn began
    seat    its player wants it; "": the moderator
    ask     the moderator leaves it to the players
    reseal  whatever was drawn since is shuffled again, with all that nobody has seen
    """

    back: int | None = None
    seat: str = ""
    why: str = ""
    ask: bool = False
    reseal: bool = False


class Undo(NamedTuple):
    """What going back means.

    undone  the numbers of the turns that no longer count
    asks    the seats that must agree first
    horizon  how far back the game could go without anybody knowing more than they did then
    """

    back: int
    undone: tuple[int, ...]
    asks: tuple[str, ...]
    horizon: Horizon


class TakenBack(NamedTuple):
    """The result of a request to go back; `done`: what was recorded, None in a dry run."""

    game: str
    undo: Undo
    done: Submitted | None


def take_back(table: Table, id: str, request: UndoRequest, *, dry_run: bool = False) -> TakenBack:
    """Go back, or ask those who must agree. Twice does no harm. Raises Refused, Usage."""
    if request.why:
        refuse_reason(request.why)
    if dry_run:
        return TakenBack(id, undo_of(open_game(table, id), request), None)
    undo: Undo | None = None

    def add_undo(table: Table, game: Game) -> Game | int:
        nonlocal undo
        if before := undone_before(game, request):
            undo = Undo(before.back, (), (), horizon_of(game))
            return before.number
        undo = undo_of(game, request)
        return go_back_or_ask(table, game, request, undo)

    done = record_command(table, id, add_undo)
    assert undo
    return TakenBack(id, undo._replace(undone=()) if done.before else undo, done)


def proposal_fields(request: UndoRequest, undo: Undo) -> Aside:
    """The fields of the question to those who must agree."""
    who = {"seat": request.seat} if request.seat else {"by": MODERATOR}
    return cast(Aside, {**who, "what": UNDO, "back": undo.back, "asks": list(undo.asks)})


class Before(NamedTuple):
    """An undo that is recorded: its entry, and that to which it went back."""

    number: int
    back: int


def undone_before(game: Game, request: UndoRequest) -> Before | None:
    """The undo that a request asks for, where it is the last thing that happened to the game.

    To take the last turn back is asked for once, as long as nobody has moved: whoever says it again has seen no answer.
    """
    number = turning(game.log.documents)
    entry = game.moments[number].entry
    if not is_kind(entry, "undo"):
        return None
    back = int(entry["back"])
    is_same = entry.get("seat", "") == request.seat if request.back is None else back == request.back
    return Before(number, back) if is_same else None


def further_hint(game: Game, seat: str) -> tuple[Phrase, ...]:
    """How to go back further than the last undo did; nothing where that would be refused."""
    try:
        back = undo_of(game, UndoRequest(seat=seat)).back
    except Refused:
        return ()
    by = f" --seat {seat}" if seat else ""
    return (say("To go back further: referee undo {game} --to {back}{by}", game=game.id, back=back, by=by),)


def go_back_or_ask(table: Table, game: Game, request: UndoRequest, undo: Undo) -> Game | int:
    """The game after going back, or with the question to those who must agree, or the number of the same question."""
    if not undo.asks:
        return append_undo(table, game, undo.back, request)
    return propose(table, game, proposal_fields(request, undo))


def append_undo(table: Table, game: Game, back: int, request: UndoRequest, proposal: int = 0) -> Game:
    """The game after going back."""
    position = game.line[place_after(game.line, back) - 1].position
    fields: dict[str, object] = {"back": back}
    fields |= {"seat": request.seat} if request.seat else {"by": MODERATOR}
    fields |= {"why": request.why} if request.why else {}
    fields |= {"proposal": proposal} if proposal else {}
    fields |= {"commitment": promise_new_secret(table, game)} if request.reseal else {}
    return append_entry(table, game, "undo", fields, {}, position)


def undo_as_agreed(table: Table, game: Game, found: Proposal) -> Game:
    """The game after going back as everybody who was asked agreed."""
    back = int(str(found.own["back"]))
    return append_undo(table, game, back, UndoRequest(seat=found.seat), found.number)


def undo_of(game: Game, request: UndoRequest) -> Undo:
    """What a request means. Raises Refused where the game can't go back so far, Usage."""
    refuse_idle(game)
    refuse_stranger(game, request.seat)
    back = goal_of(game, request.back, request.seat)
    since = [each for each in game.line if each.number > back]
    learned = [] if is_open_to_all(game) else [each for each in lessons_of(game) if each.entry > back]
    refuse_reseal(game, request, since, learned)
    if not request.reseal:
        refuse_shown(game, request, back, since, learned)
    asks = asked_seats(game, request, since, learned)
    return Undo(back, undone_turns(game, back), asks, horizon_of(game))


def is_open_to_all(game: Game) -> bool:
    """Whether going back can teach nobody anything: the shuffle is public, or the game is entered from paper."""
    return is_practice(game.header) or is_known_deal(game.header)


def horizon_of(game: Game) -> Horizon:
    """How far back the game could go without anybody knowing more than they did then: an open one to its deal."""
    line = game.line
    if is_open_to_all(game):
        line = line[: 1 + next((at for at, each in enumerate(line) if is_kind(each.entry, "deal")), 0)]
    return horizon(game.book, header_after(game.header, game.line), line)


def lessons_of(game: Game) -> list[Lesson]:
    """What the entries that count have taught."""
    return lessons(game.book, header_after(game.header, game.line), game.line)


def refuse_shown(game: Game, request: UndoRequest, back: int, since: list[Moment], learned: list[Lesson]) -> None:
    """Raises Refused if chance showed something since that somebody knows now."""
    drawn = [each.number for each in since if each.asked]
    shown = [each for each in learned if each.entry in drawn]
    if not shown:
        return
    last = shown[-1].entry
    told = word_list([each.says for each in shown if each.entry == last], " ")
    words = "{told} That can't be forgotten, so the game can't go back to before entry {last}."
    hint = say("You can go back as far as entry {last}: --to {last}", last=last)
    if request.seat:
        hint = say("You can go back as far as entry {last}. Reply with `undo to {last}`.", last=last)
    command = say(
        "To go back all the same and shuffle again what was drawn since: referee undo {game} --to {back} --reseal",
        game=game.id,
        back=back,
    )
    raise Refused(say(words, told=told, last=last), hint if undone_turns(game, last) else None, command)


def refuse_reseal(game: Game, request: UndoRequest, since: list[Moment], learned: list[Lesson]) -> None:
    """Raises Refused where nothing is to be shuffled again, and for a player."""
    if not request.reseal:
        return
    if request.seat:
        raise Refused(say("Only the moderator can shuffle the piles again."))
    if is_open_to_all(game):
        raise Refused(say("Everybody may know the shuffle of this game, so it can't be made secret again."))
    if not any(each.asked for each in since):
        raise Refused(say("Nothing was drawn since, so there is nothing to shuffle again. Leave out --reseal."))


def asked_seats(game: Game, request: UndoRequest, since: list[Moment], learned: list[Lesson]) -> tuple[str, ...]:
    """The seats that must agree: who moved since and who learned something, as far as people play them.

    The moderator decides alone, unless the players are to be asked.
    """
    if not request.seat and not request.ask:
        return ()
    concerned = [each.entry.get("seat") for each in since if each.entry.get("kind") in ("move", "missed")]
    concerned += [reader for each in learned for reader in each.readers if reader != EVERYBODY]
    return tuple([seat for seat in people(game.log.documents) if seat in concerned and seat != request.seat])


def undo_sentence(undo: Undo) -> Phrase:
    """What no longer counts, or who must agree first."""
    facts = {"undone": word_list(undo.undone), "back": undo.back, "asks": word_list(undo.asks)}
    if undo.asks:
        return say("To go back to entry {back} needs the consent of {asks}.", **facts)
    if not undo.undone:
        return say("The game is where it was after entry {back}.", **facts)
    if len(undo.undone) == 1:
        return say("Entry {undone} no longer counts. The game is where it was after entry {back}.", **facts)
    return say("Entries {undone} no longer count. The game is where it was after entry {back}.", **facts)
