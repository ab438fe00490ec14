#!/usr/bin/env python3
"""Checks the log of a game with the standard library of Python 3.10 or newer: chain, head, commitment, every shuffle.
It follows docs/reference/log-format.md and knows no rules. It ends with 1: WRONG, 3: NOT CHECKED."""

import argparse
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from itertools import count, product
from pathlib import Path
from string import ascii_uppercase as LETTERS
from struct import unpack
from typing import Any

# Logs and data files are the simplest YAML: texts are quoted, plain or in a block, fields a key, a colon, a value.
ESCAPED = r"""\\(?:["\\n]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})"""
QUOTED = rf"""'(?:[^'\n]|'')*'|"(?:[^"\\\n]|{ESCAPED})*\""""
PLAIN = r"""(?![-?:](?:[ \n]|\Z)|[] ,[{}#&*!|>%@`'"])(?:(?! \#|:(?:[ \n]|\Z)).)+?"""
SCALAR, LOOSE_SCALAR = re.compile(rf"({QUOTED}|{PLAIN})(?<! )"), re.compile(rf"({QUOTED}|{PLAIN}) *(?: #.*)?")
PAIR = re.compile(rf"({QUOTED}|{PLAIN})(?<! ):(?: |(?=\n)|\Z)((?s:.*))")
IN_BRACKETS = re.compile(rf"""{QUOTED}|[^\s\[\]{{}},:'"][^\[\]{{}},:]*""")
DOCUMENT = re.compile(r"(?:# yaml-language-server: .*\n)?((?s:.*\n)(prev|state): '?[0-9a-f]{64}'?\n)")
QUOTES_ONLY = re.compile(r"[\xa0\U0010ffff]| (?:\n|\Z)")  # what a text of several lines may have in double quotes alone
UNSEEN = "[\0-\t\v-\37\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe"
UNSEEN += "\uffff\U000e0000-\U000e007f]"
STRANGE = re.compile(rf"(?m){UNSEEN}| $|^(?:---|\.\.\.)(?: |$)")  # what no line of a log has
PRACTICE = sha256(b"referee/practice/1\nThis secret is known to everyone.\n").digest()
MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)  # if it is not written as expected
DECK = "deck/landscape/"  # and a number: how often Attika's cards were shuffled before
LANDSCAPES = ("water", "forest", "hill", "mountain")
FROM_PARENT = ("title", "edition", "options", "components", "board", "tiles", "layout")  # what a fork takes over
SEALS = ("entry", "prev", "state", "hash")
ORDERED = ("cards", "buildings", "tiles")  # mappings of data files whose order counts: that of piles
ASIDES = ("talk", "absent", "player", "clock", "consent", "proposal", "answer", "orders")
KINDS = "|".join(("nonce|deal|move|missed|undo|correct|edition|ruling|end|close", *ASIDES))
NEVER_COPIED = {*KINDS.split("|")} - {"deal", "move", "missed", "edition", "ruling", "consent"}
TIME = "%Y-%m-%dT%H:%M:%SZ"
TIMES = ("at", "due", "since", "until", "from", "to")  # the fields of these entries with a time or a day; all have `at`


class Wrong(Exception):
    """The first thing that is wrong, with the number of its entry; 0 is the header."""


class Unchecked(Exception):
    """What the user must give before the shuffles can be checked. Nothing is wrong with the log."""


def block(text: str, indent: str = "", *, loose: bool = False) -> Any:
    """The list or mapping on these lines, as logs have them. Raises one of MALFORMED for anything else.

    loose: it is a data file, which may have comments, empty lines, further spaces, and lists in brackets, too."""
    parts = [part for part in re.split(rf"(?m)^{indent}(?=[^ \n])", text) if part]
    if loose:
        parts = [part for part in parts if not re.fullmatch("(#.*)?[ \n]*", part)]
    if parts[0].startswith("- "):
        items = [re.fullmatch("(?s)- (.*)", part)[1] for part in parts]  # type: ignore[index]  # none is a TypeError
        below = indent + "  "
        is_block = [item.startswith("- ") or PAIR.match(item) for item in items]
        return [
            block(below + item, below, loose=loose) if is_block[n] else value(item, indent, loose)
            for n, item in enumerate(items)
        ]
    pairs = [PAIR.fullmatch(part).groups() for part in parts]  # type: ignore[union-attr]  # none is an AttributeError
    fields = {unquoted(key): value(rest, indent, loose) for key, rest in pairs}
    if len(fields) < len(pairs) or any(each in ("", "<<") or "\n" in each or len(each) > 200 for each in fields):
        raise ValueError("a key occurs twice, or is none")
    return fields


