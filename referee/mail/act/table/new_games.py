"""Games that players begin by mail: `yes` or `no` to an invitation, and `rematch` after the end of a game.

While a game waits for its players, a `yes` is recorded as the nonce `yes`; it is dealt when all have said yes. A nonce
of their own, for a share in the shuffle, says yes, too.

A rematch is offered to all, and begun when all have said `yes`; one `no` ends it. The new game has the title, edition,
board, options and clock of the old one, and the same players: each one seat further, the last on the first one's, so
that somebody else begins.
"""

import re
from collections.abc import Mapping
from functools import partial
from hashlib import sha256

from referee import GAME_ID
from referee.app.errors import Refused
from referee.app.game_access import Game, Table
from referee.app.play import deal_game
from referee.app.play.begin_game import GameStart, begin
from referee.app.play.new_game import GamePlan, first_documents
from referee.app.post import due_reports
from referee.app.post.game_facts import Facts, facts_under, keep_facts, name_now
from referee.app.post.moderator_notes import DECLINED
from referee.mail.act.heard_mail import Hearing, MailAnswer, recorded_answer
from referee.mail.act.table.talk_after import is_after_end
from referee.mail.read.request_words import REMATCH
from referee.rules.entry_shapes import first_nonces, silent_seats
from referee.rules.line import fork_of
from referee.rules.proposals import NO, YES
from referee.rules.replay import WAITING
from referee.settings import Settings
from referee.show.sentences import is_practice
from referee.store import chance, private
from referee.store.chance import is_known_deal
from referee.store.documents import Data, people, planner_seats
from referee.store.private import Private
from referee.store.stores import store_of
from referee.words import AND, ENGLISH, Phrase, say, speaking, terms, word_list

NONCE = sha256(b"referee/nonce/1\nyes").hexdigest()[:32]
"""The nonce of the word `yes`: anybody can know it."""


def is_inviting(game: Game) -> bool:
    """Whether a game waits for the answers of its players."""
    return game.phase == WAITING and game.log.header.get("nonces") == "wait"


def missing_seats(game: Game) -> list[str]:
    """The seats that have not said yes."""
    return silent_seats(game.log.documents)


def invitation_answer(hearing: Hearing, given: str) -> MailAnswer:
    """A player takes their seat, or declines, which the moderator learns. Raises Stop."""
    game, seat, subject = hearing.game, hearing.sender.seat, say("The invitation")
    is_in = seat not in missing_seats(game)
    if given == NO and is_in:
        raise Refused(say("You have already said yes. Write to the moderator: `say to moderator: …`"))
    if given == NO:
        hearing.add_note(DECLINED)
        words = "You don't play this game. If you change your mind, reply with `yes` as long as it hasn't begun."
        return MailAnswer((say(words),), subject=subject)
    if is_in:
        return MailAnswer((IN, who_is_missing(game)), subject=subject)
    nonce = first_nonces(game.log.documents).get(seat, NONCE)  # who takes a seat over cannot change the deal
    done = hearing.take(deal_game.enter_nonce(hearing.table, game, seat, nonce))
    return recorded_answer(hearing.sender, done, IN, who_is_missing(hearing.game))


IN = say("You are in.")


def who_is_missing(game: Game) -> Phrase:
    if game.phase != WAITING:
        return say("All have said yes: the game begins.")
    names = word_list([game.players[each] for each in missing_seats(game)], AND)
    return say("The game begins when these have said yes, too: {players}.", players=names)


NAME = "rematch"
"""The name of these facts: the seats that said `yes`, the one that said `no`, the `players` of all seats when they did,
and the `game` that began."""


def rematch_facts(settings: Settings, game: Game) -> Facts:
    """These facts, without what somebody said who plays no longer. Raises Unreadable."""
    with facts_under(settings, game.id, NAME) as facts:
        then = {**game.players, **facts.get("players", {})}
        here = [each for each, now in game.players.items() if name_now(settings, game.id, each, then[each]) == now]
        no = {"no": facts["no"]} if facts.get("no") in here else {}
        begun = {"game": str(facts["game"])} if "game" in facts else {}
        return {"yes": [each for each in facts.get("yes", []) if each in here], **no, **begun}


