"""What commands print as JSON fits their schemas, in every form that a schema knows."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import answers
import jsonschema
import pytest
from cli_runs import NOW, miss, play, run, suggestion
from second_edition import begin_first, install

from referee import reading
from referee.mail.act import receive_mail
from referee.mail.transport import inboxes
from referee.reading.schemas import answer_names
from referee.store import log

BOARD = "name: mine\nprovenance: own\nmap: |\n  .v.\n"
MAIL = '[mail]\nfrom = "Referee <referee@example.org>"\n[mail.inbox]\nmaildir = "inbox"\n'
CASE = Path(__file__).parent / "conformance/magna-grecia/example-E.yaml"
SECRET_SHARE = "ab" * 16

COMMANDS = """
0 titles
0 boards
0 boards draw bruttium
65 boards check small.yaml
65 boards check broken.yaml
0 components magna-grecia
0 rules attika AT-1
0 schema
0 schema --all made
0 conformance {case}
0 contract attika --games 1
0 demo bruttium-2
0 store copy .demo copied
78 doctor
0 new magna-grecia --id late --player yellow=Anna --player red=Bruno --board bruttium --wait-for-nonces
65 new magna-grecia --id other --player yellow=Anna --player red=Bruno --board broken.yaml
65 nonce bad yellow none
0 nonce late yellow {share}
0 deal late
65 deal bad
0 discard late --yes
0 player cup yellow --address anna@example.org
0 player cup yellow --name Carla
0 players cup
0 say cup Hello
0 observe cup eva@example.org
0 mail list
0 mail show aaaa
0 mail retry bbbb
0 mail dismiss aaaa
0 mail restore aaaa
65 player cup yellow --name Carla --until 2020-01-01
65 clock bad allowance=72h grace=24h weekends=count zone=UTC missed=pass
0 clock cup allowance=72h grace=24h weekends=count zone=UTC missed=pass
0 clock cup
0 absent cup yellow 2026-12-01 2026-12-03
65 absent cup yellow 2020-12-01 2020-12-03
0 absent cup yellow --list
0 extend cup {mover} 24 --why Moving
65 extend bad {mover} 24 --why Moving
0 pause cup --why Holiday
65 pause bad --why Holiday
0 resume cup
65 resume bad
0 status
0 send
0 receive
0 remind
0 edition cup
0 edition cup 2 --dry-run
65 edition cup 3
0 edition cup 2 --consent red
0 show cup
0 show cup --format state
0 legal cup
0 suggest cup
0 log cup
0 verify cup
65 stats cup bad
65 diff cup --edition 1 --edition 99
65 close cup
0 why cup {action}
65 why cup {no_action}
0 check move.yaml
65 check bad.yaml
65 submit bad.yaml
0 submit move.yaml
65 missed cup {mover} --after 0
0 missed cup {other}
0 correct fixed 2 fewer.yaml --why Agreed --dry-run
0 correct fixed 2 fewer.yaml --why Agreed
65 correct fixed 2 fewer.yaml --why Other
0 undo fixed --dry-run
0 undo fixed
65 undo fixed --to 99
0 new magna-grecia --id sealed --orders --player yellow=Anna --player red=Bruno
0 orders sealed --seat red
65 orders fixed --seat red
0 ruling cup
0 ruling cup village_adjacency immediate --dry-run
0 ruling cup village_adjacency immediate --why Agreed
65 ruling cup village_adjacency immediate --why Other
0 fork cup --id copy
65 fork cup --id other --at 99
0 new magna-grecia --id old --known-deal deal.yaml --player yellow=Anna --player red=Bruno
0 known-deal old deck/3=orange-high
65 known-deal old deck/0=red-high
0 replay cup --out cup.html
0 book cup --out book.html
0 new magna-grecia --id over --player yellow=Anna --player red=Bruno
0 abandon over
0 draw cup --seat red
65 draw bad
0 answer cup yellow no
65 answer bad yellow yes
0 draw cup --seat yellow
0 say cup red no
65 say bad yellow yes
65 concede bad yellow
65 abandon bad
0 resign cup yellow
65 resign bad yellow
0 concede cup red
65 discard cup --yes
65 close --auto --dry-run
65 archive site
65 export --to games.sqlite
"""
"""The exit code and the command, in order; `--json` goes with each."""


@pytest.fixture(autouse=True)
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    Path("referee.toml").write_text(MAIL)
    Path("small.yaml").write_text(BOARD)
    Path("deal.yaml").write_text("deck: [red-low, brown-low]\noracles: [D14, E13, D2, K8, F3, H8, K10]\n")
    Path("broken.yaml").write_text("name: [\n")
    for part in ("new", "cur", "tmp"):
        os.makedirs(f"inbox/{part}")
    Path("inbox/new/1").write_bytes(b"From: somebody@example.org\r\nSubject: hello\r\n\r\nHello\r\n")
    os.makedirs("private/mail/quarantine", mode=0o700)
    for name in ("a" * 64, "b" * 64):
        Path(f"private/mail/quarantine/{name}.eml").write_bytes(b"From: x@example.org\r\n\r\nHello\r\n")
    begin_first()
    begin_first("bad")
    begin_first("fixed")
    play(1, "fixed")
    install(monkeypatch)
    Path("fewer.yaml").write_text(json.dumps(shorter_move()))
    with open("games/bad/log.yaml", "ab") as damaged:
        damaged.write(b"---\nentry: 2\n")


def shorter_move() -> dict[str, object]:
    """The first move of a game without its last action."""
    entry = log.read_log("games/fixed").entry(2)
    return {"game": "fixed", "after": 1, "seat": entry["seat"], "actions": list(entry["actions"])[:-1]}


def words() -> dict[str, str]:
    """Replacements for the names in braces: who is to move in the game, and what may be played."""
    mover = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    move = suggestion()
    Path("move.yaml").write_bytes(move)
    Path("bad.yaml").write_bytes(move + b"sya: hello\n")
    first = json.loads(run("legal", "cup", "--json").out)["actions"][0]["move"]["actions"][0]
    (kind, value), *_ = first.items()
    other = "red" if mover == "yellow" else "yellow"
    told = {"mover": mover, "other": other, "action": f"{kind} {value}", "no_action": "city ZZ9"}
    return {**told, "case": str(CASE), "share": SECRET_SHARE}


def serve(monkeypatch: pytest.MonkeyPatch) -> None:
    """One mail, and then it stops."""

    @contextmanager
    def until_all_is_handled() -> Iterator[Callable[[], bool]]:
        yield lambda: not list(inboxes.unread_files("inbox")) and not inboxes.waiting("private")

    monkeypatch.setattr(receive_mail, "stopping_signals", until_all_is_handled)
    Path("inbox/new/2").write_bytes(b"From: somebody@example.org\r\nSubject: hello\r\n\r\nHello again\r\n")
    assert run("serve-mail", "--json").code == 0


def test_every_command_prints_what_its_schema_says_and_every_form_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it fits is checked where it is printed (`answers`); here all commands print, and all that they can."""
    answers.SEEN.clear()
    facts = words()
    wrong = []
    for line in COMMANDS.strip().splitlines():
        code, *command = [each.format(**facts) if each[:1] == "{" else each for each in line.split()]
        ran = run(*command, "--json")
        if ran.code != int(code) or not ran.out.startswith("{"):
            wrong.append((line, ran.code, ran.out[:300], ran.err[:300]))
    serve(monkeypatch)
    close()
    assert not wrong, "\n".join(map(str, wrong))
    wanted = {(name, each) for name in answer_names() if name != "answers" for each in formats(name)}
    assert wanted - answers.SEEN == set()


