"""Commands that need no game: help, titles, boards, rules, schema, demo, doctor …, and those for authors of titles."""

import os
import shlex
import sys
from enum import StrEnum
from itertools import chain
from json import dumps
from typing import Annotated, Any

import typer
from typer import completion

from referee.app.errors import Usage
from referee.app.look import library, report_files
from referee.app.look.library import Law, RuleReading
from referee.app.many.engines import EngineRequest
from referee.cli import speech
from referee.cli.arguments import (
    Full,
    Jobs,
    Json,
    OfEdition,
    Parent,
    Scheduler,
    TitleName,
    Words,
    WordsBelow,
    complete_title,
    number_parser,
)
from referee.exit_codes import REFUSED
from referee.report.text import text_report
from referee.report.wording import with_colon
from referee.rules.rulebook import AnyRulebook
from referee.testkit import rule_cases
from referee.testkit.conformance import case_files, case_folders, run_cases
from referee.words import AND, ENGLISH, Phrase, say, speaking, term, word_list

app = typer.Typer()


@app.command("title", cls=Parent)
def titles(
    title: Annotated[
        str, typer.Argument(metavar="[TITLE]", help="Only this title.", autocompletion=complete_title)
    ] = "",
    json: Json = False,
) -> None:
    """List the titles with their seats, options and editions. Example: referee title"""
    found = library.all_titles(title)
    if not title:
        speech.report_broken_titles()
    if json:
        speech.out_json("referee-titles/1", titles=found)
        return
    for each in found:
        speech.out(f"{each.id}: {each.name}, edition {each.edition}, {each.players} players: {', '.join(each.seats)}")
        for name, values in each.options.items():
            speech.out(f"  --option {name}={'|'.join(values)}  {each.meanings[name]}")
        for reading in each.editions if len(each.editions) > 1 else ():
            speech.out(f"  --edition {reading.number}  {reading.says}")


boards = typer.Typer()
app.add_typer(boards, name="boards")


OfTitle = Annotated[str, typer.Option("--title", metavar="TITLE", help="Only this title. To list them: referee title")]


@boards.callback(invoke_without_command=True)
def all_boards(context: typer.Context, title: OfTitle = "", json: Json = False) -> None:
    """List, draw, print or check boards. Example: referee title boards draw mezzogiorno"""
    if context.invoked_subcommand:
        return
    found = library.boards(title)
    if not title:
        speech.report_broken_titles()
    if json:
        speech.out_json("referee-boards/1", boards=found)
        return
    for board in found:
        speech.out(f"{board.name} ({board.title}, {board.kind}): {board.size}; {board.provenance}")


@boards.command("draw")
def draw_board(name: Annotated[str, typer.Argument(metavar="BOARD")], json: Json = False) -> None:
    """Draw a board as text. Example: referee title boards draw mezzogiorno"""
    board = library.shipped_board(name)
    if json:
        speech.out_json("referee-board/1", **board._asdict())
        return
    speech.out(f"{board.name}: {board.provenance}\n\n{board.picture}")


@boards.command("print")
def print_board(name: Annotated[str, typer.Argument(metavar="BOARD")]) -> None:
    """Print the file of a board, as a start for your own. Example: referee title boards print mezzogiorno"""
    speech.out(library.board_file(name).rstrip("\n"))


@boards.command("check")
def check_board(file: Annotated[str, typer.Argument(metavar="FILE")], title: OfTitle = "", json: Json = False) -> None:
    """Check a board file of your own and draw it. Example: referee title boards check my-board.yaml"""
    with speech.verdict_on_stdout(json):
        found = library.check_board(file, title)
    bad = any(each.severity == "error" for each in found.findings)
    if json:
        speech.out_json("referee-board-check/1", good=not bad, kind=found.kind, findings=found.findings)
    else:
        if found.picture:
            speech.out(found.picture + "\n")
        for told in found.told:
            speech.out(told)
        words = "The {kind} can't be used." if bad else "The {kind} can be used."
        speech.out(say(words, kind=found.kind))
    if bad:
        raise typer.Exit(REFUSED)


@app.command()
def components(title: TitleName, json: Json = False) -> None:
    """Print what is in the box of a title, as a file you can correct. Example: referee title components magna-grecia"""
    text = library.components(title)
    if json:
        data = library.components_as_data(title)
        speech.out_json("referee-components/1", title=title, components=data, text=text)
    else:
        speech.out(text.rstrip("\n"))


