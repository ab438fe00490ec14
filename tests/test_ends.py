"""Games end by agreement on the command line, players stop, and what is over is closed; what was recorded stays."""

import json
from pathlib import Path

import pytest
from cli_runs import NOW, begin, disk, play, run, suggestion
from test_proposals import begin_three

from referee.app.game_access import Table, open_game
from referee.settings import Settings
from referee.store import log

LATER = "2026-11-23T19:00:00Z"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)


def log_bytes(id: str = "cup") -> bytes:
    return Path("games", id, "log.yaml").read_bytes()


def entries(id: str = "cup") -> list[tuple[str, str]]:
    return [(each["kind"], each.get("seat", "")) for each in open_game(Table(Settings()), id).log.entries]


def done(*words: str) -> str:
    """A command that must succeed, and changes nothing that was recorded; what it prints."""
    before = log_bytes(words[1]) if Path("games", words[1]).is_dir() else b""
    ran = run(*words)
    assert ran.code == 0, ran.err
    assert not before or log_bytes(words[1]).startswith(before)
    return ran.out + ran.err


def refused(*words: str) -> str:
    before = disk()
    ran = run(*words)
    assert ran.code in (2, 65, 66), (ran.code, ran.out)
    assert disk() == before
    return ran.err


def test_of_two_who_concedes_loses_at_once() -> None:
    begin()
    play(2)
    assert "Bruno conceded. Anna has won." in done("concede", "cup", "red")
    assert "Already recorded as entry 4" in done("concede", "cup", "red")
    assert entries()[3:] == [("end", "red")]
    assert "Bruno conceded. Anna has won." in run("show", "cup").out
    assert "No move is needed" in run("show", "cup").out or "over" in run("show", "cup").out
    assert "cup: Bruno conceded. Anna has won." in " ".join(run("status").out.split())
    assert "cup is over: Bruno conceded. Anna has won." in refused("draw", "cup")
    assert "is over" in refused("concede", "cup", "yellow")
    done("verify", "cup")
    done("close", "cup")
    done("verify", "cup")


def test_a_move_is_refused_when_the_game_is_over_by_agreement() -> None:
    begin()
    play(1)
    late = suggestion()
    done("concede", "cup", "red")
    before = log_bytes()
    ran = run("submit", "-", stdin=late)
    assert (ran.code, "Bruno conceded. Anna has won." in ran.err) == (65, True), ran.err
    assert log_bytes() == before
    assert run("suggest", "cup").code != 0
    assert run("legal", "cup").code != 0
    assert "is over" in refused("missed", "cup", "yellow")


def test_a_draw_needs_everybody() -> None:
    begin_three("trio")
    play(2, "trio")
    first, second, third = open_game(Table(Settings()), "trio").header["seats"]
    told = done("draw", "trio", "--seat", first)
    assert f"referee say trio {second} yes" in told
    assert "Already recorded" in done("draw", "trio", "--seat", first)
    assert "only one proposal at a time" in refused("abandon", "trio", "--ask")
    assert "isn't asked" in refused("answer", "trio", first, "yes")
    done("answer", "trio", second, "yes")
    assert "Already recorded" in done("answer", "trio", second, "yes")
    assert "has already answered" in refused("answer", "trio", second, "no")
    assert "All players agreed on a draw." in done("answer", "trio", third, "yes")
    assert entries("trio")[3:] == [("proposal", first), ("answer", second), ("answer", third), ("end", first)]
    assert open_game(Table(Settings()), "trio").outcome is not None
    assert "Already recorded" in done("answer", "trio", third, "yes")


def test_an_answer_is_said() -> None:
    begin()
    done("draw", "cup", "--seat", "red")
    assert "this was a dry run" in done("say", "cup", "yellow", "yes", "--dry-run")
    assert "Put the message in quotes" in refused("say", "cup", "yellow", "agrees")
    assert "for messages, not for answers" in refused("say", "cup", "yellow", "yes", "--mail")
    assert "There is no seat hello" in refused("say", "cup", "hello", "yes")
    assert "All players agreed on a draw." in done("say", "cup", "yellow", "yes")
    assert "Already recorded" in done("end", "answer", "cup", "yellow", "yes")


def test_a_no_ends_the_proposal_and_the_game_continues() -> None:
    begin_three("trio")
    play(1, "trio")
    _, second, third = open_game(Table(Settings()), "trio").header["seats"]
    done("draw", "trio")
    done("answer", "trio", second, "no")
    assert "no longer open" in refused("answer", "trio", third, "yes")
    play(1, "trio")


