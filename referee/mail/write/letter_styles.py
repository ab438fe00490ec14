"""How an e-mail's page looks. Mail programs know no style sheets: each element has its style itself."""

from types import SimpleNamespace

from markupsafe import Markup

PAPER = "background:#fbfaf6;color:#1f1d1a"
SHADE = "background:#f1eee5;color:#1f1d1a"
TEXT = f"{PAPER};font:15px/1.45 Arial,sans-serif"
PLACE = "padding:3px 12px;text-align:left"
CELL = f"{TEXT};{PLACE}"
GREY, SMALL = "color:#625d52", "font-size:13px"
SERIF = "Georgia,serif"
CARD = f"padding:5px 7px;{SHADE};font:bold 14px/1.3 Arial,sans-serif;text-align:left;border:2px solid"

STYLES = {
    "body": f"margin:0;padding:0;{PAPER}",
    "page": f"width:100%;table-layout:fixed;max-width:820px;border-collapse:collapse;{TEXT};overflow-wrap:anywhere",
    # the rows of the page
    "plain": CELL,
    "eyebrow": f"{CELL};padding-top:14px;{GREY};{SMALL}",
    "headline": f"{PAPER};{PLACE};font:bold 22px/1.25 {SERIF}",
    "heading": f"{PAPER};{PLACE};padding-top:18px;font:bold 17px/1.3 {SERIF}",
    "whose": f"{SHADE};font:bold 15px/1.45 Arial,sans-serif;padding:10px 12px;text-align:left",
    "scores": f"{CELL};padding-top:8px",
    "board": f"{CELL};padding-top:12px",
    "note": f"{CELL};{GREY};{SMALL}",
    # what is in them
    "title": "margin:0;font:inherit;color:inherit",
    "rule": f"{GREY};font-size:12px",
    "list": "border-collapse:separate;border-spacing:0 3px",
    "mark": f"{TEXT};vertical-align:top;width:24px;text-align:center",
    "said": f"{TEXT};vertical-align:top;padding-left:8px",
    "cards": "table-layout:fixed;border-collapse:separate",
    "card": f"{CARD} #d9d4c6",
    "mover": f"{CARD} #0b5cd5",
    "total": f"padding-left:6px;font:bold 20px/1.3 {SERIF}",
    "alert": "color:#b3161c;font-size:12px",
    "parts": f"{GREY};font-weight:normal;font-size:12px",
    "block": f"margin:0;padding:10px;{SHADE};border:1px solid #d9d4c6;font:13px/1.45 Consolas,Menlo,monospace;"
    "white-space:pre-wrap",
    "button": "padding:10px 18px;background:#0b5cd5;color:#ffffff",
    "link": "color:#ffffff;font:bold 16px Arial,sans-serif;text-decoration:none",
    "picture": "display:block;width:100%;max-width:800px;height:auto;border:0;background:#dbe7ec;color:#1f1d1a",
    "wide": "overflow-x:auto",
    "cells": "background:#d9d4c6;color:#1f1d1a;font:14px/1.35 Arial,sans-serif;overflow-wrap:normal",
}
CELLS = {
    "column": f"background:#f1eee5;{GREY};font-size:12px",
    "cell": PAPER,
    "strong": f"{PAPER};font-weight:bold",
}
"""Of tables. There are many: to keep a page small, they have no class."""
LOOKS = SimpleNamespace(
    **{name: Markup(f'class="{name}" style="{style}"') for name, style in STYLES.items()},
    **{name: Markup(f'style="{style}"') for name, style in CELLS.items()},
)
"""The attributes of an element, as the template writes them."""
CHIP = Markup(
    "display:inline-block;width:20px;border:1px solid #1f1d1a;font:bold 13px/18px Arial,sans-serif;text-align:center"
)
"""The style of a seat's initial, without its colours."""
