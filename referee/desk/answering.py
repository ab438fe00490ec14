"""What becomes of the wishes of a mail, once it is known whose it is."""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from referee import log, source
from referee.asides import turning
from referee.desk import opening, people, playing, whispers
from referee.desk.answers import Illegal, Misplaced, NotYours, Refused, Stop, Unreplayable, Unreported, nearest
from referee.desk.playing import Written
from referee.desk.recording import Submitted
from referee.desk.table import Game, Table, folder_of
from referee.post import signatures
from referee.post.reading import Block, Said, Wishes
from referee.source import BadInput, Source
from referee.words import Phrase, say, untranslated


class Sender(NamedTuple):
    """Whose mail it is: a seat of a game, in answer to the letter after an entry.

    signer  its ssh key, or ""
    since   the last entry before the mail was handled first: of a later one that it asks for it is the maker, even
            though a crash came between; None: nobody knows
    """

    game: str
    seat: str
    entry: int
    seats: tuple[str, ...]
    signer: str = ""
    since: int | None = None

    def made(self, done: Submitted) -> bool:
        """Whether the mail is what made the entry."""
        return not done.before or (self.since is not None and done.entry is not None and done.entry > self.since)


class Answer(NamedTuple):
    """What a player is told.

    opening  paragraphs; `refused`, what stopped it, to be printed line by line below them
    entry    the last entry that this recorded now; None: nothing was
    entered  all that this recorded now, such as `entries 6 to 8`
    fault    a fault of the program, which the moderator must know; None: there was none
    """

    opening: tuple[Phrase, ...]
    refused: tuple[Exception, ...] = ()
    entry: int | None = None
    entered: tuple[Phrase, ...] = ()
    fault: Phrase | None = None


def answer(table: Table, sender: Sender, wish: Wishes) -> Answer:
    """Do what a mail asks for. Raises what is no player's fault, such as a damaged log; to do it again is safe."""
    if wish.unclear:
        return Answer((wish.unclear, NOTHING))
    if wish.idle:
        return Answer((say("There is nothing in the mail that could be done."), NOTHING))
    done: list[Answer] = []
    try:
        refuse_wishes(sender, wish)
        done += [play(table, sender, wish.block, wish.said)] if wish.block else []
        for each in aside(table, sender, wish) if not (wish.block and wish.block.check) else ():
            done.append(each)  # one by one: what is done stays done when the next is refused
    except Unreplayable as error:
        done.append(Answer((FAULTY,), fault=error.says))
    except (Stop, BadInput) as refused:
        if isinstance(refused, NotYours):
            raise
        done.append(Answer((say("The rest was refused:"),) if done else (NOTHING, REFUSED), (refused,)))
    return joined(done)


NOTHING = say("Nothing was recorded and nothing changed.")
REFUSED = say("This was refused:")
FAULTY = say(
    "A fault in the program kept this from being recorded. It is not your mistake, and nothing else is lost. The "
    "moderator is notified. Wait for them, or send something else."
)


def joined(done: list[Answer]) -> Answer:
    """All of it; what announces a refusal comes last, right above the refusal."""
    done = sorted(done, key=lambda each: bool(each.refused))
    entries = [each.entry for each in done if each.entry is not None]
    refused = tuple(error for each in done for error in each.refused)
    words = tuple(phrase for each in done for phrase in each.opening)
    entered = tuple(one for each in done for one in each.entered)
    faults = [each.fault for each in done if each.fault]
    return Answer(words, refused, max(entries, default=None), entered, faults[0] if faults else None)


def refuse_wishes(sender: Sender, wish: Wishes) -> None:
    """What can be refused before anything is done. Raises Stop, BadInput."""
    for said in wish.said:
        people.refuse_words(said.text)
        if said.to and (said.to not in sender.seats or said.to == sender.seat):
            says = say("There is no seat {seat} to say something to.", seat=said.to)
            raise Refused(says, nearest(said.to, [each for each in sender.seats if each != sender.seat]))
    if wish.absent:
        people.refuse_days(*wish.absent)
    if wish.block:
        refuse_unsigned(sender, wish.block)


