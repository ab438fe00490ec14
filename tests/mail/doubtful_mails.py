"""Random mails with a move and, beside or inside it, words that make it a question, a choice, a denial, a wish …

Nothing of them may be recorded. The words stand here alone: the program has no list of them.
"""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

LANGUAGES = ("en", "de", "it", "fr")
WORDS = {
    "alternative": {
        "en": "or|or else|or rather|or if illegal|otherwise|either|alternatively|instead|rather|else|and/or",
        "de": "oder|oder wenn illegal|sonst|andernfalls|stattdessen|lieber|entweder|beziehungsweise|bzw.|ersatzweise",
        "it": "o|oppure|o se illegale|altrimenti|piuttosto|invece|sennò|ovvero|in alternativa|o magari",
        "fr": "ou|ou bien|sinon|ou si illégal|plutôt|à la place|autrement|ou alors|soit|au choix",
    },
    "negation": {
        "en": "not|no|never|don't|nope|but not|except|minus|without|do not|no wait|not this|cancel|neither|nor",
        "de": "nicht|nein|nie|kein|aber nicht|außer|ohne|doch nicht|niemals|keinesfalls|weder|abzüglich|bloß nicht",
        "it": "non|no|mai|ma non|tranne|senza|meno|anzi no|nessuna|annulla|neanche|né",
        "fr": "non|pas|jamais|mais pas|sauf|sans|moins|surtout pas|aucune|annule|ni|plus de",
    },
    "condition": {
        "en": "if possible|if legal|unless|in case|provided|only if Bruno agrees|if that works|assuming|as long as",
        "de": "wenn möglich|falls legal|es sei denn|sofern|nur wenn Bruno will|vorausgesetzt|falls das geht|ggf.",
        "it": "se possibile|se legale|a meno che|purché|solo se Bruno vuole|nel caso|se si può|a patto che|se",
        "fr": "si possible|si légal|à moins que|pourvu que|seulement si Bruno veut|au cas où|si ça marche|si",
    },
    "doubt": {
        "en": "maybe|perhaps|hmm|not sure|I think|wait|hold on|I guess|possibly|I wonder|draft|just an idea|probably",
        "de": "vielleicht|eventuell|hm|unsicher|ich glaube|warte|Moment|wohl|womöglich|Entwurf|nur eine Idee|evtl.",
        "it": "forse|magari|mah|non so|credo|aspetta|un momento|penso|boh|bozza|solo un'idea|probabilmente",
        "fr": "peut-être|euh|pas sûr|je crois|attends|un instant|je pense|bof|brouillon|juste une idée|sans doute",
    },
    "time": {
        "en": "tomorrow|later|next turn|yesterday|last turn|next time|tonight|soon|afterwards maybe|before|previously",
        "de": "morgen|später|nächste Runde|gestern|letzte Runde|nächstes Mal|heute Abend|bald|nachher|irgendwann",
        "it": "domani|più tardi|il prossimo turno|ieri|l'ultimo turno|la prossima volta|stasera|presto|dopo|prima",
        "fr": "demain|plus tard|au prochain tour|hier|au dernier tour|la prochaine fois|ce soir|bientôt|après|avant",
    },
    "question": {
        "en": "?|legal?|is that allowed?|ok?|what do you think?|would that work|can I|could I|may I|should I|right?",
        "de": "?|legal?|geht das?|ok?|was meinst du?|darf ich|kann ich|könnte ich|soll ich|ginge das|richtig?",
        "it": "?|legale?|si può?|ok?|che ne dici?|posso|potrei|dovrei|funziona?|è permesso|giusto?",
        "fr": "?|légal ?|c'est permis ?|ok ?|qu'en penses-tu ?|puis-je|pourrais-je|dois-je|ça marche ?|est-ce permis",
    },
    "correction": {
        "en": "sorry, I meant|correction|scrap that|undo that|wrong|oops|ignore this|forget it|but|actually",
        "de": "Korrektur|ich meinte|falsch|hoppla|vergiss es|streich das|Irrtum|aber|eigentlich|ignorieren",
        "it": "correzione|volevo dire|sbagliato|ops|lascia perdere|ignora|errore|ma|in realtà|scusa, intendevo",
        "fr": "correction|je voulais dire|faux|oups|laisse tomber|ignore ça|erreur|mais|en fait|pardon, plutôt",
    },
}  # fmt: skip
"""The kinds of words, each in the four languages."""
ASKING = {
    "en": ("Could I {}?", "Can I {}?", "Is {} legal?", "May I {}", "Could you {}?", "{}?", "Should I {}"),
    "de": ("Kann ich {}?", "Könnte ich {}?", "Ist {} erlaubt?", "Darf ich {}", "Wie wäre {}?", "Kannst du {}?", "{}?"),
    "it": ("Posso {}?", "Potrei {}?", "{} è legale?", "Che ne dici di {}?", "Puoi {}?", "Si può {}", "{}?"),
    "fr": ("Puis-je {} ?", "Pourrais-je {} ?", "Est-ce que {} est légal", "Peux-tu {} ?", "Dois-je {}", "Et si {}"),
}  # fmt: skip
"""Questions, most of them about one action."""
PLAIN = {
    "": ("{name}: {value}", "- {name}: {value}", "{name} {value}", "* {name} {value}", "{name}: {value}."),
    "en": ("{name} {value} please", "I {name} {value}", "then {name} {value}"),
    "de": ("bitte {name} {value}", "dann {name} {value}", "ich {name} {value}"),
    "it": ("{name} {value} per favore", "poi {name} {value}"),
    "fr": ("{name} {value} s'il te plaît", "puis {name} {value}"),
}
"""How people write an action in a line of its own."""


