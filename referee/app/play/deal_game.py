"""The nonces of the players, where a game waits for them, and the deal."""

import re

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, refuse_stranger
from referee.app.play.entries import Dealer, append_entry, held_game
from referee.app.play.record_move import Submitted, recorded_before, recorded_now, report_recorded, write_report
from referee.rules.entry_shapes import silent_seats
from referee.rules.folds import deal_result
from referee.rules.replay import WAITING, nonces_of
from referee.store import chance
from referee.words import Phrase, say


def enter_player_nonce(table: Table, id: str, seat: str, digits: str, *, then_deal: bool = True) -> Submitted:
    """Enter the nonce of a player; when all seats have answered, deal."""
    with held_game(table, id) as held:
        held.game, done = enter_nonce(table, held.game, seat, digits, then_deal=then_deal)
    return done if done.before else write_report(table, held.game, done)


def enter_nonce(table: Table, game: Game, seat: str, digits: str, *, then_deal: bool = True) -> tuple[Game, Submitted]:
    """The same in a game that is open, without the reports. The caller commits it."""
    given, last = checked_nonce(game, seat, digits), game.log.last
    if seat in silent_seats(game.log.documents) or nonces_of(game.log)[seat] != given:
        refuse_late(game, seat, given)
        game = append_entry(table, game, "nonce", {"seat": seat, "nonce": given}, {}, game.position)
    game, stopped = dealt_if_complete(table, game) if then_deal else (game, None)
    if game.log.last > last:
        return game, recorded_now(game, seat, game.log.last - last, stopped)
    return game, recorded_before(game, seat, first_entry_number(game, "nonce", seat), stopped)


def dealt_if_complete(table: Table, game: Game) -> tuple[Game, Exception | None]:
    """The game, dealt if all nonces are there; and why it could not be dealt."""
    if game.phase != WAITING or silent_seats(game.log.documents):
        return game, None
    try:
        return deal_now(table, game), None
    except Exception as stop:
        return game, stop


def first_entry_number(game: Game, kind: str, seat: str | None = None) -> int:
    """The number of the first entry of this kind, and of this seat."""
    entries = enumerate(game.log.entries, 1)
    return next(number for number, each in entries if (each["kind"], each.get("seat")) == (kind, seat))


def checked_nonce(game: Game, seat: str, digits: str) -> str:
    refuse_stranger(game, seat)
    if not re.fullmatch(r"[0-9a-fA-F]{32}", digits):
        raise Refused(no_nonce(digits))
    return digits.lower()


def no_nonce(digits: str) -> Phrase:
    strange = re.search("[^0-9a-fA-F]", digits)
    if strange:
        words = "A nonce is 32 hexadecimal digits (0-9, a-f) chosen by the player. {strange} isn't one."
        return say(words, strange=repr(strange[0]))
    words = "A nonce is 32 hexadecimal digits (0-9, a-f) chosen by the player. This one has {n} characters."
    return say(words, n=len(digits))


def refuse_late(game: Game, seat: str, given: str) -> None:
    if game.phase != WAITING:
        raise Refused(say("{game} is already dealt. Nonces come before the deal.", game=game.id))
    if game.header.get("nonces") != "wait":
        raise Refused(say("{game} doesn't wait for nonces.", game=game.id))
    if nonces_of(game.log)[seat] not in (chance.NO_NONCE, given):
        raise Refused(say("{seat} has already given another nonce, which can't be changed.", seat=seat))


def deal_waiting_game(table: Table, id: str) -> Submitted:
    """Deal now: a seat that gave no nonce has `none`. To deal twice does no harm."""
    with held_game(table, id) as held:
        game = held.game
        if any(each["kind"] == "deal" for each in game.log.entries):
            return recorded_before(game, "", first_entry_number(game, "deal"))
        if game.phase != WAITING:
            raise Refused(say("{game} is closed and was never dealt.", game=id))
        held.game = deal_now(table, game)
    return report_recorded(table, held.game, "")


def deal_now(table: Table, game: Game) -> Game:
    fate = Dealer(table, game)
    position, _ = deal_result(game.book, game.position, fate)
    return append_entry(table, game, "deal", {}, fate.shown_items, position)
