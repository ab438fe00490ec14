"""What becomes of a mail that wants to end the game, or to stop: it is asked back, proposed, or done.

What cannot be taken back needs a line with a code that only an e-mail to this player names.
"""

import hmac
from collections.abc import Callable
from contextlib import suppress

from referee.app.consent import answers, proposal_words, proposals
from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.app.play import seats
from referee.app.play.entries import addressee
from referee.app.play.record_move import recorded_before, recorded_now
from referee.mail.act.heard_mail import Hearing, MailAnswer, recorded_answer
from referee.mail.read.request_words import CONCEDE, RESIGN
from referee.mail.write import addresses
from referee.rules.proposals import Proposal, open_proposal, proposal_at
from referee.show.endings import ending_words, proposed_words
from referee.store.documents import ABANDON, DRAW, Aside, rivals
from referee.store.private import Private
from referee.words import AND, Phrase, say, word_list


def confirming_code(kept: Private, game: str, seat: str, kind: str = RESIGN) -> str:
    """What confirms that a player means it: only an e-mail to that player says it, so that nobody else can."""
    return addresses.code_of(kept.reply_key, f"referee/{kind}/1\n{game}\n{seat}\n{kept.addresses.get(seat, '')}")[:6]


def code_of(hearing: Hearing, kind: str) -> str:
    return confirming_code(hearing.kept, hearing.sender.game, hearing.sender.seat, kind)


def is_confirmed(hearing: Hearing, about: str, kind: str) -> bool:
    return hmac.compare_digest(about.encode(), code_of(hearing, kind).encode())


def ways_out(hearing: Hearing) -> MailAnswer:
    """What a player may mean who gives up: each way with the line that does it."""
    game, seat = hearing.game, hearing.sender.seat
    codes = {kind: code_of(hearing, kind) for kind in (RESIGN, CONCEDE)}
    found = rivals(game.log.documents, seat)
    lines = [QUESTION, say(STOP_ALONE, code=codes[RESIGN])]
    if len(found) == 1:
        lines.append(say(GIVE_UP, code=codes[CONCEDE], player=game.players[found[0]]))
    else:
        lines.append(say(GIVE_UP_TOGETHER, player=game.players[found[0]]))
    lines += [ALL_STOP, say("If you mean none of these, you need not do anything: you play on.")]
    return MailAnswer(tuple(lines), subject=say("Do you want to stop playing?"))


QUESTION = say("Do you want to stop playing this game? If so, answer this e-mail with one of these lines alone:")
STOP_ALONE = "`resign {code}` – you stop, and the referee plays your seat to the end. The others play on."
GIVE_UP = "`concede {code}` – you give the game up: it is over, and {player} has won."
GIVE_UP_TOGETHER = "`concede to {player}` – {player} has won, if all others agree. You can name another player."
ALL_STOP = say("`abandon game` – the game ends without a winner, if all others agree.")