def value(text: str, indent: str, loose: bool) -> Any:
    """The value after a colon or a dash: on its line, or on those below."""
    first, _, below = text.partition("\n")
    if literal := re.fullmatch(r"\|(2?)([+-]?)", first):
        if re.search(rf"(?m)^(?!{indent}  |$)", below.removesuffix("\n")):
            raise ValueError("a line is not indented")
        lines = re.sub(rf"(?m)^{indent}  ", "", below)
        found = lines if literal[2] == "+" else lines.rstrip("\n") + ("" if literal[2] else "\n")
        ends = "-" if found[-1] != "\n" else "+" if found.endswith("\n\n") or found == "\n" else ""
        usual = "|" + ("2" if found[0] in " \n" else "") + ends
        if not loose and (first != usual or len(lines) > len(found) + len(literal[2]) or "\n" not in found):
            raise ValueError("a text is not indented as it says, or does not end as it says")
        if not loose and QUOTES_ONLY.search(found):
            raise ValueError("a text that logs have in quotes")
        return found
    if first == "" or (loose and first.startswith("#")):
        return block(below, indent + "  ", loose=loose)
    if loose:
        first = f"{first}\n{below}".strip(" \n")
        if first[0] in "[{":  # with quotes around its texts it is JSON
            return json.loads(
                IN_BRACKETS.sub(lambda text: json.dumps(scalar(text[0].strip(), loose)), first.split(" #")[0])
            )
    elif below:
        raise ValueError("something is below a text")
    return [] if first == "[]" else {} if first == "{}" else scalar(first, loose)


def scalar(text: str, loose: bool) -> str:
    """A text without its quotes, and without a comment behind it. Raises TypeError if there is more, ValueError."""
    return unquoted((LOOSE_SCALAR if loose else SCALAR).fullmatch(text)[1])  # type: ignore[index]  # none: a TypeError


def unquoted(text: str) -> str:
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    if text[0] != '"':
        return text
    found = re.sub(ESCAPED, lambda escaped: escaped[0].encode().decode("unicode_escape"), text[1:-1])
    if re.search(UNSEEN, found) or ("\n" in found and not QUOTES_ONLY.search(found)):
        raise ValueError("a text that logs have in a block, or not at all")
    return found


def count_values(value: Any, depth: int = 0) -> int:
    """How many keys, texts, lists and mappings this is. Raises ValueError for a text that is too long, and too deep."""
    if (depth > 7) if isinstance(value, dict | list) else (len(value) > 4096):
        raise ValueError("more than a log has")
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + sum([count_values(each, depth + 1) for each in inner])


