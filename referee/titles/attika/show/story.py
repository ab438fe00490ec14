"""The story from a reader's view: which entries are shown to whom, and what opens each."""

from collections.abc import Sequence
from itertools import takewhile

from referee.show.sentences import header_after, lines_of_move, of_every_title
from referee.show.view import Line, Lines, story_heading
from referee.titles.attika.data.tiles import AttikaHeader
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.events import AttikaEvent, AttikaGameEnded, AttikaMoment, DeckReshuffled, OrderSet
from referee.titles.attika.show.event_sentences import ALONE, TOGETHER
from referee.titles.attika.show.known import KnownChange, Sight
from referee.titles.attika.show.names import player_with_seat
from referee.words import say


class Turns:
    """The turns played so far, the open one among them, kept up sight by sight.

    all    whose, and the places in `seen` of its first and last entry
    last   seat → the last entry of its last turn, and the hexes on which it built in that turn
    """

    def __init__(self) -> None:
        self.all: list[tuple[str, int, int]] = []
        self.last: dict[str, tuple[int, list[int]]] = {}
        self.going_on = False

    def add(self, at: int, sight: Sight | AttikaMoment) -> None:
        if not is_turn(sight):
            return
        seat, first = sight.entry["seat"], at
        built: list[int] = []
        if self.going_on:
            first, built = self.all.pop()[1], self.last[seat][1]
        self.all.append((seat, first, at))
        self.last[seat] = at, built
        kinds = [type(event) for event in sight.events]
        if happened.BuildingBuilt in kinds:
            built += [event.hex for event in sight.events if type(event) is happened.BuildingBuilt]
        self.going_on = happened.AttikaTurnEnded not in kinds and happened.AttikaGameEnded not in kinds

    def first(self, at: int) -> int:
        """Where the turn of the entry added last began; an entry beside the turns is by itself."""
        return self.all[-1][1] if self.all and self.all[-1][2] == at else at


def story(header: AttikaHeader, moments: Sequence[AttikaMoment], seen: list[Sight], reader: str, turns: Turns) -> Lines:
    """For a seat everything since its last turn; for others the turn that the last entry belongs to."""
    lines: list[Line] = []
    for at in range(since(seen, reader, turns), len(seen)):
        lines += entry_lines(header_after(header, moments[:at]), seen, at, seen[at].since(seen[max(at - 1, 0)]))
    if reader in header["seats"] and seen[-1].entry.get("kind") != "close":
        return Lines("story", story_heading(reader, bool(ended_turns(seen, reader, turns))), tuple(lines))
    return Lines("story", say("What happened"), tuple(lines))


def turns_of(seen: Sequence[Sight | AttikaMoment]) -> Turns:
    """The turns played up to the last of these."""
    found = Turns()
    for at, sight in enumerate(seen):
        found.add(at, sight)
    return found


def is_turn(sight: Sight | AttikaMoment) -> bool:
    return sight.number > 0 and sight.entry["kind"] in ("move", "missed")


def since(seen: list[Sight], reader: str, turns: Turns) -> int:
    """The first entry to show; at least the last one is shown.

    The entries after the last turn that the reader has ended. If only the closing follows, or the reader has no turns,
    the entries of the last turn.
    """
    end, played = len(seen) - 1, turns.all
    over = ended_turns(seen, reader, turns)
    if over and over[-1] < end and not (over[-1] == played[-1][2] and seen[end].entry["kind"] == "close"):
        return over[-1] + 1
    if reader in seen[end].position.mats and not over and len(seen) > 1:
        return deal_index(seen)
    return played[-1][1] if played else end


def ended_turns(seen: list[Sight], reader: str, turns: Turns) -> list[int]:
    """The last entry of each turn that the reader has ended."""
    over = [last for seat, _, last in turns.all if seat == reader]
    return over[:-1] if over and seen[over[-1]].position.turn.seat == reader else over


def deal_index(seen: list[Sight]) -> int:
    """The entry of the deal, or the last one when the game waits for it."""
    return next((at for at, sight in enumerate(seen) if sight.number and sight.entry["kind"] == "deal"), len(seen) - 1)


def entry_lines(
    header: AttikaHeader, seen: list[Sight], at: int, happening: list[KnownChange[AttikaEvent]]
) -> list[Line]:
    """An entry: what it is, each event, then what the player said."""
    lines = [opening(header, seen, at)]
    for change in happening:
        if line := sentence(change, happening):
            lines.append(line)
    return [*lines, *lines_of_move(header, seen[at])]


def run_from(
    change: KnownChange[AttikaEvent], happening: list[KnownChange[AttikaEvent]]
) -> list[KnownChange[AttikaEvent]]:
    """Cards that one seat takes one after the other, and its first buildings, are shown in one sentence.

    From the first of such a run the whole run; nothing from the others.
    """
    at, event = change.number, change.event
    if at and together(happening[at - 1].event, event):
        return []
    return list(takewhile(lambda each: together(event, each.event), happening[at:]))


def together(before: AttikaEvent, event: AttikaEvent) -> bool:
    kind = type(event)
    return (
        kind in TOGETHER and kind is type(before) and seat_of(event) == seat_of(before) and not is_tile_placement(event)
    )


def seat_of(event: AttikaEvent) -> str:
    """Whose event it is; "" for entries that concern all."""
    return "" if isinstance(event, (OrderSet, DeckReshuffled, AttikaGameEnded)) else event.seat


def is_tile_placement(event: AttikaEvent) -> bool:
    """Whether a seat placed a tile: those of the start are shown together."""
    return isinstance(event, happened.TileLaid) and bool(event.seat)


def sentence(change: KnownChange[AttikaEvent], happening: list[KnownChange[AttikaEvent]]) -> Line | None:
    """The text of an event, or of the run of events that it begins; empty for those that are shown with others."""
    kind = type(change.event)
    if kind in TOGETHER and not is_tile_placement(change.event):
        run = run_from(change, happening)
        return TOGETHER[kind](run) if run else None
    return ALONE[kind](change) if kind in ALONE else None


def opening(header: AttikaHeader, seen: list[Sight], at: int) -> Line:
    """Which entry it is, and whose."""
    sight = seen[at]
    common = of_every_title(header, sight)
    if common:
        return common
    if sight.entry["kind"] == "deal":
        return Line(say("Entry {entry}: the deal.", entry=sight.number), ("AT-2.1", "AT-2.2", "AT-2.3"))
    seat = sight.entry["seat"]
    facts = {"entry": sight.number, "player": player_with_seat(header, seat)}
    if sight.entry["kind"] == "missed":
        before = seen[at - 1].entry
        if (before["kind"], before.get("seat")) == ("missed", seat):
            return Line(say("Entry {entry}: the missed turn of {player} continues.", **facts), ("AT-10.7",), seat)
        return Line(say("Entry {entry}: {player} missed the turn.", **facts), ("AT-10.7",), seat)
    if seen[at - 1].position.turn.is_begun:
        return Line(say("Entry {entry}: {player} continued.", **facts), ("AT-10.9",), seat)
    return Line(say("Entry {entry}: {player} moved.", **facts), ("AT-3.1",), seat)
