"""The value of an expression in an environment, and the values cells have on entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import is_zero
from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ZERO, Poly
from sad.analysis.messages.places import all_elements, first_subscript
from sad.analysis.values.cells import Cell, array_of, is_common, is_of_any_length
from sad.analysis.values.codes import OPEN_TEXT, leading
from sad.analysis.values.common_names import place_of, with_place
from sad.analysis.values.elements import constant_element, initial_element
from sad.analysis.values.scalars import Scalars
from sad.analysis.values.tables import PLACE, WHOLE, element_of, whole, with_element
from sad.analysis.values.truth import with_blanks
from sad.ir.dump import expr_text
from sad.ir.expr import Constant, Element, FunctionCall, Type, element_name
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import walk
from sad.symbols import INDEX_MARK, UNDEFINED, input_name, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.calls.results import Given
    from sad.analysis.cfg.graph import Block
    from sad.analysis.values.array_summaries import Fill
    from sad.analysis.values.cells import Cells
    from sad.analysis.values.unknowns import Unknowns
    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.ir.stmt import Assign

Environment = dict[Cell, Poly]
"""Values by cell, and facts: differences that are zero here, by ``fact_about`` a cell."""

NEVER_SET = "is not set before its use"
"""Why a local variable has no value."""
_FACT = "="
_CANCELLED = "?element"


def fact_about(cell: Cell) -> str:
    """Return the key of what is known about a cell besides its value."""
    return _FACT + cell


def is_fact(key: str) -> bool:
    """Whether an environment's key is that of a fact."""
    return key.startswith(_FACT)


