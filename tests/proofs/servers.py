"""Real mail servers for tests, on loopback, each in a folder of its own, stopped by who started them.

Debian's Dovecot keeps mailboxes (LMTP in, IMAP out), its Postfix hands mail to a pipe. Both want root to begin with.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from threading import Event, Thread
from typing import NamedTuple

PASSWORD = "correct-horse"
PATIENCE = 20
"""Seconds until a server that does not answer has failed."""


class Mailboxes(NamedTuple):
    """A running Dovecot: any name is a mailbox, and `PASSWORD` opens it."""

    folder: str
    imap: int
    lmtp: int


class Mta(NamedTuple):
    """A running Postfix; mail to `referee+…@localhost` is given to a pipe."""

    folder: str
    smtp: int


@contextmanager
def dovecot(password: str = PASSWORD, more: str = "") -> Iterator[Mailboxes]:
    """`more`: further lines of its configuration."""
    with open_folder("dovecot") as folder:
        imap, lmtp = free_port(), free_port()
        settings = DOVECOT.format(folder=folder, imap=imap, lmtp=lmtp, secret=b64encode(password.encode()).decode())

        path = written(folder, "dovecot.conf", settings + more)
        os.makedirs(os.path.join(folder, "mail"), mode=0o777)
        os.chmod(os.path.join(folder, "mail"), 0o777)
        program = subprocess.Popen(["dovecot", "-F", "-c", path], stderr=subprocess.PIPE)
        try:
            answered(imap, program, os.path.join(folder, "log"))
            answered(lmtp, program, os.path.join(folder, "log"))
            yield Mailboxes(folder, imap, lmtp)
        finally:
            program.terminate()
            program.wait(PATIENCE)


DOVECOT = """
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
instance_name = {folder}
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
first_valid_uid = 1
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
passdb {{
  driver = static
  args = password={{PLAIN.b64}}{secret}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/mail/%n mail=maildir:{folder}/mail/%n/Maildir
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
"""


Piped = Callable[[bytes, dict[str, str]], int]
"""Acts like a pipe: a message and the variables that Postfix sets → its exit code."""


@contextmanager
def postfix(piped: Piped) -> Iterator[Mta]:
    """A Postfix whose alias hands every message to `piped`, and believes the exit code that it gives."""
    with open_folder("postfix") as folder, relay(folder, piped) as program:
        aliases(folder, f'referee: "|{program}"\n')
        with mta(folder, POSTFIX) as started:
            yield started


@contextmanager
def mta(folder: str, main: str, services: str = "") -> Iterator[Mta]:
    """A Postfix with its own configuration and queue. `services`: further lines of its master.cf."""
    port = free_port()
    configure_postfix(folder, port, main, services)
    command = ["postfix", "-c", os.path.join(folder, "etc")]
    subprocess.run([*command, "start"], check=True, capture_output=True)
    try:
        answered(port, None, os.path.join(folder, "log"))
        yield Mta(folder, port)
    finally:
        subprocess.run([*command, "stop"], check=False, capture_output=True)


def configure_postfix(folder: str, port: int, main: str, services: str) -> None:
    for name in ("etc", "queue", "data"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    owner = pwd.getpwnam("postfix")
    os.chown(os.path.join(folder, "data"), owner.pw_uid, owner.pw_gid)
    with open(MASTER, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("smtp      inet")]
    smtpd = f"127.0.0.1:{port} inet n - n - - smtpd\n"
    jail = [line.replace("  y  ", "  n  ", 1) if " y " in line and line[0] not in "# " else line for line in lines]
    written(os.path.join(folder, "etc"), "master.cf", smtpd + services + "".join(jail))
    written(os.path.join(folder, "etc"), "main.cf", PRIVATE.format(folder=folder) + main.format(folder=folder))


def aliases(folder: str, text: str) -> None:
    """The aliases of the machine, in the folder of a Postfix that has not started yet."""
    os.makedirs(os.path.join(folder, "etc"), exist_ok=True)
    path = written(os.path.join(folder, "etc"), "aliases", text)
    written(os.path.join(folder, "etc"), "main.cf", "")
    subprocess.run(["postalias", "-c", os.path.join(folder, "etc"), f"hash:{path}"], check=True)


MASTER = "/usr/share/postfix/master.cf.dist"
PRIVATE = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
mail_owner = postfix
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
mynetworks = 127.0.0.0/8
alias_maps = hash:{folder}/etc/aliases
alias_database = hash:{folder}/etc/aliases
default_privs = nobody
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
"""
"""What keeps a Postfix apart from that of the machine; else it is as Debian ships it."""
POSTFIX = """
mydestination = localhost
local_recipient_maps =
recipient_delimiter = +
"""


@contextmanager
def relay(folder: str, piped: Piped) -> Iterator[str]:
    """Postfix runs no pipe as root, and nobody else may look into the folders of tests: so the pipe hands over.

    The script that Postfix runs puts the message and its variables down, and ends with the code that is given back.
    Yields its path. It adds its arguments, its folder and its user to the variables.
    """
    place = os.path.join(folder, "relay")
    os.makedirs(place)
    os.chmod(place, 0o777)
    program = written(place, "hand-over", HAND_OVER)
    os.chmod(program, 0o755)
    done = Event()
    thread = Thread(target=answer, args=(place, piped, done))
    thread.start()
    try:
        yield program
    finally:
        done.set()
        thread.join()


HAND_OVER = """#!/bin/sh
place=$(mktemp -d "$(dirname "$0")/mail.XXXXXX") || exit 75
env > "$place/environment"
printf '%s\n' "ARGUMENTS=$*" "FOLDER=$(pwd)" "USER_NAME=$(id -un)" >> "$place/environment"
cat > "$place/message" || exit 75
chmod -R a+rwX "$place"
mv "$place" "$place.whole"
while [ ! -e "$place.whole/code" ]; do sleep 0.02; done
exit "$(cat "$place.whole/code")"
"""


def answer(place: str, piped: Piped, done: Event) -> None:
    answered_before: set[str] = set()
    while not done.wait(0.02):
        for name in sorted(os.listdir(place)):
            if name.endswith(".whole") and name not in answered_before:
                answered_before.add(name)
                give_back(os.path.join(place, name), piped)


def give_back(place: str, piped: Piped) -> None:
    with open(os.path.join(place, "environment"), encoding="utf-8", errors="replace") as file:
        variables = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    with open(os.path.join(place, "message"), "rb") as file:
        code = piped(file.read(), variables)
    fresh = written(place, "code.new", str(code))
    os.chmod(fresh, 0o644)
    os.rename(fresh, os.path.join(place, "code"))


@contextmanager
def open_folder(name: str) -> Iterator[str]:
    """A folder that other users may enter, removed afterwards."""
    folder = tempfile.mkdtemp(prefix=f"referee-{name}-", dir="/tmp")
    os.chmod(folder, 0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def written(folder: str, name: str, text: str) -> str:
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def answered(port: int, program: subprocess.Popen[bytes] | None, log: str) -> None:
    """Wait until somebody listens. Raises AssertionError with the server's log."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and (program is None or program.poll() is None):
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
            return
        time.sleep(0.02)
    told = ""
    if os.path.exists(log):
        with open(log, encoding="utf-8", errors="replace") as file:
            told = file.read()
    raise AssertionError(f"no server at port {port}:\n{told}")
