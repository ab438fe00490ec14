"""The promises of every title, as functions of a random game: each asserts one promise of the design."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from os.path import basename, dirname, isdir
from typing import Any

from referee import titles
from referee.app.look.library import laws
from referee.reading.schemas import TITLE_FOLDERS, schema_names
from referee.rules.law import public_text
from referee.rules.planner import move_with_part
from referee.rules.replay import replay
from referee.rules.rulebook import AnyRulebook, Move
from referee.rules.ruling import Accepted, Rejected, faults, judge
from referee.show.data_files import RELEASED, released_files
from referee.show.view import LAND, MODERATOR, Ground, Line, Sign, Symbol, drawable
from referee.store import chain
from referee.store.chain import canonical
from referee.store.documents import actions_of
from referee.testkit.playouts import Playout, fates
from referee.words import Phrase, say

NUMBER = re.compile("[A-Z]{2}-[0-9]+[.][0-9]+")
"""The number of a rule."""


def law_and_schemas_are_there(book: AnyRulebook) -> None:
    """The law has the rules that the code cites, and moves and states have schemas."""
    wrong = [str(each) for each in (*law_faults(book, cited_rules(book)), *schema_faults(book))]
    assert not wrong, "\n".join(wrong)


def cited_rules(book: AnyRulebook) -> Iterator[str]:
    """The numbers of the rules that judge moves, and of those that offer options and differ between editions."""
    yield from [each.number for kind in book.play.law.values() for stage in kind.stages for each in stage]
    yield from [each.rule for each in book.options]
    yield from [number for policy in book.policies for number in policy.rules]


def law_faults(book: AnyRulebook, cited: Iterable[str]) -> Iterator[Phrase]:
    """What is wrong with these numbers of rules; a title without a `law.yaml` has no texts to miss."""
    try:
        known = laws(book)
    except titles.BrokenTitle as error:
        yield error.says
        return
    file = f"{basename(book.folder)}/law.yaml"
    for number in dict.fromkeys([*known, *cited]):
        if not NUMBER.fullmatch(number):
            words = "{number} is no number of a rule: that is two capital letters, chapter and rule, such as HX-2.3."
            yield say(words, number=number)
        elif known and number not in known:
            yield say("The code cites {number}, but {file} has no such rule.", number=number, file=file)


def schema_faults(book: AnyRulebook) -> Iterator[Phrase]:
    """Which schemas of a title are missing, and the first that is none."""
    folder = TITLE_FOLDERS.get(book.id, "")
    known = schema_names(folder) if not folder or isdir(folder) else ()
    for name in (f"{book.id}.move", f"{book.id}.state"):
        if name not in known:
            file = f"{basename(book.folder)}/schemas/{name}.schema.json"
            yield say("There is no {file}, which describes every {kind}.", file=file, kind=name.rpartition(".")[2])
    try:
        titles.refuse_invalid_schemas(book)
    except titles.BrokenTitle as error:
        yield error.says


def what_is_told_rests_on_the_law(game: Playout) -> None:
    """The rules that a view cites are in the law, after some moments and at the end."""
    seen = replay(game.book, game.log, secret=lambda: game.secret)
    some = random.Random(2).sample(range(1, len(seen)), min(SAMPLE, len(seen) - 1))
    views = [game.book.show().view(game.header, seen[:upto], MODERATOR) for upto in (*some, len(seen))]
    wrong = [*map(str, law_faults(game.book, lines_rules(views)))]
    assert not wrong, "\n".join(wrong)


def lines_rules(shown: Any) -> Iterator[str]:
    """The numbers of the rules of all lines in what is shown."""
    if isinstance(shown, Line):
        yield from shown.rules
    elif isinstance(shown, tuple | list):
        for each in shown:
            yield from lines_rules(each)


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
    """`state:` covers text, whole numbers, lists and mappings only; and it is their canonical JSON."""
    for position in game.positions:
        state = game.book.public(position)
        wrong = [str(each) for each in odd_values(state, "public")]
        assert not wrong, "\n".join(wrong)
        assert public_text(game.book.edition, position) == canonical(state)


def odd_values(value: object, name: str) -> Iterator[Phrase]:
    """What in a state is no plain data, and under which keys."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from odd_values(each, f"{name}.{key}")
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from odd_values(each, f"{name}.{number}")
    elif isinstance(value, float):
        words = "`{name}` is {value}, a float, which is not the same on every system. Give a whole number or a text."
        yield say(words, name=name, value=repr(value))


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


def a_missed_turn_is_legal(game: Playout) -> None:
    """A seat that missed its deadline has the same legal move each time, wherever in a turn that was."""
    for turn in random.Random(3).sample(game.turns, min(LOOKS, len(game.turns))):
        missed = game.book.play.missed(turn.before)
        again = game.book.play.missed(turn.before)
        assert again == missed, f"`missed` gives {missed}, and then {again} for the same position"
        move = {"seat": game.book.play.to_move(turn.before), **missed}
        ruling = judge(game.book.play, turn.before, move, game.fate())
        assert isinstance(ruling, Accepted), f"`missed` gives {move}, which is refused: {ruling}"


PROMISES = (
    ends,
    what_is_told_rests_on_the_law,
    replays_to_the_same_positions,
    log_comes_back_from_its_bytes,
    public_state_is_plain,
    refused_moves_leave_no_trace_and_cite_rules,
    nothing_is_looked_at_for_nothing,
    some_candidate_is_legal,
    a_missed_turn_is_legal,
    unseen_chance_changes_nothing_seen,
    data_files_are_as_released,
    legend_explains_what_is_drawn,
)
