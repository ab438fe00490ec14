"""How a game begins: its choices, its secret, its header, and the deal unless it waits for nonces."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from referee import titles
from referee.app.errors import Missing, Refused, Usage, nearest_hint
from referee.app.game_access import Game, Table
from referee.app.look import library
from referee.app.play import known_deal, people_limits
from referee.app.play.begin_game import NOTHING, GameStart, begin
from referee.app.play.entries import entry_bytes
from referee.app.play.known_deal import time_of
from referee.app.play.record_move import Submitted
from referee.app.time import clock
from referee.rules.entry_shapes import SEALED
from referee.rules.folds import deal_result
from referee.rules.replay import fate_of, replay
from referee.rules.rulebook import AnyRulebook, Fate
from referee.show import data_files
from referee.store import chance, log, private
from referee.store.chain import NOTHING_BEFORE
from referee.store.documents import Clock, Data
from referee.words import AND, ENGLISH, Phrase, names_of, plain_letters, prints, say, verbatim_word, word_list

LETTERS = 40
"""How long a player's name may be."""


class GamePlan(NamedTuple):
    """A game that is to begin: everything the header needs but the commitment."""

    book: AnyRulebook
    id: str
    seats: dict[str, str]
    options: dict[str, str]
    board: str | None
    components: str | None
    tiles: str | None
    nonces: str
    clock: Clock | None = None
    addresses: Mapping[str, str] = NOTHING
    languages: Mapping[str, str] = NOTHING
    practice: bool = False
    known_deal: str | None = None
    orders: bool = False


def plan(
    title: str,
    id: str,
    players: Sequence[str],
    options: Sequence[str],
    board: str | None,
    *,
    edition: str | None = None,
    components: str | None = None,
    tiles: str | None = None,
    wait_for_nonces: bool = False,
    invite: bool = False,
    practice: bool = False,
    known_deal: str | None = None,
    orders: bool = False,
    clock: Sequence[str] | None = None,
    addresses: Sequence[str] | None = None,
    languages: Sequence[str] | None = None,
) -> GamePlan:
    """A plan from the arguments of the command: `red=Bruno`, `rounds=8`. Raises Usage, UnknownTitle, `log.BadWord`."""
    book = library.book_under(title, edition)
    log.check_id(id)
    seats = seats_of(book, players)
    wait_for_nonces = wait_for_nonces or invite
    refuse_mixed(practice, wait_for_nonces, known_deal, orders)
    nonces, chosen, times = "wait" if wait_for_nonces else "none", options_of(book, options), clock_of(clock)
    reached, spoken = kept_of("addresses", seats, addresses), kept_of("languages", seats, languages)
    if unreached := [seat for seat in seats if invite and seat not in reached]:
        words = say("--invite needs an address for each player. Missing: {seats}.", seats=", ".join(unreached))
        raise Usage(words, say("Add: --address {seat}=NAME@HOST", seat=unreached[0]))
    return GamePlan(
        book, id, seats, chosen, board, components, tiles, nonces, times, reached, spoken, practice, known_deal, orders
    )  # fmt: skip


def refuse_mixed(practice: bool, wait_for_nonces: bool, known_deal: str | None, orders: bool) -> None:
    """Raises Usage for kinds of chance that exclude each other."""
    if practice and wait_for_nonces:
        says = say("A practice game can't wait for nonces, because anyone can know its shuffle.")
        raise Usage(says, say("Leave out --practice, or --wait-for-nonces and --invite."))
    if known_deal and (practice or wait_for_nonces):
        says = say("A game with a known deal is no practice game, and doesn't wait for nonces.")
        raise Usage(says, say("Leave out --known-deal, or --practice, --wait-for-nonces and --invite."))
    if practice and orders:
        says = say("A practice game can't seal orders ahead, because anyone can know its secret.")
        raise Usage(says, say("Leave out --practice or --orders."))


def clock_of(words: Sequence[str] | None) -> Clock:
    """`allowance=72h` … → how time is counted; nothing without any. Raises Usage, Refused."""
    if not words:
        return {}
    return clock.changed_terms({}, pairs(words, clock.NEEDED))


def kept_of(field: str, seats: Collection[str], words: Sequence[str] | None) -> dict[str, str]:
    """`red=bruno@example.org` … → by seat what the private part keeps. Raises Usage."""
    if not words:
        return {}
    found = pairs(words, people_limits.NEEDED[field], seats)
    for seat, value in found.items():
        if seat not in seats:
            raise Usage(say("There is no seat {seat} in this game.", seat=seat), nearest_hint(seat, seats))
        people_limits.refuse_contact(field, value)
    return found


def only_board(named: Sequence[str]) -> str | None:
    """The board that the arguments of the command name, if they do. Raises Usage when there are several."""
    if len(named) > 1:
        raise Usage(say("A game has one board, not {n}: {boards}.", n=len(named), boards=", ".join(named)))
    return named[0] if named else None