@app.command()
def rules(
    title: TitleName,
    number: Annotated[str, typer.Argument(metavar="[NUMBER]", help="A rule (MG-7.2) or a chapter (MG-7).")] = "",
    edition: OfEdition = None,
    cases: Annotated[
        bool, typer.Option("--cases", help="Also what the rule allows and refuses, case by case.")
    ] = False,
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Write a page for each rule, with its cases drawn.")
    ] = "",
    json: Json = False,
) -> None:
    """Print the rules of a title. Example: referee rules magna-grecia MG-7

    A rule can also be named alone: referee rules MG-7.2
    """
    title, number = library.title_and_rule(title, number)
    book = library.book_under(title, edition)
    found = library.selected_laws(book, number)
    own, current = book.edition.number, book.editions[-1].number
    if out:
        speech.out(say("Pages: {folder}", folder=rule_cases.write_pages(book, found, out)))
        return
    if json:
        told = [each._replace(law=str(term(each.law))) for each in found]
        speech.out_json("referee-rules/1", title=title, edition=own, current=current, rules=told)
        return
    if any(each.decisions for each in found):
        words = CURRENT if own == current else OLDER
        speech.out(say(words, title=book.name, edition=own, current=current))
    for each in found:
        print_rule(each, own)
        if cases:
            print_cases(book, each)


def print_cases(book: AnyRulebook, law: Law) -> None:
    """The cases of a rule: what each shows, its position, its moves, and what the referee says of them."""
    for case in rule_cases.rule_pages(book, [law])[0].cases:
        speech.out(f"\n{case.says}  [{case.source}]")
        boards = [[f"    {line}".rstrip() for line in each] for each in rule_cases.text_boards(case)]
        move = [f"    {term(seat)}: {', '.join(lines)}" for seat, lines in case.moves]
        verdict = [f"    {with_colon(rule_cases.REFUSED_CASE)} {number} {why}" for number, why in case.refused]
        for line in chain(*boards[:1], move, verdict or [f"    {rule_cases.ACCEPTED_CASE}"], *boards[1:]):
            speech.out(str(line))


CURRENT = "{title}, edition {edition} (current). * marks rules on which editions differ."
OLDER = "{title}, edition {edition} (current: {current}). * marks rules on which editions differ."


def print_rule(law: Law, edition: int) -> None:
    """A rule, and below it what each edition decides about it where they differ."""
    mark = "*" if law.decisions else " "
    speech.out(f"{law.number}{mark} {term(law.law)}" + (f"  [{law.source}]" if law.source else ""))
    for decision in law.decisions:
        for reading in decision.readings:
            speech.out(f"    {editions_of(reading)}: {reading.says}")
        speech.out(f"    {say('Why: {why}', why=decision.why)}")


def editions_of(reading: RuleReading) -> Phrase:
    numbers = word_list(reading.editions, AND)
    if reading.shown:
        return say("Edition {numbers}, shown here", numbers=numbers)
    return say("Edition {numbers}", numbers=numbers)


@app.command()
def schema(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Which one (default: list the names).")] = "",
    all_into: Annotated[str, typer.Option("--all", metavar="DIR", help="Write all of them to this folder.")] = "",
    json: Json = False,
) -> None:
    """Print a JSON Schema for an editor or a program. Example: referee dev schema magna-grecia.move"""
    if all_into:
        written = report_files.write_schemas(all_into)
        if json:
            speech.out_json("referee-schemas/1", schemas=library.schemas(), written=written)
        else:
            speech.out(say("{number} schemas written to {folder}.", number=len(written), folder=all_into))
        return
    if not name:
        speech.report_broken_titles()
    if name:
        speech.out(dumps(library.schema(name), ensure_ascii=False, indent=2))
    elif json:
        speech.out_json("referee-schemas/1", schemas=library.schemas())
    else:
        speech.out("\n".join(library.schemas()))


@app.command("help")
def explain(
    context: typer.Context,
    command: Annotated[Words | None, typer.Argument(metavar="[COMMAND]", help="Which; without it all.")] = None,
) -> None:
    """List the commands, or explain one. Example: referee help submit"""
    root: Any = context.find_root()
    if command == ["options"]:
        speech.out(root.command.option_lines(root))
        return
    root.command.main([*(command or ()), "--help"], prog_name="referee")


