"""What can be configured: by flags, else `REFEREE_*`, else `./referee.toml`, else the user's own `referee.toml`."""

import os
import re
import sys
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from referee import __version__, mail_settings
from referee.exit_codes import MISCONFIGURED, Foreseen
from referee.reading.plain_files import first_bytes
from referee.report.pictures.palette import Name
from referee.store.addresses import SCHEME, BadAddress, is_in_database, place_in, refuse_password
from referee.words import ENGLISH, LANGUAGES, Phrase, say

if TYPE_CHECKING:
    from referee.mail_settings import MailSettings


BY_HAND, WHEN_OVER = "by hand", "when over"
"""How a game that is over is closed: by the moderator, or by `referee remind`."""
NO_ORDERS, SEALED_ORDERS = "none", "sealed"
"""Whether players of new games may send orders ahead of their turn."""
WEB_ADDRESS = re.compile(
    r"""https?://([^][\s/?#:@<>"'\\]+|\[[0-9a-f:.]+])(:[0-9]{1,5})?(/[^\s?#<>"\\]*)?""", re.IGNORECASE
)
DELAY = re.compile("([0-9]{1,4}) to ([0-9]{1,4})")


class Settings(NamedTuple):
    """Folders of games, private parts and reports; `wait` is how many seconds to wait for another process.

    `language` is the language of texts for a reader whose language is unknown.

    `palette` names the colours of reports, or gives seats others: seat → `#rrggbb`. `mail` says how e-mails are sent
    and fetched. `found` names the files that were read. `close`: BY_HAND or WHEN_OVER. `orders`: NO_ORDERS or
    SEALED_ORDERS. `orders_delay`: from how many to how many minutes after its beginning an ordered turn is played.
    `rule_pages`: the address of the folder in which the pages of `referee rules` are published, one folder a title.
    """

    games: str = "games"
    private: str = "private"
    reports: str = "reports"
    wait: int = 30
    language: str = ENGLISH
    palette: str | tuple[tuple[str, str], ...] = ()
    mail: "MailSettings | None" = None
    found: tuple[str, ...] = ()
    close: str = BY_HAND
    orders: str = NO_ORDERS
    orders_delay: str = "10 to 180"
    rule_pages: str = ""

    @property
    def own_pages(self) -> str:
        """The folder of pages for one seat alone, and of moves in an editor.

        With private parts in a database it is the folder `private` next to the reports.
        """
        if is_in_database(self.private):
            return os.path.join(os.path.dirname(self.reports), "private")
        return self.private

    def needed_mail(self) -> "MailSettings":
        """How e-mails are sent and fetched. Raises Misconfigured."""
        if self.mail is None:
            raise Misconfigured(
                say('There is no [mail] in referee.toml. Begin it with: from = "Referee <referee@example.org>"')
            )
        return self.mail

    @property
    def takes_orders(self) -> bool:
        """Whether players of new games may send orders ahead, where nothing else is said."""
        return self.orders == SEALED_ORDERS

    @property
    def delay_minutes(self) -> tuple[int, int]:
        """From how many to how many minutes after its beginning an ordered turn is played."""
        least, most = self.orders_delay.split(" to ")
        return int(least), int(most)


class Misconfigured(Foreseen):
    """A setting that means nothing; `says` gives the setting, its place, and the allowed values."""

    code = MISCONFIGURED

    def __init__(self, says: Phrase) -> None:
        super().__init__(says)
        self.says = says

    def __str__(self) -> str:
        return str(self.says)


FILE = "referee.toml"
FOLDERS = ("games", "private", "reports")
LONGEST_WAIT = 86_400
STORE = "store"
"""The setting that puts games and private parts into one database."""
KNOWN = {
    **dict.fromkeys(FOLDERS, "the path of a folder"),
    STORE: "the address of a database such as postgresql://club@db.example.org/club",
    "wait": f"a whole number of seconds from 0 to {LONGEST_WAIT}",
    "language": "one of en, de, fr and it",
    "palette": 'one of printed, safe, contrast and grey, or a table of seats and colours, such as red = "#b8180a"',
    "close": "by hand or when over",
    "orders": "none or sealed",
    "orders_delay": "minutes such as 10 to 180, in quotes",
    "rule_pages": "the address of the folder with your rule pages, such as https://example.org/rules",
    "mail": 'a table that begins with from = "Referee <referee@example.org>"',
}
"""The settings, and what each may be."""
PREFIX = "REFEREE_"
VARIABLES = ("STORE", "GAMES", "PRIVATE", "REPORTS", "WAIT", "LANGUAGE", "CONFIG", "NOW", "TRACEBACK", "MAIL_PASSWORD")
LARGEST = 65_536
"""Bytes of a file of settings."""
SHOWN = 40
"""How many characters of a wrong value are shown."""