def resign_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player wants to stop: this is asked back, and then the referee plays the seat. Raises Stop.

    The address goes last: an e-mail of the player that is handled again must still be theirs. A substitute gives up
    no seat of somebody else.
    """
    if substitute := seats.substitutes(hearing.game).get(hearing.sender.seat):
        words = "You play in place of {player}, so you can't resign. Write to the moderator: `say to moderator: …`"
        raise Refused(say(words, player=substitute.owner))
    if not is_confirmed(hearing, about, RESIGN):
        proposals.refuse_over(hearing.game)
        return ways_out(hearing)
    sender, address = hearing.sender, hearing.kept.addresses.get(hearing.sender.seat, "")
    player = hearing.game.players_at(sender.since)[sender.seat]
    hearing.game = answers.give_to_referee(hearing.table, hearing.game, sender.seat)
    done = recorded_before(hearing.game, sender.seat, seats.last_taken(hearing.game, sender.seat))
    with suppress(Refused):  # who wrote too many notes may stop, too
        hearing.add_note(RESIGN, address, player=player)
    answers.forget_player(hearing.table, hearing.game, sender.seat)
    name = hearing.moderator_name
    words = "You have stopped playing. The referee plays your seat from now on, and you get no more e-mails."
    return recorded_answer(hearing.sender, done, say(words), say(STOPPING[bool(name)], name=name))


STOPPING = {
    True: "I wrote to {name}, who moderates this game, that you have stopped.",
    False: "The moderator will see that you have stopped, but gets no e-mail about it here.",
}
"""Whether a moderator is named to whom e-mails go."""


def concede_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player gives the game up: alone with a code, or with all others to somebody. Raises Stop."""
    game, seat = hearing.game, hearing.sender.seat
    if about.startswith(TO):
        fields = answers.concession(game, seat, addressee(game, seat, about.removeprefix(TO)))
        return proposal_answer(hearing, fields) if "asks" in fields else ways_out(hearing)
    if before := answers.ended_before(game, CONCEDE, seat):
        return recorded_answer(hearing.sender, recorded_before(game, seat, before), *ended_words(game))
    proposals.refuse_over(game)
    fields = answers.concession(game, seat) if len(rivals(game.log.documents, seat)) == 1 else {}
    if not fields or not is_confirmed(hearing, about, CONCEDE):
        return ways_out(hearing)
    done = hearing.note("end", fields)
    return recorded_answer(hearing.sender, done, *ended_words(hearing.game), TAKE_BACK)


TAKE_BACK = say("If you didn't mean it, reply with `undo`. That is possible until the game is closed.")


TO = "to "
"""Between `concede` and a player's name."""


def ended_words(game: Game) -> list[Phrase]:
    ending = game.ending
    return [say("The game is over."), ending_words(ending, game.players)] if ending else []


def draw_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player proposes a draw. Raises Stop."""
    return proposal_answer(hearing, answers.proposal_fields(hearing.game, DRAW, hearing.sender.seat))


def abandon_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player proposes to end the game without a winner. Raises Stop."""
    return proposal_answer(hearing, answers.proposal_fields(hearing.game, ABANDON, hearing.sender.seat))


def proposal_answer(hearing: Hearing, fields: Aside) -> MailAnswer:
    """What a player proposes is recorded, once for each e-mail that it answers. Raises Stop."""
    game, seat = hearing.game, hearing.sender.seat
    if before := proposed_before(hearing, fields):
        return recorded_answer(hearing.sender, recorded_before(game, seat, before), *proposed_answer(game, before))
    proposals.refuse_too_many(game, seat, fields["what"])
    found = proposals.propose(hearing.table, game, fields)
    if isinstance(found, int):
        words = [say("You have proposed this already, and it waits."), *proposed_answer(game, found)]
        return recorded_answer(hearing.sender, recorded_before(game, seat, found), *words)
    hearing.game = found
    return recorded_answer(hearing.sender, recorded_now(found, seat), *proposed_answer(found, found.log.last))


def proposed_before(hearing: Hearing, fields: Aside) -> int:
    """The number of the same proposal that an earlier copy of the mail made; 0: there is none."""
    for number in range(hearing.sender.entry + 1, hearing.game.log.last + 1):
        entry = hearing.game.log.entry(number)
        if entry["kind"] == "proposal" and proposals.is_same(Proposal(number, entry, {}), fields):
            return number
    return 0


def proposed_answer(game: Game, number: int) -> list[Phrase]:
    """The answer to who proposed something."""
    asked, found = proposal_at(game.log.documents, number), open_proposal(game.log.documents)
    own = say("You propose {what}.", what=proposed_words(proposal_words.proposal_facts(game, asked)))
    if found is None or found.number != number:
        return [own, say("It is no longer open.")]
    missing = word_list([game.players[seat] for seat in found.missing], AND)
    words = "I ask {players}. Once all agree, it is done. To take it back, reply with the line `withdraw`."
    return [own, say(words, players=missing)]


ANSWERS: dict[str, Callable[[Hearing, str], MailAnswer]] = {
    RESIGN: resign_answer,
    CONCEDE: concede_answer,
    DRAW: draw_answer,
    ABANDON: abandon_answer,
}
"""For each kind of request what answers it."""
