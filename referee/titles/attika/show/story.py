"""What happened: a sentence for every event, with the numbers of the rules it rests on; for a building also its bill.

And what was done in a turn, in nouns, and the jumps of a replay.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.rules.rulebook import Header
from referee.show.sentences import is_same_turn, player_with_seat
from referee.show.story import EventLines, EventWords, Happenings, Telling
from referee.show.view import Line, Word
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.data.land import name, route
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.building import PER_SYMBOL, Price, amounts_phrase, can_cards_pay, pays, price, uses
from referee.titles.attika.rules.events import BuildingBuilt
from referee.titles.attika.rules.state import BUILDS, STACKS, Amounts, stack_words
from referee.titles.attika.rules.turns import built_count, may_wait
from referee.titles.attika.show.known import UNSEEN, KnownChange, Sight, happenings
from referee.titles.attika.show.names import amphorae, cards, signs_in_words, steps_text
from referee.titles.attika.show.standing import joined_shrines
from referee.words import AND, Phrase, say, term, terms, word_list

LINES = EventLines(
    {
        "building": ("building", lambda position, building: position.building(building).name),
        "stack": ("stack", lambda position, stack: stack_words(STACKS[stack])),
        "hex": ("hex", lambda position, hex: name(hex)),
        "cards": ("cards", lambda position, number: cards(number)),
    }
)
tell, sentence = LINES.tell, LINES.sentence


def bill(change: KnownChange[BuildingBuilt]) -> Line:
    """The sentence on a building."""
    event, before = change.event, change.before
    cost = price(before, event.seat, event.building, event.hex)
    built, settlement, paid = parts = build_part(change), settlement_part(change, cost), costs(change, cost)
    words = say("{built}{settlement}{paid}", built=built.says, settlement=settlement.says, paid=paid.says)
    return Line(words, tuple(dict.fromkeys([rule for each in parts for rule in each.rules])), event.seat)


def build_part(change: KnownChange[BuildingBuilt]) -> Line:
    if change.event.stored:
        turn, words = change.before.turn, say("{seat} builds the {building} on {hex} (build {number} of {limit})")
        return tell(change, words, "AT-3.3", number=turn.done + 1, limit=BUILDS + turn.extra)
    return tell(change, say("{seat} builds the {building} on {hex}"), "AT-3.2")


def settlement_part(change: KnownChange[BuildingBuilt], cost: Price) -> Line:
    """AT-5: founding, and joining; how many settlements it touched, and how many there are now."""
    event, before = change.event, change.before
    touched = len(before.settlements_beside(event.seat, event.hex))
    there = len(before.mats[event.seat].settlements) - touched + 1
    if touched > 1:
        words = say(", which connects {touched} settlements ({there} now)", touched=touched, there=there)
        return Line(words, ("AT-5.1", "AT-5.3"))
    if touched or not cost.surcharge:
        return Line(say(""))
    return Line(say(", a new settlement ({there} now)", there=there), ("AT-5.2",))


def costs(change: KnownChange[BuildingBuilt], cost: Price) -> Line:
    """How it was paid for."""
    paid, what = change.event.paid, change.before.building(change.event.building)
    if cost.free:
        words = say(", for free, next to the {beside}.", beside=change.before.building(what.free_beside).name)
        return Line(words, ("AT-4.5" if what.any else "AT-4.4",))
    printed = say("any {any}", any=what.any) if what.any else say("{cost}", cost=amounts_phrase(what.cost))
    facts: dict[str, object] = {"cost": printed, "paid": amounts_phrase(paid)}
    rule = "AT-4.5" if cost.any else "AT-4.3"
    if not pays(cost, paid):  # the moderator let it pass
        return Line(say(": cost {cost}; paid {paid}.", **facts), (rule,))
    number, more = sum(paid) - cost.surcharge, cost.surcharge
    facts["covered"], facts["doubled"] = covered_symbols(cost, paid, number)
    facts["more"] = say(", {cards} of that for the new settlement", cards=cards(more)) if more else ""
    words = say(": cost {cost}{covered}; paid {paid}{doubled}{more}.", **facts)
    return Line(words, ("AT-4.2", rule) if facts["covered"] else (rule,))


def covered_symbols(cost: Price, paid: Amounts, number: int) -> tuple[Word, Word]:
    """The most symbols that can have been used with this payment (AT-10.2), and symbols paid by two cards each."""
    if cost.any:
        return say(", symbols give {n}", n=cost.any - number) if cost.any > number else "", ""
    used = max([each for each in uses(cost) if can_cards_pay(cost.cost, paid, each, number)], key=sum)
    twice = (number - (sum(cost.cost) - sum(used))) // (PER_SYMBOL - 1)
    told = say(", symbols give {covered}", covered=amounts_phrase(used)) if sum(used) else ""
    return told, say(" ({twice} of its symbols by two cards each)", twice=twice) if twice else ""


def start_tiles(run: Sequence[KnownChange[happened.TileLaid]]) -> Line:
    laid = [change.event.tile for change in run]
    facts = {"names": ", ".join(laid), "layout": run[0].end.setting.layout.name, "last": len(laid)}
    words = say("The tiles {names} are placed as 1 to {last}, as in the layout {layout}.", **facts)
    return Line(words, ("AT-2.1", "AT-10.8"))


def first_buildings(run: Sequence[KnownChange[happened.BuildingDealt]]) -> Line:
    seat = run[0].event.seat
    dealt = [(each.end.building(each.event.building).name, stack_words(STACKS[each.event.stack])) for each in run]
    names = [say("{building} ({stack})", building=building, stack=stack) for building, stack in dealt]
    words = say("{seat} starts with {names} on the storage board.", seat=seat, names=word_list(names))
    return Line(words, ("AT-2.2",), seat)


REASONS = {"rest": "AT-3.4", "amphora": "AT-6.3", "group": "AT-6.2"}
"""Why a card is taken."""


def cards_taken(run: Sequence[KnownChange[happened.CardTaken]]) -> Line:
    return tell(run[0], say("{seat} takes {number}{which}."), REASONS[run[0].before.turn.pays], **cards_of(run))


def cards_of(run: Happenings) -> dict[str, object]:
    """How many cards these are; and which, `: water, hill`, for who may know it."""
    taken = [change.event.card for change in run]
    which = "" if UNSEEN in taken else say(": {names}", names=terms([LANDSCAPES[each] for each in taken]))
    return {"number": cards(len(taken)), "which": which}


def order_set(change: KnownChange[happened.OrderSet]) -> Line:
    seats = change.event.seats
    words = say("{first} moves first. Order of play: {seats}.", first=term(seats[0]), seats=terms(seats, " - "))
    return Line(words, ("AT-2.3", "AT-9.2"))


def draw_sentence(change: KnownChange[happened.BuildingDrawn]) -> Line:
    seat, stack, _, last = change.event
    turn, left = change.after.turn, change.after.mats[seat].stacks[stack]
    facts = {"number": turn.done + 1, "limit": turn.limit, "left": left}
    if last:
        words = say("{seat} draws the last building of stack {stack}: {building} (draw {number} of {limit}).")
        return tell(change, words, "AT-3.2", "AT-7.1", **facts)
    words = say("{seat} draws from stack {stack}: {building} (draw {number} of {limit}; {left} left there).")
    return tell(change, words, "AT-3.2", **facts)


def amphora_earned(change: KnownChange[happened.AmphoraEarned]) -> Line:
    if change.event.amphora:
        words = say("{seat} completed and connected the group {group} and gets an amphora ({left} left).")
        return tell(change, words, "AT-6.1", "AT-10.1", left=amphorae(change.after.supply.amphorae))
    words = say("{seat} completed and connected the group {group}. There are no amphorae left, so {seat} gets a card.")
    return tell(change, words, "AT-6.1", "AT-6.2")


RETURNED = {
    "draw": say("{seat} returns an amphora for one more draw."),
    "build": say("{seat} returns an amphora for one more build."),
    "card": say("{seat} returns an amphora for a card."),
}


def tile_turned(change: KnownChange[happened.TileTurned]) -> Line:
    words = say("The tile {tile} is turned up, with {signs}. {seat} must place it.")
    signs = signs_in_words(change.end.setting.tiles.tiles[change.event.tile])
    return tell(change, words, "AT-7.1", *(["AT-10.7"] if change.event.under else []), signs=signs)


def tile_placed(change: KnownChange[happened.TileLaid]) -> Line:
    words, event = say("{seat} places {tile} as tile {number}, {place}."), change.event
    start, walk = route(change.before.land, event.centre)
    place = say("from {start} {steps} turn {turn}", start=start, steps=steps_text(walk), turn=event.turn)
    return tell(change, words, "AT-7.1", "AT-10.8", number=len(change.after.land.tiles), place=place)


def given_up(change: KnownChange[happened.RestGivenUp]) -> Line:
    """For how many cards the rest of the turn is given up, after how many draws or builds."""
    turn, (seat, number) = change.before.turn, change.event
    if may_wait(change.before) and change.end.turn.given_up and change.end.turn.seat == seat:
        words = say(
            "{seat} takes {cards} for the remaining actions. The turn continues because {seat} can "
            "still return an amphora."
        )
        return tell(change, words, "AT-3.4", "AT-6.3")
    if not turn.done:
        words = say("{seat} gives up the whole turn for {cards}.")
    elif not number:
        words = say("{seat} ends the turn after {done} of {limit} actions.")
    elif turn.line == "draw":
        words = say("{seat} gives up the rest for {cards} (draws: {done} of {limit}).")
    else:
        words = say("{seat} gives up the rest for {cards} (builds: {done} of {limit}).")
    return tell(change, words, "AT-3.4", done=turn.done, limit=turn.limit)


def amphorae_kept(change: KnownChange[happened.AmphoraeKept]) -> Line:
    kept = amphorae(change.before.mats[change.event.seat].amphorae)
    return tell(change, say("{seat} keeps {amphorae}."), "AT-3.4", "AT-6.3", amphorae=kept)


def reshuffle_sentence(change: KnownChange[happened.DeckReshuffled]) -> Line:
    words, items = say("The deck is empty. All discards are shuffled: {cards} ({items})."), change.event.items
    return tell(change, words, "AT-3.6", cards=cards(sum(items)), items=amounts_phrase(items))


def turn_over_sentence(change: KnownChange[happened.AttikaTurnEnded]) -> Line:
    if change.end.course.empty:
        return tell(change, say("{seat}'s turn ends without an action."), "AT-3.4", "AT-10.5")
    return tell(change, say("{seat}'s turn ends."), "AT-3.4")


def victory_sentence(change: KnownChange[happened.AttikaGameEnded]) -> Line:
    """AT-8.1, AT-10.5: why the game was won; both reasons, if there are two."""
    seats, reasons = change.event.seats, change.event.reasons
    if reasons == ("most",):
        names = terms(seats, AND)
        who = say("{names} wins", names=names) if len(seats) == 1 else say("{names} share the victory", names=names)
        words = say("No more moves are possible. The most buildings win, then the fewest settlements: {who}.", who=who)
        return Line(words, ("AT-10.5",), seats[0])
    why = {"buildings": say("has built all buildings")}
    if "shrines" in reasons:
        why["shrines"] = say("has connected the shrines {shrines}", shrines=joined_shrines(change.after, seats[0]))
    because = word_list([why[each] for each in reasons], AND)
    return Line(say("{seat} {because} and wins.", seat=seats[0], because=because), ("AT-8.1",), seats[0])


def opening(header: Header, before: Sight, sight: Sight) -> Line:
    """Which entry it is, and whose."""
    if sight.entry["kind"] == "deal":
        return Line(say("Entry {entry}: the deal.", entry=sight.number), ("AT-2.1", "AT-2.2", "AT-2.3"))
    seat = sight.entry["seat"]
    facts = {"entry": sight.number, "player": player_with_seat(header, seat)}
    if sight.entry["kind"] == "missed":
        if is_same_turn(before.entry, sight.entry):
            return Line(say("Entry {entry}: the missed turn of {player} continues.", **facts), ("AT-10.7",), seat)
        return Line(say("Entry {entry}: {player} missed the turn.", **facts), ("AT-10.7",), seat)
    if before.position.turn.is_begun:
        return Line(say("Entry {entry}: {player} continued.", **facts), ("AT-10.9",), seat)
    return Line(say("Entry {entry}: {player}.", **facts), ("AT-3.1",), seat)


def deeds(changes: Happenings) -> Iterator[Word]:
    """What was done in a turn: what was stored, what was built and where, then the rest.

    A building that was drawn is named as long as it is neither stored nor built.
    """
    of = {kind: [each for each in changes if type(each.event) is kind] for kind in WORDS}
    stored, built = of[happened.BuildingStored], of[happened.BuildingBuilt]
    placed = [each.event.building for each in (*stored, *built)]
    drawn = [each for each in of[happened.BuildingDrawn] if each.event.building not in placed]
    earned = [each for each in of[happened.AmphoraEarned] if each.event.amphora]
    if stored:
        yield say("stored {buildings}", buildings=terms(map(building_of, stored)))
    if built:
        sites = [say("{building} on {hex}", building=building_of(each), hex=name(each.event.hex)) for each in built]
        yield say("built {buildings}", buildings=word_list(sites))
    for each in of[happened.TileLaid]:
        yield say("placed the tile {tile}", tile=each.event.tile)
    if earned:
        yield say("won {amphorae}", amphorae=amphorae(len(earned)))
    if of[happened.AmphoraReturned]:
        yield say("returned {amphorae}", amphorae=amphorae(len(of[happened.AmphoraReturned])))
    if of[happened.CardTaken]:
        yield say("took {cards}", cards=cards(len(of[happened.CardTaken])))
    if drawn:
        yield say("drew {buildings}", buildings=terms(map(building_of, drawn)))


def building_of(change: KnownChange[Any]) -> str:
    """The name of the building of an event."""
    return change.end.building(change.event.building).name


REWARDED, TILE_PLACED, REACHED = say("Group rewarded with an amphora"), say("Tile placed"), say("Shrine reached")
SPENT, SHUFFLED, OVER = say("Amphora returned"), say("Deck shuffled again"), say("Game over")
BEGUN, JOINED = say("New settlement"), say("Shrines connected")


def building_marks(change: KnownChange[BuildingBuilt]) -> Iterator[Phrase]:
    """Whether it touched none of its owner's settlements when it was built (AT-5.2), and a shrine."""
    event, before = change.event, change.before
    if not before.settlements_beside(event.seat, event.hex):
        yield BEGUN
    if event.hex in before.land.beside:
        yield REACHED


