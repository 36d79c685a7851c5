"""``qsort``: what it makes of an array.

How often a library compares, and where it leaves elements that compare as equal, is its own affair:
the comparisons are not counted, and elements that are equal but not the same are not known afterwards.
"""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.ir.walk import statements
from sad.slicing.call_writer import CallWriter
from sad.slicing.calls import base_name
from sad.slicing.members import reached
from sad.slicing.memory import Inner, Memory, part
from sad.slicing.runtime import NotKnownError, Unknown
from sad.slicing.storage import component_of, number_of, root_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sad.analysis.calls.graph import Procedure
    from sad.ir.program import Unit
    from sad.slicing.storage import Cell

SORTS = "qsort"
_MOST = 100_000


def sorted_names(call: ex.FunctionCall | st.CallStatement, unit: Unit) -> Iterator[str]:
    """Yield the variables of what a call sorts: of structures their members."""
    name = base_name(call.arguments[0]) if len(call.arguments) == 4 else None
    if name is None or name not in unit.symbols:
        return
    symbols = unit.symbols
    is_row = name.endswith("[]")  # of numbers, or of pointers to structures
    inside = [] if is_row else [other for other in symbols if other.startswith(f"{name}.")]
    mine = [
        other
        for other in inside
        if symbols[other].reached[-1:] in ((), (name,)) and symbols[other].type is not Type.DERIVED
    ]
    yield from mine or ([name] if symbols[name].type is not Type.DERIVED else [])


class Sorting(CallWriter):
    """Writes calls of ``qsort`` in one unit."""

    def lines(self, call: st.CallStatement) -> list[str] | None:
        """Return the lines of a call; None if what it sorts, or how it compares, is not followed."""
        if not self._library.is_outside(call) or len(call.arguments) != 4:
            return None
        names = [item for item in sorted_names(call, self._unit) if self._library.is_relevant(item)]
        if not names:
            return []
        first, count, size, comparator = call.arguments
        procedure = self._comparator(comparator)
        rows = [self._row(name, first) for name in names]
        if procedure is None or None in rows:
            return None
        is_row = names == [base_name(first)]
        start = self._library.spot_of_text(first) if is_row else None
        symbol = self._unit.symbols[names[0]]
        if is_row and (start is None or size != ex.Constant(symbol.size_bytes or 0, Type.INTEGER)):
            return None
        place = start.place if start is not None else self._write.address_of(first)
        if not is_row and self._unit.symbols[base_name(first) or ""].type is not Type.DERIVED:
            place = self._write.value(first)
        memory = start.memory if start is not None else ""
        arguments = self._compared(procedure, memory)
        if arguments is None:
            return None
        compare = f"lambda p, q: {self._signatures.name(procedure)}({', '.join(arguments)})"
        many = self._write.value(count)
        cause = self._library.cause(call)
        sort = f"sort_places(({', '.join(map(str, rows))},), {place}, {many}, {compare}, {cause})"
        return ["restore(kept)", sort]

    def before(self, call: ex.FunctionCall | st.CallStatement) -> list[str]:
        """Return the lines in front of a call: comparisons of nothing known change nothing."""
        if not isinstance(call, st.CallStatement) or call.name != SORTS or not self.lines(call):
            return []
        callees = self._slice.graph.callees(call.name, self._unit)
        written = (self._slice.summaries[item.unit.key].writes for item in callees)
        cells = sorted(set["Cell"]().union(*written))
        memories = [self._names.heap(cell[1]) for cell in cells if cell[0] == "heap"]
        return [f"kept = kept_values(({''.join(f'{item}, ' for item in memories)}))"]

    def _comparator(self, node: ex.Expr) -> Procedure | None:
        """The function that compares, if it changes nothing of the slice."""
        name = node.name if isinstance(node, ex.Variable) else ""
        found = self._slice.graph.procedure(name, self._unit)
        if found is None or not self._signatures.has(found) or len(found.dummies) < 2:
            return None
        return found if self._changes_nothing(found.unit, set()) else None

    def _changes_nothing(self, unit: Unit, seen: set[str]) -> bool:
        """Whether a function changes nothing of the slice that outlives its calls."""
        if unit.key in seen:
            return True
        seen.add(unit.key)
        for statement in statements(unit.body):
            if isinstance(statement, st.Stop | st.InputOutput | st.Opaque):
                return False
            if isinstance(statement, st.Assign) and not self._is_local(statement, unit):
                return False
            for call in self._slice.sites.of(statement):
                callees = self._slice.graph.callees(call.name, unit)
                if self._slice.is_outside(call, unit):
                    if not self._library.only_reads(call):
                        return False
                elif not all(self._changes_nothing(item.unit, seen) for item in callees):
                    return False
        return True

    def _is_local(self, statement: st.Assign, unit: Unit) -> bool:
        """Whether an assignment changes data of one call only, or nothing: two pointers lead to one."""
        name = base_name(statement.target)
        symbol = None if name is None else unit.symbols.get(name)
        if symbol is None or name is None or not self._slice.is_relevant(unit, name):
            is_whole = statement.target.type is Type.DERIVED  # a structure that is copied
            return not is_whole or (symbol is not None and symbol.memory is None)
        if symbol.memory is not None:
            return statement.silent
        return symbol.storage in (Storage.LOCAL, Storage.RESULT) and not symbol.saved

    def _row(self, name: str, first: ex.Expr) -> str | None:
        """The memory of a variable, and how many of its elements each sorted one has; 0: it is one."""
        symbol = self._unit.symbols[name]
        if symbol.storage is Storage.DUMMY and name != base_name(first):
            return None
        if name == base_name(first):
            spot = self._library.spot_of_text(first)
            return None if spot is None else f"({spot.memory}, 0, '')"
        outer = self._names.around(name) if not symbol.reached else 1
        sizes = [
            None if item.upper is None else number_of(item.upper, self._unit)
            for item in symbol.dimensions[outer:]
        ]
        if symbol.memory is None or None in sizes or (outer == 0 and name != root_of(name)):
            return None
        total = 0
        for size in sizes:
            total = max(total, 1) * ((size or 0) + 1)
        path = component_of(symbol) if self._names.is_parted(symbol) else ""
        return f"({self._names.heap(symbol.memory)}, {total}, {path!r})"

    def _compared(self, procedure: Procedure, memory: str) -> list[str] | None:
        """The arguments of one comparison, of the elements at ``p`` and ``q``."""
        starts: dict[str, str] = dict(zip(procedure.dummies, ("p", "q"), strict=False))
        texts: list[str] = []
        for dummy, how in self._signatures.of(procedure):
            mine = starts.get(dummy)
            if how == "nothing":
                continue
            if mine is None:
                texts += reached(self._names, procedure.unit, (dummy, how), starts, "NOT_SET")
            elif how == "address":
                texts.append(mine)
            elif how == "place" and memory:
                texts += [memory, mine]
            elif how == "value" and memory:
                texts.append(f"{memory}[{mine}]")
            else:
                return None
        return texts


