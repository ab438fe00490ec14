"""What the seat to move may do, as data from which a page composes a turn (AT-3 to 7), from what that seat may know.

Every choice is one that the rules do not refuse: on this position, or on one to which the choices before it lead.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from referee.reading.move_parts import move_parts
from referee.rules.rulebook import Header
from referee.rules.ruling import Accepted, Veiled, judge, refuse_chance, violations_of
from referee.show.menu import Kind, Menu
from referee.titles.attika.compose.menu_choices import Choices
from referee.titles.attika.compose.menu_counts import gauges
from referee.titles.attika.compose.menu_draws import Orders
from referee.titles.attika.compose.menu_refusals import END, refusals
from referee.titles.attika.data.box import AttikaHeader
from referee.titles.attika.rules.branches import Fields
from referee.titles.attika.rules.candidates import candidates
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.play import PLAY
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.show.asked import due_lines
from referee.titles.attika.show.known import KnownPosition, Sight
from referee.words import Phrase, say


def menu(header: Header, moments: Sequence[AttikaMoment]) -> Menu | None:
    """The choices of the seat to move after the last of `moments`; None when nobody is."""
    last = moments[-1]
    seat = last.position.seat
    if not seat or last.entry.get("kind") == "close":
        return None
    known = Sight(last, seat).known_position
    position = position_with_own_hand(known)
    free = position_after_due(position)
    found = Choices(position, free, refusing_rules)
    orders = Orders(free or position)
    shown = orders.secrets() if found.draws else ()
    return Menu(
        game=cast(AttikaHeader, header)["game"],
        title="attika",
        entry=last.number,
        head=last.head,
        seat=seat,
        kinds=KINDS,
        choices=tuple(found.choices),
        parts=move_parts("attika"),
        budgets=found.counts.budgets(),
        allowances=found.counts.allowances(),
        gauges=gauges(position, found.link, found.paid),
        refusals=refusals(known, lambda action: refusing_rules(position, action), found.built),
        answers=tuple(orders.answers) if shown else (),
        shown=shown,
        advice=tuple(advice(bool(shown), found.is_whole)),
        begins=tuple([line.says for line in due_lines(position)]),
    )


KINDS = (
    Kind("tile", say("The tile")),
    Kind("store", say("Store")),
    Kind("build", say("Build")),
    Kind("draw", say("Draw")),
    Kind("amphora", say("Return an amphora")),
    Kind("cards", say("Take cards")),
    Kind("end", say("End the turn")),
)


def position_with_own_hand(known: KnownPosition) -> AttikaPosition:
    """The position with the hand of the seat to move, and no other."""
    seat = known.position.seat
    return known.position._replace(hands={seat: known.hands[seat]})


def refusing_rules(position: AttikaPosition, action: str | Fields) -> list[tuple[str, Phrase]]:
    """The rules that refuse an action as the next, each with its words; an action of "end" ends the turn."""
    ends = action == END
    move = {"seat": position.seat, "actions": [] if ends else [action], "end": ends}
    for step in PLAY.steps(position, move):
        if found := violations_of(PLAY, position, step):
            return [(each.rule, each.says) for each in found]
    return []


def advice(draws: bool, whole: bool) -> Iterator[Phrase]:
    """What may be written by hand."""
    if not whole:
        yield say("Other payments, and more new settlements in one turn, may be lawful too: they are written by hand.")
    if draws:
        yield say(
            "A draw may say what becomes of the building, whatever it is: then the turn goes on in the same move."
        )
        yield say("What follows a tile that may be turned up is written by hand, behind `store` or `build` (AT-10.9).")


def position_after_due(position: AttikaPosition) -> AttikaPosition | None:
    """The position when what is due is done, the first way in which it may be; None when the turn cannot go on then."""
    turn = position.turn
    if not turn.tile and not turn.drawn:
        return position
    move = {"seat": position.seat, "actions": [{"store": turn.drawn}]} if turn.drawn else next(candidates(position))[1]
    try:
        ruling = judge(PLAY, position, move, refuse_chance)
    except Veiled:  # nothing is known of what follows
        return None
    goes_on = isinstance(ruling, Accepted) and ruling.position.seat == position.seat
    return ruling.position if isinstance(ruling, Accepted) and goes_on else None