class Doubtful(NamedTuple):
    """A mail of which nothing may be recorded: its family, its place and language, and its text."""

    family: str
    place: str
    language: str
    text: str


Action = tuple[str, str]
"""The name of an action and its value, as a file has them."""


class Writer:
    """Writes mails about two actions that are legal together, by a seed."""

    def __init__(self, seed: int, language: str, head: str, actions: tuple[Action, Action]) -> None:
        self.chance, self.language = random.Random(seed), language
        self.head, self.actions = head, actions

    def mails(self) -> Iterator[Doubtful]:
        """One mail for each family of words and each place."""
        for family, words in WORDS.items():
            said = words[self.language].split("|")
            for place in PLACES:
                yield Doubtful(family, place, self.language, self.text(place, self.dressed(self.chance.choice(said))))
        for asking in ASKING[self.language]:
            yield Doubtful("question", "around", self.language, asking.format(self.line(self.actions[0])) + "\n")

    def dressed(self, word: str) -> str:
        """A word as people type it: with a capital, dots, dashes, a comma."""
        word = self.chance.choice((word, word, word.capitalize(), word.upper()))
        return self.chance.choice(("{}", "{}", "{}", "{}:", "{}...", "- {}", "({})", "{}!", "{},", "… {}")).format(word)

    def line(self, action: Action) -> str:
        form = self.chance.choice((*PLAIN[""], *PLAIN[self.language]))
        return form.format(name=action[0], value=action[1])

    def block(self, lines: Sequence[str], first: str = "  - ") -> str:
        body = "\n".join([self.head, "actions:", *(f"{first}{each}" for each in lines)])
        return f"-----BEGIN MOVE-----\n{body}\n-----END MOVE-----\n"

    def text(self, place: str, word: str) -> str:
        """The text of a mail with a word at a place."""
        one, two = (self.line(each) for each in self.actions)
        exact, other = (f"{name}: {value}" for name, value in self.actions)
        first, last = self.chance.choice((exact, f"{exact.replace(':', '')}")), other
        return {
            "own line between": f"{one}\n{word}\n{two}\n",
            "own line above": f"{word}\n{one}\n",
            "own line below": f"{one}\n{word}\n",
            "paragraph below": f"{one}\n\n{word}\n",
            "below a thank": f"{one}\n\nThanks\n{word}\n",
            "end of a line": f"{one} {word}\n",
            "end of the first line": f"{one} {word}\n{two}\n",
            "start of a line": f"{one}\n{word} {two}\n",
            "start of the only line": f"{word} {one}\n",
            "between two in a line": f"{exact.replace(':', '')} {word} {other.replace(':', '')}\n",
            "between commas": f"{exact.replace(':', '')}, {word}, {other.replace(':', '')}\n",
            "between dashes": f"{one} - {word} - {two}\n",
            "trailing in a block": self.block([f"{first}  {word}", last]),
            "leading in a block": self.block([first, f"{word} {last}"]),
            "line of a block": self.block([first, word, last]),
            "bare line of a block": self.block([first]).replace("-----END", f"{word}\n-----END"),
            "comment of a block": self.block([first, last]).replace("  - ", f"  # {word}\n  - ", 1),
            "comment behind": self.block([f"{first}  # {word}", last]),
            "above a block": f"{word}\n\n{self.block([first, last])}",
            "below a block": f"{self.block([first, last])}\n{word}\n",
            "beside a word to all": f"say: Good luck!\n\n{word}\n\n{self.block([first, last])}",
        }[place]

    def control(self) -> str:
        """The same two actions without any such word."""
        return f"{self.line(self.actions[0])}\n{self.line(self.actions[1])}\n"


PLACES = (
    "own line between", "own line above", "own line below", "paragraph below", "below a thank", "end of a line",
    "end of the first line", "start of a line", "start of the only line", "between two in a line", "between commas",
    "between dashes", "trailing in a block", "leading in a block", "line of a block", "bare line of a block",
    "comment of a block", "comment behind", "above a block", "below a block", "beside a word to all",
)  # fmt: skip
"""Where a word may be."""
