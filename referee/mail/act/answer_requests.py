"""Handle the requests of a mail once its sender is known: moves, and everything else."""

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from referee import reading
from referee.app.ahead import written_orders
from referee.app.consent.proposal_words import done_words
from referee.app.editions import change_rules
from referee.app.errors import Flawed, NotYours, Refused, Stop, Unreplayable
from referee.app.game_access import Game
from referee.app.notes import notebook
from referee.app.play import deal_game, people_limits, submit_move
from referee.app.play import entries as messages
from referee.app.play.read_move import read_move
from referee.app.play.record_move import Submitted
from referee.app.post import due_reports
from referee.app.time import absences
from referee.app.time.absences import Used, listing
from referee.mail.act import ordered_mail
from referee.mail.act.admission import EitherTime, placed_block
from referee.mail.act.answer_questions import joined_subject, questions, words_to_moderator
from referee.mail.act.answer_undo import WITH_A_MOVE, undo_offer
from referee.mail.act.generous_moves import words_in_moderators_name, words_in_names
from referee.mail.act.heard_mail import (
    FAULTY,
    NOTHING,
    UNSENT,
    Hearing,
    MailAnswer,
    MailSender,
    recorded_answer,
)
from referee.mail.act.table import talk_after
from referee.mail.read import identity
from referee.mail.read.beside_words import is_courtesy
from referee.mail.read.move_blocks import fenced_blocks
from referee.mail.read.request_words import UNDO, calls_somebody, clauses_said, name_at_beginning, words_for_moderator
from referee.mail.read.requests import SAYINGS, TO_CANCEL, TO_LIST, Block, Said, Wishes
from referee.reading import BadInput, Source
from referee.rules.entry_shapes import NONE, seats_without_consent
from referee.show.clock_sentences import day_phrase
from referee.store.documents import Aside
from referee.words import Phrase, say, term, word_list


def to_all(said: Iterable[Said]) -> str:
    """The text of a mail to all, as one string."""
    return "\n".join(each.text for each in said if not each.to)


