"""Whether a log is right: its chain, every move by the rules, and the chance behind it when the secret is known."""

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee import chance, log, private, titles
from referee.desk.answers import Missing, Refused, Stop, Usage
from referee.desk.table import Game, Table, committed_secret, folder_of, game_ids, open_folder
from referee.misfit import refuse_misfits
from referee.replay import CLOSED, BadEntry, Sealed, fate_of, moments
from referee.ruling import Violation
from referee.words import Phrase, say


class Verdict(NamedTuple):
    """What is to be said of one log.

    entry   the first bad entry (0: the header), or None: nothing is bad, or the log cannot be read
    says    what is wrong; or, when nothing is, what was checked
    chance  how far the chance of the game could be checked
    """

    folder: str
    game: str
    good: bool
    entries: int
    head: str
    entry: int | None
    says: Phrase
    violations: tuple[Violation, ...] = ()
    chance: Phrase | None = None


def targets(table: Table, names: list[str]) -> list[str]:
    """The folders of logs that are meant: games by name, folders of one log or of many; without a name all games.

    Raises Missing.
    """
    if names:
        return [folder for name in names for folder in folders_of(table, name)]
    found = [table.folder(id) for id in game_ids(table)]
    if not found:
        raise Missing(say("There is no game in {games}.", games=os.path.join(table.settings.games, "")))
    return found


def refuse_head_of_many(folders: list[str], head: str | None) -> None:
    """A head belongs to one game, and is one. Raises Usage, `log.BadWord`."""
    if head is not None and len(folders) != 1:
        raise Usage(say("A head belongs to one game; name it: referee verify GAME --head HEX"))
    if head is not None:
        log.check_head(head)


def folders_of(table: Table, name: str) -> list[str]:
    if os.path.isfile(os.path.join(name, log.NAME)):
        return [name]
    if not os.path.isdir(name):
        return [folder_of(table, name)]
    inside = [os.path.join(name, each) for each in sorted(os.listdir(name))]
    found = [each for each in inside if os.path.isfile(os.path.join(each, log.NAME))]
    if not found:
        raise Missing(say("There is no log in {folder}.", folder=name))
    return found


def verify(table: Table, names: list[str], head: str | None = None) -> Iterator[Verdict]:
    """A verdict for each log. With `head`, an entry must have that hash: so a lost end is seen."""
    for folder in targets(table, names):
        yield verdict(table, folder, head)


def verdict(table: Table, folder: str, head: str | None) -> Verdict:
    name = os.path.basename(os.path.normpath(folder))
    try:
        return opened_verdict(table, folder, head)
    except log.Damage as damage:
        return Verdict(folder, name, False, 0, "", damage.entry, damage.says)
    except BadEntry as bad:
        return Verdict(folder, name, False, len(bad.before), "", bad.number, bad.says, bad.violations)
    except (Refused, titles.UnknownTitle) as error:
        return Verdict(folder, name, False, 0, "", 0, error.says)
    except log.Unreadable as error:
        return Verdict(folder, name, False, 0, "", None, error.says)


def opened_verdict(table: Table, folder: str, head: str | None) -> Verdict:
    """The verdict on a log that is not damaged. Raises what reading and replaying it raise."""
    try:
        game = open_folder(folder, secret=lambda header: kept_secret(table, header))
    except Sealed:
        return sealed_verdict(folder, head)
    for number, document in enumerate(game.log.documents):
        refuse_misfits(number, document)
    return checked(table, game, head)


def kept_secret(table: Table, header: Mapping[str, Any]) -> bytes:
    """The private secret of a game. Raises Sealed where it is not kept."""
    try:
        return committed_secret(table, header)
    except (log.Trouble, Stop) as error:
        raise Sealed from error


def sealed_verdict(folder: str, head: str | None) -> Verdict:
    """The verdict on a log whose moves can be judged only with a secret that is not here: its chain is right."""
    found = log.read(folder)
    for number, document in enumerate(found.documents):
        refuse_misfits(number, document)
    game, last = str(found.header["game"]), found.last
    if head is not None and log.find_head(found, head) is None:
        return Verdict(folder, game, False, last, found.head, last + 1, no_such_head(head))
    says = say(
        "The chain of all {entries} entries is right. Judging their moves needs the secret, which the end tells.",
        entries=last,
    )
    return Verdict(folder, game, True, last, found.head, None, says, (), NOT_CHECKED)


NOT_CHECKED = say("Chance: not checked; the secret is not told before the game is closed.")


def no_such_head(head: str) -> Phrase:
    return say("No entry has a hash that begins with {head}: the log has lost its end, or is another copy.", head=head)


def checked(table: Table, game: Game, head: str | None) -> Verdict:
    """The verdict on a log whose chain and moves are right."""
    last, hash = game.log.last, game.log.head
    if head is not None and log.find_head(game.log, head) is None:
        return Verdict(game.folder, game.id, False, last, hash, last + 1, no_such_head(head))
    wrong, told = chance_of(table, game)
    says = wrong or say("All {entries} entries are right: the chain, every move, every position.", entries=last)
    return Verdict(game.folder, game.id, not wrong, last, hash, last if wrong else None, says, (), told)


def chance_of(table: Table, game: Game) -> tuple[Phrase | None, Phrase | None]:
    """What is wrong with the chance of a game, and what could be checked."""
    if game.phase == CLOSED:
        secret, told = (
            bytes.fromhex(game.log.documents[-1]["secret"]),
            say("Chance: the secret told at the end fits the commitment, and everything shown follows from it."),
        )
    else:
        try:
            secret = private.read(table.settings.private, game.id).secret
        except (log.Trouble, Stop):
            return None, NOT_CHECKED
        told = say("Chance: the private secret fits the commitment, and everything shown follows from it.")
    wrong = check_chance(game, secret)
    return wrong, None if wrong else told


def check_chance(game: Game, secret: bytes) -> Phrase | None:
    """What is wrong when everything shown is derived again from the secret, or None."""
    if chance.commitment(game.id, secret) != game.header["commitment"]:
        return say("The secret is not the one to which the header is committed.")
    fate = fate_of(game.book, game.log, secret)
    entry = 0
    try:
        for moment in moments(
            game.book, game.log, fates=lambda document: chance.Compared(document.get("shown") or {}, fate)
        ):
            entry = moment.number
    except chance.Unfounded as wrong:
        facts = {"entry": entry + 1, "item": wrong.item, "place": wrong.place}
        return say("Entry {entry} shows {item} at {place}, which does not follow from the secret.", **facts)
    return None
