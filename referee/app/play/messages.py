"""What a player says without a move: how much of it there may be between two turns, and what is left of that.

Words to all of one mail are one entry of the log; words to one seat are a `private_words.PrivateWords`. Both count.
"""

from typing import NamedTuple

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, folder_of, open_game
from referee.app.mail import private_words
from referee.app.play.people_limits import refuse_words, said_before
from referee.rules.asides import turning
from referee.settings import Settings
from referee.store import log
from referee.store.documents import Aside
from referee.words import Phrase, names_of, plain_letters, say, term, word_list

MOST = 20
"""So many messages may come from a seat between two of its turns."""
NEAR = 3
"""With so few left their number is announced."""
TURNS = ("move", "missed")


class Room(NamedTuple):
    """How many messages a seat has sent since its last turn."""

    used: int

    @property
    def messages_left(self) -> int:
        return max(MOST - self.used, 0)

    def refuse_full(self) -> None:
        """Raises Refused."""
        if not self.messages_left:
            words = "You have sent {most} messages since your last turn: no more are passed on before your next turn."
            raise Refused(say(words, most=MOST))

    def announcement(self) -> tuple[Phrase, ...]:
        """What to announce after a message; nothing while much is left."""
        if self.messages_left > NEAR:
            return ()
        if not self.messages_left:
            return (say("This was your last message before your next turn: you have sent {most}.", most=MOST),)
        return (say("Messages that you can still send before your next turn: {left}.", left=self.messages_left),)


def room(settings: Settings, game: Game, seat: str) -> Room:
    """What a seat may still say. Raises `disk.Unreadable`."""
    since = last_turn(game, seat)
    entries = [each for each in game.log.entries_after(since) if each["kind"] == "talk" and each["seat"] == seat]
    return Room(len(entries) + private_words.number(settings, game.id, seat, since))


def addressee(game: Game, sender: str, name: str) -> str:
    """The seat that is meant by a seat or by a player's name, or the first of their names. Raises Refused."""
    others = [seat for seat in game.header["seats"] if seat != sender]
    seats = names_of(others)
    found = {seats[each] for each in spellings(name) if each in seats}
    found = found or {seat for seat in others if spellings(name) & player_names(game.players[seat])}
    if len(found) == 1:
        return found.pop()
    known = word_list([say("`{player}` ({seat})", player=game.players[seat], seat=term(seat)) for seat in others])
    if found:
        raise Refused(say("There are several players called {name}. Write the seat: {known}.", name=name, known=known))
    words = "There is no other player called {name} in this game. After `say to` you can write: {known}."
    raise Refused(say(words, name=name, known=known))


def say_as_moderator(table: Table, id: str, text: str, name: str = "") -> list[str]:
    """Keep words of the moderator for the next e-mail to everybody, or to one player: the seats that get them.

    They are in no log, as no words to one alone are. Said twice before an entry follows, they are kept once. Raises
    Refused, Missing, disk.Trouble.
    """
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        seats = [addressee(game, "", name)] if name else list(game.header["seats"])
        source = private_words.FROM_MODERATOR if name else private_words.FROM_MODERATOR_TO_ALL
        for seat in seats:
            private_words.store_words(table.settings, id, seat, source, text, game.log.last)
    return seats


def player_names(player: str) -> set[str]:
    """What a player may be called: the whole name and each part of it, however it is spelt."""
    return {each for part in (player, *player.split()) for each in spellings(part)}


UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})


def spellings(name: str) -> set[str]:
    """A name in plain letters, with umlauts as one letter and as two: `jurgen` and `juergen`."""
    words = " ".join(name.casefold().split())
    return {plain_letters(words), plain_letters(words.translate(UMLAUTS))}


def last_turn(game: Game, seat: str) -> int:
    """The number of the last turn of a seat; 0: it has not had one."""
    numbered = enumerate(game.log.entries, 1)
    return max((n for n, each in numbered if each["kind"] in TURNS and each["seat"] == seat), default=0)


def talk_entry(game: Game, seat: str, text: str, after: int | None = None) -> Aside | int:
    """What an entry says of words to all; or the number of the one that says so since entry `after`, or this turn.

    Raises Refused.
    """
    refuse_words(text)
    fields: Aside = {"seat": seat, "say": text}
    since = turning(game.log.documents) if after is None else after
    return said_before(game, "talk", fields, since) or fields
