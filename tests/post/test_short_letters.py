"""E-mails are as short as a turn needs: what is in them, how long they are, the welcome, reminders, appointments."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

import letter_samples as samples
import pytest
from bs4 import BeautifulSoup
from clock_games import Now, begin, clock_of_a_test, good, mover, private_part
from icalendar import Calendar
from letter_samples import KEY, MAIL, opened, page, part, text, unpacked

from referee.app.game_access import Table, open_game
from referee.app.look.game_views import menu
from referee.mail.write import mime
from referee.mail.write.addresses import Appointment
from referee.report.html import html_report
from referee.report.html.packed_page import packed_report
from referee.settings import Settings
from referee.show.view import Line
from referee.words import LANGUAGES, say, speaking

now = pytest.fixture(name="now")(clock_of_a_test)

GAMES = (("mezzogiorno-4", range(6, 51, 12)), ("bruttium-2", range(4, 19, 7)), ("quadrilateral-4", range(20, 285, 80)))
LINES, SIZE = 120, 320 * 1024
TOML = '[mail]\nfrom = "Referee <referee@example.org>"\nmoderator = "Sam Field <sam@example.org>"\n'


def turn_letter(id: str, upto: int) -> bytes:
    """What the player to move gets after an entry, with a page on which to compose the move."""
    letter = samples.letter(id, upto)
    return mime.message(letter._replace(menu=menu(samples.game(id, upto), letter.seat)), MAIL, KEY)


def test_the_median_turn_is_short_and_small() -> None:
    raws = [turn_letter(id, upto) for id, entries in GAMES for upto in entries]
    assert median(len(text(opened(raw)).split("\n")) for raw in raws) <= LINES
    assert median(map(len, raws)) <= SIZE


def test_an_e_mail_says_first_what_a_turn_needs() -> None:
    said = text(opened(turn_letter("mezzogiorno-4", 24)))
    order = [
        "It is your turn",
        "Round ",
        "Anna ",
        "Since your last turn",
        " can do\n---",
        "How to answer",
        "BEGIN MOVE",
    ]
    places = [said.index(each) for each in [*order, "The board: "]]
    assert places == sorted(places)
    assert "Components" not in said
    assert "The board in words" not in said
    assert "[MG-" not in said.partition("BEGIN MOVE")[0]


@pytest.mark.parametrize("upto", [12, 24, 40])
def test_what_happened_is_told_in_eight_lines_at_most(upto: int) -> None:
    letter = samples.letter("mezzogiorno-4", upto)
    listed = BeautifulSoup(page(opened(mime.message(letter, MAIL, KEY))), "html.parser").find("table", class_="list")
    assert listed
    assert 1 <= len(listed.find_all("tr")) <= 8


def test_the_newest_of_what_happened_stays_and_it_says_how_much_is_cut() -> None:
    letter = samples.letter("mezzogiorno-4", 24)
    assert letter.view
    happened = tuple(Line(say("Event {number}.", number=number)) for number in range(1, 31))
    said = text(opened(mime.message(letter._replace(view=letter.view._replace(digest=happened)), MAIL, KEY)))
    news = said.partition("Since your last turn\n")[2].partition("\n\n")[0]
    assert re.findall(r"Event (\d+)[.]", news) == [str(number) for number in range(24, 31)]
    assert "- 23 earlier lines are left out. To see all, reply with `history`." in news


@pytest.mark.parametrize(("id", "upto"), [("mezzogiorno-4", 24), ("quadrilateral-4", 100)])
def test_the_attached_page_is_the_whole_report(id: str, upto: int) -> None:
    mail = opened(turn_letter(id, upto))
    (packed,) = [each.get_content() for each in mail.iter_attachments() if each.get_content_type() == "text/html"]
    whole = unpacked(packed)
    assert '<svg xmlns="http://www.w3.org/2000/svg" role="img"' in whole
    assert 'id="menu"' in whole
    assert len(packed) * 2 < len(whole)
    policy = re.search(r"script-src ([^;]*);", packed)
    assert policy
    assert policy[1].count("'sha256-") == 2


@pytest.mark.parametrize(("id", "upto"), [("mezzogiorno-4", 24), ("quadrilateral-4", 100)])
def test_an_attached_page_unpacks_to_the_report(id: str, upto: int) -> None:
    letter = samples.letter(id, upto)
    assert letter.view
    for offered in (menu(samples.game(id, upto), letter.seat), None):
        whole = html_report.report(letter.view, menu=offered)
        texts, packed = packed_report(letter.view, menu=offered)
        page = unpacked(packed.decode().join(texts))
        assert body_of(page).partition('<script type="text/plain"')[0] == body_of(whole)


def body_of(page: str) -> str:
    return page.partition("<body")[2].partition("</body>")[0]


def test_the_end_has_the_final_table_and_its_attachments_the_sources_and_the_log() -> None:
    letter = samples.letter("mezzogiorno-4", None)._replace(is_final=True)
    mail = opened(mime.message(letter, MAIL, KEY))
    assert "Final scoring" in text(mail)
    report, log = mail.iter_attachments()
    assert log.get_content_type() == "application/yaml"
    assert "Components" in unpacked(report.get_content())
    assert "Components" not in text(mail) + page(mail)
    assert "with the sources of the rules, the board and the pieces" in text(mail).replace("\n", " ")


def appointment(due: datetime, entry: int = 12) -> tuple[str, int, datetime]:
    """Its name, its number and its end, as another program reads them."""
    letter = samples.letter()._replace(due=Appointment(7, due - timedelta(days=3), due), entry=entry)
    raw = mime.message(letter, MAIL, KEY)
    assert mime.message(letter, MAIL, KEY) == raw
    (event,) = Calendar.from_ical(part(opened(raw), "text/calendar").get_content()).walk("VEVENT")
    return str(event["uid"]), int(event.decoded("sequence")), event.decoded("dtend")


def test_a_deadline_is_an_appointment_that_moves_with_it() -> None:
    due = datetime(2026, 11, 25, 6, 40, tzinfo=UTC)
    assert appointment(due) == ("referee.bruttium-2.red.7@example.org", 12, due)
    later = due + timedelta(days=1)
    assert appointment(later, 13) == ("referee.bruttium-2.red.7@example.org", 13, later)


# whole games


def e_mails(entry: int) -> dict[str, str]:
    """Subject and text of the e-mails about an entry, by seat."""
    found = sorted(Path("letters/cup").glob(f"{entry}-*.eml"))
    mails = {path.stem.split("-")[1]: opened(path.read_bytes()) for path in found}
    return {seat: f"{mail['Subject']}\n{text(mail)}" for seat, mail in mails.items()}


def last_entry() -> int:
    return open_game(Table(Settings()), "cup").log.last


def start(now: Now, *words: str, allowance: str = "72h") -> None:
    Path("referee.toml").write_text(TOML)
    begin("zone=Europe/Rome", *words, allowance=allowance)
    for seat in ("red", "yellow"):
        good("player", "cup", seat, "--address", f"{seat}@example.org")
    good("send")


def test_the_first_e_mail_is_a_welcome(now: Now) -> None:
    start(now, "missed=pass")
    own, other = e_mails(1)[mover()], e_mails(1)[{"red": "yellow", "yellow": "red"}[mover()]]
    for mail in (own, other):
        assert "Welcome! You play Magna Grecia with " in mail
        assert "Sam Field <sam@example.org> moderates this game and invited you." in mail
        assert "You have 3 days for each turn." in mail
        assert "reply with `help`" in mail.replace("\n", " ")
    assert own.startswith("[cup] Your turn – by Thu 19 Nov, 10:00\n")
    assert "Please move by Thursday 19 November, 10:00 (3 days left)." in own.replace("\n", " ")
    assert "The board: " in other
    assert len(other.split("\n")) < 90


def test_the_examples_in_the_block_of_the_welcome_are_legal_and_simple(now: Now) -> None:
    start(now)
    block = e_mails(1)[mover()].partition("-----BEGIN MOVE-----\n")[2].partition("-----END MOVE")[0]
    lines = re.findall(r"^#   - (.*)$", block, re.MULTILINE)
    assert len(lines) >= 2
    assert "{" not in lines[0]
    for line in lines:
        head = block.partition("# Unchanged")[0].partition("\n")[2]
        Path("move.yaml").write_text(f"{head}actions:\n  - {line}\n")
        good("submit", "--dry-run", "move.yaml")


def test_three_reminders_say_three_things(now: Now) -> None:
    start(now, "missed=wait", allowance="10h")
    seat, told = mover(), []
    for day, hour in [(16, hour) for hour in range(10, 24)] + [(17, hour) for hour in range(24)]:
        now(f"{day} {hour:02}:00")
        before = last_entry()
        good("remind")
        if last_entry() > before:
            good("send")
            told.append(e_mails(last_entry())[seat])
    half, up, over = [each for each in told if "did not run" not in each]
    assert half.startswith("[cup] Reminder: your turn – by Mon 16 Nov, 20:00\n")
    assert "half of your time is over. 5 hours left." in half
    assert up.startswith("[cup] Your time is up: you have until Tue 17 Nov, 20:00\n")
    assert "then the moderator decides" in up.replace("\n", " ")
    assert over.startswith("[cup] Your time is up: the moderator decides\n")
    assert "You can still move until the moderator decides" in over.replace("\n", " ")


def test_who_missed_a_turn_learns_it_in_the_subject(now: Now) -> None:
    start(now)
    seat = mover()
    good("missed", "cup", seat)
    good("send")
    assert e_mails(last_entry())[seat].startswith("[cup] You missed your turn\n")
    assert "You passed this turn because your time ran out." in e_mails(last_entry())[seat].replace("\n", " ")


def test_more_time_is_said_and_moves_the_appointment(now: Now) -> None:
    start(now)
    seat = mover()
    good("extend", "cup", seat, "24", "--why", "A train")
    good("send")
    mail = e_mails(last_entry())[seat]
    assert mail.startswith("[cup] You have more time – by Fri 20 Nov, 10:00\n")
    assert "You have 24 more hours for this turn. Reason: A train" in mail


def test_who_wants_long_e_mails_gets_them(now: Now) -> None:
    start(now)
    seat = mover()
    good("player", "cup", seat, "--letters", "long")
    assert "lengths" in private_part()
    good("send", "cup", "--again", seat)
    assert "The board in words" in e_mails(last_entry())[seat]
    good("player", "cup", seat, "--letters", "short")
    good("send", "cup", "--again", seat)
    assert "The board in words" not in e_mails(last_entry())[seat]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_e_mail_mixes_languages(language: str, now: Now) -> None:
    """What is left of English is what players type, and names."""
    with speaking(language):
        letter = samples.letter("mezzogiorno-4", 24, language)
        samples.letter.cache_clear()
        letter = samples.letter("mezzogiorno-4", 24, language)._replace(is_final=True)
        said = text(opened(mime.message(letter, MAIL, KEY)))
    samples.letter.cache_clear()
    prose = re.sub(r"-----BEGIN MOVE.*END MOVE-----|`[^`]*`|\"[^\"]*\"", "", said, flags=re.DOTALL)
    assert re.findall(r"\b(the|your|of|and|with|red-low|market|road)\b", prose) == []
