"""A mail about several games of its player: what is for another game than the one it answers becomes a mail of its own.

It is handled in the same run, and gets a receipt of its own. A tag of one game gives no right in another: there its
player must be known by a tag of that game, or by an address that the mail server has proved.
"""

from typing import NamedTuple

from referee.app.look.listed_games import UnreadableGame
from referee.mail.act.heard_mail import Case, Intake, MailSender, is_used_up, sender_of
from referee.mail.act.plain_senders import OwnSeat, entry_answered, games_in_text, own_seats, sole_seats
from referee.mail.act.table.last_letters import games_left
from referee.mail.read import game_parts, identity, mail_parts, mail_text, requests
from referee.mail.read.mail_parts import Mail
from referee.mail.read.short_answers import with_text
from referee.mail.transport import inboxes
from referee.mail.write.addresses import ReplyToken, reply_address, reply_tag
from referee.reading.spoken_words import spoken_words
from referee.words import Phrase, say


class OwnPart(NamedTuple):
    """The part of a mail that is for the game which it answers, and what is said of its other parts."""

    mail: Mail
    notes: tuple[Phrase, ...] = ()


def part_for_game(intake: Intake, case: Case, mail: Mail) -> OwnPart:
    """What of a mail is for its game. Its other parts are put into the spool. Raises NotRecorded."""
    main, address = case.begun.game, case.kept.addresses[case.begun.seat].lower()
    named = games_in_text(mail, intake.settings)
    others = dict.fromkeys(each for each in (*named.headings, *named.blocks) if each != main)
    seats = {each.id: each for each in sole_seats(own_seats(intake.table, address, others))}
    left = list(games_left(intake.table.settings, [each for each in others if each not in seats], address))
    if not (seats or left) and main not in named.headings:
        return OwnPart(mail)
    try:
        words = spoken_words(intake.open_game(main).book.id)
    except UnreadableGame:  # all of the mail waits
        return OwnPart(mail)
    games = [each for each in (main, *seats, *left) if not words.is_known(each)]
    own, quoted = mail_text.own_and_others(requests.lines_of(mail), (intake.settings.reply,))
    found = game_parts.lines_by_game(own, games)
    mine = [each.text for each in found if each.game in ("", main)]
    if mine == own:
        return OwnPart(mail)
    notes = [not_used(UNSURE, "\n".join(each.text for each in found if each.game is None))]
    texts = {id: "\n".join(each.text for each in found if each.game == id) for id in games}
    notes += [pass_on(intake, case, mail, seat, texts.get(id, "")) for id, seat in seats.items()]
    notes += [not_used(say("You don't play in {game} any more.", game=id), texts.get(id, "")) for id in left]
    return OwnPart(with_text(mail, [*mine, *quoted]), tuple(each for each in notes if each))


UNSURE = say("I can't see which game it is about.")


def not_used(why: Phrase, text: str) -> Phrase | None:
    """What is said of words that are not used; None where there are none."""
    words = " ".join(text.split())
    return say("I did not use this: {words} – {why}", words=words[:200], why=why) if words else None


def pass_on(intake: Intake, case: Case, mail: Mail, seat: OwnSeat, text: str) -> Phrase | None:
    """Put what a mail says about another game into the spool, if its writer may do that: what is said of it."""
    id = seat.id
    if not text.strip():
        return None
    if is_over_for(intake, case):
        return not_used(say("Your e-mail answers an older one. Answer an e-mail of {game}.", game=id), text)
    plain = head_of(mail) + f"To: {intake.settings.reply}\n" + BODY + text + "\n"
    tagged = head_of(mail) + f"To: {tagged_address(intake, seat, mail)}\n" + BODY + text + "\n"
    parsed = mail_parts.parsed_mail(plain.encode())
    known = sender_of(intake.table, intake.settings, parsed, requests.wishes(parsed))
    if known and (known[0].game, known[0].seat) == (id, seat.seat):
        inboxes.add_arrived(intake.private, plain.encode())
    elif not intake.settings.tags or is_proved(intake, mail, seat):
        inboxes.add_arrived(intake.private, tagged.encode())
    elif seat.game and seat.game.is_over:
        return not_used(say("{game} is already over.", game=id), text)
    else:
        return not_used(say("To play in {game}, answer an e-mail of that game.", game=id), text)
    return say("Your words about {game} get an answer of their own.", game=id)


def is_over_for(intake: Intake, case: Case) -> bool:
    """Whether the e-mail that a mail answers is used up: then the mail may be an old one that came again."""
    game, begun = intake.open_game(case.begun.game), case.begun
    since = game.log.last if begun.last is None else begun.last
    return is_used_up(game, MailSender(game.id, begun.seat, begun.entry, "", since))


def is_proved(intake: Intake, mail: Mail, seat: OwnSeat) -> bool:
    """Whether our mail server has proved that a mail is from the address of a seat."""
    address = seat.kept.addresses[seat.seat]
    return identity.dmarc(mail, intake.settings.authserv, address, intake.settings.own_received) == identity.PASS


def tagged_address(intake: Intake, seat: OwnSeat, mail: Mail) -> str:
    """Where an answer to the newest e-mail of a seat goes that its player had when the mail was written."""
    id, entry = seat.id, entry_answered(intake.table, seat, mail)
    tag = reply_tag(seat.kept.reply_key, id, seat.seat, entry, seat.kept.addresses[seat.seat])
    return reply_address(intake.settings.reply, intake.settings.separator, ReplyToken(id, entry, tag))


KEPT = ("return-path", "received", "authentication-results", "from", "date", "subject", "message-id")
"""The fields that a part of a mail has from the whole: who sent it and when, and what our mail server says of that."""
BODY = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"


def head_of(mail: Mail) -> str:
    return "".join(f"{name}: {value}\n" for name, value in mail.fields if name in KEPT)