WORDS = {
    happened.OrderSet: EventWords(order_set),
    happened.TurnBegan: EventWords(sentence(say("It is {seat}'s turn."), "AT-2.3")),
    happened.BuildingDealt: EventWords(run=first_buildings),
    happened.CardDealt: EventWords(
        run=lambda run: tell(run[0], say("{seat} is dealt {number}{which}."), "AT-2.3", **cards_of(run))
    ),
    happened.CardTaken: EventWords(run=cards_taken),
    happened.BuildingDrawn: EventWords(draw_sentence),
    happened.BuildingBuilt: EventWords(bill, marks=building_marks),
    happened.BuildingStored: EventWords(sentence(say("{seat} stores the {building}."), "AT-3.2")),
    happened.AmphoraEarned: EventWords(amphora_earned, marks=lambda each: (REWARDED,) if each.event.amphora else ()),
    happened.AmphoraReturned: EventWords(
        lambda each: tell(each, RETURNED[each.event.use], "AT-6.3"), marks=lambda each: (SPENT,)
    ),
    happened.TileTurned: EventWords(tile_turned),
    happened.TileLaid: EventWords(
        tile_placed,
        run=start_tiles,
        joins=lambda event: not event.seat,
        marks=lambda each: (TILE_PLACED,) if each.event.seat else (),
    ),
    happened.TileBuried: EventWords(
        sentence(say("The tile {tile}, which was not placed, goes under the pile."), "AT-10.7")
    ),
    happened.RestGivenUp: EventWords(given_up),
    happened.AmphoraeKept: EventWords(amphorae_kept),
    happened.DeckReshuffled: EventWords(reshuffle_sentence, marks=lambda each: (SHUFFLED,)),
    happened.CardsLapsed: EventWords(
        sentence(say("The deck and the discards are empty, so {seat} doesn't get {cards}."), "AT-10.3")
    ),
    happened.AttikaTurnEnded: EventWords(turn_over_sentence),
    happened.AttikaGameEnded: EventWords(
        victory_sentence,
        result=lambda header, change: victory_sentence(change),
        marks=lambda each: (OVER, JOINED) if "shrines" in each.event.reasons else (OVER,),
    ),
}


def beginning(seen: Sequence[Sight], reader: str) -> int | None:
    """For a seat that has no turn yet the entry of the deal, or the last one when the game waits for it."""
    if reader not in seen[-1].position.mats or len(seen) < 2:
        return None
    return next((at for at, sight in enumerate(seen) if sight.number and sight.entry["kind"] == "deal"), len(seen) - 1)


TELLING = Telling(
    told=WORDS,
    deeds=deeds,
    opening=opening,
    changes=happenings,
    goes_on=lambda position: bool(position.seat) and position.turn.is_begun,
    is_over=lambda position, seat: position.turn.seat != seat,
    total=built_count,
    begins=beginning,
)