class Shell(StrEnum):
    """The shells that can ask the program for the next word."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"
    powershell = "powershell"


@app.command("completion")
def complete_in_shell(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="Your shell: bash, zsh, fish or powershell.")],
    install: Annotated[bool, typer.Option("--install", help="Write it to the files of your shell.")] = False,
) -> None:
    """Let your shell complete commands, games and seats. Example: referee dev completion bash --install

    Without --install it prints the script.
    """
    names = {"prog_name": "referee", "complete_var": "_REFEREE_COMPLETE", "shell": shell.value}
    if install:
        _, path = completion.install(**names)  # type: ignore[attr-defined]
        speech.out(say("Written: {path}. It works in every shell that you open from now on.", path=path))
    else:
        speech.out(completion.get_completion_script(**names))  # type: ignore[attr-defined]


@app.command("dev", cls=Parent, no_args_is_help=True)
def for_experts(command: WordsBelow) -> None:
    """For experts: editions, schemas, cases, completion. Example: referee dev schema magna-grecia.move"""
    raise Usage(say("Write one of the commands below: referee help dev"))


@app.command()
def demo(
    name: Annotated[str, typer.Argument(metavar="[TITLE|GAME]")] = "magna-grecia",
    into: Annotated[str, typer.Option(metavar="DIR", help="The folder to play in. It is emptied first.")] = ".demo",
    full: Full = False,
    json: Json = False,
) -> None:
    """Play a stored game turn by turn and show how it ended. Example: referee demo"""
    from referee.app.look import demo as theatre  # each of these commands needs much that the others do not

    model = theatre.stored_game(name)
    table = theatre.table_in(into)
    done = list(speech.progress(theatre.replay_game(table, model), say("Playing"), model.last))[-1]
    words = "Played {entries} entries of {game}. The log is byte for byte the stored one."
    speech.talk(say(words, entries=model.last, game=done.game))
    speech.talk(say("Its last page: {page}", page=done.page))
    if json:
        speech.out_json("referee-demo/1", game=done.game, entries=model.last, head=done.head, page=done.page)
        return
    print_next_commands(into, done.game, model.header["title"])
    if done.view is not None:
        speech.out(text_report.report(done.view) if full else text_report.closing_page(done.view))


def print_next_commands(folder: str, game: str, title: str) -> None:
    """What somebody may do who has seen a game: commands that can be pasted."""
    referee = program_as_called()
    commands = (
        (f"{referee} --games {folder}/games log {game}", say("lists every move")),
        (f"{referee} rules {title}", say("prints the rules")),
        (f"{referee} new", say("starts a game of your own")),
    )
    width = max(len(command) for command, _ in commands)
    speech.talk(say("Try next:"))
    for command, words in commands:
        speech.talk(say("  {command}  {words}", command=command.ljust(width), words=words))


def program_as_called() -> str:
    """`referee`, or the path by which it was called where the shell finds no `referee`, or another one."""
    called, places = sys.argv[0], [os.path.join(folder, "referee") for folder in os.get_exec_path()]
    found = next((each for each in places if os.access(each, os.X_OK)), "")
    if os.path.basename(called) != "referee" or not os.path.exists(called):
        return "referee"
    return "referee" if found and os.path.samefile(found, called) else shlex.quote(called)


@app.command()
def doctor(
    context: typer.Context,
    send_to: Annotated[
        str,
        typer.Option(
            "--send-to",
            metavar="ADDRESS",
            help="Also send a test e-mail to this address. If it is our own, also one with a forged field.",
        ),
    ] = "",
    json: Json = False,
) -> None:
    """Check the set-up, e-mail too, and say how to fix problems. Example: referee doctor"""
    from referee.app.look import doctor as surgery
    from referee.app.look.doctor import lines_for_people

    with speaking(ENGLISH):  # as all lists for the moderator
        findings = surgery.examine_installation(context.obj, send_to)
        found = []
        for each in findings if json else lines_for_people(findings):
            found.append(each)
            if not json:  # at once: a server that does not answer takes a minute
                speech.out(f"{each.severity:8}{each.says}")
        if json:
            speech.out_json("referee-doctor/1", findings=found)
    if code := surgery.code(found):
        raise typer.Exit(code)


@app.command()
def conformance(
    paths: Annotated[
        Words | None, typer.Argument(metavar="[PATH]...", help="Case files, or folders of them (default: all cases).")
    ] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    json: Json = False,
) -> None:
    """Check the rules against cases (default: of every installed title). Example: referee dev conformance"""
    if not paths:
        speech.report_broken_titles()
    files = case_files(paths or case_folders())
    outcomes = list(speech.progress(run_cases(files, EngineRequest(jobs, scheduler)), say("Cases"), len(files)))
    bad = [each for each in outcomes if not each.ok]
    if json:
        speech.out_json("referee-conformance/1", cases=outcomes)
    else:
        for each in bad:
            speech.out(f"{each.path}: {each.case}\n  {each.says}")
        speech.out(say("{good} of {all} cases pass.", good=len(outcomes) - len(bad), all=len(outcomes)))
    if bad:
        raise typer.Exit(REFUSED)


@app.command()
def contract(
    title: TitleName,
    games: Annotated[
        int, typer.Option(metavar="N", parser=number_parser(int, 1), help="How many random games to play.")
    ] = 100,
    first: Annotated[
        int, typer.Option(metavar="SEED", parser=number_parser(int, 0), help="The seed of the first game.")
    ] = 0,
    json: Json = False,
) -> None:
    """Play random games of a title and check that it keeps its promises.

    Example: referee dev contract attika --games 20
    """
    from referee.testkit.run import broken_promises

    results = broken_promises(title, range(first, first + games))
    broken = [each for each in speech.progress(results, say("Games"), games) if each]
    if json:
        speech.out_json("referee-contract/1", title=title, games=games, broken=broken)
    else:
        seeds: dict[tuple[str, str], list[int]] = {}
        for each in broken:
            seeds.setdefault((each.promise, each.why), []).append(each.seed)
        for (promise, why), found in seeds.items():
            speech.out(f"{title}, seed {', '.join(map(str, found))}: {promise} is broken.\n  {why}")
        speech.out(say("{good} of {all} games keep every promise.", good=games - len(broken), all=games))
    if broken:
        raise typer.Exit(REFUSED)
