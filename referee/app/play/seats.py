"""The player of a seat, permanent or substitute, and how to reach them."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

from referee.app.ahead.order_state import IN_FORCE, read_orders, rename_orders, state_of
from referee.app.errors import Missing, Refused, Unfinished, Usage
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.play import people_limits, record_move
from referee.app.play.entries import held_game
from referee.app.play.new_game import namesakes, refuse_name
from referee.app.play.people_limits import refuse_day, today
from referee.app.play.record_move import Submitted, reason_fields, recorded_before, report_recorded
from referee.app.post import due_reports
from referee.app.post.game_facts import LeftPlayer, note_left, note_name
from referee.app.time.absences import listing
from referee.app.time.counted_time import BEGINNING, Absence, time
from referee.mail.transport.mail_progress import address_digest
from referee.rules.entry_shapes import MODERATOR, NONE, consents, takes_orders
from referee.rules.proposals import binding_proposal
from referee.rules.replay import PLAYING
from referee.store import disk, private
from referee.store.documents import REFEREE, Aside, is_kind, planner_seats
from referee.store.private import BY_SEAT, EVERY, NO_LETTERS, Private
from referee.words import ENGLISH, Phrase, say

REFEREE_NAME = "Referee"
"""What reports call the planning player. The field `by` says that it is no person, whatever people are called."""


class SeatChange(NamedTuple):
    """The change for a seat; None: unchanged, "": removed.

    `until` makes `name` a substitute; `back`: the substitute returns the seat now. `same`: `name` is a new name of the
    present player, whose data stay. `planner`: nobody plays the seat but the referee's planning player. `why` is in
    the log, with the name.
    """

    name: str | None = None
    until: str | None = None
    back: bool = False
    same: bool = False
    addresses: str | None = None
    languages: str | None = None
    letters: str | None = None
    lengths: str | None = None
    signers: str | None = None
    planner: bool = False
    why: str = ""

    @property
    def private_fields(self) -> dict[str, str]:
        """The changes in the private part."""
        return {field: value for field in BY_SEAT if (value := getattr(self, field)) is not None}


class Changed(NamedTuple):
    """The result of a change: what was recorded, if anything, and which private fields changed.

    `removed`: those that were kept of whoever played before, and are gone.
    """

    recorded: Submitted | None
    fields: tuple[str, ...]
    removed: tuple[str, ...] = ()


def change_player(table: Table, id: str, seat: str, change: SeatChange) -> Changed:
    """Change who plays a seat, permanently or until a day, and how to reach the player. Twice does no harm.

    The private part first: the e-mail about the entry goes to the new address. A rehearsal only refuses. Raises Usage,
    Refused.
    """
    refuse_change(change)
    done = Changed(None, ())
    try:
        with held_game(table, id) as held:
            refuse_stranger(held.game, seat)
            refuse_takeover(table, held.game, seat, change)
            fields = player_entry(held.game, seat, change) if change.name is not None or change.back else 0
            if table.rehearses:
                return done
            done = privately(table, held.game, seat, change)
            if isinstance(fields, int):
                return done._replace(recorded=recorded_before(held.game, seat, fields)) if fields else done
            before = held.game
            held.game = record_player(table, before, fields, is_same=change.same)
    except Exception as error:
        if done.fields or done.removed:
            raise Unfinished(say("The private part has already been changed."), error) from error
        raise
    recorded = report_recorded(table, held.game, seat, held.game.log.last - before.log.last)
    alike = namesakes(id, held.game.players) if change.name is not None else ()
    ended = () if change.same else ended_with(table, before, seat)
    return done._replace(recorded=recorded._replace(warnings=(*recorded.warnings, *alike, *ended)))


def key_in(path: str) -> str:
    """The public key in a file of `ssh-keygen`, without its comment. Raises Missing."""
    try:
        text = disk.read_plain_file(path).decode("ascii", "replace")
    except disk.Unreadable as error:
        raise Missing(error.says) from error
    return " ".join(text.split()[:2]) or "?"


def refuse_change(change: SeatChange) -> None:
    if change.why and change.name is None and not change.back:
        raise Usage(say("--why is for who plays: nothing else of this is in the log. Leave it out, or add --name."))
    if change == SeatChange():
        raise Usage(say("You asked for no change. Use --name, --address, --language, --letters or --signer."))
    if change.until is not None:
        refuse_day(change.until)
        if change.name is None:
            raise Usage(say("--until is for a substitute. Name them with --name."))
    if change.back and (change.name is not None or change.private_fields):
        raise Usage(
            say("--back gives the seat back with everything the player had before. Leave out the other options.")
        )
    refuse_same(change)
    for field, value in change.private_fields.items():
        if value:
            people_limits.refuse_contact(field, value)


def refuse_same(change: SeatChange) -> None:
    """Raises Usage for `--same-address` if there is no new name, or where an address is named as well."""
    if change.same and change.name is None:
        raise Usage(say("--same-address is for a new player. Name them with --name."))
    if change.same and change.addresses is not None:
        raise Usage(say("--same-address keeps the address and --address changes it. Leave out one of them."))


def privately(table: Table, game: Game, seat: str, change: SeatChange) -> Changed:
    """Change the private part: which fields of it are others now, and which are gone. The game's lock is held."""
    folder = table.settings.private
    if not touches(folder, game, seat, change):
        return Changed(None, ())
    before = private.read_private_part(folder, game.id)
    if (change.name is not None or change.back) and not change.same:
        note_who_leaves(table, game, seat, before, change)
    after = private.change(folder, game.id, lambda whole: changed_private_part(whole, game, seat, change))
    pairs = {field: (getattr(before, field).get(seat), getattr(after, field).get(seat)) for field in BY_SEAT}
    others = [field for field, (old, new) in pairs.items() if old != new]
    gone = [field for field in others if pairs[field][1] is None and field not in change.private_fields]
    return Changed(None, tuple(each for each in others if each not in gone), tuple(gone))


