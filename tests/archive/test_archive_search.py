"""What can be searched in an archive: stories, talk and notes, as everybody may read them, and nothing else."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from archived import SITE, archived, text
from cli_runs import play, run

from referee.app.archive.archive_record import words_in, words_of
from referee.report.html.templates import bundle
from referee.report.site.game_lists import packed_numbers, word_index

SCRIPTS = Path(__file__).parent.parent.parent / "templates/scripts"


def lines_of(game: str) -> list[tuple[int, str]]:
    """The lines of a game that can be searched."""
    script = text(f"{game}/words.js").split("\n", 1)[1]
    found = json.loads(script.removeprefix(f'refereeArchive("{game}/words",').removesuffix(");\n"))
    return [(number, says) for number, says in found]


def test_stories_talk_and_notes_are_searched() -> None:
    archived()
    lines = lines_of("bruttium-2")
    assert (2, "Milon founds a city on M8 Kroton for 1 point.") in lines
    notes = Path("games/bruttium-2/notes.yaml").read_text(encoding="utf-8")
    comment = re.findall(r"text: (?:>-\s+)?'?(\w+ \w+ \w+)", notes)[0]
    assert [says for _, says in lines if comment in says]
    assert {"kroton", "founds", "theano"} <= {*words_in((SITE / "bruttium-2/words.js").read_bytes())}


def test_a_running_game_with_hidden_hands_lets_only_its_public_pages_be_searched() -> None:
    ran = run("new", "attika", "--id", "temple", "--player", "athens=Anna", "--player", "sparta=Bruno")
    assert ran.code == 0, ran.err
    play(6, "temple")
    archived()
    pages = [(SITE / "temple" / name).read_text(encoding="utf-8") for name in ("index.html", "record.html")]
    shown = set(words_of(" ".join(pages)))
    searched = {word for number, says in lines_of("temple") if number for word in words_of(says)}
    assert searched - shown == set()
    secret = json.dumps(json.loads(json.dumps(Path("private/temple.yaml").read_text(encoding="utf-8"))))
    (hidden,) = re.findall(r"\b[0-9a-f]{64}\b", secret)[:1]
    for path in SITE.rglob("*"):
        assert not path.is_file() or hidden.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Théano & Ägina: größte", ["theano", "agina", "großte"]),
        ("snake_case 12b—3", ["snake", "case", "12b", "3"]),
        ("ΣΟΦΟΣ ﬁn", ["σοφος", "fin"]),
        ("—", []),
    ],
)
def test_the_archive_and_its_page_find_the_same_words(said: str, words: list[str]) -> None:
    assert words_of(said) == words
    assert in_node(f"wordsOf({json.dumps(said)})") == words


def in_node(question: str) -> object:
    """What the script of the search answers."""
    node = shutil.which("node")
    if not node:
        pytest.skip("needs Node")
    script = bundle("search", lambda name: (SCRIPTS / f"{name}.js").read_text(encoding="utf-8"))
    asked = f"{script}\nconsole.log(JSON.stringify({question}));"
    done = subprocess.run([node, "--input-type=module", "-"], input=asked, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("numbers", [[0], [3, 4, 90], [0, 9_999], list(range(0, 10_000, 3)), list(range(10_000))])
def test_numbers_of_games_are_packed_and_read_again(numbers: list[int]) -> None:
    packed = packed_numbers(numbers, 10_000)
    assert len(packed) <= 1 + (10_000 // 8 + 3) // 3 * 4
    files = [{"road": packed, "sea": "0"}]
    found = f"gamesWith({json.dumps(files)}, 'ro', 10000)"
    assert in_node(f"Array.from({{length: 10000}}, (_, at) => at).filter((at) => isAmong({found}, at))") == numbers


def test_words_are_in_files_of_similar_size_and_the_page_knows_in_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.report.site.game_lists.LARGEST", 20)
    words = ["a", "road", "roads", "roast", "sea", "zeus", "\uff5e", "\U00010330"]
    index = word_index({word: [at] for at, word in enumerate(words)}, 8)
    assert [word for chunk in index.chunks for word in chunk] == [*words[:6], "\U00010330", "\uff5e"]
    assert len(index.chunks) > 2
    for word in [*words, "ro", "roa", "r", "z", "sea"]:
        having = [
            number for number, chunk in enumerate(index.chunks, 1) if any(each.startswith(word) for each in chunk)
        ]
        asked = in_node(f"filesWith({json.dumps(index.first_words)}, {json.dumps(word)})")
        assert isinstance(asked, list)
        assert {*having} <= {*asked}
        assert len(asked) <= len(having) + 1


def test_the_best_line_has_most_of_the_words() -> None:
    lines = [[1, "Anna built a road."], [2, "Bruno built a city and a road."], [3, "Nobody"]]
    assert in_node(f"bestLine({json.dumps(lines)}, ['city', 'ro'])") == lines[1]
    assert in_node(f"bestLine({json.dumps(lines)}, ['sea'])") is None
    assert in_node("excerpt('Bruno built a city and a road.', ['ro'])") == ["Bruno built a city and a ", "road", "."]
