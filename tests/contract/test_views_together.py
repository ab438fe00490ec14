"""Views of several readers that are made together are those that are made one by one."""

import json
import random

import pytest

from referee.report import wording
from referee.rules.replay import Moment
from referee.show.view import MODERATOR, View
from referee.testkit.hidden import world
from referee.testkit.playouts import playout
from referee.titles.attika.show import sites
from referee.titles.attika.show.known import KnownPosition
from referee.titles.attika.show.sites import RankedSites

EVERY = 12
"""Views are compared after one entry out of so many."""


def plain(view: View) -> str:
    return json.dumps(wording.view(view))


@pytest.mark.parametrize("title", ["attika", "magna-grecia"])
@pytest.mark.parametrize("seed", range(2))
def test_views_made_together_are_those_made_alone(title: str, seed: int) -> None:
    game = playout(title, seed)
    moments: list[Moment] = world(game, game.log.last, {}).moments
    show, readers = game.book.show(), ["", *game.header["seats"], MODERATOR]
    assert show.views
    for upto in [*range(1, len(moments), EVERY), len(moments)]:
        random.Random(upto).shuffle(readers)
        together = show.views(game.header, moments[:upto], readers)
        alone = [show.view(game.header, moments[:upto], each) for each in readers]
        assert together == alone
        assert list(map(plain, together)) == list(map(plain, alone))


def test_what_is_worked_out_for_one_hand_serves_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = playout("attika", 1)
    moments: list[Moment] = world(game, game.log.last, {}).moments
    middle = moments[: len(moments) // 2]
    asked: list[tuple[object, ...]] = []
    rank = sites.ranked_sites

    def ranked(known: KnownPosition, seat: str, building: str, *rest: object) -> RankedSites:
        asked.append((seat, building, known.hands.get(seat)))
        return rank(known, seat, building, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(sites, "ranked_sites", ranked)
    show = game.book.show()
    assert show.views
    show.views(game.header, middle, ["", *game.header["seats"], MODERATOR])
    assert asked
    assert len(asked) == len(set(asked))
