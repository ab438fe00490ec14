"""A game as its readers may see it now. Pages and e-mails after the same entry show a reader the same view."""

from collections.abc import Iterator
from contextlib import suppress

from referee.app.consent.proposal_words import short_time, time_sentence
from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.show.sentences import plain_name
from referee.show.view import View
from referee.words import Phrase, say


def view_for_reader(game: Game, reader: str) -> View:
    return view_in_game(game, game.book.show().view(game.header, game.line, reader))


def view_in_game(game: Game, view: View) -> View:
    """A view that says what was agreed for its game, too, and by when its reader should move, or who has time until
    when.
    """
    return view_with_deadline(game, view._replace(options=tuple(unusual_options(game))))


def unusual_options(game: Game) -> Iterator[Phrase]:
    """Each option of the game that is not as usual: its subject and the choice."""
    for option in game.book.options:
        value = game.header["options"].get(option.name, option.values[0])
        if value != option.values[0]:
            yield say("{option}: {value}", option=option.says, value=plain_name(value))


def view_with_deadline(game: Game, view: View) -> View:
    """The view with its deadline. A zone that this machine does not know is no reason to show nothing."""
    if game.moments[-1].number != game.log.last or not has_clock(game):
        return view
    with suppress(Refused):
        return view._replace(deadline=time_sentence(game, view.seat), due=short_time(game))
    return view


def has_clock(game: Game) -> bool:
    """Whether the game ever had a clock or a proposal: for others, which are most, what counts time need not be
    imported.
    """
    return any("clock" in each or each.get("kind") in ("clock", "proposal") for each in game.log.documents)
