"""A game as its readers may see it now. Pages and e-mails after the same entry show a reader the same view."""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.show.view import View
from referee.words import language

LAST_VIEWS: deque[tuple[Game, dict[tuple[str, str], View]]] = deque(maxlen=1)
"""The game of which views were made last, and these by reader and language.

A process that handles mails shows a page and an e-mail each: `bench serve_mail` of Attika takes 8 % longer without it.
"""


def view_for_reader(game: Game, reader: str) -> View:
    return views_for_readers(game, (reader,))[reader]


def views_for_readers(game: Game, readers: Sequence[str]) -> dict[str, View]:
    """The same for several readers."""
    made, spoken = views_made(game), language()
    lacking = [reader for reader in dict.fromkeys(readers) if (reader, spoken) not in made]
    made |= {(reader, spoken): view for reader, view in zip(lacking, new_views(game, lacking), strict=True)}
    return {reader: made[reader, spoken] for reader in readers}


def views_made(game: Game) -> dict[tuple[str, str], View]:
    """The views that were made of this very game shortly before. A view is kept for its own reader alone."""
    for known, made in LAST_VIEWS:
        if known is game:
            return made
    LAST_VIEWS.append((game, {}))
    return LAST_VIEWS[0][1]


def new_views(game: Game, readers: Sequence[str]) -> list[View]:
    show, header, line = game.book.show(), game.header, game.line
    if not readers or show.views is None:
        views = [show.view(header, line, reader) for reader in readers]
    else:
        views = show.views(header, line, readers)
    return [view_with_deadline(game, view) for view in views]


def view_with_deadline(game: Game, view: View) -> View:
    """A view of the game as it is now that says by when its reader should move, or who has time until when.

    A zone that this machine does not know is no reason to show nothing.
    """
    if game.moments[-1].number != game.log.last or not has_clock(game):
        return view
    from referee.app.time.answer_time import short_time, time_sentence

    with suppress(Refused):
        return view._replace(deadline=time_sentence(game, view.seat), due=short_time(game))
    return view


def has_clock(game: Game) -> bool:
    """Whether the game ever had a clock or a proposal: for others, which are most, what counts time need not be
    imported.
    """
    return any("clock" in each or each.get("kind") in ("clock", "proposal") for each in game.log.documents)