def kept_values(memories: tuple[Memory, ...]) -> list[tuple[Memory, Memory]]:
    """Return memories with copies of what they hold."""
    found: list[tuple[Memory, Memory]] = []
    for memory in memories:
        copy = Memory(memory.default)
        copy.update(memory)
        copy.spans = list(memory.spans)
        found.append((memory, copy))
    return found


def restore(kept: list[tuple[Memory, Memory]]) -> None:
    """Give memories back what they held."""
    for memory, copy in kept:
        memory.clear()
        memory.update(copy)
        memory.default, memory.spans = copy.default, copy.spans


def sort_places(
    rows: tuple[tuple[Memory, int, str], ...],
    start: Any,
    count: Any,
    compare: Callable[[Any, Any], Any],
    cause: Unknown,
) -> None:
    """Sort so many elements from a place on; of each one all ``rows`` have a value, or several."""
    places = _places(start, count)
    order = None if places is None else _order(places, compare)
    if places is None or order is None:
        for memory, *_ in rows:
            memory.lose(cause)
        return
    ties = [False] * len(order)
    for at in range(1, len(order)):
        ties[at] = compare(order[at - 1], order[at]) == 0
    for memory, parts, path in rows:
        for number in range(max(parts, 1)):

            def at_part(
                place: Any, parts: int = parts, number: int = number, path: str = path
            ) -> Any:
                if path:
                    return part(place, path, number, max(parts, 1))
                return Inner((place, number)) if parts else place

            values = [memory[at_part(place)] for place in order]
            for place, value in zip(places, _settled(values, ties, cause), strict=True):
                memory[at_part(place)] = value


def _places(start: Any, count: Any) -> list[Any] | None:
    if start.__class__ not in (int, Inner) or count.__class__ is not int or count > _MOST:
        return None
    return [start + number for number in range(count)]


def _order(places: list[Any], compare: Callable[[Any, Any], Any]) -> list[Any] | None:
    """The places as their elements are sorted; None if a comparison is not known."""

    def sign(left: Any, right: Any) -> int:
        found = compare(left, right)
        if found.__class__ is Unknown:
            raise NotKnownError(found)
        return int(found)

    try:
        return sorted(places, key=cmp_to_key(sign))
    except NotKnownError:
        return None


def _settled(values: list[Any], ties: list[bool], cause: Unknown) -> list[Any]:
    """The values, without those of elements that compare as equal and are not the same."""
    found = list(values)
    first = 0
    for at in range(1, len(values) + 1):
        if at < len(values) and ties[at]:
            continue
        group = values[first:at]
        same = all(value.__class__ is not Unknown and value == group[0] for value in group)
        if len(group) > 1 and not same:
            found[first:at] = [cause] * len(group)
        first = at
    return found
