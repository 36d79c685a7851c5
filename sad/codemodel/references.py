"""The memory that loops walk through.

Every array reference of a loop's own statements is an address that moves with the loops around it.
References that soon touch the same lines (``A(I-1)``, ``A(I)``, ``A(I+1)``) are one walk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.analysis.cfg.graph import Part
from sad.codemodel.addresses import Addresses
from sad.codemodel.reaching import Point, Reaching
from sad.codemodel.writes import arguments_of, evaluated
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.walk import children

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.addresses import Access
    from sad.ir.expr import Expr
    from sad.model.work import LoopWork, Reference

NEAR_BYTES = 64
"""References less than this apart are taken to touch the same lines (the line size of most caches)."""
_NEAR_STEPS = 8  # iterations of the innermost loop after which another reference comes by


def memory_references(entry: EntryAnalysis) -> dict[str, tuple[Reference, ...]]:
    """Return the array references of each loop's own statements, by the loop's path.

    Strides are None where an address does not move by the same amount each time, or by how much is not
    known. Arrays passed to procedures are listed with the procedure, which does the walking.
    """
    collector = Addresses(entry)
    firsts = collector.firsts
    found: dict[str, list[Access]] = {}
    passed: dict[str, list[Reference]] = {}
    for number in entry.forest.order:
        loops = collector.loops(number)
        path = loops[-1][1].path if loops else ""
        for position, action in enumerate(entry.cfg.blocks[number].actions):
            point = Point(number, position)
            for item, bound, writes in _touched(action, entry, collector.values, point):
                access = collector.access(item, point, loops, bound, writes=writes)
                if access is not None:
                    found.setdefault(path, []).append(access)
            for argument in arguments_of(action, entry):
                access = collector.passed(argument, point, loops)
                if access is not None:
                    to = argument.procedure, argument.dummy
                    passed.setdefault(path, []).append(access.reference(firsts, passed=to))
    walks = {path: tuple(_walks(items, firsts)) for path, items in found.items()}
    return {
        path: (*walks.get(path, ()), *passed.get(path, ()))
        for path in dict.fromkeys((*walks, *passed))
    }


def _touched(
    action: Action, entry: EntryAnalysis, values: Reaching, point: Point
) -> Iterator[tuple[ex.Element, Mapping[str, Poly], bool]]:
    """The elements an action touches, with what names stand for, and whether it writes them."""
    statement = action.statement
    target = None
    if action.part is Part.WHOLE and isinstance(statement, st.Assign):
        if statement.silent:
            return
        target = statement.target
    expressions = evaluated(action)
    if isinstance(statement, st.CallStatement):
        expressions = tuple(_of_argument(item) for item in expressions)
    for expression in expressions:
        for item, bound in _elements(expression, values, point, {}):
            yield item, bound, item is target
    for argument in arguments_of(action, entry):  # a single element
        scalar = argument.symbol is not None and not argument.symbol.dimensions
        if scalar and isinstance(argument.value, ex.Element):
            yield argument.value, {}, False


def _of_argument(argument: Expr) -> Expr:
    """What is evaluated of an argument: of an element only its place."""
    if isinstance(argument, ex.Element):
        return ex.ArrayValue(argument.subscripts, Type.INTEGER)
    return argument


def _elements(
    node: Expr, values: Reaching, point: Point, bound: Mapping[str, Poly]
) -> Iterator[tuple[ex.Element, Mapping[str, Poly]]]:
    """The elements an expression touches, with the values of parameters of functions put in place."""
    match node:
        case ex.Element(subscripts=subscripts):
            for part in subscripts:
                yield from _elements(part, values, point, bound)
            yield node, bound
        case ex.FunctionCall(arguments=arguments):
            for argument in arguments:
                yield from _elements(_of_argument(argument), values, point, bound)
        case ex.Inline(parameters=parameters, arguments=arguments, body=body):
            inner = dict(bound)
            for name, argument in zip(parameters, arguments, strict=False):
                yield from _elements(argument, values, point, bound)
                inner[name] = values.value(argument, point, bound)
            yield from _elements(body, values, point, inner)
        case ex.ImpliedDo() | ex.Section():
            return
        case _:
            for child in children(node):
                yield from _elements(child, values, point, bound)


def _walks(accesses: list[Access], firsts: Mapping[str, Poly]) -> Iterator[Reference]:
    """The references of one loop, those of one walk joined."""
    groups: dict[tuple[str, int, tuple[tuple[str, Poly | None], ...]], list[Access]] = {}
    for item in accesses:
        groups.setdefault((item.array, item.element_bytes, item.strides), []).append(item)
    for (_, _, strides), items in groups.items():
        inner = strides[-1][1] if strides else None
        walks: list[tuple[Access, bool, int]] = []
        for item in sorted(items, key=lambda item: _constant_part(item.address)):
            for number, (leader, writes, count) in enumerate(walks):
                if _near(item.address - leader.address, inner):
                    walks[number] = (leader, writes or item.writes, count + 1)
                    break
            else:
                walks.append((item, item.writes, 1))
        for leader, writes, count in walks:
            yield leader.reference(firsts, writes=writes, count=count)


def _constant_part(address: Poly) -> float:
    return address.terms.get((), 0) / address.den


def _near(difference: Poly, stride: Poly | None) -> bool:
    """Whether two addresses are on one line, or one gets where the other was soon."""
    constant = difference.as_constant
    if constant is not None and abs(constant) < NEAR_BYTES:
        return True
    if not stride:
        return False
    return any(difference in (stride * n, stride * -n) for n in range(1, _NEAR_STEPS + 1))


def walked_symbols(loops: Iterable[LoopWork]) -> frozenset[str]:
    """Return the inputs of a unit that its strides depend on: leading dimensions above all.

    Where a stride is not known, the size of the array says how far it may lead. Where walks start does
    not count: callers would enter the unit in another way for each place.
    """
    found: set[str] = set()
    for loop in loops:
        for walk in loop.references:
            strides = [step for _, step in walk.strides]
            for formula in (*strides, walk.size_bytes if None in strides else None):
                if formula is not None:
                    found |= atoms.free_symbols(formula)
    return frozenset(symbol for symbol in found if "@" not in symbol)
