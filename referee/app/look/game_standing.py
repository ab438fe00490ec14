"""What the list of all games says of one of them, and the same as plain data."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.app.time.absences import Used
from referee.show.view import ForkedFrom
from referee.words import Phrase, say

STATES = ("broken", "overdue", "late", "over", "still", "timed", "untimed", "undealt", "closed")


class GameStanding(NamedTuple):
    """One game. Times are in its own zone; what there is not is "".

    state  `broken`, `overdue`, `late`, `over`, `still`, `timed`, `untimed`, `undealt` or `closed`
    order  its sort key among those of the same state: the time of the next deadline
    seat   who is to move; `player`, its name
    practice  anyone can know its shuffle
    known_deal, fork  whether its deal was entered by hand, and the game that it continues
    edition  under which it is played, or for a closed game under which it began; None if it cannot be read
    behind seats whose last letter does not tell of the last entry that concerns them
    agreed a newer edition to which every seat consents: the moderator lets it take over
    missed seat → how many turns in a row it has missed, where these are many
    lost_secret  whether the moderator's files are here, and the secret that it still needs is not
    refused seat → why the mail server takes no e-mail to its address
    """

    game: str
    title: str
    state: str
    order: str
    seat: str = ""
    player: str = ""
    since: str = ""
    due: str = ""
    entry: int = 0
    kind: str = ""
    at: str = ""
    behind: tuple[str, ...] = ()
    away: Mapping[str, str] = {}
    days_away: Mapping[str, Used] = {}
    missed: Mapping[str, int] = {}
    refused: Mapping[str, str] = {}
    notes: tuple[Phrase, ...] = ()
    practice: bool = False
    agreed: int | None = None
    edition: int | None = None
    known_deal: bool = False
    fork: ForkedFrom | None = None
    lost_secret: bool = False


def plain_standing(found: GameStanding) -> dict[str, object]:
    """The same as JSON can hold it, with texts in the language that is spoken now."""
    return {**found._asdict(), "notes": [str(each) for each in found.notes]}


def standing_from(plain: Mapping[str, Any]) -> GameStanding:
    """The standing of which this is the plain data."""
    return GameStanding(
        **{
            **plain,
            "behind": tuple(plain["behind"]),
            "days_away": {seat: Used(*each) for seat, each in plain["days_away"].items()},
            "notes": tuple([say("{note}", note=each) for each in plain["notes"]]),
            "fork": ForkedFrom(*plain["fork"]) if plain["fork"] else None,
        }
    )
