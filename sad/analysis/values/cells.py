"""Cells: the scalars of a program that values are traced through: integers and options.

Options are what branches test: logical variables, short texts, and real variables that are compared
with constants.

A local variable or dummy argument is a cell of its unit, known by its name. A COMMON variable is one
cell of the whole program, known by its block and place in it, whatever units call it. Names that
overlap in memory are kept in groups: writing one makes the others unknown.
"""

from __future__ import annotations

from bisect import bisect_right
from math import inf, prod
from typing import TYPE_CHECKING

from sad.algebra.codes import code_of_text
from sad.analysis.values.elements import (
    MOST_ELEMENTS,
    element_at_number,
    element_symbol,
    number_in_memory,
)
from sad.analysis.values.tables import WHOLE, whole
from sad.ir.expr import Constant, Element, Type, element_name
from sad.ir.fold import constant_integer, constant_text, element_total, fitted_text
from sad.ir.program import Storage, may_meet
from sad.ir.runs import element_count
from sad.records import field, mutable
from sad.symbols import common_name

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit

Cell = str


@mutable
class Cells:
    """The cells of one unit: by variable name, with overlap groups.

    Single elements of an array that are traced (``GRID(1)``) are among them, and by array.
    ``in_memory`` are the cells of each class of memory that pointers may reach, ``behind`` those that
    stand for something else once a pointer is assigned, by its name. ``tables`` are the names of all
    elements of arrays that are looked up in, where the declaration does not tell.
    """

    by_name: dict[str, Cell] = field(default_factory=dict[str, Cell])
    elements: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])
    groups: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])
    overlaps: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])
    in_memory: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])
    behind: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])
    tables: Mapping[str, list[str]] = field(default_factory=dict[str, list[str]])

    def killed_by(self, name: str) -> list[Cell]:
        """Return the cells a write to the variable or array ``name`` makes unknown, itself too."""
        changed = self.changed_by(name)
        return [*changed, *self.behind[name]] if name in self.behind else changed

    def changed_by(self, name: str) -> list[Cell]:
        """Return the cells whose memory a write to ``name`` may change, itself too."""
        cell = self.by_name.get(name)
        others = [*self.overlaps.get(name, ()), *self.elements.get(name, ())]
        return [cell, *others] if cell is not None else others

    def assigned(self, target: Expr) -> list[Cell] | None:
        """Return the cells an assignment to one certain element changes; None if it is no such."""
        if not isinstance(target, Element) or target.array not in self.elements:
            return None
        name = element_name(target)
        if name is None:
            return None
        own = (self.by_name.get(name), self.by_name.get(whole(target.array)))
        return [*filter(None, own), *self.overlaps.get(target.array, [])]

    def reachable(self, memory: str) -> Iterator[Cell]:
        """Yield the cells that a store into a class of memory may change."""
        for name, cells in self.in_memory.items():
            if may_meet(name, memory):
                yield from cells

    def of(self, name: str) -> list[Cell]:
        """Return the cells of a variable or array itself."""
        cell = self.by_name.get(name)
        elements = self.elements.get(name, [])
        return elements if cell is None else [cell, *elements]


def array_of(cell: Cell) -> str:
    """Return the array of an element's cell; of any other local cell its own name."""
    return cell.partition("(")[0]


def is_common(cell: Cell) -> bool:
    """Whether a cell is a COMMON variable."""
    return cell.startswith("/")


def common_cell(symbol: Symbol) -> Cell:
    """Return the cell of a COMMON variable."""
    place = f"+{symbol.offset}" if symbol.offset is not None else symbol.name
    kind = "" if symbol.type is Type.INTEGER else f" {symbol.type}"
    if symbol.size_bytes not in (None, 4):
        place += f".{symbol.size_bytes}"  # names of other sizes there are not the same value
    return common_name(symbol.block or "", place + kind)


def _common_table(symbol: Symbol, unit: Unit) -> Cell:
    """Return the cell of all elements of an array in COMMON: units that lay it out alike share it."""
    number, size = element_total(symbol.dimensions, unit.symbols), symbol.size_bytes
    return common_cell(symbol) + f"[{number}*{size}]" + WHOLE


_ALWAYS = (Type.INTEGER, Type.LOGICAL, Type.CHARACTER)
_LONGEST_OPTION = 32  # characters


def is_of_any_length(symbol: Symbol) -> bool:
    """Whether a symbol is a dummy argument that is as long as the text that is passed for it."""
    return (
        symbol.type is Type.CHARACTER
        and symbol.size_bytes is None
        and symbol.storage is Storage.DUMMY
        and not symbol.dimensions
    )


