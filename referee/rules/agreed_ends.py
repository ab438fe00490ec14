"""Which ends of a game by agreement a log may record, and what may be proposed to come to them."""

from referee.rules.entry_shapes import MODERATOR, BadEntry
from referee.rules.proposals import refuse_unagreed
from referee.store.documents import Documents, Entry, documents_before, entry_at
from referee.store.endings import ABANDON, CONCEDE, people, rivals
from referee.words import say, word_list


def refuse_unless_all_asked(documents: Documents, number: int) -> None:
    """A proposal that ends the game asks each other seat that a person plays. Raises BadEntry."""
    entry = entry_at(documents, number)
    wanted = [seat for seat in people(documents_before(documents, number)) if seat != entry.get("seat")]
    if missing := [seat for seat in wanted if seat not in entry["asks"]]:
        raise BadEntry(number, say("It doesn't ask {seats}, but needs the consent of all.", seats=word_list(missing)))


def refuse_wrong_concession(documents: Documents, number: int) -> None:
    """The same of a proposal to concede, which names who would win: not all seats, and not who proposes it."""
    refuse_unless_all_asked(documents, number)
    refuse_wrong_winners(documents, number, entry_at(documents, number))


def refuse_wrong_winners(documents: Documents, number: int, entry: Entry) -> None:
    """Winners are seats of the game, each once, and at least one seat concedes to them. Raises BadEntry."""
    seats, winners = documents[0]["seats"], entry.get("winners", ())
    strangers = [seat for seat in winners if seat not in seats or seat == entry.get("seat")]
    if strangers or len(set(winners)) < len(winners) or len(winners) >= len(seats):
        raise BadEntry(number, say("Nobody can concede to {seats}.", seats=word_list(winners)))


def refuse_wrong_end(documents: Documents, number: int) -> None:
    """A game ends by an agreed proposal, by a concession to the only rival, or by the moderator. Raises BadEntry."""
    entry = entry_at(documents, number)
    if ("winners" in entry) != (entry["how"] == CONCEDE):
        raise BadEntry(number, say("Winners are named where somebody conceded, and nowhere else."))
    if "proposal" in entry:
        refuse_unlike_proposal(documents, number, entry)
    elif entry["how"] == CONCEDE:
        refuse_unfree_concession(documents, number, entry)
    elif entry["how"] != ABANDON or entry.get("by") != MODERATOR or "seat" in entry:
        raise BadEntry(number, say("This end of a game needs the consent of all players."))


def refuse_unlike_proposal(documents: Documents, number: int, entry: Entry) -> None:
    """An end that was agreed is the one that was proposed."""
    found = refuse_unagreed(documents, number, entry["how"])
    same = entry.get("winners") == found.entry.get("winners") and entry.get("seat", "") == found.seat
    if not same or "by" in entry:
        raise BadEntry(number, say("It isn't what the proposal of entry {entry} says.", entry=found.number))


def refuse_unfree_concession(documents: Documents, number: int, entry: Entry) -> None:
    """Without asking anybody a seat concedes only to its one rival."""
    if "seat" not in entry or entry.get("by", MODERATOR) != MODERATOR:
        raise BadEntry(number, say("It doesn't say who conceded."))
    found = rivals(documents_before(documents, number), entry["seat"])
    if len(found) != 1 or list(entry["winners"]) != list(found):
        words = "{seat} can't concede to {winners} without the consent of all players."
        raise BadEntry(number, say(words, seat=entry["seat"], winners=word_list(entry["winners"])))
