"""How the names of one unit are written in its generated function.

A scalar that only the unit sees is a local variable of Python. Everything else is a place in a memory:
of the unit's activation, of its saved variables, of a COMMON block, of a class that pointers reach, or
of the caller. An element is where its array begins plus its distance from there.

Over 400 lines: a place is found through an address, and an address is that of a place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sad.files import digest
from sad.ir.expr import Type
from sad.ir.fold import element_total
from sad.ir.program import Storage, is_behind_reference
from sad.slicing.storage import (
    component_of,
    constant_items,
    elements,
    is_component,
    is_static,
    number_of,
    root_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit
    from sad.slicing.storage import Layout


LETTERS = "integer1"
"""The class of memory of characters."""
POINTERS = "pointer"
"""The class of memory of pointers."""


class Spot(NamedTuple):
    """A place in a memory, both as source text; ``memory`` is empty for a local variable."""

    memory: str
    place: str


class UnitNames:
    """Source text for the names of one unit. ``value`` writes an expression's value."""

    def __init__(
        self,
        unit: Unit,
        number: int,
        layout: Layout,
        boxed: frozenset[str],
        by_place: frozenset[str],
        globals_: dict[str, str],
    ) -> None:
        self.unit = unit
        self._number = number
        self._layout = layout
        self._boxed = boxed
        self._by_place = by_place
        self._globals = globals_
        self._keys = {name: index for index, name in enumerate(unit.symbols)}
        self.value: Callable[[Expr], str] = lambda _node: "NOT_SET"
        self.is_known: Callable[[str], bool] = lambda _name: False
        self.frame_used = False
        self.memories: dict[str, str] = {}
        """Memories of an activation, made on entry, by name."""
        self.bounds: dict[str, str] = {}
        """Strides and lengths found on entry, by their names."""

    def _global(self, name: str, text: str) -> str:
        """Return the name of something all functions share, made by ``text``."""
        self._globals.setdefault(name, text)
        return name

    def plain(self, name: str) -> str:
        """Return a Python identifier for a name."""
        return f"{re.sub(r'[^A-Za-z0-9]', '_', name)}_{self._keys.get(name, 0)}"

    def is_by_place(self, name: str) -> bool:
        """Whether a dummy argument is handed over as a place."""
        return name in self._by_place

    def is_single(self, name: str) -> bool:
        """Whether a name alone means one value: of an array's name, a member behind a pointer that some
        statement counts on from.
        """
        symbol = self.unit.symbols[name]
        if not symbol.dimensions:
            return True
        is_member = bool(symbol.reached) and symbol.memory is not None and not name.endswith("[]")
        return is_member and len(symbol.dimensions) == 1 and symbol.dimensions[0].upper is None

    # --- scalars ----------------------------------------------------------------------------------

    def scalar(self, name: str) -> Spot:
        """Return where a scalar is."""
        symbol = self.unit.symbols[name]
        if symbol.memory is not None and not _is_handed(symbol):
            return self._in_heap(name, symbol, ("0",) * len(symbol.dimensions))
        if symbol.storage is Storage.DUMMY and name in self._by_place:
            return Spot(f"m_{self.plain(name)}", f"o_{self.plain(name)}")
        if is_component(symbol):
            return Spot(self._global(f"C_{digest(symbol.block or '', name)}", "Memory()"), "0")
        if symbol.storage is Storage.COMMON:
            assert symbol.offset is not None
            assert symbol.size_bytes is not None
            return Spot(self._common(symbol), str(symbol.offset // symbol.size_bytes))
        if symbol.shares is not None:
            return self._shared(symbol)
        if symbol.storage is Storage.LOCAL and is_static(self.unit, symbol):
            return Spot(self.statics(), str(self._keys[name]))
        if name in self._boxed:
            self.frame_used = True
            return Spot("frame", str(self._keys[name]))
        return Spot("", f"v_{self.plain(name)}")

    def statics(self) -> str:
        """Return the memory of the unit's saved scalars."""
        return self._global(f"S{self._number}", "Memory()")

    def _shared(self, symbol: Symbol) -> Spot:
        """A local variable that overlaps others (EQUIVALENCE)."""
        assert symbol.offset is not None
        assert symbol.size_bytes is not None
        key = f"E{self._layout.group(self.unit, symbol)}"
        is_kept = any(
            is_static(self.unit, other)
            for other in self.unit.symbols.values()
            if other.shares == symbol.shares
        )
        kept = self._globals if is_kept else self.memories
        if key not in kept:
            kept[key] = self._layout.made(self.unit, symbol, kept.setdefault)
        return Spot(key, str(symbol.offset // symbol.size_bytes))

    def _common(self, symbol: Symbol) -> str:
        made = self._layout.made(self.unit, symbol, self._global)
        return self._global(f"G{self._layout.group(self.unit, symbol)}", made)

    def heap(self, memory: str) -> str:
        """Return the memory of a class."""
        return self._global(*self._layout.heap_memory(memory))

    def literal(self, text: str) -> Spot:
        """Return where a constant text of C is that pointers lead to."""
        memory = self.heap(LETTERS)
        return Spot(memory, self._global(f"T_{digest(text)}", f"literal({memory}, HEAP, {text!r})"))

    # --- arrays -----------------------------------------------------------------------------------

    def array(self, name: str) -> Spot:
        """Return the memory of an array and the place of its first element."""
        symbol = self.unit.symbols[name]
        if symbol.storage is Storage.CONSTANT:
            texts = map(self.value, constant_items(symbol) or ())
            items = "".join(f"{in_length(text, symbol)}, " for text in texts)
            return Spot(self._global(f"K_{digest(name, items)}", f"of_values(({items}))"), "0")
        if _is_handed(symbol):
            return Spot(f"m_{self.plain(name)}", f"o_{self.plain(name)}")
        if symbol.memory is not None:
            zeros = tuple("0" for _ in symbol.dimensions)
            return self._in_heap(name, symbol, zeros)
        if is_component(symbol):
            return Spot(self._global(f"C_{digest(symbol.block or '', name)}", "Memory()"), "0")
        if symbol.storage is Storage.COMMON:
            assert symbol.offset is not None
            assert symbol.size_bytes is not None
            return Spot(self._common(symbol), str(symbol.offset // symbol.size_bytes))
        if symbol.shares is not None:
            return self._shared(symbol)
        if is_static(self.unit, symbol):
            key = f"A{self._number}_{self._keys[name]}"
            return Spot(self._global(key, self.empty(symbol)), "0")
        return Spot(f"a_{self.plain(name)}", "0")

    def empty(self, symbol: Symbol) -> str:
        """Return the text that makes the memory of an array of whose elements none is set."""
        if symbol.type is Type.CHARACTER and symbol.size_bytes:
            return f"Memory(fitted(NOT_SET, {symbol.size_bytes}))"
        return "Memory()"

    def element(self, name: str, subscripts: Sequence[str]) -> Spot:
        """Return the place of an element; subscripts are source text."""
        symbol = self.unit.symbols[name]
        if symbol.memory is not None and not _is_handed(symbol):
            return self._in_heap(name, symbol, tuple(subscripts))
        memory, base = self.array(name)
        return Spot(memory, _sum(base, self.distance(name, symbol, subscripts, 0)))

    def distance(self, name: str, symbol: Symbol, subscripts: Sequence[str], skipped: int) -> str:
        """Return how many elements a place is from the first one, dimensions after ``skipped``."""
        dimensions = list(enumerate(symbol.dimensions))[skipped:]
        pairs = list(zip(dimensions, subscripts, strict=False))
        if len(dimensions) != len(subscripts):
            return "NOT_SET"
        if symbol.row_major:
            pairs.reverse()
        total, stride = "0", "1"
        for (index, dimension), subscript in pairs:
            lower = (
                "1" if dimension.lower is None else self.bound(name, index, "l", dimension.lower)
            )
            total = _sum(total, _product(_minus(subscript, lower), stride))
            if dimension.upper is None:
                if (index, dimension) != pairs[-1][0]:
                    return "NOT_SET"
                break
            upper = self.bound(name, index, "u", dimension.upper)
            stride = _product(stride, _sum(_minus(upper, lower), "1"))
        return total

    def bound(self, name: str, index: int, which: str, node: Expr) -> str:
        """Return a bound of a dimension, as it is on entry; in C lengths stay what they are.

        Those of arrays that are allocated are what they are now.
        """
        number = number_of(node, self.unit)
        if number is not None:
            return str(number)
        symbol = self.unit.symbols[name]
        if symbol.row_major or symbol.open:
            return self.value(node)
        key = f"b_{self.plain(name)}_{which}{index}"
        if key not in self.bounds:
            self.bounds[key] = ""
            self.bounds[key] = self.value(node)
        return key

    # --- what pointers reach ----------------------------------------------------------------------

    def _in_heap(self, name: str, symbol: Symbol, subscripts: tuple[str, ...]) -> Spot:
        assert symbol.memory is not None
        memory = self.heap(symbol.memory)
        root = root_of(name)
        if not symbol.reached and name == root:
            distance = self.distance(name, symbol, subscripts, 0)
            return Spot(memory, _sum(self.address(root, symbol), distance))
        found = self._object(name, symbol, subscripts)
        if found is None:
            return Spot(memory, "NOT_SET")
        start, rest, count = found
        if symbol.reached and name == f"{symbol.reached[-1]}[]":
            return Spot(memory, _sum(start, self.distance(name, symbol, rest, count)))
        is_part = self.is_parted(symbol) and bool(component_of(symbol))
        return Spot(memory, self._key(name, symbol, start, rest, count, is_part=is_part))

    def _object(
        self, name: str, symbol: Symbol, subscripts: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...], int] | None:
        """The address of the object that a name is in or means, the subscripts that are left, and how
        many dimensions are done with; None if it is not followed.
        """
        if not symbol.reached:
            root, count = root_of(name), self.around(name)
            start = self.address(root, symbol)
            if count:  # which of the structures, as a pointer counts them
                whole = self.unit.symbols[root]
                start = _sum(start, self.distance(root, whole, subscripts[:count], 0))
            return start, subscripts[count:], count
        pointer = symbol.reached[-1]
        above = self.unit.symbols.get(pointer)
        if above is None or pointer == name or not self.is_known(pointer):
            return None
        count = len(above.dimensions)
        # of a pointer that some statement counts on from, a name may have fewer: its first one
        subscripts = ("0",) * (count - len(symbol.dimensions)) + subscripts
        start = self.load(self._spot_of(pointer, above, subscripts[:count]))
        return start, subscripts[count:], count

    def is_in_row(self, name: str) -> bool:
        """Whether the elements of an array that pointers may reach have addresses in a row."""
        symbol = self.unit.symbols[name]
        if component_of(symbol) and self.is_parted(symbol):
            return False
        above = self.unit.symbols.get(symbol.reached[-1]) if symbol.reached else None
        dimensions = symbol.dimensions[0 if above is None else len(above.dimensions) :]
        return name == root_of(name) or (len(dimensions) == 1 and dimensions[0].upper is None)

    def is_array_inside(self, name: str) -> bool:
        """Whether a member is an array, in a structure that pointers may reach."""
        return self.room_inside(name) != 1

    def room_inside(self, name: str) -> int | None:
        """Return how many elements a member has in each structure, None if that is no number."""
        symbol = self.unit.symbols[name]
        above = self.unit.symbols.get(symbol.reached[-1]) if symbol.reached else None
        skipped = self.around(name) if above is None else len(above.dimensions)
        rest = symbol.dimensions[skipped:]
        rest = rest[1:] if rest and rest[0].upper is None else rest
        return element_total(rest, self.unit.symbols)

    def around(self, name: str) -> int:
        """Return how many subscripts of a member tell which of an array of structures it is in."""
        whole = self.unit.symbols.get(root_of(name))
        if whole is None or not whole.dimensions or whole.dimensions[0].upper is None:
            return 0
        return len(whole.dimensions)

    def _spot_of(self, name: str, symbol: Symbol, subscripts: tuple[str, ...]) -> Spot:
        return self.element(name, subscripts) if symbol.dimensions else self.scalar(name)

    def _key(
        self,
        name: str,
        symbol: Symbol,
        start: str,
        subscripts: tuple[str, ...],
        skipped: int,
        *,
        is_part: bool,
    ) -> str:
        """The place of a component: the object's address, and the distance inside if it is an array."""
        rest = list(symbol.dimensions)[skipped:]
        if rest and rest[0].upper is None and subscripts:
            start = _sum(start, subscripts[0])
            subscripts, rest, skipped = subscripts[1:], rest[1:], skipped + 1
        distance = self.distance(name, symbol, subscripts, skipped) if rest else "0"
        if is_part:
            room = element_total(rest, self.unit.symbols)
            return f"part({start}, {component_of(symbol)!r}, {distance}, {room})"
        return f"({start}, {distance})" if rest else start

    def part_address(self, name: str, subscripts: tuple[str, ...]) -> str:
        """Return the address of a structure inside another, as that of a member."""
        symbol = self.unit.symbols[name]
        found = self._object(name, symbol, subscripts)
        if found is None or len(subscripts) != len(symbol.dimensions):
            return "NOT_SET"
        start, rest, count = found
        kind = "movable" if rest else "single"
        return f"{kind}({self._key(name, symbol, start, rest, count, is_part=True)})"

    def is_parted(self, symbol: Symbol) -> bool:
        """Whether a name is one of several members in its class of memory, or an object beside them."""
        return self._layout.is_parted(symbol)

    def address(self, root: str, part: Symbol | None = None) -> str:
        """Return the address of a variable that pointers may reach; ``part`` is a member of it."""
        symbol = self.unit.symbols.get(root)
        if symbol is None and part is not None and part.storage is Storage.LOCAL and not part.saved:
            return self._taken(root, 1 << 20)  # the unit names it by its members alone
        if symbol is None:
            return "NOT_SET"
        if symbol.storage is Storage.DUMMY:
            if symbol.type is Type.DERIVED:
                return f"ad_{self.plain(root)}"
            is_place = symbol.dimensions or root in self._by_place
            if symbol.memory is None or not is_place or not self.is_known(root):
                return "NOT_SET"
            place = self.plain(root)
            return f"address(m_{place}, o_{place}, {self.heap(symbol.memory)}, NOT_SET)"
        size = elements(symbol, self.unit) or 1 << 20
        if symbol.storage is Storage.COMMON:
            return self._global(_block_name(symbol.block or root), f"HEAP.take({size})")
        if is_static(self.unit, symbol):
            key = f"AD{self._number}_{self._keys[root]}"
            return self._global(key, f"HEAP.take({size})")
        return self._taken(root, size)

    def _taken(self, root: str, size: int) -> str:
        """The address of a variable of an activation."""
        key = f"ad_{self.plain(root)}"
        self.bounds.setdefault(key, f"HEAP.take({size})")
        return key

    def load(self, spot: Spot) -> str:
        """Return the text that reads a place."""
        return f"{spot.memory}[{spot.place}]" if spot.memory else spot.place


def _is_handed(symbol: Symbol) -> bool:
    """Whether the place of a dummy argument is that which was handed over."""
    return symbol.storage is Storage.DUMMY and not is_behind_reference(symbol)


def in_length(text: str, constant: Symbol) -> str:
    """Return the value of a named constant: texts of Fortran are cut, or filled with blanks."""
    is_text = constant.type is Type.CHARACTER and constant.size_bytes
    is_place = text.startswith("T_")  # of a literal that pointers of C lead to
    return f"fitted({text}, {constant.size_bytes})" if is_text and not is_place else text


def _block_name(block: str) -> str:
    return "AD_" + re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found[0]):x}_", block)


_NUMBER = re.compile(r"-?\d+\Z")


def _sum(left: str, right: str) -> str:
    if left == "0":
        return right
    if right == "0":
        return left
    if _NUMBER.match(left) and _NUMBER.match(right):
        return str(int(left) + int(right))
    return f"({left} + {right})"


def _minus(left: str, right: str) -> str:
    if right == "0":
        return left
    if _NUMBER.match(left) and _NUMBER.match(right):
        return str(int(left) - int(right))
    return f"({left} - {right})"


def _product(left: str, right: str) -> str:
    if "0" in (left, right):
        return "0"
    if left == "1":
        return right
    if right == "1":
        return left
    if _NUMBER.match(left) and _NUMBER.match(right):
        return str(int(left) * int(right))
    return f"({left} * {right})"
