"""The report as text, with its board in ASCII: complete by itself, at most 72 columns wide; or in a few lines."""

from collections.abc import Sequence

from referee.report.text.text_board import ROOM, board_lines, glyph, is_small, painted_glyph
from referee.report.text.text_tables import (
    WIDTH,
    Brush,
    chart_table,
    hanging,
    plain_brush,
    table_lines,
    width,
    wrapped_lines,
)
from referee.report.wording import (
    ASKED,
    BOARD,
    EMPTY,
    IN_WORDS,
    LAST_SIGN,
    LEGEND,
    MAY,
    MOVE,
    NOW,
    OVER,
    SEATS,
    SOURCES,
    game_heading,
    letters_of_names,
    player_scores,
    position_sentence,
    rule_citations,
    safe_text,
    sources,
    with_colon,
    worth_telling,
)
from referee.show.view import (
    LAND,
    Board,
    Chart,
    Ground,
    Line,
    Lines,
    ReportTable,
    Section,
    Sign,
    Space,
    View,
    Word,
    drawable,
)
from referee.words import SEMICOLON, Phrase, keyword_term, say, term, word_list

Initials = dict[str, str]


def report(view: View, brush: Brush = plain_brush) -> str:
    """The whole view. Only the move block, which is copied character by character, may be wider than 72 columns.

    With a `brush` it has colours, for a terminal; no information depends on them alone.
    """
    bare = {seat.id: safe_text(seat.initial) for seat in view.seats}
    initials = {seat: brush(initial, seat) for seat, initial in bare.items()}
    parts = [title_part(view), lines_part(view.story, initials), *board_parts(view.board, bare, brush)]
    parts += asked_part(view, initials)
    parts += [section_part(section, initials) for section in view.sections]
    parts += [*words_parts(view.board), sources_part(view)]
    return "\n".join("\n".join(part) + "\n" for part in parts)


def heading(word: Word, sign: str = "-") -> list[str]:
    lines = wrapped_lines(safe_text(word), WIDTH)
    return [*lines, sign * max(map(width, lines))]


def title_part(view: View) -> list[str]:
    return [*headline_part(view), "", *position_part(view)]


def headline_part(view: View) -> list[str]:
    """The game and its state."""
    return [*wrapped_lines(game_heading(view), WIDTH), "=" * WIDTH, *wrapped_lines(safe_text(view.headline), WIDTH)]


def position_part(view: View) -> list[str]:
    """Who plays, and which position this is."""
    names = [f"{seat.initial} {keyword_term(seat.id)} {seat.player}" for seat in view.seats]
    lines = hanging(f"{with_colon(SEATS)} ", safe_text(word_list(names, SEMICOLON)))
    return [*lines, *wrapped_lines(safe_text(position_sentence(view)), WIDTH)]


def lines_part(lines: Lines, initials: Initials) -> list[str]:
    return heading(lines.heading) + sentences(lines.lines, initials) + note(lines.note)


def sentences(lines: tuple[Line, ...], initials: Initials) -> list[str]:
    """A list with the initial of its seat as bullet."""
    return [
        text
        for line in lines
        for text in hanging(f"{initials.get(line.seat, '-')} ", f"{safe_text(line.says)} {rule_citations(line.rules)}")
    ]


def note(word: Word | None) -> list[str]:
    return [] if word is None else wrapped_lines(safe_text(word), WIDTH)


def board_parts(board: Board | None, initials: Initials, brush: Brush = plain_brush) -> list[list[str]]:
    """The board as the one part of a list, none where there is none."""
    if not (shown := drawable(board)):
        return []
    return [[*board_heading(shown), *board_with_legend(shown, initials, brush)]]


def brief_board_parts(board: Board | None, initials: Initials, where: Phrase | None = None) -> list[list[str]]:
    """The same with its legend as one paragraph; without the usual signs if it says `where` these are."""
    if not (shown := drawable(board)):
        return []
    signs = [*([] if where else legend_signs(shown, initials)), *signs_of_changes(shown)]
    listed = [f"{with_colon(LEGEND)} {word_list(signs, SEMICOLON)}."] if signs else []
    legend = wrapped_lines(" ".join([*listed, *([safe_text(where)] if where else [])]), WIDTH)
    return [[*board_heading(shown), *board_lines(shown, initials), "", *legend]]


