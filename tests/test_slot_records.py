"""Records with slots: made, compared and changed as named tuples are."""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

from referee.rules.rulebook import with_fields
from referee.slot_records import SlotRecord, slots_of
from referee.titles.attika.rules.state import Mat
from referee.titles.magna_grecia.rules.moves import LayCity, LayRoad, SetOracle
from referee.titles.magna_grecia.rules.state import Market

PACKAGE = Path(__file__).parent.parent / "referee"
SOURCES = [each for each in PACKAGE.rglob("*.py") if "SlotRecord" in each.read_text("utf-8")]


def kinds(kind: type[SlotRecord] = SlotRecord) -> list[type[SlotRecord]]:
    """All classes below it, in all modules that have any."""
    for each in SOURCES:
        import_module(".".join(each.relative_to(PACKAGE.parent).with_suffix("").parts))
    return [found for below in kind.__subclasses__() for found in (below, *kinds(below))]


@pytest.mark.parametrize("kind", kinds())
def test_a_record_takes_its_fields_in_the_order_of_its_slots(kind: type[SlotRecord]) -> None:
    fields = [slot for slot in slots_of(kind) if slot not in kind.derived]
    assert fields == list(inspect.signature(kind).parameters)
    assert "__dict__" not in dir(kind)


def mat() -> Mat:
    return Mat("red", 2, (), (1, 2, 3, 4), 0, (), (), {}, {}, "; built:")


def test_records_are_equal_when_all_their_fields_are() -> None:
    assert Market("red", False) == Market("red", False) != Market("red", True)
    assert LayCity("red", 3, "D4") != SetOracle("red", 3, "D4")
    assert Market("red", False) != ("red", False)
    assert hash(Market("red", True)) == hash(Market("red", True))
    assert repr(Market("red", True)) == "Market(seat='red', sold=True)"


def test_a_record_with_another_field_leaves_the_first_as_it_was() -> None:
    road = LayRoad("red", 3, 0, 2, "D4", "n-se")
    assert with_fields(road, b=3, exits="n-s") == LayRoad("red", 3, 0, 3, "D4", "n-s")
    assert (road.b, road.exits) == (2, "n-se")
    with pytest.raises(ValueError, match="colour"):
        with_fields(road, colour="red")


def test_what_follows_from_the_fields_follows_their_changes() -> None:
    assert mat().written != mat()._replace(cards=3).written == with_fields(mat(), cards=3).written


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_no_record_is_changed_in_place(source: Path) -> None:
    """Where records are, only `__init__` sets fields; what follows from them may be found later."""
    module = import_module(".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts))
    derived = [f"self.{slot}" for kind in kinds() if kind.__module__ == module.__name__ for slot in kind.derived]
    for function in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name != "__init__":
            stores = [each for each in ast.walk(function) if isinstance(each, ast.Attribute)]
            changed = [ast.unparse(each) for each in stores if isinstance(each.ctx, ast.Store)]
            assert [each for each in changed if each not in derived] == []
