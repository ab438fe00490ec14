"""What a reader may ask about an archived game, in a browser as anywhere else: plain data in, plain data out.

A position is named by an entry and moves: what could have been played in place of that entry, up to these moves.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from referee import reading
from referee.app.errors import Flawed, Missing, Refused
from referee.app.game_access import TROUBLES, Game, Table, game_after, game_of
from referee.app.look import game_views
from referee.app.notes.judge_lines import OWN, Trunk, fate_of_line, moments_of_move, refuse_bad_lines, spoken_move
from referee.app.notes.read_notes import FORMAT, NAME, fields_that_say, notes_in, yaml_text
from referee.app.play.refusal import action_lines, refusal_text
from referee.app.verify.verify_log import Beside, LogVerdict, verdict_on_log
from referee.reading import BadInput, Source
from referee.rules.planner import suggest_move
from referee.rules.replay import Moment
from referee.settings import Settings
from referee.store import log
from referee.store.documents import Move, is_kind
from referee.words import Phrase, say, speaking, word_list

Data = dict[str, Any]

TABLE = Table(Settings(games=os.devnull, private=os.devnull), "2000-01-01T00:00:00Z")
"""Nothing is kept where a reader asks, and no answer depends on the time."""


class CheckedGame(NamedTuple):
    """A game whose log was checked, and the verdict; no game if the log is wrong."""

    game: Game | None
    verdict: LogVerdict


def checked_game(id: str, raw: bytes) -> CheckedGame:
    """Check a log from its first entry to its last."""
    found, moments = list[log.Log](), list[Moment]()

    def parse_log() -> log.Log:
        found.append(log.parse(raw, id))
        return found[0]

    verdict = verdict_on_log(TABLE, id, keep=moments.append, parsed=parse_log, beside=Beside(id))
    is_whole = verdict.good and len(moments) > found[0].last
    return CheckedGame(game_of(id, id, found[0], moments) if is_whole else None, verdict)


class ReaderQuestion(NamedTuple):
    """A question about a position of a game. `text`: what the reader wrote; `seed`: of the planner."""

    do: str
    entry: int = 0
    moves: Sequence[Data] = ()
    text: str = ""
    seed: int = 0
    by: str = ""
    notes: Sequence[Data] = ()


class ReaderDesk:
    """One reader: the game that was opened last, and answers about it in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.game: Game | None = None

    def open(self, id: str, raw: bytes) -> Data:
        """Check a log: what the verdict is, and its entries in brief."""
        with speaking(self.language):
            self.game, verdict = checked_game(id, raw)
            told = [verdict.says, *([verdict.chance] if verdict.chance else [])]
            if self.game and verdict.entries > 1:  # of another log that is right only the chain could be checked
                told.insert(0, say("Checked here: {entries} entries are right.", entries=verdict.entries))
            lines = game_views.history(self.game) if self.game else []
            return {
                "good": verdict.good,
                "says": str(word_list(told, " ")),
                "asks": self.game is not None and verdict.entries > 0,
                "title": self.game.book.id if self.game else "",
                "head": verdict.head,
                "last": verdict.entries,
                "entries": [str(entry_words(each)) for each in lines],
            }

    def answer(self, asked: Mapping[str, Any]) -> Data:
        """The answer to a question: `good`, and what there is to say; a refusal is an answer."""
        with speaking(self.language):
            try:
                if self.game is None:
                    raise Missing(say("No game is open."))
                question = ReaderQuestion(**asked)
                return ANSWERS[question.do](self.game, question)
            except TROUBLES as error:
                return {"good": False, "says": trouble_text(error)}


def json_desk(language: str) -> tuple[Callable[[str], str], Callable[[str, bytes], str]]:
    """A desk for a script: questions as JSON, a log as bytes, and answers as JSON."""
    desk = ReaderDesk(language)

    def ask(question: str) -> str:
        return json.dumps(desk.answer(json.loads(question)), ensure_ascii=False)

    def open_log(id: str, raw: bytes) -> str:
        return json.dumps(desk.open(id, bytes(raw)), ensure_ascii=False)

    return ask, open_log


def entry_words(line: game_views.HistoryLine) -> Phrase | str:
    """An entry in a line. A sentence about one that is not a move already has its number."""
    if line.told and not line.played:
        return line.told
    return say("entry {number}: {says}", number=line.entry, says=f"{line.seat} {line.played or line.kind}".strip())


def trouble_text(error: Exception) -> str:
    """As the command line prints it, without what only helps there."""
    if isinstance(error, Flawed):
        return refusal_text(error)
    return str(getattr(error, "says", error)) if not isinstance(error, BadInput) else str(error)


# The position


def position_of(game: Game, question: ReaderQuestion) -> Game:
    """The game as it would be there. Raises what a refused move raises, Missing."""
    moments = line_moments(game, question)
    return game_at(game, question.entry - 1)._replace(moments=moments)