class Chance:
    """The shuffles of a game. A pile is a list of items in the order that chance gave them, the top first."""

    def __init__(self, header: dict[str, Any], files: list[bytes]) -> None:
        self.header, self.seed = header, b""
        self.known: dict[str, dict[int, str]] = {}  # what is at places of shuffles whatever the seed says, by label
        self.files: dict[str, Any] = {}  # data files by their hash, by each under which a header may name them
        # lists of released files say which hash of bytes (sha256) early logs used for the same content
        early = dict(re.findall("content: '(.{64})'\n *sha256: '(.{64})'", b"".join(files).decode(errors="replace")))
        for raw in files:
            with suppress(*MALFORMED):  # no header can name anything that is not a data file
                fields = block(raw.decode(), loose=True)
                ordered = {key: list(fields[key].items()) for key in ORDERED if isinstance(fields.get(key), dict)}
                canonical = json.dumps({**fields, **ordered}, sort_keys=True, separators=(",", ":"))
                content = sha256(canonical.encode()).hexdigest()
                self.files |= {content: fields, early.get(content, content): fields, sha256(raw).hexdigest(): fields}

    def shuffle(self, label: str, items: Iterable[str]) -> list[str]:
        """Fisher and Yates, from the last place down, with the words of this label's stream: HMACs of a counter.

        Known items stay at their places, and the others are shuffled. ValueError if a known one is not among them."""
        key = hmac.digest(self.seed, f"referee/stream/1\n{label}".encode(), "sha256")
        digests = (hmac.digest(key, counter.to_bytes(8, "big"), "sha256") for counter in count())
        pile, known, words = (
            list(items),
            self.known.get(label, {}),
            (word for digest in digests for word in unpack(">8I", digest)),
        )
        for item in known.values():
            pile.remove(item)
        for places in range(len(pile), 1, -1):
            fair = 2**32 - 2**32 % places  # words from here on are left out, so that each place is equally likely
            last, chosen = places - 1, next(word for word in words if word < fair) % places
            pile[last], pile[chosen] = pile[chosen], pile[last]
        rest = iter(pile)
        return [known[at] if at in known else next(rest) for at in range(len(pile) + len(known))]

    def begin_layer(self, seed: bytes, places: dict[str, str]) -> dict[str, list[str]]:
        """The piles from this seed, with what is known at places of them. A card of Magna Grecia's deck came to its
        place through the pile of its border colour, and through its set."""
        known = {"magna-grecia": self.magna_grecia_piles, "attika": self.attika_piles}
        if self.header["title"] not in known:
            raise Unchecked(f"shuffles: the piles of {self.header['title']} are not known here")
        self.seed, self.known = seed, {}
        for place, item in places.items():
            pile, _, index = place.rpartition("/")
            passed = [(pile, int(index))]
            if (self.header["title"], pile) == ("magna-grecia", "deck"):
                box = self.data("components")
                number, at = divmod(int(index), len(box["colours"]))
                passed = [(f"cards/{box['cards'][item]['order'][0]}", number), (f"set/{number}", at)]
            for label, at in passed:
                if self.known.setdefault(label, {}).setdefault(at, item) != item:
                    raise ValueError(f"{item} at {place}: something else is there")
        return known[self.header["title"]]()

    def data(self, what: str) -> Any:
        """Components, a board or tiles: written out in the header, or the file whose hash the header names."""
        named = self.header[what]
        hash = named.get("content") or named.get("sha256")
        if not (found := named.get("own") or self.files.get(hash)):
            raise Unchecked(f"shuffles: name an archive's verify.d, or referee/titles: {what} {named['name']} {hash}")
        return found

    def magna_grecia_piles(self) -> dict[str, list[str]]:
        """The deck, made of sets with one card of each colour, and the villages that get an oracle."""
        cards, colours = self.data("components")["cards"].items(), self.data("components")["colours"]
        piles = [self.shuffle(f"cards/{one}", [id for id, card in cards if card["order"][0] == one]) for one in colours]
        sets = enumerate(zip(*piles, strict=True))
        deck = [card for number, one_of_each in sets for card in self.shuffle(f"set/{number}", one_of_each)]
        columns = list(LETTERS) + [first + second for first in LETTERS for second in LETTERS]
        rows = enumerate(self.data("board")["map"].split("\n"), 1)
        inland = [f"{columns[x]}{row}" for row, signs in rows for x, sign in enumerate(signs) if sign == "v"]
        return {"deck": deck, "oracles": self.shuffle("oracles", inland)}

    def attika_piles(self) -> dict[str, list[str]]:
        """Tiles, the order of seats, the first deck of cards, and two piles of buildings for each seat."""
        components, seats = self.data("components"), self.header["seats"]
        cards = [land for land in LANDSCAPES for _ in range(int(components["cards"]))]
        piles = {"tiles": list(self.data("tiles")["tiles"]), "first": list(seats), "deck/landscape/0": cards}
        for seat, (id, building) in product(seats, components["buildings"].items()):
            pile = "main" if building.get("main") == "true" else "buildings"
            piles.setdefault(f"{pile}/{seat}", []).extend([id] * int(building["number"]))
        return {pile: self.shuffle(pile, items) for pile, items in piles.items()}

    def count_shown(self, log: list[dict[str, Any]], layers: dict[int, tuple[bytes, dict[str, str]]]) -> dict[str, int]:
        """How many items of each pile the entries showed. Raises Wrong for the first that is not where it was shown.

        layers: from which entry on which seed counts, and what is known at places of piles."""
        shown, piles = dict[str, int](), dict[str, list[str]]()
        for number, entry in enumerate(log):
            try:
                if number in layers:
                    piles = self.begin_layer(*layers[number])
                decks = enumerate(later_decks(counted(log, number)), 1)
                piles |= {f"{DECK}{n}": self.shuffle(f"{DECK}{n}", cards) for n, cards in decks}
                for place, item in entry["shown"].items():
                    pile, _, index = place.rpartition("/")
                    right = next((each for at, each in enumerate(piles.get(pile, [])) if str(at) == index), "nothing")
                    if item != right:
                        raise Wrong(f"entry {number}: it shows {item} at {place}, where secret and nonces put {right}")
                    shown[pile] = shown.get(pile, 0) + 1
            except (ValueError, KeyError) as wrong:
                raise Wrong(f"entry {number}: what is known of the piles can't be: {wrong}") from None
        return shown