def board_heading(board: Board) -> list[str]:
    return heading(say("{board}: {name}", board=BOARD, name=board.name))


def legend_signs(board: Board, initials: Initials) -> list[str]:
    """The signs of a board with what they mean, in brief."""
    signs = [f"{sample(sign, initials, plain_brush).strip()}  {safe_text(means)}" for sign, means in board.legend]
    return [*signs, *(f"abc  {safe_text(word)}" for word in letters_of_names(board))]


def signs_of_changes(board: Board) -> list[str]:
    fresh = {piece.fresh for space in board.spaces for piece in space.pieces}
    signs = [f"!  {safe_text(NOW)}"] if "now" in fresh else []
    return [*signs, f"'  {safe_text(LAST_SIGN)}"] if fresh - {"", "now"} else signs


def board_with_legend(board: Board, initials: Initials, brush: Brush = plain_brush) -> list[str]:
    """The board with the names of its columns and rows, and below it what its signs mean."""
    legend = legend_lines(board, initials, brush)
    return [*board_lines(board, initials, brush), *(["", with_colon(LEGEND), *legend] if legend else [])]


def legend_lines(board: Board, initials: Initials, brush: Brush = plain_brush) -> list[str]:
    signs = ((sample(sign, initials, brush), means) for sign, means in board.legend)
    lines = [text for sign, means in signs for text in hanging(f"  {sign}  ", safe_text(means))]
    fresh = {piece.fresh for space in board.spaces for piece in space.pieces}
    lines += [text for word in letters_of_names(board) for text in hanging("  abc  ", safe_text(word))]
    lines += hanging("  !    ", safe_text(NOW)) if "now" in fresh else []
    return lines + (hanging("  '    ", safe_text(LAST_SIGN)) if fresh - {"", "now"} else [])


def sample(sign: Sign, initials: Initials, brush: Brush = plain_brush) -> str:
    """The sign in the legend, three characters wide: the line of the glyph that it explains."""
    ground, pieces = (sign, ()) if isinstance(sign, Ground) else (LAND, (sign,))
    space = Space(0, 0, ".", ground, "", pieces, say(""))
    shown = glyph(space, initials, True)
    lower = bool(sign.sign) if isinstance(sign, Ground) else is_small(sign)
    whole = shown._replace(upper=f"{shown.upper[:ROOM]} ", lower=f"{shown.lower[:ROOM]} ")
    return painted_glyph(space, whole, initials, brush)[lower].removesuffix(" ")


def asked_part(view: View, initials: Initials) -> list[list[str]]:
    """Whose turn it is, the options, and the move block character by character."""
    asked = view.asked
    if asked is None:
        return [wrapped_lines(safe_text(OVER), WIDTH)]
    whose = heading(ASKED) + sentences((Line(say("{says}", says=asked.says), (), asked.seat),), initials)
    whose += note(view.deadline)
    may = heading(asked.may.heading or MAY) + sentences(asked.may.lines, initials) + note(asked.may.note)
    return [whose, may, [*heading(MOVE), *asked.block.rstrip("\n").split("\n")]]


def section_part(section: Section, initials: Initials) -> list[str]:
    if isinstance(section, Lines):
        return lines_part(section, initials)
    table = chart_table(section) if isinstance(section, Chart) else section
    return heading(table.heading) + table_lines(table, initials) + note(table.note)


LABEL = 3
"""Columns that the names of spaces take at least."""


def words_parts(board: Board | None) -> list[list[str]]:
    """The board in words as the one part of a list; none if there is none."""
    shown = drawable(board)
    return [[*heading(IN_WORDS), *words_lines(shown)]] if shown else []


