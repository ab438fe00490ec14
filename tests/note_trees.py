"""Random notes: any texts in any place, lines inside lines."""

import random

from referee.show.notes import SIGNS, Afterword, LineMove, Note, NotedLine, Notes, Texts

WORDS = [
    *("one", "two", "14", "no", "Anna", "it's", "# three", "- four", "* five", "*By* Anna", "{it}", "{it} six", "```"),
    *("```yaml", "---", "- Instead:", "### Entry 3", "\\", "\\\\ seven", "#", ": eight", "nine:", '"', "'", "&a", "!!"),
    *(
        "\u00e9t\u00e9\u00a0!",
        "\u65e5\u672c",
        "\U0001f600",
        "> quoted",
        "1. first",
        "  indented",
        "ends  ",
        "~",
        "null",
    ),
    *(
        "0x1f",
        "2026-11-29",
        "%",
        "@",
        "|",
        ">-",
        "[a, b]",
        "{a: b}",
        "a, b",
        "<b>",
        "`code`",
        "...",
        "=",
        "true",
        "\u00a0",
        "\u3000",
    ),
]


def random_line(rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(1, 4)))


def one_line(rng: random.Random) -> str:
    return random_line(rng).strip() or "x"


def text(rng: random.Random) -> str:
    lines = [
        rng.choice(["", "  ", random_line(rng), random_line(rng), random_line(rng)]) for _ in range(rng.randint(1, 5))
    ]
    return "\n".join(lines).strip() or "x"


def texts(rng: random.Random, one: bool = False) -> Texts:
    make = one_line if one else text
    if rng.random() < 0.3:
        return ()
    if rng.random() < 0.7:
        return (("", make(rng)),)
    return tuple((language, make(rng)) for language in rng.sample(["en", "it", "no", "pt-BR", "de"], rng.randint(1, 3)))


def places(rng: random.Random) -> tuple[str, ...]:
    return tuple(rng.choices(["H16", "7ne", "12", "s2", "0"], k=rng.choice([0, 0, 1, 3])))


def by(rng: random.Random) -> str:
    return rng.choice(["", "", one_line(rng)])


def note(rng: random.Random, depth: int, entry: int = 0) -> Note:
    arrows = tuple((rng.choice("AB") + "1", rng.choice("CD") + "12") for _ in range(rng.choice([0, 0, 1, 2])))
    return Note(
        entry=entry,
        sign=rng.choice(["", "", *SIGNS]) or ("" if not entry else rng.choice(SIGNS)),
        text=texts(rng),
        by=by(rng),
        marks=places(rng),
        arrows=arrows,
        chapter=texts(rng, one=True) if entry else (),
        lines=tuple(noted_line(rng, depth - 1) for _ in range(rng.choice([0, 1, 1, 2]))) if depth else (),
    )


def noted_line(rng: random.Random, depth: int) -> NotedLine:
    return NotedLine(tuple(move(rng, depth) for _ in range(rng.choice([1, 1, 2]))), texts(rng), by(rng))


def move(rng: random.Random, depth: int) -> LineMove:
    actions = [{rng.choice(["city", "road", "draw"]): one_line(rng)} for _ in range(rng.randint(0, 2))]
    found: dict[str, object] = {"seat": rng.choice(["red", "athens"])}
    found |= {"actions": actions} if actions else {}
    found |= {"say": text(rng)} if rng.random() < 0.3 else {}
    return LineMove(found, note(rng, depth) if rng.random() < 0.7 else Note())


def notes(rng: random.Random, depth: int = 4) -> Notes:
    return Notes(
        game=rng.choice(["cup", "bruttium-2", "12"]),
        title=texts(rng, one=True),
        summary=texts(rng),
        language=rng.choice(["", "en", "no"]),
        authors=tuple(one_line(rng) for _ in range(rng.choice([0, 1, 2]))),
        notes=tuple(note(rng, depth, rng.randint(1, 99)) for _ in range(rng.randint(0, 3))),
        talk=tuple(Afterword(one_line(rng), text(rng)) for _ in range(rng.choice([0, 0, 1]))),
    )
