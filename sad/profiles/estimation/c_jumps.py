"""Jumps of C that leave the life of variables in memory: gcc has them share code (docs/gcov.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage
from sad.ir.walk import bodies, children, expressions, statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.ir.expr import Expr
    from sad.ir.program import Unit


def shared_jumps(unit: Unit) -> frozenset[int]:
    """Return the jumps, by identity, whose lines may be charged with other jumps to the same place.

    What ends the life of a block's arrays, structures and variables whose address is taken is
    compiled once for all jumps to one place, as code of the first one's line. Which block a variable
    is of is not known here: so these are all jumps behind which another one to the same place stands.
    """
    if not _has_memory(unit):
        return frozenset()
    last: dict[object, int] = {}
    found: set[int] = set()
    for item, target in _jumps(unit.body, None, None):
        if target in last:
            found.add(last[target])
        last[target] = id(item)
    return frozenset(found)


def _jumps(body: Sequence[st.Stmt], loop: object, left: object) -> Iterator[tuple[st.Stmt, object]]:
    """Each jump with where it goes: a label, the end of the unit, or an end of the loop around it."""
    for item in body:
        match item:
            case st.Goto(target=target):
                yield item, target
            case st.Return():
                yield item, None
            case st.Cycle(name=name):
                yield item, ("next", name or loop)
            case st.Exit(name=name):
                yield item, ("out", name or left)
            case _:
                pass
        is_loop = isinstance(item, st.CountedLoop | st.While)
        is_left = is_loop or isinstance(item, st.Select)
        for inner in bodies(item):
            yield from _jumps(inner, id(item) if is_loop else loop, id(item) if is_left else left)


def _has_memory(unit: Unit) -> bool:
    """Whether a unit has a local array, structure, or variable whose address is taken."""
    own = {
        name: symbol
        for name, symbol in unit.symbols.items()
        if symbol.storage is Storage.LOCAL and not symbol.saved
    }
    if any(item.dimensions or item.memory or "." in name for name, item in own.items()):
        return True
    return any(
        isinstance(each, ex.Variable) and each.name in own
        for item in statements(unit.body)
        for each in _passed(item)
    )


def _passed(item: st.Stmt) -> Iterator[Expr]:
    """What calls in a statement get: values are copies, so the others are places."""
    if isinstance(item, st.CallStatement):
        yield from item.arguments
    elif isinstance(item, st.InputOutput):
        yield from item.items
        yield from item.results
    for root in expressions(item):
        yield from _passed_in(root)


def _passed_in(node: Expr) -> Iterator[Expr]:
    if isinstance(node, ex.FunctionCall) or (isinstance(node, ex.Intrinsic) and node.name == "loc"):
        yield from node.arguments
    for inner in children(node):
        yield from _passed_in(inner)
