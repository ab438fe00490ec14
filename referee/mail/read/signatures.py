"""Moves signed with an ssh key, for those who want more proof than a reply address: checked by `ssh-keygen`."""

import os
import subprocess
from collections.abc import Iterable
from tempfile import TemporaryDirectory

from referee.store.disk import write_new

BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
LARGEST = 16_384
"""Bytes of a signature."""
SECONDS = 20


class Unavailable(Exception):
    """There is no `ssh-keygen` here that could check a signature."""


def first_signature(lines: Iterable[str]) -> bytes:
    """The first signature among the lines, or b""."""
    found: list[str] = []
    for line in map(str.strip, lines):
        if line == BEGIN:
            found = [line]
        elif found:
            found.append(line)
        if found and line == END:
            return ("\n".join(found) + "\n").encode("utf-8", "replace")
    return b""


def namespace(game: str) -> str:
    """What a signature is good for: moves of one game."""
    return f"referee-move@{game}"


def valid(texts: Iterable[bytes], signature: bytes, key: str, game: str, seat: str) -> bool:
    """Whether this is a signature by `key` of one of the texts, for moves of this game. Raises Unavailable."""
    if not signature or len(signature) > LARGEST:
        return False
    with TemporaryDirectory() as folder:
        signers, armour = os.path.join(folder, "signers"), os.path.join(folder, "signature")
        write_new(signers, f"{seat} {key}\n".encode(), 0o600)
        write_new(armour, signature, 0o600)
        command = ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", seat, "-n", namespace(game), "-s", armour]
        return any(runs(command, text) for text in dict.fromkeys(texts))


def runs(command: list[str], text: bytes) -> bool:
    """Whether a program ends well, given this. Raises Unavailable."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, timeout=SECONDS, check=False)
    except (FileNotFoundError, PermissionError) as error:
        raise Unavailable from error
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def works() -> bool:
    """Whether `ssh-keygen` signs here and checks: by a key made for that, and forgotten. Raises Unavailable."""
    with TemporaryDirectory() as folder:
        key, text = os.path.join(folder, "key"), b"- pass\n"
        made = runs(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key], b"")
        write_new(os.path.join(folder, "text"), text, 0o600)
        signing = ["ssh-keygen", "-q", "-Y", "sign", "-n", namespace("trial"), "-f", key, os.path.join(folder, "text")]
        if not (made and runs(signing, b"")):
            return False
        with open(f"{key}.pub", encoding="ascii") as public, open(os.path.join(folder, "text.sig"), "rb") as signed:
            return valid([text], signed.read(), public.read().strip(), "trial", "red")
