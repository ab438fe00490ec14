"""Whether the referee can work here and each game can continue: what `referee doctor` finds."""

import os
import sys
from collections.abc import Iterable, Iterator

from referee import titles
from referee.app.errors import Stop
from referee.app.game_access import Table, book_at_start, folder_of, game_ids
from referee.app.look import access
from referee.app.look.access import ERROR, FINE, SILENT, WARNING, is_file_in_place, writable
from referee.app.time import last_looks
from referee.app.time.counted_time import AHEAD, BEGINNING, clock_of, time
from referee.app.time.deadlines import stopping_entry
from referee.exit_codes import DONE, MAIL, MISCONFIGURED
from referee.mail.read import identity
from referee.mail.write.addresses import ReplyToken, reply_address
from referee.mail_settings import MailSettings
from referee.reading.yaml_reader import Parser
from referee.rules.replay import CLOSED, phase_of
from referee.show.data_files import Finding
from referee.store import log, private
from referee.store.log import Log
from referee.store.private import Private
from referee.store.sessions import CHECKED, tls_mode
from referee.store.stores import database_of
from referee.words import Phrase, say

ENTRIES = 999
"""As many entries has a long game."""
TAG = "a" * 16


def examine_games(table: Table) -> Iterator[Finding]:
    """Findings about all games; about closed games only what is still kept."""
    beats = last_looks.read_beats(table.settings)
    signers: list[str] = []
    known = game_ids(table)
    yield from forsaken(table, known)
    for id in known:
        try:
            found = log.read_log(folder_of(table, id))
            book_at_start(found)
        except (log.Trouble, Stop, titles.UnknownTitle) as error:
            yield Finding(ERROR, say("{game}: {why}", game=id, why=" ".join(str(error).split("\n"))), id)
            continue
        yield from of_game(table, id, found, beats.get(id, []), signers)
    if signers:
        yield signing(signers)


def forsaken(table: Table, known: list[str]) -> Iterator[Finding]:
    """Private parts whose game is not here: it was put elsewhere, or lost."""
    for id in private.ids(table.settings.private):
        if id not in known:
            path = os.path.join(table.settings.private, id + private.ENDING)
            words = (
                "{path} belongs to {game}, but there is no such game in {games}. If the game was lost, restore its log."
            )
            yield Finding(WARNING, say(words, path=path, game=id, games=table.settings.games), id)


def of_game(table: Table, id: str, found: Log, beats: list[str], signers: list[str]) -> Iterator[Finding]:
    is_closed = phase_of(found) == CLOSED
    if is_closed and not private.is_kept(table.settings.private, id):
        return  # the log of a closed game contains its secret, so nothing is missing
    try:
        kept = private.read_private_part(table.settings.private, id)
        warnings = private.warnings(table.settings.private, id)
    except log.Unreadable as error:
        yield Finding(WARNING, error.says, id)
        return
    yield from (Finding(WARNING, warning, id) for warning in warnings)
    if is_closed:
        return
    signers += [id] if kept.signers else []
    yield from times(table, id, found)
    yield from keys(id, kept)
    yield from addresses(table, id, found, kept)
    yield from ticks(table, id, found, beats)


def times(table: Table, id: str, found: Log) -> Iterator[Finding]:
    """Whether the machine's clock is behind what the game says."""
    at = str(found.documents[-1].get("at", ""))
    if time(at, BEGINNING) > time(table.time(), BEGINNING) + AHEAD:
        words = "The last entry of {game} is from {at}, but here it is {now}. Set the clock of this machine."
        yield Finding(ERROR, say(words, game=id, at=at, now=table.time()), id)


def keys(id: str, kept: Private) -> Iterator[Finding]:
    for seat, key in kept.signers.items():
        if not private.is_signer(str(key)):
            words = (
                "{game}: the key of {seat} is not an ssh key. To set one: referee player {game} {seat} --signer FILE"
            )
            yield Finding(ERROR, say(words, game=id, seat=seat), id)


