"""Figures of the code, for comparison: `python tools/figures.py [FOLDER]`, by default the package `referee`.

A line of code is one with code on it: no docstring, comment, blank line or import. A module has content if it has such
a line. An import counts wherever it is written: at the top, inside a function, or as the name of a module in a string.
 A bare participle is a function of one word such as `told` or `judged`: it does not show
whether it returns a value or does something.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import TypeGuard

Function = ast.FunctionDef | ast.AsyncFunctionDef

IRREGULAR = frozenset(
    """begun bought bound broken brought built chosen dealt done drawn driven fallen felt forgotten found given gone
    held hidden kept known laid led left lent lost made meant met paid rewritten said seen sent shown spelt
    spoken stood sworn taken taught thought thrown told torn understood woken won worn written""".split()  # noqa: SIM905 - a list would fill half a screen
)
NO_PARTICIPLES = frozenset(("bed", "embed", "exceed", "feed", "indeed", "need", "red", "seed", "speed", "succeed"))
MANY = 3
"""A name that is defined in more modules than this says too little."""


def texts(folder: Path) -> dict[str, str]:
    """The name of each module, and its text."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path.read_text(encoding="utf-8")
    return found


def modules(folder: Path) -> dict[str, ast.Module]:
    """The name of each module, and its tree."""
    return {name: ast.parse(text) for name, text in texts(folder).items()}


EMPTY = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(text: str) -> int:
    """Lines with code. A text that is a statement by itself is a docstring, that of a constant too."""
    lines = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in EMPTY:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom) or is_docstring(node):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def is_docstring(node: ast.AST) -> TypeGuard[ast.Expr]:
    return isinstance(node, ast.Expr) and is_string(node.value)


