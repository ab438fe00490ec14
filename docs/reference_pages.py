"""The pages of the reference that follow from the program: commands, settings, exit codes, JSON answers.

`make docs` writes them, and a test compares them. What a setting or an exit code is for is written here; a setting
without such a sentence stops `make docs`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import wrap_prose

from referee import cli
from referee.cli import contents
from referee.cli.run import PAIRS, YES_OR_NO
from referee.exit_codes import (
    BUG,
    BUSY,
    DONE,
    FORBIDDEN,
    MAIL,
    MISCONFIGURED,
    MISSING,
    REFUSED,
    UNCONFIRMED,
    UNREPLAYABLE,
    UNWRITABLE,
    USAGE,
)
from referee.mail_settings import INBOX, WORDS, Inbox, Login, MailSettings
from referee.settings import KNOWN, VARIABLES, Settings

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference"
ANSWERS = ROOT / "schemas" / "answers"
NOTE = "<!-- `make docs` writes this page from the program: change docs/reference_pages.py, not this file. -->\n"

PURPOSE = {
    "store": "a database for games and private parts: see [many hosts](../how-to/many-games.md#use-a-database). "
    "`games` and `private` in the same place take precedence",
    "games": "the folder of the games",
    "private": "the folder of secrets, addresses and keys",
    "reports": "the folder of the reports",
    "wait": "how long to wait while another command records in the same game",
    "language": "the language of reports, pages and refusals, and of texts for readers without a language of their "
    "own. Lists for the moderator, such as `status`, `log` and `doctor`, are English. Moves and logs "
    "are the same in every language",
    "rule_pages": "where your [pages about the rules](../how-to/publish.md#pages-about-the-rules) are: the numbers of "
    "rules in pages and e-mails are links to them",
    "palette": "the colours of reports, pictures and e-mails: see [palettes](../how-to/publish.md#palettes)",
    "mail": "how e-mails are sent and read: see [mail](#mail)",
    "orders": "whether players of new games may send [orders ahead](../how-to/time.md#let-players-order-ahead), "
    "unless `referee new` says no",
    "orders_delay": "from how many to how many minutes after its beginning a turn is played that was ordered ahead",
    "close": "whether `referee remind` closes games that are over: see [close](../how-to/ending.md#close-the-game)",
}
"""What each setting is for."""

MAIL_PURPOSE = {
    "from": "the sender of all e-mails; must be there",
    "reply": "the address to which the tag of an answer is added; usually the address of `from`",
    "separator": "the character between that address and the tag",
    "transport": "how e-mails are sent",
    "server": "the server for `smtp` and `lmtp`; for `lmtp` also the path of a socket",
    "security": "how the connection is protected",
    "user": "the name for the login; without it there is no login",
    "password_file": "a file whose first line is the password",
    "password_command": "a program that prints the password, such as `pass show mail`; it starts without a shell. "
    "`REFEREE_MAIL_PASSWORD` works, too",
    "sendmail": "the program of the transport `sendmail`",
    "folder": "the folder of the transports `maildir` and `files`",
    "authserv": "the host whose `Authentication-Results` are believed: see "
    "[verified senders](../how-to/mail.md#accept-verified-senders-only)",
    "require": "with `dmarc`, mail that did not pass there is ignored",
    "own_received": "how many `Received:` of your own servers are above what `authserv` writes",
    "composer": "whether players can [build their move by clicking](../players/by-clicking.md) in the attached report",
    "moderator": "who moderates. Every e-mail names them, and "
    "[messages to them](../how-to/mail.md#messages-to-you) go there",
    "tags": "whether a mail must come to an address with a tag; `false`: plain addresses will do; "
    "set `require`, too, or anybody who knows an address can move",
    "lenient": "whether e-mails are read [generously](mail.md#read-generously). Files are always read strictly",
    "inbox": "where answers arrive: see [inbox](#inbox)",
}
"""What each setting of `[mail]` is for."""

INBOX_PURPOSE = {
    "maildir": "the folder of a Maildir; write this or `imap`",
    "imap": "the server of an IMAP mailbox",
    "mailbox": "the mailbox to read",
    "security": "how the connection is protected",
    **{name: MAIL_PURPOSE[name] for name in Login._fields},
}
"""What each setting of `[mail.inbox]` is for."""

INTERRUPTED = 130
"""The exit code of a program that Ctrl+C stopped."""

EXIT_CODES = {
    DONE: "Done, or recorded already. Also if only the page of what was recorded could not be written: a "
    "warning (with `--json` in `warnings`) says how to make it again. Also for an order that stopped in the middle, "
    'because its first part is recorded: `--json` has `"accepted": true`, and `stopped` says why.',
    BUG: "A bug. Please report what `referee --traceback …` shows.",
    USAGE: "The command line is wrong: an unknown command, option or seat, or a bad name.",
    REFUSED: "A move, file or log is refused, and nothing was recorded. For `receive`, and for `send` and "
    "`remind` with the name of a game: it cannot be read. Without a name `send` and `remind` name such games, handle "
    "all others, and end with 0. For `diff`: a game cannot be compared.",
    MISSING: "There is no such game, file, title or board; or nobody is to move.",
    MAIL: "A mail server is not responding or did not accept an e-mail. What is due waits.",
    UNREPLAYABLE: "A fault in the program or in a title: the game could not be read again with this entry, so "
    "it was not recorded. The log is unchanged, and the game can continue. Please report the message, what you did, "
    "and the log. If parts of an order were recorded before, the message says so.",
    UNWRITABLE: "A file cannot be written. Nothing was recorded.",
    UNCONFIRMED: "Reading, writing or printing failed on the way, perhaps after something was recorded (the "
    "message says so), or the disk did not confirm it. Run the command again: nothing is recorded twice.",
    BUSY: "Another command is recording in this game. Try again.",
    FORBIDDEN: "Only somebody else may do this: the secret of the game is not here.",
    MISCONFIGURED: "A setting or a `REFEREE_*` variable is wrong, or the library for a database, Parquet or "
    "`--scheduler` is not installed.",
    INTERRUPTED: "You interrupted it. It is safe to run it again.",
}
"""What each exit code means."""


def pages() -> dict[Path, str]:
    """Every page that is made here: its path and its text."""
    texts = {"commands.md": commands(), "settings.md": settings(), "errors.md": errors_page(), "answers.md": answers()}
    return {REFERENCE / name: wrap_prose.wrapped(text) for name, text in texts.items()} | {MAN: man()}


# Commands


class Command(NamedTuple):
    """A command of the program, and how it is called: `referee title boards check`."""

    words: tuple[str, ...]
    click: Any

    @property
    def name(self) -> str:
        return " ".join(self.words[1:])


def commands() -> str:
    """The page of all commands, in the groups of `referee --help`."""
    group: Any = cli.whole_program()
    lines = [
        "# Commands",
        "",
        NOTE,
        "`referee COMMAND --help` prints the same in your terminal. Results go to standard output and everything else "
        "to standard error, so `>` saves a clean report.",
        "",
        "## Options of all commands",
        "",
        "Write these before the command: `referee --games /srv/games status`.",
        "",
        *options_of(Command(("referee",), group), "Option"),
    ]
    for heading, listed in contents.COMMANDS.items():
        lines += ["", f"## {heading}"]
        for name in listed:
            for place in (name, *(f"{name} {word}" for word in contents.BELOW.get(name, ()))):
                command = group.get_command(None, place)
                for each in with_subcommands(Command(("referee", *place.split()), command)):
                    lines += ["", *command_lines(each)]
    return "\n".join(lines) + "\n"


def with_subcommands(command: Command) -> Iterator[Command]:
    """A command and the commands below it."""
    yield command
    for name, each in getattr(command.click, "commands", {}).items():
        yield from with_subcommands(Command((*command.words, name), each))


def command_lines(command: Command) -> list[str]:
    """The chapter of a command."""
    context = command.click.make_context(command.name, [], resilient_parsing=True)
    usage = " ".join([*command.words, *command.click.collect_usage_pieces(context)])
    paragraphs = [" ".join(each.replace("\b", "").split()) for each in (command.click.help or "").split("\n\n")]
    lines = [f"### {command.name}", "", "```text", usage, "```", ""]
    for paragraph in paragraphs:
        lines += [cell(paragraph), ""]
    return [*lines, *options_of(command, "Argument or option")]


def options_of(command: Command, heading: str) -> list[str]:
    """The table of what a command takes; `--help` and `--json` are the same everywhere."""
    context = command.click.make_context(command.name, [], resilient_parsing=True)
    records = [each.get_help_record(context) for each in command.click.params]
    rows = [(names, says) for names, says in filter(None, records) if names != "--help"]
    table = [f"| `{code_cell(names)}` | {cell(says)} |" for names, says in rows]
    return [f"| {heading} | |", "|---|---|", *table] if table else []


def cell(text: str) -> str:
    """A text as it can be in a cell of a table."""
    return code_cell(text).replace("<", "&lt;")


def code_cell(text: str) -> str:
    """A text as it can be between backticks in a cell of a table, where Markdown reads no entities."""
    return " ".join(text.split()).replace("|", "\\|")


# The man page

MAN = ROOT / "docs" / "referee.1"
"""What `man referee` shows; the wheel installs it."""


def man() -> str:
    """The commands, the options before them and the exit codes, for `man`."""
    group: Any = cli.whole_program()
    context = group.make_context("referee", [], resilient_parsing=True)
    options = [each.get_help_record(context) for each in group.params if not each.hidden]
    lines = [
        ".TH REFEREE 1",
        *man_section("name", "referee - run board games by e-mail"),
        *man_section("synopsis", "referee [OPTIONS] COMMAND [ARGS]..."),
        *man_section("description", "referee help COMMAND explains a command, with all its options."),
    ]
    for heading, names in contents.COMMANDS.items():
        places = [
            place for name in names for place in (name, *(f"{name} {each}" for each in contents.BELOW.get(name, ())))
        ]
        lines += man_list(
            heading, [(each, group.get_command(context, each).get_short_help_str(200)) for each in places]
        )
    lines += man_list("options", options)
    lines += man_list(
        "exit status", [(str(code), re.sub(r"`", "", means)) for code, means in sorted(EXIT_CODES.items())]
    )
    lines += man_list("files", [("referee.toml", "settings, in the current folder")])
    return "\n".join(lines) + "\n"


def man_section(heading: str, text: str) -> list[str]:
    return [f".SH {heading.upper()}", man_text(text)]


def man_list(heading: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    return [
        f".SH {heading.upper()}",
        *(line for name, says in rows for line in (".TP", f".B {man_text(name)}", man_text(says))),
    ]


def man_text(text: str) -> str:
    """A text as roff has it: no character of it commands anything."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


