"""Where every variable of a program lives while its slice runs.

Names of one place have one *cell*: it says whether two names mean the same data. Scalars that only
their unit sees are local variables of the generated function. What is in COMMON is in one memory per
block and kind of element, what pointers may reach in one memory per class, by address. Names whose
places overlap as elements of different types are views of one memory: what is stored as one type is not
known as another. Names that overlap in another way are lost: their values are never known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.files import digest
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.fold import constant_integer, element_total
from sad.ir.program import (
    ANY_MEMORY,
    FORTRAN_TARGETS,
    IS_THERE,
    POINTS_TO,
    Storage,
    UnitKind,
    is_behind_reference,
)
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit

Cell = tuple[str, ...]
"""Which data a name means: its kind first."""

_RESHAPED = 2  # arguments of RESHAPE in the plain form
_FOLLOWED = frozenset(Type) - {Type.QUAD, Type.DERIVED}
_FORMS = {
    **{(Type.INTEGER, size): form for size, form in ((1, "b"), (2, "h"), (4, "i"), (8, "q"))},
    (Type.REAL, 4): "f",
    (Type.DOUBLE, 8): "d",
    (Type.COMPLEX, 8): "2f",
    (Type.DOUBLE_COMPLEX, 16): "2d",
}
"""How values lie in memory, as ``struct`` writes it; of others the bytes are not known."""


@record
class Group:
    """Elements of one kind in one COMMON block, which share a memory."""

    block: str
    type: Type
    size: int


def root_of(name: str) -> str:
    """Return the variable that a component's name starts with."""
    return name.replace("[", ".").partition(".")[0]


def constant_items(symbol: Symbol) -> tuple[Expr, ...] | None:
    """Return the elements of a named constant that is an array; None if they are not written down."""
    node = symbol.value if symbol.storage is Storage.CONSTANT and symbol.dimensions else None
    if (
        isinstance(node, ex.Intrinsic)
        and node.name == "reshape"
        and len(node.arguments) == _RESHAPED
    ):
        node = node.arguments[0]
    node = node.of if isinstance(node, ex.OpaqueExpr) else node
    if not isinstance(node, ex.ArrayValue):
        return None
    plain = (ex.Constant, ex.Unary, ex.Convert)
    return node.items if all(isinstance(item, plain) for item in node.items) else None


def component_of(symbol: Symbol) -> str:
    """Return which member of an object that pointers may reach a name is; empty if it is the object."""
    start = symbol.reached[-1].removesuffix(POINTS_TO) if symbol.reached else root_of(symbol.name)
    return symbol.name[len(start) :].replace("[]", "")


def number_of(node: Expr, unit: Unit) -> int | None:
    """Return the value of a constant integer expression of a unit."""
    return constant_integer(node, unit.symbols)


def elements(symbol: Symbol, unit: Unit) -> int | None:
    """Return how many elements an array has; 1 for a scalar, None if that is no number."""
    return element_total(symbol.dimensions, unit.symbols)


def block_of(unit: Unit, symbol: Symbol) -> str | None:
    """Return the block a variable is in: of COMMON, or of local names that overlap (EQUIVALENCE)."""
    if symbol.storage is Storage.COMMON:
        return symbol.block
    return f"{unit.key}={symbol.shares}" if is_among_locals(symbol) else None


def is_among_locals(symbol: Symbol) -> bool:
    """Whether a variable shares memory with others that its own unit alone sees."""
    return symbol.storage in (Storage.LOCAL, Storage.RESULT) and symbol.shares is not None


def is_component(symbol: Symbol) -> bool:
    """Whether a variable is all members of one name in a global array of structures (C).

    They have no place in the block as bytes, and overlap with no other name.
    """
    root, block = root_of(symbol.name), symbol.block or ""
    return (
        *(symbol.storage is Storage.COMMON, symbol.offset is None, symbol.shares is None),
        *(symbol.memory is None, root != symbol.name, block.rpartition(":")[2] == root),
    ) == (True,) * 6


def is_stdin(symbol: Symbol) -> bool:
    """Whether a variable is the standard input of C."""
    return symbol.name == "stdin" and symbol.block == "stdin"