def note_who_leaves(table: Table, game: Game, seat: str, before: Private, change: SeatChange) -> None:
    """Note the players to whom no more e-mails of a seat come after a change, so that they get a last one."""
    if not table.settings.mail:
        return
    after, found = changed_private_part(before, game, seat, change), substitutes(game).get(seat)
    kept = {field: own[seat] for field in BY_SEAT if seat in (own := getattr(before, field))}
    by = "" if change.planner else found.owner if found and change.back else str(change.name)
    owner = [(found.owner, before.returns[seat])] if found and seat in before.returns else []
    for player, own in [(game.players[seat], kept), *owner]:
        address = own.get("addresses")
        if player == change.name or address in (None, after.addresses.get(seat)):
            continue
        is_owner = address == after.returns.get(seat, {}).get("addresses")
        until = str(change.until) if is_owner else ""
        left = LeftPlayer(seat, address_digest(str(address).lower()))
        if own.get("letters") != NO_LETTERS:
            left = left._replace(address=str(address), player=player, language=own.get("languages", ENGLISH))
            left = left._replace(by=by, until=until)
        if own is kept or not is_owner:
            note_left(table.settings, game.id, left)


def touches(folder: str, game: Game, seat: str, change: SeatChange) -> bool:
    """Whether a change has to do with the private part."""
    if change.private_fields or change.until or (seat in substitutes(game) and (change.back or change.name)):
        return True
    return takes_over(game, seat, change) and private.is_kept(folder, game.id)


def takes_over(game: Game, seat: str, change: SeatChange) -> bool:
    """Whether somebody plays from now on who did not play before."""
    is_planned = seat in planner_seats(game.log.documents)
    others = change.name != game.players[seat] or change.planner != is_planned
    return change.name is not None and others and not change.same


def comes_back(game: Game, seat: str, change: SeatChange) -> bool:
    """Whether the owner of the seat returns after a substitute."""
    found = substitutes(game).get(seat)
    by_name = found is not None and change.name == found.owner and change.until is None
    return change.back or (by_name and not change.same)


def refuse_takeover(table: Table, game: Game, seat: str, change: SeatChange) -> None:
    """Invalid changes are refused before anything changes."""
    if change.name is not None or change.back:
        record_move.refuse_closed(game)
    if change.name is not None:
        refuse_name(seat, change.name)
    found = substitutes(game).get(seat)
    if found is not None and change.same and change.name == found.owner:
        words = "A substitute plays {seat} for {player}, so the address that is kept now is not theirs."
        raise Refused(say(words, player=found.owner, seat=seat), say("Use --back in place of --same-address."))
    if change.until is not None and change.until < today(table, game):
        raise Refused(say("{day} is in the past. A substitute plays until a day in the future.", day=change.until))