class Lookup:
    """Values of expressions in one unit."""

    def __init__(
        self,
        unit: Unit,
        cells: Cells,
        spellings: Mapping[Cell, str],
        unknowns: Unknowns,
        entry: Block,
        written: Callable[[Cell], bool],
        given: Given,
        constant_arrays: frozenset[str],
        fills: Mapping[str, tuple[Fill, ...]],
        may_change: Callable[[str], bool],
        saved: Callable[[Cell, Poly, dict[Poly, list[tuple[Poly, Poly]]]], Poly | None],
    ) -> None:
        self._saved = saved
        self._may_change = may_change
        self._elements: dict[tuple[str, tuple[Poly, ...]], Poly] = {}
        self._constant_arrays = constant_arrays
        self.unit = unit
        self.cells = cells
        self.unknowns = unknowns
        self._spellings = spellings
        self._named = {spellings.get(cell, cell): cell for cell in cells.by_name.values()}
        self._entry = entry
        self._written = written
        self._entry_values: dict[Cell, Poly] = dict(given.values)
        self._lengths = dict(given.lengths)
        self._constants: dict[str, Poly | None] = {}
        self._locations: dict[str, Poly] = {}
        self.choices: dict[Poly, list[tuple[Poly, Poly]]] = {}
        self.fills = fills
        self.ranges: dict[str, Index] = {}

    def value(
        self,
        expr: Expr,
        environment: Environment,
        result: Callable[[FunctionCall], Poly | None] | None = None,
    ) -> Poly | None:
        """Return a scalar expression's value, None if part of it is not traced.

        ``result`` gives the value of a function reference.
        """
        return self.scalars(environment, result).value(expr)

    def named(
        self,
        expr: Expr,
        environment: Environment,
        result: Callable[[FunctionCall], Poly | None] | None = None,
    ) -> Poly | None:
        """Return a value as ``value`` does, with names for elements that are the same all the time."""
        return self.scalars(environment, result, names_elements=True).value(expr)

    def distance(
        self,
        first: Expr,
        last: Expr,
        environment: Environment,
        result: Callable[[FunctionCall], Poly | None] | None = None,
    ) -> Poly | None:
        """Return ``last - first`` where elements that have no value cancel, as in ``P(I) + 4 - P(I)``.

        Both are evaluated at one time, by integers that do not wrap around.
        """
        made: dict[Element, Poly] = {}

        def element(item: Element) -> Poly | None:
            symbol = self.unit.symbols.get(item.array)
            found = self._element(item, environment)
            if found is not None or symbol is None or symbol.volatile:
                return found
            if item.type is not Type.INTEGER or any(
                isinstance(x, FunctionCall) for x in walk(item)
            ):
                return None
            return made.setdefault(item, Poly.symbol(f"{_CANCELLED}{len(made)}"))

        scalars = self.scalars(environment, result)
        scalars.element = element
        ends = scalars.value(first), scalars.value(last)
        if ends[0] is None or ends[1] is None or not made:
            return None
        found = ends[1] - ends[0]
        open_ones = (name for name in atoms.free_symbols(found) if name.startswith(_CANCELLED))
        return None if any(open_ones) else found

    def scalars(
        self,
        environment: Environment,
        result: Callable[[FunctionCall], Poly | None] | None = None,
        *,
        names_elements: bool = False,
    ) -> Scalars:
        """Return how to find values in an environment."""

        def variable(name: str) -> Poly | None:
            return self.variable(name, environment)

        def element(item: Element) -> Poly | None:
            found = self._element(item, environment)
            named = found is None and names_elements
            return self._named_element(item, environment) if named else found

        return Scalars(
            variable,
            result,
            element,
            self.length,
            self.choices,
            self._definition,
            self._location,
            self.is_open_text,
        )

    def _location(self, name: str) -> Poly:
        """The address of an array: a value of its own, the same all the time the unit runs."""
        known = self._locations.get(name)
        if known is None:
            reason = "is an address"
            known = self.unknowns.make(f"loc.{name}", reason, self._entry, self.unit.span)
            self._locations[name] = known
        return known

    def _definition(self, name: str) -> Expr | None:
        symbol = self.unit.symbols.get(name)
        return symbol.value if symbol is not None and symbol.storage is Storage.CONSTANT else None

    def _element(self, item: Element, environment: Environment) -> Poly | None:
        name = element_name(item)
        cell = None if name is None else self.cells.by_name.get(name)
        known = None if cell is None else self.cell(cell, environment)
        if known is not None and not atoms.has_unresolved(known):
            return known
        found = self._filled(item, environment)
        if found is not None or known is not None:
            return known if found is None else found
        symbol = self.unit.symbols.get(item.array)
        if name is None and item.array in self.cells.elements:
            return self._chosen(item, environment)
        if symbol is None or item.array not in self._constant_arrays:
            return None
        return constant_element(item, symbol, self.scalars(environment), self.fitted)

    def _named_element(self, item: Element, environment: Environment) -> Poly | None:
        """A name for an element that nothing changes while the unit runs, if it is always the same."""
        values = [self.scalars(environment).value(part) for part in item.subscripts]
        places = tuple(value for value in values if value is not None)
        steady = all(
            not symbol.startswith(INDEX_MARK) and not is_unresolved(symbol)
            for value in places
            for symbol in atoms.free_symbols(value)
        )
        symbol = self.unit.symbols.get(item.array)
        known = symbol is not None and item.type is Type.INTEGER and not symbol.volatile
        if not known or not steady or len(places) < len(values) or self._may_change(item.array):
            return None
        key = item.array, places
        if key not in self._elements:
            inside = ",".join(expr_text(part).replace(" ", "") for part in item.subscripts)
            name = f"{item.array}({inside})"
            reason = "an element that is not followed"
            made = self.unknowns.make(name, reason, self._entry, self.unit.span)
            self._elements[key] = made
        return self._elements[key]

    def _chosen(self, item: Element, environment: Environment) -> Poly | None:
        """An element of a small array of which every element is traced: the one at the subscript."""
        symbols = self.unit.symbols
        known = self.cells.tables.get(item.array)
        names = known or all_elements(symbols.get(item.array), symbols)
        if names is None or not set(names) <= self.cells.by_name.keys():
            return None
        subscript = self.scalars(environment).value(item.subscripts[0])
        if subscript is None:
            return None
        found = ZERO
        for name in names:
            place = int(name.partition("(")[2].rstrip(")"))
            here = is_zero(subscript - place)
            found = found + here * self.cell(self.cells.by_name[name], environment)
        return found

    def _filled(self, item: Element, environment: Environment) -> Poly | None:
        """An element of a table: of this iteration or the one before, or of all that is there."""
        for fill in self.fills.get(item.array, ()) if len(item.subscripts) == 1 else ():
            back = fill.steps_back(item) if fill.own in environment else None
            if back is not None and fill.key(back) in environment:
                return environment[fill.key(back)]
        table = self.table(item.array, environment)
        place = None if table is None else self._place(item, environment)
        return None if table is None or place is None else element_of(table, place, self.ranges)

    def table(self, array: str, environment: Environment) -> Poly | None:
        """Return what all elements of an array are, in terms of ``PLACE``; None if it is no table."""
        cell = self.cells.by_name.get(whole(array))
        return None if cell is None else self.cell(cell, environment)

    def first_element(self, array: str) -> int:
        """Return the first subscript of a table."""
        found = first_subscript(self.unit.symbols[array])
        assert found is not None  # else it is no table
        return found

    def _place(self, item: Element, environment: Environment) -> Poly | None:
        """The number of a table's element in memory."""
        subscript = self.scalars(environment).value(item.subscripts[0])
        return None if subscript is None else subscript - self.first_element(item.array)

    def assigned_table(
        self, target: Expr, value: Poly | None, environment: Environment
    ) -> tuple[Cell, Poly] | None:
        """Return the cell of a table and what it is once a statement has set an element to a value."""
        if not isinstance(target, Element) or value is None or atoms.has_unresolved(value):
            return None
        table = self.table(target.array, environment)
        place = None if table is None else self._place(target, environment)
        if table is None or place is None or atoms.has_unresolved(place):
            return None
        found = with_element(table, place, value)
        return None if found is None else (self.cells.by_name[whole(target.array)], found)

    def fill_name(self, statement: Assign, environment: Environment) -> str | None:
        """Return the key of the element that an iteration of a filling loop assigns."""
        target = statement.target
        for fill in self.fills.get(target.array, ()) if isinstance(target, Element) else ():
            if id(statement) in fill.assigns and fill.own in environment:
                return fill.own
        return None

    def total(self, array: str, number: Poly, environment: Environment) -> Poly | None:
        """Return the sum of the first elements of a table."""
        table = self.table(array, environment)
        if table is None:
            return None
        index = Index(f"{INDEX_MARK}{PLACE}", ZERO, number - 1)
        body = element_of(table, Poly.symbol(index.name), {**self.ranges, index.name: index})
        return None if body is None else sum_nest([index], body)

    def length(self, name: str) -> int | None:
        """Return the length of a character variable or of an array's elements; None if not fixed."""
        symbol = self.unit.symbols.get(name)
        if symbol is None:
            return None
        if symbol.storage is Storage.CONSTANT and isinstance(symbol.value, Constant):
            text = symbol.value.value
            return (
                len(text)
                if isinstance(text, str) and symbol.size_bytes is None
                else symbol.size_bytes
            )
        if symbol.size_bytes is not None:
            return symbol.size_bytes
        return OPEN_TEXT if self.is_open_text(name) else self._lengths.get(name)

    def room(self, name: str) -> int | None:
        """Return how many characters a variable has room for; None if that is not fixed."""
        return None if self.is_open_text(name) else self.length(name)

    def is_open_text(self, name: str) -> bool:
        """Whether a dummy argument is as long as the text that is passed, which is not known."""
        symbol = self.unit.symbols.get(name)
        return symbol is not None and is_of_any_length(symbol) and name not in self._lengths

    def variable(self, name: str, environment: Environment) -> Poly | None:
        """Return the value of a variable or named constant."""
        cell = self.cells.by_name.get(name)
        if cell is not None:
            return self.cell(cell, environment)
        symbol = self.unit.symbols.get(name)
        if symbol is not None and symbol.storage is Storage.CONSTANT and symbol.value is not None:
            return self._constant_value(name, symbol.value)
        return None

    def _constant_value(self, name: str, value: Expr) -> Poly | None:
        """A named constant's value; a text is cut or filled with blanks to the declared length."""
        if name not in self._constants:
            self._constants[name] = None  # ends the search where constants define each other
            code = self.scalars({}).value(value)
            self._constants[name] = self.fitted(code, value, self.length(name))
        return self._constants[name]

    def fitted(self, code: Poly | None, value: Expr, length: int | None) -> Poly | None:
        """Return a value as a variable of ``length`` characters holds it; others are as they are."""
        if code is None or value.type is not Type.CHARACTER:
            return code
        own = self.scalars({}).text_length(value)
        if own is None or length is None:
            return None
        return leading(code, own, length) if own > length else with_blanks(code, length - own)

    def cell(self, cell: Cell, environment: Environment) -> Poly:
        """Return the value of a cell."""
        found = environment.get(cell)
        return found if found is not None else self.entry_value(cell)

    def spelling(self, cell: Cell) -> str:
        """Return a cell's name to show, which no other one has here, whichever of them are traced."""
        if not is_common(cell):
            return cell
        name = self._spellings.get(cell) or place_of(cell)
        return name if self._named.get(name, cell) == cell else with_place(name, cell)

    def entry_value(self, cell: Cell) -> Poly:
        """Return what a cell holds when the unit is entered."""
        known = self._entry_values.get(cell)
        if known is None:
            known = self._entry_values[cell] = self._make_entry_value(cell)
        return known

    def _make_entry_value(self, cell: Cell) -> Poly:
        if is_common(cell):
            return Poly.symbol(cell)
        symbol = self.unit.symbols[array_of(cell)]
        if symbol.storage is Storage.DUMMY:
            return Poly.symbol(input_name(self.unit.name, cell))
        initial = symbol.initial
        if array_of(cell) != cell:
            initial = initial_element(cell, self.unit.symbols)
        if cell.endswith(WHOLE):
            return Poly.symbol(UNDEFINED)  # is_table: nothing keeps it or sets it at load
        at_load = None
        if initial is not None:
            at_load = self.fitted(self.scalars({}).value(initial), initial, symbol.size_bytes)
        if at_load is not None and self.unit.kind is not UnitKind.PROGRAM and self._written(cell):
            at_load = self._saved(cell, at_load, self.choices)
        if at_load is not None:
            return at_load
        reason = "keeps its value between calls" if symbol.saved else NEVER_SET
        return self.unknowns.make(cell, reason, self._entry, self.unit.span)
