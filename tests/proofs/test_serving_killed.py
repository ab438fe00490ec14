"""`serve-mail`, killed at each of its calls to the file system: the next start loses nothing and does nothing twice.

Without `--thorough` some calls are tried, equally spaced.
"""

import os
import threading
from pathlib import Path
from typing import NamedTuple

import cli_runs
import mailing_game as post
import posted
import pytest
import servers
import test_letters_killed as killed
import test_serving as serving
from cli_runs import Ran
from faults import KILLED, Fault, run
from test_real_mailboxes import IMAP, delivered

from referee.mail.transport import inboxes

here = killed.here
TRIED = 12


class Serving(NamedTuple):
    """A process that serves until all mails are handled (a `posted.Deed`); the mail is in the Maildir."""

    words: tuple[str, ...]
    mail: bytes
    letters: tuple[tuple[str, str], ...]

    def do(self) -> Ran:
        looks = iter([False, False])  # also where nothing waits any more, one round is made: it tidies up
        serving.served(lambda: next(looks, True) and serving.is_all_handled())
        return Ran(0, "", "")


def begun() -> posted.Deed:
    received = posted.receiving()
    serving.arrive(received.mail, "one.mail")
    return Serving(*received)  # type: ignore[return-value]


@pytest.mark.parametrize("mode", ["kill", "tear"])
def test_killed_anywhere_the_next_start_completes_it(mode: str, thorough: bool) -> None:
    deed, fault = killed.begun(begun), Fault(mode)
    points = [n for n, call in enumerate(killed.calls(deed), 1) if fault.strikes(call, n, n)]
    assert len(points) >= TRIED
    for n in points if thorough else killed.spaced(points, TRIED):
        ended = run(deed.do, fault, n, lambda do: killed.told(do()))
        what = f"{fault} at call {n}: {ended}"
        assert ended.answer.partition(" ")[0] == KILLED, what
        again = run(deed.do, Fault("none"), 0, lambda do: killed.told(do()))
        assert again.answer.partition(" ")[0] == "0", f"{what}, then {again}"
        assert cli_runs.run("send").code == 0
        posted.check(deed, what)
        posted.restored()


def test_a_mailbox_tells_by_itself_when_mails_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    post.begin()
    monkeypatch.setattr("referee.mail.act.receive_mail.ROUND", 600.0)
    Path("password").write_text(f"{servers.PASSWORD}\n", encoding="utf-8")
    raws = [post.mail(f"say: {each}\n", post.address("red"), message_id=f"<{each}@x>") for each in range(3)]
    with servers.dovecot() as server:
        Path("referee.toml").write_text(IMAP.format(port=server.imap), encoding="utf-8")
        delivered(server.lmtp, raws[0])
        sender = threading.Timer(3, lambda: delivered(server.lmtp, *raws[1:]))
        sender.start()
        became = serving.served(lambda: len(inboxes.mail_names("private/mail/done")) == len(raws))
        sender.join()
    assert became == 3 * ["recorded"]
    assert os.path.isdir("private/mail/new")
