"""What happened: a sentence for every event, with the numbers of the rules it rests on; for a building also its bill.

And what was done in a turn, in nouns, and the jumps of a replay.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.show.sentences import is_same_turn, player_with_seat
from referee.show.story import EventWords, Happenings, Telling
from referee.show.view import Line, Word
from referee.titles.attika.data.components import LANDSCAPES, Building
from referee.titles.attika.data.land import name
from referee.titles.attika.data.tiles import AttikaHeader
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.building import PER_SYMBOL, Price, amounts_phrase, can_cards_pay, pays, price, uses
from referee.titles.attika.rules.events import BuildingBuilt
from referee.titles.attika.rules.state import BUILDS, STACKS, Amounts, AttikaPosition, stack_words
from referee.titles.attika.rules.turns import built_count, may_wait
from referee.titles.attika.show.known import UNSEEN, KnownChange, Sight, happenings
from referee.titles.attika.show.names import amphorae, building_name, cards, signs_in_words, walk_in_words
from referee.titles.attika.show.standing import joined_shrines
from referee.words import AND, Phrase, say, term, terms, word_list

SentencePart = tuple[Word, tuple[str, ...]]
"""A part of the sentence, and the rules that it rests on."""


def bill(change: KnownChange[BuildingBuilt]) -> Line:
    """The sentence on a building."""
    event, before = change.event, change.before
    cost = price(before, event.seat, event.building, event.hex)
    touched = len(before.settlements_beside(event.seat, event.hex))
    there = len(before.mats[event.seat].settlements) - touched + 1
    parts = [build_part(before, event), settlement_part(touched, there, cost.surcharge), costs(before, event, cost)]
    words = say("{built}{settlement}{paid}", built=parts[0][0], settlement=parts[1][0], paid=parts[2][0])
    rules = tuple(dict.fromkeys([rule for _, cited in parts for rule in cited]))
    return Line(words, rules, event.seat)


def build_part(before: AttikaPosition, event: BuildingBuilt) -> SentencePart:
    facts: dict[str, object] = {
        "seat": event.seat,
        "building": building_name(before, event.building),
        "hex": name(event.hex),
    }
    if event.stored:
        facts |= {"number": before.turn.done + 1, "limit": BUILDS + before.turn.extra}
        return say("{seat} builds the {building} on {hex} (build {number} of {limit})", **facts), ("AT-3.3",)
    return say("{seat} builds the {building} on {hex}", **facts), ("AT-3.2",)


def settlement_part(touched: int, there: int, surcharge: int) -> SentencePart:
    """AT-5: founding, and joining; how many settlements it touched, and how many there are now."""
    if touched > 1:
        words = say(", which connects {touched} settlements ({there} now)", touched=touched, there=there)
        return words, ("AT-5.1", "AT-5.3")
    if touched or not surcharge:
        return "", ()
    return say(", a new settlement ({there} now)", there=there), ("AT-5.2",)


def costs(before: AttikaPosition, event: BuildingBuilt, cost: Price) -> SentencePart:
    """How it was paid for."""
    what, paid = before.building(event.building), event.paid
    if cost.free:
        words = say(", for free, next to the {beside}.", beside=building_name(before, what.free_beside))
        return words, ("AT-4.5" if what.any else "AT-4.4",)
    if not pays(cost, paid):  # the moderator let it pass
        words = say(": cost {cost}; paid {paid}.", cost=printed_cost(what), paid=amounts_phrase(paid))
        return words, ("AT-4.5" if cost.any else "AT-4.3",)
    number = sum(paid) - cost.surcharge
    covered, doubled = any_covered(cost, number) if cost.any else named_covered(cost, paid, number)
    facts = {"paid": amounts_phrase(paid), "covered": covered, "doubled": doubled, "more": surcharge(cost.surcharge)}
    rules = (*(["AT-4.2"] if covered else []), "AT-4.5" if cost.any else "AT-4.3")
    return say(": cost {cost}{covered}; paid {paid}{doubled}{more}.", cost=printed_cost(what), **facts), rules


def printed_cost(what: Building) -> Phrase:
    return say("any {any}", any=what.any) if what.any else say("{cost}", cost=amounts_phrase(what.cost))


def any_covered(cost: Price, number: int) -> tuple[Word, Word]:
    """What of the cost of a road was covered by symbols of any kind."""
    covered = cost.any - number
    return (say(", symbols give {n}", n=covered) if covered else ""), ""


def named_covered(cost: Price, paid: Amounts, number: int) -> tuple[Word, Word]:
    """The most symbols that can have been used with this payment (AT-10.2), and symbols paid by two cards each."""
    used = max([each for each in uses(cost) if can_cards_pay(cost.cost, paid, each, number)], key=sum)
    water, forest, hill, mountain = used
    covered = amounts_phrase((water, forest, hill, mountain))
    twice = (number - (sum(cost.cost) - sum(used))) // (PER_SYMBOL - 1)
    told = say(", symbols give {covered}", covered=covered) if sum(used) else ""
    return told, say(" ({twice} of its symbols by two cards each)", twice=twice) if twice else ""


def surcharge(number: int) -> Word:
    return say(", {cards} of that for the new settlement", cards=cards(number)) if number else ""


def start_tiles(run: Sequence[KnownChange[happened.TileLaid]]) -> Line:
    laid = [change.event.tile for change in run]
    facts = {"names": ", ".join(laid), "layout": run[0].end.setting.layout.name, "last": len(laid)}
    words = say("The tiles {names} are placed as 1 to {last}, as in the layout {layout}.", **facts)
    return Line(words, ("AT-2.1", "AT-10.8"))


def first_buildings(run: Sequence[KnownChange[happened.BuildingDealt]]) -> Line:
    seat = run[0].event.seat
    names = [
        say(
            "{building} ({stack})",
            building=building_name(each.end, each.event.building),
            stack=stack_words(STACKS[each.event.stack]),
        )
        for each in run
    ]
    words = say("{seat} starts with {names} on the storage board.", seat=seat, names=word_list(names))
    return Line(words, ("AT-2.2",), seat)


def hand_dealt(run: Sequence[KnownChange[happened.CardDealt]]) -> Line:
    taken = [change.event.card for change in run]
    facts = {"seat": run[0].event.seat, "number": cards(len(run)), "which": which(taken)}
    return Line(say("{seat} is dealt {number}{which}.", **facts), ("AT-2.3",), run[0].event.seat)


REASONS = {"rest": "AT-3.4", "amphora": "AT-6.3", "group": "AT-6.2"}
"""Why a card is taken."""


def cards_taken(run: Sequence[KnownChange[happened.CardTaken]]) -> Line:
    seat, taken = run[0].event.seat, [change.event.card for change in run]
    words = say("{seat} takes {number}{which}.", seat=seat, number=cards(len(taken)), which=which(taken))
    return Line(words, (REASONS[run[0].before.turn.pays],), seat)


def which(taken: Sequence[int]) -> Word:
    """`: water, hill` for who may know it."""
    if UNSEEN in taken:
        return ""
    return say(": {names}", names=terms([LANDSCAPES[each] for each in taken]))


def order_set(change: KnownChange[happened.OrderSet]) -> Line:
    seats = change.event.seats
    words = say("{first} moves first. Order of play: {seats}.", first=term(seats[0]), seats=terms(seats, " - "))
    return Line(words, ("AT-2.3", "AT-9.2"))


def turn_began(change: KnownChange[happened.TurnBegan]) -> Line:
    seat = change.event.seat
    return Line(say("It is {seat}'s turn.", seat=seat), ("AT-2.3",), seat)


def draw_sentence(change: KnownChange[happened.BuildingDrawn]) -> Line:
    (seat, stack, building, last), after = change.event, change.after
    facts = {
        "seat": seat,
        "building": building_name(after, building),
        "stack": stack_words(STACKS[stack]),
        "number": after.turn.done + 1,
        "limit": after.turn.limit,
        "left": after.mats[seat].stacks[stack],
    }
    if last:
        words = say("{seat} draws the last building of stack {stack}: {building} (draw {number} of {limit}).", **facts)
        return Line(words, ("AT-3.2", "AT-7.1"), seat)
    words = say("{seat} draws from stack {stack}: {building} (draw {number} of {limit}; {left} left there).", **facts)
    return Line(words, ("AT-3.2",), seat)


def store_sentence(change: KnownChange[happened.BuildingStored]) -> Line:
    seat, building = change.event.seat, building_name(change.end, change.event.building)
    words = say("{seat} stores the {building}.", seat=seat, building=building)
    return Line(words, ("AT-3.2",), seat)


def amphora_earned(change: KnownChange[happened.AmphoraEarned]) -> Line:
    seat, group, amphora = change.event
    facts = {"seat": seat, "group": group, "left": amphorae(change.after.supply.amphorae)}
    if amphora:
        words = say("{seat} completed and connected the group {group} and gets an amphora ({left} left).", **facts)
        return Line(words, ("AT-6.1", "AT-10.1"), seat)
    words = say(
        "{seat} completed and connected the group {group}. There are no amphorae left, so {seat} gets a card.",
        **facts,
    )
    return Line(words, ("AT-6.1", "AT-6.2"), seat)


def amphora_returned(change: KnownChange[happened.AmphoraReturned]) -> Line:
    seat = change.event.seat
    words = {
        "draw": say("{seat} returns an amphora for one more draw.", seat=seat),
        "build": say("{seat} returns an amphora for one more build.", seat=seat),
        "card": say("{seat} returns an amphora for a card.", seat=seat),
    }
    return Line(words[change.event.use], ("AT-6.3",), seat)


def tile_turned(change: KnownChange[happened.TileTurned]) -> Line:
    seat, tile, under = change.event
    facts = {"seat": seat, "tile": tile, "signs": signs_in_words(change.end.setting.tiles.tiles[tile])}
    words = say("The tile {tile} is turned up, with {signs}. {seat} must place it.", **facts)
    return Line(words, ("AT-7.1", *(["AT-10.7"] if under else [])), seat)


def tile_placed(change: KnownChange[happened.TileLaid]) -> Line:
    event = change.event
    facts = {
        "seat": event.seat,
        "tile": event.tile,
        "number": len(change.after.land.tiles),
        "place": walk_in_words(change.before.land, event.centre, event.turn),
    }
    words = say("{seat} places {tile} as tile {number}, {place}.", **facts)
    return Line(words, ("AT-7.1", "AT-10.8"), event.seat)


def tile_buried(change: KnownChange[happened.TileBuried]) -> Line:
    words = say("The tile {tile}, which was not placed, goes under the pile.", tile=change.event.tile)
    return Line(words, ("AT-10.7",), change.event.seat)


def given_up(change: KnownChange[happened.RestGivenUp]) -> Line:
    before, seat = change.before, change.event.seat
    if may_wait(before) and change.end.turn.given_up and change.end.turn.seat == seat:
        return going_on_line(seat, change.event.cards)
    return given_up_line(seat, change.event.cards, before)


def going_on_line(seat: str, number: int) -> Line:
    words = say(
        "{seat} takes {cards} for the remaining actions. The turn continues because {seat} can "
        "still return an amphora.",
        seat=seat,
        cards=cards(number),
    )
    return Line(words, ("AT-3.4", "AT-6.3"), seat)


def amphorae_kept(change: KnownChange[happened.AmphoraeKept]) -> Line:
    seat = change.event.seat
    words = say("{seat} keeps {amphorae}.", seat=seat, amphorae=amphorae(change.before.mats[seat].amphorae))
    return Line(words, ("AT-3.4", "AT-6.3"), seat)


def given_up_line(seat: str, number: int, before: AttikaPosition) -> Line:
    """For how many cards the rest of the turn is given up, after how many draws or builds."""
    facts = {"seat": seat, "cards": cards(number), "done": before.turn.done, "limit": before.turn.limit}
    if not before.turn.done:
        words = say("{seat} gives up the whole turn for {cards}.", **facts)
    elif not number:
        words = say("{seat} ends the turn after {done} of {limit} actions.", **facts)
    elif before.turn.line == "draw":
        words = say("{seat} gives up the rest for {cards} (draws: {done} of {limit}).", **facts)
    else:
        words = say("{seat} gives up the rest for {cards} (builds: {done} of {limit}).", **facts)
    return Line(words, ("AT-3.4",), seat)


def reshuffle_sentence(change: KnownChange[happened.DeckReshuffled]) -> Line:
    facts = {"cards": cards(sum(change.event.items)), "items": amounts_phrase(change.event.items)}
    return Line(say("The deck is empty. All discards are shuffled: {cards} ({items}).", **facts), ("AT-3.6",))


def lapse_sentence(change: KnownChange[happened.CardsLapsed]) -> Line:
    facts = {"seat": change.event.seat, "cards": cards(change.event.cards)}
    words = say("The deck and the discards are empty, so {seat} doesn't get {cards}.", **facts)
    return Line(words, ("AT-10.3",), change.event.seat)


def turn_over_sentence(change: KnownChange[happened.AttikaTurnEnded]) -> Line:
    seat = change.event.seat
    if change.end.course.empty:
        return Line(say("{seat}'s turn ends without an action.", seat=seat), ("AT-3.4", "AT-10.5"), seat)
    return Line(say("{seat}'s turn ends.", seat=seat), ("AT-3.4",), seat)


def victory_sentence(change: KnownChange[happened.AttikaGameEnded]) -> Line:
    """AT-8.1, AT-10.5: why the game was won; both reasons, if there are two."""
    seats, reasons = change.event.seats, change.event.reasons
    if reasons == ("most",):
        facts = {"who": winners(seats)}
        words = say("No more moves are possible. The most buildings win, then the fewest settlements: {who}.", **facts)
        return Line(words, ("AT-10.5",), seats[0])
    because = word_list([reason_for_win(change, each) for each in reasons], AND)
    return Line(say("{seat} {because} and wins.", seat=seats[0], because=because), ("AT-8.1",), seats[0])


def winners(seats: tuple[str, ...]) -> Phrase:
    names = terms(seats, AND)
    return say("{names} wins", names=names) if len(seats) == 1 else say("{names} share the victory", names=names)


def reason_for_win(change: KnownChange[happened.AttikaGameEnded], why: str) -> Phrase:
    if why == "buildings":
        return say("has built all buildings")
    return say("has connected the shrines {shrines}", shrines=joined_shrines(change.after, change.event.seats[0]))


def opening(header: AttikaHeader, before: Sight, sight: Sight) -> Line:
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
    return building_name(change.end, change.event.building)


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
    happened.TurnBegan: EventWords(turn_began),
    happened.BuildingDealt: EventWords(run=first_buildings),
    happened.CardDealt: EventWords(run=hand_dealt),
    happened.CardTaken: EventWords(run=cards_taken),
    happened.BuildingDrawn: EventWords(draw_sentence),
    happened.BuildingBuilt: EventWords(bill, marks=building_marks),
    happened.BuildingStored: EventWords(store_sentence),
    happened.AmphoraEarned: EventWords(amphora_earned, marks=lambda each: (REWARDED,) if each.event.amphora else ()),
    happened.AmphoraReturned: EventWords(amphora_returned, marks=lambda each: (SPENT,)),
    happened.TileTurned: EventWords(tile_turned),
    happened.TileLaid: EventWords(
        tile_placed,
        run=start_tiles,
        joins=lambda event: not event.seat,
        marks=lambda each: (TILE_PLACED,) if each.event.seat else (),
    ),
    happened.TileBuried: EventWords(tile_buried),
    happened.RestGivenUp: EventWords(given_up),
    happened.AmphoraeKept: EventWords(amphorae_kept),
    happened.DeckReshuffled: EventWords(reshuffle_sentence, marks=lambda each: (SHUFFLED,)),
    happened.CardsLapsed: EventWords(lapse_sentence),
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
