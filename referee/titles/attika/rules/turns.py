"""AT-1.1, AT-2.3, AT-3, AT-6, AT-8.1: whose turn it is, the two lines, giving up; amphorae; the end (AT-10.5)."""

from dataclasses import replace

from referee.rules.hexes import steps_from
from referee.rules.law import game_over, not_your_turn, unknown_seat
from referee.rules.rulebook import Breach, Outcome, rule
from referee.titles.attika.data.land import HEXES, NOWHERE
from referee.titles.attika.rules.moves import (
    ALIKE,
    USES,
    AttikaStep,
    Build,
    BuryTile,
    Draw,
    GiveOrders,
    GiveUp,
    PlaceTile,
    ReturnAmphora,
    Store,
    TakeAttikaTurn,
    nearest_name_hint,
)
from referee.titles.attika.rules.state import CARDS, STACKS, AttikaPosition, AttikaTurn, stack_words
from referee.words import AND, say, terms, word_list


def winning_reasons(position: AttikaPosition, seat: str, built: int = NOWHERE) -> tuple[str, ...]:
    """AT-8.1: the reasons why a seat has won: `buildings`, `shrines`, both or nothing.

    `built`: the hex of the last building, if nobody had won before: then only its settlement can join shrines.
    """
    mat = position.mats[seat]
    reasons: tuple[str, ...] = ("buildings",) if len(mat.built) == position.setting.number else ()
    for settlement in mat.settlements:
        if (built == NOWHERE or built in settlement) and len(touched_shrines(position, settlement)) > 1:
            return (*reasons, "shrines")
    return reasons


def built_count(position: AttikaPosition, seat: str) -> int:
    return len(position.mats[seat].built)


def touched_shrines(position: AttikaPosition, settlement: tuple[int, ...]) -> list[int]:
    """The shrines (numbers from 0) that a settlement touches (AT-10.6: one building may touch two)."""
    beside = position.land.beside
    return sorted({shrine for hex in settlement if hex in beside for shrine in beside[hex]})


def can_ever_build(position: AttikaPosition) -> bool:
    """Whether there is an empty hex, or a tile that may still come."""
    if len(position.buildings) < HEXES * len(position.land.tiles):
        return True
    return position.supply.tiles > 0 and any(sum(mat.stacks) for mat in position.mats.values())


def leaders(position: AttikaPosition) -> tuple[str, ...]:
    """AT-10.5: most buildings built wins, then fewest settlements, then it is shared."""
    ranks = {
        seat: (built_count(position, seat), -len(position.mats[seat].settlements)) for seat in position.course.order
    }
    return tuple([seat for seat in position.course.order if ranks[seat] == max(ranks.values())])


WAYS = {
    "buildings": say("with all buildings built"),
    "shrines": say("by connecting shrines"),
    "most": say("with the most buildings, when nobody could move"),
}


def outcome(position: AttikaPosition) -> Outcome | None:
    """AT-8.1, AT-10.5: how a game ended, and how many buildings each seat had on the board."""
    if not position.course.winners:
        return None
    counts = {seat: built_count(position, seat) for seat in position.setting.seats}
    way = word_list([WAYS[each] for each in position.course.reasons], AND)
    return Outcome(position.course.winners, counts, say("buildings"), way)


@rule("AT-8.1", TakeAttikaTurn, GiveOrders, stage=0, fixed_by=())
def the_game_goes_on(position: AttikaPosition, step: TakeAttikaTurn | GiveOrders) -> Breach | None:
    return game_over() if position.course.winners else None


@rule("AT-1.1", TakeAttikaTurn, GiveOrders, stage=0, fixed_by=())
def seat_is_in_the_game(position: AttikaPosition, step: TakeAttikaTurn | GiveOrders) -> Breach | None:
    if step.seat in position.setting.seats:
        return None
    seats = position.setting.seats
    return unknown_seat(step.seat, seats, nearest_name_hint(step.seat, seats, ALIKE))


@rule("AT-2.3", TakeAttikaTurn, GiveOrders, stage=1)
def seat_is_to_move(position: AttikaPosition, step: TakeAttikaTurn | GiveOrders) -> Breach | None:
    if step.seat == position.turn.seat:
        return None
    facts = {"seat": step.seat, "mover": position.turn.seat, "order": terms(position.course.order, " - ")}
    says = say("It isn't the turn of {seat}: {mover} moves now (order of play: {order}).", **facts)
    return not_your_turn(step.seat, says)


