"""A move that its player corrects while nobody has moved since: one word takes it back and plays the other one.

Both are recorded, or neither: the run commits all that a mail adds to a game at once.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.app.ahead import written_orders
from referee.app.errors import Stop
from referee.app.game_access import game_after
from referee.app.play import submit_move
from referee.app.play.read_move import read_move
from referee.app.play.record_move import recorded_before, recorded_now
from referee.app.play.refusal import moves_phrase
from referee.app.repair.take_back import UndoRequest, append_undo, undo_of
from referee.mail.act.admission import Admission
from referee.mail.act.answer_older import moved_words
from referee.mail.act.answer_requests import handle_block, joined_answer, nonce_in
from referee.mail.act.answer_undo import refuse_often, taken_back_before
from referee.mail.act.heard_mail import NOTHING, STILL_OPEN, UNSENT, Hearing, MailAnswer, Offer, recorded_answer
from referee.mail.act.letter_words import undo_words
from referee.mail.act.mail_meaning import Act, quotation
from referee.mail.read.move_blocks import unfenced_text
from referee.mail.read.request_words import UNDO, Request
from referee.mail.read.requests import Block, Wishes
from referee.reading import BadInput, dump
from referee.reading.schemas import move_parts
from referee.reading.yaml_reader import MOVE_BLOCK
from referee.rules.entry_shapes import turning
from referee.store.documents import Entry
from referee.words import Phrase, say

Read = Callable[[Hearing, Act], MailAnswer]
"""Reads the mail again as one about a game, and acts on what it says."""
TAKING_BACK = "undo\n"
"""Begins an offer that takes a move back and plays the block below it."""
PLACE = re.compile(r"(?m)^(?:after|head): .*$")
NAME = re.compile(r"(?<![\w-])[^\W\d_]+\d+(?![\w-])")
"""A name of letters and digits, such as L9."""


class TurnCorrection(NamedTuple):
    """What a player has moved, and the blocks that they may mean in its place; each with its move in words."""

    moved: Phrase
    blocks: dict[str, Phrase]


def own_last_turn(hearing: Hearing) -> tuple[int, tuple[int, ...]] | None:
    """Where the last turn began and its entries, if it is the sender's, over, and theirs alone to take back."""
    game, sender = hearing.game, hearing.sender
    if game.mover == sender.seat or game.log.last != sender.since or sender.signer:
        return None
    try:
        undo = undo_of(game, UndoRequest(seat=sender.seat))
        refuse_often(game, sender.seat)
    except Stop:
        return None
    documents = game.log.documents
    is_own = all(documents[number].get("kind") == "move" for number in undo.undone)
    if undo.asks or not undo.undone or not is_own or sender.entry < turning(documents[: undo.back + 1]):
        return None
    return undo.back, undo.undone


def correction_in(hearing: Hearing, text: str, read: Read) -> TurnCorrection | None:
    """What a mail may correct of the sender's last turn, read as if that had not been played; None: it is not about it.

    `text`: its writer's own lines.
    """
    turn = own_last_turn(hearing)
    if turn is None:
        return None
    back, undone = turn
    game = hearing.game
    sender = hearing.sender._replace(entry=back, since=back)
    before = Hearing(hearing.table, game_after(game, back), sender, hearing.kept)
    tried, others = list[str](), list[Wishes]()

    def note(_: Hearing, wish: Wishes) -> MailAnswer:
        rest = wish._replace(block=None, asked=tuple(each for each in wish.asked if each != Request(UNDO)))
        if wish.block and not wish.block.check and rest.idle:
            tried.append(wish.block.raw.decode("utf-8", "replace"))
        else:
            others.append(wish)
        return MailAnswer((NOTHING,))

    done = read(before, note)
    is_undoing = done.lines == (UNDO,) and bool(done.readings)
    is_asked = STILL_OPEN in done.opening and UNSENT not in done.opening and (not done.lines or is_undoing)
    if others or not (tried or is_asked):
        return None
    played = [game.log.entry(number) for number in undone]
    blocks = [*tried, *map(unfenced_text, done.readings)] or list(with_other_name(before, played, text))
    same = [moves_phrase(game.book.id, each) for each in (played, *([each] for each in played))]
    judged = {each: legal_move(before, each) for each in [PLACE.sub(f"after: {back}", each) for each in blocks]}
    return TurnCorrection(same[0], {block: move for block, move in judged.items() if move and move not in same})