def refuse_unsigned(sender: Sender, block: Block) -> None:
    """Raises Refused for a move without the signature that its seat asked for. To check one needs none."""
    if not sender.signer or block.check:
        return
    sign = say(
        "Sign it: ssh-keygen -Y sign -n {space} -f KEY move.yaml; then attach move.yaml and move.yaml.sig.",
        space=signatures.namespace(sender.game),
    )
    if not block.signature:
        raise Refused(say("Moves of {seat} must be signed, and this one is not.", seat=sender.seat), sign)
    try:
        good = signatures.valid(block.signed, block.signature, sender.signer, sender.game, sender.seat)
    except signatures.Unavailable as error:
        raise NotYours(say("Signatures cannot be checked: ssh-keygen is not installed here.")) from error
    if not good:
        raise Refused(say("The signature is not one of {seat} of just this move.", seat=sender.seat), sign)


def play(table: Table, sender: Sender, block: Block, said: tuple[Said, ...]) -> Answer:
    """A move, or its verdict. Raises Stop, BadInput."""
    text = source.read(block.raw, block.name)
    digits = nonce_in(text)
    if digits:
        return nonce(table, sender, digits)
    refuse_other_game(sender, text)
    admit = Admission(sender)
    if block.check:
        return verdict(sender, playing.rehearse(table, block.raw, block.name, admit))
    try:
        done = playing.submit(table, with_words(block, text, said), block.name, admit)
    except Unreported as error:
        if isinstance(error.why, log.Trouble | OSError):  # next time the report may be made
            raise
        return Answer((recorded_as(error.entered),), (), error.entry, (error.entered,))
    return played(sender, done)


def nonce_in(text: Source) -> str:
    """The nonce that a block holds in place of a move."""
    given = text.data.get("nonce", "") if isinstance(text.data, dict) else ""
    return given if isinstance(given, str) else ""


def refuse_other_game(sender: Sender, text: Source) -> None:
    """Raises Misplaced, BadInput. Which other games there are is not told."""
    named = text.data.get("game") if isinstance(text.data, dict) else None
    if not isinstance(named, str) or not re.fullmatch("[a-z0-9][a-z0-9-]{0,39}", named):
        source.check(text, "move")
    if named != sender.game:
        says = say("This mail answers a letter of {game}.", game=sender.game)
        raise Misplaced(text, ("game",), says, say("Write `game: {game}`.", game=sender.game))


class Admission:
    """A player moves for his own seat, in answer to the letter that he answers (a `playing.Admit`)."""

    def __init__(self, sender: Sender) -> None:
        self.sender = sender

    def __call__(self, game: Game, written: Written) -> None:
        seat = self.sender.seat
        if written.move["seat"] != seat:
            says = say("The letter that you answer was sent to {seat}.", seat=seat)
            raise Misplaced(written.source, ("seat",), says, say("Write `seat: {seat}`.", seat=untranslated(seat)))
        documents = game.log.documents
        if self.sender.entry > game.log.last:
            raise Refused(lost_end(self.sender.entry, game.log.last))
        sent = turning(documents[: self.sender.entry + 1])
        meant = turning(documents[: playing.answered(game, written) + 1])
        if sent != meant:
            at = ("after",) if "after" in written.move else ("head",)
            says = say("The letter that you answer is about entry {sent}, and the move is not.", sent=sent)
            raise Misplaced(written.source, at, says, say("Answer the last letter, with the block that it holds."))


def lost_end(sent: int, last: int) -> Phrase:
    words = (
        "The letter that you answer is about entry {sent}, and the last entry is {last}: this log has lost its end. "
        "Tell the moderator."
    )
    return say(words, sent=sent, last=last)