def later_decks(line: list[dict[str, Any]]) -> list[list[str]]:
    """The cards of each deck of Attika after the first: those that were paid since the deck before."""
    decks, paid = list[list[str]](), Counter[str]()
    for entry in line:
        for built in [action["build"] for action in entry["actions"] if "build" in action]:
            paid.update({land: int(n) for land, n in re.findall("([a-z]+) ([0-9]+)", built.partition(" pay ")[2])})
        if any(place.startswith(f"{DECK}{len(decks) + 1}/") for place in entry["shown"]):
            decks.append([land for land in LANDSCAPES for _ in range(paid[land])])
            paid.clear()
    return decks


def documents(raw: bytes) -> list[dict[str, Any]]:
    """Every document of a log, its hash added under `hash`: the header first, then the entries. Raises Wrong."""
    before, *parts = re.split("^---\n", raw.decode(errors="surrogateescape"), flags=re.MULTILINE)
    if before or not parts:
        raise Wrong("entry 0: the log does not begin with a line `---` that ends with LF alone")
    if len(parts) > 5001 or len(raw) > 2**26:
        raise Wrong("entry 5001: a log has at most 5,000 entries, and at most 64 MiB")
    log: list[dict[str, Any]] = []
    for n, part in enumerate(parts):
        before = log[-1]["hash"] if log else "0" * 64
        lines = DOCUMENT.fullmatch(part)
        if not lines or STRANGE.search(lines[1]) or re.search(UNSEEN, part) or (n and part[0] == "#"):
            words = (
                "it is cut off, something follows it, its line ends were changed, or signs are in it that no log has"
            )
            raise Wrong(f"entry {n}: {words}")
        try:
            entry = {"actions": [], **block(lines[1])}
            if len(part.encode()) > 65_532 or count_values(entry) > 4_002:
                raise ValueError("more than an entry has")
            entry |= {"shown": {**entry.get("shown", {})}, "hash": sha256(f"---\n{part}".encode()).hexdigest()}
            if n and not re.fullmatch(KINDS, entry["kind"]):
                raise ValueError("nothing that a log records")
            refuse_impossible_times(n, entry)
        except MALFORMED:
            words = "a key is missing or occurs twice, or something was put in or written in another form"
            raise Wrong(f"entry {n}: it is not written as logs are: {words}") from None
        field, wanted = ("entry", str(n)) if n else ("format", "referee-log/1")
        if entry.get(field) != wanted or lines[2] != ("state" if n else "prev"):
            raise Wrong(f"entry {n}: it says {field}: {entry.get(field)}, not {wanted}; entries were removed or added")
        if entry.get("prev") != before:
            raise Wrong(f"entry {n}: its prev is not {before}, the hash before it: one of the two was changed")
        log.append(entry)
    return log