# Settings


def settings() -> str:
    """The page of all settings."""
    return "\n".join(
        [
            "# Settings",
            "",
            NOTE,
            "Settings come from four places. Earlier rows take precedence.",
            "",
            "| where | example |",
            "|---|---|",
            "| options before the command | `referee --games /srv/games show spring-cup` |",
            "| variables | `REFEREE_GAMES=/srv/games` |",
            '| `referee.toml` in the current folder | `games = "/srv/games"` |',
            "| your own `referee.toml`, in the folder for settings of your system (`~/.config/referee/` on Linux), or "
            "the file that `REFEREE_CONFIG` names | the same |",
            "",
            "Paths in a file are relative to that file. A setting with a wrong value is refused (78), and so is a "
            "variable that is nearly one of these. `referee doctor` names the files that it found.",
            "",
            "## General",
            "",
            *table_of(KNOWN, PURPOSE, Settings._field_defaults),
            "",
            "## Variables",
            "",
            "| variable | is |",
            "|---|---|",
            *(f"| `REFEREE_{name}` | {variable_purpose(name)} |" for name in VARIABLES),
            "",
            "## Mail",
            "",
            "In the table `[mail]` of `referee.toml`. Passwords are never printed. The certificate of a server is "
            "always checked; `SSL_CERT_FILE` names your own authority.",
            "",
            *table_of(WORDS, MAIL_PURPOSE, {**MailSettings._field_defaults, **Login._field_defaults}),
            "",
            "## Inbox",
            "",
            "In the table `[mail.inbox]`.",
            "",
            *table_of(INBOX, INBOX_PURPOSE, {**Inbox._field_defaults, **Login._field_defaults}),
            "",
            "## A new game",
            "",
            "`referee new --file cup.toml` reads what a game is to be from a file. Each field but `title` is also an "
            "option of the command: `known-deal` is `--known-deal`. What the command says comes before the file.",
            "",
            "```toml",
            *GAME_FILE,
            "```",
            "",
            "| field | is |",
            "|---|---|",
            *game_fields(),
            "",
        ]
    )