def with_words(block: Block, text: Source, said: tuple[Said, ...]) -> bytes:
    """The move with what is said to all above it, where it says nothing itself: as its last line."""
    words = "\n".join(each.text for each in said if not each.to)
    if not words or not isinstance(text.data, dict) or "say" in text.data:
        return block.raw
    longer = block.raw.rstrip() + b"\n" + source.dump({"say": words}).encode()
    try:
        same = source.read(longer, block.name).data
    except BadInput:
        return block.raw
    return longer if same == {**text.data, "say": words} else block.raw


def recorded_as(entries: Phrase) -> Phrase:
    return say("Your move is recorded as {entries}.", entries=entries)


def verdict(sender: Sender, done: Submitted) -> Answer:
    if done.before:
        return Answer((say("This is recorded already, as {entries}.", entries=done.entered),))
    may = say("You may play this: {move}.", move=done.move)
    return Answer((may, *done.unread, say("Nothing was recorded: you asked for the verdict only.")))


def played(sender: Sender, done: Submitted) -> Answer:
    """What became of a move, as understood."""
    if not sender.made(done):
        twice = "This move is recorded already, as {entries}. Nothing was recorded again."
        words = [say(twice, entries=done.entered)]
    else:
        words = [recorded_as(done.entered)]
    words += [say("You played: {move}.", move=done.move), *done.unread] if done.move else done.unread
    ruled = (done.stopped,) if isinstance(done.stopped, Illegal | Misplaced) else ()
    if done.stopped and not isinstance(done.stopped, Unreplayable):
        words.append(say("The rest of the move was not carried out:") if ruled else say("Then something went wrong."))
    return answered(sender, done, *words, refused=ruled)


def answered(sender: Sender, done: Submitted, *words: Phrase, refused: tuple[Exception, ...] = ()) -> Answer:
    """What is told of something that became entries, now or by an earlier mail."""
    found = Answer(words, refused, done.entry, (done.entered,)) if sender.made(done) else Answer(words, refused)
    if isinstance(done.stopped, Unreplayable):
        return found._replace(opening=(*words, FAULTY), fault=done.stopped.says)
    return found


def aside(table: Table, sender: Sender, wish: Wishes) -> Iterator[Answer]:
    """What else is asked for: words to the others, days of absence, a nonce. Raises Stop."""
    for said in wish.said:
        if said.to:
            whispers.keep(table.settings, sender.game, said.to, sender.seat, said.text, sender.entry)
            yield Answer((say("{seat} will read this in the next letter: {text}", seat=said.to, text=said.text),))
        elif not told_with_move(table, sender, said):
            noted = people.talk(table, sender.game, sender.seat, said.text, sender.entry)
            yield answered(sender, noted, say("All will read: {text}", text=said.text))
    if wish.absent:
        first, last = wish.absent
        noted = people.absent(table, sender.game, sender.seat, first, last)
        words = say("You are away from {first} to {last}: entry {entry}.", first=first, last=last, entry=noted.entry)
        yield answered(sender, noted, words)
    if wish.nonce:
        yield nonce(table, sender, wish.nonce)


def told_with_move(table: Table, sender: Sender, said: Said) -> bool:
    """Whether a move since the letter that is answered says this already."""
    documents = log.read(folder_of(table, sender.game)).documents[sender.entry + 1 :]
    own = [each for each in documents if each.get("kind") == "move" and each.get("seat") == sender.seat]
    return any(said.text in str(each.get("say", "")).split("\n") or said.text == each.get("say") for each in own)


def nonce(table: Table, sender: Sender, words: str) -> Answer:
    """A nonce: 32 hexadecimal digits as they are; any other words as the beginning of their SHA-256. Raises Stop."""
    words = words.strip()
    digits = words.lower()
    if not re.fullmatch("[0-9a-f]{32}", digits):
        digits = sha256(f"referee/nonce/1\n{words}".encode()).hexdigest()[:32]
    done = opening.nonce(table, sender.game, sender.seat, digits)
    says = say("Your nonce is {digits}, made of: {words}", digits=digits, words=words)
    return answered(sender, done, says if digits != words.lower() else say("Your nonce is {digits}.", digits=digits))
