"""Conformance cases run by an engine: `referee conformance`."""

import os
from collections.abc import Iterator

from referee import shipped_folder, titles
from referee.app.errors import Missing
from referee.app.look.library import books
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.contract import conformance
from referee.rules.rulebook import AnyRulebook
from referee.words import say

FEW = 100
"""Fewer cases than this are run in one process: it takes no longer than to begin others."""
ENDED = say("A process that checked cases was stopped from outside. Run the command again, or use fewer --jobs.")


def case_files(paths: list[str]) -> list[str]:
    """The case files meant. Raises Missing if there are none."""
    try:
        files = conformance.files(paths)
    except FileNotFoundError as error:
        raise Missing(say("There is no file or folder {path}.", path=error.args[0])) from error
    if not files:
        raise Missing(say("There are no cases in {paths}.", paths=", ".join(paths)))
    return files


def case_folders() -> list[str]:
    """The folder of cases of every installed title that can be loaded and has cases."""
    return [folder for book in books() if os.path.isdir(folder := case_folder(book))]


def case_folder(book: AnyRulebook) -> str:
    """A title of another package has its cases next to its rules. Ours are together: in a checkout among the tests."""
    if book.id not in titles.OURS:
        return os.path.join(book.folder, "cases")
    inside = os.path.join(shipped_folder("cases"), book.id)
    return inside if os.path.isdir(inside) else os.path.join(shipped_folder("tests"), "conformance", book.id)


def run_cases(files: list[str], engine: EngineRequest) -> Iterator[conformance.CaseResult]:
    """The verdict on each case file, in order. Raises Misconfigured, `log.Busy`."""
    sent = (conformance.case_file(path) for path in files)
    things = (Known(each) if isinstance(each, conformance.CaseResult) else each for each in sent)
    yield from results(conformance.result_of_bytes, things, len(files), engine, ENDED, FEW)