GAME_FILE = (
    'title = "magna-grecia"',
    'id = "spring-cup"',
    "edition = 1",
    "",
    "[player]",
    'red = "Bruno"',
    'yellow = "Anna"',
    "",
    "[clock]",
    'allowance = "72h"',
)
"""An example of such a file. The players are in the order of the seats."""


def game_fields() -> Iterator[str]:
    """The rows of what a file of a new game can say."""
    group: Any = cli.whole_program()
    for each in group.get_command(None, "new").params:
        if each.name not in ("file", "json", "full", "dry_run"):
            says = getattr(each, "help", "").removesuffix(" Repeat for each player.")
            kind = "table" if each.name in PAIRS else "true or false" if each.name in YES_OR_NO else "text"
            yield f"| `{each.name.replace('_', '-')}` ({kind}) | {cell(says)} |"


def variable_purpose(name: str) -> str:
    """What a variable `REFEREE_…` is for. Raises KeyError for one that nobody has explained."""
    if name.lower() in KNOWN:
        return f"the setting `{name.lower()}`"
    return {
        "CONFIG": "the path of your own `referee.toml`; empty: none",
        "NOW": "stops the clock at this time, such as `2026-11-20T19:00:00Z`, for tests and demonstrations. Never set "
        "it in real games; `referee doctor` warns of it",
        "TRACEBACK": "`1` does the same as `--traceback`; `0`, `no` and nothing switch it off",
        "MAIL_PASSWORD": "the password of the mail servers",
    }[name]


