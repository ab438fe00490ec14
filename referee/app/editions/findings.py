"""The findings of `referee dev diff` about each game and each group of games, in words and as data."""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee import titles
from referee.app.editions.game_editions import ILLEGAL, SAME, SCORE, STATE, UNTOLD, Contrast
from referee.app.verify.verdict_words import fault_text
from referee.report.html.overview import Comparison, ComparisonRow, Group
from referee.rules.rulebook import AnyRulebook, Outcome
from referee.rules.ruling import Violation
from referee.words import Phrase, say, word_list

BAD = "bad"
"""The kind of games whose log is not right under its own edition, or cannot be read."""


class ComparedLog(NamedTuple):
    """Identifies a log: its game, title, number of entries, and the edition of its header, as far as they are known."""

    folder: str
    game: str
    title: str = ""
    entries: int = 0
    edition: int | None = None


class BrokenRule(NamedTuple):
    """A rule that an entry breaks, and how."""

    rule: str
    says: str


class EditionRefusal(NamedTuple):
    """The first entry that an edition does not allow, and why."""

    edition: int
    entry: int
    says: str
    violations: tuple[BrokenRule, ...]


class EditionScore(NamedTuple):
    """How a game ends under an edition: who won and why, and what each seat has; empty if it is not over."""

    edition: int
    over: bool
    winners: tuple[str, ...]
    counts: dict[str, int]
    way: str


class GameFinding(NamedTuple):
    """The finding about a game.

    kind      `same`, `illegal` under one of the editions, another `score` at the end, another `state` on the way,
              `untold`: it cannot be decided, `bad`: the log is not right
    entry     the entry that matters: the first illegal one, the first after which the state differs, the bad one
    state     the first entry after which everybody sees another position, as far as both editions go
    refusals  the first illegal entry, for each edition that has one
    scores    how it ends under each edition, where that differs
    page      the address that shows the entry
    private   whether the private part of a running game was used: the finding may reveal hidden information
    """

    folder: str
    game: str
    title: str
    entries: int
    edition: int | None
    kind: str
    says: str
    entry: int | None = None
    state: int | None = None
    refusals: tuple[EditionRefusal, ...] = ()
    scores: tuple[EditionScore, ...] = ()
    page: str = ""
    private: bool = False

    @property
    def is_compared(self) -> bool:
        return self.kind not in (UNTOLD, BAD)


def bad_finding(
    where: ComparedLog, entry: int | None, says: Phrase, violations: Sequence[Violation] = ()
) -> GameFinding:
    """The finding about a log that is not right."""
    words = says if entry is None else fault_text(entry, says)
    return GameFinding(
        *where, kind=BAD, says=" ".join([str(words), *rule_lines(violated_rules(violations))]), entry=entry
    )


def untold_finding(where: ComparedLog, entry: int | None, says: Phrase) -> GameFinding:
    """The finding about a game that cannot be compared from this entry on (None: at all)."""
    return GameFinding(*where, kind=UNTOLD, says=str(says), entry=entry)


def no_such_edition(book: AnyRulebook, edition: int) -> Phrase:
    known = word_list([str(each.number) for each in book.editions])
    words = "{title} has no edition {edition}. Known here: {known}."
    return say(words, title=book.name, edition=edition, known=known)


def finding_of(where: ComparedLog, contrast: Contrast, editions: Sequence[int], private: bool) -> GameFinding:
    """The finding about a game whose moves were judged under both editions."""
    refusals = tuple(
        EditionRefusal(edition, halt.entry, str(halt.says), violated_rules(halt.violations))
        for edition, halt in zip(editions, contrast.halts, strict=True)
        if halt and halt.is_illegal
    )
    scores = tuple(map(score, editions, contrast.outcomes)) if contrast.kind == SCORE else ()
    return GameFinding(
        *where,
        kind=contrast.kind,
        says=" ".join(map(str, finding_sentences(contrast, refusals, scores))),
        entry=decisive_entry(contrast, where.entries),
        state=contrast.state,
        refusals=refusals,
        scores=scores,
        private=private,
    )


