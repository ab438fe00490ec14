"""A drawing as the parts of which it is made."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring, tostring

MOVING = frozenset(("transform", "class"))
"""A group that has no other attribute only moves what is in it."""


def drawn_parts(drawing: str) -> list[str]:
    """The parts of a drawing, from below: drawn over each other, they look like it. Groups are kept that move them."""
    return [part for each in fromstring(f"<svg>{drawing}</svg>") for part in parts_of_element(each)]


def parts_of_element(element: Element) -> Iterator[str]:
    if element.tag != "g" or not MOVING.issuperset(element.keys()):
        element.tail = None
        yield tostring(element, encoding="unicode")
        return
    move = element.get("transform")
    for part in [part for each in element for part in parts_of_element(each)]:
        yield f'<g transform="{move}">{part}</g>' if move else part