def changed_private_part(whole: Private, game: Game, seat: str, change: SeatChange) -> Private:
    """The private part after a change.

    Nothing kept for one person passes to the next: a player who left gets no e-mail with another's hand. The owner's
    data are set aside once while somebody else plays, and return with the owner.
    """
    aside = {**whole.returns}
    fields = (
        {**dict.fromkeys(BY_SEAT, ""), **change.private_fields}
        if takes_over(game, seat, change)
        else change.private_fields
    )
    if comes_back(game, seat, change):
        held = aside.pop(seat, None)
        fields = {**{field: held.get(field, "") for field in BY_SEAT if held is not None}, **change.private_fields}
    elif change.until is not None:
        aside.setdefault(seat, {field: own[seat] for field in BY_SEAT if seat in (own := getattr(whole, field))})
    elif change.name is not None:
        aside.pop(seat, None)
    tables: dict[str, Any] = {
        field: replaced_value(getattr(whole, field), seat, value) for field, value in fields.items()
    }
    return whole._replace(returns=aside, **tables)


def without_player(whole: Private, seat: str) -> Private:
    """The private part when nobody plays a seat any more: nothing is kept for it."""
    tables: dict[str, Any] = {field: replaced_value(getattr(whole, field), seat, "") for field in BY_SEAT}
    return whole._replace(returns={each: held for each, held in whole.returns.items() if each != seat}, **tables)


def replaced_value(table: Mapping[str, str], seat: str, value: str) -> dict[str, str]:
    return {key: each for key, each in {**table, seat: value}.items() if each}


def player_entry(game: Game, seat: str, change: SeatChange) -> Aside | int:
    """The fields of the entry about who plays now; or the number of the entry that has them already."""
    found = substitutes(game)
    if change.back and seat not in found:
        if back := handed_back(game, seat):
            return back
        raise Missing(say("{seat} has no substitute, so the seat can't be given back.", seat=seat))
    name = found[seat].owner if change.back else str(change.name)
    fields: Aside = {"seat": seat, "player": name, **reason_fields(change.why)}
    if change.until:
        fields["until"] = change.until
    if change.planner:
        fields["by"] = REFEREE
    last = last_taken(game, seat)
    if last and all(game.log.entry(last).get(each) == fields.get(each) for each in ("player", "until", "by")):
        return last
    is_same = game.players[seat] == name and change.planner == (seat in planner_seats(game.log.documents))
    if is_same and seat not in found and not change.until:
        raise Refused(say("{name} already plays {seat}.", name=name, seat=seat))
    return fields


def record_player(table: Table, game: Game, fields: Aside, *, is_same: bool) -> Game:
    """The game with who plays a seat from now on. What somebody else had agreed to does not bind them.

    The referee agrees to nothing: a seat that it plays keeps the word of its player.
    """
    seat, documents = fields["seat"], game.log.documents
    if is_same:
        return record_name(table, game, fields)
    owner = substitutes(game)[seat].owner if seat in substitutes(game) else game.players[seat]
    stay = [] if "by" in fields else [fields["player"], *([owner] if "until" in fields else [])]
    due_reports.return_words(table.settings, game, seat, stay)
    if "by" in fields or fields["player"] == game.players[seat]:
        return record_move.append_aside(table, game, "player", fields)
    if seat in consents(documents) and game.phase == PLAYING:
        game = record_move.append_aside(table, game, "consent", {"seat": seat, "edition": NONE, "by": MODERATOR})
    if found := binding_proposal(documents, seat):
        fields = {**fields, "proposal": found.number}
    return record_move.append_aside(table, game, "player", fields)


