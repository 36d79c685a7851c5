"""All walks over the description's nodes are in sad.model.walks, and each treats every kind of node."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, get_args

import pytest

from sad.algebra import atoms
from sad.algebra.bind import bind, binder
from sad.algebra.domains import Index
from sad.algebra.poly import ONE, ZERO, Poly
from sad.diagnostics import Span
from sad.model.nodes import EMPTY, Block, Branch, Call, Line, Loop, Node, Seq, Weighted
from sad.model.walks.formulas import mapped, used_symbols
from sad.model.walks.parts import loops_inner_first, nodes_in_loops, nodes_of
from sad.model.walks.terms import CallTerm, all_terms, loop_terms
from sad.symbols import INDEX_MARK
from tests.support.command import CORPUS, ROOT
from tests.support.model import description_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KINDS = {kind.__name__ for kind in get_args(Node)}
# Trees of other languages made from the description's; each reads what only that language has. Spans go
# by verdicts on loops, which the model does not know.
_PARALLELISM = {f"sad/parallelism/{name}.py" for name in ("serial", "span", "unfold")}
# A net has places and transitions of its own for each kind of node.
EXCEPTIONS = {"sad/distribution/shared.py", "sad/contention/net_writer.py", *_PARALLELISM}
PROGRAMS = [*sorted(CORPUS.glob("*/*.f")), *sorted(CORPUS.glob("c/*.c"))]


# --- where walks are ---------------------------------------------------------------------------------


def node_names(tree: ast.Module) -> set[str]:
    """Return what the kinds of nodes are called in a file: imported, or attributes of the module."""
    found: set[str] = set()
    for item in ast.walk(tree):
        if isinstance(item, ast.ImportFrom) and item.module == "sad.model.nodes":
            found |= {name.asname or name.name for name in item.names if name.name in KINDS}
        if isinstance(item, ast.ImportFrom) and item.module == "sad.model":
            modules = [name.asname or name.name for name in item.names if name.name == "nodes"]
            found |= {f"{module}.{kind}" for module in modules for kind in KINDS}
    return found


def matches_in(tree: ast.Module) -> Iterator[ast.Match]:
    """Yield the match statements of a file that tell kinds of nodes apart."""
    names = node_names(tree)
    for item in ast.walk(tree):
        if isinstance(item, ast.Match):
            patterns = (part for case in item.cases for part in ast.walk(case.pattern))
            if any(isinstance(p, ast.MatchClass) and ast.unparse(p.cls) in names for p in patterns):
                yield item


def tells_nodes_apart(tree: ast.Module) -> bool:
    """Whether a file asks of which kind a node is."""
    names = node_names(tree)
    calls = (item for item in ast.walk(tree) if isinstance(item, ast.Call))
    asked = (call for call in calls if ast.unparse(call.func) == "isinstance")
    return any(matches_in(tree)) or any(
        ast.unparse(part) in names for call in asked for part in ast.walk(call.args[1])
    )


def ends_in_assert_never(match: ast.Match) -> bool:
    """Whether the last case is ``case _: assert_never(...)``."""
    last = match.cases[-1]
    return ast.unparse(last.pattern) == "_" and ast.unparse(last.body[0]).startswith(
        "assert_never("
    )


def parsed(folder: Path) -> dict[str, ast.Module]:
    """Return the files below a folder by their path in the project."""
    paths = sorted(folder.rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text()) for path in paths}


def test_only_the_model_and_what_builds_it_tell_nodes_apart():
    found = {path for path, tree in parsed(ROOT / "sad").items() if tells_nodes_apart(tree)}
    outside = {path for path in found if not path.startswith(("sad/model/", "sad/lowering/"))}
    assert outside == EXCEPTIONS


def test_every_match_over_nodes_ends_in_assert_never():
    matches = [
        (f"{path}:{match.lineno}", ends_in_assert_never(match))
        for path, tree in parsed(ROOT / "sad" / "model").items()
        for match in matches_in(tree)
    ]
    assert len(matches) > 10
    assert [place for place, is_whole in matches if not is_whole] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from sad.model.nodes import Loop\nisinstance(x, Loop)", True),
        ("from sad.model.nodes import Loop as L\nisinstance(x, int | L)", True),
        ("from sad.model import nodes\nmatch x:\n  case nodes.Seq(): pass", True),
        ("from sad.model.nodes import Loop\nmatch x:\n  case [Loop()]: pass", True),
        ("from sad.distribution.program import Loop\nisinstance(x, Loop)", False),
        ("from sad.model.nodes import Line\nisinstance(x, Line)", False),
    ],
)
def test_what_tells_nodes_apart_is_found(text: str, found: bool):
    assert tells_nodes_apart(ast.parse(text)) == found


# --- what the general walks return -------------------------------------------------------------------


def line(number: int) -> Block:
    return Block((Line(Span("s.f", number, number), {}, starts=True),))


def loop(name: str, head: Node, body: Node, most: str = "n") -> Loop:
    index = Index(f"{INDEX_MARK}{name}", ONE, Poly.symbol(most))
    return Loop(name, Span("s.f", 1, 1), index.trips, index, head, body, ONE)


def test_nodes_come_in_order_with_the_loops_around_them():
    first, second, third, fourth = map(line, range(1, 5))
    inner = loop("inner", EMPTY, Weighted(Poly.symbol("w"), second))
    branch = Branch("if", Span("s.f", 3, 3), (("then", Poly.symbol("p"), third), ("", ONE, inner)))
    tree = Seq((loop("outer", first, branch), fourth))
    blocks = list(nodes_in_loops(tree, Block))
    assert [block for block, _ in blocks] == [first, third, second, fourth]
    around = [[item.id for item in loops] for _, loops in blocks]
    assert around == [["outer"], ["outer"], ["outer", "inner"], []]
    kinds = [type(node).__name__ for node in nodes_of(tree, Branch, Loop, Weighted)]
    assert kinds == ["Loop", "Branch", "Loop", "Weighted"]
    assert [item.id for item in loops_inner_first(tree)] == ["inner", "outer"]


def test_a_loop_in_a_head_that_runs_once_more_has_the_index_past_its_range():
    inside = loop("inside", EMPTY, line(2), most=f"{INDEX_MARK}outer")
    counts = [term.context.count() for term in all_terms(loop("outer", inside, EMPTY))]
    whole = sum(counts, ZERO)
    assert atoms.free_symbols(whole) == {"n"}
    # 1 + 2 + ... + n in the loop, n + 1 after it
    assert bind(whole, {"n": Poly.constant(6)}) == Poly.constant(28)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_walks_agree_on_a_program(program: Path):
    for unit in description_of(program).units:
        terms = [term for term in all_terms(unit.tree) if isinstance(term, CallTerm)]
        listed = [(term.call.span, [item.id for item in term.context.loops]) for term in terms]
        for call, loops in nodes_in_loops(unit.tree, Call):
            assert (call.span, [item.id for item in loops]) in listed
        paths = [[item.id for item in term.context.loops] for term in loop_terms(unit.tree)]
        around = nodes_in_loops(unit.tree, Loop)
        assert paths == [[*(item.id for item in loops), loop.id] for loop, loops in around]
        assert mapped(unit.tree, lambda value: value) == unit.tree
        ones = dict.fromkeys(used_symbols(unit.tree), ONE)
        assert used_symbols(mapped(unit.tree, binder(ones))) == frozenset()
