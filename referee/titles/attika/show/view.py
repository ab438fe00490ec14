"""The view of a game of Attika, built field by field from nothing (AT-2.4); and the game entry by entry.

All that is hidden comes out of `known`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.rules.rulebook import Header
from referee.show import story
from referee.show.film import Film, Seen, Still
from referee.show.sentences import (
    chance_fixed,
    components_known,
    header_after,
    may_heading,
    move_block,
    player_with_seat,
    seats_of,
    turn_sentence,
    whose_view,
)
from referee.show.turns import Turns, turns_of
from referee.show.view import Asked, Chart, Line, Lines, ReportTable, Row, Section, Series, View
from referee.titles.attika.data.components import CITIES
from referee.titles.attika.data.land import Place, name
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.play import way
from referee.titles.attika.rules.state import BUILDS, DRAWS, STACKS, AttikaPosition
from referee.titles.attika.rules.turns import built_count, can_draw, cards_due, may_wait
from referee.titles.attika.show import known, mats, picture, standing
from referee.titles.attika.show import names as due_tile
from referee.titles.attika.show.known import Sight, hands, sight
from referee.titles.attika.show.names import cards, due, snuggest
from referee.titles.attika.show.picture import board_view
from referee.titles.attika.show.standing import Offers
from referee.titles.attika.show.story import JOINED, REWARDED, SPENT, TELLING, TILE_PLACED
from referee.words import AND, Phrase, say, term, word_list


def rounds_chart(seen: Sequence[Sight | AttikaMoment], turns: Turns) -> Chart | None:
    """The chart, from the second round on."""
    course, ends = seen[-1].position.course, [each.last for each in turns.all]
    rounds = ends[len(course.order) - 1 :: len(course.order)] if course.order else []
    if course.winners and rounds and rounds[-1] != ends[-1]:
        rounds.append(ends[-1])
    if len(rounds) < 2:
        return None
    shown = [seen[end].position for end in rounds]
    x = tuple([str(number) for number in range(1, len(rounds) + 1)])
    series = tuple([Series(seat, tuple([built_count(each, seat) for each in shown])) for seat in course.order])
    rows = tuple([Row(row) for row in zip(x, *[each.values for each in series], strict=True)])
    columns = (say("Round"), *map(term, course.order))
    heading = say("Buildings on the board after each round")
    return Chart("rounds", heading, x, series, ReportTable("rounds", heading, columns, rows))


EXAMPLES = 3
"""How many builds a move block shows."""


def request_to_mover(header: Header, last: Sight, reader: str, offers: Offers, places: Sequence[Place]) -> Asked | None:
    """The request to the seat to move; None when nobody is. `places`: those for the tile that is due."""
    mover = last.position.seat
    if not mover or last.entry.get("kind") == "close":
        return None
    may = Lines("may", may_heading(header, mover, reader), tuple(due_lines(last.position, places)))
    block = move_block(header, last, mover, examples(offers, places))
    return Asked(mover, turn_sentence(header, mover, reader), may, block)


def tile_lines(position: AttikaPosition, places: Sequence[Place]) -> Iterator[Line]:
    """That a tile is due, where it may go, and how a place of the board is written."""
    facts: dict[str, object] = {"tile": position.turn.tile, "places": len(places)}
    words = say("Place the tile {tile}, which was turned up. There are {places} places for it.", **facts)
    yield Line(words, ("AT-7.1",))
    how = (
        "On the board they are called {first} to {last}. For {first} write `- tile: {way} turn 0`: the way to it from "
        "the centre of a tile, and how many steps of 60 degrees the tile is turned clockwise (0 to 5). The full report "
        "lists the way to each place."
    )
    facts = {"first": due_tile.place_name(0), "last": due_tile.place_name(len(places) - 1)}
    yield Line(say(how, way=way(position.land, places[0]), **facts), ("AT-7.1",))


def due_lines(position: AttikaPosition, places: Sequence[Place]) -> Iterator[Line]:
    """The due tasks, or else the rest of the turn. `places`: those for the tile that is due."""
    turn, seat = position.turn, position.seat
    if turn.tile:
        yield from tile_lines(position, places)
        return
    if turn.drawn:
        words = say("Build or store the {building}, which was drawn.", building=position.building(turn.drawn).name)
        yield Line(words, ("AT-3.2",), seat)
        return
    yield open_actions_line(position)
    number, left = cards_due(position), position.mats[seat].amphorae
    facts = {"cards": cards(number), "number": number, "amphorae": left}
    if left:
        words = say("Return amphorae for a draw, a build or a card each (available: {amphorae}).", **facts)
        if turn.is_past_actions:
            words = say("Return amphorae for a card each: `amphora: card` (available: {amphorae}).", **facts)
        yield Line(words, ("AT-6.3",), seat)
    if may_wait(position) and number:
        how = "Take {cards} for your remaining actions: `cards: {number}`. You can still return amphorae after that."
        yield Line(say(how, **facts), ("AT-3.4", "AT-6.3"), seat)
    words = say("Give up your remaining actions for {cards}: `end: true`.", **facts)
    yield Line(words if number else say("End the turn: `end: true`."), ("AT-3.4",), seat)


def open_actions_line(position: AttikaPosition) -> Line:
    """AT-3.1: the line that was begun, or both."""
    turn, seat = position.turn, position.seat
    facts = {"done": turn.done, "limit": position.turn.limit, "line": turn.line, "draws": DRAWS, "builds": BUILDS}
    if turn.given_up:
        words = say("The rest of the turn was given up. The turn continues because an amphora is left.")
        return Line(words, ("AT-3.4", "AT-6.3"), seat)
    if turn.closed:
        return Line(say("A card was taken, so no more draws or builds are possible."), ("AT-3.5",), seat)
    if turn.line:
        return Line(say("Continue with `{line}`: {done} of {limit} are done.", **facts), ("AT-3.1",), seat)
    return Line(say("Draw ({draws}) or build ({builds}), but not both.", **facts), ("AT-3.1",), seat)


def examples(offers: Offers, places: Sequence[Place]) -> Iterator[str]:
    """Lines of a move with all its names filled in: unedited it does what must be done, or is refused (AT-3.4).

    Options are after a `#`. A tile is placed where it touches most.
    """
    position = offers.known.position
    turn = position.turn
    if turn.tile:
        yield from ("actions:", f"  - tile: {way(position.land, snuggest(position.land, places))} turn 0")
        return
    yield "actions:" if turn.drawn else "# actions:"
    yield from ["  - store"] if turn.drawn else []
    yield from [f"#   - {line}" for line in possible(offers)]
    if not turn.drawn:
        yield "end: true" if standing.is_done(position) else "# end: true"


def possible(offers: Offers) -> Iterator[str]:
    """A possible draw, the cheapest builds, what an amphora may bring; last an order for that draw: it is harder."""
    position, turn = offers.known.position, offers.known.position.turn
    stacks = zip(STACKS, position.mats[position.seat].stacks, strict=True)
    stack = next(stack for stack, size in stacks if size) if can_draw(position, position.seat) else ""
    if stack:
        yield f"draw: {stack}"
    cheapest = [site for each in standing.buildable(position) for site in offers.sites(position.seat, each)[:1]]
    for site in [each for each in cheapest if each.price.free or each.paid is not None][:EXAMPLES]:
        yield f"build: {position.building(site.building).name} at {name(site.hex)}"
    if position.mats[position.seat].amphorae and not turn.drawn:
        yield "amphora: card" if turn.is_past_actions else f"amphora: {turn.line or 'draw'}"
        if may_wait(position) and cards_due(position):
            yield f"cards: {cards_due(position)}"
    if stack:
        building = next(mats.undrawn(position, stack == STACKS[0])).name
        at = next(map(name, position.empty_hexes()), "1")
        yield f"draw: {{stack: {stack}, then: [{{if: {building}, build: {at}}}, {{else: store}}]}}"


def view(begun: Header, moments: Sequence[AttikaMoment], seat: str = "") -> View:
    """The last of `moments` as a reader may see it: a seat, everybody ("") or the moderator."""
    seen, header = [sight(each, seat) for each in moments], header_after(begun, moments)
    last, turns = seen[-1], turns_of(moments, TELLING.goes_on)
    position, box = last.position, last.position.setting.box
    nearest, places = standing.nearest_links(position), due(position)
    offers = Offers(last, nearest)
    return View(
        **whose_view(header, last, seat, CITIES),
        title="attika",
        title_name="Attika",
        headline=headline_of_sight(header, last),
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        story=story.story(TELLING, begun, seen, seat, turns),
        board=board_view(header, seen, turns, nearest, places),
        asked=request_to_mover(header, last, seat, offers, places),
        sections=tuple(sections(seen, seat, offers, places, turns)),
        digest=story.digest(TELLING, begun, seen, seat, turns),
        scores=tuple(standing.scores(position)),
        trays=tuple(mats.trays(last, seat, header["seats"])),
        standing=tuple(standing.standings(last, nearest)),
        chances=standing.chances(offers),
        belongings=tuple(mats.belongings(offers, seat)) if position.course.order else (),
    )


def headline_of_sight(header: Header, last: Sight) -> Phrase:
    position = last.position
    if position.course.winners:
        names = word_list([player_with_seat(header, seat) for seat in position.course.winners], AND)
        if len(position.course.winners) == 1:
            return say("The game is over: {names} wins.", names=names)
        return say("The game is over: {names} share the victory.", names=names)
    if last.entry.get("kind") == "close":
        return say("The game was closed before its end.")
    if not position.seat:
        return say("The game is not dealt yet.")
    return say("{player} moves now.", player=player_with_seat(header, position.seat))


def chart(header: Header, moments: Sequence[AttikaMoment]) -> Chart | None:
    """How the seats came on. It counts buildings alone, which everybody may see: no sight of the moments is needed."""
    return rounds_chart(moments, turns_of(moments, TELLING.goes_on))


def sections(
    seen: Sequence[Sight], reader: str, offers: Offers, places: Sequence[Place], turns: Turns
) -> Iterator[Section]:
    """What the reader needs for the next turn, everybody's possessions, then those next to the board.

    `places`: those for the tile that is due.
    """
    last, position = seen[-1], seen[-1].position
    if position.course.order:
        if last.hands:
            yield mats.hands(position.course.order, last.hands)
        if last.entry.get("kind") != "close" and position.seat:
            yield from [due_tile.table(position, places)] if places else []
            yield from mats.tables(offers, reader if reader in position.mats else position.seat)
        yield mats.victory(position, offers.links)
        yield from filter(None, [rounds_chart(seen, turns)])
        yield mats.seats(seen[-1])
        yield from [mats.groups(position)] if position.buildings else []
    yield from (mats.storage(position), mats.stock(position))


Tables = tuple[ReportTable, ...]

STANDING = ReportTable(
    "standing",
    say("Score"),
    (say("Seat"), say("Built"), say("Settlements"), say("Amphorae"), say("Cards"), say("Face down")),
    (),
)
"""Of each seat in brief how far it is."""
STORES = ReportTable("stores", say("Storage boards"), (say("Seat"), say("On the storage board")), ())
"""The open buildings of each seat."""


def tables_of_still(known: AttikaPosition, real: AttikaPosition, readers: Sequence[str]) -> list[Tables]:
    """For each reader the cards that it may see, and what everybody may (`known`); nothing before the deal."""
    seats = known.course.order
    if not seats:
        return [()] * len(readers)
    scores, stores = list[Row](), list[Row]()
    for seat in seats:
        mat, open_buildings = known.mats[seat], list[Phrase]()
        done = say("{built} of {all}", built=built_count(known, seat), all=known.setting.number)
        scores.append(Row((term(seat), done, len(mat.settlements), mat.amphorae, mat.cards, sum(mat.stacks)), (), seat))
        for building, number in Counter(mat.stored).items():
            name = term(known.building(building).name)
            open_buildings.append(name if number == 1 else say("{number} {name}", number=number, name=name))
        stores.append(Row((term(seat), word_list(open_buildings) if open_buildings else say("nothing")), (), seat))
    shared = STANDING._replace(rows=tuple(scores)), STORES._replace(rows=tuple(stores))
    held = [hands(real, reader) for reader in readers]
    return [(*([mats.hands(seats, seen)] if seen else []), *shared) for seen in held]


def film(begun: Header, moments: Sequence[AttikaMoment], readers: Sequence[str], first: int = 0) -> Film:
    """The moments from `first` on, without the places for a due tile; the earlier ones show what is new in them.

    Only `known` is asked what else a reader may know than everybody.
    """
    seen = [sight(each, "") for each in moments]
    last, box = seen[-1].position, seen[-1].position.setting.box
    drawing, links = picture.HexDrawing(box), standing.NearestLinks()

    def draw(header: Header, at: int, turns: Turns) -> Still:
        now, position = seen[at], seen[at].position
        nearest = links.after(position)
        return Still(
            spaces=tuple(drawing.spaces(position, picture.fresh(seen[: at + 1], turns))),
            headline=headline_of_sight(header, now),
            scores=tuple([built_count(position, seat) for seat in position.setting.seats]),
            milestones=(),
            seen=tuple([Seen((), each) for each in tables_of_still(position, moments[at].position, readers)]),
            standing=tuple(standing.standings(now, nearest)),
            mover=position.seat if now.entry.get("kind") != "close" else "",
            ways=tuple(standing.ways(position, nearest)),
        )

    return Film(
        seats=seats_of(begun["seats"], CITIES),
        board=picture.bare_board(begun, last, drawing),
        provenance=(*components_known(begun["components"], box.name, box.provenance), chance_fixed(begun, moments)),
        score=say("Buildings on the board"),
        stills=story.stills(TELLING, begun, moments, readers, first, draw, seen, known.visible_events),
        firsts=(JOINED, REWARDED, TILE_PLACED, SPENT),
    )
