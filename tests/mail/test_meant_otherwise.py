"""Mails whose words are all known, and which mean something else than the move that these words could be."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from made_mails import Mail
from mail_desk import MailDesk, Outcome

from referee.mail.read import mail_text

SCENES: Mapping[str, tuple[str, tuple[str, int] | None]] = {
    "attika": ("attika", None),
    "magna-grecia": ("magna-grecia", None),
    "a tile was drawn": ("attika", ("rhombus-2", 6)),
    "a turn with tiles": ("attika", ("rhombus-2", 4)),
    "the first turn": ("magna-grecia", ("bruttium-2", 2)),
    "a market in Kaulonia": ("magna-grecia", ("bruttium-2", 7)),
}
"""Scene → the title, and the entry of a game; none: any."""
Mails = Mapping[tuple[str, str], Sequence[str]]
OTHERWISE: Mails = {
    ("attika", "en"): [
        "I play 3 cards",
        "My 3 cards",
        "my cards: 3",
        "build tower at 4nw and play 2 cards",
        "build tower at 4nw of 2 cards",
        "build tower at 4nw I would like to",
        "in place of build tower at 4nw",
        "at 3 cards",
        "build tower at 4nw with two cards",
        "build tower at 4nw (two cards)",
        "build tower at 4nw, using two cards",
        "build tower at 4nw and return two cards",
        "build tower at 4nw from my 2 cards",
        "I use 3 cards",
        "build tower at 4nw. Thanks for the 2 cards!",
        "Lucky draw, 1!",
        "Nice draw 2",
        "One draws from stack 1.",
        "Takes three cards.",
        "I draw from stack 1 to build the tower at 4nw",
        "build village at 3ne with 2 cards",
        "build village at 3ne for 2 cards",
        "build village at 3ne (2 cards)",
        "build village at 3ne to end",
        "build road by 3ne",
        "build road from 3ne",
        "draw no 2",
        "draw, 3 cards",
        "3 cards and draw",
        "Anna takes the rest in cards",
        "Build a village",
        "build one road",
        "build 1 road",
        "draw 2 buildings",
        "2 draws",
        "draw 1 of my buildings",
        "build vintner for 3",
        "pass it",
        "first pass",
        "end this",
        "build: tower at 4nw\n--\nActually wait, please don't play that yet.",
        "build: tower at 4nw\n\n-- \nPS: sorry, I meant ship at 1",
        "build: tower at 4nw\n___________\nNo, not this. Next time.",
        "build: tower at 4nw\n\n-- \nAnna\nOr ship at 1?",
        "build: tower at 4nw\n\n-- \nAnna\nunless Milon objects",
        "build: tower at 4nw\n\n-- \nAnna\nbuild ship at 1",
        "-- \nbuild: tower at 4nw",
        "build: tower at 4nw\n\nSent from my iPhone but please wait until tomorrow",
        "build: tower at 4nw\n\nSent from my iPad - not final",
        "build: tower at 4nw\n\nSent from my mobile. Only a draft.",
        "Thanks for the 3 cards",
        "Thank you, 3 cards, wow!",
        "Oh, only 3 cards",
        "I give back 3 cards.",
        "I return 3 cards.",
        "I spend 3 cards.",
        "I use up 3 cards",
        "Spending 3 cards on this.",
        "Am I to build the tower at 4nw",
        "build: tower at 4nw -> ship at 1",
        "I stop.",
        "Done!",
        "Done, thanks.",
        "I build the tower at 4nw for them.",
        "I draw at 2.",
        "I draw on the 2",
        "I draw by 2",
        "draw a draw",
        "build tower at 4me",
        "draw 2me",
        "3 cards :(",
    ],
    ("attika", "de"): [
        "Ich setze auf 3 Karten",
        "Ich lege 3 Karten",
        "Meine Karten: 3. Danke!",
        "Ich baue den Turm auf 4nw ich will",
        "Ich baue den Turm auf 4nw und spiele 2 Karten",
        "Ich baue das Dorf auf 3ne mit 2 Karten",
        "Ich baue das Dorf auf 3ne fertig",
        "Ich baue ein Dorf bei 3ne",
        "Danke für die 3 Karten",
        "Ich gebe 3 Karten ab.",
        "Ich tausche 3 Karten aus.",
        "Bau den Turm auf 4nw ab.",
        "Ich baue den Turm auf 4nw um.",
        "Ich setze den Turm auf 4nw aus.",
        "Ich stelle den Turm auf 4nw zu.",
        "Ich setze mich auf den Turm auf 4nw.",
        "Ich ziehe von 2 um.",
        "Ich ziehe von 2 aus.",
        "Baue ich den Turm auf 4nw",
        "Möchte ich den Turm auf 4nw bauen",
        "Werde ich den Turm auf 4nw bauen",
        "Ziehe ich von 2",
        "Nehme ich jetzt 3 Karten",
        "Fertig.",
        "Ich ziehe am 2.",
        "Ich ziehe bis 2",
        "Baue Turm auf 4ein",
    ],
    ("attika", "it"): [
        "gioco a 3 carte",
        "metto le mie 3 carte",
        "Grazie per le 3 carte",
        "Restituisco 3 carte.",
        "Uso 3 carte.",
        "Appena costruisco la torre in 4nw",
        "Che costruisco, la torre in 4nw",
        "Fine.",
        "Basta.",
        "Pesco via da 2.",
        "Pesco alle 2",
    ],
    ("attika", "fr"): [
        "Je joue mes 3 cartes",
        "je joue à 3 cartes",
        "je pioche plus dans la pile 1",
        "plus 3 cartes",
        "Ça passe",
        "Je passe en premier",
        "puis je piocher dans la pile 1",
        "Pioché dans la pile 1",
        "je pioche 1 vrai",
        "Fin",
        "Merci pour les 3 cartes",
        "Je rends 3 cartes.",
        "J'utilise 3 cartes",
        "J'ai fini.",
        "Construis sa tour en 4nw.",
        "Je pioche le 2",
        "Je pioche à 2",
        "Trois cartes...",
    ],
    ("magna-grecia", "de"): [
        "Gründe ich die Stadt auf E1",
    ],
    ("magna-grecia", "en"): [
        "I take 2 roads and then build a city.",
        "I resupply 2 roads. Then I build a city.",
        "Resupply 2 roads\nBuild 1 city",
        "I lay 2 roads from my supply",
        "My supply: 2 roads",
        "take 2 roads to a city",
        "city: E1 -> E5",
        "city: E1 → E5",
        "city: E1 - E5",
    ],
    ("magna-grecia", "fr"): [
        "Je fonde sa ville en E1.",
    ],
    ("the first turn", "de"): [
        "Ich nehme die Stadt M8 ein",
        "Ich mache den Markt in Laos zu",
        "Ich nehme 2 Straßen und baue eine Stadt",
        "Ich setze auf Stadt M8.",
        "Stadt M8, zuerst Markt in Laos",
        "Danke für den Markt in Laos!",
        "Baut eine Stadt auf M8.",
        "Stadt M8\n\nViele Grüße, Theano",
        "Meine Gründe: M8",
        "Gründe für M8",
        "Stadt M8\n\nDiese Nachricht wurde versehentlich gesendet.",
        "Sag Theano bloß nicht, dass ich lüge",
        "Gründe Laos und baue dort einen Markt",
        "Ich gründe Laos und baue dort einen Markt",
        "Laos gründen und dort Markt bauen",
        "Gründe Laos, baue einen Markt",
        "Baue einen Markt und gründe Laos",
        "un-Stadt M8",
        "in-Stadt M8",
    ],
    ("the first turn", "en"): [
        "In place of city M8, market Laos",
        "From Theano:\ncity M8",
        "take market Laos",
        "to city M8",
        "city M8 I want to",
        "from today city M8",
        "road L8 ne-nw, to connect to the city on M8",
        "I lay a road on L8 ne-nw to build a city on M8.",
        "road L8 ne-nw. It leads to the city on M8",
        "I lay a road on L8 ne-nw towards the city M8",
        "market Laos for city M8",
        "I build a market in Laos to get a city on M8.",
        "to the city on M8!",
        "City M8. Nice market in Laos!",
        "City M8. Thanks for the market in Laos!",
        "I found M8 a bit expensive.",
        "Found it: M8",
        "city M8, first market in Laos",
        "city M8 following market in Laos",
        "this morning I put a city on M8",
        "One builds a city on M8.",
        "From: Theano\ncity M8",
        "city M8\n\nBest, Theano",
        "Theano, city M8",
        "Hi Theano,\ncity M8\nCheers, Theano",
        "city from M8",
        "I build a city by M8",
        "resupply 2 roads, 1",
        "resupply 2 roads 1",
        "say to moderator: is this legal?\n\ncity M8",
        "say to moderator: please don't record this yet\n\ncity M8",
        "say: if Theano agrees I play:\n\ncity M8",
        "say: Good luck! Sam, can I have two more days?",
        "say to Theano: let's ally. Sam, please be quick.",
        "resupply 2 roads for 3",
        "resupply 2 roads plus 1",
        "I have no move",
        "say to Theano:\n\nI pass",
        "note:\n\nI pass",
        "@Theano\npass",
        "Yellow\npass",
        "city M8\n\nSent from my phone by mistake",
        "Tell Theano to hurry up",
        "Tell Theano later: hello",
        "Tell Theano that I am ill. No, tell nobody.",
        "say to Theano: hi. To Milon: no",
        "Found Laos (market there)",
        "Build Laos and a market",
        "city M8 and connect Kroton",
        "un-city M8",
        "de-city M8",
        "un city M8",
        "!city M8",
        "city !M8",
        "-city M8",
        "city -M8",
        "city: !M8",
        "pass it on",
        "pass it to",
        "maybe bruttium-2: city M8",
        "either bruttium-2: city M8\nor bruttium-2: pass",
        "not bruttium-2: stop mail",
        "tomorrow bruttium-2:\ncity M8",
        "note: next turn\ncity M8",
        "note: before Christmas remember to\nstop mail",
        "say to moderator: please tell Chiara to\nstop mail",
        "say: hello. say to Milon: secret",
        "On Fri, Milon wrote:\n> I think you should build a\ncity M8\n> because it is cheap",
        "> Will you play\npass\n> or not?",
        "- city M8\n+ pass",
        "a) city M8\nb) pass",
        "actions: later\ncity M8",
        "draft: yes\ncity M8",
        "city M8...",
        "city M8 :(",
        "c\u0336i\u0336t\u0336y\u0336 M8",
        "Stop!",
        "Tell Milon only if he asks: secret",
        "Tell Milon nothing!",
        "say to everyone except Milon: let's gang up",
        "Tell everyone but Milon: let's gang up",
        "To all my friends: secret",
        "say: (only to Theano) secret",
        "sag: Nur für Theano: geheim",
        "city M8\n\nTheano",
        "city M8\n-- \nTheano",
    ],
    ("the first turn", "fr"): [
        "ville M8 je voudrais",
        "je me fonde sur M8",
        "Je fonde Laos et j'y construis un marché",
        "Fonde Laos et construis-y un marché",
    ],
    ("the first turn", "it"): [
        "prendo il mercato di Laos",
        "in fondo M8",
        "M8 in fondo",
        "Un passo",
        "Questo passo",
        "Fondò una città in M8",
        "Passò il turno",
        "più città M8",
        "Fondo Laos e ci costruisco un mercato",
        "Fondo Laos, costruisco un mercato",
    ],
    ("a market in Kaulonia", "en"): [
        "Expand Kaulonia and sell its market",
        "Connect Kaulonia and sell its market",
        "Kaulonia: expand, and sell the market",
        "Expand and sell H13",
        "Sell H13 and connect",
    ],
    ("a market in Kaulonia", "de"): [
        "Ich erweitere Kaulonia und verkaufe dort den Markt",
        "Ich verbinde Kaulonia und verkaufe den Markt dort",
        "Verbinde und verkaufe H13",
    ],
    ("a market in Kaulonia", "fr"): [
        "J'agrandis Kaulonia et j'y vends le marché",
        "Je relie Kaulonia et vends le marché",
    ],
    ("a market in Kaulonia", "it"): [
        "Amplio Kaulonia e vendo il mercato",
        "Collego Kaulonia e vendo il mercato",
    ],
    ("a turn with tiles", "fr"): [
        "Je pioche et construis le navire en 1s",
        "Je pioche et je construis le navire en 1s",
    ],
    ("a tile was drawn", "en"): [
        "keep at it!",
        "keep it up!",
        "Keep it up, everybody!",
        "keep up",
        "keep it down",
        "store up",
    ],
}
"""Scene and language → thanks, the opposite, questions without a sign, corrections, second thoughts below a rule; what
would be another verb with its small words, and what is done at a place beside something else; a word before the name of
a game, notes, lost marks of quotation, times in place of stacks, words for somebody on a condition."""
MOVES: Mails = {
    ("attika", "en"): [
        "build tower at 4nw and take two cards",
        "build tower at 4nw, 2 cards",
        "build tower at 4nw, then I'll just take 2 cards",
        "build: tower at 4nw\n\n-- \nAnna Example\nPlease do not print this e-mail.",
        "build: tower at 4nw\n\n-- \nAnna Example\nIf you can dream it, you can do it all again",
        "build: tower at 4nw\n\nSent from my Samsung Galaxy S22 Ultra",
        "build: tower at 4nw\n\nSent from Mail for Windows 10",
        "build: tower at 4nw\n\nGet Outlook for iOS<https://aka.ms/o0ukef>",
        "pass",
        "end: true",
        "3 cards please",
        "I take 3 cards.",
        "take 3 cards",
        "I draw three cards.",
        "I take the rest in cards.",
        "I draw from pile 2",
    ],
    ("attika", "de"): [
        "3 Karten bitte",
        "Bau den Turm auf 4 Nordwest",
        "Ich nehme 3 Karten",
        "Ich ziehe drei Karten.",
        "Ich möchte drei Karten ziehen",
        "Jetzt baue ich den Turm auf 4nw",
    ],
    ("attika", "fr"): [
        "3 cartes",
        "Je pioche trois cartes.",
        "Je prends le reste en cartes",
    ],
    ("attika", "it"): [
        "3 carte, grazie",
        "Pesco tre carte e passo",
    ],
    ("magna-grecia", "en"): ["resupply 2 cities and 3 roads", "Take 2 cities, 3 roads", "restock: 3 roads, 2 cities"],
    ("magna-grecia", "it"): ["Mi rifornisco di 2 città e 3 strade"],
    ("the first turn", "de"): ["Ich gründe M8", "Zuerst gründe ich M8, dann lege ich eine Straße auf L8 ne-nw"],
    ("the first turn", "fr"): ["Je fonde M8"],
    ("the first turn", "it"): ["citta' M8", "Fondo una città in M8", "Fondo M8"],
    ("the first turn", "en"): [
        "Hi Theano,\ncity M8\n\nBest,\nMilon",
        "I'd like to build a city on M8",
        "Hello Sam, I found M8",
        "Hi Theano, city M8",
        "city M8\n\nSent from my phone",
        "city M8\n\nSent from Yahoo Mail for iPhone",
        "Found Laos, then build a market at D5",
        "I found a city at M8 and build a road at L8 from ne to nw",
        "I take a city tile and put it on M8",
        "On M8, I put a city",
        "I put down a city on M8",
        "- city M8",
        "-city: M8",
        "city M8!",
        "I pass on this turn",
        "city M8 grazie",
        "city M8 :-)",
        "Hi, city M8",
        "Here is my move: city M8",
        "in bruttium-2: city M8",
        "Game bruttium-2: city M8",
        "Hi Theano,\ncity M8",
        "city M8\n-- \nMilon",
    ],
    ("a market in Kaulonia", "de"): [
        "Verkaufe den Markt in Kaulonia",
        "Moin, hier ist mein Zug: Markt in Kaulonia verkaufen",
    ],
    ("a tile was drawn", "en"): [
        "I put it in storage.",
        "Place it on my storage board.",
        "keep it",
        "Keep it, please",
        "I'd like to keep it this turn",
        "store",
    ],
    ("a tile was drawn", "de"): [
        "Ich behalte es.",
    ],
    ("a tile was drawn", "fr"): [
        "garde-la",
    ],
}
"""Scene and language → plain moves with the same words."""


def outcomes(scene: str, language: str, texts: Sequence[str]) -> dict[str, Outcome]:
    title, at = SCENES[scene]
    desk, found = MailDesk(title, language, random.Random(5), at), {}
    for text in texts:
        found[text] = desk.handle(Mail("own", "own", language, f"{text}\n", text))
        desk.put_back()
    return found


PAGES_OTHERWISE = [
    "<table><tr><td>city</td><td>E1</td><td>3</td></tr></table>",
    "<table><tr><th>1</th><td>city E1</td></tr><tr><th>2</th><td>or city J3</td></tr></table>",
    '<p>city E1 <img alt="\N{THUMBS DOWN SIGN}" src="cid:x"></p>',
    '<p>city E1</p><p><img alt="\N{THUMBS DOWN SIGN}" src="cid:x"></p>',
    '<p>city E1 <img alt="thinking face" src="cid:x"></p>',
    '<p>E1 is nice</p><p style="display: none">city E1</p>',
    '<p style="display:none">city E1</p>',
    '<p style="visibility:hidden">city E1</p>',
    "<p hidden>city E1</p>",
    '<p style="font-size:0px">city <span style="font-size:1em">E1</span></p>',
    '<p style="font-size:0">city E1 <span style="font-size:12pt">perhaps</span></p>',
    '<p>city E1</p><div id="appendonsend"></div><p>wait, not yet!</p>',
    '<p>city E1</p><div id="divRplyFwdMsg">From: x</div><p>I changed my mind, J3</p>',
    '<p>city E1</p><div class="yahoo_quoted">no, wait</div>',
    '<p>city E1</p><div class="gmail_quote">On Tue Sam wrote:<blockquote>Hello</blockquote>Or rather J3?</div>',
    '<div class="gmail_quote">On Tue Sam wrote:<blockquote>Hello</blockquote>city E1</div>',
    '<div class="gmail_extra">city E1</div>',
    "<p><s>stop mail</s></p>",
    "<p>say: <s>secret</s> hello</p>",
    "<p><s>say to Anna: secret</s></p>",
    '<style>.h { text-decoration-line: line-through }</style><p class="h">city E1</p>',
    '<p><input type="checkbox">city E1</p>',
]
PAGES_WITH_MOVES = [
    "<table><tr><td>city</td><td>E1</td></tr></table>",
    '<p>city E1</p><p style="display:none">or J3</p>',
    "<p>city E1</p><p hidden>or J3</p>",
    '<div style="font-size:0"><p style="font-size:12px">city E1</p></div>',
    '<div style="visibility:hidden"><p style="visibility:visible">city E1</p></div>',
    '<p>city E1</p><p>Thanks!</p><img alt="Example Ltd" src="cid:x"><a href="x"><img alt="Find us"></a>',
    '<p>city E1 <img src="https://example.org/1.gif" width="1"><img alt="" src="cid:y"></p>',
    '<p>city E1</p><p><img alt="image001.png" src="cid:x"></p>',
    '<p>city E1</p><table><tr><td>Thanks!</td><td><img alt="Example Ltd" src="cid:x"></td></tr></table>',
    '<p>city E1</p><div class="gmail_quote">On Tue Sam wrote:<blockquote>Hello</blockquote></div>',
]
"""Pages → with and without other words that people see."""


@pytest.mark.parametrize("page", [*PAGES_OTHERWISE, *PAGES_WITH_MOVES])
def test_what_people_see_of_a_page_is_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = MailDesk("magna-grecia", "en", random.Random(5))
    found = desk.handle(Mail("own", "own", "en", page, "", shape="html"))
    assert found.answered
    assert bool(found.changed) == (page in PAGES_WITH_MOVES)


def test_words_below_a_forwarded_mail_in_quotes_are_their_writers() -> None:
    lines = ["Begin forwarded message:", "", "> From: Anna", "> build: tower at 4nw", "", "What do you think?"]
    assert mail_text.own_and_others(lines, [])[0] == ["", "", "What do you think?"]
    assert mail_text.own_and_others([each.removeprefix("> ") for each in lines], [])[0] == []


@pytest.mark.parametrize(
    ("scene", "language", "is_recorded"), [*((*each, False) for each in OTHERWISE), *((*each, True) for each in MOVES)]
)
def test_a_plain_move_is_recorded_and_what_is_meant_otherwise_is_asked_back(
    scene: str, language: str, is_recorded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = outcomes(scene, language, (MOVES if is_recorded else OTHERWISE)[scene, language])
    assert [text for text, each in found.items() if bool(each.changed) != is_recorded] == []
    assert [text for text, each in found.items() if not each.answered] == []


@pytest.mark.parametrize(
    "call",
    [
        "To Sam: I am ill",
        "By the way Sam, I am ill",
        "Dear Sam,\nI am ill",
        "Sam - I am ill",
        "@Sam I am ill",
        "private: I am ill",
    ],
)
def test_words_that_call_the_moderator_go_to_nobody_else(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (found,) = outcomes("the first turn", "en", [f"say: hello all\n\n{call}"]).values()
    assert "Everybody will read: hello all\nI passed your words on to Sam" in found.says
