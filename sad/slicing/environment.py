"""The environment variables that a run of a slice asks for: only what is given is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.slicing.runtime import Unknown
from sad.slicing.texts import literal, text_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.slicing.memory import Heap, Memory

ASKING = frozenset(("getenv", "secure_getenv"))
"""Functions of C's library that ask for a variable."""
VARIABLES = frozenset(("GETENV", "GET_ENVIRONMENT_VARIABLE"))
"""Subroutines of Fortran that do."""


class Environment:
    """Environment variables by name; the value None is that of one that is not set."""

    def __init__(self, values: Iterable[tuple[str, str | None]]) -> None:
        self._values = dict(values)
        self._places: dict[str, int] = {}

    def text(self, name: Any) -> Any:
        """Return the value of a variable, None if it is not set."""
        if not isinstance(name, str):
            return name
        name = name.rstrip(" ")
        if name in self._values:
            return self._values[name]
        return Unknown(f"the environment variable {name} is not given (--env {name}=VALUE)")

    def address(self, memory: Memory, place: Any, letters: Memory, heap: Heap) -> Any:
        """Return what ``getenv`` does: the address of a variable's value, 0 if it is not set."""
        found = self.text(text_at(memory, place))
        if not isinstance(found, str):
            return 0 if found is None else found
        if found not in self._places:
            self._places[found] = literal(letters, heap, found.encode().decode("latin-1"))
        return self._places[found]


def status_of_text(value: Any, missing: int, room: int | None) -> Any:
    """Return the status that Fortran gives of a word: 0, ``missing``, or -1 if it is longer than
    ``room``.
    """
    if value is None or isinstance(value, Unknown):
        return missing if value is None else value
    return -1 if room is not None and len(value) > room else 0
