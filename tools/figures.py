"""Figures of the code, for comparison: `python tools/figures.py [FOLDER]`, by default the package `referee`.

It reads the syntax tree only. A bare participle is a function of one word such as `told` or `judged`: it does not show
whether it returns a value or does something.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

Function = ast.FunctionDef | ast.AsyncFunctionDef

IRREGULAR = frozenset(
    """begun bought bound broken brought built chosen dealt done drawn driven fallen felt forgotten found given gone
    held hidden kept known laid led left lent lost made meant met paid rewritten said seen sent shown spelt
    spoken stood sworn taken taught thought thrown told torn understood woken won worn written""".split()  # noqa: SIM905 - a list would fill half a screen
)
NO_PARTICIPLES = frozenset(("bed", "embed", "exceed", "feed", "indeed", "need", "red", "seed", "speed", "succeed"))
MANY = 3
"""A name that is defined in more modules than this says too little."""


def modules(folder: Path) -> dict[str, ast.Module]:
    """The name of each module, and its tree."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def functions(tree: ast.AST) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def length(function: Function) -> int:
    """Lines without the docstring."""
    first = function.body[0]
    is_text = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    docstring = (first.end_lineno or 0) - first.lineno + 1 if is_text else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def is_participle(name: str) -> bool:
    return name in IRREGULAR or (name.isalpha() and name.endswith("ed") and name not in NO_PARTICIPLES)


def top_names(tree: ast.Module, *kinds: type) -> set[str]:
    """Functions or classes that a module defines at its top."""
    return {node.name for node in tree.body if isinstance(node, kinds) and isinstance(node, Function | ast.ClassDef)}


def frequent(trees: dict[str, ast.Module], most: int, *kinds: type) -> dict[str, int]:
    """Names that are defined at the top of more than `most` modules → how many."""
    counted = Counter(name for tree in trees.values() for name in top_names(tree, *kinds))
    return {name: number for name, number in counted.most_common() if number > most}


def is_cache(node: ast.expr) -> bool:
    return bool(re.match(r"(functools\.)?(lru_cache|cached_property|cache)\b", ast.unparse(node)))


def caches(tree: ast.Module) -> int:
    """Functions that remember their answers."""
    return sum(is_cache(each) for function in functions(tree) for each in function.decorator_list)


def inner_imports(tree: ast.Module) -> int:
    return sum(isinstance(node, ast.Import | ast.ImportFrom) for each in functions(tree) for node in ast.walk(each))


def imports(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Module → the modules of the same package that it imports anywhere, inside functions too."""
    graph: dict[str, set[str]] = {name: set() for name in trees}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found = [f"{node.module}.{each.name}" for each in node.names]
                graph[name] |= {each if each in trees else node.module for each in found} & trees.keys()
            elif isinstance(node, ast.Import):
                graph[name] |= {each.name for each in node.names} & trees.keys()
        graph[name].discard(name)
    return graph


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
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    lines, lengths = text.count("\n"), [length(each) for tree in trees.values() for each in functions(tree)]
    participles = [each.name for tree in trees.values() for each in functions(tree) if is_participle(each.name)]
    known = sum(isinstance(node, ast.Name) and node.id == "Any" for tree in trees.values() for node in ast.walk(tree))
    yield "modules", str(len(trees))
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
