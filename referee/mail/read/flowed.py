"""Text of `format=flowed` as it was before a mail program broke its lines (RFC 3676)."""

from referee.mail.read.fence import fence

SIGNATURE = "-- "


def unflowed_text(text: str, delsp: bool = False) -> str:
    """The lines joined again. Quoted lines keep their signs of quotation, in the plain form `> `.

    delsp: the blank at the end of a broken line was put there by the program, too.
    """
    done: list[list[str]] = []
    open_depth = -1  # of a line that waits for its rest; -1: none does
    for line in text.split("\n"):
        depth, words = unquoted_line(line)
        soft = words.endswith(" ") and words != SIGNATURE and not fence(words)
        kept = words[:-1] if soft and delsp else words
        if open_depth == depth and words != SIGNATURE and not fence(words):
            done[-1].append(kept)
        else:
            done.append(["> " * depth + kept])
        open_depth = depth if soft else -1
    return "\n".join(map("".join, done))


def unquoted_line(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and its words without the signs of it and without stuffing."""
    words = line.lstrip(">")
    depth = len(line) - len(words)
    return depth, words[1:] if words.startswith(" ") else words