def is_string(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def functions(tree: ast.AST) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def length(function: Function) -> int:
    """Lines without the docstring."""
    first = function.body[0]
    docstring = (first.end_lineno or 0) - first.lineno + 1 if is_docstring(first) else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def is_participle(name: str) -> bool:
    return name in IRREGULAR or (name.isalpha() and name.endswith("ed") and name not in NO_PARTICIPLES)


def top_names(tree: ast.Module, *kinds: type) -> set[str]:
    """Functions or classes that a module defines at its top."""
    return {node.name for node in tree.body if isinstance(node, kinds) and isinstance(node, Function | ast.ClassDef)}


def frequent(trees: dict[str, ast.Module], most: int, *kinds: type) -> dict[str, int]:
    """Names that are defined at the top of more than `most` modules → how many.

    Not counted is `api`, which calls for others by the same names what is inside.
    """
    inside = [tree for module, tree in trees.items() if not module.endswith(".api")]
    counted = Counter(name for tree in inside for name in top_names(tree, *kinds))
    return {name: number for name, number in counted.most_common() if number > most}


def is_cache(node: ast.expr) -> bool:
    return bool(re.match(r"(functools\.)?(lru_cache|cached_property|cache)\b", ast.unparse(node)))


def caches(tree: ast.Module) -> int:
    """Functions that remember their answers, and dicts that make what they do not have."""
    made = sum(function.name == "__missing__" for function in functions(tree))
    return made + sum(is_cache(each) for function in functions(tree) for each in function.decorator_list)


def inner_imports(tree: ast.Module) -> int:
    return sum(isinstance(node, ast.Import | ast.ImportFrom) for each in functions(tree) for node in ast.walk(each))


def imports(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Module → the modules of the same package that it imports anywhere: inside functions and by strings too."""
    graph: dict[str, set[str]] = {name: set() for name in trees}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found = [f"{node.module}.{each.name}" for each in node.names]
                graph[name] |= {each if each in trees else node.module for each in found} & trees.keys()
            elif isinstance(node, ast.Import):
                graph[name] |= {each.name for each in node.names} & trees.keys()
        graph[name] |= imported_by_string(name, tree, trees.keys())
        graph[name].discard(name)
    return graph


def imported_by_string(name: str, tree: ast.Module, known: Collection[str]) -> set[str]:
    """The known modules that a module names in strings, as `"box.a"` or `"box.a:NAME"`, in a call or in a table.

    Of a name that is only joined when the program runs, as in `import_module(f"box.{PAGES[page]}")`, the beginning is
    known: it may be each module of `box`.
    """
    texts = {str(node.value).partition(":")[0] for node in ast.walk(tree) if is_string(node)}
    found = {text for text in texts if "." in text} & set(known)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and re.search(r"\bimport_module$|__import__$", ast.unparse(node.func)):
            found |= {each for each in known for joined in node.args[:1] if name_pattern(joined, name).fullmatch(each)}
    return found


def name_pattern(joined: ast.expr, name: str) -> re.Pattern[str]:
    """What fits a name that is joined from texts, `__name__` and what nobody knows before the program runs."""
    fits = ""
    for part in joined.values if isinstance(joined, ast.JoinedStr) else ():
        if isinstance(part, ast.Constant):
            fits += re.escape(str(part.value))
        elif isinstance(part, ast.FormattedValue):
            fits += re.escape(name) if ast.unparse(part.value) == "__name__" else r"\w+"
    return re.compile(fits)


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other, directly or by way of others."""
    reached = {name: reach(graph, name) for name in graph}
    groups = {
        frozenset(other for other in graph if other in reached[name] and name in reached[other]) for name in graph
    }
    return sorted(sorted(group) for group in groups if len(group) > 1)


def reach(graph: dict[str, set[str]], start: str) -> set[str]:
    """All modules that are imported from a module, by way of others too."""
    found, todo = set[str](), [start]
    while todo:
        new = graph[todo.pop()] - found
        found |= new
        todo += new
    return found


def figures(folder: Path) -> Iterator[tuple[str, str]]:
    """The name of each count, and the figure."""
    trees = modules(folder)
    written = texts(folder)
    text, counted = "".join(written.values()), [code_lines(each) for each in written.values()]
    lines, lengths = text.count("\n"), [length(each) for tree in trees.values() for each in functions(tree)]
    participles = [each.name for tree in trees.values() for each in functions(tree) if is_participle(each.name)]
    known = sum(isinstance(node, ast.Name) and node.id == "Any" for tree in trees.values() for node in ast.walk(tree))
    yield "modules with content", str(sum(map(bool, counted)))
    yield "lines of code", str(sum(counted))
    yield "lines", str(lines)
    yield "functions", str(len(lengths))
    ninetieth = quantiles(lengths, n=10, method="inclusive")[-1]
    yield "function length: median, 90th percentile, longest", f"{median(lengths):g}, {ninetieth:g}, {max(lengths)}"
    yield "bare participles", description(dict(Counter(participles).most_common()), len(participles))
    yield f"names in more than {MANY} modules", description(frequent(trees, MANY, ast.FunctionDef, ast.ClassDef))
    yield "class names in more than one module", description(frequent(trees, 1, ast.ClassDef))
    yield "Any per 1,000 lines", f"{1000 * known / lines:.1f} ({known})"
    yield "mappings of Any", str(len(re.findall(r"\b(?:dict|Mapping)\[str, Any\]", text)))
    yield "caches", str(sum(map(caches, trees.values())))
    yield "imports inside functions", str(sum(map(inner_imports, trees.values())))
    found = cycles(imports(trees))
    yield "import cycles", f"{len(found)}" + "".join(f"\n    {' '.join(group)}" for group in found)


def description(counted: dict[str, int], total: int | None = None) -> str:
    """`12 (told 5, plain 4 …)`: the total, or how many different ones there are, and the most frequent."""
    few = [f"{name} {number}" for name, number in list(counted.items())[:6]]
    return f"{total or len(counted)} ({', '.join(few)}{' …' if len(counted) > len(few) else ''})" if counted else "0"


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "referee")
    for what, figure in figures(folder):
        print(f"{what}: {figure}")


if __name__ == "__main__":
    main()