def rematch_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player wants to play again, and agrees where another has offered it. Raises Stop, disk.Trouble."""
    game, seat, settings = hearing.game, hearing.sender.seat, hearing.table.settings
    kept = private.read_private_part(settings.private, game.id)
    refuse_unable(game, kept)
    facts = rematch_facts(settings, game)
    refused_by = facts.get("no", "")
    if refused_by and refused_by != seat:
        raise Refused(say(RESULTS[NO], player=game.players[refused_by]))
    agreed = [each for each in facts["yes"] if each != seat]
    begun = {"game": facts["game"]} if "game" in facts else {}
    facts = {"yes": [*agreed, seat], "players": dict(game.players), **begun}
    missing = [game.players[each] for each in game.players if each not in facts["yes"]]
    if missing:
        keep_facts(settings, game.id, NAME, facts)
        if not agreed:
            inform_others(hearing, kept, YES)
        names = word_list(missing, AND)
        return MailAnswer((say(WAITS, players=names), TO_END), subject=say("A rematch"))
    facts = {**facts, "game": facts.get("game") or free_name(hearing.table, game)}
    keep_facts(settings, game.id, NAME, facts)
    begin_again(hearing.table, game, kept, facts["game"])
    hearing.add_note(REMATCH, about=facts["game"])
    words = say("All want to play again: {game} begins. You get an e-mail about it.", game=facts["game"])
    return MailAnswer((words,), subject=say("A rematch"))


WAITS = "I ask {players}. The rematch begins when everybody has agreed."
TO_END = say("To take it back, reply with `no`.")
RESULTS = {
    YES: "{player} would like a rematch: the same game with the same players, and everybody one seat further. Do you "
    "want to play again? Reply with the line `yes` or the line `no`.",
    NO: "{player} doesn't want a rematch.",
}
"""What the others read of a first `yes` and of a `no`."""


def refuse_unable(game: Game, kept: Private) -> None:
    """Raises Refused where no rematch can begin."""
    if not is_after_end(game):
        raise Refused(say("A rematch can be offered when the game is over."))
    if planned := planner_seats(game.log.documents):
        words = "The referee plays {seats}, so not all can agree to a rematch. Ask the moderator: `say to moderator: …`"
        raise Refused(say(words, seats=terms(planned, AND)))
    is_reached = set(game.players) == set(people(game.log.documents)) & set(kept.addresses)
    if not is_reached or is_known_deal(game.log.header) or fork_of(game.log.header):
        words = "I can't begin a rematch of this game. Ask the moderator: `say to moderator: …`"
        raise Refused(say(words))


def is_offered(table: Table, game: Game) -> bool:
    """Whether a `yes` or `no` of this seat is about a rematch: another offered it, or this seat did.

    One that was to begin when all power went is still offered.
    """
    if not is_after_end(game):
        return False
    facts = rematch_facts(table.settings, game)
    return bool(facts["yes"]) and not ("game" in facts and has_begun(table, facts["game"]))


def answer_offer(hearing: Hearing, given: str) -> MailAnswer:
    """A player says `yes` or `no` to a rematch. Raises Stop, disk.Trouble."""
    if given == YES:
        return rematch_answer(hearing, "")
    game, settings = hearing.game, hearing.table.settings
    keep_facts(settings, game.id, NAME, {"no": hearing.sender.seat, "players": dict(game.players)})
    inform_others(hearing, private.read_private_part(settings.private, game.id), NO)
    return MailAnswer((say("There is no rematch. The others will read that."),), subject=say("No rematch"))


def inform_others(hearing: Hearing, kept: Private, given: str) -> None:
    """Keep words for the next e-mail to each other player; the same in answer to the same e-mail once."""
    game, sender = hearing.game, hearing.sender
    for seat in (each for each in kept.addresses if each in game.players and each != sender.seat):
        with speaking(kept.languages.get(seat, ENGLISH)):
            text = str(say(RESULTS[given], player=game.players[sender.seat]))
        facts = seat, due_reports.FROM_REFEREE, text, sender.entry, game.players[seat]
        due_reports.store_words(hearing.table.settings, game.id, *facts)


def free_name(table: Table, game: Game) -> str:
    """The name of the next game: `cup-2` after `cup`, `cup-3` after `cup-2`."""
    stem, number = re.sub("-[0-9]{1,3}$", "", game.id)[:36], 2
    if found := re.search("-([0-9]{1,3})$", game.id):
        number = int(found[1]) + 1
    while is_taken(table, f"{stem}-{number}"):
        number += 1
    assert re.fullmatch(GAME_ID, f"{stem}-{number}")
    return f"{stem}-{number}"


def is_taken(table: Table, id: str) -> bool:
    folder = table.folder(id)
    return store_of(folder).has(folder) or private.is_kept(table.settings.private, id)


def has_begun(table: Table, id: str) -> bool:
    return store_of(table.folder(id)).has_folder(table.folder(id))


def begin_again(table: Table, game: Game, kept: Private, id: str) -> None:
    """Begin the game of this name, unless an earlier copy of the mail did. Raises Stop, disk.Trouble."""
    if has_begun(table, id):
        return
    seats = list(game.players)
    place = dict(zip(seats, [*seats[1:], seats[0]], strict=True))
    seated = {place[seat]: game.players[seat] for seat in [seats[-1], *seats[:-1]]}
    header = next_header(game, id, seated)

    def one_seat_on(by_seat: Mapping[str, str]) -> dict[str, str]:
        return {place[seat]: value for seat, value in by_seat.items() if seat in place}

    plan = GamePlan(game.book, id, seated, {}, None, None, None, game.log.header["nonces"])
    documents = partial(first_documents, plan, header, {})
    secret = chance.PRACTICE_SECRET if is_practice(game.header) else None
    begin(
        table, GameStart(id, header, documents, one_seat_on(kept.addresses), one_seat_on(kept.languages)), secret=secret
    )
    wanted = {
        "letters": one_seat_on(kept.letters),
        "lengths": one_seat_on(kept.lengths),
        "signers": one_seat_on(kept.signers),
    }
    private.change(table.settings.private, id, lambda whole: whole._replace(**wanted))  # type: ignore[arg-type]


def next_header(game: Game, id: str, seated: Mapping[str, str]) -> Data:
    """The header of the game without what depends on its secret, with other seats."""
    old = {key: value for key, value in game.log.header.items() if key not in ("commitment", "prev")}
    return {**old, "game": id, "edition": int(game.log.header["edition"]), "seats": dict(seated)}


def games_begun(settings: Settings, game: str) -> list[str]:
    """The game that began after this one, if its players wanted that."""
    with facts_under(settings, game, NAME) as facts:
        return [str(facts["game"])] if facts.get("game") else []
