"""Writes the stored replies `tests/mail/samples/*.eml` and their table: `python tests/mail/reply_samples.py`.

Each is written by us in the manner of a mail program; nobody's mail is among them. The table says what each must give.
"""

import os
from collections.abc import Callable
from json import dumps

from replies_apple import apple
from replies_gmail import gmail
from replies_others import others
from replies_outlook import outlook
from replies_shapes import UNTOUCHED, shapes
from replies_thunderbird import LONG, thunderbird
from reply_parts import HERE, MOVE, REPLY, SAMPLES, TAG

__all__ = ["HERE", "MOVES", "REPLY", "TAG"]
MOVES = {"MOVE": MOVE, "LONG": LONG, "UNTOUCHED": UNTOUCHED}
GROUPS: tuple[Callable[[], None], ...] = (gmail, outlook, apple, thunderbird, others, shapes)


def main() -> None:
    os.makedirs(HERE, exist_ok=True)
    for group in GROUPS:
        group()
    table = ["# What each stored reply must give; written by tests/mail/reply_samples.py.\n"]
    for name, manner, gives, text in SAMPLES:
        with open(os.path.join(HERE, f"{name}.eml"), "wb") as opened:
            opened.write(text.encode("latin-1"))
        words = "".join(f"  {key}: {dumps(value)}\n" for key, value in gives.items())
        table.append(f"{name}:\n  manner: {dumps(manner)}\n{words}")
    with open(os.path.join(HERE, "table.yaml"), "w", encoding="utf-8") as opened:
        opened.write("".join(table))


if __name__ == "__main__":
    main()