def settings(flags: Mapping[str, str | None], environment: Mapping[str, str]) -> Settings:
    """The settings in force. Raises Misconfigured."""
    refuse_misspelt(environment)
    # An empty file such as /dev/null is the usual way of having none.
    found = [path for path in (user_file(environment), FILE) if os.path.lexists(path) and path != os.devnull]
    values: dict[str, Any] = {}
    for path in found:
        values |= read_file(path)
    values |= from_environment(environment)
    given = {name: value_of(f"--{name}", name, value, "") for name, value in flags.items() if value is not None}
    return Settings(**(values | in_one_store(given)), found=tuple(found))


def in_one_store(values: dict[str, object]) -> dict[str, object]:
    """The settings of one place; a `store` says where games and private parts are that it does not name as well."""
    inside = {} if STORE not in values else {name: f"{values[STORE]}/{name}" for name in FOLDERS[:2]}
    return inside | {name: value for name, value in values.items() if name != STORE}


def user_file(environment: Mapping[str, str]) -> str:
    """Where the user's own file is; `REFEREE_CONFIG` names another."""
    if named := environment.get("REFEREE_CONFIG"):
        return named
    return os.path.join(config_folder(environment), FILE)


def config_folder(environment: Mapping[str, str]) -> str:
    """The folder of the user's own settings, as the system has it."""
    if not sys.platform.startswith("linux"):
        from platformdirs import user_config_dir

        return user_config_dir("referee", appauthor=False)
    named = environment.get("XDG_CONFIG_HOME", "")
    return os.path.join(named if os.path.isabs(named) else os.path.expanduser("~/.config"), "referee")


def read_file(path: str) -> dict[str, object]:
    import tomllib

    try:
        fields = tomllib.loads(settings_text(path))
    except OSError as error:
        raise unreadable_settings(path, error.strerror) from error
    except UnicodeDecodeError as error:
        raise unreadable_settings(path, say("it is not UTF-8; save it as UTF-8")) from error
    except ValueError as error:
        raise unreadable_settings(path, error) from error
    except RecursionError as error:
        raise unreadable_settings(path, say("its brackets are nested too deep")) from error
    values, wrong = dict[str, object](), list[Phrase]()
    for name, value in fields.items():
        try:
            values[name] = value_of(path, name, value, os.path.dirname(path))
        except Misconfigured as error:
            wrong.append(error.says)
    if wrong:
        raise all_wrong(wrong)
    return in_one_store(values)


def all_wrong(wrong: Sequence[Phrase]) -> Misconfigured:
    """Everything that is wrong, in one refusal."""
    return Misconfigured(wrong[0] if len(wrong) == 1 else say("{lines}", lines="\n".join(map(str, wrong))))


def settings_text(path: str) -> str:
    """The text of a file of settings. Raises OSError, UnicodeDecodeError, Misconfigured."""
    raw = first_bytes(path, LARGEST + 1)
    if len(raw) > LARGEST:
        raise unreadable_settings(path, say("it is longer than {most} bytes", most=LARGEST))
    return raw.decode("utf-8-sig").replace("\r\n", "\n")


def unreadable_settings(path: str, why: object) -> Misconfigured:
    return Misconfigured(say("{path} can't be read: {why}.", path=path, why=why))


def refuse_misspelt(environment: Mapping[str, str]) -> None:
    """A variable that is nearly one of ours was meant to be it: else games could land in a folder nobody named.

    Raises Misconfigured.
    """
    for variable in environment:
        if variable.startswith(PREFIX) and (name := variable.removeprefix(PREFIX)) not in VARIABLES:
            for near in get_close_matches(name, VARIABLES, 1):
                words = "There is no variable {variable}. Did you mean {near}?"
                raise Misconfigured(say(words, variable=variable, near=PREFIX + near))