def with_other_name(before: Hearing, played: Sequence[Entry], text: str) -> Iterator[str]:
    """The move as it was played, with the one other name that a text has in place of the one that it changes."""
    parts = [each.name for each in move_parts(before.game.book.id)]
    if len(played) != 1:
        return
    entry: Mapping[str, Any] = played[0]
    block = dump({name: entry[name] for name in parts if entry.get(name)})
    old = {each.upper() for each in NAME.findall(block)}
    said = list(dict.fromkeys(each.upper() for each in NAME.findall(text)))
    new, gone = [each for each in said if each not in old], [each for each in said if each in old] or sorted(old)
    if len(new) == len(gone) == 1:
        sender = before.sender
        heads = f"game: {sender.game}\nafter: {sender.entry}\nseat: {sender.seat}\n"
        yield heads + re.sub(rf"(?i)(?<![\w-]){gone[0]}(?![\w-])", new[0], block)


def legal_move(hearing: Hearing, block: str) -> Phrase | None:
    """A move in words, if it is legal as far as that can be known before it is made."""
    try:
        draft = read_move(hearing.table, block.encode(), MOVE_BLOCK)
        if nonce_in(draft.source) or written_orders.is_orders(draft.source):
            return None
        return submit_move.rehearse_in(hearing.table, hearing.game, draft, Admission(hearing.sender)).move
    except (Stop, BadInput):
        return None


def correcting_answer(hearing: Hearing, found: TurnCorrection, text: str) -> MailAnswer:
    """That the sender has moved, how to take it back, and the word that plays another move in its place."""
    last = hearing.game.log.last
    texts = {TAKING_BACK + block: move for block, move in found.blocks.items()}
    codes = {text: hearing.offer_code(last, text) for text in texts}
    ways = [say(IN_PLACE, code=codes[text], move=move) for text, move in texts.items()]
    player = hearing.game.players[hearing.sender.seat]
    offer = Offer(last, turning(hearing.game.log.documents), {codes[text]: text for text in texts}, player)
    quoted = say("You write: {words}", words=quotation(text.split()))
    opening = (quoted, *moved_words(found.moved), *ways, NOTHING)
    return MailAnswer(opening, subject=say("You have already moved"), offer=offer if texts else None)


IN_PLACE = "To take it back and play this in its place, reply `yes {code}`: {move}."
CHANGED = say("The game has gone on since I offered this. If you still want it, write it again.")


def correction_answer(hearing: Hearing, offer: Offer, block: str) -> MailAnswer:
    """A move is taken back and another one played: both are recorded, or neither. Raises Stop, BadInput."""
    game, seat = hearing.game, hearing.sender.seat
    undone = taken_back_before(hearing)
    if not undone:
        if turning(game.log.documents) != offer.turn:
            return MailAnswer((CHANGED, NOTHING), is_older=True)
        request = UndoRequest(seat=seat)
        undo = undo_of(game, request)
        refuse_often(game, seat)
        hearing.game = append_undo(hearing.table, game, undo.back, request)
        undone = hearing.game.log.last
        done = recorded_now(hearing.game, seat)
    else:
        done = recorded_before(game, seat, undone)
    taken = recorded_answer(hearing.sender, done, *undo_words(hearing.game, undone, seat))
    hearing.sender = hearing.sender._replace(entry=undone)
    raw = PLACE.sub(f"after: {undone}", block).encode()
    try:
        played = handle_block(hearing, Block(raw, MOVE_BLOCK), ())
    except BaseException:
        hearing.game = game
        raise
    return joined_answer([taken, played]) if played.entry is not None else played
