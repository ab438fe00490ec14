"""E-mails: how long and how large they are, how fast their pictures are, and how fast 200 leave over one connection.

`python bench letters [ROUNDS]`. Measured are the e-mails to the player to move in the sample games, and e-mails of full
boards of both titles, which go to a server of this machine that speaks LMTP in a process of its own. Ends with 1 when a
target is missed.
"""

import os
import socketserver
import subprocess
import sys
from statistics import median
from time import monotonic, sleep

from referee.app.game_access import Table, open_game
from referee.app.look.game_views import menu
from referee.app.mail.send_reports import letter_to_seat
from referee.mail.mail_settings import MailSettings
from referee.mail.transport.outgoing import open_session
from referee.mail.write import letter_bodies, letter_html, mime
from referee.mail.write.addresses import Letter
from referee.report.pictures import sprites
from referee.report.pictures.palette import Name, paints
from referee.settings import Settings
from referee.store.private import Private
from referee.words import say

HERE = os.path.dirname(os.path.abspath(__file__))
FULL = ("mezzogiorno-4", "quadrilateral-4")
SAMPLES = (*FULL, "bruttium-2", "rhombus-2")
LINES_AT_MOST, BYTES_AT_MOST = 120, 250 * 1024
"""Of the median turn: lines of text, and the whole e-mail."""
STEP = 4
"""Every so many entries of a long game are enough."""
LETTERS = 200
SECONDS_AT_MOST = 5
PICTURE_AT_MOST = 120 * 1024
KEY = bytes(range(32))
PORT = 20_024


class Sink(socketserver.StreamRequestHandler):
    """Speaks as much LMTP as is needed, and reads e-mails as fast as they come."""

    def handle(self) -> None:
        self.answer("220 sink")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.answer("354 go on")
                while self.rfile.readline() != b".\r\n":
                    pass
            self.answer("221 bye" if word == b"QUIT" else "250 OK")

    def answer(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


def sink() -> None:
    """The server, until somebody ends it."""
    socketserver.TCPServer.allow_reuse_address = True
    with socketserver.TCPServer(("127.0.0.1", PORT), Sink) as server:
        server.serve_forever()


def letters(id: str) -> list[Letter]:
    """One to each seat about the end of a stored game."""
    game = open_game(Table(Settings(games=os.path.join(os.path.dirname(HERE), "games"), private="none")), id)
    seats = list(game.header["seats"])
    kept = Private(KEY, KEY, {seat: f"{seat}@example.org" for seat in seats}, {})
    return [letter_to_seat(game, kept, seat, kind="report", subject=say("Your turn")) for seat in seats]


def turns(id: str) -> list[tuple[int, int]]:
    """Lines of text and bytes of the e-mail to the player to move, after entries of a stored game."""
    table = Table(Settings(games=os.path.join(os.path.dirname(HERE), "games"), private="none"))
    found = []
    for upto in range(1, open_game(table, id).log.last, STEP):
        game = open_game(table, id, upto=upto)
        seat = game.book.play.to_move(game.position)
        if seat is None:
            continue
        kept = Private(KEY, KEY, {seat: f"{seat}@example.org"}, {})
        letter = letter_to_seat(game, kept, seat, kind="report", subject=say("Your turn"))
        # the log of a finished game is at hand, which no e-mail in the middle of a game attaches
        letter = letter._replace(menu=menu(game, seat), entry=upto, head=game.moments[-1].head, is_final=False)
        raw = mime.message(letter, MailSettings("Referee <r@example.org>", "r@example.org"), KEY)
        found.append((letter_bodies.text_body(letter, "a" * 16).count("\n"), len(raw)))
    return found


def are_short(id: str) -> bool:
    """Whether the median e-mail of a game is as short and as small as it should be; prints both."""
    lines, sizes = ([*each] for each in zip(*turns(id), strict=True))
    print(f"{id}: {median(lines):.0f} lines of text (at most {max(lines)}),", end=" ")
    print(f"{median(sizes) / 1024:.0f} KiB in all (at most {max(sizes) / 1024:.0f}), {len(lines)} e-mails")
    return bool(median(lines) <= LINES_AT_MOST and median(sizes) <= BYTES_AT_MOST)


def drawing(letter: Letter) -> tuple[int, float]:
    """Bytes of a picture, and seconds to draw and pack it where nothing of it is kept."""
    assert letter.view is not None
    assert letter.view.board is not None
    sprites.picture_png.cache_clear()
    sprites.sprite_of.cache_clear()
    began = monotonic()
    painted = paints(letter.view.seats)
    raw = sprites.board_png(letter.view.board, painted, Name.printed, letter_html.PICTURE_WIDTH)
    return len(raw), monotonic() - began


def sending(mail: MailSettings, found: list[Letter]) -> tuple[float, float]:
    """Seconds to write 200 letters, and to send them."""
    began = monotonic()
    written = [(mime.message(found[number % len(found)], mail, KEY), "a@example.org") for number in range(LETTERS)]
    between = monotonic()
    with open_session(mail) as send:
        for message, to in written:
            send(message, to)
    return between - began, monotonic() - between


def main(rounds: int) -> int:
    mail = MailSettings(
        "Referee <r@example.org>", "r@example.org", transport="lmtp", server=f"127.0.0.1:{PORT}", security="none"
    )
    missed = [id for id in SAMPLES if not are_short(id)] != []
    server = subprocess.Popen([sys.executable, __file__, "sink"])
    try:
        sleep(2)
        for id in FULL:
            found = letters(id)
            size, seconds = drawing(found[0])
            figures = [sending(mail, found) for _ in range(rounds)]
            written, sent = (median(each) for each in zip(*figures, strict=True))
            print(f"{id}: picture of {size / 1024:.0f} KiB in {seconds:.2f} s")
            print(f"{id}: {LETTERS} letters written in {written:.2f} s, sent in {sent:.2f} s")
            missed |= size > PICTURE_AT_MOST or sent > SECONDS_AT_MOST
    finally:
        server.terminate()
        server.wait()
    return int(missed)


if __name__ == "__main__":
    sink() if sys.argv[1:] == ["sink"] else sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 3))
