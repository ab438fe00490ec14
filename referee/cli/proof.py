"""Commands for authors and judges of titles: conformance, contract."""

from typing import Annotated

import typer

from referee.cli import app, speech
from referee.cli.arguments import Json, TitleName, Words
from referee.words import say


@app.command()
def conformance(
    paths: Annotated[
        Words | None, typer.Argument(metavar="[PATH]...", help="Case files, or folders of them; without: all cases.")
    ] = None,
    json: Json = False,
) -> None:
    """Run cases against the rules, by default those of every installed title. Example: referee conformance"""
    from referee.app.look import library

    if not paths:
        speech.report_broken_titles()
    files = library.case_files(paths or library.case_folders())
    outcomes = list(speech.progress(library.run_cases(files), say("Cases"), len(files)))
    bad = [each for each in outcomes if not each.ok]
    if json:
        speech.out_json("referee-conformance/1", cases=outcomes)
    else:
        for each in bad:
            speech.out(f"{each.path}: {each.case}\n  {each.says}")
        speech.out(say("{good} of {all} cases are right.", good=len(outcomes) - len(bad), all=len(outcomes)))
    if bad:
        raise typer.Exit(65)


@app.command()
def contract(
    title: TitleName,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many random games to play.")] = 100,
    first: Annotated[int, typer.Option(metavar="SEED", min=0, help="The seed of the first game.")] = 0,
    json: Json = False,
) -> None:
    """Play random games of a title and check what every title must keep. Example: referee contract attika --games 20"""
    from referee.contract.run import broken_promises

    results = broken_promises(title, range(first, first + games))
    broken = [each for each in speech.progress(results, say("Games"), games) if each]
    if json:
        speech.out_json("referee-contract/1", title=title, games=games, broken=broken)
    else:
        for each in broken:
            speech.out(f"{each.title}, seed {each.seed}: {each.promise} is broken.\n  {each.why}")
        speech.out(say("{good} of {all} games keep every promise.", good=games - len(broken), all=games))
    if broken:
        raise typer.Exit(65)