@rule("AT-3.4", TakeAttikaTurn, stage=2)
def does_something(position: AttikaPosition, step: TakeAttikaTurn) -> Breach | None:
    if step.does:
        return None
    says = say("This move does nothing and gives up nothing.")
    return Breach(says, hint=say("To give up your remaining actions for cards, write `end: true`."))


@rule("AT-3.4", Draw, Build, Store, PlaceTile, ReturnAmphora, stage=0, fixed_by=(Build, ReturnAmphora))
def the_turn_goes_on(position: AttikaPosition, step: AttikaStep) -> Breach | None:
    mover = position.turn.seat
    if mover == step.seat:
        return None
    says = say("{seat} has no actions left this turn. {mover} moves now.", seat=step.seat, mover=mover)
    return Breach(says, hint=say("Leave this line out. It can wait for the next turn of {seat}.", seat=step.seat))


@rule("AT-3.2", Draw, ReturnAmphora, GiveUp, PlaceTile, stage=0, fixed_by=(Build, Store))
def a_drawn_building_comes_first(position: AttikaPosition, step: AttikaStep) -> Breach | None:
    drawn = position.turn.drawn
    if not drawn:
        return None
    facts = {"building": position.building(drawn).name}
    says = say("{seat} drew the {building} and must build or store it before anything else.", seat=step.seat, **facts)
    return Breach(says, hint=say("Write `store`, or `build: {{at: HEX}}`, before this action.", **facts))


@rule("AT-7.1", Draw, Build, Store, ReturnAmphora, GiveUp, stage=0, fixed_by=(PlaceTile,))
def a_tile_that_is_due_comes_first(position: AttikaPosition, step: AttikaStep) -> Breach | None:
    if not position.turn.tile:
        return None
    says = say("The tile {tile} was turned up and must be placed before anything else.", tile=position.turn.tile)
    return Breach(says, hint=say("First write `tile: {{from: 1, walk: [ne, ne, ne], turn: 2}}` with your own place."))


@rule("AT-3.5", Draw, Build, stage=1, fixed_by=(), overrulable=True)
def no_card_was_taken_before(position: AttikaPosition, step: Draw | Build) -> Breach | None:
    if position.turn.closed:
        says = say("{seat} has taken a card this turn. After that, you can't draw or build.", seat=step.seat)
        return Breach(says, hint=say("Leave it out. To end the turn, write `end: true`."))
    return None


@rule("AT-3.4", Draw, Build, ReturnAmphora, stage=1, fixed_by=(), overrulable=True)
def the_rest_was_not_given_up(position: AttikaPosition, step: Draw | Build | ReturnAmphora) -> Breach | None:
    """Of cards that were taken for the rest AT-3.5 speaks; here there was none to take (AT-10.3)."""
    turn = position.turn
    if turn.closed or not turn.given_up or not line_of(step):
        return None
    says = say("{seat} has given up the rest of this turn and can't draw or build any more.", seat=step.seat)
    return Breach(says, hint=say("Leave it out. To end the turn, write `end: true`."))


