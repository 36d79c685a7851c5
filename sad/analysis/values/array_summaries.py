"""Arrays that are followed as a whole, and the loops that fill them element by element.

Programs that divide work put the share of every process into an array first (``KOUNT(I)``), and tables
of partners, sizes of levels and starts of rows too. A counted loop that fills one assigns the element
its own variable counts, in as many statements and branches as it likes. What elements are: ``tables``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.places import first_subscript
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage, may_meet
from sad.ir.walk import expressions, statements, walk
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit
    from sad.ir.stmt import Stmt


@record
class Fill:
    """A loop that assigns, of an array, only the element ``loop.variable + offset`` in each iteration.

    ``assigns`` are the identities of the statements that do; ``backs`` tells how many elements before
    the own one the elements are that the loop reads.
    """

    array: str
    loop: st.CountedLoop
    subscript: Expr
    offset: int
    assigns: frozenset[int]
    backs: frozenset[int]

    @property
    def own(self) -> str:
        """The key under which an environment has the element of this iteration."""
        return self.key(0)

    def key(self, back: int) -> str:
        """Return the key of an element so many before the one of this iteration."""
        return f"{self.array}({self.loop.variable.name}{self.offset:+d})~{back}"

    def steps_back(self, item: ex.Element) -> int | None:
        """Return how many elements before the own one an element of the array is, by its subscript."""
        offset = _offset(item.subscripts[0], self.loop.variable.name)
        return None if offset is None else self.offset - offset


def is_table(symbol: Symbol | None) -> bool:
    """Whether an array may be followed as a whole."""
    return (
        symbol is not None
        and symbol.type is Type.INTEGER
        and symbol.storage in (Storage.LOCAL, Storage.DUMMY, Storage.COMMON)
        and len(symbol.dimensions) == 1
        and first_subscript(symbol) is not None
        and symbol.shares is None
        and not symbol.volatile
        and not symbol.by_value
        and (symbol.storage is not Storage.LOCAL or not (symbol.saved or symbol.runs))
    )


def fills_of(
    unit: Unit, writes: Mapping[int, tuple[str, ...]], tables: Collection[str]
) -> dict[str, tuple[Fill, ...]]:
    """Return the loops of a unit that fill tables; ``writes`` are names by statement (identity)."""
    found: dict[str, dict[int, list[tuple[st.Assign, st.CountedLoop]]]] = {}
    for statement, loop in _with_loops(unit.body, None):
        if not isinstance(statement, st.Assign) or loop is None:
            continue
        for name in writes.get(id(statement), ()):
            if name in tables:
                found.setdefault(name, {}).setdefault(id(loop), []).append((statement, loop))
    fills: dict[str, tuple[Fill, ...]] = {}
    for name, loops in found.items():
        filled = (_fill(name, writers) for writers in loops.values())
        fills[name] = tuple(fill for fill in filled if fill is not None)
    return {name: items for name, items in fills.items() if items}


def _fill(array: str, writers: list[tuple[st.Assign, st.CountedLoop]]) -> Fill | None:
    """How a loop fills an array, if all its writers there are alike."""
    first, loop = writers[0]
    if not isinstance(first.target, ex.Element):
        return None
    (subscript,) = first.target.subscripts
    offset = _offset(subscript, loop.variable.name)
    alike = all(
        assign.target == first.target and not assign.silent and not assign.apart
        for assign, _ in writers
    )
    if offset is None or not alike:
        return None
    assigns = frozenset(id(assign) for assign, _ in writers)
    fill = Fill(array, loop, subscript, offset, assigns, frozenset())
    reads = (
        fill.steps_back(item)
        for statement in statements(loop.body)
        for part in expressions(statement)
        for item in walk(part)
        if isinstance(item, ex.Element) and item.array == array
    )
    backs = frozenset(back for back in reads if back is not None)
    return Fill(array, loop, subscript, offset, assigns, backs)


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
        case ex.Binary(
            operator=Operator.ADD, left=ex.Constant(value=int(value)), right=ex.Variable(name=name)
        ) if name == variable:
            return value
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


# --- arrays that no other name leads to ------------------------------------------------------------


def own_tables(unit: Unit, tables: Iterable[str], changed: Iterable[str]) -> frozenset[str]:
    """Return the tables of a unit that only their own names lead to.

    ``changed`` are the names of what anything in the unit may change.
    """
    addresses = _pointed_at(unit)
    found = [unit.symbols[name] for name in tables if name not in addresses]
    known = (unit.symbols[name] for name in changed if name in unit.symbols)
    pointed = {
        symbol.memory
        for symbol in known
        if symbol not in found and (symbol.reached or not symbol.declared)
    }
    return frozenset(
        symbol.name
        for symbol in found
        if symbol.storage is Storage.LOCAL
        and _is_own(symbol, unit)
        and (symbol.reached or not any(may_meet(symbol.memory, memory) for memory in pointed))
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
