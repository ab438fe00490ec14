"""The editions of Attika: what each decides where the rulebook can be read in more than one way."""

from typing import Any, NamedTuple

from referee.editions import Edition, Policy
from referee.records import changed
from referee.rulebook import later
from referee.words import say


class Policies(NamedTuple):
    """The decisions of an edition; each is described in POLICIES."""


POLICIES: tuple[Policy, ...] = ()

PUBLIC = later("referee.titles.attika.public:public")
OPTIONS = {"hands": "secret", "first_player": "drawn", "group_link": "same_group"}
DATA = {"components": "attika/2026", "tiles": "attika-ours/2026"}

EDITIONS = (Edition(1, "referee 0.1.0", PUBLIC, Policies(), OPTIONS, DATA, say("The first reading.")),)


def adopt(position: Any, edition: Edition) -> Any:
    """The position from which a game goes on under another edition."""
    return changed(position, setting=changed(position.setting, policies=edition.policies))
