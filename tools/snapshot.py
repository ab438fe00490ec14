"""What people see, as files to compare: `python tools/snapshot.py FOLDER`, then `… --compare OLD NEW` for two of them.

It writes all that commands answer, refuse and make, for the sample games, the frozen ones, forty random ones, every
command that writes, natural mails and the catalogue of bad inputs; clock and chance stand still, so two runs give the
same bytes. `--every 5` takes a fifth of all that (make OLD and NEW alike), and `--only PART` a part. Pages and pictures
may be packed or escaped otherwise, help may be worded otherwise; if anything else differs, the comparison ends with 1.
"""

import argparse
import email.policy
import gc
import html
import io
import os
import random
import re
import shlex
import shutil
import sys
import tempfile
import time
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from email.message import EmailMessage
from glob import glob
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
TAKEN = Counter[int]()
"""How many bytes of chance of each size were taken in a part of the snapshot."""


def fixed_bytes(size: int) -> bytes:
    """In place of `os.urandom`: all secrets are one, as in the tests of faults; names of files and mails are counts."""
    TAKEN[size] += 1
    return bytes([1]) * size if size >= 32 else TAKEN[size].to_bytes(size, "big")


os.urandom = fixed_bytes  # before anything takes it from there
os.environ.update(REFEREE_NOW="2026-11-20T19:00:00Z", REFEREE_CONFIG="", REFEREE_WAIT="0", NO_COLOR="1", COLUMNS="100")
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / name) for name in ("", "faults", "mail"))]

import yaml  # noqa: E402

from referee.cli import main as referee  # noqa: E402

TOML = '[mail]\nfrom = "Referee <referee@games.example.org>"\ntransport = "files"\nfolder = "letters"\n'
LANGUAGES = ("en", "de", "fr", "it")
COMMANDS = """abandon, absent, answer, archive, boards, boards check, boards draw, boards print, check, clock, close,
completion, components, concede, conformance, contract, correct, deal, demo, diff, discard, doctor, draw, edition,
export, extend, fork, help, known-deal, legal, log, mail, mail dismiss, mail list, mail retry, mail show, missed, move,
new, nonce, observe, orders, pause, player, players, receive, remind, replay, resign, resume, rules, ruling, say,
schema, send, serve-mail, show, stats, status, store, store copy, submit, suggest, titles, undo, verify,
why"""
MUST_STAY = ("answers", "json", "refusals", "logs", "private", "letters-text", "letters-headers")


class Snapshot:
    """The files of a snapshot. Each of its parts works in a folder of its own."""

    def __init__(self, target: Path, every: int = 1) -> None:
        self.target, self.every, self.part, self.names = target, every, "", Counter[str]()

    def write(self, kind: str, name: str, text: str) -> None:
        """A file, without the folder in which it was made; a number tells those of one name apart."""
        name = re.sub(r"[^\w.,=@+-]+", "_", f"{self.part} {name}")[:150]
        self.names[kind + name] += 1
        path = self.target / kind / f"{name}.{self.names[kind + name]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = text.replace(os.getcwd(), "<here>").replace(str(ROOT), "<root>")
        path.write_text(text, "utf-8", "backslashreplace", newline="")

    def ask(self, command: str, stdin: bytes = b"", rights: AbstractContextManager[None] | None = None) -> str:
        """One command in this process, whose answer is kept: what it printed."""
        random.seed(command)
        with rights or nullcontext():
            code, out, err = ran(shlex.split(command), stdin)
        is_help = re.search(r"(^| )(--help|help)( |$)", command)
        kind = "help" if is_help else "refusals" if code else "json" if "json" in command else "answers"
        self.write(kind, command, f"$ {command}\nexit {code}\n--- out\n{out}\n--- err\n{err}")
        return out

    @contextmanager
    def folder(self, part: str, *, keeps_files: bool = True) -> Iterator[None]:
        """A part of the snapshot: what it leaves in its folder is kept, too."""
        self.part, before = part, os.getcwd()
        TAKEN.clear()
        with tempfile.TemporaryDirectory(prefix="snapshot-") as here:
            os.chdir(here)
            os.chmod(here, 0o755)
            Path("referee.toml").write_text(TOML)
            try:
                yield
                for path in sorted(Path().rglob("*")) if keeps_files else ():
                    if path.is_file():
                        self.keep_file(path, path.read_bytes())
            finally:
                os.chdir(before)

    def keep_file(self, path: Path, raw: bytes) -> None:
        if path.suffix == ".eml":
            self.keep_letter(str(path), email.message_from_bytes(raw, policy=email.policy.default))
        elif path.suffix in (".html", ".js", ".xml", ".svg"):
            self.write("pictures" if path.suffix == ".svg" else "pages", str(path), unpacked(raw.decode()))
        elif path.suffix in (".png", ".gif"):
            self.write("pictures", str(path), f"{sha256(raw).hexdigest()}\n")
        elif path.suffix == ".yaml" and path.parts[0] in ("games", "private"):
            self.write("logs" if path.parts[0] == "games" else "private", str(path), raw.decode())

    def keep_letter(self, name: str, letter: Any) -> None:
        """The parts of an e-mail as people see them, however they are packed."""
        fields = [f"{key}: {value}\n" for key, value in letter.items() if not key.startswith(("Content-", "MIME"))]
        self.write("letters-headers", name, "".join(fields))
        for part in letter.walk():
            content = "" if part.is_multipart() else part.get_content()
            called = f"{name} {part.get_filename('')}"
            if part.get_content_type() == "text/plain":
                self.write("letters-text", called, content)
            elif isinstance(content, str) and content:
                self.write("letters-html", called, unpacked(content))
            elif content:
                self.write("pictures", called, f"{sha256(content).hexdigest()}\n")


