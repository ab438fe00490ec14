"""Follows the way out of a broken rule like a player: for each sentence the moves that may result.

`WAYS` has the sentences that say what to write or to leave out, `ADVICE` those that leave the choice to the player.
"""

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from referee.rules.ruling import Violation

Move = dict[str, Any]
Way = Callable[[Move, tuple[Any, ...], Mapping[str, Any]], tuple[str | int, ...] | None]
"""(move, place, facts of the hint): follows it, in this copy of the move; the place that it wrote, None for nothing."""


def without_line(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
    """Leave out the line of a list in which the place is, or the line of a word at the very left."""
    numbers = [depth for depth, step in enumerate(at) if isinstance(step, int)]
    if not numbers:
        move.pop(at[0], None)
        return
    del below(move, at[: numbers[-1]])[at[numbers[-1]]]


def below(move: Any, at: tuple[Any, ...]) -> Any:
    for step in at:
        move = move[step]
    return move


def line_of(at: tuple[Any, ...]) -> tuple[Any, ...]:
    """The place of the action in the list of the turn."""
    return at[:2]


def placed(move: Move, at: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    below(move, at[:-1])[at[-1]] = value
    return at


def before(move: Move, at: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """Write an action on a line above this one; above `end: true` that is the end of the list."""
    numbers = [depth for depth, step in enumerate(at) if isinstance(step, int)]
    if not numbers:
        move.setdefault("actions", []).append(value)
        return ("actions", len(move["actions"]) - 1)
    here = at[: numbers[-1] + 1]
    action = below(move, here)
    if isinstance(action, dict) and action.keys() & {"if", "else"}:
        return in_branch(action, here, str(at[-1]), value)
    below(move, here[:-1]).insert(here[-1], value)
    return here


def in_branch(branch: Move, here: tuple[Any, ...], word: str, value: Any) -> tuple[Any, ...]:
    """The same where the action is that of a branch: `do: [store, draw: 2]`."""
    if "else" in branch:
        branch["else"] = [value, branch["else"]]
        return (*here, "else", 0)
    branch["do"] = [value, {word: branch.pop(word)}]
    return (*here, "do", 0)


def in_place_of_line(value: Callable[[Mapping[str, Any]], Any]) -> Way:
    return lambda move, at, facts: placed(move, at[:2], value(facts))


def ended(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Give up the rest instead of this action and all behind it."""
    move["actions"] = move["actions"][: at[1]]
    move["end"] = True
    return ("end",)


def end_added(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[str, ...]:
    move["end"] = True
    return ("end",)


def without_last(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
    """Leave out the last so many of a kind."""
    kind, over = kind_at(move, at), int(facts["over"])
    if kind == "resupply":
        for each in (each["resupply"] for each in move["actions"] if "resupply" in each):
            for word in ("city", "road"):
                less = min(over, each.get(word, 0))
                each[word], over = each.get(word, 0) - less, over - less
        return
    found = [number for number, each in enumerate(move["actions"]) if kind in each]
    for number in found[len(found) - over :][::-1]:
        del move["actions"][number]


def kind_at(move: Move, at: tuple[Any, ...]) -> str:
    return str(next(iter(move["actions"][at[1]])))


def without_others(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
    """Leave out all actions of other kinds."""
    kind = kind_at(move, at)
    move["actions"] = [each for each in move["actions"] if kind in each]


def without_kind(kind: str) -> Way:
    def way(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
        move["actions"] = [each for each in move["actions"] if kind not in each]

    return way


def resupplied_last(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[Any, ...]:
    last = [each for each in move["actions"] if "resupply" in each]
    move["actions"] = [each for each in move["actions"] if "resupply" not in each] + last
    return ("actions", len(move["actions"]) - 1)


def resupplied_once(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[Any, ...]:
    once = {"resupply": {"road": facts["roads"], "city": facts["cities"]}}
    move["actions"] = [*[each for each in move["actions"] if "resupply" not in each], once]
    return ("actions", len(move["actions"]) - 1)


def counted(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[Any, ...]:
    number = next(number for number, each in enumerate(move["actions"]) if "resupply" in each)
    move["actions"][number]["resupply"][str(facts["kind"])] = facts["have"]
    return ("actions", number)


def market(word: str) -> Way:
    def way(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
        move["market"] = {word: move["market"][word]}

    return way


def sold(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[str, ...]:
    move["market"] = {"sell": first_of(facts["places"])}
    return ("market", "sell")


def first_of(names: object) -> str:
    return str(names).split(", ")[0]


def city_before(fact: str) -> Way:
    return lambda move, at, facts: before(move, at, {"city": first_of(facts[fact])})


def city_after(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[Any, ...]:
    last = max(number for number, each in enumerate(move["actions"]) if "resupply" not in each)
    move["actions"].insert(last + 1, {"city": facts["village"]})
    return ("actions", last + 1)


def inserted(action: Callable[[Mapping[str, Any]], Any]) -> Way:
    return lambda move, at, facts: before(move, at, action(facts))


def renamed(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
    """Write the name that was meant, or that of the building that was drawn: its cost there is reported next."""
    name = str(facts.get("meant") or facts.get("near") or facts["drawn"])
    value = below(move, at)
    if isinstance(value, dict):
        value["at" if "meant" in facts else "building"] = name
    elif at[-1] == "build":
        placed(move, at, re.sub(r"^.*?(?=at |\d|s\d)", f"{name} ", value))
    elif at[-1] == "road":
        placed(move, at, re.sub(r"^\S+", name, value))
    else:
        placed(move, at, name)


def unnamed(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
    """Leave the name of the building out."""
    value = below(move, at)
    if isinstance(value, dict):
        value.pop("building", None)
    elif at[-1] == "build":
        placed(move, at, re.sub(r"^[a-z][a-z -]*? +(?:at +)?(?=\d|s\d)", "", value, flags=re.IGNORECASE))
    else:
        placed(move, at, {})


def paid(amount: Callable[[Mapping[str, Any]], str | None]) -> Way:
    """Pay this, or leave the payment out."""

    def way(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[Any, ...]:
        value, pay = below(move, at), amount(facts)
        if isinstance(value, dict):
            value.pop("pay", None)
            value.update({"pay": pay} if pay else {})
        else:
            placed(move, at, value.partition(" pay ")[0] + (f" pay {pay}" if pay else ""))
        return at

    return way


def before_cards(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
    """Put an action before what takes cards, in the same list. Its result was not shown there."""
    (depth,) = [depth for depth, step in enumerate(at) if isinstance(step, int)][-1:]
    same = below(move, at[:depth])
    action = same.pop(at[depth])
    cards = [number for number, each in enumerate(same) if each in ({"amphora": "card"},) or "cards" in each]
    same.insert(cards[0], action)


def else_last(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> None:
    branches = below(move, at[:-1])
    branches.sort(key=lambda each: "else" in each)


def seated(move: Move, at: tuple[Any, ...], facts: Mapping[str, Any]) -> tuple[str, ...]:
    move["seat"] = str(facts["seat"])
    return ("seat",)


WAYS: dict[str, tuple[Way, ...]] = {
    # Magna Grecia
    "Write `{kind}: {have}` or less.": (counted,),
    "Did you mean {meant}?": (renamed,),
    "Leave out {over}.": (without_last,),
    "Leave out {over}, or leave out all other actions.": (without_last, without_others),
    "Leave out {over}. With `resupply` you get tiles for later turns.": (without_last,),
    "Delete this line.": (without_line,),
    "Delete this line; the first `resupply:` counts.": (without_line,),
    "Delete this line, and write `resupply: {{road: {roads}, city: {cities}}}` once, as the last action.": (
        resupplied_once,
    ),
    "Write `- oracle:` and a village. You can choose {free}.": (
        lambda move, at, facts: placed(move, ("actions",), [{"oracle": first_of(facts["free"])}]),
    ),
    "You can choose {free}.": (lambda move, at, facts: placed(move, at, first_of(facts["free"])),),
    "Keep `build` or `sell`, and delete the other.": (market("build"), market("sell")),
    "Leave out the roads, the city tiles or `resupply`.": tuple(map(without_kind, ("road", "city", "resupply"))),
    "Move `resupply:` to the end of `actions:`.": (resupplied_last,),
    "Found it on another turn, or place the tile next to a city of {seat}.": (without_line,),
    "Place a city tile on {village} in the same turn, or choose another space.": (city_after,),
    "Place a city tile on {village} before this one.": (city_before("village"),),
    "Cover one of {names} first, or choose another space.": (city_before("names"),),
    "You can't build a market without points, but you can sell one.": (without_line,),
    "Leave the tile out. Selling a market only pays at the end of the turn.": (without_line,),
    "Leave `build` out. You can sell a market instead.": (without_line,),
    "{seat} can sell the market at {places}.": (sold,),
    # Attika
    "Build where more of its symbols are next to the hex, or end the turn for cards with `end: true`.": (ended,),
    "Build it where more of its symbols are next to the hex, or store it with `store`.": (
        in_place_of_line(lambda facts: "store"),
    ),
    "The cheapest payment is {best}. Leave `pay` out to pay that.": (
        paid(lambda facts: str(facts["best"])),
        paid(lambda facts: None),
    ),
    "Leave `pay` out. Then the cheapest payment from the hand is made for you.": (paid(lambda facts: None),),
    "Leave `pay` out.": (paid(lambda facts: None),),
    "Leave the name out: it is always the building you just drew.": (unnamed,),
    "Name {drawn}, or leave the name out: it can't be anything else.": (renamed, unnamed),
    "Did you mean {near}?": (renamed,),
    "Continue with `{line}:`, or give up the rest for cards with `end: true`.": (ended,),
    "Build, or end the turn for cards: `end: true`.": (ended,),
    "End the turn for cards: `end: true`.": (ended,),
    "To give up your remaining actions for cards, write `end: true`.": (end_added,),
    "First return an amphora for one more: `amphora: {line}`.": (
        inserted(lambda facts: {"amphora": str(facts["line"])}),
    ),
    "Write `store`, or `build: {{at: HEX}}`, before this action.": (inserted(lambda facts: "store"),),
    "Draw first: `draw: {stack}`.": (inserted(lambda facts: {"draw": str(facts["stack"])}),),
    "Leave this line out. It can wait for the next turn of {seat}.": (without_line,),
    "Leave this line out.": (without_line,),
    "Leave this line out. You get an amphora when you complete a connected group (AT-6.1).": (without_line,),
    "Leave `cards` out.": (without_line,),
    "Leave this line out. To end the turn write `end: true`.": (without_line, ended),
    "Write `cards: {due}`.": (lambda move, at, facts: placed(move, at, facts["due"]),),
    "Write `amphora: card`, or keep the amphora.": (lambda move, at, facts: placed(move, at, "card"), without_line),
    "Leave it out. To end the turn, write `end: true`.": (without_line,),
    "Put it before the line that takes cards, or leave it out.": (before_cards, without_line),
    "Put the branch with `else` last.": (else_last,),
    "Write `seat: {seat}`.": (seated,),
}

ADVICE = {
    # Whose turn it is.
    "Write your own seat, as the report shows it.",
    "Wait for the report that asks {seat} to move, and answer that one.",
    "{seat} moves again in the next round.",
    "Choose another space.",
    "To list what can be decided: referee ruling GAME",
    "Did you mean {near}? It is not on the storage board.",
    "Did you mean {near}? It can never be in this stack.",
    # Another place, edge, stack or building, which the player chooses.
    "In column {column} the spaces go from {first} to {last}.",
    "Write a column letter and a row number. The columns are {first} to {last}.",
    "The edges are n, ne, se, s, sw and nw. `from` and `to` name spaces next to {at}.",
    (
        "A straight road connects opposite edges (n-s, ne-sw or nw-se). A curve connects two "
        "edges with one between them, such as n-se."
    ),
    "One exit must meet a city, an exit of your own road, or a village or oracle that your road has reached.",
    "Choose a place that costs {have} or less. A village without any market costs 1.",
    "Choose an empty space.",
    "Choose a place where {seat} has no market yet.",
    "Build it in a village, or in another player's city.",
    "First run one of your roads into {at}. You can do that in the same turn.",
    "Leave a space between the cities of two players. A road may connect them.",
    "Leave a space between the city and the oracle. A road may connect them.",
    "Extend the city to one of these villages in the same turn, or start on one.",
    "Start next to a village with a green border, or first run one of your roads into a village.",
    "Place it next to a city of {seat}, or found a city on a village.",
    "Turn the tile so that no exit meets an exit of the other road.",
    "{seat} has no unsold market.",
    "{seat} has unsold markets at {places}, but none of them is active.",
    "The report shows the name of each hex on the board.",
    "Choose a hex of a tile.",
    "Choose an empty hex. The report lists the cheapest ones.",
    "Build one of these, or draw (AT-3.2).",
    "Build one of these.",
    "Draw instead (AT-3.2).",
    "Draw from another stack.",
    "Write its name before the hex, as in `build: tower at {at}`.",
    "First write `tile: {{from: 1, walk: [ne, ne, ne], turn: 2}}` with your own place.",
    "Begin at one of them, as in `from {last} ne ne se turn 2`.",
    "The report lists all places; most are three steps from the centre of a tile.",
    "Keep the centres of two tiles at least three steps apart, and a centre and a shrine two.",
    # Orders.
    "Ask for it after a draw from the stack `main`, or leave it out.",
    "Ask for it after a draw from stack 1, 2 or 3, or leave it out.",
    "Ask for the tile after `store` or `build`: `store: {{then: [...]}}`.",
    "Ask for the building after the draw: `draw: {{stack: 2, then: [...]}}`.",
    "Leave `then` out, and write the next action on its own line below.",
    "Take the card first. The turn waits, and you continue once you see it.",
    "You can name {names}.",
}


COUNTING = (without_last, without_others, counted, resupplied_last, resupplied_once)
"""These end a refusal wherever it would be said again."""


class Followed(NamedTuple):
    """A move after a hint: the place that it wrote, and what of the move was refused before it.

    `everywhere`: the same is not said again of any other line either.
    """

    move: Move
    place: tuple[Any, ...] | None
    refused: Any
    everywhere: bool


def line_at(move: Mapping[str, Any], at: tuple[Any, ...]) -> Any:
    """The action in which a place is; None for none."""
    numbers = [depth for depth, step in enumerate(at) if isinstance(step, int)]
    return below(move, at[: numbers[-1] + 1]) if numbers else None


def ways_out(move: Mapping[str, Any], violation: Violation) -> list[Followed]:
    """The results of a violation's hint. Lines are compared by identity, so a word alone becomes a mapping."""
    template = violation.hint.template if violation.hint else ""
    if not template or template in ADVICE:
        return []
    assert template in WAYS, f"{violation.rule}: is this a way out or advice? {template}"
    found = []
    for way in WAYS[template]:
        copy = deepcopy(dict(move))
        copy["actions"] = [deepcopy({"store": {}} if each == "store" else each) for each in copy.get("actions", [])]
        mine = line_at(copy, violation.at)
        assert violation.hint
        place = way(copy, violation.at, violation.hint.facts)
        found.append(Followed(copy, place, mine, way in COUNTING))
    return found
