"""Pages and e-mails after the same entry share views, each with its own reader alone."""

from referee.app.game_access import Game, Table, open_game
from referee.app.play import reader_views
from referee.settings import Settings
from referee.words import speaking

ENTRY = 60


def game(upto: int = ENTRY) -> Game:
    return open_game(Table(Settings(games="games", private="none")), "quadrilateral-4", upto=upto)


def test_a_view_is_made_once_for_each_reader_of_the_very_same_game() -> None:
    played = game()
    seats = list(played.players)
    first = reader_views.views_for_readers(played, ("", *seats))
    assert [reader_views.view_for_reader(played, each) for each in ("", *seats)] == list(first.values())
    assert all(reader_views.view_for_reader(played, each) is first[each] for each in ("", *seats))
    assert [view.seat for view in first.values()] == ["", *seats]


def test_it_is_the_view_that_is_made_without_any_other() -> None:
    played = game()
    reader_views.views_for_readers(played, tuple(played.players))
    for reader in ("", *played.players):
        alone = played.book.show().view(played.header, played.line, reader)
        assert reader_views.view_for_reader(played, reader) == alone


def test_another_game_or_language_has_views_of_its_own() -> None:
    played, later = game(), game(ENTRY + 1)
    view = reader_views.view_for_reader(played, "")
    with speaking("de"):
        assert reader_views.view_for_reader(played, "") is not view
    assert reader_views.view_for_reader(played, "") is view
    assert reader_views.view_for_reader(later, "").entry == ENTRY + 1
    assert reader_views.view_for_reader(played, "").entry == ENTRY
    assert len(reader_views.LAST_VIEWS) == 1