def ran(words: list[str], stdin: bytes) -> tuple[int, str, str]:
    """What the program answers: exit code, output, errors."""
    given, out, err = (io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8") for raw in (stdin, b"", b""))
    code: Any = 0
    with patch.multiple(sys, argv=["referee", *words], stdin=given, stdout=out, stderr=err), patch.dict(os.environ):
        try:
            referee()
        except SystemExit as end:
            code = end.code or 0
        finally:
            gc.enable()
        for each in (out, err):
            each.flush()
    return code, *(each.buffer.getvalue().decode("utf-8", "replace") for each in (out, err))


def unpacked(page: str) -> str:
    """A page whose packed parts are written out."""

    def content(found: re.Match[str]) -> str:
        for bits in (zlib.MAX_WBITS, -zlib.MAX_WBITS, 16 + zlib.MAX_WBITS):
            try:
                return found[1] + zlib.decompress(b64decode(found[2]), bits).decode().replace("\0", "\n") + found[3]
            except (ValueError, zlib.error):
                continue
        return found[0]

    return re.sub(r'(<script type="text/plain"[^>]*>)([A-Za-z0-9+/=\s]{200,})(</script>)', content, page)


def read_yaml(path: str | Path) -> Any:
    return yaml.load(Path(path).read_bytes(), getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def put_game(raw: bytes, secret: str, language: int = 0) -> tuple[str, list[str]]:
    """A stored game with its secret, whose players have addresses, and each a language: its name and its seats."""
    header = next(yaml.load_all(raw, yaml.BaseLoader))
    id, seats = header["game"], list(header["seats"])
    spoken = {seat: LANGUAGES[(number + language) % 4] for number, seat in enumerate(seats)}
    kept = {"format": "referee-private/1", "game": id, "secret": secret, "reply_key": "5a" * 32}
    kept |= {"addresses": {seat: f"{seat}@example.net" for seat in seats}, "languages": spoken}
    for path, content in ((f"games/{id}/log.yaml", raw), (f"private/{id}.yaml", yaml.safe_dump(kept).encode())):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content)
        os.chmod(path, 0o600)
    return id, seats


def cut(path: str | Path, number: int) -> tuple[bytes, str]:
    """The first documents of a log that was closed, and the secret."""
    documents = [b"---\n" + each for each in Path(path).read_bytes().split(b"---\n")[1:]]
    return b"".join(documents[:number]), yaml.load(documents[-1], yaml.BaseLoader)["secret"]


def helps(shot: Snapshot) -> None:
    with shot.folder("helps"):
        for name in ["", *COMMANDS.replace("\n", " ").split(", ")]:
            shot.ask(f"{name} --help".strip())
        for command in ("titles", "boards", "doctor", "schema", "rules attika", "rules magna-grecia"):
            shot.ask(command)
            shot.ask(f"--language de {command} --json")
        shot.ask("schema --all schemas")
        for name in sorted(glob("schemas/**/*.json", recursive=True)):
            shot.write("json", name, Path(name).read_text("utf-8"))


def games(shot: Snapshot, logs: list[tuple[bytes, str]], spots: tuple[int, ...], forms: str) -> None:
    """Stored games: each at some of its entries, in forms of the report; then what is made of all of them."""
    for raw, secret in logs:
        number = len(raw)
        id, seats = put_game(raw, secret, number)
        for at in [raw.count(b"\n---\n") * spot // 100 for spot in spots]:
            for form in forms.split():
                seat = "" if form == "state" else f" --seat {seats[at % len(seats)]}"
                out = f" --out {id}-{at}.html" if form == "html" else ""
                shot.ask(f"--language {LANGUAGES[(number + at) % 4]} show {id} --at {at}{seat} --format {form}{out}")
        for command in ("show {}", "log {} --json", "legal {} --json", "players {} --json", "verify {} --jobs 1"):
            shot.ask(command.format(id))
        if move := shot.ask(f"suggest {id}").encode():
            shot.ask("check - --json", move)
            shot.ask("submit -", move)
        shot.ask(f"--language {LANGUAGES[number % 4]} replay {id} --out {id}-replay.html")
    for command in ("status", "status --json", "status --format html", "stats --jobs 1", "stats --json --jobs 1"):
        shot.ask(command)
    for command in ("verify --json --jobs 1", "archive site --jobs 1 --json", "export --to all.sqlite --jobs 1"):
        shot.ask(command)
    shot.ask("send --json")


def samples(shot: Snapshot) -> None:
    paths = sorted(glob(f"{ROOT}/games/*/log.yaml"))
    with shot.folder("samples"):
        forms = "html json text state svg bbcode markdown"
        spots = (100, 70, 40, 10, 0)[: max(2, 5 // shot.every)]
        games(shot, [(Path(path).read_bytes(), "5a" * 32) for path in paths], spots, forms)
        shot.ask("show bruttium-2 --format png --size small --out board.png")
        shot.ask("demo")
    for number in (9, 4, 14)[: max(1, 3 // shot.every)]:
        with shot.folder(f"samples cut {number}"):
            games(shot, [cut(path, number) for path in paths], (100,), "html json")


def frozen(shot: Snapshot) -> None:
    secrets = {each["game"]: each["secret"] for each in read_yaml(ROOT / "tests/editions/index.yaml")}
    paths = [Path(path) for path in sorted(glob(f"{ROOT}/tests/editions/*/*/log.yaml"))]
    with shot.folder("frozen"):
        logs = [(path.read_bytes(), secrets[path.parent.name]) for path in paths[:: shot.every]]
        games(shot, logs, (100, 50), "html json")


def random_games(shot: Snapshot) -> None:
    try:
        from referee.testkit.playouts import playout
    except ImportError:
        from referee.testkit.random_games import playout  # type: ignore
    seeds = [(title, seed) for seed in range(20) for title in ("attika", "magna-grecia")]
    with shot.folder("random"):
        made = [playout(title, 2 * seed + (title == "attika")) for title, seed in seeds[:: shot.every]]
        games(shot, [(each.log.raw, each.secret.hex()) for each in made], (60,), "html json")


def deeds(shot: Snapshot) -> None:
    """Every command that writes, with what comes before it in the tests of faults; then what it changed."""
    import commands

    for number, (name, deed) in [*enumerate(commands.DEEDS.items())][:: shot.every]:
        with shot.folder(f"deeds {name}"):
            deed.prepare()
            words = shlex.join(commands.filled(deed.words))
            with patch.dict(os.environ, REFEREE_NOW=deed.now):
                stdin = deed.stdin()
                shot.ask(f"--language {LANGUAGES[number % 4]} {words}{' --json' * (number % 2)}", stdin)
                for command in (words, "show cup", "status --long", "status --json", "send", "log cup"):
                    shot.ask(command, stdin if command == words else b"")


def mails(shot: Snapshot) -> None:
    """Some of the natural mails, each in answer to the last e-mail of its game."""
    items = [each for path in sorted(glob(f"{ROOT}/tests/mail/natural/*.yaml")) for each in read_yaml(path)]
    for item in [each for each in items if "text" in each["mail"]][:: 12 * shot.every]:
        with shot.folder(f"mails {item['id']}"), patch.dict(os.environ, REFEREE_NOW="2026-12-01T10:00:00Z"):
            raw, secret = cut(ROOT / item["game"], int(item["before"]))
            seats = put_game(raw, secret)[1]
            id, _ = put_game(raw, secret, LANGUAGES.index(item["language"]) - seats.index(item["seat"]))
            shot.ask("send")
            shot.ask("receive - --json", answer(f"letters/{id}/{int(item['before']) - 1}-{item['seat']}.eml", item))
            shot.ask("mail list")


def answer(letter: str, item: Any) -> bytes:
    """A mail in answer to an e-mail, with parts of that in it."""
    asked: Any = email.message_from_bytes(Path(letter).read_bytes(), policy=email.policy.default)
    body = asked.get_body(("plain",)).get_content()
    block = re.search(r"-----BEGIN MOVE-----.*?-----END MOVE-----", body, re.DOTALL)
    lines = block[0].split("\n") if block else ["", "reply:"]
    parts = {"block": "\n".join(lines), "head": "\n".join(lines[1:5]), "quoted": re.sub("(?m)^", "> ", body)}
    parts |= {"reply": lines[1].removeprefix("reply: "), "after": str(int(item["before"]) - 1), "quoted-plain": body}
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "somebody@example.net", asked["Reply-To"], "<1@example.net>"
    mail.set_content(re.sub(r"\{\{([\w-]+)\}\}", lambda found: parts[found[1]], item["mail"]["text"]), cte="8bit")
    return mail.as_bytes()


def refusals(shot: Snapshot) -> None:
    """The catalogue of bad inputs."""
    import spoiled_games
    import test_bad_inputs as catalogue

    with tempfile.TemporaryDirectory() as name:
        for title, fill in spoiled_games.FOLDERS.items():
            Path(name, title).mkdir()
            with catalogue.within(Path(name, title), {}):
                fill()
        cases = [(number, each.id, each.values[0]) for number, each in enumerate(catalogue.catalogue())]
        for number, id, case in cases[:: shot.every]:
            base, stdin = Path(name, case["title"]), case.get("stdin", "").encode()
            command = catalogue.with_heads(case.get("do", "referee submit move.yaml"), base)
            with shot.folder(f"refusals {number} {id}", keeps_files=False):
                shutil.copytree(base, "work", symlinks=True)
                with catalogue.within(Path("work"), case.get("env", {})):
                    catalogue.spoiled(case)
                    rights = catalogue.rights_of(case.get("as", ""), command, stdin)
                    shot.ask(command.removeprefix("referee "), stdin, rights)


PARTS: dict[str, Callable[[Snapshot], None]] = {
    "helps": helps, "samples": samples, "frozen": frozen, "random": random_games, "deeds": deeds, "mails": mails,
    "refusals": refusals,
}  # fmt: skip


def as_read(text: str) -> str:
    """A page as a browser reads it; that of an e-mail ends with an end of line."""
    return html.unescape(text).rstrip("\r\n")


def compare(old: Path, new: Path) -> int:
    """Print what differs, by kind, with the first place of each difference; 1 if anything that must stay does."""
    changed = False
    made = {path.name.partition("_")[0] for path in new.glob("*/*")}
    for kind in sorted({path.name for folder in (old, new) for path in folder.iterdir()}):
        found = {path.name for folder in (old, new) for path in (folder / kind).glob("*")}
        names = sorted(name for name in found if name.partition("_")[0] in made)
        pairs = [(name, text_of(old / kind / name), text_of(new / kind / name)) for name in names]
        unlike = [(name, before, after) for name, before, after in pairs if before != after]
        plain = [each for each in unlike if as_read(each[1]) != as_read(each[2])]
        print(f"{kind}: {len(names)} files, {len(plain)} differ, {len(unlike) - len(plain)} are only escaped otherwise")
        for name, before, after in plain[:12]:
            print(f"  {name}\n    - {excerpt(before, after)}\n    + {excerpt(after, before)}")
        changed |= bool(unlike) and kind in MUST_STAY
    return int(changed)


def text_of(path: Path) -> str:
    return path.read_bytes().decode() if path.exists() else "(there is no such file)"


def excerpt(text: str, other: str) -> str:
    """The text where it begins to differ from the other."""
    differing = (at for at, (one, two) in enumerate(zip(text, other, strict=False)) if one != two)
    at = next(differing, min(len(text), len(other)))
    return text[max(text.rfind("\n", 0, at) + 1, at - 60) : at + 100].replace("\n", "\u23ce")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compare", action="store_true", help="name two snapshots")
    parser.add_argument("--only", choices=PARTS, action="append", help="which part to make (default: all)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th game, command and mail")
    parser.add_argument("folders", nargs="+", type=Path)
    given = parser.parse_args()
    if given.compare:
        old, new = given.folders
        return compare(old, new)
    (target,) = given.folders
    shutil.rmtree(target, ignore_errors=True)
    shot = Snapshot(target.resolve(), given.every)
    for name in given.only or PARTS:
        began = time.process_time()
        PARTS[name](shot)
        print(f"{name}: {time.process_time() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
