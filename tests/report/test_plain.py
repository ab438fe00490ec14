"""The view as data."""

import json
from typing import Any

import sample
from facts import words

from referee.report import wording


def test_everything_is_there_and_json_keeps_it() -> None:
    made: dict[str, Any] = wording.view(sample.view())
    again = json.loads(json.dumps(made))
    assert again == made
    assert made["format"] == "referee-view/1"
    assert [each["section"] for each in made["sections"]] == ["table", "table", "lines", "table", "chart"]
    assert made["board"]["spaces"][0].keys() == {"q", "r", "label", "ground", "name", "pieces", "words", "tile"}


def test_no_word_is_lost() -> None:
    told = json.dumps(wording.view(sample.view()), ensure_ascii=False)
    missing = [
        word for word in words(sample.view(), set()) if json.dumps(word, ensure_ascii=False).strip('"') not in told
    ]
    assert missing == []


def test_a_game_that_is_over_has_nothing_asked() -> None:
    assert wording.view(sample.view()._replace(asked=None))["asked"] is None
