"""What functions of C's library do to memory and texts, where it is followed.

``memset``, ``memcpy`` and the like change places of one kind of element; ``strlen``, ``strcmp`` and the
functions of ``ctype.h`` only read. What is not of these forms is lost, as with any other procedure.

Over 400 lines: calls of all kinds share where texts and memory are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.team_values import WITH_ONE_THREAD
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.slicing.call_writer import Writer
from sad.slicing.calls import base_name, calls_of_arguments
from sad.slicing.environment import ASKING, VARIABLES
from sad.slicing.file_calls import FROM_INPUT, LINES, OPENS, FileCalls
from sad.slicing.names import LETTERS
from sad.slicing.sorting import SORTS, Sorting, sorted_names
from sad.slicing.storage import elements, number_of
from sad.slicing.word_calls import NUMBER_OF_WORDS, OF_OPTIONS, OPTIONS, WORDS, WordCalls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit
    from sad.slicing.call_writer import Parts
    from sad.slicing.names import Spot

_MOST_CLEARED = 100_000  # elements of a member that are set one by one
_SETS = "memset"
ADDRESS_BYTES = 8
_COPIES = frozenset(("memcpy", "memmove", "strcpy", "strncpy", "strcat", "strncat"))
_FORMS = {
    "strlen": "t", "strcmp": "tt", "strncmp": "ttn", "strcasecmp": "tt", "strncasecmp": "ttn",
    "memcmp": "ttn", "strspn": "tt", "strcspn": "tt", "strchr": "tn", "strrchr": "tn", "strstr": "tt",
    "strpbrk": "tt",
}  # fmt: skip
"""Functions of texts: which arguments are texts, which are numbers."""
_FINDING = frozenset(("strchr", "strrchr", "strstr", "strpbrk"))
"""Functions that give back a place in the first text."""
_TESTS = frozenset(
    (
        *("isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "isblank", "isxdigit"),
        *("ispunct", "isprint", "isgraph", "iscntrl"),
    )
)
_OF_LETTERS = _TESTS | {"toupper", "tolower"}
_VALUES = frozenset(("strlen", "strspn", "strcspn", "toupper", "tolower"))
"""Functions whose value is defined: of others it is only told how it compares with 0."""
_ZEROS = {Type.INTEGER: "0", Type.REAL: "0.0", Type.DOUBLE: "0.0"}
_OF_TEAMS = frozenset((*WITH_ONE_THREAD, *map(str.upper, WITH_ONE_THREAD)))
_PLACES = frozenset(("SCAN", "VERIFY"))
READING = frozenset(
    (*_FORMS, *_OF_LETTERS, *NUMBER_OF_WORDS, *_OF_TEAMS, *ASKING, *_PLACES, "feof")
)
"""Functions that change nothing: their values are computed."""
TOKENS = "strtok"
_EQUAL = (Operator.EQ, Operator.NE)


def written_by(call: ex.FunctionCall | st.CallStatement, unit: Unit) -> Iterator[str]:
    """Yield the variables of what a call of the library changes: components of a structure, too."""
    if call.name == SORTS:
        yield from sorted_names(call, unit)
        return
    if call.name in WORDS | VARIABLES:
        names = map(base_name, call.arguments[1:])
    elif call.name == OPTIONS:
        names = iter(OF_OPTIONS)
    elif call.name == LINES:
        found = list(map(base_name, call.arguments[:2]))
        names = iter((*found, *(f"{name}[]" for name in found[:1])))
    elif call.name in ("fgets", TOKENS) or (
        isinstance(call, st.CallStatement) and call.name in (_SETS, *_COPIES)
    ):
        names = map(base_name, call.arguments[:1])
    else:
        return
    for name in names:
        if name is not None and name in unit.symbols:
            yield from parts_of(name, unit)


def texts_of(call: ex.FunctionCall | st.CallStatement) -> tuple[Expr, ...]:
    """Return the arguments of a call of the library that are texts or memory: their followers count."""
    if call.name in _FORMS:
        return tuple(
            item
            for form, item in zip(_FORMS[call.name], call.arguments, strict=False)
            if form == "t"
        )
    return call.arguments[:2] if call.name in (_SETS, *_COPIES, TOKENS, "fgets", OPENS) else ()


def parts_of(name: str, unit: Unit) -> Iterator[str]:
    """Yield a variable, of a structure its components."""
    if unit.symbols[name].type is not Type.DERIVED:
        yield name
        return
    for other, symbol in unit.symbols.items():
        if other.startswith(f"{name}.") and symbol.type is not Type.DERIVED:
            yield other


def may_change_structure(call: ex.FunctionCall | st.CallStatement, unit: Unit) -> bool:
    """Whether a call fills memory that may be a structure, of which a unit need not name members.

    A pointer to one is an integer of the length of an address, as a ``long`` is.
    """
    if call.name == SORTS and call.arguments:
        return True
    if call.name not in (_SETS, *_COPIES) or not call.arguments:
        return False
    to = call.arguments[0]
    symbol = unit.symbols.get(base_name(to) or "")
    if symbol is None or symbol.type is not Type.INTEGER or symbol.size_bytes != ADDRESS_BYTES:
        return False
    if symbol.dimensions or symbol.memory is not None:
        return False
    return to.type is Type.DERIVED or isinstance(to, ex.Variable)


def cleared_parts(call: ex.FunctionCall | st.CallStatement, unit: Unit) -> Iterator[str]:
    """Yield the members of a structure that a call sets as bytes: assignments behind it say how the
    short ones are then.
    """
    name = base_name(call.arguments[0]) if call.name == _SETS and call.arguments else None
    if name is not None and name in unit.symbols and unit.symbols[name].type is Type.DERIVED:
        yield from parts_of(name, unit)


class Library(Writer):
    """Writes calls of the library in one unit."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._files = FileCalls(self, parts)
        self._words = WordCalls(self, parts)
        self.sorting = Sorting(self, parts)

    def value(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        """Return the text of a function's value; None if that is not defined or not followed."""
        if node.name in NUMBER_OF_WORDS:
            return self._words.number(node)
        if node.name.rstrip("@") == OPTIONS:
            return self._words.option(node)
        if node.name in _OF_TEAMS:
            return str(WITH_ONE_THREAD[node.name.lower()]) if self.is_outside(node) else None
        if node.name in FROM_INPUT:
            return self._files.value(node)
        if node.name == TOKENS:
            return self._token(node)
        if node.name in ASKING:
            text = self.text(node.arguments[0]) if self.is_outside(node) else None
            heap = self._names.heap(LETTERS)
            return None if text is None else f"ENVIRONMENT.address({text}, {heap}, HEAP)"
        if node.name in _PLACES and self.is_outside(node) and not self._signatures.is_wide:
            return f"f_{node.name.lower()}({', '.join(map(self._write.value, node.arguments))})"
        if node.name in _FINDING:
            text = self._value(node)
            return None if text is None else self.address(node.arguments[0], text)
        text = self._value(node)
        if text is None or node.name in _VALUES:
            return text
        return f"told_sign({text}, 0)" if node.name in _TESTS else f"told_sign({text})"

    def is_evaluated(self, node: ex.FunctionCall | st.CallStatement) -> bool:
        """Whether all that a function does is done where its value is computed."""
        return self.value(node) is not None

    def is_outside(self, node: ex.FunctionCall | st.CallStatement) -> bool:
        """Whether a call is of a procedure without source, and calls nothing for its arguments."""
        return self._slice.is_outside(node, self._unit) and not calls_of_arguments(node)

    def only_reads(self, node: ex.FunctionCall | st.CallStatement) -> bool:
        """Whether a call of the library changes nothing."""
        return node.name in READING and self.is_outside(node)

    def _token(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        """The text of ``strtok``."""
        if not self.is_outside(node) or len(node.arguments) != 2:
            return None
        first, letters = node.arguments
        other = self.text(letters)
        if other is None:
            return None
        if first == ex.Constant(0, Type.INTEGER):
            return f"TOKENS.take(None, 0, {other})"
        spot = self.spot_of_text(first)
        text = None if spot is None else f"TOKENS.take({spot.memory}, {spot.place}, {other})"
        return None if text is None else self.address(first, text)

    def address(self, node: Expr, place: str) -> str | None:
        """The address of a place in a text; None if no pointer holds such addresses."""
        if isinstance(node, ex.Constant):
            return place
        node = node.operand if isinstance(node, ex.Copy) else node
        symbol = self._unit.symbols.get(base_name(node) or "")
        if symbol is None or symbol.memory is None:
            return None
        if symbol.storage is not Storage.DUMMY:
            return place
        spot = self.spot_of_text(node)
        memory = "Memory()" if spot is None else spot.memory
        unknown = self._signatures.unknown("an address that is not followed")
        return f"pointer_into({memory}, {self._names.heap(symbol.memory)}, {place}, {unknown})"

    def number_end(self, text: Expr, base: Expr) -> str:
        """Return the text of the address at which ``strtol`` ends."""
        unknown = self._signatures.unknown("an address that is not followed")
        found = self.text(text, as_address=True)
        if found is None:
            return unknown
        place = found.partition(", ")[2]
        length = f"end_of_number(text_at({found}), {self._write.value(base)}, {unknown})"
        return self.address(text, f"({place} + {length})") or unknown

    def put_together(self, node: ex.Intrinsic) -> str:
        """What ``sprintf`` makes of the arguments behind the first two."""
        parts: list[str] = []
        for item in node.arguments[2:]:
            is_text = isinstance(item, ex.Constant) and isinstance(item.value, str)
            is_text |= not isinstance(item, ex.Copy) and self._width(item) == 1
            text = self.text(item) if is_text else None
            parts.append(f"text_at({text})" if text is not None else self._write.value(item))
        return f"put_together({', '.join(parts)})"

    def put_line(self, node: Expr) -> list[str] | None:
        """The line that writes what ``sprintf`` makes; None if it is not that or not followed."""
        if not isinstance(node, ex.Intrinsic) or node.name != "put_together":
            return None
        spot, most = self.spot_of_text(node.arguments[0]), self._write.value(node.arguments[1])
        cause = self._signatures.unknown("a text that is put together")
        made = f"{self.put_together(node)}, {most}, {cause}"
        return None if spot is None else [f"put_line({spot.memory}, {spot.place}, {made})"]

    def compared(self, operator: Operator, left: Expr, right: Expr) -> str | None:
        """Return the text of a comparison with 0: of most functions no more of the value is defined."""
        if not isinstance(left, ex.FunctionCall) or right != ex.Constant(0, Type.INTEGER):
            return None
        if left.name in (*_TESTS, *_FINDING) and operator not in _EQUAL:
            return None
        return self._value(left) if left.name in (*_FORMS, *_OF_LETTERS) else None

    def _value(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        if not self._slice.is_outside(node, self._unit) or calls_of_arguments(node):
            return None
        if node.name in _OF_LETTERS and len(node.arguments) == 1:
            return f"c_{node.name}({self._write.value(node.arguments[0])})"
        form = _FORMS.get(node.name, "")
        if not form or len(form) != len(node.arguments):
            return None
        texts: list[str] = []
        for kind, item in zip(form, node.arguments, strict=True):
            is_address = node.name in _FINDING and item is node.arguments[0]
            text = self._write.value(item)
            if kind == "t":
                text = self.text(item, as_address=is_address)
            if text is None:
                return None
            texts.append(text)
        return f"c_{node.name}({', '.join(texts)})"

    def is_followed(self, call: st.CallStatement) -> bool:
        """Whether what a call changes is known: it has ``lines``."""
        return self.lines(call) is not None

    def lines(self, call: st.CallStatement) -> list[str] | None:
        """Return the lines of a call that changes memory; None if what it changes is lost."""
        if call.name in WORDS | VARIABLES:
            return self._words.lines(call)
        if call.name == SORTS:
            return self.sorting.lines(call)
        if call.name not in (_SETS, *_COPIES) or len(call.arguments) < 2:
            return None
        if not self._slice.is_outside(call, self._unit) or calls_of_arguments(call):
            return None
        name = base_name(call.arguments[0])
        if name is None or name not in self._unit.symbols:
            return None
        if may_change_structure(call, self._unit):
            return None
        parts = [item for item in parts_of(name, self._unit) if self.is_relevant(item)]
        if call.name == _SETS:
            return self._set(call, name, parts)
        return self._copied(call, parts)

    def _set(self, call: st.CallStatement, name: str, parts: list[str]) -> list[str] | None:
        to, value, *sizes = call.arguments
        constant = value.value if isinstance(value, ex.Constant) else None
        is_zero = constant == 0
        symbol = self._unit.symbols[name]
        width = symbol.size_bytes
        is_element = symbol.type is Type.INTEGER and _is_one_byte(constant, width or 0)
        if len(sizes) != 1 or not (is_zero or width == 1 or is_element):
            return None
        spot = None if symbol.type is Type.DERIVED else self.spot_of_text(to)
        if spot is not None and width:
            size = self._room(call, name, spot, self._write.value(sizes[0]))
            places = f"{spot.memory}, {spot.place}, {size}, {width}"
            return [f"set_places({places}, {self._write.value(value)}, {self.cause(call)})"]
        if not parts:
            return []
        if not isinstance(to, ex.Variable) or not is_zero or not self._is_whole(symbol, sizes[0]):
            return None
        zeros = {part: _ZEROS.get(self._unit.symbols[part].type) for part in parts}
        lines = [None if zero is None else self.all_set(part, zero) for part, zero in zeros.items()]
        return None if None in lines else [line for line in lines if line is not None]

    def all_set(self, part: str, value: str) -> str | None:
        """Return the line that sets a component of a structure or of all in an array; None if long."""
        symbol = self._unit.symbols[part]
        ranges: list[str] = []
        total = 1
        for dimension in symbol.dimensions:
            first = 1 if dimension.lower is None else number_of(dimension.lower, self._unit)
            last = None if dimension.upper is None else number_of(dimension.upper, self._unit)
            if first is None or last is None:
                return None
            ranges.append(f"range({first}, {last + 1})")
            total *= max(last + 1 - first, 0)
        if total > _MOST_CLEARED:
            return None
        if not ranges:
            spot = self._names.scalar(part)
            return (
                f"{spot.memory}.put({spot.place}, {value})"
                if spot.memory
                else f"{spot.place} = {value}"
            )
        spot = self._names.element(part, [f"z[{index}]" for index in range(len(ranges))])
        return f"for z in product({', '.join(ranges)}): {spot.memory}.put({spot.place}, {value})"

    def _copied(self, call: st.CallStatement, parts: list[str]) -> list[str] | None:
        if not parts:
            return []
        to, source, *sizes = call.arguments
        target = self.spot_of_text(to)
        if call.name.startswith("str"):
            text = self.text(source)
            if target is None or text is None or self._width(to) != 1:
                return None
            most = ", ".join(map(self._write.value, sizes))
            return [
                f"c_{call.name}({target.memory}, {target.place}, {text}, {self.cause(call)}, {most})"
            ]
        width = self._width(to)
        origin = self.spot_of_text(source)
        if target is None or origin is None or not sizes or width != self._width(source):
            return None
        size = self._room(call, base_name(to) or "", target, self._write.value(sizes[0]))
        places = f"{target.memory}, {target.place}, {origin.memory}, {origin.place}"
        return [f"copy_places({places}, {size}, {width}, {self.cause(call)})"]

    def _room(self, call: st.CallStatement, name: str, spot: Spot, size: str) -> str:
        """How many bytes a call sets: of an array in a structure no more than there are."""
        room = self._names.room_inside(name)
        if not spot.place.startswith("movable(") or room is None:
            return size
        width = self._unit.symbols[name].size_bytes
        return f"inside_member({size}, {spot.place}, {width}, {room}, {self.cause(call)})"

    def cause(self, call: ex.FunctionCall | st.CallStatement) -> str:
        """Return the text of why something is not known after a call."""
        return self._signatures.unknown(f"may be changed by {call.name}")

    def is_relevant(self, name: str) -> bool:
        """Whether the values of a name are needed."""
        return self._slice.is_relevant(self._unit, name)

    def _is_whole(self, symbol: Symbol, size: Expr) -> bool:
        many = elements(symbol, self._unit) if symbol.dimensions else 1
        whole = None if many is None or symbol.size_bytes is None else many * symbol.size_bytes
        return isinstance(size, ex.Constant) and size.value == whole

    def _width(self, node: Expr) -> int | None:
        """How many bytes the elements of an array have; None if they are no numbers."""
        name = base_name(node.operand if isinstance(node, ex.Copy) else node)
        symbol = None if name is None else self._unit.symbols.get(name)
        numeric = (Type.INTEGER, Type.REAL, Type.DOUBLE)
        return symbol.size_bytes if symbol is not None and symbol.type in numeric else None

    def spot_of_text(self, node: Expr) -> Spot | None:
        """Return where the first element is that is passed; None if its followers are not in a row."""
        if isinstance(node, ex.Copy):
            return self.spot_of_text(node.operand)
        name = base_name(node)
        if name is None or name not in self._unit.symbols or not self.is_relevant(name):
            return None
        symbol = self._unit.symbols[name]
        if symbol.memory is not None and not self._names.is_in_row(name):
            spot = self._first_of(node, symbol) if self._names.is_array_inside(name) else None
            return None if spot is None else spot._replace(place=f"movable({spot.place})")
        return self._first_of(node, symbol)

    def _first_of(self, node: Expr, symbol: Symbol) -> Spot | None:
        """Where an element is, or the first one of an array."""
        name = symbol.name
        if isinstance(node, ex.Element):  # a structure has no memory of its own: its members have
            return None if node.type is Type.DERIVED else self._write.spot(node)
        if isinstance(node, ex.Variable) and symbol.dimensions:
            return self._names.array(name)
        if isinstance(node, ex.Variable) and self._names.is_by_place(name):
            return self._names.scalar(name)  # the first of what a pointer to const leads to
        return None

    def text(self, node: Expr, *, as_address: bool = False) -> str | None:
        """Return the memory and place of a text; None if it is not followed.

        A constant text has a memory of its own unless its address is needed.
        """
        if isinstance(node, ex.Constant) and isinstance(node.value, str):
            if not node.value.isascii():
                return None
            if not as_address:
                return f"of_text({node.value!r}), 0"
            place = self._names.literal(node.value)
            return f"{place.memory}, {place.place}"
        spot = self.spot_of_text(node) if self._width(node) == 1 else None
        return None if spot is None else f"{spot.memory}, {spot.place}"


def _is_one_byte(value: object, width: int) -> bool:
    """Whether an integer of ``width`` bytes has the same value in each of them."""
    if not isinstance(value, int) or width <= 1:
        return False
    return (value & (1 << 8 * width) - 1).to_bytes(width, "little") == bytes([value & 255] * width)
