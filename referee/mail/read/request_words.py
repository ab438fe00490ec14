"""Lines that ask the referee for something by a word or two: `help`, `show 12`, `ask for 2 days`; in four languages.

Pure: a line in, a `Request` out. Whoever reads e-mails in natural words hands the canonical lines to this: `help`,
`status`, `show`, `show 12`, `rules MG-6.1`, `ask for 2 days`, `resign`, `back`, `stop mail`, `start mail`,
`absent: 2026-12-24 to 2027-01-02`, `say to moderator: …`, `concede`, `offer a draw`, `abandon game`, `undo`,
`undo to 12`.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

CONCEDE, DRAW, ABANDON, UNDO = "concede", "draw", "abandon", "undo"
HELP, STATUS, SHOW, RULES, TIME, RESIGN, BACK, STOP, START, ORDERS = (
    "help",
    "status",
    "show",
    "rules",
    "time",
    "resign",
    "back",
    "stop",
    "start",
    "orders",
)


class Request(NamedTuple):
    """What a line asks for.

    kind   HELP, STATUS and so on
    about  what belongs to it: the number of an entry (SHOW, UNDO) or of a rule (RULES), hours (TIME), the word that
           confirms it (RESIGN, CONCEDE), `to` and the name of the winner (CONCEDE), NO_ORDERS to cancel them (ORDERS);
           "" without
    """

    kind: str
    about: str = ""


DAY_WORDS = r"(?:days?|d|tage?|jours?|j|giorn[oi]|g)"
HOUR_WORDS = r"(?:hours?|hrs?|h|stunden?|std|heures?|or[ae])"
MAILS = r"(?:the |my |die |les |le |all )?(?:e ?-?)?(?:mails?|letters?|courriels?|messages?|posta)"
KEYS = {
    HELP: "help( me)?|hilfe|hilf( mir)?|aide|aidez( |-)moi|au secours|aiuto|aiutami",
    STATUS: "status|spielstand|statut|etat|stato",
    SHOW: "(?:show|zeige?|montrer?|montrez|mostra)(?: (?:me|mir|moi|entry|eintrag|entree|voce))?(?: ([0-9]{1,5}))?"
    "|(?:(?:the |my )?(?:board|map|hand|cards)|(?:meine )?(?:karte|karten|hand)|brett|spielplan|(?:mes )?cartes|plateau"
    "|ma main|(?:le mie )?carte|(?:la mia )?mano|mappa|tabellone)",
    RULES: "(?:rules?|regeln?|regles?|regol[ae])(?::? ((?:[a-z]{1,4}-)?[0-9]{1,2}(?:\\.[0-9]{1,2})?))?",
    TIME: "(?:i )?(?:ask for|extend:?|bitte um|ich bitte um|je demande|demande:?|chiedo|estendi:?)"
    f" ?(?P<number>[0-9]{{1,3}}) ?(?:(?P<days>{DAY_WORDS})|{HOUR_WORDS})(?: more| mehr| de plus| in piu)?",
    RESIGN: "(?:i resign|resign|ich gebe auf|aufgeben|abandon|j'abandonne|abandonner|mi ritiro|abbandono|mi arrendo)"
    "(?::? ([a-z2-7]{6}))?",
    CONCEDE: "(?:(?:i )?concede|je concede|concedo)(?:(?: the game| la partie| la partita)?(?: (to [^:]{1,40})"
    "| (?:a|an) ([^:]{1,40}))|:? ([a-z2-7]{6}))?",
    DRAW: "(?:i )?(?:offer|propose) (?:a |you a )?draw|remis(?: anbieten)?|ich biete (?:ein )?remis(?: an)?"
    "|match nul|(?:je )?propose (?:le )?(?:match )?nul|patta|propongo (?:la )?patta",
    ABANDON: "(?:let'?s )?(?:abandon|end) (?:the )?game|(?:das )?spiel abbrechen|(?:die )?partie abbrechen"
    "|abandonnons(?: la partie)?|arretons la partie|abbandoniamo(?: la partita)?|interrompiamo la partita",
    UNDO: "(?:undo|take (?:it|that|my move) back|take back my (?:last )?move|(?:zug )?zurucknehmen|ruckgangig"
    "|annuler(?: mon coup)?|reprendre mon coup|annulla(?:re)?(?: la mossa)?|ritira la mossa)"
    "(?::? (?:to |zu |bis |a )?(?:entry |eintrag |entree |voce )?([0-9]{1,5}))?",
    BACK: "back|i'?m back|i am back|zuruck|ich bin zuruck|wieder da|ich bin wieder da|de retour|je suis de retour|"
    "je suis revenue?|sono tornat[oa]|tornat[oa]",
    STOP: f"stop(?: {MAILS})?|unsubscribe|(?:no more|keine|plus de|niente|basta|stoppa|arretez) {MAILS}(?: mehr)?|"
    f"{MAILS} (?:stoppen|abbestellen)|abbestellen|desabonner|me desabonner|disiscrivimi",
    ORDERS: "(?:(?:orders|anweisungen|befehle|ordres|ordini) ?:? ?(?:list|liste|lista|elenco)?|"
    "(?P<cancel>(?:orders|anweisungen|befehle|ordres|ordini) ?: ?(?:none|keine|aucun|nessuno)|"
    "cancel (?:my )?orders|(?:meine )?(?:anweisungen|befehle) (?:streichen|loschen)|annuler (?:mes |les )?ordres|"
    "annulla (?:i miei |gli )?ordini))",
    START: f"start(?: {MAILS})?|subscribe|{MAILS} (?:starten|bestellen)|(?:reprendre|riprendi|riprendere) {MAILS}",
}
"""What a whole line may be, in plain letters: English, German, French and Italian."""
PATTERNS = {kind: re.compile(pattern, re.ASCII) for kind, pattern in KEYS.items()}
ANY = re.compile(f"(?=[a-z])(?:{'|'.join(f'(?:{pattern})' for pattern in KEYS.values())})", re.ASCII)
"""All of these: each begins with a letter, and few lines of a board do."""


def request_in(line: str) -> Request | None:
    """What a line asks for, if it is one of these and nothing else."""
    if len(line) > LONGEST or not ANY.fullmatch(words := folded_line(line)):
        return None
    for kind, pattern in PATTERNS.items():
        if kind not in LOOKING and "?" in line:
            continue
        if found := pattern.fullmatch(words):
            return Request(kind, hours_in(found) if kind == TIME else detail_of(kind, found))
    return None


LOOKING = frozenset([HELP, STATUS, SHOW, RULES])
"""What changes nothing: these lines may be questions."""
NO_ORDERS = "none"
"""What is asked about orders ahead where they are to be cancelled, and not shown."""
LONGEST = 60
"""Characters of a line that asks for something by a word or two."""


def detail_of(kind: str, found: re.Match[str]) -> str:
    if kind == ORDERS:
        return NO_ORDERS if found["cancel"] else ""
    if kind == CONCEDE:
        return found[1] or found[3] or (f"to {found[2]}" if found[2] else "")
    about = (found[1] or "") if kind in (SHOW, RULES, RESIGN, UNDO) else ""
    return about.upper() if kind == RULES else about.lstrip("0") or about


def hours_in(found: re.Match[str]) -> str:
    """The hours of `ask for 2 days`."""
    return str(int(found["number"]) * (24 if found["days"] else 1))


def folded_line(line: str) -> str:
    """A line in small plain letters, with single blanks, without what a mail program or a hand puts around it."""
    plain = line.casefold()
    if not plain.isascii():
        letters = unicodedata.normalize("NFKD", plain)
        plain = "".join(each for each in letters if not unicodedata.combining(each)).replace("\u2019", "'")
    return " ".join(plain.split()).strip("*_`\"' .!?,;")


SAYING = re.compile(
    r"(?:say|sage?|dis|dites|dici)(?:\s+(?:to|an|zu|à|a)\s+([^\s:][^:\n]{0,59}?))?\s*:\s*(.*)", re.IGNORECASE
)
"""Words to all, or with a name to one: `say: …`, `say to Marta: …`."""
ALL = ("all", "everybody", "everyone", "alle", "tous", "toutes", "tout le monde", "tutti", "tutte")
MODERATORS = (
    *("moderator", "the moderator", "gm", "spielleiter", "spielleiterin", "den spielleiter", "die spielleiterin"),
    *("arbitre", "l'arbitre", "moderateur", "moderatrice", "moderatore", "il moderatore", "la moderatrice"),
)


def is_to_all(name: str) -> bool:
    """Whether words to a name are words to all."""
    return not name or folded_line(name) in ALL


def is_to_moderator(name: str) -> bool:
    """Whether words to a name are words to the moderator."""
    return bool(name) and folded_line(name) in MODERATORS


def is_addressed_to_moderator(paragraph: str) -> bool:
    """Whether a paragraph is `say to moderator: …`."""
    found = SAYING.match(paragraph)
    return bool(found) and is_to_moderator((found[1] or "").strip() if found else "")


COURTESY = re.compile(
    r"(?:hello|hi|hey|dear|good (?:morning|evening|day)|hallo|lieber?|guten|moin|servus|ciao|buongiorno|buonasera|"
    r"salve|car[oaei]|bonjour|bonsoir|salut|cher|chere|thanks?|thank you|many thanks|cheers|best|kind|warm|regards|"
    r"greetings|yours|love|bye|see you|viele|liebe|beste|schone|mit freundlichen|gruss|grusse|danke|tschuss|lg|vg|mfg|"
    r"grazie|saluti|cordiali|un abbraccio|a presto|merci|cordialement|amicalement|bien a|a bientot|sent from|"
    r"von meinem|gesendet|envoye|inviato)\b.*"
)
COURTEOUS = 5
"""A greeting has no more words than this."""


def is_courtesy(paragraph: str) -> bool:
    """Whether a paragraph only greets, takes leave, or signs: nothing in it has to be read by anybody."""
    words = folded_line(paragraph)
    if len(words.split()) > COURTEOUS or "?" in paragraph:
        return False
    names = paragraph.split()
    return bool(COURTESY.fullmatch(words)) or (len(names) <= 2 and all(each[:1].isupper() for each in names))


def iso_day(text: str) -> str:
    """A day as entries have it: `24.12.2026` is `2026-12-24`; what is no such day is returned as it is."""
    found = re.fullmatch(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?(2[0-9]{3})", text.strip())
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else text.strip()


ABSENT = re.compile(
    r"(?:absent|absence|away|abwesend|absente?|assente)(?:\s*:\s*|\s+(?=[0-9]|list|end\b|none))(.*)"
    r"|(cancel\s+(?:my\s+)?absences?)\s*\.?|(?:absent|abwesend|assente)",
    re.IGNORECASE,
)
DAY = r"(2[0-9]{3}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}\. ?[0-9]{1,2}\. ?2[0-9]{3})"
DAYS = re.compile(
    rf"(?:from|von|vom|du|dal)?\s*{DAY}(?:\s*(?:\s(?:to|until|till|bis|al|au)\s|[-\u2013])\s*{DAY})?\.?", re.IGNORECASE
)
EDITION = re.compile(r"edition\s*:\s*(.*)", re.IGNORECASE | re.ASCII)
NONCE = re.compile(r"nonce\s*:\s*(\S.*)", re.IGNORECASE)
SIGNATURE_BELOW = re.compile(r"--\s*")
"""Below this line the sender of the mail is named."""


def paragraphs(above: Sequence[tuple[int, str]]) -> list[str]:
    """Lines that follow one another, as one line each; a line that begins a wish begins a paragraph."""
    found: list[str] = []
    before = -2
    for number, line in above:
        words = line.strip()
        if SIGNATURE_BELOW.fullmatch(line):
            break
        is_saying = bool(SAYING.match(words))
        begins = is_saying or starts_wish(words)
        if words and number == before + 1 and not begins:
            found[-1] += " " + words
        elif words:
            found.append(words)
        before = number if words and (is_saying or not is_one_line(words)) else -2
    return found


def is_one_line(words: str) -> bool:
    """Whether a line is a wish by itself, so that the next line is none of it."""
    return bool(ABSENT.fullmatch(words) or EDITION.fullmatch(words) or request_in(words))


def starts_wish(words: str) -> bool:
    return bool(SAYING.match(words) or NONCE.match(words) or is_one_line(words))


LONGEST_REST = 1000
"""Characters of what a mail says besides its wishes: longer, it may be the old letter."""


def what_is_left(rest: Sequence[str]) -> list[str]:
    """What a mail says besides its wishes, if it is more than a greeting: the moderator reads it, and nobody else."""
    found = [each for each in rest if not is_courtesy(each)]
    return found if sum(map(len, rest)) <= LONGEST_REST else []


MOST_TO_MODERATOR = 4000
"""Characters of a mail that are passed on to the moderator."""
LEFT_OUT = "\n\n[The rest of this e-mail is left out here.]"


def words_for_moderator(text: str) -> str:
    """The words of a mail for the moderator; of very long ones the beginning, which says so."""
    if len(text) <= MOST_TO_MODERATOR:
        return text
    return text[: MOST_TO_MODERATOR - len(LEFT_OUT)] + LEFT_OUT


def whole_words(found: Sequence[str]) -> list[str]:
    """Paragraphs, those after `say:` joined to it: to the next wish, a greeting, or the end of the mail.

    Where that is too much for words to others it may be the old letter: then only the first paragraph is meant.
    """
    done, number = list[str](), 0
    while number < len(found):
        more = following_words(found, number + 1) if SAYING.match(found[number]) else []
        text = "\n".join([found[number], *more])
        is_whole = len(text) <= LONGEST_REST
        done.append(text if is_whole else found[number])
        number += 1 + len(more) * is_whole
    return done


def following_words(found: Sequence[str], number: int) -> list[str]:
    """The paragraphs from this one up to the next wish or greeting."""
    rest = (found[each] for each in range(number, len(found)))
    return list(takewhile(lambda each: not (starts_wish(each) or is_courtesy(each)), rest))