def refuse_impossible_times(number: int, entry: dict[str, Any]) -> None:
    """Each time and each day is one that there is, in the years 1970 to 2999. Raises Wrong."""
    fields = entry if number else entry.get("fork", {})
    for text in [fields[key] for key in (TIMES if fields.get("kind") in ASIDES else TIMES[:1]) if key in fields]:
        full = text if "T" in text else f"{text}T00:00:00Z"
        with suppress(ValueError):
            found = datetime.strptime(full, TIME)
            if found.strftime(TIME) == full and 1970 <= found.year < 3000:
                continue
        raise Wrong(f"entry {number}: it has the time {text}. There is no such time in the years 1970 to 2999")


def counted(log: list[dict[str, Any]], last: int) -> list[dict[str, Any]]:
    """The entries that count after entry `last`: none that an `undo` takes back, and corrected ones as they are now."""
    lines: list[list[dict[str, Any]]] = [[]]  # an undo to an entry that doesn't count brings back the last that had it
    for entry in log[1 : last + 1]:
        if entry["kind"] == "correct":
            right = {key: entry[key] for key in ("shown", "actions")}
            lines[-1] = [{**each, **right} if each["entry"] == entry["corrects"] else each for each in lines[-1]]
        elif entry["kind"] == "undo":
            back, now = int(entry["back"]), lines[-1]
            goal = next((line for line in reversed(lines) if any(int(one["entry"]) == back for one in line)), now)
            stays = [one for one in now if int(one["entry"]) > back and one["kind"] not in ("move", "missed", "end")]
            lines.append([each for each in goal if int(each["entry"]) <= back] + stays)
        lines[-1].append({**entry, "actions": []} if entry["kind"] == "correct" else entry)
    return lines[-1]


def shown_by(entries: Iterable[dict[str, Any]]) -> dict[str, str]:
    return {place: item for entry in entries for place, item in entry["shown"].items()}


def nonces_of(log: list[dict[str, Any]]) -> dict[str, str]:
    """The nonces by seat. Raises Wrong for one that may not be there."""
    nonces, dealt = dict.fromkeys(sorted(log[0]["seats"]), "none"), False
    for n, entry in enumerate(log):
        dealt = dealt or entry.get("kind") == "deal"
        if entry.get("kind") == "nonce":
            fits = log[0]["nonces"] == "wait" and not dealt and nonces.get(entry["seat"]) == "none"
            if not fits or not re.fullmatch("[0-9a-f]{32}", entry["nonce"]):
                words = f"entry {n}: a nonce is 32 digits 0-9 a-f, one of each seat, before the deal, if waited for"
                raise Wrong(words)
            nonces[entry["seat"]] = entry["nonce"]
    return nonces


def seeds(log: list[dict[str, Any]], nonces: dict[str, str]) -> dict[int, bytes]:
    """The seed of all shuffles after the header, and after each entry with a `commitment`."""
    game, last = log[0]["game"], len(log) - 1
    promises = {n: each["commitment"] for n, each in enumerate(log) if n == 0 or "commitment" in each}
    told, found = [log[-1].get("secret"), *log[-1].get("secrets", [])], dict[int, bytes]()
    if len(told) != len(promises):
        raise Wrong(f"entry {last}: it reveals {len(told)} secrets, and {len(promises)} are promised")
    lines = "".join([f"{seat}:{nonce}\n" for seat, nonce in nonces.items()])
    for (number, promise), digits in zip(promises.items(), map(str, told), strict=True):
        secret = bytes.fromhex(digits) if re.fullmatch("[0-9a-f]{64}", digits) else b""
        if (kept := sha256(f"referee/commit/1\n{game}\n".encode() + secret).hexdigest()) != promise:
            raise Wrong(f"entry {last}: its secret is not the promised one: its commitment would be {kept}")
        found[number] = hmac.digest(secret, f"referee/seed/1\n{game}\n{lines}".encode(), "sha256")
        if number == 0:
            refuse_other_places(log, secret)
    return found


