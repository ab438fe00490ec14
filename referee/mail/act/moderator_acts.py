"""What each line of the moderator does to a game, by the use case of its command, and how it is taken back.

A preview is made on a table that records nothing.
"""

from collections.abc import Callable
from typing import NamedTuple

from referee.app.consent import end_early, resignation
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.app.look.listed_games import private_of
from referee.app.play import new_game, seats, submit_move
from referee.app.play.refusal import moves_phrase
from referee.app.play.seats import Changed, SeatChange
from referee.app.repair import take_back
from referee.app.repair.take_back import UndoRequest
from referee.app.time import clock
from referee.app.time.counted_time import clock_of
from referee.mail.read.moderator_lines import ModeratorLine
from referee.rules.entry_shapes import RETURNING
from referee.show.sentences import header_after, of_every_title
from referee.words import Phrase, say


class GameAct(NamedTuple):
    """What a line does to its game, and which entry shows afterwards that it was done: its kind, and its event.

    back     how it is taken back, by what was true before
    preview  what would happen, of a line that is asked about first; it raises Stop where it is not possible
    """

    do: Callable[[Table, Game, ModeratorLine], object]
    made: tuple[str, str]
    back: Callable[[Table, Game, ModeratorLine], Phrase]
    preview: Callable[[Table, ModeratorLine], list[Phrase]] | None = None


def give_time(table: Table, game: Game, line: ModeratorLine) -> object:
    seat = line.seat or game.mover
    if not seat:
        raise Refused(say("{game}: it is nobody's turn.", game=game.id))
    amount, _, day = line.value.replace("--", "").partition("until ")
    return clock.extend(table, game.id, seat, clock.more_time(amount or None, day or None), line.words)


def stop_clock(table: Table, game: Game, line: ModeratorLine) -> object:
    return clock.pause(table, game.id, line.words)


def start_clock(table: Table, game: Game, line: ModeratorLine) -> object:
    return clock.resume(table, game.id)


def change_clock(table: Table, game: Game, line: ModeratorLine) -> object:
    return clock.change_clock(table, game.id, new_game.pairs([line.value], clock.CHANGES))


def undo_turn(table: Table, game: Game, line: ModeratorLine) -> object:
    return take_back.take_back(table, game.id, undo_request(line))


def undo_request(line: ModeratorLine) -> UndoRequest:
    return UndoRequest(int(line.value) if line.value else None, why=line.words)


def undo_preview(table: Table, line: ModeratorLine) -> list[Phrase]:
    found = take_back.take_back(table, line.game, undo_request(line), dry_run=True).undo
    game = open_game(table, line.game)
    gone = [entry_words(game, number) for number in found.undone]
    back = [entry_words(game, number) for number in found.again]
    return [
        *([say("These would no longer count:"), *gone] if gone else []),
        *([say("These would count again:"), *back] if back else []),
    ]


def entry_words(game: Game, number: int) -> Phrase:
    """What an entry says, as all may read it."""
    entry = game.log.entry(number)
    said = of_every_title(header_after(game.header, game.moments[:number]), game.moments[number])
    if said:
        return said.says
    seat = str(entry.get("seat", ""))
    return say(
        "{player} ({seat}): {move}", player=game.players[seat], seat=seat, move=moves_phrase(game.book.id, [entry])
    )


def seat_change(game: Game, line: ModeratorLine) -> SeatChange:
    """Another player; or another address of the same one, who may be named, too."""
    name = None if line.words in ("", game.players.get(line.seat)) else line.words
    return SeatChange(name, addresses=line.value)


def seat_player(table: Table, game: Game, line: ModeratorLine) -> Changed:
    return seats.change_player(table, game.id, line.seat, seat_change(game, line))


def replace_preview(table: Table, line: ModeratorLine) -> list[Phrase]:
    game = open_game(table, line.game)
    seat_player(table, game, line)
    change = seat_change(game, line)
    facts = {"player": game.players[line.seat], "seat": line.seat, "name": change.name, "address": line.value}
    if change.name is None:
        return [say("The e-mails to {player} ({seat}) would go to {address}.", **facts)]
    words = "{name} would play {seat} in place of {player} from now on, with e-mails to {address}."
    return [say(words, **facts)]


def hand_to_referee(table: Table, game: Game, line: ModeratorLine) -> Changed:
    return resignation.resign(table, game.id, line.seat)


def resign_preview(table: Table, line: ModeratorLine) -> list[Phrase]:
    game = open_game(table, line.game)
    hand_to_referee(table, game, line)
    player = game.players[line.seat]
    words = "The referee would play {seat} from now on, and {player} would get no more e-mails."
    return [say(words, seat=line.seat, player=player)]


def end_game_alone(table: Table, game: Game, line: ModeratorLine) -> object:
    return end_early.abandon(table, game.id, line.words)


def abandon_preview(table: Table, line: ModeratorLine) -> list[Phrase]:
    end_early.abandon(table, line.game, line.words)
    return [say("The game would end without a winner.")]


def publish_secret(table: Table, game: Game, line: ModeratorLine) -> object:
    return submit_move.close(table, game.id, why=line.words)


def close_preview(table: Table, line: ModeratorLine) -> list[Phrase]:
    submit_move.close(table, line.game, why=line.words)
    words = (
        "This is final: everybody will see the secret and all that is still hidden, and nothing can be recorded or "
        "taken back any more."
    )
    return [say(words)]


def more_time_stays(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    return say("More time can't be taken away again.")


def resume_line(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    return taken_back_by(f"resume {game.id}")


def pause_line(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    return taken_back_by(f"pause {game.id}")


def clock_line(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    key = line.value.partition("=")[0]
    before = {**clock.DEFAULTS, **clock_of(game.log.documents)}.get(key, "")
    return taken_back_by(f"clock {game.id} {key}={before}")


def undo_line(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    """Back to the last turn, which counts again then."""
    last = max([each.number for each in game.line if each.entry.get("kind") in RETURNING], default=game.log.last)
    return taken_back_by(f"undo {game.id} to {last}")


def player_line(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    kept = private_of(table, game.id)
    address = kept.addresses.get(line.seat, "NAME@HOST") if kept else "NAME@HOST"
    return taken_back_by(f'replace {game.id} {line.seat} {address} "{game.players.get(line.seat, "")}"')


def abandon_line(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    return taken_back_by(f"undo {game.id}")


def final(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    return say("This is final.")


def taken_back_by(line: str) -> Phrase:
    return say("To take it back, reply with `{line}`.", line=line)


GAME_ACTS = {
    "extend": GameAct(give_time, ("clock", "extended"), more_time_stays),
    "pause": GameAct(stop_clock, ("clock", "stopped"), resume_line),
    "resume": GameAct(start_clock, ("clock", "resumed"), pause_line),
    "clock": GameAct(change_clock, ("clock", "changed"), clock_line),
    "undo": GameAct(undo_turn, ("undo", ""), undo_line, undo_preview),
    "replace": GameAct(seat_player, ("player", ""), player_line, replace_preview),
    "resign": GameAct(hand_to_referee, ("player", ""), player_line, resign_preview),
    "abandon": GameAct(end_game_alone, ("end", ""), abandon_line, abandon_preview),
    "close": GameAct(publish_secret, ("close", ""), final, close_preview),
}
