"""The promises of every title, as functions of a random game: each asserts one promise of the design."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os.path import basename, dirname
from typing import Any

from referee.contract.playouts import Playout, fates, move_with_part
from referee.records import NamedTuple
from referee.report import wording
from referee.report.html import html_report
from referee.report.text import text_report
from referee.rules.editions import public_text
from referee.rules.replay import Moment, moments, replay
from referee.rules.rulebook import Move
from referee.rules.ruling import (
    Accepted,
    Rejected,
    Veiled,
    faults,
    header_violations,
    judge,
    judged_candidates,
    refuse_chance,
)
from referee.show.data_files import RELEASED, released_files
from referee.show.view import LAND, Ground, Sign, Symbol, drawable
from referee.store import chain, chance, told
from referee.store.chain import canonical
from referee.store.documents import Entry, actions_of
from referee.words import Phrase, say


def data_files_are_as_released(game: Playout) -> None:
    """Games name their data by its content: a file that is edited or removed makes its games unreadable."""
    wrong = [str(each) for files in game.book.set_up.data_files for each in release_differences(files)]
    assert not wrong, "\n".join(wrong)


def release_differences(files: Any) -> Iterator[Phrase]:
    """What is wrong with the data files of one kind, and what to do instead."""
    folder = basename(files.folder)
    listed = released_files(dirname(files.folder)).get(folder, {})
    for name in files.names():
        facts = {"file": f"{folder}/{name}.yaml", "content": files.load(name)[2]}
        if name not in listed:
            words = "{file} is not in {list}. Before you release it, add this below `{folder}:`\n{lines}"
            yield say(words, **facts, list=RELEASED, folder=folder, lines=line(name, facts["content"]))
        elif listed[name]["content"] != facts["content"]:
            words = (
                "{file} has changed since it was released: its content was {before} and is now "
                "{content}. Games need it as it was. Restore it, and put the new facts into a new file "
                "with a new name."
            )
            yield say(words, **facts, before=listed[name]["content"])
    for name in listed:
        if name not in files.names():
            words = "{file} was released, but is gone. Games need it. Restore it."
            yield say(words, file=f"{folder}/{name}.yaml")


def line(name: str, content: str) -> str:
    """What the list says of a new file."""
    return f"  {name}:\n    since: PACKAGE VERSION\n    content: '{content}'"


MUTANTS = 40
SAMPLE = 8
"""So many turns of a game are judged again in another world; all of a game that has fewer."""
LOOKS = 50
LEAVES: tuple[Any, ...] = ("", "A1", "Z99", "n-s", "n-n", "no", "ß", "-1", 0, -1, 99)


def ends(game: Playout) -> None:
    """The game ends, and then no seat is to move."""
    assert game.book.play.to_move(game.positions[-1]) is None


def replays_to_the_same_positions(game: Playout) -> None:
    moments = replay(game.book, game.log, secret=lambda: game.secret)
    assert [moment.position for moment in moments[1:]] == list(game.positions)
    assert [moment.events for moment in moments[2:]] == [turn.ruling.events for turn in game.turns]


def log_comes_back_from_its_bytes(game: Playout) -> None:
    again = chain.parse(game.log.raw)
    assert (again.documents, again.heads) == (game.log.documents, game.log.heads)


def public_state_is_plain(game: Playout) -> None:
    """`state:` covers text, numbers, lists and mappings only: no floats; and it is their canonical JSON."""
    for position in game.positions:
        text = public_text(game.book.edition, position)
        assert text == canonical(game.book.public(position))
        assert "." not in text


def refused_moves_leave_no_trace_and_cite_rules(game: Playout) -> None:
    """Mutated moves are accepted or refused with rule, words and place, and change nothing."""
    rng = random.Random(len(game.turns))
    for _ in range(MUTANTS):
        turn = rng.choice(game.turns)
        before = canonical(game.book.public(turn.before))
        move = mutant(turn.move, rng)
        ruling = judge(game.book.play, turn.before, move, game.fate())
        assert canonical(game.book.public(turn.before)) == before
        if isinstance(ruling, Rejected):
            assert_teaches(ruling)
            assert_names_all(game, turn.before, as_sent(move))


def as_sent(move: Any) -> Any:
    """The move as somebody sends it, where it is what a part of another one left over."""
    return {key: value for key, value in move.items() if key != "queue"}


def assert_names_all(game: Playout, position: object, move: Any) -> None:
    """What is refused first is among everything that is wrong; the same each time; and it leaves no trace either."""
    before, ruling = canonical(game.book.public(position)), judge(game.book.play, position, move, game.fate())
    found = faults(game.book.play, position, move)
    if isinstance(ruling, Rejected):
        assert set(map(str, ruling.violations)) <= set(map(str, found.certain))
    assert not set(map(str, found.certain)) & set(map(str, found.probable))
    assert all(violation.rule and isinstance(violation.says, Phrase) for violation in found.certain + found.probable)
    assert faults(game.book.play, position, move) == found
    assert canonical(game.book.public(position)) == before


def assert_teaches(ruling: Rejected) -> None:
    assert ruling.violations
    for violation in ruling.violations:
        assert violation.rule
        assert isinstance(violation.says, Phrase)
        assert str(violation.says).endswith(".")


def mutant(move: Any, rng: random.Random) -> Any:
    """The move with one thing of its shape changed: doubled, dropped, another label, another number."""
    actions = list(move.get("actions", ()))
    match rng.randrange(4):
        case 0 if actions:
            actions.insert(rng.randrange(len(actions) + 1), rng.choice(actions))
        case 1 if actions:
            actions.pop(rng.randrange(len(actions)))
        case 2 if actions:
            rng.shuffle(actions)
        case _:
            actions = [mutant_action(each, rng) for each in actions]
    return {**move, "actions": actions}


def mutant_action(action: Any, rng: random.Random) -> Any:
    """An action with its values of the same kind replaced by others."""
    if isinstance(action, dict):
        return {key: mutant_action(value, rng) for key, value in action.items()}
    if rng.randrange(2):
        return action
    return rng.choice([each for each in LEAVES if type(each) is type(action)])


def some_candidate_is_legal(game: Playout) -> None:
    """Candidates are moves of one part; in mid-game some are legal, and a legal one is recorded in one notation."""
    turn, fate = game.turns[len(game.turns) // 2], game.fate()
    parts = [part for _, part in game.book.play.candidates(turn.before)]
    rulings = [(part, judge(game.book.play, turn.before, part, fate)) for part in parts]
    legal = [(part, ruling.events) for part, ruling in rulings if isinstance(ruling, Accepted)]
    assert legal
    for part, events in legal:
        noted = game.book.play.record(turn.before, part, events)
        assert game.book.play.record(turn.before, {**noted, "seat": turn.move["seat"]}, events) == noted


def legal_list_is_what_the_judge_accepts(game: Playout) -> None:
    """A title that makes its legal actions by itself lists those that the judge accepts, in the same order."""
    made = game.book.compose().legal
    if made is None:
        return
    for turn in random.Random(2).sample(game.turns, min(SAMPLE, len(game.turns))):
        assert list(made(turn.before)) == list(judged_candidates(game.book.play, turn.before)), turn.move


def unseen_chance_changes_nothing_seen(game: Playout) -> None:
    """Re-dealt: with another secret that has shown the same so far, rulings and public positions are the same."""
    other = fates(game.book, game.header, bytes(31) + b"\xff")()
    for turn in random.Random(1).sample(game.turns, min(SAMPLE, len(game.turns))):
        theirs = judge(game.book.play, turn.before, turn.move, other)
        assert isinstance(theirs, Accepted)
        shown = game.book.public(turn.ruling.position)
        if theirs.position != turn.ruling.position:  # only where this very move turned something over
            assert len(theirs.events) == len(turn.ruling.events)
            assert theirs.events != turn.ruling.events
        else:
            assert game.book.public(theirs.position) == shown
        refused = move_with_part(turn.move, {"seat": "nobody"})
        assert judge(game.book.play, turn.before, refused, other) == judge(
            game.book.play, turn.before, refused, game.fate()
        )


def nothing_is_looked_at_for_nothing(game: Playout) -> None:
    """A refused move has shown nothing; what an accepted one shows comes in its last step, and so into the log."""
    rng, asked = random.Random(game.log.last), list[str]()

    def watch(*question: Any) -> str:
        asked.append(fate(*question))
        return asked[-1]

    for _ in range(LOOKS):
        turn, fate = rng.choice(game.turns), game.fate()
        asked.clear()
        ruling = judge(game.book.play, turn.before, mutant(longer(game, rng, turn.move), rng), watch)
        assert isinstance(ruling, Accepted) or not asked


def longer(game: Playout, rng: random.Random, move: Move) -> dict[str, Any]:
    """A move that continues with the actions of another one."""
    return {**move, "actions": [*actions_of(move), *actions_of(rng.choice(game.turns).move)]}


def legend_explains_what_is_drawn(game: Playout) -> None:
    """Each ground but bare land, and each symbol of a piece, is explained by the board; half-way and at the end.

    The legend explains it, or it is among the symbols whose names are written below them.
    """
    seen = replay(game.book, game.log, secret=lambda: game.secret)
    for upto in (len(seen) // 2, len(seen)):
        board = drawable(game.book.show().view(game.header, seen[:upto], "").board)
        if board:
            spaces = [*board.spaces, *[space for inset in board.insets for space in inset.spaces]]
            signs: list[Sign] = [space.ground for space in spaces]
            signs += [piece for space in spaces for piece in space.pieces]
            explained = [*drawings([sign for sign, _ in board.legend]), *[each for each in board.symbols if each.name]]
            assert [each for each in drawings(signs) if each not in explained] == []


def drawings(signs: Iterable[Sign]) -> list[Ground | Symbol]:
    """The grounds and the symbols of pieces, each once; bare land and plain pieces need none."""
    found = [sign if isinstance(sign, Ground) else sign.symbol for sign in signs]
    return list(dict.fromkeys([each for each in found if each and each != LAND]))


PROMISES = (
    ends,
    replays_to_the_same_positions,
    log_comes_back_from_its_bytes,
    public_state_is_plain,
    refused_moves_leave_no_trace_and_cite_rules,
    nothing_is_looked_at_for_nothing,
    some_candidate_is_legal,
    legal_list_is_what_the_judge_accepts,
    unseen_chance_changes_nothing_seen,
    data_files_are_as_released,
    legend_explains_what_is_drawn,
)


PROBES = 8

Place = tuple[str, int]
"""A pile, and the place in it."""


class Retold:
    """A world where some items have changed places, as one entry asks for it; it notes the requests.

    fate  of the entry: it asks here for every item
    seen  what the log shows, and what was drawn behind the veil, by whom it was drawn
    """

    def __init__(self, shown: Mapping[str, str], drawn: chance.Drawn, moved: Mapping[Place, int]) -> None:
        self.drawn, self.moved = drawn, moved
        self.fate = told.Told(shown, veil=told.full_veil, deeper=self.item)
        self.questions: list[tuple[Place, str]] = []
        self.seen: set[Place] = set()

    def item(self, pile: str, index: int, items: Sequence[str]) -> str:
        item, shown = self.drawn(pile, self.moved.get((pile, index), index), items), self.fate.shown
        where = chance.pile_place(pile, index)
        assert shown.get(where, item) == item, "the log tells of another world"
        self.fate.asked.add(where)
        self.questions.append(((pile, index), item))
        if where in shown or self.drawn.veil(pile):
            self.seen.add((pile, index))
        return item


class World(NamedTuple):
    """The game up to an entry, what each entry asked chance for, with the answers, and what of that was seen."""

    moments: list[Moment]
    questions: list[list[tuple[Place, str]]]
    seen: set[Place]
    drawn: chance.Drawn


Held = Callable[[World, str], set[Place]]
"""Which places somebody has seen, but not this reader."""


def nothing_held(real: World, reader: str) -> set[Place]:
    """All have seen the same."""
    return set()


def world(game: Playout, upto: int, moved: Mapping[Place, int]) -> World:
    """The game of the log with items in other places. Fails when this would be another log."""
    drawn, fates = game.fate(), list[Retold]()

    def fate(entry: Entry) -> told.Told:
        fates.append(Retold(entry.get("shown") or {}, drawn, moved))
        return fates[-1].fate

    found = list(moments(game.book, game.log, upto=upto, fates=fate))
    return World(found, [each.questions for each in fates], set[Place]().union(*[each.seen for each in fates]), drawn)


def dealt_again(real: World, reader: str, rng: random.Random, held: Held = nothing_held) -> dict[Place, int]:
    """Where all that the reader has not seen comes to lie: what nobody took, and what others hold."""
    seen = real.seen - held(real, reader)
    found: dict[Place, int] = {}
    for pile, order in real.drawn.orders.items():
        unseen = [index for index in range(len(order)) if (pile, index) not in seen]
        found |= {(pile, index): other for index, other in zip(unseen, rng.sample(unseen, len(unseen)), strict=True)}
    return found


def everything_told(game: Playout, seen: list[Moment], reader: str, number: int) -> Iterator[str]:
    """Everything that the reader can see: reports, JSON, its menu, and verdicts on moves."""
    view = game.book.show().view(game.header, seen, reader)
    yield from (text_report.report(view), html_report.report(view), json.dumps(wording.view(view)))
    position = seen[-1].position
    menu = game.book.compose().menu
    if menu and reader and reader == game.book.play.to_move(position):
        yield json.dumps(wording.plain_value(menu(game.header, seen)))
    if reader and game.book.play.to_move(position):
        for move in probes(game, position, reader, number):
            yield move_verdict(game, position, move)


def probes(game: Playout, position: object, reader: str, number: int) -> Iterator[dict[str, Any]]:
    """So many moves of the reader of each kind: single actions, and moves of this game with something changed."""
    rng = random.Random(game.log.last)
    singles = [part for _, part in game.book.play.candidates(position)]
    for part in rng.sample(singles, min(number, len(singles))):
        yield {**part, "seat": reader}
    for _ in range(number):
        yield {**mutant(rng.choice(game.turns).move, rng), "seat": reader}


def move_verdict(game: Playout, position: object, move: Move) -> str:
    """The answers of `check`, `why`, `legal` and `--dry-run` to a move."""
    try:
        ruling = judge(game.book.play, position, move, refuse_chance)
    except Veiled:
        return "may be played, and shows something"
    if isinstance(ruling, Accepted):
        return f"may be played: {game.book.play.record(position, move, ruling.events)}"
    sent = as_sent(move)
    header = header_violations(game.book.play, position, sent)
    beside = faults(game.book.play, position, sent) if move["seat"] == game.book.play.to_move(position) else header
    return f"refused: {ruling.violations} {header} {beside}"


def what_is_hidden_changes_nothing_told(game: Playout, held: Held = nothing_held, number: int = PROBES) -> None:
    rng = random.Random(game.log.last)
    reader = rng.choice(["", *game.header["seats"]])
    mine = [n for n, position in enumerate(game.positions, 1) if game.book.play.to_move(position) == reader]
    real = world(game, rng.choice(mine or range(1, game.log.last + 1)), {})
    other = world(game, len(real.moments) - 1, dealt_again(real, reader, rng, held))
    told = everything_told(game, real.moments, reader, number)
    for one, two in zip(told, everything_told(game, other.moments, reader, number), strict=True):
        assert one == two, f"{reader or 'everybody'} is told what may not be seen"