def refuse_other_places(log: list[dict[str, Any]], secret: bytes) -> None:
    """The hidden items that a fork took over are those to which its header commits. Raises Wrong."""
    places, promise = log[-1].get("places", {}), log[0].get("fork", {}).get("places")
    lines = "".join([f"{place}:{places[place]}\n" for place in sorted(places)])
    found = hmac.digest(secret, f"referee/places/1\n{log[0]['game']}\n{lines}".encode(), "sha256").hex()
    if (found if places else None) != promise:
        raise Wrong(f"entry {len(log) - 1}: its places are not those that the header promised")


def refuse_other_parent(log: list[dict[str, Any]], parent: list[dict[str, Any]]) -> str:
    """A line that the copied entries of a fork are those of its parent. Raises Wrong."""
    fork = log[0]["fork"]
    at, copies = int(fork["entry"]), int(fork["entries"])
    if at >= len(parent) or (parent[0]["game"], parent[at]["hash"]) != (fork["game"], fork["head"]):
        raise Wrong(
            f"entry 0: it continues entry {at} of {fork['game']}, and the parent that you gave has no such entry"
        )
    if other := [key for key in FROM_PARENT if log[0].get(key) != parent[0].get(key)]:
        raise Wrong(f"entry 0: its {other[0]} is not that of its parent")
    line = counted(parent, at)
    adopted = max([int(each["entry"]) for each in line if each["kind"] == "edition"], default=0)
    line = [each for each in line if each["kind"] not in NEVER_COPIED]
    line = [each for each in line if each["kind"] != "consent" or int(each["entry"]) < adopted]
    if len(line) != copies or len(log) <= copies or {*log[0]["seats"]} != {*parent[0]["seats"]}:
        raise Wrong(f"entry 0: the parent has {len(line)} entries to copy for its seats, and not {copies}")
    for number, (own, old) in enumerate(zip(log[1:], line, strict=False), 1):
        if [key for key in {**own, **old} if key not in SEALS and own.get(key) != old.get(key)]:
            raise Wrong(f"entry {number}: it is not what entry {old['entry']} of the parent says")
    return f"parent      the first {copies} entries are those of {fork['game']} up to entry {at}"


def count_opened(log: list[dict[str, Any]]) -> int:
    """How many seals on orders ahead are opened by what the closing entry reveals. Raises Wrong, Unchecked."""
    game, secret, opened = log[0]["game"], bytes.fromhex(log[-1]["secret"]), 0
    told = {(each["entry"], each["seat"]): each["text"] for each in log[-1].get("orders", [])}
    texts = dict.fromkeys(log[0]["seats"], "")
    for n, (seat, seal) in [(n, each) for n, entry in enumerate(log) for each in entry.get("seals", {}).items()]:
        is_told = (str(n), seat) in told
        texts[seat] = told.pop((str(n), seat), texts[seat])
        nonce = hmac.digest(secret, f"referee/orders/1\n{game}\n{n}\n{seat}".encode(), "sha256").hex()
        if sha256(f"referee/seal/1\n{nonce}\n{texts[seat]}".encode()).hexdigest() != seal:
            says = f"entry {n}: the seal of {seat} is not that of the orders that the closing entry reveals"
            raise Wrong(says) if is_told else Unchecked(says)
        opened += 1
    if told:
        raise Wrong(f"entry {len(log) - 1}: it reveals orders that nothing seals: {told}")
    return opened