class Layout:
    """The cells of all names of a program."""

    def __init__(self, units: Iterable[Unit], meeting: Iterable[tuple[str, str]]) -> None:
        """Lay out the names of units; classes of memory that are ``meeting`` become one."""
        self._lost: set[tuple[str, int]] = set()
        self._mixed_places: set[tuple[str, int]] = set()
        self._viewed: set[str] = set()
        self._alone: set[tuple[str, int | None]] = set()
        self._merged: dict[tuple[str, int], tuple[str, int]] = {}
        self.groups: dict[Group, int] = {}
        self.classes: dict[str, int] = {}
        self._mixed: set[str] = {ANY_MEMORY}
        self._parted: set[str] = set()
        self._same: dict[str, str] = {}
        for one, other in meeting:
            if self._class(one) != self._class(other):
                self._same[self._class(one)] = self._class(other)
        units = tuple(units)
        self._lay_out_blocks(units)
        self._look_at_classes(units)

    def _look_at_classes(self, units: Iterable[Unit]) -> None:
        """Find the classes of memory whose places are not all of one type: these are not followed.

        Where members of structures have addresses of their own, places are told apart by the object's
        address and the member.
        """
        kinds: dict[str, set[tuple[Type, int | None]]] = {}
        parts: dict[str, set[str]] = {}
        unions: set[str] = set()
        anywhere: set[str] = set()  # kinds of targets that pointers to no structure may lead to
        for unit in units:
            for symbol in unit.symbols.values():
                if symbol.memory is None or symbol.type is Type.DERIVED:
                    continue
                memory = self._class(symbol.memory)
                kinds.setdefault(memory, set()).add((symbol.type, symbol.size_bytes))
                parts.setdefault(memory, set()).add(component_of(symbol))
                if symbol.shares is not None:
                    unions.add(memory)
                if memory.startswith(FORTRAN_TARGETS) and not _has_place(symbol, unit):
                    kind, _, component = memory.partition("%")
                    (self._mixed if component else anywhere).add(memory if component else kind)
        self._mixed.update(item for item in kinds if item.partition("%")[0] in anywhere)
        self._parted = {memory for memory, found in parts.items() if len(found) > 1}
        self._mixed.update(memory for memory, found in kinds.items() if len(found) > 1)
        self._mixed |= unions & self._parted

    def _class(self, memory: str) -> str:
        """The class that stands for all that pointers of one type may lead to."""
        while memory in self._same:
            memory = self._same[memory]
        return memory

    def is_parted(self, symbol: Symbol) -> bool:
        """Whether a name is one of several members in its class of memory, or an object beside them."""
        return symbol.memory is not None and self._class(symbol.memory) in self._parted

    def _lay_out_blocks(self, units: Iterable[Unit]) -> None:
        """Find the names of COMMON blocks that overlap: same elements become one cell, others lost."""
        ranges: dict[str, dict[tuple[int, int], set[tuple[Type, int]]]] = {}
        for unit in units:
            for symbol in unit.symbols.values():
                block = block_of(unit, symbol)
                if block is None or symbol.memory is not None:
                    continue
                if symbol.offset is None or symbol.size_bytes is None:
                    continue
                if symbol.type is Type.DERIVED and _has_members(symbol, unit):
                    continue  # what is done to the whole is told of its members
                size = symbol.size_bytes * (elements(symbol, unit) or 1 << 40)
                known = ranges.setdefault(block, {})
                span = (symbol.offset, symbol.offset + size)
                known.setdefault(span, set()).add((symbol.type, symbol.size_bytes))
        for block, spans in ranges.items():
            self._overlaps(block, spans)

    def _overlaps(self, block: str, spans: dict[tuple[int, int], set[tuple[Type, int]]]) -> None:
        together: list[tuple[int, int]] = []
        end = -1
        for span in [*sorted(spans), (1 << 60, 1 << 60)]:
            if together and span[0] >= end:
                kinds = set[tuple[Type, int]]().union(*(spans[item] for item in together))
                first = together[0][0]
                if len(together) == 1:
                    self._alone.add((block, first))
                for item in together:
                    self._merged[block, item[0]] = (block, first)
                    if len(kinds) > 1:
                        self._mixed_places.add((block, item[0]))
                        self._viewed.add(block)
                    if len(kinds) > 1 and not _are_views(together, spans):
                        self._lost.add((block, item[0]))
                together, end = [], -1
            together.append(span)
            end = max(end, span[1])

    def is_alone(self, symbol: Symbol) -> bool:
        """Whether no other name means part of a COMMON variable's place."""
        return symbol.block is not None and (symbol.block, symbol.offset) in self._alone

    def is_lost(self, unit: Unit, symbol: Symbol) -> bool:
        """Whether the values of a name of a unit are never known."""
        if symbol.volatile or symbol.type not in _FOLLOWED:
            return True
        if symbol.memory is not None:
            memory = self._class(symbol.memory)
            return memory in self._mixed
        if symbol.storage is Storage.HOST:
            return True
        if symbol.storage is Storage.COMMON or symbol.shares is not None:
            block = block_of(unit, symbol)
            if is_component(symbol):
                return not symbol.size_bytes
            if block is None or symbol.offset is None or not symbol.size_bytes:
                return True
            place = (block, symbol.offset)
            return place in self._lost or symbol.offset % symbol.size_bytes != 0
        return False

    def is_mixed(self, unit: Unit, symbol: Symbol) -> bool:
        """Whether other names mean the place of a variable as elements of another type."""
        block = block_of(unit, symbol)
        return block is not None and (block, symbol.offset or 0) in self._mixed_places

    def made(self, unit: Unit, symbol: Symbol, take: Callable[[str, str], object]) -> str:
        """Return the text that makes the memory a variable shares; ``take`` gets what that needs."""
        block = block_of(unit, symbol)
        if block not in self._viewed:
            is_text = symbol.type is Type.CHARACTER
            return f"Memory(fitted(NOT_SET, {symbol.size_bytes}))" if is_text else "Memory()"
        peers = f"P_{digest(block)}"
        take(peers, "[]")
        form = _FORMS.get((symbol.type, symbol.size_bytes or 0), f"{symbol.size_bytes}s")
        return f"View({form!r}, {peers})"

    def cell(self, unit: Unit, name: str) -> Cell:
        """Return the cell of a name of a unit."""
        symbol = unit.symbols.get(name)
        if symbol is None:
            return ("local", unit.key, name)
        if symbol.memory is not None:
            return ("heap", self._class(symbol.memory))
        block = block_of(unit, symbol)
        if block is not None:
            if is_component(symbol):
                return ("common", block, symbol.name)
            if symbol.offset is None:
                return ("common", block, "?")
            _, offset = self._merged.get((block, symbol.offset), (block, symbol.offset))
            return ("common", block, str(offset))
        return ("local", unit.key, name)

    def group(self, unit: Unit, symbol: Symbol) -> int:
        """Return the number of the memory a variable is in that shares one with others."""
        block = block_of(unit, symbol)
        assert block is not None
        assert symbol.size_bytes is not None
        return self.groups.setdefault(
            Group(block, symbol.type, symbol.size_bytes), len(self.groups)
        )

    def heap(self, memory: str) -> int:
        """Return the number of the memory of a class."""
        return self.classes.setdefault(self._class(memory), len(self.classes))

    def heap_memory(self, memory: str) -> tuple[str, str]:
        """Return the name of the memory of a class, and the text that makes it."""
        kind = "PartedMemory" if self._class(memory) in self._parted else "HeapMemory"
        return f"H{self.heap(memory)}", f"{kind}(HEAP)"


