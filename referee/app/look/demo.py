"""A stored game played again, entry by entry, through the same doors as any other game."""

import os
import shutil
from collections.abc import Iterator
from typing import cast

from referee import MOVE_HEAD, reading, shipped_folder
from referee.app.editions import change_rules
from referee.app.errors import Missing, Refused, Unwritable
from referee.app.game_access import Table
from referee.app.play import deal_game, record_move, submit_move
from referee.app.play.entries import create_game
from referee.app.play.record_move import NOT_OVERRULED, Overruling, Submitted
from referee.app.repair import take_back
from referee.rules.entry_shapes import ASIDES, ENVELOPE, overruled_rules
from referee.settings import Settings
from referee.store import log, private
from referee.store.chance import Secrets
from referee.store.documents import Aside, Data, Entry, Move
from referee.words import say

MARK = ".made-by-referee-demo"
"""A folder without this file is not ours to empty."""


def stored_game(name: str) -> log.Log:
    """The stored game of this name, or the longest of this title; it is closed and its secret revealed.

    Raises Missing.
    """
    found = [each for each in stored_logs() if name in (each.header["game"], each.header["title"]) and is_closed(each)]
    if not found:
        raise Missing(say("There is no stored finished game of {title} here.", title=name))
    return max(found, key=lambda each: each.last)


def stored_logs() -> Iterator[log.Log]:
    """The logs that come with the program, by name."""
    games = shipped_folder("games")
    for name in sorted(os.listdir(games)) if os.path.isdir(games) else ():
        if os.path.isfile(os.path.join(games, name, log.NAME)):
            yield log.read_log(os.path.join(games, name))


def is_closed(found: log.Log) -> bool:
    return found.documents[-1].get("kind") == "close"


def table_in(folder: str) -> Table:
    """A table whose games, secrets and reports are all in `folder`, which is emptied. Raises Refused, Unwritable."""
    mark = os.path.join(folder, MARK)
    if os.path.lexists(folder) and not os.path.isfile(mark):
        raise Refused(
            say("{folder} was not made by referee demo, so nothing in it was changed.", folder=folder),
            say("Name another folder: referee demo --into DIR"),
        )
    try:
        empty_folder(folder, mark)
    except OSError as error:
        raise Unwritable(say("{folder} can't be created: {why}.", folder=folder, why=error.strerror)) from error
    games, secrets, reports = (os.path.join(folder, name) for name in ("games", "private", "reports"))
    return Table(Settings(games, secrets, reports))


def empty_folder(folder: str, mark: str) -> None:
    if os.path.isfile(mark):
        shutil.rmtree(folder)
    os.makedirs(folder)
    with open(mark, "w", encoding="utf-8") as file:
        file.write("referee demo empties this folder when it runs again.\n")


def replay_game(table: Table, model: log.Log) -> Iterator[Submitted]:
    """Start the game with the secret from its last entry, then repeat each entry. Raises Refused.

    The clock shows what it showed then: so the new log is the stored one, byte for byte, and each head is compared.
    """
    game = model.header["game"]
    secret = bytes.fromhex(model.entry(model.last)["secret"])
    private.create(table.settings.private, game, secret=secret)
    create_game(table, game, first_document(model), Secrets(secret))
    last = 0
    while last < model.last:
        entry = model.entries[last]
        done = again(table._replace(now=entry["at"]), model, last + 1)
        last += done.entries
        if model.heads[last : last + 1] != (done.head,):
            raise Refused(say("Entry {entry} is different from the stored one.", entry=last))
        yield done


def first_document(model: log.Log) -> bytes:
    end = model.raw.find(b"\n---\n")
    return model.raw[: end + 1]


def again(table: Table, model: log.Log, number: int) -> Submitted:
    """Repeat entry `number`."""
    entry, game = model.entry(number), model.header["game"]
    match entry["kind"]:
        case "deal":
            return deal_game.deal_waiting_game(table, game)
        case "nonce":
            return deal_game.enter_player_nonce(table, game, entry["seat"], entry["nonce"], then_deal=False)
        case "missed":
            instead = (lambda game: own(model, game.log.last + 1)) if "by" in entry else None
            return submit_move.record_missed_turn(table, game, entry["seat"], number - 1, instead)
        case "edition":
            return change_rules.adopt_edition(table, game, int(entry["edition"])).done
        case "ruling":
            name = entry.get("policy") or entry["option"]
            return change_rules.rule(table, game, str(name), str(entry["value"]), entry["why"])
        case "consent":
            return record_move.record_aside_fields(
                table, game, "consent", {**fields_with_numbers(own(model, number)), **by(entry)}
            )
        case "undo":
            request = take_back.UndoRequest(int(entry["back"]), str(entry.get("seat", "")), str(entry.get("why", "")))
            done = take_back.take_back(table, game, request).done
            assert done
            return done
        case "close":
            return submit_move.close(table, game, abandon=True)
        case kind if kind in ASIDES:
            return record_move.record_aside_fields(table, game, kind, fields_with_numbers(own(model, number)))
    raw, let_pass = reading.dump(move_file(model, number)).encode(), NOT_OVERRULED
    if "overrule" in entry:
        let_pass = Overruling(overruled_rules(entry), entry["overrule"]["why"])
    return submit_move.submit(table, raw, f"entry {number}", overruling=let_pass)


def by(entry: Entry) -> Aside:
    """The person who entered it, if the entry says so."""
    return {"by": entry["by"]} if "by" in entry else {}


def fields_with_numbers(fields: Data) -> Aside:
    """The fields of an entry with numbers where a log has numbers; read from one they are all text."""
    return cast(Aside, reading.fit(fields, "log")[0])


def move_file(model: log.Log, number: int) -> Data:
    """The move that its player could have sent."""
    answers = {"after": number - 1, "head": model.heads[number - 1][:MOVE_HEAD]}
    return {"game": model.header["game"], **answers, **own(model, number)}


def own(model: log.Log, number: int) -> Move:
    """The fields of entry `number` without those that are added when it is recorded."""
    kept = "seat", "say"
    said = model.entry(number).items()
    return cast(Move, {key: value for key, value in said if key in kept or key not in (*ENVELOPE, "by")})
