"""What in data does not fit a schema, found by jsonschema; and the data with the numbers and booleans of the schema."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from referee.reading.caret import Path
from referee.reading.schemas import TITLE_FOLDERS, InvalidSchema, Schema, anonymous, schema
from referee.words import say

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

Part = Schema
"""A schema, or a part of one."""


class Misfit(NamedTuple):
    """A place of the data that breaks a keyword of the schema.

    keyword  the keyword, and `part`: the part of the schema that has it
    value    what is at the place
    at       the place, from where the check began
    word     the word that is missing (`required`), or that may not be there (`additionalProperties`); of any other
             keyword what jsonschema says
    is_name  whether a word before a colon is meant; `value` is the word
    tried    why each of the alternatives does not fit (`anyOf`, `oneOf`)
    """

    keyword: str
    part: Part
    value: Any
    at: Path = ()
    word: str = ""
    is_name: bool = False
    tried: "tuple[Misfits, ...]" = ()

    @property
    def keyword_value(self) -> Any:
        """The value of the keyword."""
        return self.part[self.keyword]


Misfits = list[Misfit]


def fit(data: Any, name: str) -> tuple[Any, Misfits]:
    """The data with numbers and booleans as the schema of this name says, and all that does not fit."""
    from referee.reading.keywords import with_types  # jsonschema, as below

    root = validator_of(name)
    return with_types(data, root.schema, root), misfits_of(root.iter_errors(data))


def misfits_of_part(value: Any, part: Part, root: Part) -> Misfits:
    """What of a value would not fit where a part of a schema is; `root` is the whole schema."""
    return misfits_of(validator(root).evolve(schema=part).iter_errors(value))


def validator_of(name: str) -> "Draft202012Validator":
    """The validator of the schema of this name. Raises KeyError, InvalidSchema."""
    if name.partition(".")[0] in TITLE_FOLDERS:
        refuse_invalid(name)
    return validator(schema(name))


@cache  # 5 ms for a small schema, as long as to check seven moves
def refuse_invalid(name: str) -> None:
    """Raises KeyError, InvalidSchema."""
    from jsonschema import SchemaError

    found = validator(schema(name))
    try:
        found.check_schema(found.schema)
    except SchemaError as error:
        facts = {"name": name, "at": "/".join(["#", *map(str, error.absolute_path)]), "why": error.message}
        raise InvalidSchema(say("{name}.schema.json is not a valid schema. At {at}: {why}", **facts)) from None


def validator(root: Part) -> "Draft202012Validator":
    """The validator of a whole schema. By `$schema` jsonschema would choose its own one, which is not extended."""
    from referee.reading.keywords import TextValidator  # jsonschema is heavy, and whoever only reads logs needs none

    found: Draft202012Validator = TextValidator(anonymous(root))
    return found


def misfits_of(errors: "Iterable[ValidationError]") -> Misfits:
    return [misfit_of(each) for each in errors]


def misfit_of(error: "ValidationError") -> Misfit:
    """What jsonschema found; the causes of an error about alternatives begin with the number of the alternative."""
    keyword, part, wanted = str(error.validator), cast(Part, error.schema), cast(Any, error.validator_value)
    tried: tuple[Misfits, ...] = tuple([[] for _ in wanted]) if keyword in ("anyOf", "oneOf") else ()
    for each in error.context or ():
        if tried:
            tried[int(each.relative_schema_path[0])].append(misfit_of(each))
    is_name = "propertyNames" in error.relative_schema_path
    return Misfit(keyword, part, error.instance, tuple(error.relative_path), error.message, is_name, tried)


def is_wrong_kind(misfits: Misfits) -> bool:
    """Whether the value itself, not something in it, is of another kind than is wanted."""
    return any(each.keyword == "type" and not each.at for each in misfits)