def from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    named = {name: environment.get(PREFIX + name.upper()) for name in (STORE, *FOLDERS, "wait", "language")}
    return in_one_store(
        {name: value_of(PREFIX + name.upper(), name, value, "") for name, value in named.items() if value}
    )


def value_of(place: str, name: str, value: object, beside: str) -> object:
    """A setting's value; a folder named in a file is meant from where that file is."""
    if name in (STORE, *FOLDERS):
        refuse_password_in(place, name, str(value))
    if name in (STORE, *FOLDERS[:2]) and isinstance(value, str) and is_in_database(value):
        return address_of(place, name, value)
    if name in FOLDERS and isinstance(value, str) and value and "\0" not in value and SCHEME not in value:
        return os.path.join(beside, value)
    if name == "wait" and is_wait(str(value)):
        return int(str(value))
    if name == "language" and value in LANGUAGES:
        return value
    if name == "close" and value in (BY_HAND, WHEN_OVER):
        return value
    if name == "orders" and value in (NO_ORDERS, SEALED_ORDERS):
        return value
    if name == "orders_delay" and (found := DELAY.fullmatch(str(value))) and int(found[1]) <= int(found[2]):
        return value
    if name == "rule_pages" and is_web_address(str(value)):
        return value
    if name == "palette" and (isinstance(value, dict) or value in list(Name)):
        return tuple((seat, str(colour)) for seat, colour in value.items()) if isinstance(value, dict) else value
    if name == "mail":
        return mail_of(place, value, beside)
    if name in KNOWN:
        raise Misconfigured(meaningless(place, name, value))
    raise Misconfigured(unknown(place, name))


def refuse_password_in(place: str, name: str, value: str) -> None:
    """Raises Misconfigured, without the value."""
    try:
        refuse_password(value)
    except BadAddress as error:
        raise bad_address(place, name, error) from None


def address_of(place: str, name: str, value: str) -> str:
    """An address as it is shown, without a slash at its end. Raises Misconfigured."""
    try:
        place_in(value)
    except BadAddress as error:
        raise bad_address(place, name, error) from None
    return value.rstrip("/")


def bad_address(place: str, name: str, error: BadAddress) -> Misconfigured:
    where = place if place.lower().endswith(name) else f"{place}: {name}"
    return Misconfigured(say("{place}: {why}", place=where, why=error.says))


def mail_of(place: str, value: object, beside: str) -> "MailSettings":
    """The table `[mail]`. What is wrong is replaced, to find what else is wrong. Raises Misconfigured."""
    wrong = dict[str, Phrase]()
    while True:
        try:
            found = mail_settings.mail(value, beside)
        except mail_settings.Meant as error:
            name, known = error.name, error.known
            says = unknown(place, name, known) if known else meaningless(place, name, error.value, error.meant)
            if error.setting in wrong or not isinstance(value, dict):
                raise all_wrong([*wrong.values()] or [says]) from None
            wrong[error.setting] = says
            value = mail_settings.without_setting(value, error.setting)
        else:
            if wrong:
                raise all_wrong([*wrong.values()])
            return found


def is_web_address(text: str) -> bool:
    """Whether a text is a full address that browsers open unchanged, and to which names of files can be added."""
    return bool(WEB_ADDRESS.fullmatch(text)) and text.isprintable()


def is_wait(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= LONGEST_WAIT


def meaningless(place: str, name: str, value: object, meant: str = "") -> Phrase:
    shown = "'…'" if name == STORE and any(each in str(value) for each in "=@:") else repr(value)
    if len(shown) > SHOWN:
        shown = shown[: SHOWN - 1] + "…"
    words = "{place}: {name} can't be {value}. It should be {meant}."
    return say(words, place=place, name=name, value=shown, meant=meant or KNOWN[name])


def unknown(place: str, name: str, known: Collection[str] = tuple(KNOWN)) -> Phrase:
    table, dot, word = name.rpartition(".")
    if found := get_close_matches(word, known, 1):
        near = table + dot + found[0]
        return say("{place}: there is no setting {name}. Did you mean {near}?", place=place, name=name, near=near)
    words = "{place}: there is no setting {name} in referee {version}. The settings are {known}."
    return say(words, place=place, version=__version__, name=name, known=", ".join(known))