def table_of(known: Mapping[str, str], purpose: Mapping[str, str], defaults: Mapping[str, Any]) -> list[str]:
    """The table of some settings. Raises KeyError for one that nobody has explained."""
    rows = [
        f"| `{name}` | {purpose[name]} | {cell(values)} | {default_text(defaults.get(name))} |"
        for name, values in known.items()
    ]
    return ["| setting | is for | values | default |", "|---|---|---|---|", *rows]


def default_text(value: object) -> str:
    """`30` or `true` as in a file of settings; nothing where there is no default."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`" if value not in (None, "", ()) else ""


# Exit codes


def errors_page() -> str:
    """The page of exit codes, and what a refusal looks like."""
    rows = [f"| {code} | {means} |" for code, means in sorted(EXIT_CODES.items())]
    return f"""# Exit codes and errors

{NOTE}
## Exit codes

| code | means |
|---|---|
{chr(10).join(rows)}

`referee receive -` ends with 0 or 75 only, so that a mail server tries again and returns no mail to its sender.

## Messages

A refusal shows everything that is wrong at once:

- the file, the line and the column, such as `move.yaml:5:11`,
- the number of the rule, such as `MG-6.1`, if a rule is broken,
- what is wrong, what to write instead, and what the rule says.

`referee rules TITLE NUMBER` prints a rule with its source. With `--json` a refusal is [data](json.md#a-refusal).

A message without a number is about how something is written. A message with `referee --traceback` is about a fault in
the program: please report it.
"""


# JSON


def answers() -> str:
    """The page of what each command prints with `--json`."""
    lines = [
        "# JSON answers",
        "",
        NOTE,
        "What each command prints with `--json`. [JSON for programs](json.md) explains the rest. "
        "`referee dev schema answer.submit` prints the full schema of an answer.",
    ]
    for path in sorted(ANSWERS.glob("answer.*.schema.json")):
        name = path.name.removeprefix("answer.").removesuffix(".schema.json").replace(".", " ")
        lines += ["", f"## {name}"]
        for schema in objects(schema_of(path.name)):
            lines += ["", *answer_lines(schema)]
    return "\n".join(lines) + "\n"


def schema_of(name: str) -> dict[str, Any]:
    """A schema of an answer, in which every reference names its file."""
    text = (ANSWERS / name).read_text(encoding="utf-8").replace('"$ref": "#', f'"$ref": "{name}#')
    found: dict[str, Any] = json.loads(text)
    return found


def resolved(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a schema with what it refers to; what it says itself counts before that."""
    if "$ref" not in part:
        return {**part}
    name, _, place = part["$ref"].partition("#")
    found = schema_of(name)
    for key in filter(None, place.split("/")):
        found = found[key]
    return {**resolved(found), **{key: value for key, value in part.items() if key != "$ref"}}


def objects(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The forms that an answer can have."""
    if "anyOf" in schema:
        for each in schema["anyOf"]:
            yield from objects(resolved(each))
    elif "properties" in schema:
        yield schema


def answer_lines(schema: Mapping[str, Any]) -> list[str]:
    """One form of an answer: its format, and its fields."""
    says = schema.get("description", "")
    head = f"`{schema['properties']['format']['const']}`" + (f": {cell(says)}" if says else "")
    return [head, "", "| field | type | is |", "|---|---|---|", *field_rows(schema)]


def field_rows(schema: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """A row for each field; those of the objects in a list follow it as `games.state`."""
    for name, part in schema["properties"].items():
        field = resolved(part)
        if name != "format":
            yield f"| `{above}{name}` | {kind_of(field)} | {cell(field.get('description', ''))}{values(field)} |"
        items = resolved(field.get("items", {}))
        if "properties" in items and not above:
            yield from field_rows(items, f"{name}.")


def kind_of(field: Mapping[str, Any]) -> str:
    """The types of a field: `integer or null`."""
    found = field.get("type") or [resolved(each).get("type", "object") for each in field.get("anyOf", [{}])]
    return " or ".join([found] if isinstance(found, str) else found)


def values(field: Mapping[str, Any]) -> str:
    """The values that a field can have, where there are few."""
    found = [f"`{each}`" for each in field.get("enum", ()) if each]
    return f" One of {', '.join(found)}" if found else ""


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8", newline="\n")
