"""The moderator's mails: each line that is a command is done by its use case, or asked about first, and answered.

Only a mail that has nothing but such lines does anything. A line acts once for each e-mail of ours that it answers, so
that a mail that comes twice, or is handled again after a crash, does nothing twice. A preview is made on a table that
records nothing.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.app.consent import end_early
from referee.app.consent.answers import resign
from referee.app.errors import Missing, Refused, Stop, Unreported
from referee.app.game_access import TROUBLES, Game, Table, game_ids, open_game
from referee.app.look import status, status_overview
from referee.app.look.listed_games import private_of
from referee.app.play import new_game, record_move, seats, submit_move
from referee.app.play.entries import held_game
from referee.app.play.refusal import moves_phrase
from referee.app.play.seats import SeatChange
from referee.app.post import moderator_notes, spool
from referee.app.post.moderator_notes import ModeratorNote
from referee.app.repair import take_back
from referee.app.repair.take_back import UndoRequest
from referee.app.time import clock
from referee.app.time.counted_time import clock_of
from referee.mail.act import put_aside, replies, send_reports
from referee.mail.act.heard_mail import ANSWERED, IGNORED, QUARANTINED, RECORDED, Intake, Received
from referee.mail.act.moderator_post import (
    ALL_GAMES,
    MODERATOR,
    ModeratorAct,
    confirming_code,
    moderator_key,
    moderator_letter,
    new_number,
    store_act,
    stored_acts,
)
from referee.mail.act.replies import Due
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail
from referee.mail.read.moderator_lines import HELP, STATUS, YES, ModeratorLine, help_lines, line_in, moderator_mail
from referee.mail.read.request_words import TIME
from referee.mail.read.requests import Unclear
from referee.mail.transport import inboxes
from referee.mail.write.letter_bodies import fitting_refusal
from referee.mail_settings import MailSettings
from referee.rules.entry_shapes import RETURNING
from referee.show.sentences import header_after, of_every_title
from referee.store import disk, log
from referee.store.log import Busy
from referee.words import ENGLISH, Phrase, say, speaking

MADE = {
    "extend": ("clock", "extended"),
    "pause": ("clock", "stopped"),
    "resume": ("clock", "resumed"),
    "clock": ("clock", "changed"),
    "undo": ("undo", ""),
    "replace": ("player", ""),
    "resign": ("player", ""),
    "abandon": ("end", ""),
    "close": ("close", ""),
}
"""Command → which entry shows afterwards that it was done: its kind, and its event."""
ASKED_FIRST = frozenset(["undo", "replace", "resign", "abandon", "close"])
"""The commands that are done only after a second line."""


def act_on_game(table: Table, game: Game, line: ModeratorLine) -> object:
    """Do what a line says. Raises Stop."""
    match line.command:
        case "extend":
            return give_time(table, game, line)
        case "pause":
            return clock.pause(table, game.id, line.words)
        case "resume":
            return clock.resume(table, game.id)
        case "clock":
            return clock.change_clock(table, game.id, new_game.pairs([line.value], clock.CHANGES))
        case "undo":
            return take_back.take_back(table, game.id, undo_request(line))
        case "replace":
            change = SeatChange(new_name(game, line), addresses=line.value)
            return seats.change_player(table, game.id, line.seat, change)
        case "resign":
            return resign(table, game.id, line.seat)
        case "abandon":
            return end_early.abandon(table, game.id, line.words)
    return submit_move.close(table, game.id, why=line.words)


def give_time(table: Table, game: Game, line: ModeratorLine) -> object:
    seat = line.seat or game.mover
    if not seat:
        raise Refused(say("{game}: it is nobody's turn.", game=game.id))
    amount, _, day = line.value.replace("--", "").partition("until ")
    return clock.extend(table, game.id, seat, clock.more_time(amount or None, day or None), line.words)


def undo_request(line: ModeratorLine) -> UndoRequest:
    return UndoRequest(int(line.value) if line.value else None, why=line.words)


def new_name(game: Game, line: ModeratorLine) -> str | None:
    """The new player of a seat; None if only its address changes, even where the line names the present player."""
    return None if line.words in ("", game.players.get(line.seat)) else line.words


def preview(table: Table, line: ModeratorLine) -> list[Phrase]:
    """What a line would do to its game. Raises Stop where it is not possible."""
    game = open_game(table, line.game)
    if line.command == "undo":
        return undo_preview(table, game, line)
    act_on_game(table, game, line)
    facts = {"player": game.players.get(line.seat, ""), "seat": line.seat, "address": line.value}
    if line.command != "replace":
        return [say(WOULD[line.command], **facts)]
    if name := new_name(game, line):
        words = "{name} would play {seat} in place of {player} from now on, with e-mails to {address}."
        return [say(words, name=name, **facts)]
    return [say("The e-mails to {player} ({seat}) would go to {address}.", **facts)]


WOULD = {
    "resign": "The referee would play {seat} from now on, and {player} would get no more e-mails.",
    "abandon": "The game would end without a winner.",
    "close": "This is final: everybody will see the secret and all that is still hidden, and nothing can be recorded "
    "or taken back any more.",
}
"""What is said before such a line is done."""


def undo_preview(table: Table, game: Game, line: ModeratorLine) -> list[Phrase]:
    found = take_back.take_back(table, game.id, undo_request(line), dry_run=True).undo
    gone = [entry_words(game, number) for number in found.undone]
    back = [entry_words(game, number) for number in found.again]
    return [
        *([say("These would no longer count:"), *gone] if gone else []),
        *([say("These would count again:"), *back] if back else []),
    ]


def entry_words(game: Game, number: int) -> Phrase:
    """What an entry says, as all may read it."""
    entry = game.log.entry(number)
    said = of_every_title(header_after(game.header, game.moments[:number]), game.moments[number])
    if said:
        return said.says
    seat = str(entry.get("seat", ""))
    return say(
        "{player} ({seat}): {move}", player=game.players[seat], seat=seat, move=moves_phrase(game.book.id, [entry])
    )


def way_back(table: Table, game: Game, line: ModeratorLine) -> Phrase:
    """How a line is taken back, by what is true before it is done."""
    match line.command:
        case "extend":
            return say("More time can't be taken away again.")
        case "close":
            return say("This is final.")
        case "pause":
            back = f"resume {game.id}"
        case "resume":
            back = f"pause {game.id}"
        case "clock":
            key = line.value.partition("=")[0]
            before = {**clock.DEFAULTS, **clock_of(game.log.documents)}.get(key, "")
            back = f"clock {game.id} {key}={before}"
        case "undo":  # back to the last turn, which counts again then
            turns = [each.number for each in game.line if each.entry.get("kind") in RETURNING]
            back = f"undo {game.id} to {max(turns, default=game.log.last)}"
        case "abandon":
            back = f"undo {game.id}"
        case _:
            kept = private_of(table, game.id)
            address = kept.addresses.get(line.seat, "NAME@HOST") if kept else "NAME@HOST"
            back = f'replace {game.id} {line.seat} {address} "{game.players.get(line.seat, "")}"'
    return say("To take it back, reply with `{line}`.", line=back)


class LineAnswer(NamedTuple):
    """What became of a line: in sentences; the last entry that it made, if any, and in which game."""

    words: tuple[Phrase | str, ...]
    game: str = ""
    entry: int | None = None


class Desk(NamedTuple):
    """A mail of the moderator: the number of the e-mail that it answers, and its own digest."""

    table: Table
    number: int
    mail: str


NOTHING_DONE = say("Nothing was done.")


def answer_moderator(intake: Intake, name: str, mail: Mail, number: int, unproved: Phrase | None) -> Received:
    """Do what a mail with a tag of the moderator says, if it is from the registered address, and answer it.

    unproved  what is said where our mail server could not confirm the sender, and that is required
    Raises Failed, NotRecorded, Busy.
    """
    if identity.sender(mail) != intake.settings.moderator_address.lower():
        why = "It has a reply address of the moderator, but says that it is from {sender}. Nothing was done."
        return Received(name, QUARANTINED, say(why, sender=identity.sender(mail) or "?"), "", MODERATOR)
    desk = Desk(intake.table, number, name.removesuffix(inboxes.ENDING))
    with speaking(ENGLISH):
        done, blocks = ([], [(str(unproved), [NOTHING_DONE])]) if unproved else answers(desk, intake.settings, mail)
        games = list(dict.fromkeys([each.game for each in done if each.entry is not None]))
        last = next((each.entry for each in reversed(done) if each.entry is not None), None)
        words = say("The moderator wrote: {lines}", lines="; ".join(title for title, _ in blocks if title))
        found = Received(name, RECORDED if games else ANSWERED, words, "", MODERATOR, last)
        if not done and spool.count_reply(intake.table, ALL_GAMES, MODERATOR, desk.mail) is None:
            return found._replace(became=IGNORED)
        subject = say("Done") if games else say("Your answer")
        send_reports.send_letters_of(intake.table, games, intake.opened)
        replies.deliver_receipt(intake, found, moderator_due(intake, subject, "\n\n".join(map(block_text, blocks))))
    return found._replace(game=games[0] if games else "")


Block = tuple[str, Sequence[Phrase | str]]
"""A heading, such as the line of the moderator, and what is said of it."""


def block_text(block: Block) -> str:
    heading, words = block
    return "\n".join([*([f"> {heading}"] if heading else []), *(fitting_refusal(str(each)) for each in words)])


def moderator_due(intake: Intake, subject: Phrase, text: str) -> Due:
    """The answer, which can be answered again. Raises NotRecorded, Busy."""
    table, folder = intake.table, moderator_notes.notes_folder(intake.table.settings)
    with log.game_lock(folder, table.settings.wait):
        number = new_number(table.settings)
    letter = moderator_letter(intake.settings, number, table.time(), "receipt", subject, (), text)
    return Due(letter, moderator_key(table.settings), 0)


def answers(desk: Desk, mail: MailSettings, raw: Mail) -> tuple[list[LineAnswer], list[Block]]:
    """What became of each line, and what is written of it."""
    try:
        said = moderator_mail(raw, (mail.reply,), mail.moderator_name)
    except Unclear as unclear:
        return [], [("", [unclear.says, NOTHING_DONE])]
    if said.others:
        return [], [unread_block(said.others), *([again_block(said.lines)] if said.lines else [help_block()])]
    if not said.lines:
        return [], [("", [say("There is no line in your e-mail that I can read."), NOTHING_DONE]), help_block()]
    done = [line_answer(desk, each) for each in said.lines]
    return done, [(line.text, each.words) for line, each in zip(said.lines, done, strict=True)]


def unread_block(others: Sequence[str]) -> Block:
    words = "I can't read this, so I did nothing at all. I sent it to nobody:"
    return "", [say(words), *(f'"{each}"' for each in others)]


def again_block(lines: Sequence[ModeratorLine]) -> Block:
    words = "If you mean the rest of your e-mail, send it alone:"
    return "", [say(words), *(f"    {each.text}" for each in lines)]


def help_block() -> Block:
    words = "You can write these lines, each alone on its line and nothing else in the e-mail:"
    return "", [say(words), *help_lines()]


def line_answer(desk: Desk, line: ModeratorLine) -> LineAnswer:
    """Do a line, or say why that is not possible. Raises NotRecorded, Busy, and what is no fault of the line."""
    try:
        if line.command in ASKED_FIRST:
            return ask_first(desk, line)
        if line.command in MADE:
            return do_once(desk, line, line.text)
        return OTHER_LINES[line.command](desk, line)
    except (Busy, disk.NotRecorded):
        raise
    except Stop as stop:
        return LineAnswer((stop.says, *([stop.hint] if stop.hint else []), NOTHING_DONE))
    except TROUBLES as trouble:
        return LineAnswer((say("{why}", why=trouble), NOTHING_DONE))


def ask_first(desk: Desk, line: ModeratorLine) -> LineAnswer:
    """What would happen, and the word that confirms it for just this state of the game. Raises Stop."""
    words = preview(desk.table._replace(rehearses=True), line)
    game = open_game(desk.table, line.game)
    code = confirming_code(desk.table.settings, line.text, game.log.head)
    store_act(desk.table.settings, ModeratorAct(desk.number, line.text, desk.mail, game.log.last, code=code))
    return LineAnswer((*words, say("Nothing is done yet. To do it, reply with this line alone: yes {code}", code=code)))


def confirm(desk: Desk, line: ModeratorLine) -> LineAnswer:
    """Do what was asked about, unless its game has changed since: then it is asked again. Raises Stop."""
    code = line.value.lower()
    asked = next((each for each in stored_acts(desk.table.settings) if each.code == code), None)
    meant = line_in(asked.line) if asked else None
    if asked is None or meant is None:
        raise Missing(say("I asked nothing that `{line}` confirms.", line=line.text))
    text = f"{meant.text} ({line.text})"
    game = open_game(desk.table, meant.game)
    if begun_before(desk, text) is None and confirming_code(desk.table.settings, meant.text, game.log.head) != code:
        changed = say("Something was recorded in {game} since I asked.", game=game.id)
        again = ask_first(desk, meant)
        return again._replace(words=(changed, *again.words))
    return do_once(desk, meant, text)


def begun_before(desk: Desk, text: str) -> ModeratorAct | None:
    """The newest step of the same line, in answer to the same e-mail of ours."""
    lower = text.lower()
    known = stored_acts(desk.table.settings)
    same = [each for each in known if each.number == desk.number and not each.code]
    return next((each for each in same if each.line.lower() == lower), None)


def do_once(desk: Desk, line: ModeratorLine, text: str) -> LineAnswer:
    """Do a line, unless it was done in answer to the same e-mail of ours. Raises Stop, NotRecorded."""
    settings, before = desk.table.settings, begun_before(desk, text)
    if before and before.words:
        words = "You sent this line before in answer to the same e-mail. To do it once more, answer this e-mail."
        return LineAnswer((before.words, *([] if before.mail == desk.mail else [say(words)])))
    with held_game(desk.table, line.game) as held:
        last = held.game.log.last
        back = (before and before.back) or str(way_back(desk.table, held.game, line))
        if before is None or before.last == last:
            store_act(settings, ModeratorAct(desk.number, text, desk.mail, last, back=back))
            act_on_game(desk.table._replace(held=held), held.game, line)
        elif any(is_made_by(line, held.game, number) for number in range(before.last + 1, last + 1)):
            last = before.last
        else:
            raise Refused(say("Something else was recorded in {game} meanwhile.", game=line.game))
    done = words_done(desk.table, held.game, last, back)
    store_act(settings, ModeratorAct(desk.number, text, desk.mail, last, "\n".join(map(str, done))))
    return LineAnswer(tuple(done), line.game, held.game.log.last)


def is_made_by(line: ModeratorLine, game: Game, number: int) -> bool:
    """Whether a line made this entry: it was begun when the game had none of that number."""
    entry = game.log.entry(number)
    kind, event = MADE[line.command]
    return entry["kind"] == kind and str(entry.get("event", "")) == event


def words_done(table: Table, game: Game, last: int, back: str) -> list[Phrase | str]:
    """What the entries after `last` say; where there are none, everything is so."""
    numbers = range(last + 1, game.log.last + 1)
    if not numbers:
        return [say("That is done, or was so already.")]
    try:
        record_move.report_recorded(table, game, "", len(numbers))
    except Unreported as error:
        return [error.says, back]
    return [*(entry_words(game, number) for number in numbers), back]


def grant(desk: Desk, line: ModeratorLine) -> LineAnswer:
    """Give the time that a player asked for: the one wish that is open, or that of a game, or the one of an id."""
    if before := granted_before(desk, line):
        return LineAnswer((before.words,))
    wishes = open_wishes(desk.table)
    of_id = [each for each in wishes if line.value and each.id.startswith(line.value.lower())]
    game = line.game or ("" if of_id else line.value.lower())
    found = of_id or [each for each in wishes if game in ("", each.game)]
    if line.value and not of_id and line.value.lower() not in game_ids(desk.table):
        found = []
    if len(found) != 1:
        open_now = [(each.id[:8], moderator_notes.headline(each)) for each in found or wishes]
        listed = [say("`grant {id}` – {wish}", id=id, wish=wish) for id, wish in open_now]
        words = say("There are several. Which one?") if found else say("Nobody's wish for time is open there.")
        return LineAnswer((words, *listed, NOTHING_DONE))
    (wish,) = found
    more = f"{wish.about}h" if wish.about.isdigit() else f"until {wish.about}"
    facts = {"game": wish.game, "seat": wish.seat, "value": more, "words": f"{wish.player} asked for it."}
    done = do_once(desk, ModeratorLine(line.text, "extend", **facts), f"{line.text} ({wish.id[:8]})")
    put_aside.dismiss_message(desk.table, wish.id)
    return done


def granted_before(desk: Desk, line: ModeratorLine) -> ModeratorAct | None:
    """What this line granted in answer to the same e-mail of ours: its wish is no longer open."""
    known = [each for each in stored_acts(desk.table.settings) if each.number == desk.number and each.words]
    return next((each for each in known if each.line.lower().startswith(f"{line.text.lower()} (")), None)


def open_wishes(table: Table) -> list[ModeratorNote]:
    """The wishes for time that nobody has granted or put away, of those whose turn it still is."""
    notes = [each for each in moderator_notes.all_notes(table.settings) if each.kind == TIME and not each.done]
    games = [open_game(table, id) for id in {each.game for each in notes} & {*game_ids(table)}]
    movers = {game.id: (game.mover, game.players[game.mover]) for game in games if game.mover}
    writers = [(each.seat, moderator_notes.writer_now(table.settings, each)) for each in notes]
    return [each for each, writer in zip(notes, writers, strict=True) if movers.get(each.game) == writer]


def send_again(desk: Desk, line: ModeratorLine) -> LineAnswer:
    """Raises Stop."""
    done = send_reports.send_due_letters(desk.table, [line.game], again=[line.seat])
    mine = [each for each in done if each.seat == line.seat]
    facts = [say("{to}: {did} ({says})", to=each.to, did=each.did, says=each.says) for each in mine]
    return LineAnswer(tuple(facts) or (say("No e-mail was sent."),))


def show_item(desk: Desk, line: ModeratorLine) -> LineAnswer:
    shown = put_aside.show_put_aside(desk.table, line.value)
    return LineAnswer((f"{shown.item.at}  {shown.item.whose}", shown.item.says, *shown.paragraphs))


def dismiss_item(desk: Desk, line: ModeratorLine) -> LineAnswer:
    (item,) = put_aside.dismiss(desk.table, [line.value])
    put_away = say("Put away: {id} of {whose}", id=item.id[:8], whose=item.whose)
    return LineAnswer((put_away, say("To take it back, reply with `{line}`.", line=f"restore {item.id[:8]}")))


def restore_item(desk: Desk, line: ModeratorLine) -> LineAnswer:
    item = put_aside.restore(desk.table, line.value)
    return LineAnswer((say("It waits for you again: {id} of {whose}", id=item.id[:8], whose=item.whose),))


def show_status(desk: Desk, line: ModeratorLine) -> LineAnswer:
    return LineAnswer(tuple(status_overview.status_text(status.status(desk.table)).splitlines()))


def show_help(desk: Desk, line: ModeratorLine) -> LineAnswer:
    return LineAnswer(tuple(help_block()[1]))


OTHER_LINES: dict[str, Callable[[Desk, ModeratorLine], LineAnswer]] = {
    "grant": grant,
    "again": send_again,
    "show": show_item,
    "dismiss": dismiss_item,
    "restore": restore_item,
    YES: confirm,
    STATUS: show_status,
    HELP: show_help,
}