def formats(name: str) -> set[str]:
    """The formats that a schema knows, also those of what it refers to; `view` inside an answer is none of its own."""
    schema = reading.schema(name)
    tops = [schema, *schema.get("anyOf", ())]
    found = [reading.schemas.part_at_pointer(schema, each["$ref"]) if "$ref" in each else each for each in tops]
    return {each["properties"]["format"]["const"] for each in found if "properties" in each}


def close() -> None:
    """A game that is over is closed."""
    while json.loads(run("show", "cup", "--json").out)["asked"]:
        assert miss().code == 0
    assert run("close", "cup", "--json").code == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda answer: answer.pop("game"),
        lambda answer: answer.update(extra=1),
        lambda answer: answer["entries"][0].update(entry="0"),
        lambda answer: answer.update(format="referee-view/1"),
    ],
)
def test_an_answer_that_does_not_fit_is_noticed(change: object) -> None:
    answer = json.loads(run("log", "cup", "--json").out)
    answers.refuse_unfit("referee log", answer)
    change(answer)  # type: ignore[operator]
    with pytest.raises(jsonschema.ValidationError, match="referee log --json"):
        answers.refuse_unfit("referee log", answer)


def test_new_fields_may_come() -> None:
    """A program that checks an answer by the published schema still works when a later version says more."""
    from referee.app.look import library

    answer = json.loads(run("log", "cup", "--json").out)
    published = jsonschema.Draft202012Validator(library.schema("answer.log"))
    published.validate({**answer, "extra": 1})
    assert not published.is_valid({**answer, "entries": "none"})