@rule("AT-3.5", GiveOrders, stage=2, overrulable=True)
def nothing_follows_the_cards(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    """Told before a card is shown: after that the move could not be refused as a whole (AT-10.9)."""
    says = say("An earlier line takes cards. After that, you can't draw or build this turn.")
    hint = say("Put it before the line that takes cards, or leave it out.")
    # whether there is a card to take, even when each group brings one before (AT-3.6, AT-6.2, AT-10.3)
    is_card_left = position.deck.cards_left + sum(position.discards) > len(position.setting.box.groups)
    return [Breach(says, place, hint) for place in step.late if is_card_left]


@rule("AT-3.4", GiveOrders, stage=2)
def gives_up_the_open_actions_once(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    """Reported before a card is shown: later actions could not be refused any longer (AT-10.9)."""
    words = "An earlier line has already given up the rest of the turn, so there is nothing left to give up for cards."
    return [Breach(say(words), place, say("Leave this line out.")) for place in step.again]


@rule("AT-3.5", ReturnAmphora, stage=1, fixed_by=(), overrulable=True)
def no_action_is_bought_after_a_card(position: AttikaPosition, step: ReturnAmphora) -> Breach | None:
    if position.turn.closed and step.use != "card":
        says = say("{seat} has taken a card this turn, so an amphora can only bring another card now.", seat=step.seat)
        return Breach(says, hint=say("Write `amphora: card`, or keep the amphora."))
    return None


def line_of(step: Draw | Build | ReturnAmphora) -> str:
    """The line that a step belongs to; "" for an amphora returned for a card."""
    if isinstance(step, Draw):
        return "draw"
    if isinstance(step, Build):
        return "build"
    return "" if step.use == "card" else step.use


@rule("AT-3.1", Draw, Build, ReturnAmphora, stage=1, fixed_by=(Draw,), overrulable=True)
def keeps_to_one_line(position: AttikaPosition, step: Draw | Build | ReturnAmphora) -> Breach | None:
    line = position.turn.line
    if not line:
        return None
    wanted = line_of(step)
    if not wanted or line == wanted or (isinstance(step, Build) and position.turn.drawn):
        return None
    facts = {"seat": step.seat, "line": line, "wanted": wanted, "done": position.turn.done}
    hint = say("Continue with `{line}:`, or give up the rest for cards with `end: true`.", **facts)
    if isinstance(step, Build):
        says = say("{seat} chose to draw this turn, so only a building that was just drawn can be built.", **facts)
        return Breach(says, hint=hint)
    return Breach(say("{seat} chose `{line}` this turn, so there is no `{wanted}`.", **facts), hint=hint)


@rule("AT-3.1", Draw, Build, stage=2, fixed_by=(ReturnAmphora,), overrulable=True)
def an_action_is_left(position: AttikaPosition, step: Draw | Build) -> Breach | None:
    turn = position.turn
    if turn.drawn or not turn.line or turn.done < turn.limit:
        return None
    facts = {"seat": step.seat, "done": turn.done, "line": turn.line}
    says = say("{seat} has already done all {done} `{line}` actions.", **facts)
    if position.mats[step.seat].amphorae:
        return Breach(says, hint=say("First return an amphora for one more: `amphora: {line}`.", **facts))
    return Breach(says, hint=say("Leave this line out."))


@rule("AT-2.2", Draw, stage=0, fixed_by=())
def there_is_such_a_stack(position: AttikaPosition, step: Draw) -> Breach | None:
    if step.stack != NOWHERE:
        return None
    facts = {"written": step.written, "stacks": ", ".join(STACKS)}
    return Breach(say("There is no stack {written}.", **facts), hint=say("The stacks are {stacks}.", **facts))


@rule("AT-3.2", Draw, stage=2, fixed_by=())
def the_stack_has_a_building(position: AttikaPosition, step: Draw) -> Breach | None:
    stacks = position.mats[step.seat].stacks
    if stacks[step.stack]:
        return None
    sizes = [(name, size) for name, size in zip(STACKS, stacks, strict=True) if size]
    left = [say("{size} in {name}", size=size, name=stack_words(name)) for name, size in sizes]
    facts = {"stack": stack_words(STACKS[step.stack]), "left": word_list(left) if left else say("none in any")}
    hint = say("Draw from another stack.") if sum(stacks) else say("Build, or end the turn for cards: `end: true`.")
    return Breach(say("Stack {stack} is empty. Buildings left: {left}.", **facts), hint=hint)


@rule("AT-3.2", Store, stage=1, fixed_by=(Draw,))
def stores_what_was_just_drawn(position: AttikaPosition, step: Store) -> Breach | None:
    drawn = position.turn.drawn
    if not drawn:
        hint = say("Leave this line out.")
        if can_draw(position, step.seat):
            left = zip(STACKS, position.mats[step.seat].stacks, strict=True)
            hint = say("Draw first: `draw: {stack}`.", stack=[name for name, size in left if size][-1])
        return Breach(say("There is no drawn building to store."), hint=hint)
    if step.building and step.building != drawn:
        return wrong_name_breach(position, step.building)
    return None


def can_draw(position: AttikaPosition, seat: str) -> bool:
    """Whether the seat may draw as the next action."""
    turn = position.turn
    if turn.drawn or turn.tile or turn.is_past_actions or turn.line == "build":
        return False
    return turn.done < turn.limit and any(position.mats[seat].stacks)


def wrong_name_breach(position: AttikaPosition, named: str) -> Breach:
    facts = {"drawn": position.building(position.turn.drawn).name, "named": named}
    says = say("You drew the {drawn}, not the {named}.", **facts)
    return Breach(says, hint=say("Name {drawn}, or leave the name out: it can't be anything else.", **facts))


def cards_due(position: AttikaPosition) -> int:
    """AT-3.4: how many cards the seat takes when it gives up the open actions; none if it has done so before."""
    turn = position.turn
    if turn.given_up:
        return 0
    return max(turn.limit - turn.done, 0) if turn.done else CARDS + turn.extra


def may_wait(position: AttikaPosition) -> bool:
    """AT-6.3: whether the turn continues when its open actions are given up, since an amphora is left to return."""
    returned = position.setting.policies.amphora_after_cards == "for a card"
    return returned and position.mats[position.turn.seat].amphorae > 0


def is_complete(position: AttikaPosition) -> bool:
    """AT-3.4: whether every action of the line is done or given up, and no amphora is left to continue with."""
    turn = position.turn
    if turn.given_up:
        return not may_wait(position)
    return bool(turn.line) and turn.done >= turn.limit and not position.mats[turn.seat].amphorae


@rule("AT-3.4", GiveUp, stage=1)
def takes_a_card_for_each_open_action(position: AttikaPosition, step: GiveUp) -> Breach | None:
    if step.cards is None:
        return None
    if position.seat != step.seat:  # an earlier step of the same move has ended it
        says = say("The turn has already ended, so there is nothing left to give up for cards.")
        return Breach(says, hint=say("Leave `cards` out."))
    turn, due = position.turn, cards_due(position)
    if step.cards == due:
        return None
    if turn.given_up:
        says = say("The rest of the turn has already been given up, so there is nothing left to give up for cards.")
        return Breach(says, hint=say("Leave this line out. To end the turn write `end: true`."))
    facts = {"cards": step.cards, "due": due, "done": turn.done, "line": turn.line, "limit": turn.limit}
    hint = say("Write `cards: {due}`.", due=due)
    if not turn.done:
        return Breach(say("You draw and build nothing. That brings {due} cards, not {cards}.", **facts), hint=hint)
    says = say("{done} of {limit} `{line}` actions are done. Cards for the rest: {due}, not {cards}.", **facts)
    return Breach(says, hint=hint)


@rule("AT-10.7", BuryTile, stage=0)
def a_tile_is_due(position: AttikaPosition, step: BuryTile) -> Breach | None:
    return None if position.turn.tile else Breach(say("No tile was turned up."))


def next_turn(position: AttikaPosition, seat: str) -> AttikaPosition | None:
    """The position as if the turn of a seat began now; None before the deal and when the game is over."""
    return replace(position, turn=AttikaTurn(seat)) if position.seat else None


@rule("AT-6.3", ReturnAmphora, stage=1, fixed_by=(Build,))
def has_an_amphora(position: AttikaPosition, step: ReturnAmphora) -> Breach | None:
    if position.mats[step.seat].amphorae:
        return None
    says = say("{seat} has no amphora to return.", seat=step.seat)
    hint = say("Leave this line out. You get an amphora when you complete a connected group (AT-6.1).")
    return Breach(says, hint=hint)


@rule("AT-6.3", ReturnAmphora, stage=0, fixed_by=())
def brings_something(position: AttikaPosition, step: ReturnAmphora) -> Breach | None:
    if step.use in USES:
        return None
    says = say("You can't use an amphora for {use}.", use=step.use)
    return Breach(says, hint=say("Write one of {uses}.", uses=", ".join(USES)))


def completed_groups(position: AttikaPosition, seat: str, hex: int) -> list[str]:
    """AT-6.1: the groups that a seat completed when it built on this hex, in the order of AT-10.1."""
    box, rewarded = position.setting.box, position.mats[seat].groups
    if position.setting.options["group_link"] == "any_own":
        return [group for group in box.groups if group not in rewarded and is_connected(position, seat, hex, group)]
    group = box.buildings[position.mats[seat].built[hex]].group
    return [group] if group not in rewarded and is_connected(position, seat, hex, group) else []


def is_connected(position: AttikaPosition, seat: str, hex: int, group: str) -> bool:
    """Whether all buildings of a group are connected to this hex (AT-9.3 says through which buildings)."""
    mat, setting = position.mats[seat], position.setting
    if mat.left[group]:
        return False
    members, size = setting.box.groups[group], setting.sizes[group]
    if setting.options["group_link"] == "any_own":
        together = next(each for each in mat.settlements if hex in each)
        return size == len([each for each in together if mat.built[each] in members])
    mine = {each for each, building in mat.built.items() if building in members}
    return size == len(steps_from([hex], lambda here: mine.intersection(position.land.around[here])))


def missing(position: AttikaPosition, seat: str, group: str) -> list[str]:
    """The buildings of a group that a seat has still to build, each as often as it is missing."""
    box, built = position.setting.box, list(position.mats[seat].built.values())
    return [each for each in box.groups[group] for _ in range(box.buildings[each].number - built.count(each))]