def game_at(game: Game, entry: int) -> Game:
    """The game as it was after an entry."""
    if not 0 < entry <= game.log.last:
        facts = {"game": game.id, "at": entry, "last": game.log.last}
        raise Missing(say("{game} has no entry {at}. The last one is {last}.", **facts))
    return game if entry == game.log.last else game_after(game, entry)


def line_moments(game: Game, question: ReaderQuestion) -> list[Moment]:
    """The moments up to the position: those before the entry, and those of the moves. Raises what a move raises."""
    moments = [*game_at(game, question.entry - 1).moments]
    for move in question.moves:
        moments += moments_after(game, question.entry, moments, source_of(move))
    return moments


def source_of(move: Data) -> Source:
    return reading.read_source(reading.dump(move).encode(), MOVE_NAME)


MOVE_NAME = "move"
"""What a refusal calls what the reader wrote."""


def moments_after(game: Game, entry: int, moments: list[Moment], source: Source) -> list[Moment]:
    """The moments of a move that follows these. Raises Illegal, Misplaced, `source.BadInput`."""
    trunk = Trunk(game, source, moments, fate_of_line(game, min(entry, game.log.last)))
    return moments_of_move(trunk, moments[-1], cast(Move, source.data), ())


# The answers


def show_position(game: Game, question: ReaderQuestion) -> Data:
    """The position: its board as a picture, if there is one, and whose turn it is."""
    return position_data(position_of(game, question))


def position_data(there: Game) -> Data:
    from referee.app.look import report_files  # the templates are loaded for the first picture, not for the check

    view = game_views.view_for_seat(there)
    mover = there.mover
    says = say("Nobody moves here.")
    if mover:
        says = say("{player} ({seat}) moves.", player=there.players[mover], seat=mover)
    picture = report_files.board_svg(TABLE.settings, view) if view.board else ""
    return {"good": True, "says": str(says), "picture": picture}


def explain_action(game: Game, question: ReaderQuestion) -> Data:
    """Whether an action is legal there, and the rule if it is not."""
    return {"good": True, "says": str(game_views.judge_action(position_of(game, question), question.text))}


def list_actions(game: Game, question: ReaderQuestion) -> Data:
    """Every single action that is legal there."""
    found = game_views.legal_actions(position_of(game, question))
    return {"good": True, "says": "\n".join([each.text for each in found])}


def judge_move(game: Game, question: ReaderQuestion) -> Data:
    """Whether what the reader wrote is a legal move there, and the move as notes have it."""
    there = position_of(game, question)
    source = spoken_move(there, question.text)._replace(name=MOVE_NAME)
    return move_data(game, question, there, source)


def move_data(game: Game, question: ReaderQuestion, there: Game, source: Source) -> Data:
    made = moments_after(game, question.entry, there.moments, source)
    move = {key: value for key, value in source.data.items() if key not in OWN}
    played = [line for each in made if is_kind(each.entry, "move") for line in action_lines(there.book.id, each.entry)]
    player = there.players[str(move["seat"])]
    moves = ", ".join(played) or say("pass")
    says = say("{player}: {moves}", player=player, moves=moves)
    return {"good": True, "says": str(says), "move": move}


def planner_move(game: Game, question: ReaderQuestion) -> Data:
    """A move of the planning player there, judged as the reader's own would be."""
    there = position_of(game, question)
    move = {"seat": game_views.mover_of(there), **suggest_move(there.book, there.position, question.seed)}
    return move_data(game, question, there, source_of(move))


def save_notes(game: Game, question: ReaderQuestion) -> Data:
    """What the reader wrote, as the text of a file of notes. Raises Refused, and what a refused line raises."""
    notes = sorted(map(partial(note_data, question.by), question.notes), key=lambda each: int(each["entry"]))
    if not notes:
        raise Refused(say("There is nothing to save yet."))
    text = yaml_text(
        fields_that_say(format=FORMAT, game=game.id, authors=[question.by] if question.by else [], notes=notes)
    )
    refuse_bad_lines(game, notes_in(game, reading.read_source(text.encode(), NAME)))
    return {"good": True, "says": str(say("Notes saved: {number}.", number=len(notes))), "file": text}


def note_data(by: str, note: Data) -> Data:
    """A note on an entry, or a line in place of it, in the form of the file."""
    line = fields_that_say(text=note.get("text", ""), moves=note.get("moves", []))
    said = {"lines": [line]} if note.get("moves") else {"text": note["text"]}
    return {"entry": note["entry"], **fields_that_say(by=by), **said}


ANSWERS: Mapping[str, Callable[[Game, ReaderQuestion], Data]] = {
    "show": show_position,
    "why": explain_action,
    "list": list_actions,
    "judge": judge_move,
    "suggest": planner_move,
    "save": save_notes,
}
"""What can be asked, and what answers it."""