def test_all_agree_as_the_moderator_knows() -> None:
    begin_three("trio")
    loser, winner, _ = seats("trio")
    done("concede", "trio", loser, "--to", winner, "--all-consent")
    assert "Already recorded" in done("concede", "trio", loser, "--to", winner, "--all-consent")
    game = open_game(Table(Settings()), "trio")
    assert game.ending
    assert game.ending.winners == (winner,)
    assert game.outcome
    assert game.outcome.winners == (winner,)


def seats(id: str) -> list[str]:
    return list(open_game(Table(Settings()), id).header["seats"])


def test_among_three_nobody_concedes_alone() -> None:
    begin_three("trio")
    assert "All of them must agree" in refused("concede", "trio", seats("trio")[0])
    assert "can't concede to itself" in refused("concede", "trio", seats("trio")[0], "--to", seats("trio")[0])
    assert "no seat blue" in refused("concede", "trio", seats("trio")[0], "--to", "blue")


def test_a_turn_ends_the_proposal() -> None:
    begin()
    done("draw", "cup", "--seat", "red")
    play(1)
    assert "no longer open" in refused("answer", "cup", "yellow", "yes")
    assert "The game continued" in run("answer", "cup", "yellow", "yes").err


def test_no_answer_in_time_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    done("draw", "cup", "--seat", "red")
    assert run("remind").out == ""
    monkeypatch.setenv("REFEREE_NOW", LATER)
    assert "which counts as a no" in run("remind", "--dry-run").out
    assert entries()[-1] == ("proposal", "red")
    assert "which counts as a no" in run("remind").out
    assert entries()[-1] == ("answer", "yellow")
    assert run("remind").out == ""
    assert "has not answered in time" in run("log", "cup").out


