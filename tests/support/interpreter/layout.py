"""Where each name of a unit lives: registers, lists, dummies, and bytes shared with other names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.resolve import Resolver
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.fold import integer_value
from sad.ir.program import IS_THERE, Storage, UnitKind
from sad.ir.walk import expressions, statements, walk
from tests.support.interpreter.errors import NotInterpreted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from frontends.fortran.symbols import Table
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit


class Home(Enum):
    """How generated code reaches a variable."""

    REGISTER = "a local Python variable"
    LIST = "a list made at each entry"
    STATIC = "a list made once"
    BYTES = "a view of a buffer, made once"
    DUMMY = "a store and an index that were passed"
    MEMBER = "an array of a structure that was passed"


@dataclass(frozen=True, slots=True)
class Slot:
    """One variable. ``buffer`` and ``offset`` (bytes) place one whose home is BYTES."""

    symbol: Symbol
    home: Home
    size: int | None
    buffer: str = ""
    offset: int = 0

    @property
    def kind(self) -> Type:
        """The variable's type."""
        return self.symbol.type


def layout_of(
    unit: Unit, table: Table | None, prefix: str
) -> tuple[dict[str, Slot], dict[str, int]]:
    """Return the slots of a unit's variables, and the sizes [bytes] of the buffers it sees.

    ``table`` are the source's declarations where these say more than the IR.
    """
    buffers: dict[str, int] = {}
    placed = {} if table is None else _equivalences(unit, table, prefix)
    for name, symbol in unit.symbols.items():
        if symbol.storage is Storage.COMMON:
            if symbol.offset is None and table is not None:
                raise NotInterpreted(f"{name}: its place in COMMON is not constant")
            placed[name] = (f"/{symbol.block}/", symbol.offset or 0)
    passed = set(_passed(unit))
    in_data = set[str]() if table is None else _named_in_data(table)
    slots: dict[str, Slot] = {}
    for name, symbol in unit.symbols.items():
        if symbol.storage in (Storage.CONSTANT, Storage.PROCEDURE):
            continue
        behind = symbol.reached[-1] if symbol.reached and symbol.storage is Storage.LOCAL else ""
        if behind and not (name.endswith("[]") or behind.endswith(IS_THERE)):
            raise NotInterpreted(f"{name}: a member reached through a pointer")
        if symbol.storage is Storage.HOST:
            raise NotInterpreted(f"{name} is a variable of the host")
        size = symbol.size_bytes
        if table is None and _is_passed_array(symbol, unit):
            slots[name] = Slot(symbol, Home.MEMBER, size)
        elif name in placed and table is None:
            slots[name] = Slot(symbol, Home.BYTES, size)
        elif name in placed:
            buffer, offset = placed[name]
            extent = (
                0 if is_open(symbol) or symbol.type is Type.DERIVED else total_bytes(symbol, unit)
            )
            buffers[buffer] = max(buffers.get(buffer, 0), offset + extent)
            slots[name] = Slot(symbol, Home.BYTES, size, buffer, offset)
        elif symbol.storage is Storage.DUMMY:
            slots[name] = Slot(symbol, Home.DUMMY, size)
        elif symbol.saved or symbol.initial is not None or symbol.runs or name in in_data:
            slots[name] = Slot(symbol, Home.STATIC, size)
        elif symbol.dimensions or name in passed:
            main = unit.kind is UnitKind.PROGRAM
            slots[name] = Slot(symbol, Home.STATIC if main else Home.LIST, size)
        else:
            slots[name] = Slot(symbol, Home.REGISTER, size)
    return slots, buffers


def is_open(symbol: Symbol) -> bool:
    """Whether the bounds of an array are variables that the unit sets."""
    return symbol.open


def _is_passed_array(symbol: Symbol, unit: Unit) -> bool:
    """Whether a name is an array in a structure that an argument is, or leads to."""
    if not symbol.dimensions or symbol.storage is not Storage.LOCAL:
        return False
    root = unit.symbols.get(symbol.name.partition(".")[0])
    if root is None or root is symbol or root.storage is not Storage.DUMMY:
        return False
    if symbol.name.endswith("[]"):
        return False
    for item in statements(unit.body):
        target = item.target if isinstance(item, st.Assign) else None
        if isinstance(target, ex.Variable) and target.name == root.name:
            raise NotInterpreted(f"{symbol.name}: the structure is another one later")
    return True


def constant_of(unit: Unit, expr: Expr | None) -> int | None:
    """Return the value of an integer constant expression of ``unit``, or None."""
    if expr is None:
        return None

    def value(name: str) -> Expr | None:
        symbol = unit.symbols.get(name)
        return None if symbol is None else symbol.value

    return integer_value(expr, value)