def signing(games: list[str]) -> Finding:
    """Whether signatures can be checked here, for games that ask for them."""
    try:
        works = identity.works()
    except identity.Unavailable:
        works = False
    if works:
        return Finding(FINE, say("ssh-keygen can check signatures, which {games} requires.", games=", ".join(games)))
    words = (
        "Moves in {games} must be signed, but ssh-keygen is missing or can't check signatures. "
        "Install OpenSSH 8.2 or newer."
    )
    return Finding(ERROR, say(words, games=", ".join(games)))


def addresses(table: Table, id: str, found: Log, kept: Private) -> Iterator[Finding]:
    """Whether each seat can be written to, and can answer."""
    mail = table.settings.mail
    for seat in found.header["seats"]:
        address = kept.addresses.get(seat)
        if address is not None and not private.is_address(str(address)):
            yield Finding(ERROR, say(CHANGE, game=id, seat=seat, address=repr(address)), id)
        elif mail is not None and address is None:
            yield Finding(WARNING, say(GIVE, game=id, seat=seat), id)
    if mail is not None and kept.addresses and (long := too_long(mail, id, found.last)):
        yield Finding(ERROR, long, id)


GIVE = "{game}: {seat} has no address and gets no e-mails. To set one: referee player {game} {seat} --address NAME@HOST"
CHANGE = "{game}: {address} isn't a plain address. To set another: referee player {game} {seat} --address NAME@HOST"


def too_long(mail: MailSettings, id: str, entry: int) -> Phrase | None:
    """Why an answer to an e-mail of the game could have no address."""
    try:
        reply_address(mail.reply, mail.separator, ReplyToken(id, max(entry, ENTRIES), TAG))
    except ValueError as error:
        words = "{game}: the address for answers is too long: {why}. Use a shorter `reply` in [mail], such as r@{host}"
        return say(words, game=id, why=error, host=mail.host)
    return None


def ticks(table: Table, id: str, found: Log, beats: list[str]) -> Iterator[Finding]:
    """Whether `referee remind` looks after a game that counts time."""
    if not clock_of(found.documents) or stopping_entry(found.documents):
        return
    job = "referee remind; referee send" if table.settings.mail else "referee remind"
    if not beats:
        yield Finding(WARNING, say(NEVER, game=id, job=job), id)
        return
    late = last_looks.is_overdue(beats, time(table.time(), BEGINNING))
    facts = {"game": id, "at": beats[-1]}
    yield Finding(WARNING, say(LATE, job=job, **facts), id) if late else Finding(FINE, say(TICKS, **facts), id)


NEVER = "{game} has a clock, but `referee remind` has never run for it. Add this to cron: */5 * * * * {job}"
LATE = "{game} has a clock, but `referee remind` last ran for it at {at}. Add this to cron: */5 * * * * {job}"
TICKS = "`referee remind` checks the clock of {game}. Last run: {at}."


def examine_installation(table: Table, send_to: str = "") -> Iterator[Finding]:
    """Findings, good ones too. If an address is given, one test e-mail is sent there. Raises Usage, Misconfigured."""
    letter = [access.send_to(table, send_to)] if send_to else []
    yield from machine(table)
    yield from broken_titles()
    yield from access.examine(table)
    yield from once(games(table))
    yield from letter


def machine(table: Table) -> Iterator[Finding]:
    """The findings that do not depend on any game."""
    yield python()
    yield yaml()
    for path in table.settings.found:
        yield Finding(FINE, say("Settings are read from {path}.", path=path))
    folders = (table.settings.games, table.settings.private, table.settings.reports)
    yield from once(each for folder in folders for each in folder_findings(folder))
    yield clock(table)


def games(table: Table) -> Iterator[Finding]:
    try:
        yield from examine_games(table)
    except log.Unreadable as error:
        yield Finding(ERROR, error.says)


def once(found: Iterable[Finding]) -> Iterator[Finding]:
    """Report a finding about each game only once, such as that others can read their common folder."""
    told: list[str] = []
    for each in found:
        if str(each.says) not in told:
            told.append(str(each.says))
            yield each


def code(found: Iterable[Finding]) -> int:
    """The exit code: problems to fix come before a server that does not answer."""
    severities = {each.severity for each in found}
    return MISCONFIGURED if ERROR in severities else MAIL if SILENT in severities else DONE


