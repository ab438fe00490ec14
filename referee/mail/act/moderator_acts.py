"""What each line of the moderator does to a game, by the use case of its command, and how it is taken back.

A preview is made on a table that records nothing.
"""

from referee.app.consent import answers, end_early
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.app.look.listed_games import private_of
from referee.app.play import new_game, seats, submit_move
from referee.app.play.refusal import moves_phrase
from referee.app.play.seats import SeatChange
from referee.app.repair import take_back
from referee.app.repair.take_back import UndoRequest
from referee.app.time import clock
from referee.app.time.counted_time import clock_of
from referee.mail.read.moderator_lines import ModeratorLine
from referee.rules.entry_shapes import RETURNING
from referee.show.sentences import header_after, of_every_title
from referee.words import Phrase, say

MADE = {
    "extend": ("clock", "extended"),
    "pause": ("clock", "stopped"),
    "resume": ("clock", "resumed"),
    "clock": ("clock", "changed"),
    "undo": ("undo", ""),
    "replace": ("player", ""),
    "resign": ("player", ""),
    "abandon": ("end", ""),
    "close": ("close", ""),
}
"""Command → which entry shows afterwards that it was done: its kind, and its event."""
ASKED_FIRST = frozenset(["undo", "replace", "resign", "abandon", "close"])
"""The commands that are done only after a second line."""


def act_on_game(table: Table, game: Game, line: ModeratorLine) -> object:
    """Do what a line says. Raises Stop."""
    match line.command:
        case "extend":
            return give_time(table, game, line)
        case "pause":
            return clock.pause(table, game.id, line.words)
        case "resume":
            return clock.resume(table, game.id)
        case "clock":
            return clock.change_clock(table, game.id, new_game.pairs([line.value], clock.CHANGES))
        case "undo":
            return take_back.take_back(table, game.id, undo_request(line))
        case "replace":
            change = SeatChange(new_name(game, line), addresses=line.value)
            return seats.change_player(table, game.id, line.seat, change)
        case "resign":
            return answers.resign(table, game.id, line.seat)
        case "abandon":
            return end_early.abandon(table, game.id, line.words)
    return submit_move.close(table, game.id, why=line.words)


def give_time(table: Table, game: Game, line: ModeratorLine) -> object:
    seat = line.seat or game.mover
    if not seat:
        raise Refused(say("{game}: it is nobody's turn.", game=game.id))
    amount, _, day = line.value.replace("--", "").partition("until ")
    return clock.extend(table, game.id, seat, clock.more_time(amount or None, day or None), line.words)


def undo_request(line: ModeratorLine) -> UndoRequest:
    return UndoRequest(int(line.value) if line.value else None, why=line.words)


def new_name(game: Game, line: ModeratorLine) -> str | None:
    """The new player of a seat; None if only its address changes, even where the line names the present player."""
    return None if line.words in ("", game.players.get(line.seat)) else line.words


def preview(table: Table, line: ModeratorLine) -> list[Phrase]:
    """What a line would do to its game. Raises Stop where it is not possible."""
    game = open_game(table, line.game)
    if line.command == "undo":
        return undo_preview(table, game, line)
    act_on_game(table, game, line)
    facts = {"player": game.players.get(line.seat, ""), "seat": line.seat, "address": line.value}
    if line.command != "replace":
        return [say(WOULD[line.command], **facts)]
    if name := new_name(game, line):
        words = "{name} would play {seat} in place of {player} from now on, with e-mails to {address}."
        return [say(words, name=name, **facts)]
    return [say("The e-mails to {player} ({seat}) would go to {address}.", **facts)]


WOULD = {
    "resign": "The referee would play {seat} from now on, and {player} would get no more e-mails.",
    "abandon": "The game would end without a winner.",
    "close": "This is final: everybody will see the secret and all that is still hidden, and nothing can be recorded "
    "or taken back any more.",
}
"""What is said before such a line is done."""


def undo_preview(table: Table, game: Game, line: ModeratorLine) -> list[Phrase]:
    found = take_back.take_back(table, game.id, undo_request(line), dry_run=True).undo
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


def way_back(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    """How a line is taken back, by what is true before it is done."""
    match line.command:
        case "extend":
            return say("More time can't be taken away again.")
        case "close":
            return say("This is final.")
        case "pause":
            back = f"resume {game.id}"
        case "resume":
            back = f"pause {game.id}"
        case "clock":
            key = line.value.partition("=")[0]
            before = {**clock.DEFAULTS, **clock_of(game.log.documents)}.get(key, "")
            back = f"clock {game.id} {key}={before}"
        case "undo":  # back to the last turn, which counts again then
            turns = [each.number for each in game.line if each.entry.get("kind") in RETURNING]
            back = f"undo {game.id} to {max(turns, default=game.log.last)}"
        case "abandon":
            back = f"undo {game.id}"
        case _:
            kept = private_of(table, game.id)
            address = kept.addresses.get(line.seat, "NAME@HOST") if kept else "NAME@HOST"
            back = f'replace {game.id} {line.seat} {address} "{game.players.get(line.seat, "")}"'
    return say("To take it back, reply with `{line}`.", line=back)