def violated_rules(violations: Sequence[Violation]) -> tuple[BrokenRule, ...]:
    return tuple([BrokenRule(each.rule, str(each.says)) for each in violations])


def score(edition: int, outcome: Outcome | None) -> EditionScore:
    if outcome is None:
        return EditionScore(edition, False, (), {}, "")
    return EditionScore(edition, True, outcome.winners, dict(outcome.counts), str(outcome.way))


def decisive_entry(contrast: Contrast, last: int) -> int | None:
    """The entry that matters; the last one where only the score differs."""
    halts = [halt for halt in contrast.halts if halt and halt.is_illegal == (contrast.kind == ILLEGAL)]
    if halts:
        return min(halt.entry for halt in halts)
    return last if contrast.kind == SCORE and contrast.state is None else contrast.state


def finding_sentences(
    contrast: Contrast, refusals: Sequence[EditionRefusal], scores: Sequence[EditionScore]
) -> Iterator[Phrase | str]:
    """The text about a game, sentence by sentence."""
    for each in refusals:
        yield say("Entry {entry} is illegal under edition {edition}.", entry=each.entry, edition=each.edition)
        yield from rule_lines(each.violations) or [each.says]
    for halt in contrast.halts:
        if halt and not halt.is_illegal:
            yield say("Entry {entry}: {why}", entry=halt.entry, why=halt.says)
    for each_score in scores:
        yield say("Edition {edition}: {score}.", edition=each_score.edition, score=score_words(each_score))
    if contrast.state is not None:
        yield say("The position differs from entry {entry} on.", entry=contrast.state)


def rule_lines(violations: Sequence[BrokenRule]) -> list[str]:
    """Each rule that is broken, with how."""
    return [f"{each.rule}: {each.says}" for each in violations]


def score_words(score: EditionScore) -> Phrase:
    """`yellow 33, red 30 (won by yellow, by points)`"""
    if not score.over:
        return say("the game is still running")
    counts = ", ".join(f"{seat} {count}" for seat, count in score.counts.items())
    facts = {"counts": counts, "winners": word_list(score.winners), "way": score.way}
    return say("{counts} (won by {winners}, {way})", **facts)


HEADINGS = {
    SAME: say("Same"),
    ILLEGAL: say("Illegal under one of them"),
    SCORE: say("Different score"),
    STATE: say("Different state"),
    UNTOLD: say("Can't be compared"),
    BAD: say("Log is wrong"),
}
"""The kinds of games in the order in which they are listed."""


def comparison(findings: Sequence[GameFinding], editions: Sequence[int]) -> Comparison:
    """All findings; of the games that are the same only their number."""
    first, second = editions
    headline = say("Editions {first} and {second}: {number} games", first=first, second=second, number=len(findings))
    if len(findings) == 1:
        headline = say("Editions {first} and {second}: 1 game", first=first, second=second)
    return Comparison(headline, tuple([group(kind, findings) for kind in HEADINGS]))


def group(kind: str, findings: Sequence[GameFinding]) -> Group:
    found = [each for each in findings if each.kind == kind]
    rows = () if kind == SAME else tuple([row(each) for each in found])
    return Group(kind, HEADINGS[kind], len(found), rows)


def row(finding: GameFinding) -> ComparisonRow:
    return ComparisonRow(name_of(finding), title_of(finding.title), finding.entry, finding.says, finding.page)


def name_of(finding: GameFinding) -> str:
    """The game, or the folder where that has another name."""
    return finding.game if os.path.basename(os.path.abspath(finding.folder)) == finding.game else finding.folder


def title_of(id: str) -> str:
    """The name of a title, or what the log calls it where it is not installed."""
    try:
        return titles.book(id).name
    except titles.UnknownTitle:
        return id