def python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    fine = sys.version_info >= (3, 11)
    return Finding(FINE if fine else ERROR, say("Python {version} (3.11 or newer is needed).", version=version))


def yaml() -> Finding:
    if Parser.__name__ == "CSafeLoader":
        return Finding(FINE, say("YAML is read by libyaml."))
    return Finding(WARNING, say("YAML is read without libyaml. That works, but is eight times slower."))


def folder_findings(folder: str) -> Iterator[Finding]:
    """Whether a folder can be written, or made; and whether a database answers, and keeps what it confirms."""
    database = database_of(folder)
    if database is None:
        yield folder_finding(folder)
        return
    try:
        is_safe = database.keeps_what_it_confirms()
    except log.Trouble as error:
        yield Finding(ERROR, error.says)
        return
    yield Finding(FINE, say("The database {database} answers.", database=database.address))
    yield line_finding(database.address, tls_mode(database.address))
    if not is_safe:
        yield Finding(ERROR, say(UNSAFE, database=database.address))


def line_finding(address: str, mode: str) -> Finding:
    """How the line to a database is secured."""
    if not mode:
        return Finding(FINE, say("The line to {database} doesn't leave this machine.", database=address))
    if mode == CHECKED:
        words = "The line to {database} is encrypted, and its certificate is checked (sslmode={mode})."
        return Finding(FINE, say(words, database=address, mode=mode))
    words = (
        "With sslmode={mode} somebody between here and {database} could read and change everything. Remove it from the "
        "address: then the certificate of the server is checked."
    )
    return Finding(WARNING, say(words, database=address, mode=mode))


UNSAFE = "The database {database} can lose what it has confirmed in a power cut. Set fsync = on in its postgresql.conf."


def folder_finding(folder: str) -> Finding:
    """Whether a folder can be written, or made."""
    if writable(folder):
        return Finding(FINE, say("You can write to {folder}.", folder=folder), folder)
    if is_file_in_place(folder):
        words = "There is a file in place of {folder}. Move it away, or set another folder in referee.toml."
        return Finding(ERROR, say(words, folder=folder), folder)
    words = "You can't write to {folder}. Change to a folder of your own, or set others in referee.toml."
    return Finding(ERROR, say(words, folder=folder), folder)


def clock(table: Table) -> Finding:
    if table.now:
        return Finding(WARNING, say("The clock is fixed at {now} (REFEREE_NOW).", now=table.now))
    return Finding(FINE, say("The clock shows {now}.", now=table.time()))


def broken_titles() -> Iterator[Finding]:
    """Those of other packages that cannot be loaded."""
    broken: list[titles.BrokenTitle] = []
    for _ in titles.books(broken.append):
        pass
    yield from (Finding(WARNING, each.says) for each in broken)


LISTED = 5
"""Of more games than this the first ones are named."""
OF_MANY = {
    TICKS: say("`referee remind` checks the clocks of {number} games. Last run: {at}."),
    NEVER: say(
        "{number} games have clocks, but `referee remind` has never run for them: {games}. Add this to "
        "cron: */5 * * * * {job}"
    ),
    LATE: say(
        "{number} games have clocks, but `referee remind` last ran for them at {at}: {games}. Add this to "
        "cron: */5 * * * * {job}"
    ),
}
"""What is said of the clock of one game → what is said of those of many."""


def lines_for_people(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Each finding as it comes; those about clocks at the end."""
    clocks: dict[str, list[Finding]] = {kind: [] for kind in OF_MANY}
    for each in findings:
        if each.says.template in clocks:
            clocks[each.says.template].append(each)
        else:
            yield each
    for same in clocks.values():
        yield from same if len(same) < 2 else [of_many(same)]


def of_many(same: list[Finding]) -> Finding:
    first, games = same[0], [each.place for each in same]
    named = ", ".join([*games[:LISTED], *["…"] * (len(games) > LISTED)])
    facts = {**first.says.facts, "number": len(same), "games": named}
    return Finding(first.severity, OF_MANY[first.says.template]._replace(facts=facts))
