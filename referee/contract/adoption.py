"""What a title with several editions promises: between any two turns a game may go on under a newer one."""

from random import Random

from referee.contract.playouts import Playout, log_with_entry, random_playout
from referee.rules.editions import AnyEdition
from referee.rules.replay import replay
from referee.rules.rulebook import AnyRulebook
from referee.store import chain

TURNS = 40
"""The edition takes over before one of so many turns."""


class EditionTakeover:
    """What happens between the turns of a game: before one of them all seats consent to an edition, which takes over.

    number  the number of its entry; 0: the game was over before
    """

    def __init__(self, edition: AnyEdition, turn: int) -> None:
        self.edition, self.left, self.number = edition, turn, 0

    def __call__(self, book: AnyRulebook, log: chain.Log, position: object) -> tuple[AnyRulebook, chain.Log, object]:
        self.left -= 1
        if self.left >= 0 or self.number:
            return book, log, position
        for seat in log.documents[0]["seats"]:
            log = log_with_entry(book, log, "consent", {"seat": seat, "edition": self.edition.number}, None, position)
        fields = {"edition": self.edition.number, "reader": self.edition.reader}
        newer, position = book.under(fields), book.adopt(position, self.edition)
        log = log_with_entry(newer, log, "edition", fields, None, position)
        self.number = log.last
        return newer, log, position


def goes_on_under_a_newer_edition(game: Playout) -> None:
    """A random game of an older edition goes on under a newer one, to its end, and each part replays by its own."""
    editions = game.book.editions
    if len(editions) > 1:
        rng = Random(game.log.last)
        older = rng.randrange(len(editions) - 1)
        change = EditionTakeover(rng.choice(editions[older + 1 :]), rng.randrange(TURNS))
        changed = random_playout(game.book._replace(edition=editions[older]), rng.randrange(1000), change)
        moments = replay(changed.book, changed.log, secret=lambda: changed.secret)
        assert [each.position for each in moments[1:]] == list(changed.positions)
        assert changed.book.play.to_move(changed.positions[-1]) is None