def is_traced(symbol: Symbol) -> bool:
    """Whether values of the symbol can be traced."""
    if (
        symbol.dimensions
        or symbol.volatile
        or symbol.storage
        in (
            Storage.CONSTANT,
            Storage.PROCEDURE,
            Storage.HOST,
        )
    ):
        return False
    match symbol.type:
        case Type.INTEGER | Type.LOGICAL:
            return True
        case Type.CHARACTER:
            if symbol.size_bytes is None:
                return symbol.storage is Storage.DUMMY
            return symbol.size_bytes <= _LONGEST_OPTION
        case Type.DERIVED:
            return False
        case _:
            return symbol.storage in (Storage.DUMMY, Storage.LOCAL)


def is_traced_element(name: str, unit: Unit) -> bool:
    """Whether values of one certain element (``GRID(1)``) can be traced."""
    symbol = unit.symbols[array_of(name)]
    if not _has_traced_elements(symbol) or symbol.storage not in _WITH_ELEMENTS:
        return False
    return number_in_memory(name, unit.symbols) is not None


_WITH_ELEMENTS = (Storage.LOCAL, Storage.DUMMY, Storage.COMMON)


def _has_traced_elements(symbol: Symbol) -> bool:
    """Whether values of single elements of an array can be traced."""
    return (
        bool(symbol.dimensions)
        and symbol.type in _ALWAYS
        and symbol.shares is None
        and not symbol.volatile
        and (symbol.size_bytes or 0) <= _LONGEST_OPTION
    )


def cells_of(
    unit: Unit,
    mentioned: Container[str],
    controlling: set[str],
    own: Container[str] = (),
    tables: Mapping[str, list[str]] | None = None,
) -> Cells:
    """Return the cells of a unit; local and real variables only if they can influence a count.

    Variables of a COMMON block that the unit declares only to reach others are none: they are not
    ``mentioned`` in it, nor have load-time values there.
    ``own`` are arrays that no other name leads to, ``tables`` those that are traced element by element.
    """
    cells = Cells(tables=tables or {})
    in_blocks = _groups_in_common(unit)
    for name, symbol in unit.symbols.items():
        if symbol.shares in in_blocks and symbol.storage is not Storage.COMMON:
            continue  # a call may change it through the block
        in_common = symbol.storage is Storage.COMMON
        unseen = in_common and name not in mentioned and symbol.initial is None
        needed = symbol.storage is not Storage.LOCAL and symbol.type in _ALWAYS and not unseen
        if is_traced(symbol) and (needed or name in controlling):
            cells.by_name[name] = common_cell(symbol) if in_common else name
    for name in sorted(item for item in controlling if "(" in item):
        array = array_of(name)
        symbol = unit.symbols[array]
        if (
            symbol.storage in (Storage.LOCAL, Storage.DUMMY)
            and not symbol.volatile
            and symbol.shares is None
            and symbol.dimensions
            and (symbol.size_bytes or 0) <= _LONGEST_OPTION
        ):
            cells.by_name[name] = name
            cells.elements.setdefault(array, []).append(name)
        elif name.endswith(WHOLE):
            if symbol.offset is not None:
                cells.by_name[name] = _common_table(symbol, unit)
                cells.elements.setdefault(array, []).append(cells.by_name[name])
        elif symbol.storage is Storage.COMMON and _has_traced_elements(symbol):
            placed = element_symbol(name, unit.symbols)
            if placed is not None:
                cells.by_name[name] = common_cell(placed)
                cells.elements.setdefault(array, []).append(cells.by_name[name])
    groups: dict[str, list[str]] = {}
    for name, symbol in unit.symbols.items():
        if symbol.shares is not None:
            groups.setdefault(symbol.shares, []).append(name)
    for names in groups.values():
        for name in names:
            found = dict.fromkeys(cells.by_name.get(other) for other in names)
            itself = (None, cells.by_name.get(name))
            cells.overlaps[name] = [cell for cell in found if cell not in itself]
    _add_pointers(unit, cells, own)
    return cells


def _add_pointers(unit: Unit, cells: Cells, own: Container[str]) -> None:
    """Add what pointers do: names of one class of memory may be one; names stand behind pointers."""
    classes: dict[str, list[str]] = {}
    for name, symbol in unit.symbols.items():
        if symbol.memory is not None and name not in own:
            classes.setdefault(symbol.memory, []).append(name)
        for pointer in symbol.reached:
            cells.behind.setdefault(pointer, []).extend(cells.of(name))
    for memory, names in classes.items():
        found = [cell for name in names for cell in cells.of(name)]
        cells.in_memory[memory] = list(dict.fromkeys(found))
    for memory, names in classes.items():
        found = list(cells.reachable(memory))
        declared = [name for name in names if unit.symbols[name].declared]
        apart = {cell for name in declared for cell in cells.of(name)}
        for name in names:
            own = cells.of(name)
            others = apart if name in declared else ()
            _overlap(
                cells, name, [cell for cell in found if cell not in own and cell not in others]
            )
    for name, symbol in unit.symbols.items():
        base = name.rpartition(".")[0]
        while base:  # changing a structure as a whole changes its members, and what may be these
            if base not in symbol.reached:
                _overlap(cells, base, [*cells.of(name), *cells.overlaps.get(name, ())])
            base = base.rpartition(".")[0]