def test_an_agreement_that_was_not_carried_out_is_carried_out_later(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.app.consent import answers

    begin()
    done("draw", "cup", "--seat", "red")
    with monkeypatch.context() as patch:
        patch.setattr(answers, "effects", lambda: {"draw": lambda table, game, found: game})
        done("answer", "cup", "yellow", "yes")
    assert entries()[-1] == ("answer", "yellow")
    assert "Everybody had agreed" in run("remind").out
    assert entries()[-1] == ("end", "red")


def test_the_referee_plays_for_who_resigned() -> None:
    begin_three("trio")
    play(1, "trio")
    mover = open_game(Table(Settings()), "trio").mover
    assert mover
    assert "From now on the referee plays" in done("resign", "trio", mover)
    assert "Already recorded" in done("resign", "trio", mover)
    assert f"The referee played for {mover}." in run("remind").out
    assert entries("trio")[-1] == ("missed", mover)
    assert open_game(Table(Settings()), "trio").log.entries[-1]["by"] == "referee"
    assert run("remind").out == ""
    assert "the referee played for" in run("show", "trio").out
    assert "missed" not in run("show", "trio").out
    assert f"The referee plays {mover}, whose player resigned." in " ".join(run("status").out.split())
    done("verify", "trio")


def test_a_person_takes_the_seat_of_the_planner_again() -> None:
    begin_three("trio")
    mover = open_game(Table(Settings()), "trio").mover
    assert mover
    done("resign", "trio", mover)
    done("player", "trio", mover, "--name", "Eva", "--address", "eva@example.org")
    assert run("remind").out == ""
    assert open_game(Table(Settings()), "trio").players[mover] == "Eva"
    done("resign", "trio", mover, "--to", "Fred", "--address", "fred@example.org")
    assert open_game(Table(Settings()), "trio").players[mover] == "Fred"


def test_the_planner_waits_while_a_proposal_is_open() -> None:
    begin_three("trio")
    mover = open_game(Table(Settings()), "trio").mover
    assert mover
    done("resign", "trio", mover)
    done("draw", "trio")
    assert entries("trio")[-1][0] == "proposal"
    assert run("remind").out == ""


def test_what_is_over_is_closed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    for id in ("one", "two"):
        begin(id)
    done("abandon", "one")
    assert run("close", "--auto", "--after", "3d").out == ""
    monkeypatch.setenv("REFEREE_NOW", LATER)
    before = log_bytes("one")
    assert "one would be closed now" in run("close", "--auto", "--after", "3d", "--dry-run").out
    assert log_bytes("one") == before
    ran = run("close", "--auto", "--after", "3d", "--json")
    assert [(each["game"], each["entry"]) for each in json.loads(ran.out)["acts"]] == [("one", 3)]
    assert run("close", "--auto").out == ""
    assert entries("two")[-1] == ("deal", "")
    assert run("close").code == 2
    assert run("close", "--auto", "--after", "soon").code == 2
    assert run("close", "two", "--after", "3d").code == 2


def test_an_abandoned_game_has_no_winner() -> None:
    begin()
    play(1)
    done("abandon", "cup")
    assert "Already recorded" in done("abandon", "cup")
    assert "The moderator ended the game. Nobody has won." in run("show", "cup").out
    outcome = open_game(Table(Settings()), "cup").outcome
    assert outcome
    assert outcome.winners == ()


@pytest.mark.parametrize("kind", ["html", "text", "json", "svg"])
def test_every_report_says_how_it_ended(kind: str) -> None:
    begin()
    play(1)
    done("concede", "cup", "red")
    shown = run("show", "cup", "--format", kind) if kind != "json" else run("show", "cup", "--json")
    assert shown.code == 0, shown.err
    assert kind == "svg" or "Bruno conceded. Anna has won." in shown.out


def test_replay_and_archive_name_the_winner() -> None:
    begin()
    play(2)
    done("concede", "cup", "yellow")
    done("close", "cup")
    assert run("replay", "cup").code == 0
    ran = run("archive", "site")
    assert ran.code == 0, ran.err
    pages = {str(path): path.read_text(encoding="utf-8") for path in Path("site").rglob("*.html")}
    record = pages["site/cup/record.html"]
    assert "Bruno, by concession" in record
    assert "Anna conceded. Bruno has won." in record


def test_the_clock_stops_while_a_proposal_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    done("clock", "cup", "allowance=72h", "grace=24h", "weekends=count", "zone=UTC", "missed=pass")
    done("draw", "cup", "--seat", "red")
    assert "The clock is stopped until then." in " ".join(run("show", "cup").out.split())
    monkeypatch.setenv("REFEREE_NOW", "2026-11-22T19:00:00Z")
    done("answer", "cup", "yellow", "no")
    assert "Wednesday 25 November, 19:00" in " ".join(run("show", "cup").out.split())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("concede cup red", "Bruno conceded. Anna has won."),
        ("draw cup --seat red", "proposes a draw"),
        ("draw cup --all-consent", "All players agreed on a draw."),
        ("abandon cup", "Nobody has won."),
        ("resign cup red", "From now on the referee plays red"),
        ("resign cup red --to Eva", "Eva now plays red"),
    ],
)
def test_a_dry_run_shows_what_would_be_recorded_and_writes_nothing(words: str, says: str) -> None:
    begin()
    before = disk()
    ran = run(*words.split(), "--dry-run")
    assert (ran.code, says in ran.out, "Nothing was recorded" in ran.err) == (0, True, True), (ran.out, ran.err)
    answer = run(*words.split(), "--dry-run", "--json")
    assert json.loads(answer.out)["entry"] is None
    assert disk() == before
    assert says in done(*words.split())


def test_the_planner_is_no_person_in_statistics() -> None:
    begin_three("trio")
    play(3, "trio")
    leaver, winner, loser = seats("trio")
    done("resign", "trio", leaver)
    done("concede", "trio", loser)
    done("close", "trio")
    assert open_game(Table(Settings()), "trio").header["seats"][winner] == "Bruno"
    assert run("archive", "site").code == 0
    assert "Referee" not in Path("site/players.html").read_text(encoding="utf-8")
    assert ">Referee" not in Path("site/statistics.html").read_text(encoding="utf-8")
    assert "Bruno" in Path("site/players.html").read_text(encoding="utf-8")
    record = Path("site/trio/record.html").read_text(encoding="utf-8")
    assert "Clara conceded. Bruno has won." in record


# ---- an end is taken back


ENDS = [
    ("concede", "cup", "red"),
    ("abandon", "cup", "--why", "It is late."),
    ("abandon", "cup", "--all-consent"),
    ("draw", "cup", "--seat", "red", "--all-consent"),
]


