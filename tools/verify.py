#!/usr/bin/env python3
"""Checks the log of a game with Python's standard library alone: chain, head, commitment, every shuffle.
It follows docs/log-format.md and knows no rules: `referee` judges moves. It ends with 1: WRONG, 3: NOT CHECKED."""

import argparse
import hmac
import json
import re
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

QUOTED = r"""'(?:[^'\n]|'')*'|"(?:[^"\\\n]|\\["\\n])*\""""
PLAIN = r"""(?![&*!|>%@`'"{}\[\],# ]|[-?:](?:\s|$))(?:(?!\s\#|:(?:\s|$)).)+?"""
SCALAR = re.compile(rf"({QUOTED}|{PLAIN}) *(?: #.*)?")
PAIR = re.compile(rf"({QUOTED}|{PLAIN}):(?: +|(?=\n)|\Z)((?s:.*))")
IN_BRACKETS = re.compile(rf"""{QUOTED}|[^\s\[\]{{}},:'"][^\[\]{{}},:]*""")
BELOW = r"(?:\n|\n\2  [^\n\xa0]*[^ \n\xa0])"
TEXT = rf"(?:{QUOTED}|{PLAIN}|{{}}|\[\]|\|2?(?:(?:-{BELOW}+|{BELOW}*)\n\2  [^\n\xa0]+|\+{BELOW}*))"
LINE = rf"((?:  )*)(?:- )*(?:(?:{QUOTED}|{PLAIN})(?<! ):(?: {TEXT})?|(?<=- ){TEXT})(?<! )\n"
DOCUMENT = re.compile(rf"(# yaml-language-server: .*\n)?(?:{LINE})+(?<=\n)(prev|state): '?[0-9a-f]{{64}}'?\n")
UNSEEN = "[\0-\t\v-\37\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
PRACTICE = sha256(b"referee/practice/1\nThis secret is known to everyone.\n").digest()
ODD = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
CARDS = {"water": 0, "forest": 0, "hill": 0, "mountain": 0}
ORDERED = ("cards", "buildings", "tiles")  # mappings of data files whose order counts: that of piles
KINDS = ("nonce", "deal", "move", "missed", "close", "talk", "absent", "player", "clock", "consent", "edition")


class Wrong(Exception):
    """The first thing that is wrong, told with the number of its entry; 0 is the header."""


class Unchecked(Exception):
    """What must be given before the shuffles can be checked. Nothing is wrong with the log."""


def block(text, indent=""):
    """The list or mapping on these lines. Of YAML it reads what logs and shipped files use, and guesses at nothing."""
    parts = [part for part in re.split(rf"(?m)^{indent}(?=[^ \n])", text) if not re.fullmatch(r"(#.*)?\s*", part)]
    if parts[0].startswith("- "):
        items, more = [re.fullmatch("(?s)- (.*)", part)[1] for part in parts], indent + "  "
        return [block(more + it, more) if it[:2] == "- " or PAIR.match(it) else value(it, indent) for it in items]
    found = {scalar(key): value(rest, indent) for key, rest in [PAIR.fullmatch(part).groups() for part in parts]}
    if len(found) < len(parts):
        raise ValueError("a word stands there twice")
    return found


def value(text, indent):
    """What stands behind a colon or a dash: on the same line, or on lines below."""
    first, _, below = text.partition("\n")
    if found := re.fullmatch(r"\|(2?)([+-]?)", first):
        text = "\n".join([line[len(indent) + 2 :] for line in below.split("\n")])
        if bool(found[1]) != (text[0] in " \n"):
            raise ValueError("a text is not indented as it says")
        return text if found[2] == "+" else text.rstrip("\n") + "\n" * (found[2] == "")
    if first[:1] in ("", "#"):
        return block(below, indent + "  ")
    if first[0] in "[{" and not below.strip():
        return json.loads(IN_BRACKETS.sub(lambda each: json.dumps(scalar(each[0].strip())), first.split(" #")[0]))
    return scalar(text.rstrip())


def scalar(text):
    return re.sub(r"^(['\"])(.*)\1$", lambda quoted: quoted[2].replace("''", "'"), SCALAR.fullmatch(text)[1])


