"""Arrays that one loop fills element by element: what an element is, as a formula of its subscript.

Programs that divide work put the share of every process into a small array first (``KOUNT(I)``), and
tables of partners too. Such an array has one writer: a counted loop that assigns the element its own
variable counts, in as many statements and branches as it likes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra.bind import bind
from sad.algebra.poly import ZERO, Poly
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.ir.walk import expressions, statements, walk
from sad.records import record
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.changes import Change
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit
    from sad.ir.stmt import Stmt

SUBSCRIPT = "subscript#"
"""Stands for the subscript in the formula of an element; no parameter and no index."""


@record
class Fill:
    """An array and the loop that fills it; ``subscript`` is the loop's variable plus ``offset``.

    ``values`` are all that is assigned. Where each element is made of the one before, ``seed`` is the
    statement before the loop that sets the first.
    """

    array: str
    loop: st.CountedLoop
    subscript: Expr
    offset: int
    values: tuple[Expr, ...]
    seed: st.Assign | None = None

    def every_value(self) -> tuple[Expr, ...]:
        """Return the expressions that decide what the elements are."""
        seed = () if self.seed is None else (self.seed.target, self.seed.value)
        return (*self.values, *seed)

    @property
    def cell(self) -> str:
        """The cell that is traced inside the loop: the element of this iteration."""
        return f"{self.array}({self.loop.variable.name}{self.offset:+d})"

    @property
    def table(self) -> str:
        """The key under which an environment has the formula once the loop has ended."""
        return f"{self.array}(:)"


def fills_of(unit: Unit, writes: Mapping[int, tuple[str, ...]]) -> dict[str, Fill]:
    """Return the arrays of a unit that one loop fills; ``writes`` are names by statement (identity)."""
    writers: dict[str, list[tuple[st.Assign | None, st.CountedLoop | None]]] = {}
    for statement, loop in _with_loops(unit.body, None):
        for name in writes.get(id(statement), ()):
            if _is_table(unit.symbols.get(name)) and _is_own(unit.symbols[name], unit):
                assign = statement if isinstance(statement, st.Assign) else None
                writers.setdefault(name, []).append((assign, loop))
    pointed = _pointed_at(unit)
    found: dict[str, Fill] = {}
    for name, items in writers.items():
        if name in pointed:
            continue
        seed, _ = items[0]
        fill = _fill(name, items)
        if fill is None and len(items) == 2 and _is_before(seed, items[1][1], unit.body):
            fill = _fill(name, items[1:])
            fill = None if fill is None else replace(fill, seed=seed)
        if fill is not None:
            found[name] = fill
    return found


def _is_before(seed: st.Assign | None, loop: st.CountedLoop | None, body: tuple[Stmt, ...]) -> bool:
    """Whether a statement stands before a loop, both straight in the unit's body."""
    places = {id(statement): place for place, statement in enumerate(body)}
    first, second = places.get(id(seed)), places.get(id(loop))
    return first is not None and second is not None and first < second


def _is_table(symbol: Symbol | None) -> bool:
    return (
        symbol is not None
        and symbol.type is Type.INTEGER
        and symbol.storage is Storage.LOCAL
        and len(symbol.dimensions) == 1
        and symbol.shares is None
        and not symbol.saved
        and not symbol.runs
    )


def _is_own(symbol: Symbol, unit: Unit) -> bool:
    """Whether no other name leads to an array: it is declared, or allocated and never handed on."""
    if not symbol.reached:
        return symbol.memory is None or symbol.declared
    pointer, *further = symbol.reached
    local = unit.symbols.get(pointer)
    if further or local is None or local.storage is not Storage.LOCAL or local.memory is not None:
        return False
    allocations = 0
    for statement in statements(unit.body):
        parts = expressions(statement)
        if isinstance(statement, st.Assign) and statement.target == ex.Variable(
            pointer, local.type
        ):
            if not _allocates(statement.value):
                return False
            allocations += 1
            parts = (statement.value,)
        for part in parts:
            if any(isinstance(item, ex.Variable) and item.name == pointer for item in walk(part)):
                return False
    return allocations == 1


