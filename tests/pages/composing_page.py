"""A player who clicks at random on the page of a real position, and what its menu says to each click."""

import json
import random
import re
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from composing import Branch, Taken, offered
from ground import board_of
from playwright.sync_api import Page
from whole_menus import choices_of

from referee.app.game_access import Table, open_game
from referee.app.look import game_views as menus
from referee.report.html import html_report
from referee.settings import Settings
from referee.show.menu import Menu
from referee.store import private
from referee.testkit.playouts import Playout, playout

NOW = "2026-11-20T19:00:00Z"
LONGEST = 8
"""So many clicks at most make a turn."""
OFFER = ".offer:not([data-first])"
"""A choice that is possible at once. Others are taken with those that they need."""
AMOUNT = "a number"
"""In place of a space: a click on a number of tiles to take."""
SEEN = """() => ({
  spots: Object.fromEntries([...document.querySelectorAll(".spot.now")]
    .map((spot) => [spot.dataset.place, Number(spot.dataset.count)])),
  beside: document.querySelectorAll("#beside .offer:not([data-first])").length,
  amounts: document.querySelectorAll("#beside .amount input:enabled:not(:checked)").length,
  text: document.getElementById("text").value,
  mark: document.getElementById("mark").classList[1],
  turn: location.hash,
})"""
"""What the page shows: where how much is offered, the move, and what it says of it."""
SINGLES = """(every) => {
  const texts = [];
  let number = 0;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const each = (selector, place) => {
    const found = () => (place && click(document.querySelector(`.spot[data-place="${place}"]`)), all(selector));
    for (let at = 0; at < found().length; at += 1) {
      if (number++ % every) continue;
      click(found()[at]);
      texts.push(document.getElementById("text").value);
      click(document.getElementById("reset"));
    }
  };
  for (const spot of all(".spot.now")) each("#choices-list .offer:not([data-first])", spot.dataset.place);
  each("#beside .offer:not([data-first])", "");
  return texts;
}"""
"""The moves of one click each, of every so manieth."""


class Position(NamedTuple):
    """A position of a random game, in a folder of its own; the page is that of the seat to move."""

    table: Table
    menu: Menu
    labels: frozenset[str]
    page: str


def position(title: str, seed: int, folder: Path) -> Position:
    """A position of the random game of this seed."""
    game = playout(title, seed)
    asked = [at for at, each in enumerate(game.positions, 1) if game.book.play.to_move(each)]
    table = at_table(game, random.Random(seed).choice(asked), folder)
    found = open_game(table, game.header["game"])
    seat = str(found.book.play.to_move(found.position))
    menu, view = menus.menu(found, seat), found.book.show().view(found.header, found.moments, seat)
    assert menu is not None
    return Position(
        table, menu, frozenset(str(each.label) for each in board_of(view).spaces), html_report.report(view, menu=menu)
    )


def at_table(game: Playout, entry: int, folder: Path) -> Table:
    """The game after an entry, with its secret."""
    id = str(game.header["game"])
    own = folder / "games" / id
    own.mkdir(parents=True)
    documents = re.split(rb"(?m)^(?=---$)", game.log.raw)[1:]
    (own / "log.yaml").write_bytes(b"".join(documents[: entry + 1]))
    private.create(str(folder / "private"), id, secret=game.secret)
    return Table(Settings(str(folder / "games"), str(folder / "private"), str(folder / "reports")), NOW)


def taken(seen: dict[str, Any]) -> list[Taken]:
    """The turn in the address of the page."""
    if not seen["turn"].startswith("#turn="):
        return []
    _, steps, *_ = json.loads(unquote(seen["turn"].removeprefix("#turn=")))
    return [
        Taken(choice, tuple([Branch(tuple(names), answer) for names, answer in branches]), last)
        for choice, branches, last in steps
    ]


def expected(position: Position, steps: list[Taken]) -> tuple[dict[str, int], int]:
    """How much the menu offers at each space, and next to the board."""
    spots: dict[str, int] = {}
    beside = 0
    for number in offered(position.menu, steps):
        choice = choices_of(position.menu)[number]
        places = [place for place in choice.places if place in position.labels]
        beside += not places and not choice.amounts
        for place in places:
            spots[place] = spots.get(place, 0) + 1
    return spots, beside


def click_at_random(page: Page, position: Position, rng: random.Random) -> dict[str, Any]:
    """Compose a turn, asking the menu after each click whether the page offers the right choices."""
    seen: dict[str, Any] = page.evaluate(SEEN)
    for _ in range(rng.randrange(LONGEST)):
        assert (seen["spots"], seen["beside"]) == expected(position, taken(seen)), seen["text"]
        ways = [*sorted(seen["spots"]), *[""] * seen["beside"], *[AMOUNT] * min(5, seen["amounts"])]
        if not ways:
            break
        place = rng.choice(ways)
        if place == AMOUNT:
            numbers = page.locator("#beside .amount input:enabled:not(:checked)")
            numbers.nth(rng.randrange(numbers.count())).dispatch_event("click")
            seen = page.evaluate(SEEN)
            continue
        if place:
            page.locator(f'.spot[data-place="{place}"]').dispatch_event("click")
        offers = page.locator(f"{'#choices-list' if place else '#beside'} {rng.choice((OFFER, '.offer'))}")
        offers.nth(rng.randrange(offers.count())).dispatch_event("click")
        order_at_random(page, rng)
        seen = page.evaluate(SEEN)
    return seen


def order_at_random(page: Page, rng: random.Random) -> None:
    """Order what happens after the last step, if it shows something: mostly a default."""
    order = page.locator("#steps > li:last-child .order")
    if not order.count():
        return
    if rng.random() < 0.5 and order.locator("> button").is_enabled():
        order.locator("> button").dispatch_event("click")
        boxes = order.locator(".name input")
        boxes.nth(rng.randrange(boxes.count())).check()
        answers = page.locator("#answer option").count()
        page.locator("#answer").select_option(index=rng.randrange(1, answers))
        page.locator("#add-branch").dispatch_event("click")
    last = order.locator("> label > select")
    if last.locator("option").count() > 1 and rng.random() < 0.8:
        last.select_option(index=rng.randrange(1, last.locator("option").count()))