class Chance:
    """The shuffles of a game: piles are dicts, name → items in the order that chance gave them, the top first."""

    def __init__(self, header, seed, files):
        self.header, self.seed, self.files = header, seed, {}
        had = dict(re.findall("content: '(.{64})'\n *sha256: '(.{64})'", b"".join(files).decode(errors="replace")))
        for raw in files:
            with suppress(*ODD):  # what is no data file is skipped
                said = block(raw.decode())
                pairs = {key: [*said[key].items()] for key in ORDERED if isinstance(said.get(key), dict)}
                new = sha256(json.dumps({**said, **pairs}, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
                self.files |= dict.fromkeys((new, had.get(new), sha256(raw).hexdigest()), said)

    def shuffled(self, label, items):
        key, pile = hmac.digest(self.seed, f"referee/stream/1\n{label}".encode(), "sha256"), list(items)
        blocks = (hmac.digest(key, block.to_bytes(8, "big"), "sha256") for block in range(2**64))
        words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
        for i in range(len(pile) - 1, 0, -1):
            j = next(word for word in words if word < 2**32 - 2**32 % (i + 1)) % (i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return pile

    def furniture(self, what):
        """Components, a board or tiles: written out in the header, or the file that it names."""
        named = self.header[what]
        if not (found := named.get("own") or self.files.get(hash := named.get("content") or named["sha256"])):
            raise Unchecked(f"shuffles: name an archive's verify.d, or referee/titles: {what} {named['name']} {hash}")
        return found

    def magna_grecia(self):
        box, rows = self.furniture("components"), enumerate(self.furniture("board")["map"].split("\n"), 1)
        piles = {each: [id for id, card in box["cards"].items() if card["order"][0] == each] for each in box["colours"]}
        sets = zip(*[self.shuffled(f"cards/{colour}", cards) for colour, cards in piles.items()], strict=True)
        columns = [chr(64 + n // 26) * (n > 25) + chr(65 + n % 26) for n in range(99)]
        inland = [columns[x] + str(y) for y, row in rows for x, sign in enumerate(row) if sign == "v"]
        deck = [card for n, cards in enumerate(sets) for card in self.shuffled(f"set/{n}", cards)]
        return {"deck": deck, "oracles": self.shuffled("oracles", inland)}

    def attika(self):
        box, seats, tiles = self.furniture("components"), self.header["seats"], self.furniture("tiles")["tiles"]
        piles = {"deck/landscape/0": [each for each in CARDS for _ in range(int(box["cards"]))]}
        for seat, (id, each) in [(seat, each) for seat in seats for each in box["buildings"].items()]:
            pile = f"{'main' if each.get('main') == 'true' else 'buildings'}/{seat}"
            piles[pile] = piles.get(pile, []) + [id] * int(each["number"])
        return {pile: self.shuffled(pile, items) for pile, items in {"tiles": tiles, "first": seats, **piles}.items()}

    def compared(self, log):
        """How many items of each pile the entries showed. Each is the one that the seed gives."""
        if not (known := {"magna-grecia": self.magna_grecia, "attika": self.attika}.get(self.header["title"])):
            raise Unchecked(f"shuffles: the piles of {self.header['title']} are not known here")
        piles, seen, paid, deck = known(), Counter(), Counter(CARDS), 0
        for n, entry in enumerate(log):
            for built in [each["build"] for each in entry["actions"] if "build" in each]:
                paid.update({kind: int(n) for kind, n in re.findall("([a-z]+) ([0-9]+)", built.partition(" pay ")[2])})
            for place, item in entry["shown"].items():
                pile, _, index = place.rpartition("/")
                if pile == f"deck/landscape/{deck + 1}":  # what was paid since the last shuffle
                    piles[pile], deck, paid = self.shuffled(pile, paid.elements()), deck + 1, Counter(CARDS)
                if (real := {str(i): each for i, each in enumerate(piles.get(pile, []))}.get(index, "nothing")) != item:
                    raise Wrong(f"entry {n}: it shows {item} at {place}, where secret and nonces put {real}")
                seen[pile] += 1
        return seen


def documents(raw):
    """Every document of a log with its hash; each tells the hash of the one before."""
    parts, log = re.split(r"^---\n", raw.decode(errors="surrogateescape"), flags=re.MULTILINE), []
    if parts.pop(0) or not parts:
        raise Wrong("entry 0: the log does not begin with a line `---` that ends with LF alone")
    for n, part in enumerate(parts):
        if not (found := DOCUMENT.fullmatch(part)) or re.search(UNSEEN, part) or (n and found[1]):
            raise Wrong(f"entry {n}: it is cut off, something follows it or was put in, or its line ends were changed")
        try:
            raw, each = f"---\n{part}".encode(), {"actions": [], **block(part)}
            each |= {"shown": {**each.get("shown", {})}, "hash": sha256(raw).hexdigest()}
            field, wanted, _ = ("entry", str(n), KINDS.index(each["kind"])) if n else ("format", "referee-log/1", 0)
        except ODD:
            raise Wrong(f"entry {n}: it is not written as logs are: a word is missing or stands there twice") from None
        if each.get(field) != wanted or found[3] != ("state" if n else "prev"):
            raise Wrong(f"entry {n}: it says {field}: {each.get(field)}, not {wanted}; entries were removed or added")
        if each.get("prev") != (before := log[-1]["hash"] if log else "0" * 64):
            raise Wrong(f"entry {n}: its prev is not {before}, the hash before it: one of the two was changed")
        log.append(each)
    return log


def promise(game, secret):
    return sha256(f"referee/commit/1\n{game}\n".encode() + secret).hexdigest()


def seed_of(log):
    """The final seed, from the secret of the closing entry and the nonces, and these nonces by seat."""
    game, told, nonces = log[0]["game"], str(log[-1].get("secret")), dict.fromkeys(sorted(log[0]["seats"]), "none")
    secret = bytes.fromhex(told) if re.fullmatch("[0-9a-f]{64}", told) else b""
    if (found := promise(game, secret)) != log[0]["commitment"]:
        raise Wrong(f"entry {len(log) - 1}: its secret is not the promised one: its commitment would be {found}")
    for n, each in [(n, each) for n, each in enumerate(log) if each.get("kind") == "nonce"]:
        early = log[0]["nonces"] == "wait" and "deal" not in [before.get("kind") for before in log[:n]]
        if not early or nonces.get(each["seat"]) != "none" or not re.fullmatch("[0-9a-f]{32}", each["nonce"]):
            raise Wrong(f"entry {n}: a nonce is 32 digits 0-9 a-f, one of each seat, before the deal, if waited for")
        nonces[each["seat"]] = each["nonce"]
    lines = "".join([f"{seat}:{nonce}\n" for seat, nonce in nonces.items()])
    return hmac.digest(secret, f"referee/seed/1\n{game}\n{lines}".encode(), "sha256"), nonces


def checks(log, files, head):
    """A line for every check."""
    yield f"chain       {len(log)} documents, each with the hash of the one before; head {log[-1]['hash']}"
    if head:
        if not (found := [n for n, each in enumerate(log) if len(head) > 11 and each["hash"].startswith(head.lower())]):
            raise Wrong(f"entry {len(log) - 1}: the last, and none has the head {head}: some are missing or changed")
        yield f"head        {head} is that of entry {found[0]}"
    if (practice := promise(log[0]["game"], PRACTICE) == log[0]["commitment"]) != ("chance" in log[0]):
        raise Wrong("entry 0: `chance: practice` is said by games with the published secret, and by no others")
    if practice:
        yield "practice    the secret is published: anyone can know the shuffle, which proves nothing"
    if not (closing := [n for n, each in enumerate(log) if each.get("kind") == "close"]):
        yield "chance      not checked, since no closing entry tells the secret yet"
        return
    if closing[0] < len(log) - 1:
        raise Wrong(f"entry {closing[0] + 1}: it follows the closing entry")
    seed, nonces = seed_of(log)
    yield f"commitment  the secret of entry {closing[0]} is the one that the header promised"
    yield f"seed        {seed.hex()}, with nonces " + ", ".join([" ".join(pair) for pair in nonces.items()])
    seen = [f"{pile} {number}" for pile, number in Chance(log[0], seed, files).compared(log).items()]
    yield f"shuffles    all items that were shown follow from the seed: {', '.join(seen) or 'none'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("files", type=Path, nargs="*", help="components, boards, tiles, or folders with them")
    parser.add_argument("--head", help="a head that somebody kept, at least its first 12 digits")
    given = parser.parse_args()
    try:
        near = [path for each in given.files for path in ([each] if each.is_file() else each.rglob("*.yaml"))]
        files = [path.read_bytes() for path in (*near, *given.log.parent.glob("*.yaml")) if path.is_file()]
        for line in checks(documents(given.log.read_bytes()), files, given.head):
            print(line)
    except Unchecked as needed:
        print(f"NOT CHECKED {needed}")
        raise SystemExit(3) from None
    except (Wrong, OSError, *ODD) as wrong:
        raise SystemExit(f"WRONG       {wrong if isinstance(wrong, (Wrong, OSError)) else repr(wrong)}") from None


if __name__ == "__main__":
    main()