def _pointed_at(unit: Unit) -> frozenset[str]:
    """The arrays whose address goes into a variable: others may write them by it."""
    return frozenset(
        item.name
        for statement in statements(unit.body)
        if isinstance(statement, st.Assign)
        for place in walk(statement.value)
        if isinstance(place, ex.Intrinsic) and place.name == "loc"
        for item in walk(place)
        if isinstance(item, ex.Variable)
    )


def _allocates(value: Expr) -> bool:
    while isinstance(value, ex.Convert | ex.Copy):
        value = value.operand
    return isinstance(value, ex.FunctionCall) and value.name in ("malloc", "calloc")


def _fill(array: str, writers: list[tuple[st.Assign | None, st.CountedLoop | None]]) -> Fill | None:
    """How an array is filled, if all its writers are alike."""
    first, loop = writers[0]
    if first is None or loop is None or not isinstance(first.target, ex.Element):
        return None
    (subscript,) = first.target.subscripts
    offset = _offset(subscript, loop.variable.name)
    if offset is None:
        return None
    for assign, around in writers:
        if assign is None or around is not loop or assign.silent or assign.apart:
            return None
        if assign.target != first.target:
            return None
    values = tuple(assign.value for assign, _ in writers if assign is not None)
    return Fill(array, loop, subscript, offset, values)


def _offset(subscript: Expr, variable: str) -> int | None:
    """The ``c`` of a subscript ``variable + c``."""
    match subscript:
        case ex.Variable(name=name) if name == variable:
            return 0
        case ex.Binary(
            operator=Operator.ADD | Operator.SUB as operator,
            left=ex.Variable(name=name),
            right=ex.Constant(value=int(value)),
        ) if name == variable:
            return value if operator is Operator.ADD else -value
        case _:
            return None


def _with_loops(
    body: tuple[Stmt, ...], loop: st.CountedLoop | None
) -> Iterator[tuple[Stmt, st.CountedLoop | None]]:
    """Every statement with the innermost counted loop around it; none inside other loops."""
    for statement in body:
        yield statement, loop
        match statement:
            case st.CountedLoop(body=inside):
                yield from _with_loops(inside, statement)
            case st.While(body=inside):
                yield from _with_loops(inside, None)
            case st.If(arms=arms, otherwise=otherwise):
                for arm in arms:
                    yield from _with_loops(arm.body, loop)
                yield from _with_loops(otherwise, loop)
            case st.Select(cases=cases):
                for case in cases:
                    yield from _with_loops(case.body, loop)
            case _:
                pass


def element_formula(value: Poly, index: Poly, fill: Fill) -> Poly | None:
    """Return what the element ``SUBSCRIPT`` is, given the value an iteration leaves in its own.

    ``index`` is the loop's variable in terms of its iterations, one more or one less in each.
    """
    found = slope(index)
    if found is None:
        return None
    name, by = found
    start = bind(index, {name: ZERO})
    return bind(value, {name: (Poly.symbol(SUBSCRIPT) - fill.offset - start) * by})


def slope(variable: Poly) -> tuple[str, int] | None:
    """Return the index and the step, 1 or -1, of a loop's variable; None if it has another form."""
    for monomial, by in variable.terms.items():
        if len(monomial) == 1 and monomial[0].startswith(INDEX_MARK):
            others = [part for part in variable.terms if part != monomial]
            alone = all(monomial[0] not in part for part in others)
            whole = variable.den == 1 and by in (1, -1)
            return (monomial[0], by) if alone and whole else None
    return None


def recurrence(
    fill: Fill, variable: Poly, seed: tuple[Poly, Poly], first: Poly, change: Change
) -> Poly | None:
    """Return what the element ``SUBSCRIPT`` is where each is made of the one before by ``change``.

    ``seed`` is the subscript and value of the element set before the loop, ``first`` the loop's first
    index.
    """
    found = slope(variable)
    if found is None:
        return None
    name, by = found
    if bind(variable, {name: first}) + fill.offset - by != seed[0]:
        return None
    return change.after(seed[1], (Poly.symbol(SUBSCRIPT) - seed[0]) * by)


def steps_back(fill: Fill, item: ex.Element) -> int | None:
    """Return how many elements before the own one an element of the array is, by its subscript."""
    if item.array != fill.array:
        return None
    offset = _offset(item.subscripts[0], fill.loop.variable.name)
    return None if offset is None else fill.offset - offset