def record_name(table: Table, game: Game, fields: Aside) -> Game:
    """The game whose player is called otherwise, with their orders ahead and their absences."""
    seat = fields["seat"]
    note_name(table.settings, game.id, seat, game.players[seat], fields["player"])
    if takes_orders(game.header):
        rename_orders(table.settings, game, seat, fields["player"])
    still = [game.log.entry(each.entry) for each in open_absences(table, game, seat)]
    game = record_move.append_aside(table, game, "player", fields)
    for entry in still:
        days = {key: entry[key] for key in ("seat", "from", "to", "why") if key in entry}
        game = record_move.append_aside(table, game, "absent", cast(Aside, days))
    return game


def open_absences(table: Table, game: Game, seat: str) -> list[Absence]:
    """The absences of who plays a seat now that are not over."""
    now = time(table.time(), BEGINNING)
    return [each for each in listing(game.log.documents, seat).absences if not each.ended and now < each.end]


def ended_with(table: Table, game: Game, seat: str) -> tuple[Phrase, ...]:
    """What ended with the player of a seat who played it in this game, for the moderator."""
    facts = {"player": game.players[seat], "game": game.id, "seat": seat}
    found = [
        say("The absence of {player} from {first} to {last} has ended.", first=each.first, last=each.last, **facts)
        for each in open_absences(table, game, seat)
    ]
    with suppress(disk.Unreadable):
        orders = state_of(game, read_orders(table.settings, game.id), seat) if takes_orders(game.header) else None
        if orders and orders.state == IN_FORCE:
            found.append(say("The orders ahead of {player} are cancelled.", **facts))
    return tuple(found)


def last_taken(game: Game, seat: str) -> int:
    """The number of the last entry that says who plays a seat; 0: the header does."""
    entries = enumerate(game.log.entries, 1)
    return max((n for n, each in entries if each["kind"] == "player" and each["seat"] == seat), default=0)


def handed_back(game: Game, seat: str) -> int:
    """The number of the last entry that says who plays a seat, if a substitute handed back by it; else 0."""
    last = last_taken(game, seat)
    before = substitutes(game, last).get(seat)
    return last if before and game.log.entry(last)["player"] == before.owner else 0


class Substitute(NamedTuple):
    """The substitute, the last day, and the player who gets the seat back."""

    name: str
    until: str
    owner: str


def substitutes(game: Game, before: int | None = None) -> dict[str, Substitute]:
    """Seat → its substitute, of the seats that have one; or had one before that entry."""
    owners, found = dict(game.header["seats"]), dict[str, Substitute]()
    played = [n for n, each in enumerate(game.log.documents[:before]) if is_kind(each, "player")]
    for entry in map(game.log.entry, played):
        seat = entry["seat"]
        if "until" in entry:
            found[seat] = Substitute(entry["player"], entry["until"], owners[seat])
        else:
            found.pop(seat, None)
            owners[seat] = entry["player"]
    return found


def over(table: Table, game: Game) -> dict[str, Substitute]:
    """Seat → its substitute, of those whose last day is over."""
    return {seat: each for seat, each in substitutes(game).items() if each.until < today(table, game)}


class SeatedPlayer(NamedTuple):
    """Who plays a seat and how they are reached; what is not kept is "".

    letters  `every`, `own` or `none`: which e-mails they get
    until    the last day of a substitute, and the `owner` for whom they play
    """

    seat: str
    name: str
    address: str
    language: str
    letters: str
    signed: bool
    until: str = ""
    owner: str = ""


def list_players(table: Table, id: str, only: str = "") -> list[SeatedPlayer]:
    """Who plays a game, in the order of its seats, or only one of them. Raises Usage, disk.Trouble, as `open_game`."""
    game = open_game(table, id)
    refuse_stranger(game, only)
    kept, stand_ins = private.read_private_part(table.settings.private, id), substitutes(game)
    found = []
    for seat, name in game.players.items():
        reached = kept.addresses.get(seat, ""), kept.languages.get(seat, ENGLISH), kept.letters.get(seat, EVERY)
        substitute = (stand_ins[seat].until, stand_ins[seat].owner) if seat in stand_ins else ()
        found.append(SeatedPlayer(seat, name, *reached, seat in kept.signers, *substitute))
    return [each for each in found if only in ("", each.seat)]


def hand_back(table: Table, id: str, seat: str) -> int | None:
    """End a substitution: returns the number of the entry that records it."""
    done = change_player(table, id, seat, SeatChange(back=True)).recorded
    return done.entry if done else None