def seats_of(book: AnyRulebook, players: Sequence[str]) -> dict[str, str]:
    """`red=Bruno` … → seat → player, in the order given. Raises Usage."""
    needed = say("--player needs SEAT=NAME, for example {seat}=Anna.", seat=book.seats[0])
    named = pairs(players, needed, book.seats)
    for seat, name in named.items():
        if seat not in book.seats:
            says = say(
                "{title} has no seat {seat}. Its seats are {seats}.",
                title=book.name,
                seat=seat,
                seats=", ".join(book.seats),
            )
            raise Usage(says, nearest_hint(seat, book.seats))
        refuse_name(seat, name)
    if len(named) not in book.players:
        few, many = book.players[0], book.players[-1]
        raise Usage(
            say("{title} is for {few} to {many} players, not {n}.", title=book.name, few=few, many=many, n=len(named))
        )
    return named


def refuse_name(seat: str, name: str) -> None:
    is_seen = any(each.isprintable() and not each.isspace() for each in name)
    if not is_seen or len(name) > LETTERS or not prints(name):
        raise Usage(
            say("The player of {seat} needs a name of 1 to {most} visible characters.", seat=seat, most=LETTERS)
        )
    if any(map(private.is_address, [word.strip("<>()[],;:\"'") for word in name.split()])):
        raise Usage(
            say("The name of {seat} contains an e-mail address, and the log with all names is public.", seat=seat),
            say("Give it with --address, which keeps it private."),
        )


def options_of(book: AnyRulebook, options: Sequence[str]) -> dict[str, str]:
    """`rounds=8` … → every option of the title with its value. Raises Usage."""
    known = {option.name: option for option in book.options}
    chosen = pairs(
        options,
        say("--option needs KEY=VALUE. The options of {title} are {names}.", title=book.name, names=", ".join(known)),
    )
    for name, value in chosen.items():
        if name not in known:
            raise Usage(
                say(
                    "{title} has no option {name}. Its options are {names}.",
                    title=book.name,
                    name=name,
                    names=", ".join(known),
                ),
                nearest_hint(name, known),
            )
        if value not in known[name].values:
            facts = {"name": name, "values": " or ".join(known[name].values), "rule": known[name].rule}
            raise Usage(
                say("The option {name} can be {values}, not {value} ({rule}).", value=value or "''", **facts),
                nearest_hint(value, known[name].values),
            )
    return {**book.usual_options, **chosen}


def pairs(words: Sequence[str], needed: Phrase, keys: Collection[str] = ()) -> dict[str, str]:
    """`a=b` … → a dict. Keys may be written as people do: `Yellow`, `gelb`.

    Raises Usage for what is not a pair, or a key given twice.
    """
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            raise Usage(say("{word} can't be read.", word=repr(word)), needed)
        key = meant_key(key.strip(), keys)
        if key in found:
            raise Usage(say("You gave {key} twice.", key=key))
        found[key] = value.strip()
    return found


def meant_key(word: str, keys: Collection[str]) -> str:
    """The seat that somebody calls so, in any of our languages; any other word as it is."""
    return word if word in keys or not keys else names_of(keys).get(plain_letters(word), word)


def new(table: Table, plan: GamePlan, *, secret: bytes | None = None, dry_run: bool = False) -> Submitted:
    """Begin a game: the secret first, then the header with its commitment, and the deal unless nonces are waited for.

    `secret` is given only to play a stored game again; a practice game has the published one.
    """
    header, secret = header_fields(plan), chance.PRACTICE_SECRET if plan.practice else secret
    usual = {} if table.settings.language == ENGLISH else dict.fromkeys(plan.seats, table.settings.language)
    reached = {"addresses": plan.addresses, "languages": {**usual, **plan.languages}}
    places = known_places(plan, header)
    start = GameStart(plan.id, header, partial(first_documents, plan, header, places), **reached, places=places)
    done = begin(table, start, secret=secret, dry_run=dry_run)
    return done._replace(warnings=(*done.warnings, *namesakes(plan.id, plan.seats)))


def namesakes(id: str, players: Mapping[str, str]) -> Iterator[Phrase]:
    """That players have one name, by which reports call them: it may be one person, or two; or that of another seat."""
    for seat, player in players.items():
        if player.casefold() in players and player.casefold() != seat:
            words = (
                "{player} plays {seat}, but {other} is another seat. To give them another name: "
                "referee player {game} {seat} --name NAME --same-address"
            )
            yield say(words, player=player, seat=seat, other=player.casefold(), game=id)
    named: dict[str, list[str]] = {}
    for seat, player in players.items():
        named.setdefault(player.casefold(), []).append(seat)
    for seats in [each for each in named.values() if len(each) > 1]:
        words = (
            "{seats} have the same name: {player}. If they are different people, give one of them another: "
            "referee player {game} {seat} --name NAME --same-address"
        )
        facts = {"player": players[seats[0]], "game": id, "seat": verbatim_word(seats[-1])}
        yield say(words, seats=word_list(seats, AND), **facts)


