"""The data files of a title are never edited, only added: each says what the title's list of released files says."""

from collections.abc import Iterator
from os.path import basename, dirname
from typing import Any

from referee.contract.playouts import Playout
from referee.show.data_files import RELEASED, released_files
from referee.words import Phrase, say


def data_files_are_as_released(game: Playout) -> None:
    """Games name their data by its content: a file that is edited or removed makes its games unreadable."""
    wrong = [str(each) for files in game.book.set_up.data_files for each in release_differences(files)]
    assert not wrong, "\n".join(wrong)


def release_differences(files: Any) -> Iterator[Phrase]:
    """What is wrong with the data files of one kind, and what to do instead."""
    folder = basename(files.folder)
    listed = released_files(dirname(files.folder)).get(folder, {})
    for name in files.names():
        facts = {"file": f"{folder}/{name}.yaml", "content": files.load(name)[2]}
        if name not in listed:
            words = "{file} is not in {list}. Before you release it, add this below `{folder}:`\n{lines}"
            yield say(words, **facts, list=RELEASED, folder=folder, lines=line(name, facts["content"]))
        elif listed[name]["content"] != facts["content"]:
            words = (
                "{file} says other things than when it was released: its content was {before}, and is {content}. Games "
                "need it as it was. Put it back, and write the new facts into a new file with a new name."
            )
            yield say(words, **facts, before=listed[name]["content"])
    for name in listed:
        if name not in files.names():
            words = "{file} was released and is gone. Games need it: put it back."
            yield say(words, file=f"{folder}/{name}.yaml")


def line(name: str, content: str) -> str:
    """What the list says of a new file."""
    return f"  {name}:\n    since: PACKAGE VERSION\n    content: '{content}'"
