"""Calls of C's library that read, open and close files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.slicing.call_writer import CallWriter
from sad.slicing.calls import base_name
from sad.slicing.names import LETTERS

if TYPE_CHECKING:
    from sad.ir import stmt as st

FROM_INPUT = {
    "getchar": None, "getc": 0, "fgetc": 0, "ungetc": 1, "fgets": 2, "feof": 0, "fopen": None,
    "fclose": 0, "rewind": 0, "getline": 2,
}  # fmt: skip
"""Functions of what the program reads: which argument is the file."""
OPENS = "fopen"
LINES = "getline"


class FileCalls(CallWriter):
    """Writes calls of one unit that read, open and close files."""

    def value(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        """The text of a function that reads, opens or closes files."""
        position = FROM_INPUT[node.name]
        if node.name == OPENS:
            return self._opened(node)
        many = 1 + max(-1 if position is None else position, 0)
        if not self._slice.has_input or not self._library.is_outside(node):
            return None
        if position is not None and len(node.arguments) != many:
            return None
        reader = "IN"
        if position is not None:
            file = node.arguments[position]  # a parameter has a place of a structure
            is_place = file.type is Type.DERIVED
            which = (self._write.address_of if is_place else self._write.value)(file)
            reader = f"FILES.stream({which})"
        match node.name:
            case "fclose":
                return f"FILES.close({reader[13:-1]})"
            case "rewind":
                return f"{reader}.rewind()"
            case "fgets":
                return self._line(node, reader)
            case "getline":
                return self._whole_line(node, reader)
            case "ungetc":
                return f"{reader}.unread({self._write.value(node.arguments[0])})"
            case "feof":
                return f"{reader}.has_ended()"
            case _:
                return f"{reader}.character()"

    def _opened(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        """The text of ``fopen``."""
        if len(node.arguments) != 2 or not self._library.is_outside(node):
            return None
        texts = [self._library.text(item) for item in node.arguments]
        read = [self._library.cause(node) if item is None else f"text_at({item})" for item in texts]
        return f"FILES.open({', '.join(read)}, {self._library.cause(node)})"

    def _whole_line(self, node: ex.FunctionCall | st.CallStatement, reader: str) -> str | None:
        """The text of ``getline``: how much it read; it sets the pointer and the size it gets."""
        cause = self._library.cause(node)
        names = [item.name if isinstance(item, ex.Variable) else "" for item in node.arguments[:2]]
        pointer = self._unit.symbols.get(names[0])
        if pointer is None or pointer.dimensions or not self._library.is_relevant(names[0]):
            return None
        old = self._write.variable(names[0])
        texts = [f"got := {reader}.next_line({old}, {self._names.heap(LETTERS)}, HEAP, {cause})"]
        for name, value in zip(names, ("got[0]", cause), strict=True):
            if name in self._unit.symbols and self._library.is_relevant(name):
                memory, place = self._names.scalar(name)
                texts.append(f"{memory}.put({place}, {value})" if memory else f"{place} := {value}")
        return f"({', '.join(f'({text})' for text in texts)}, got[1])[-1]"

    def _line(self, node: ex.FunctionCall | st.CallStatement, reader: str) -> str | None:
        """The text of ``fgets``: the address of what it read, 1 if it has none, or 0."""
        to, most, _ = node.arguments
        name = base_name(to)
        cause = self._library.cause(node)
        spot = self._library.spot_of_text(to)
        if spot is None:
            if name is None or (name in self._unit.symbols and self._library.is_relevant(name)):
                return None
            return f"{reader}.line(None, 0, {self._write.value(most)}, {cause})"
        text = f"{reader}.line({spot.memory}, {spot.place}, {self._write.value(most)}, {cause})"
        return f"if_read({text}, {self._library.address(to, spot.place) or 1})"