def header_fields(plan: GamePlan) -> Data:
    """The header without commitment and `prev`. Raises Missing, Refused, Usage, `source.BadInput` for a bad file."""
    brought = {"board": plan.board, "components": plan.components, "tiles": plan.tiles}
    refuse_needless(plan.book, brought)
    try:
        own = plan.book.furnished_fields({"seats": plan.seats, "options": plan.options, **brought})
    except OSError as error:
        raise missing_data_file(plan.book, brought, error) from error
    except data_files.Unchosen as error:
        who = ", ".join(f"{seat} ({player})" for seat, player in plan.seats.items())
        raise Usage(say("{why}", why=error), say("Players: {who}.", who=who)) from error
    except ValueError as error:
        files = [each for each in brought.values() if each and os.path.isfile(each)]
        hint = say("To check it: referee title boards check {file}", file=" or ".join(files)) if files else None
        raise Refused(say("{why}", why=error), hint) from error
    return {
        "format": "referee-log/1",
        "game": plan.id,
        "title": plan.book.id,
        "edition": plan.book.edition.number,
        "reader": plan.book.edition.reader,
        **own,
        "options": plan.options,
        "seats": plan.seats,
        "nonces": plan.nonces,
        **({"chance": chance.PRACTICE} if plan.practice else {}),
        **({"chance": chance.KNOWN} if plan.known_deal else {}),
        **({"orders": SEALED} if plan.orders else {}),
        **({"clock": dict(plan.clock)} if plan.clock else {}),
    }


Brought = Mapping[str, str | None]
"""The data files that replace the usual ones: `board`, `components`, `tiles` → a shipped name, or a file."""


def refuse_needless(book: AnyRulebook, brought: Brought) -> None:
    known = [files.choice for files in book.set_up.data_files]
    for choice, wanted in brought.items():
        if wanted is not None and choice not in known:
            raise Usage(say("{title} has no {choice} to choose. Leave out --{choice}.", title=book.name, choice=choice))


def missing_data_file(book: AnyRulebook, brought: Brought, error: OSError) -> Missing:
    """There is no such file, or it cannot be read; with the name that was probably meant."""
    path = error.filename or "''"
    for files in book.set_up.data_files if isinstance(error, FileNotFoundError) else ():
        owner = other_title(book, files.choice, path) if brought.get(files.choice) == path else None
        if owner:
            says = say("{name} belongs to {other}, not to {title}.", name=path, other=owner.name, title=book.name)
            there = say("For {title} you can choose {names}.", title=book.name, names=", ".join(files.names()))
            return Missing(says, there)
    says = say("The file {path} can't be read: {why}.", path=path, why=error.strerror)
    return Missing(says, other_name(book, brought, path))


def other_title(book: AnyRulebook, choice: str, name: str) -> AnyRulebook | None:
    """The title, not that of this book, which ships such a thing under this name."""
    others = [each for each in titles.books(lambda broken: None) if each.id != book.id]
    return next(
        (
            each
            for each in others
            for files in each.set_up.data_files
            if files.choice == choice and name in files.names()
        ),
        None,
    )


def other_name(book: AnyRulebook, brought: Brought, missing: str) -> Phrase | None:
    """A hint if there is no such file: the name that was meant."""
    for files in book.set_up.data_files:
        if brought.get(files.choice) == missing:
            hint = nearest_hint(missing, files.names())
            if hint or files.size:
                return hint or say("The boards that come with referee have names. To see them: referee title boards")
            return say(
                "To print one that comes with referee and change it: referee title {choice} {title}",
                choice=files.choice,
                title=book.id,
            )
    return None


def known_places(plan: GamePlan, header: Data) -> Mapping[str, str]:
    """Place → item of the known deal, if the plan has one. Raises Misplaced, `reading.BadInput`, `disk.Unreadable`."""
    if not plan.known_deal:
        return NOTHING
    return known_deal.deal_places(plan.book, header, known_deal.deal_source(plan.known_deal), {})


def dated_table(table: Table, plan: GamePlan, day: str) -> Table:
    """The table with the day or time of the deal, for a game with a known deal. Raises Usage."""
    if not day:
        return table
    if not plan.known_deal:
        raise Usage(say("Only a game with a known deal can begin on another day. Leave out --at."))
    return table._replace(now=time_of(day))


def first_documents(plan: GamePlan, header: Data, places: Mapping[str, str], table: Table, secret: bytes) -> bytes:
    """The bytes with which the log begins: the header, and the deal unless it waits for nonces.

    Raises BadEntry if the choices make no game.
    """
    promise = {} if plan.known_deal else {"commitment": chance.commitment(plan.id, secret)}
    found = log.parse(log.document({**header, **promise, "prev": NOTHING_BEFORE}))
    game = Game(plan.id, "", found, plan.book, replay(plan.book, found))
    if plan.nonces == "wait":
        return found.raw
    fate = fate_of(plan.book, found, chance.Secrets(secret, places=places))
    position = dealt_position(game, fate)
    return found.raw + entry_bytes(table, game, "deal", {}, fate.shown, position)


def dealt_position(game: Game, fate: Fate) -> object:
    """The position after the deal. Raises Refused for a known deal that does not say all of it."""
    try:
        return deal_result(game.book, game.position, fate)[0]
    except chance.Unentered as needed:
        words = "The known deal doesn't say what was at {place}, which the deal of {title} needs."
        raise Refused(say(words, place=needed.place, title=game.book.name)) from needed
