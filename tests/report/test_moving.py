"""Moving pictures: one picture a turn, small enough for a chat, the same bytes each time, and nothing hidden."""

import json
from io import BytesIO
from itertools import islice, pairwise
from pathlib import Path

import pytest
from cli_runs import begin, play, run
from ground import board_of
from PIL import Image

from referee import api
from referee.app.game_access import Table, open_game
from referee.app.look.replays import public_film, turn_images
from referee.app.notes.read_notes import notes_of_game
from referee.report.pictures import moving, scene
from referee.settings import Settings

GAMES = Path(__file__).parents[2] / "games"
TABLE = Table(Settings(str(GAMES)))
LONGEST_SAMPLE, MOST = 91, 2_000_000
"""The turns of the longest sample game, and the bytes that its moving picture may have."""


@pytest.mark.parametrize(("id", "turns"), [("bruttium-2", 16), ("rhombus-2", 30), ("quadrilateral-4", 80)])
def test_there_is_one_picture_for_each_turn_and_none_for_its_parts(id: str, turns: int) -> None:
    game = open_game(TABLE, id)
    shots = public_film(game).shots
    numbers = [shot.number for shot in shots]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == game.log.last
    assert all(here.headline != after.headline for here, after in pairwise(shots[:-1]))
    assert turns <= len(shots) <= LONGEST_SAMPLE


def test_entries_after_which_the_same_player_is_next_in_the_same_turn_are_left_out() -> None:
    game = open_game(TABLE, "quadrilateral-4")
    shown = {shot.number for shot in public_film(game).shots}
    movers = [game.book.play.to_move(moment.position) for moment in game.moments]
    assert all(movers[number] == movers[number - 1] for number in range(1, game.log.last) if number not in shown)


@pytest.mark.parametrize("id", ["bruttium-2", "rhombus-2"])
def test_it_shows_what_everybody_sees_after_that_entry(id: str) -> None:
    for shot in public_film(open_game(TABLE, id)).shots[2:-1:7]:
        view = api.Game(TABLE, id, shot.number).view()
        seen = {(each.q, each.r): str(each.words) for each in board_of(view).spaces if not each.ground.is_offer}
        assert {(each.q, each.r): str(each.words) for each in moving.shown_spaces(shot)} == seen
        assert str(shot.headline) == str(view.headline)


def test_a_picture_says_who_is_next_the_scores_and_how_far_the_game_has_come() -> None:
    film = public_film(open_game(TABLE, "mezzogiorno-4"))
    shot = next(each for each in film.shots if each.number == 25)
    drawn = moving.shot_drawing(film, shot, moving.window_of(film, 640))
    for words in ("Round 7 of 12, card red-low: Dario (red) moves now.", "Anna 30", "Dario 27", "Entry 25 of 50"):
        assert f">{words}</text>" in drawn
    assert 'width="320" height="6"' in drawn


def test_a_board_that_grows_has_one_size_in_all_pictures() -> None:
    film = public_film(open_game(TABLE, "rhombus-2"))
    window = moving.window_of(film, 640)
    first, last = (moving.shot_drawing(film, film.shots[at], window) for at in (0, -1))
    assert len(film.shots[0].spaces) < len(film.shots[-1].spaces)
    assert first.partition("<rect")[0] == last.partition("<rect")[0]


def test_what_the_notes_mark_is_drawn_after_their_turn() -> None:
    film = public_film(open_game(TABLE, "bruttium-placed"))
    window = moving.window_of(film, 640)
    drawn = {shot.number: moving.shot_drawing(film, shot, window) for shot in film.shots}
    noted = notes_of_game(open_game(TABLE, "bruttium-placed"))
    assert noted
    marked = {each.entry for each in noted.notes.notes if each.marks or each.arrows}
    ends = {min(number for number in drawn if number >= entry) for entry in marked}
    assert {number for number, picture in drawn.items() if 'class="pointer"' in picture} == ends


@pytest.mark.parametrize(("name", "room"), [("W" * 40, 100), ("Дмитрий", 90), ("Anna", 600)])
def test_a_long_name_is_written_smaller(name: str, room: int) -> None:
    found = moving.fitted_text(name, room, 15)
    assert found.text == name
    assert found.size in (8, 15) or scene.letters_of(name) * scene.USUAL * found.size <= room * 1000


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")


def times(path: str) -> list[int]:
    """How long each of the pictures is shown, in milliseconds."""
    found = []
    with Image.open(BytesIO(Path(path).read_bytes())) as film:
        for at in range(getattr(film, "n_frames", 1)):
            film.seek(at)
            film.load()
            found.append(int(film.info["duration"]))
    return found


@pytest.mark.usefixtures("here")
def test_a_command_makes_a_file_in_which_the_last_picture_is_held() -> None:
    begin()
    play(3)
    ran = run("replay", "cup", "--format", "gif", "--pace", "1.5", "--size", "300", "--out", "cup.film")
    assert (ran.code, ran.out, ran.err) == (0, "", "Written: cup.film\n")
    with Image.open(BytesIO(Path("cup.film").read_bytes())) as film:
        assert (film.format, film.width, film.info["loop"]) == ("GIF", 300, 0)
    assert times("cup.film") == [1500, 1500, 1500, 1500, 6000]
    first = Path("cup.film").read_bytes()
    ran = run("replay", "cup", "--format", "gif", "--pace", "1.5", "--size", "300", "--out", "cup.film", "--json")
    assert json.loads(ran.out)["page"] == "cup.film"
    assert Path("cup.film").read_bytes() == first
    assert run("replay", "cup", "--entries", "2-3", "--pace", "1", "--size", "300", "--out", "part.gif").code == 0
    assert times("part.gif") == [1000, 4000]
    ran = run("replay", "cup", "--entries", "7-9", "--out", "none.gif")
    assert (ran.code, ran.err) == (66, "No turn of cup ends between these entries.\n")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--format", "gif", "--seat", "red"), "--seat"),
        (("--format", "gif", "--moderator"), "--moderator"),
        (("--pace", "2"), "--pace"),
        (("--size", "640"), "--size"),
        (("--format", "gif", "--size", "12"), "--size"),
        (("--format", "gif", "--pace", "0"), "--pace"),
        (("--entries", "2-3"), "--entries"),
        (("--format", "gif", "--entries", "3-2"), "--entries"),
        (("--format", "avi"), "--format"),
        (("--format", "webp"), "--format"),
    ],
)
def test_what_no_moving_picture_has_is_refused(words: tuple[str, ...], says: str) -> None:
    begin()
    ran = run("replay", "cup", *words, "--out", "cup-film")
    assert (ran.code, ran.out, Path("cup-film").exists()) == (2, "", False)
    assert f"Invalid value for '{says}'" in ran.err or f"Invalid value for {says}" in ran.err


def test_the_longest_sample_game_fits_a_chat() -> None:
    """Measured on the first pictures of a short one: no later picture takes more than its share."""
    _, images = turn_images(TABLE, "bruttium-2", 640)
    drawn = list(islice(images, 8))
    few, more = (len(moving.packed_pictures(drawn[:number], 800)) for number in (4, 8))
    assert few + (more - few) * (LONGEST_SAMPLE - 4) // 4 < MOST
