"""Which turn a move by mail is for, and who may send it: that of its e-mail, or what is open of the same turn now."""

import re
from collections.abc import Iterator
from itertools import chain, repeat

from referee.app.errors import Refused, Stop
from referee.app.game_access import Game, game_after
from referee.app.play import submit_move
from referee.app.play.read_move import read_move
from referee.app.play.record_move import Submitted
from referee.app.play.refusal import moves_phrase
from referee.mail.act.heard_mail import Hearing, MailSender, is_used_up
from referee.mail.read.requests import Block
from referee.reading import BadInput, Problem, Source, problem_at
from referee.reading.yaml_reader import MOVE_BLOCK
from referee.rules.entry_shapes import ASIDES, turning
from referee.store.documents import Entry, Move
from referee.words import Phrase, say, verbatim_word


class Admission:
    """Admits a player's move for their own seat, in answer to an e-mail (a `MoveSender`)."""

    def __init__(self, sender: MailSender) -> None:
        self.game, self.seat, self.entry = sender.game, sender.seat, sender.entry

    def problems(self, game: Game, source: Source, move: Move, number: int) -> list[Problem]:
        """Problems: the move is for another game or seat, or for another turn than the e-mail. Raises Refused."""
        if self.entry > game.log.last:
            raise Refused(lost_end(self.entry, game.log.last))
        turn = self.turn_problem(game, source, move, number)
        return [*self.game_problem(source, move), *self.seat_problem(source, move), *turn]

    def game_problem(self, source: Source, move: Move) -> Iterator[Problem]:
        """It does not reveal which other games exist."""
        if move.get("game", self.game) != self.game:
            says = say("Your e-mail answers one of the game {game}.", game=self.game)
            yield problem_at(source, ("game",), says, say("Write `game: {game}`.", game=self.game))

    def seat_problem(self, source: Source, move: Move) -> Iterator[Problem]:
        if move["seat"] != self.seat:
            says = say("You are answering an e-mail to {seat}.", seat=self.seat)
            yield problem_at(source, ("seat",), says, say("Write `seat: {seat}`.", seat=verbatim_word(self.seat)))

    def turn_problem(self, game: Game, source: Source, move: Move, number: int) -> Iterator[Problem]:
        documents = game.log.documents
        sent, meant = turning(documents[: self.entry + 1]), turning(documents[: number + 1])
        if sent != meant:
            at = ("after",) if "after" in move else ("head",)
            hint = say(
                "Write `after: {sent}`, and no `head`." if "head" in move else "Write `after: {sent}`.", sent=sent
            )
            yield problem_at(source, at, say("This is from the block of another e-mail."), hint)


def lost_end(sent: int, last: int) -> Phrase:
    words = (
        "The e-mail you are answering is about entry {sent}, but the last entry here is "
        "{last}: the end of the log is missing. Please inform the moderator."
    )
    return say(words, sent=sent, last=last)


class EitherTime(Stop):
    """A move that was possible when its e-mail was sent, and still is after what its player has done of the turn.

    block   the move as it would be played now
    """

    def __init__(self, done: Phrase, block: str) -> None:
        super().__init__(
            say("You have already played this in this turn: {done}. Do you want this now, too?", done=done)
        )
        self.block = block


def placed_block(hearing: Hearing, block: Block) -> tuple[Block, Admission]:
    """A block, and who may send it. What answers an earlier e-mail of the open turn is read for the position of now.

    Raises EitherTime where it may as well be what its e-mail asked for.
    """
    admit, done = Admission(hearing.sender), own_parts_since(hearing)
    if not done or refusal_of_move(hearing, hearing.game, block.raw, admit) is None:  # it is recorded already
        return block, admit
    now, admit_now = block._replace(raw=move_for_now(hearing, block.raw)), Admission(sender_now(hearing))
    is_for_now = PLACE.findall(block.raw) == [f"after: {admit_now.entry}".encode()]
    if block.check or is_for_now or refusal_of_move(hearing, hearing.game, now.raw, admit_now):
        return now, admit_now
    then = game_after(hearing.game, admit.entry)
    if refusal_of_move(hearing, then, with_place(block.raw, admit.entry), admit) is None:
        raise EitherTime(moves_phrase(then.book.id, done), now.raw.decode("utf-8", "replace"))
    return now, admit_now


def own_parts_since(hearing: Hearing) -> list[Entry]:
    """What the sender has done of the open turn since the e-mail that asked for it, if nothing else was done since."""
    game, sender = hearing.game, hearing.sender
    if not sender.entry < sender.since or is_used_up(game, sender):
        return []
    movers = [game.book.play.to_move(game.moments[number].position) for number in (sender.entry, sender.since)]
    since = [game.log.entry(number) for number in range(sender.entry + 1, sender.since + 1)]
    done = [each for each in since if each["kind"] not in ASIDES]
    is_own = all(each["kind"] == "move" and each["seat"] == sender.seat for each in done)
    return done if movers == [sender.seat, sender.seat] and is_own else []


def sender_now(hearing: Hearing) -> MailSender:
    """The sender of a mail as if it answered the newest e-mail, where it answers an earlier one of the open turn."""
    sender = hearing.sender
    return sender._replace(entry=sender.since) if own_parts_since(hearing) else sender


def move_for_now(hearing: Hearing, raw: bytes) -> bytes:
    """A move that answers what `sender_now` answers, if it is another e-mail than that of the mail."""
    now = sender_now(hearing)
    return raw if now == hearing.sender else with_place(raw, now.entry)


def with_place(raw: bytes, entry: int) -> bytes:
    """A move with the entry that it answers in place of its own. The number of lines stays."""
    places = chain([f"after: {entry}".encode()], repeat(b""))
    return PLACE.sub(lambda _: next(places), raw)


PLACE = re.compile(rb"(?m)^(?:after|head):.*$")


def refusal_of_move(hearing: Hearing, game: Game, raw: bytes, admit: Admission) -> Stop | BadInput | None:
    """Why a move would be refused in a game; None if it would not, as far as that can be known before it is made."""
    try:
        rehearse_mailed(hearing, game, raw, admit)
    except (Stop, BadInput) as error:
        return error
    return None


def rehearse_mailed(
    hearing: Hearing, game: Game, raw: bytes, admit: Admission, *, with_view: bool = False
) -> Submitted:
    """What a move would do, as far as that can be known before it is made. Raises Stop, BadInput."""
    draft = read_move(hearing.table, raw, MOVE_BLOCK)
    return submit_move.rehearse_in(hearing.table, game, draft, admit, with_view=with_view)
