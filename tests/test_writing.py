"""Only few modules touch files for writing, or the network at all: the parsed program says which."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "referee"

WRITERS = {"store/disk.py", "store/log.py", "store/private.py", "app/look/report_files.py", "app/look/demo.py"}
WRITERS |= {"app/kept_answers.py", "store/stores.py"}
WRITERS |= {"mail/transport/inboxes.py", "app/archive/archive_files.py", "app/play/discard_game.py"}
"""disk, log and private record; report_files writes reports, and schemas for editors; demo has a folder of its own;
kept_answers has a table of what was found out; inboxes keeps mail; archive_files
writes the folder of an archive; discard_game puts a game away that nobody has played."""

CHANGES = {
    *(
        "os." + name
        for name in ("replace", "rename", "unlink", "remove", "mkdir", "makedirs", "rmdir", "link", "chmod")
    ),
    *("shutil." + name for name in ("rmtree", "copy", "copytree", "move")),
}
SOCKETS = {"socket", "urllib", "http", "smtplib", "imaplib", "requests", "ssl", "asyncio"}


@cache
def trees() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(ROOT.rglob("*.py"))
    ]


def writes(call: ast.Call) -> bool:
    """Whether a call changes the disk: `open` for writing, or one of the functions that make, move or remove files."""
    name = ast.unparse(call.func)
    if name == "open" and len(call.args) > 1 and ast.unparse(call.args[0]) != "os.devnull":
        return any(letter in ast.literal_eval(call.args[1]) for letter in "wax+")
    opened = ast.unparse(call) if name == "os.open" else ""
    return name in CHANGES or ("O_WRONLY" in opened and "os.devnull" not in opened)


def test_only_the_writers_write() -> None:
    found = {name for name, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Call) and writes(node)}
    assert found <= WRITERS
    assert "store/disk.py" in found


def test_only_emails_open_a_connection() -> None:
    for name, tree in trees():
        if name.startswith("mail/"):
            continue
        for node in ast.walk(tree):
            named = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {each.split(".")[0] for each in named} & SOCKETS, name


def test_no_print_and_no_exit_outside_the_command_line() -> None:
    for name, tree in trees():
        if name.startswith("cli/"):
            continue
        calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        assert not calls & {"print", "input", "exit", "sys.exit", "eval", "exec"}, name