def _overlap(cells: Cells, name: str, others: Iterable[Cell]) -> None:
    known = cells.overlaps.setdefault(name, [])
    known.extend(cell for cell in dict.fromkeys(others) if cell not in known)


def _groups_in_common(unit: Unit) -> dict[str | None, str]:
    """The groups of overlapping names that reach into a COMMON block, with that block."""
    return {
        symbol.shares: symbol.block
        for symbol in unit.symbols.values()
        if symbol.shares is not None and symbol.block is not None
    }


Placed = tuple[str, Cell, float, float]
"""A block, a cell of it, the cell's first byte and the byte after its last one."""

Places = dict[str, list[tuple[float, float, Cell]]]
"""The first byte of each cell of COMMON blocks and the byte after its last one, sorted, by block."""


def placed_in_common(unit: Unit, cells: Cells) -> Iterator[Placed]:
    """Yield the cells of COMMON blocks that a unit lays out."""
    for name, cell in cells.by_name.items():
        if is_common(cell):
            symbol = element_symbol(name, unit.symbols)
            assert symbol is not None  # else it would be no cell
            yield symbol.block or "", cell, *_extent(symbol, unit)


def places_of(placed: Iterable[Placed]) -> Places:
    """Return the places of all cells; of two for one cell the last one counts."""
    found: dict[str, dict[Cell, tuple[float, float]]] = {}
    for block, cell, first, last in placed:
        found.setdefault(block, {})[cell] = first, last
    return {
        block: sorted((first, last, cell) for cell, (first, last) in cells.items())
        for block, cells in found.items()
    }


def blocks_of(unit: Unit) -> set[str]:
    """Return the COMMON blocks that names of a unit are in or reach into."""
    found = {symbol.block for symbol in unit.symbols.values()}
    return {block for block in found if block is not None}


def load_values(unit: Unit, cells: Cells) -> Iterator[tuple[Cell, int]]:
    """Yield what cells of COMMON hold when the program is loaded, as their codes (DATA, BLOCK DATA).

    Cells of reals are left out. Of a small array all elements are told: others may trace them.
    """
    for name, symbol in unit.symbols.items():
        if symbol.storage is not Storage.COMMON:
            continue
        names = [name] if name in cells.by_name else []
        if symbol.runs and _has_traced_elements(symbol) and symbol.offset is not None:
            number = min(element_count(symbol.runs), MOST_ELEMENTS)
            names = [element_at_number(place, name, unit.symbols) for place in range(number)]
        for item in filter(None, names):
            placed = element_symbol(item, unit.symbols)
            if placed is not None and placed.initial is not None:
                value = _loaded(placed.initial, placed, unit)
                if value is not None:
                    yield common_cell(placed), value


def _loaded(initial: Expr, symbol: Symbol, unit: Unit) -> int | None:
    if symbol.type is Type.CHARACTER:
        text, size = constant_text(initial, unit.symbols), symbol.size_bytes
        return None if text is None or size is None else code_of_text(fitted_text(text, size))
    if symbol.type is Type.LOGICAL and isinstance(initial, Constant):
        return int(bool(initial.value))
    return constant_integer(initial, unit.symbols)


def add_common_overlaps(unit: Unit, cells: Cells, places: Places) -> None:
    """Add the cells of COMMON blocks that other units lay out differently, by place in memory."""
    groups = _groups_in_common(unit)
    for name, symbol in unit.symbols.items():
        if symbol.block is not None:
            first, last = _extent(symbol, unit)
            touched = _touched(places.get(symbol.block, []), first, last)
        elif symbol.shares in groups:
            touched = [cell for _, _, cell in places.get(groups[symbol.shares], [])]
        else:
            continue
        own, known = cells.of(name), cells.overlaps.get(name, [])
        more = [cell for cell in touched if cell not in own and cell not in known]
        if more:
            cells.overlaps[name] = [*known, *more]


def _touched(places: list[tuple[float, float, Cell]], first: float, last: float) -> list[Cell]:
    """The cells of a block that share a byte with ``first`` up to ``last``; places are sorted."""
    longest = 16
    start = 0 if first == -inf else bisect_right(places, (first - longest, inf, ""))
    touched: list[Cell] = []
    for begin, end, cell in places[start:]:
        if begin >= last:
            break
        if end > first:
            touched.append(cell)
    unplaced = [cell for begin, _, cell in places[:start] if begin == -inf]
    return unplaced + touched


def _extent(symbol: Symbol, unit: Unit) -> tuple[float, float]:
    """The first byte of a COMMON variable and the byte after its last one, as far as known."""
    if symbol.offset is None:
        return -inf, inf
    sizes = [element_total(symbol.dimensions, unit.symbols), symbol.size_bytes]
    known = [size for size in sizes if size is not None]
    return symbol.offset, symbol.offset + (prod(known) if len(known) == len(sizes) else inf)