@pytest.mark.parametrize("command", ENDS)
def test_an_end_is_taken_back_like_a_turn_and_can_come_again(command: tuple[str, ...]) -> None:
    begin()
    play(2)
    mover = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    done(*command)
    last = entries()[-1]
    assert "no longer counts. The game is where it was after entry 3." in done("undo", "cup", "--why", "A slip.")
    assert json.loads(run("show", "cup", "--json").out)["asked"]["seat"] == mover
    assert "over" not in run("status").out
    play(1)
    assert "Recorded as" in done(*command)
    assert entries()[-1] == last
    done("verify", "cup")
    assert "End by agreement" in Path(*show_replay()).read_text(encoding="utf-8")
    done("close", "cup", "--why", "All is said.")
    assert "Reason: All is said." in run("log", "cup").out
    assert "cup is closed" in refused("undo", "cup")
    done("verify", "cup")
    done("archive", "site")


def show_replay() -> tuple[str, ...]:
    done("replay", "cup", "--out", "replay.html")
    return ("replay.html",)


def test_to_go_further_back_takes_the_end_back_too() -> None:
    begin()
    play(3)
    done("abandon", "cup")
    end = len(entries())
    assert "count. The game is where it was after entry 3." in done("undo", "cup", "--to", "3")
    assert "was taken back" in refused("undo", "cup", "--to", str(end))
    assert "The game is where it was after entry 4." in done("undo", "cup", "--to", "4")
    play(1)


def test_players_are_not_asked_about_an_end_but_take_their_own_concession_back() -> None:
    begin()
    play(1)
    done("concede", "cup", "red")
    assert "Only the moderator can take the end back" in refused("undo", "cup", "--seat", "yellow")
    assert "Only the moderator can take the end back" in refused("undo", "cup", "--ask")
    assert "no longer counts" in done("undo", "cup", "--seat", "red")
    done("abandon", "cup")
    assert "Only the moderator can take the end back" in refused("undo", "cup", "--seat", "red")


def test_every_end_takes_a_reason() -> None:
    begin()
    play(1)
    done("draw", "cup", "--seat", "red", "--why", "We are tired.", "--all-consent")
    assert run("log", "cup").out.count("Reason: We are tired.") == 2  # of the proposal and of the end
    assert "at most 200" in refused("close", "cup", "--why", "a" * 201)
    assert "--why" in refused("close", "--auto", "--why", "over")


def test_the_clock_of_a_turn_begins_again_after_an_end_was_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done("new", "magna-grecia", "--id", "cup", "--player", "red=B", "--player", "yellow=A", "--clock", "allowance=72h")
    play(1)
    done("abandon", "cup")
    monkeypatch.setenv("REFEREE_NOW", LATER)
    done("undo", "cup")
    due = json.loads(run("status", "--json").out)["games"][0]["due"]
    assert due == "2026-11-26 19:00 UTC"


def test_what_all_consent_to_is_one_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_three("cup")
    first = next(iter(open_game(Table(Settings()), "cup").header["seats"]))

    appended, append = list[bytes](), log.append

    def noted(folder: str, seen: log.Log, new: bytes) -> log.Log:
        appended.append(new)
        return append(folder, seen, new)

    monkeypatch.setattr(log, "append", noted)
    said = done("draw", "cup", "--seat", first, "--all-consent")
    assert [raw.count(b"\n---\n") + 1 for raw in appended] == [len(entries()) - 1]
    assert f"Recorded as entries 2 to {len(entries())} of cup" in said
    assert f"Already recorded as entries 2 to {len(entries())} of cup" in done(
        "draw", "cup", "--seat", first, "--all-consent"
    )


def test_what_was_refused_or_withdrawn_can_be_proposed_again() -> None:
    begin_three("cup")
    first, second, _ = open_game(Table(Settings()), "cup").header["seats"]
    done("draw", "cup", "--seat", first)
    assert "Already recorded as entry 2 of cup" in done("draw", "cup", "--seat", first)
    done("answer", "cup", second, "no")
    assert "Recorded as entry 4 of cup" in done("draw", "cup", "--seat", first)
    done("answer", "cup", first, "withdrawn")
    assert "Recorded as entry 6 of cup" in done("draw", "cup", "--seat", first)
    assert "No e-mail address: " in done("say", "cup", "Please answer.")
    assert "Already recorded as entry 6 of cup" in done("draw", "cup", "--seat", first)


def test_a_command_between_two_turns_is_not_one_of_another_turn() -> None:
    begin()
    done("abandon", "cup", "--ask")
    play(1)
    assert "Recorded as entry 4 of cup" in done("abandon", "cup", "--ask")
