"""A value of a JSON document with its path, for messages: ``$.modelers[0].models``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NoReturn, cast

from sad.diagnostics import Span, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

_HINT = "is this a file as Extra-P reads or writes it?"


@record
class Node:
    """A value, where it is in the document, and the file and line to name in errors."""

    value: object
    path: str
    file: str
    line: int = 1

    def fail(self, message: str, hint: str = _HINT) -> NoReturn:
        """Raise SAD741 about this value."""
        raise input_error("SAD741", f"{self.path}: {message}", Span.at(self.file, self.line), hint)

    def has(self, key: str) -> bool:
        """Whether this is an object with such a member that is not null."""
        return isinstance(self.value, dict) and self._members().get(key) is not None

    def member(self, key: str) -> Node:
        """Return a member of an object; SAD741 if there is none."""
        members = self._members()
        if key not in members:
            self.fail(f"no {key}")
        return Node(members[key], f"{self.path}.{key}", self.file, self.line)

    def members(self) -> Iterator[tuple[str, Node]]:
        """Yield the members of an object."""
        for key, value in self._members().items():
            yield key, Node(value, f"{self.path}.{key}", self.file, self.line)

    def items(self) -> list[Node]:
        """Return the items of an array."""
        value = self.value
        if not isinstance(value, list):
            self.fail("an array is expected")
        items = cast("list[object]", value)
        return [
            Node(item, f"{self.path}[{index}]", self.file, self.line)
            for index, item in enumerate(items)
        ]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            self.fail("a text is expected")
        return self.value

    def number(self) -> float:
        """Return a finite number."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail("a number is expected")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.fail("a finite number is expected")
        return number

    def _members(self) -> dict[str, object]:
        value = self.value
        if not isinstance(value, dict):
            self.fail("an object is expected")
        return cast("dict[str, object]", value)