def words_lines(board: Board) -> list[str]:
    """Every space that is not bare land, in words, and the labels of the others."""
    told = [space for space in board.spaces if worth_telling(space)]
    bare = [safe_text(space.label) for space in board.spaces if not worth_telling(space)]
    room = 1 + max([LABEL, *[len(safe_text(space.label)) for space in told]])
    lines = [text for space in told for text in hanging(safe_text(space.label).ljust(room), safe_text(space.words))]
    return lines + (hanging(f"{with_colon(EMPTY)} ", ", ".join(bare)) if bare else [])


def sources_part(view: View) -> list[str]:
    return heading(SOURCES) + [text for word in sources(view) for text in hanging("- ", safe_text(word))]


LINES = 10
"""A brief report has no more lines on a usual terminal."""
COLUMNS, NARROW = 80, 40
"""How wide a report is that goes to no terminal; and no terminal is taken for narrower: words would be cut."""
BETWEEN = "   "


def brief_report(view: View, due: Phrase | None = None, columns: int = COLUMNS) -> str:
    """Where a game is: which it is and how far it has come, what happened, the score, and who is next until when."""
    room = max(NARROW, columns)
    progress = "" if view.asked is None or view.progress is None else f" {safe_text(view.progress)}"
    head = wrapped_lines(f"{game_heading(view)}.{progress}", room)
    happened = [line.says for line in view.digest or view.story.lines]
    return "\n".join([*head, *brief_lines(view, due, happened, room, LINES - len(head))]) + "\n"


def brief_lines(view: View, due: Phrase | None, happened: Sequence[Phrase], columns: int, most: int) -> list[str]:
    """What happened, the score, and who is next until when, in at most so many lines, if the scores need no more."""
    room = max(NARROW, columns)
    below = [*score_lines(view, room), *wrapped_lines(next_sentence(view, due), room)]
    return [*story_lines(happened, room, max(1, most - len(below))), *below]


def story_lines(happened: Sequence[Phrase], room: int, most: int) -> list[str]:
    """The end of the story in so many lines, and how much is left out before it."""
    left = [[f"  {line}" for line in wrapped_lines(safe_text(says), room - 2)] for says in happened]
    if sum(map(len, left)) <= most:
        return [text for lines in left for text in lines]
    shown: list[str] = []
    while len(shown) + len(left[-1]) < most:
        shown = [*left.pop(), *shown]
    words = "… {number} more before this" if shown else "… what happened is in the full report"
    return [f"  {safe_text(say(words, number=len(left)))}", *shown]


def score_lines(view: View, room: int) -> list[str]:
    """The players with their scores, in as few lines as they need."""
    lines: list[str] = []
    for shown in player_scores(view):
        if lines and width(lines[-1]) + len(BETWEEN) + width(shown) <= room:
            lines[-1] += BETWEEN + shown
        else:
            lines.append(shown)
    return lines


def next_sentence(view: View, due: Phrase | None) -> str:
    """Who is to move, and until when; where nobody is, what became of the game."""
    if view.asked is None:
        return safe_text(view.headline)
    player = next((seat.player for seat in view.seats if seat.id == view.asked.seat), view.asked.seat)
    facts = {"player": player, "seat": term(view.asked.seat)}
    if due is None:
        return safe_text(say("Next: {player} ({seat}).", **facts))
    return safe_text(say("Next: {player} ({seat}), {due}.", due=due, **facts))


def closing_page(view: View) -> str:
    """How a game ended, on a screen or two: the last table of who stands where, the board, and the score."""
    initials = {seat.id: safe_text(seat.initial) for seat in view.seats}
    standing = [each for each in view.sections if isinstance(each, ReportTable) and each.in_posts][-1:]
    parts = [[game_heading(view)]]
    parts += [[safe_text(table.heading), *table_lines(table, initials)] for table in standing]
    if shown := drawable(view.board):
        parts.append(board_lines(shown, initials))
    parts.append([*score_lines(view, COLUMNS), *wrapped_lines(next_sentence(view, None), COLUMNS)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"