def _has_place(symbol: Symbol, unit: Unit) -> bool:
    """Whether it is known where a target of Fortran is: the structure that it is in has an address."""
    if symbol.volatile or "%" not in (symbol.memory or ""):
        return False
    if symbol.reached and not is_behind_reference(symbol):
        return False
    around = unit.symbols.get(symbol.reached[-1] if symbol.reached else root_of(symbol.name))
    if not symbol.reached and f"{root_of(symbol.name)}{IS_THERE}" in unit.symbols:
        return False  # it may be allocated again
    many = 0 if around is None else len(around.dimensions)
    return many in (0, len(symbol.dimensions))


def _has_members(symbol: Symbol, unit: Unit) -> bool:
    """Whether a structure's members are names of its unit, each in its place."""
    inside = (item for name, item in unit.symbols.items() if name.startswith(f"{symbol.name}."))
    places = [(item.block, item.offset is not None) for item in inside]
    return bool(places) and set(places) == {(symbol.block, True)}


def _are_views(
    together: list[tuple[int, int]], spans: dict[tuple[int, int], set[tuple[Type, int]]]
) -> bool:
    """Whether elements that overlap can be told apart by where they start, all of them."""
    return all(
        kind in _FOLLOWED and kind is not Type.CHARACTER and size > 0 and first % size == 0
        for first, last in together
        for kind, size in spans[first, last]
    )


def is_static(unit: Unit, symbol: Symbol) -> bool:
    """Whether a local variable keeps its value from one call to the next."""
    return symbol.saved and unit.kind is not UnitKind.PROGRAM