def asides(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """The other requests: messages to others, days of absence, an edition, a nonce. Raises Stop."""
    yield from pass_on(hearing, wish)
    if wish.absent or wish.absence:
        yield away(hearing, wish)
    if wish.edition:
        yield consent(hearing, wish.edition)
    if wish.nonce:
        yield record_nonce(hearing, wish.nonce)
    if wish.noted:
        yield keep_jottings(hearing, wish.noted)


def keep_jottings(hearing: Hearing, noted: Sequence[str]) -> MailAnswer:
    """Keep what a player notes for themselves. Raises Refused, NotRecorded."""
    for each in noted:
        notebook.jot(hearing.table.settings, hearing.game, hearing.sender.seat, each)
    words = (
        "Your note is kept. Nobody else reads it while the game runs. If you reply with `publish: yes`, your notes are "
        "published when the game is closed."
    )
    return MailAnswer((say(words),), subject=say("Your notebook"))


def is_said(hearing: Hearing, wish: Wishes, said: Said) -> bool:
    """Whether this message of the mail was passed on before, with a move or without."""
    if said.to:
        facts = said.to, hearing.sender.seat, said.text, hearing.sender.entry
        return due_reports.is_kept(hearing.table.settings, hearing.sender.game, *facts)
    text = to_all(wish.said)
    if talk_after.is_after_end(hearing.game):
        talk = talk_after.after_talk(hearing.table.settings, hearing.sender.game)
        return talk_after.is_said_after(talk, hearing.sender.seat, text, hearing.sender.entry)
    return is_said_with_move(hearing, text) or isinstance(talk_of(hearing, text), int)


def pass_on(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """Words to all, in one entry, and to single seats; what the mail has too many of is left out. Raises Refused."""
    text, sender = to_all(wish.said), hearing.sender
    if text and talk_after.is_after_end(hearing.game):
        yield talk_after.talk_answer(hearing, text)
    elif text and not is_said_with_move(hearing, text):
        fields = talk_of(hearing, text)
        if not isinstance(fields, int):
            room(hearing).refuse_full()
        yield recorded_answer(sender, hearing.note("talk", fields), say("Everybody will read: {text}", text=text))
    for said in (each for each in wish.said if each.to):
        if not is_said(hearing, wish, said):
            room(hearing).refuse_full()
            facts = said.to, sender.seat, said.text, sender.entry, hearing.game.players[said.to]
            due_reports.store_words(hearing.table.settings, sender.game, *facts)
        player = hearing.game.players[said.to]
        words = say("{player} will read this in the next e-mail: {text}", player=player, text=said.text)
        yield MailAnswer((words,), subject=say("Passed on"), secret=(words,))
    if wish.said and (left := room(hearing).announcement()):
        yield MailAnswer(left, subject=say("Passed on"))
    if wish.surplus:
        yield MailAnswer((too_many(wish.surplus),), subject=say("Passed on"))


def too_many(surplus: int) -> Phrase:
    words = (
        "Your e-mail has more than {most} messages to everybody, or more than {most} to single "
        "players. Only the first ones are passed on; left out: {surplus}. Put your message "
        "into one paragraph."
    )
    return say(words, most=SAYINGS, surplus=surplus)


def room(hearing: Hearing) -> messages.Room:
    return messages.room(hearing.table.settings, hearing.game, hearing.sender.seat)


def talk_of(hearing: Hearing, text: str) -> Aside | int:
    """The entry of a message to all; or the number of the entry that already has it."""
    return messages.talk_entry(hearing.game, hearing.sender.seat, text, hearing.sender.entry)


def is_said_with_move(hearing: Hearing, text: str) -> bool:
    """Whether a move since the answered e-mail already says all of this."""
    since = hearing.game.log.entries_after(hearing.sender.entry)
    own = [each for each in since if each["kind"] == "move" and each["seat"] == hearing.sender.seat]
    return any(set(text.split("\n")) <= set(str(each.get("say", "")).split("\n")) for each in own)


def away(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """An absence that is entered, ended or listed. Raises Stop."""
    sender, table = hearing.sender, hearing.table
    if wish.absence == TO_LIST:
        return MailAnswer(tuple(listed_absences(hearing)), subject=say("Your absences"))
    if wish.absent:
        first, last = wish.absent
        done = hearing.note("absent", absences.absence_entry(table, hearing.game, sender.seat, first, last))
        own = away_words(first, last, table.time())
    else:
        coming = wish.absence == TO_CANCEL
        done = hearing.note("absent", absences.ending(table, hearing.game, sender.seat, coming=coming))
        own = say("You are back, and no later absence is planned.") if coming else say("You are back.")
    return recorded_answer(sender, done, own, days_used(listing(hearing.game.log.documents, sender.seat).used))


def away_words(first: str, last: str, now: str) -> Phrase:
    facts = {"first": day_phrase(first, now), "last": day_phrase(last, now)}
    if first == last:
        return say("You are away on {first}.", **facts)
    return say("You are away from {first} to {last}.", **facts)


def listed_absences(hearing: Hearing) -> Iterator[Phrase]:
    found = listing(hearing.game.log.documents, hearing.sender.seat)
    for each in found.absences:
        if each.end > each.start:
            words = away_words(each.first, each.last, hearing.table.time())
            yield say("{absence} It ended early.", absence=words) if each.ended else words
    yield days_used(found.used)


def days_used(used: Used) -> Phrase:
    return say("Days of absence used so far in this game: {days} of {most}.", **used._asdict())


def consent(hearing: Hearing, edition: str) -> MailAnswer:
    """A player agrees that the game continues under a newer edition, or no longer agrees. Raises Stop."""
    seat = hearing.sender.seat
    fields = change_rules.edition_consent(hearing.game, seat, edition)
    if not isinstance(fields, int):
        change_rules.refuse_too_many_consents(hearing.game, seat)
    done = hearing.note("consent", fields)
    if edition == NONE:
        words = "You no longer agree to another edition. The game continues as before."
        return recorded_answer(hearing.sender, done, say(words))
    own = say("You agree to continue with edition {edition}.", edition=edition)
    return recorded_answer(hearing.sender, done, own, still_missing(hearing.game, int(edition)))


def still_missing(game: Game, edition: int) -> Phrase:
    """The players who still have to agree to an edition, or the one who does the rest."""
    if edition == game.book.edition.number:
        return say("The game already uses this edition.")
    if missing := seats_without_consent(game.log.documents, edition):
        names = [say("{player} ({seat})", player=game.players[seat], seat=term(seat)) for seat in missing]
        return say("These players have not agreed yet: {names}.", names=word_list(names))
    return say("All players agree. The moderator makes the change, and you get an e-mail when it takes effect.")


def record_nonce(hearing: Hearing, words: str) -> MailAnswer:
    """A nonce: 32 hexadecimal digits unchanged; any other text as the beginning of its SHA-256. Raises Stop."""
    words = words.strip()
    digits = words.lower()
    if not re.fullmatch("[0-9a-f]{32}", digits):
        digits = sha256(f"referee/nonce/1\n{words}".encode()).hexdigest()[:32]
    done = hearing.take(deal_game.enter_nonce(hearing.table, hearing.game, hearing.sender.seat, digits))
    says = say("Your nonce is {digits}, made of: {words}", digits=digits, words=words)
    own = says if digits != words.lower() else say("Your nonce is {digits}.", digits=digits)
    return recorded_answer(hearing.sender, done, own)


def answer(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """Do what a mail asks for. Raises what is not the player's fault, such as a full disk; repeating it is safe."""
    if wish.unclear:
        return MailAnswer((wish.unclear, NOTHING))
    if wish.idle:
        return MailAnswer((say("I found nothing to do in your e-mail."), NOTHING))
    return collected_answer(wish_answers(hearing, wish))


def wish_answers(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """What a mail asks for, one after the other. Raises Stop, BadInput."""
    wish = with_moderator_named(hearing, wish)
    wish = wish._replace(said=tuple(to_its_seat(hearing, each) for each in wish.said))
    refuse_wishes(hearing, wish)
    if wish.block and any(each.kind == UNDO for each in wish.asked):
        yield MailAnswer((WITH_A_MOVE, NOTHING))
        return
    if wish.block:
        try:
            done = handle_block(hearing, wish.block, wish.said)
        except (NotYours, Unreplayable):
            raise
        except (Stop, BadInput) as refused:
            yield from refused_block(hearing, wish, refused)
            return
        yield done
    yield from () if wish.is_check else asides(hearing, wish)
    yield from questions(hearing, wish)


def refused_block(hearing: Hearing, wish: Wishes, refused: Exception) -> Iterator[MailAnswer]:
    """That a move is refused, and what else of its mail is not done: all but words to the moderator. Raises Stop."""
    others = wish._replace(block=None, said=(), to_moderator="")
    left = [*([UNSENT] if wish.said else []), *([] if others.idle else [UNDONE])]
    if isinstance(refused, EitherTime):
        yield MailAnswer((refused.says, NOTHING, *left), readings=fenced_blocks([refused.block]))
    else:
        yield MailAnswer((NOTHING, *left, REFUSED), (refused,))
    if wish.to_moderator:
        yield words_to_moderator(hearing, wish)


UNDONE = say("The rest of your e-mail was not used either. Write it again with your move.")


def collected_answer(answers: Iterable[MailAnswer]) -> MailAnswer:
    """What became of each step; finished ones stay when the next is refused. Raises NotYours."""
    done: list[MailAnswer] = []
    try:
        for each in answers:
            done.append(each)
    except Unreplayable as error:
        done.append(MailAnswer((FAULTY,), fault=error.says))
    except (Stop, BadInput) as refused:
        if isinstance(refused, NotYours):
            raise
        done.append(MailAnswer((say("The rest could not be done:"),) if done else (NOTHING, REFUSED), (refused,)))
    return joined_answer(done)


REFUSED = say("This could not be done:")


def joined_answer(done: list[MailAnswer]) -> MailAnswer:
    """All of it; what announces a refusal comes last, right above the refusal."""
    done = sorted(done, key=lambda each: bool(each.refused))
    entries = [each.entry for each in done if each.entry is not None]
    refused = tuple(error for each in done for error in each.refused)
    words = tuple(phrase for each in done for phrase in each.opening)
    entered = tuple(one for each in done for one in each.entered)
    faults = [each.fault for each in done if each.fault]
    shown = [each.at for each in done if each.at is not None]
    return MailAnswer(
        words,
        refused,
        max(entries, default=None),
        entered,
        faults[0] if faults else None,
        subject=joined_subject(done),
        at=shown[0] if shown else None,
        secret=tuple(phrase for each in done for phrase in each.secret),
        readings=tuple(block for each in done for block in each.readings),
        is_older=any(each.is_older for each in done),
        shows=any(each.shows for each in done),
        draft=next((each.draft for each in done if each.draft), ""),
        history=next((each.history for each in done if each.history), ()),
    )


def refuse_wishes(hearing: Hearing, wish: Wishes) -> None:
    """The refusals that are possible before anything is done. Raises Stop, BadInput."""
    for said in wish.said:
        people_limits.refuse_words(said.text)
    if len(to_all(wish.said)) > people_limits.MOST:
        words = "Your messages to everybody have {length} characters in all. The limit is {most}. Make them shorter."
        raise Refused(say(words, length=len(to_all(wish.said)), most=people_limits.MOST))
    if wish.absent:
        people_limits.refuse_days(*wish.absent)
    if wish.block:
        refuse_unsigned(hearing.sender, wish.block)


def with_moderator_named(hearing: Hearing, wish: Wishes) -> Wishes:
    """The same, with words to the moderator's name among those to the moderator, where no player is called so."""
    name = words_in_moderators_name(hearing)
    found = [each for each in wish.said if (words := words_in_names([each.to])) and words <= name]
    said = tuple(each for each in wish.said if each not in found)
    text = "\n\n".join([*filter(None, [wish.to_moderator]), *(each.text for each in found)])
    return wish._replace(said=said, to_moderator=words_for_moderator(text)) if found else wish


def to_its_seat(hearing: Hearing, said: Said) -> Said:
    """Words with the seat of whom they are for. Raises Refused."""
    game, own = hearing.game, hearing.sender.seat
    if said.everybody:
        messages.refuse_word_for_all(game, own, said.everybody)
    to = messages.person_named(game, own, said.to) if said.to else ""
    words, sam = "This would go to {reader}, too: {words}", words_in_moderators_name(hearing)
    reader = game.players[to] if to else say("everybody")
    for number, sentence in enumerate(clauses_said(said.text)):
        name = name_at_beginning(sentence) if number or not to else ""
        if name and messages.is_player(game, own, name) and (not to or messages.addressee(game, own, name) != to):
            alone = say("For {name} alone, write `say to {name}: …` in a line of its own.", name=name)
            raise Refused(say(words, reader=reader, words=sentence), alone)
        if number and calls_somebody(sentence, sam) and not is_courtesy(sentence, sam):
            alone = say("For the moderator alone, write `say to moderator: …` in a line of its own.")
            raise Refused(say(words, reader=reader, words=sentence), alone)
    return said._replace(to=to)


def refuse_unsigned(sender: MailSender, block: Block) -> None:
    """Raises Refused for a move without the signature that its seat asked for. To check one needs none."""
    if not sender.signer or block.check:
        return
    sign = say(
        "Sign it: ssh-keygen -Y sign -n {space} -f KEY move.yaml; then attach move.yaml and move.yaml.sig.",
        space=identity.namespace(sender.game),
    )
    if not block.signature:
        raise Refused(say("Moves of {seat} must be signed, but this one isn't.", seat=sender.seat), sign)
    try:
        good = identity.valid(block.signed, block.signature, sender.signer, sender.game, sender.seat)
    except identity.Unavailable as error:
        raise NotYours(say("Signatures can't be checked: ssh-keygen is not installed here.")) from error
    if not good:
        raise Refused(say("The signature doesn't belong to {seat} and exactly this move.", seat=sender.seat), sign)


def handle_block(hearing: Hearing, block: Block, said: tuple[Said, ...]) -> MailAnswer:
    """A move, or its verdict. Raises Stop, BadInput."""
    table = hearing.table
    draft = read_move(table, block.raw, block.name)
    digits = nonce_in(draft.source)
    if digits:
        return record_nonce(hearing, digits)
    if written_orders.is_orders(draft.source):
        return ordered_mail.take_block(hearing, block)
    block, admit = placed_block(hearing, block)
    draft = read_move(table, block.raw, block.name)
    if block.check:
        return verdict_answer(hearing, submit_move.rehearse_in(table, hearing.game, draft, admit))
    if said and not draft.problems:
        draft = read_move(table, with_words(block, draft.source, said), block.name)
    return move_answer(hearing, hearing.take(submit_move.submit_in(table, hearing.game, draft, admit)))


def nonce_in(text: Source) -> str:
    """The nonce that a block holds in place of a move."""
    given = text.data.get("nonce", "") if isinstance(text.data, dict) else ""
    return given if isinstance(given, str) else ""


def with_words(block: Block, text: Source, said: tuple[Said, ...]) -> bytes:
    """The move with the text above it to all as its last line, unless it has a text itself."""
    words = to_all(said)
    if not words or not isinstance(text.data, dict) or "say" in text.data:
        return block.raw
    longer = block.raw.rstrip() + b"\n" + reading.dump({"say": words}).encode()
    try:
        same = reading.read_source(longer, block.name).data
    except BadInput:
        return block.raw
    return longer if same == {**text.data, "say": words} else block.raw


def verdict_answer(hearing: Hearing, done: Submitted) -> MailAnswer:
    if done.before:
        return MailAnswer((already_recorded(hearing, done),))
    may = say("This was a check only: the move is legal. {move}", move=done.move)
    return MailAnswer((may, *done.unread, say("Nothing was recorded, because you only asked for a check.")))


def already_recorded(hearing: Hearing, done: Submitted) -> Phrase:
    told = done_words(hearing.game, done.entry or 0) or done.move or say("your move")
    return say("This is already recorded: {done}. It was not recorded again.", done=told)


def move_answer(hearing: Hearing, done: Submitted) -> MailAnswer:
    """The result of a move, as understood."""
    words = [already_recorded(hearing, done)]
    if is_new := hearing.sender.has_made(done):
        told = done_words(hearing.game, done.entry or 0, done.entries)
        words = [say("Recorded: {done}.", done=told) if told else say("Recorded.")]
    words += done.unread
    ruled = (done.stopped,) if isinstance(done.stopped, Flawed) else ()
    if done.stopped and not isinstance(done.stopped, Unreplayable):
        words.append(say("The rest of the move was not played:") if ruled else say("After that, an error occurred."))
    words += undo_offer(hearing) if is_new else []
    return recorded_answer(hearing.sender, done, *words, refused=ruled)
