"""Pages and e-mails after the same entry share views, each with its own reader alone."""

from referee.app.game_access import Game, Table, open_game
from referee.app.play import reader_views
from referee.settings import Settings

ENTRY = 60


def game(upto: int = ENTRY) -> Game:
    return open_game(Table(Settings(games="games", private="none")), "quadrilateral-4", upto=upto)


def test_it_is_the_view_that_is_made_without_any_other() -> None:
    played = game()
    reader_views.views_for_readers(played, tuple(played.players))
    for reader in ("", *played.players):
        alone = played.book.show().view(played.header, played.line, reader)
        assert reader_views.view_for_reader(played, reader) == alone
