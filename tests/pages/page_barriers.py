"""What a keyboard, a finger and a screen reader meet on a page: walks, sizes, headings, movements."""

from itertools import pairwise
from typing import NamedTuple

from playwright.sync_api import Page

FOCUS = """async () => {
  await new Promise(requestAnimationFrame);  // a page scrolls to the focus before it is painted
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const visibly = { visibilityProperty: true, opacityProperty: true };
  const own = at.closest("label") || at, shape = own.getBoundingClientRect(), line = [];
  for (let each = at; each && each !== document.documentElement; each = each.parentElement) line.push(each);
  const across = line.reduce((sum, each) => sum + each.scrollLeft, scrollX);
  const inside = line.reduce((sum, each) => sum + each.scrollTop, 0), down = scrollY + inside;
  const fixed = each => ["fixed", "sticky"].includes(getComputedStyle(each).position);
  const ring = each => { const look = getComputedStyle(each);
    return look.outlineStyle === "auto" || (look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2); };
  const inner = [...at.querySelectorAll(".hit")];
  const stroke = each => parseFloat(getComputedStyle(each).strokeWidth) >= 8;
  if (!at.dataset.walked) at.dataset.walked = String(document.querySelectorAll("[data-walked]").length + 1);
  const name = (at.getAttribute("aria-label") || at.textContent || at.title || "").trim().slice(0, 40);
  return {
    name: `${at.tagName.toLowerCase()}${at.id ? "#" + at.id : ""} ${name}`,
    number: Number(at.dataset.walked),
    left: shape.left + across, top: shape.top + down, right: shape.right + across, bottom: shape.bottom + down, inside,
    shown: shape.width > 0 && shape.height > 0 && own.checkVisibility(visibly)
      && shape.bottom > 0 && shape.top < innerHeight && shape.right > 0 && shape.left < innerWidth,
    ring: line.slice(0, 2).some(ring) || inner.some(stroke),
    apart: line.some(each => fixed(each) || each.matches("[role=toolbar], .deck"))
  };
}"""
"""Where the focus is, whether you can see it and its ring; `apart`: in a toolbar, or beside the flow of the page."""


class FocusStop(NamedTuple):
    """One stop of the Tab key: its place in pixels of the page, had nothing been scrolled.

    inside  how much of that is scrolled within the page, so that it is nearer to what is beside the scrolled part
    """

    name: str
    number: int
    left: float
    top: float
    right: float
    bottom: float
    inside: float
    shown: bool
    ring: bool
    apart: bool


def walk(page: Page, most: int = 400) -> list[FocusStop]:
    """All stops of the Tab key, from the top of the page until it comes round."""
    page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }")
    found: list[FocusStop] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None or stop["number"] <= len(found):
            return found
        found.append(FocusStop(**stop))
    return found


LINE = 48
"""Pixels that a stop may be above the one before, such as in a row of things of different heights."""


def jumps_back(stops: list[FocusStop]) -> list[str]:
    """Steps that go up, but for those into a toolbar or to the top of a column further to the right."""
    return [
        f"{here.name} -> {after.name}"
        for here, after in pairwise(stops)
        if not (here.apart or after.apart)
        and after.top < here.top - LINE
        and after.top - after.inside < here.top - here.inside - LINE
        and after.left < (here.left + here.right) / 2
    ]


TARGETS = """() => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, .spot.now")];
  const box = each => { const found = (each.closest("label") || each).getBoundingClientRect();
    return [found.left + scrollX, found.top + scrollY, found.width, found.height]; };
  const inline = each => each.matches("a") && getComputedStyle(each).display === "inline"
    && each.parentElement.textContent.trim() !== each.textContent.trim();
  const seen = each => each.checkVisibility({ visibilityProperty: true }) && !each.disabled
    && each.getBoundingClientRect().width > 1;
  return all.filter(each => seen(each) && !inline(each)).map(each => [
    `${each.tagName.toLowerCase()}${each.id ? "#" + each.id : ""} ${(each.getAttribute("aria-label")
      || each.textContent).trim().slice(0, 30)}`, ...box(each)]);
}"""
"""What can be pressed, each with its place and size; links within a sentence are as small as its letters."""
LEAST_TARGET = 24


def small_targets(page: Page) -> list[str]:
    """Targets below 24 pixels with another one too near (WCAG 2.2, 2.5.8).

    A small one may have a circle of 24 pixels around its middle, which meets neither another target nor its circle.
    """
    found = [(name, *box) for name, *box in page.evaluate(TARGETS)]
    small = [each for each in found if is_small(each)]
    return [each[0] for each in small if any(is_near(each, other) for other in found if other[1:] != each[1:])]


Target = tuple[str, float, float, float, float]


def is_small(target: Target) -> bool:
    return min(target[3:]) < LEAST_TARGET - 0.5


def is_near(small: Target, other: Target) -> bool:
    """Whether the circle around the small target meets the other one, or its circle where that is small, too."""
    _, x, y, width, height = small
    _, left, top, wide, high = other
    across, down = x + width / 2, y + height / 2
    if is_small(other):
        far = (left + wide / 2 - across) ** 2 + (top + high / 2 - down) ** 2
        return bool(far < (LEAST_TARGET - 0.5) ** 2)
    near = min(max(across, left), left + wide), min(max(down, top), top + high)
    return bool((near[0] - across) ** 2 + (near[1] - down) ** 2 < (LEAST_TARGET / 2 - 0.5) ** 2)


HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
  .filter(each => each.checkVisibility()).map(each => Number(each.tagName[1]))"""


def headings(page: Page) -> list[int]:
    """The levels of the headings, in order."""
    found: list[int] = page.evaluate(HEADINGS)
    return found


def is_outline(levels: list[int]) -> bool:
    """Whether there is one heading of the page, first, and no level is skipped on the way down."""
    return levels[:1] == [1] and levels.count(1) == 1 and all(after <= here + 1 for here, after in pairwise(levels))


MOVEMENTS = """() => document.getAnimations().map(each => [
  each.animationName || each.transitionProperty || "", each.effect.getComputedTiming().activeDuration])"""


def movements(page: Page) -> list[str]:
    """The animations and transitions that take longer than a blink, 10 milliseconds."""
    return [name for name, lasts in page.evaluate(MOVEMENTS) if lasts > 10]
