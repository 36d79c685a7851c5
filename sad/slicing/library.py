"""What functions of C's library do to memory and texts, where it is followed.

``memset``, ``memcpy`` and the like change places of one kind of element; ``strlen``, ``strcmp`` and the
functions of ``ctype.h`` only read. What is not of these forms is lost, as with any other procedure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.slicing.calls import base_name, calls_of_arguments
from sad.slicing.storage import elements, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit
    from sad.slicing.expressions import Expressions
    from sad.slicing.names import Spot, UnitNames
    from sad.slicing.relevance import Slice
    from sad.slicing.signatures import Signatures

_SETS = "memset"
_COPIES = frozenset(("memcpy", "memmove", "strcpy", "strncpy", "strcat", "strncat"))
_OF_TEXTS = frozenset(("strlen", "strcmp", "strncmp"))
_TESTS = frozenset(("isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower"))
_OF_LETTERS = _TESTS | {"toupper", "tolower"}
_ZEROS = {Type.INTEGER: "0", Type.REAL: "0.0", Type.DOUBLE: "0.0"}
READING = _OF_TEXTS | _OF_LETTERS
"""Functions that change nothing: their values are computed."""
_EQUAL = (Operator.EQ, Operator.NE)


def written_by(call: ex.FunctionCall | st.CallStatement, unit: Unit) -> Iterator[str]:
    """Yield the variables of what a call of the library changes: components of a structure, too."""
    if not isinstance(call, st.CallStatement) or call.name not in (_SETS, *_COPIES):
        return
    name = base_name(call.arguments[0]) if call.arguments else None
    if name is not None and name in unit.symbols:
        yield from parts_of(name, unit)


def parts_of(name: str, unit: Unit) -> Iterator[str]:
    """Yield a variable, of a structure its components."""
    if unit.symbols[name].type is not Type.DERIVED:
        yield name
        return
    for other, symbol in unit.symbols.items():
        if other.startswith(f"{name}.") and symbol.type is not Type.DERIVED:
            yield other


class Library:
    """Writes calls of the library in one unit."""

    def __init__(
        self,
        unit: Unit,
        names: UnitNames,
        found: Slice,
        signatures: Signatures,
        write: Expressions,
    ) -> None:
        self._unit = unit
        self._names = names
        self._slice = found
        self._signatures = signatures
        self._write = write

    def value(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        """Return the text of a function's value; None if that is not defined or not followed."""
        return self._value(node) if node.name in ("strlen", "toupper", "tolower") else None

    def compared(self, operator: Operator, left: Expr, right: Expr) -> str | None:
        """Return the text of a comparison with 0: of most functions no more of the value is defined."""
        if not isinstance(left, ex.FunctionCall) or right != ex.Constant(0, Type.INTEGER):
            return None
        if left.name in _TESTS and operator not in _EQUAL:
            return None
        return self._value(left)

    def _value(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        if not self._slice.is_outside(node, self._unit) or calls_of_arguments(node):
            return None
        if node.name in _OF_LETTERS and len(node.arguments) == 1:
            return f"c_{node.name}({self._write.value(node.arguments[0])})"
        if node.name not in _OF_TEXTS:
            return None
        texts = [self._text(item) for item in node.arguments[:2]]
        if None in texts or len(texts) != len(node.arguments[:2]):
            return None
        most = [self._write.value(item) for item in node.arguments[2:]]
        return f"c_{node.name}({', '.join([*map(str, texts), *most])})"

    def is_followed(self, call: st.CallStatement) -> bool:
        """Whether what a call changes is known: it has ``lines``."""
        return self.lines(call) is not None

    def lines(self, call: st.CallStatement) -> list[str] | None:
        """Return the lines of a call that changes memory; None if what it changes is lost."""
        if call.name not in (_SETS, *_COPIES) or len(call.arguments) < 2:
            return None
        if not self._slice.is_outside(call, self._unit) or calls_of_arguments(call):
            return None
        name = base_name(call.arguments[0])
        if name is None or name not in self._unit.symbols:
            return None
        parts = [item for item in parts_of(name, self._unit) if self._is_relevant(item)]
        if call.name == _SETS:
            return self._set(call, name, parts)
        return self._copied(call, parts)

    def _set(self, call: st.CallStatement, name: str, parts: list[str]) -> list[str] | None:
        to, value, *sizes = call.arguments
        is_zero = isinstance(value, ex.Constant) and value.value == 0
        symbol = self._unit.symbols[name]
        width = symbol.size_bytes
        if len(sizes) != 1 or not (is_zero or width == 1):
            return None
        spot = None if symbol.type is Type.DERIVED else self._spot(to)
        if spot is not None and width:
            places = f"{spot.memory}, {spot.place}, {self._write.value(sizes[0])}, {width}"
            byte = "0" if is_zero else f"f_int8({self._write.value(value)})"
            return [f"set_places({places}, {byte}, {self._cause(call)})"]
        if not parts:
            return []
        if not isinstance(to, ex.Variable) or not is_zero or not self._is_whole(symbol, sizes[0]):
            return None
        lines = [self._zeroed(part) for part in parts]
        return None if None in lines else [line for line in lines if line is not None]

    def _zeroed(self, part: str) -> str | None:
        """The line that sets all of one component of a structure, or of an array of them, to zero."""
        symbol = self._unit.symbols[part]
        zero = _ZEROS.get(symbol.type)
        ranges: list[str] = []
        for dimension in symbol.dimensions:
            first = 1 if dimension.lower is None else number_of(dimension.lower, self._unit)
            last = None if dimension.upper is None else number_of(dimension.upper, self._unit)
            if first is None or last is None:
                return None
            ranges.append(f"range({first}, {last + 1})")
        if zero is None:
            return None
        if not ranges:
            spot = self._names.scalar(part)
            return (
                f"{spot.memory}.put({spot.place}, {zero})"
                if spot.memory
                else f"{spot.place} = {zero}"
            )
        spot = self._names.element(part, [f"z[{index}]" for index in range(len(ranges))])
        return f"for z in product({', '.join(ranges)}): {spot.memory}.put({spot.place}, {zero})"

    def _copied(self, call: st.CallStatement, parts: list[str]) -> list[str] | None:
        if not parts:
            return []
        to, source, *sizes = call.arguments
        target = self._spot(to)
        if call.name.startswith("str"):
            text = self._text(source)
            if target is None or text is None or self._width(to) != 1:
                return None
            most = ", ".join(map(self._write.value, sizes))
            return [
                f"c_{call.name}({target.memory}, {target.place}, {text}, {self._cause(call)}, {most})"
            ]
        width = self._width(to)
        origin = self._spot(source)
        if target is None or origin is None or not sizes or width != self._width(source):
            return None
        size = self._write.value(sizes[0])
        places = f"{target.memory}, {target.place}, {origin.memory}, {origin.place}"
        return [f"copy_places({places}, {size}, {width}, {self._cause(call)})"]

    def _cause(self, call: st.CallStatement) -> str:
        return self._signatures.unknown(f"may be changed by {call.name}")

    def _is_relevant(self, name: str) -> bool:
        return self._slice.is_relevant(self._unit, name)

    def _is_whole(self, symbol: Symbol, size: Expr) -> bool:
        many = elements(symbol, self._unit) if symbol.dimensions else 1
        whole = None if many is None or symbol.size_bytes is None else many * symbol.size_bytes
        return isinstance(size, ex.Constant) and size.value == whole

    def _width(self, node: Expr) -> int | None:
        """How many bytes the elements of an array have; None if they are no numbers."""
        name = base_name(node)
        symbol = None if name is None else self._unit.symbols.get(name)
        numeric = (Type.INTEGER, Type.REAL, Type.DOUBLE)
        return symbol.size_bytes if symbol is not None and symbol.type in numeric else None

    def _spot(self, node: Expr) -> Spot | None:
        """Where the first element is that is passed; None if its followers are not in a row."""
        name = base_name(node)
        if name is None or name not in self._unit.symbols or not self._is_relevant(name):
            return None
        symbol = self._unit.symbols[name]
        if symbol.memory is not None and not self._names.is_in_row(name):
            return None
        if isinstance(node, ex.Element):
            return self._write.spot(node)
        if isinstance(node, ex.Variable) and symbol.dimensions:
            return self._names.array(name)
        return None

    def _text(self, node: Expr) -> str | None:
        """The memory and place of a text; a constant one gets a memory of its own."""
        if isinstance(node, ex.Constant) and isinstance(node.value, str):
            return f"of_text({node.value!r}), 0"
        spot = self._spot(node) if self._width(node) == 1 else None
        return None if spot is None else f"{spot.memory}, {spot.place}"
