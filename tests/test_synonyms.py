"""A word that is no command is answered with the command that is meant."""

import pytest
from cli_runs import run

from referee.cli.contents import ALIASES, BELOW, MODULES, SYNONYMS, WORDS

TYPED = """add finish delete takeover substitute replace kick invite rename publish rollback redo overrule deadline
holiday message report history import result score winner cancel stop quit restore edit play moves
hint watch"""


def test_the_words_are_many_and_none_is_a_command() -> None:
    assert len(SYNONYMS) == sum(len(words.split()) for words in WORDS.values()) > 200
    assert not SYNONYMS.keys() & {*MODULES, *ALIASES}
    assert set(TYPED.split()) <= SYNONYMS.keys()


@pytest.mark.parametrize("meant", WORDS)
def test_what_is_meant_exists_with_its_options(meant: str) -> None:
    name, *words = meant.split()
    place = f"{name} {words[0]}" if words and words[0] in BELOW.get(name, ()) else name
    ran = run(*place.split(), "--help")
    assert (ran.code, ran.out.startswith(f"Usage: referee {place} [OPTIONS]")) == (0, True), ran
    assert [each for each in words if each.startswith("--") and f"  {each} " not in ran.out] == []
    for word in WORDS[meant].split():
        said = run(word)
        assert (said.code, said.err.splitlines()[-1]) == (
            2,
            f"Error: There is no command `{word}`. Write: referee {meant}",
        )


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("takover", "Write: referee player GAME SEAT --name NAME"),
        ("Delete", "Write: referee end discard GAME"),
        ("extnd", "Did you mean `time extend`?"),
        ("sbumit", "Did you mean `submit`?"),
        ("xyzzy", "To see all: referee help"),
    ],
)
def test_a_word_that_is_nearly_one_is_answered_too(word: str, said: str) -> None:
    assert run(word).err.splitlines()[-1] == f"Error: There is no command `{word}`. {said}"


def test_the_words_of_notes_are_no_synonyms_but_names_of_a_command() -> None:
    words = {"note", "notes", "annotate", "comment"}
    assert not words & SYNONYMS.keys()
    assert words <= {*MODULES, *ALIASES}


def test_a_command_that_is_gone_is_called_gone() -> None:
    ran = run("simulate", "attika", "--games", "20")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].startswith("Error: `simulate` is gone: ")