def checks(
    log: list[dict[str, Any]], files: list[bytes], head: str | None, parent: list[dict[str, Any]] | None = None
) -> Iterator[str]:
    """A line for every check that a log passes. Raises Wrong at the first that it does not pass, and Unchecked."""
    yield f"chain       {len(log)} documents, each with the hash of the one before; head {log[-1]['hash']}"
    if head:
        same = [number for number, entry in enumerate(log) if entry["hash"].startswith(head.lower())]
        if not same:
            raise Wrong(f"entry {len(log) - 1}: the last, and none has the head {head}: some are missing or changed")
        yield f"head        {head} is that of entry {same[0]}"
    back = [n for n in range(2, len(log)) if log[n].get("at", "") < log[n - 1].get("at", "")]
    if back:
        yield f"times       a clock was wrong: entries dated before the one before: {', '.join(map(str, back[:9]))}"
    fork, known = log[0].get("fork"), log[0].get("chance") == "known"
    if fork and len(log) <= int(fork["entries"]):
        raise Wrong(f"entry 0: it says that {fork['entries']} entries are copies, and there are {len(log) - 1}")
    if parent:
        yield refuse_other_parent(log, parent)
    elif fork:
        yield f"fork        {fork['entries']} entries are copies of {fork['game']}; to check them: --parent LOG"
    promised = sha256(f"referee/commit/1\n{log[0]['game']}\n".encode() + PRACTICE).hexdigest()
    if known == ("commitment" in log[0]) or (known and (fork or "secret" in log[-1])):
        raise Wrong("entry 0: games with `chance: known` promise no secret, and all others do")
    if (promised == log[0].get("commitment")) != (log[0].get("chance") == "practice"):
        raise Wrong("entry 0: games with the published secret say `chance: practice`, and no others do")
    if promised == log[0].get("commitment"):
        yield "practice    the secret is published: anyone can know the shuffle, which proves nothing"
    closing = [number for number, entry in enumerate(log) if entry.get("kind") == "close"]
    if closing and closing[0] < len(log) - 1:
        raise Wrong(f"entry {closing[0] + 1}: it follows the closing entry")
    copied = log[1:] if known else log[1 : int(fork["entries"]) + 1] if fork else []
    first = {**log[-1].get("places", {}), **shown_by(copied)}
    if known:
        yield "known deal  it was entered by hand, which proves nothing"
        counted_items = Chance(log[0], files).count_shown(log, {0: (b"", first)}).items()
        shown = [f"{pile} {number}" for pile, number in counted_items]
        yield f"piles       all items that were shown can have been there: {', '.join(shown) or 'none'}"
        return
    if not closing:
        yield "chance      not checked, since no closing entry tells the secret yet"
        return
    nonces = nonces_of(log)
    found = seeds(log, nonces)
    yield f"commitment  the secret of entry {closing[0]} is the one that the header promised"
    yield f"seed        {found[0].hex()}, with nonces " + ", ".join([" ".join(pair) for pair in nonces.items()])
    if "orders" in log[0]:
        yield f"orders      all {count_opened(log)} seals are those of what the closing entry reveals, or of no orders"
    layers = {n: (seed, shown_by(counted(log, int(log[n]["back"]))) if n else first) for n, seed in found.items()}
    shown = [f"{pile} {number}" for pile, number in Chance(log[0], files).count_shown(log, layers).items()]
    yield f"shuffles    all items that were shown follow from the seed: {', '.join(shown) or 'none'}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("files", type=Path, nargs="*", help="components, boards, tiles, or folders with them")
    parser.add_argument("--parent", type=Path, help="the log of the game that a fork continues")
    parser.add_argument("--head", help="a head that somebody kept, at least its first 12 digits")
    given = parser.parse_args()
    if given.head and len(given.head) < 12:
        parser.error("--head takes a head, or at least its first 12 digits")
    try:
        named = [path for each in given.files for path in (each.rglob("*.yaml") if each.is_dir() else [each])]
        read = [path.read_bytes() for path in (*named, *given.log.parent.glob("*.yaml")) if not path.is_dir()]
        parent = documents(given.parent.read_bytes()) if given.parent else None
        for line in checks(documents(given.log.read_bytes()), read, given.head, parent):
            print(line)
    except Unchecked as needed:
        print(f"NOT CHECKED {needed}")
        raise SystemExit(3) from None
    except OSError as error:
        print(f"NOT CHECKED {error.filename} can't be read: {error.strerror}")
        raise SystemExit(3) from None
    except (Wrong, *MALFORMED) as wrong:
        raise SystemExit(f"WRONG       {wrong if isinstance(wrong, Wrong) else repr(wrong)}") from None