def extents(symbol: Symbol, unit: Unit) -> list[tuple[int, int]] | None:
    """Return (lower bound, extent) of each dimension if all are constant."""
    found: list[tuple[int, int]] = []
    for dimension in symbol.dimensions:
        lower = 1 if dimension.lower is None else constant_of(unit, dimension.lower)
        upper = constant_of(unit, dimension.upper)
        if lower is None or upper is None:
            return None
        found.append((lower, upper - lower + 1))
    return found


def elements(symbol: Symbol, unit: Unit) -> int:
    """Return how many elements a variable of constant shape has."""
    shape = extents(symbol, unit)
    if shape is None:
        raise NotInterpreted(f"{symbol.name}: its shape is not constant")
    count = 1
    for _, extent in shape:
        count *= max(extent, 0)
    return count


def total_bytes(symbol: Symbol, unit: Unit) -> int:
    """Return the size of a variable of constant shape [bytes]."""
    if symbol.size_bytes is None:
        raise NotInterpreted(f"{symbol.name}: its length is not constant")
    return elements(symbol, unit) * symbol.size_bytes


def _passed(unit: Unit) -> Iterable[str]:
    """Names that need a place of their own: passed to a procedure, or in a longer-lived list."""
    for statement in statements(unit.body):
        if isinstance(statement, st.CallStatement):
            yield from _names(statement.arguments + statement.hidden)
        for expression in expressions(statement):
            for node in walk(expression):
                if isinstance(node, ex.FunctionCall):
                    yield from _names(node.arguments + node.hidden)
                elif isinstance(node, ex.Intrinsic) and node.name == "loc":
                    yield from _names(node.arguments)


def _names(arguments: tuple[Expr, ...]) -> Iterable[str]:
    for argument in arguments:
        base = argument
        if isinstance(base, ex.Copy) and base.operand.type is Type.DERIVED:
            base = base.operand
        while isinstance(base, ex.Substring):
            base = base.base
        if isinstance(base, ex.Variable):
            yield base.name


def _named_in_data(table: Table) -> set[str]:
    found = {name for name, entry in table.entries.items() if entry.initial}
    for objects, _ in table.data:
        for item in objects:
            found.update(_base_names(item))
    return found


def _base_names(node: sx.Node) -> Iterable[str]:
    if isinstance(node, sx.Implied):
        for item in node.items:
            yield from _base_names(item)
    while isinstance(node, sx.Apply):
        node = node.base
    if isinstance(node, sx.Name):
        yield node.name


def _equivalences(unit: Unit, table: Table, prefix: str) -> dict[str, tuple[str, int]]:
    """Return buffer and offset [bytes] of every equivalenced name."""
    links: dict[str, list[tuple[str, int]]] = {}
    for group in table.equivalences:
        items = [_inside(node, unit, table) for node in group]
        first, start = items[0]
        for name, offset in items[1:]:
            links.setdefault(first, []).append((name, start - offset))
            links.setdefault(name, []).append((first, offset - start))
    placed: dict[str, tuple[str, int]] = {}
    for root in sorted(links):
        if root not in placed:
            _place(root, links, unit, f"{prefix}{root}", placed)
    return placed


def _place(
    root: str,
    links: dict[str, list[tuple[str, int]]],
    unit: Unit,
    buffer: str,
    placed: dict[str, tuple[str, int]],
) -> None:
    offsets = {root: 0}
    waiting = [root]
    while waiting:
        name = waiting.pop()
        for other, distance in links[name]:
            if other not in offsets:
                offsets[other] = offsets[name] + distance
                waiting.append(other)
    shift = -min(offsets.values())
    for name, offset in offsets.items():
        symbol = unit.symbols[name]
        if symbol.block is not None and symbol.offset is not None:
            buffer, shift = f"/{symbol.block}/", symbol.offset - offset
    for name, offset in offsets.items():
        placed[name] = (buffer, offset + shift)


def _inside(node: sx.Node, unit: Unit, table: Table) -> tuple[str, int]:
    """Return the name in an EQUIVALENCE list, and how far into it the item starts [bytes]."""
    if isinstance(node, sx.Name):
        return node.name, 0
    if not isinstance(node, sx.Apply) or not isinstance(node.base, sx.Name):
        raise NotInterpreted("EQUIVALENCE of a substring")
    symbol = unit.symbols[node.base.name]
    shape, size = extents(symbol, unit), symbol.size_bytes
    resolver = Resolver(table)
    subscripts = [constant_of(unit, resolver.expression(item)) for item in node.arguments]
    if shape is None or size is None or not shape:
        raise NotInterpreted("EQUIVALENCE of a substring or of an array without constant shape")
    if len(subscripts) == 1 and len(shape) > 1:  # the old form: one subscript counts elements
        shape = [(1, 1)]
    offset, stride = 0, size
    for subscript, (lower, extent) in zip(subscripts, shape, strict=True):
        if subscript is None:
            raise NotInterpreted("EQUIVALENCE with a subscript that is not constant")
        offset += (subscript - lower) * stride
        stride *= extent
    return node.base.name, offset
