"""Places that arguments of MPI lead to, kinds of elements, and what a message is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sad.analysis.messages.datatypes import MPI_DATATYPES

if TYPE_CHECKING:
    from sad.slicing.memory import Memory
    from sad.slicing.runtime import Unknown

Place = tuple["Memory", Any, "int | None", str]
"""A memory, the first place, how many elements there are, and their kind."""
KINDS = {
    MPI_DATATYPES[f"MPI_{name}"].code: kind
    for kind, names in (
        ("integer4", "INT INTEGER INTEGER4 INT32_T"),
        ("integer8", "LONG LONG_LONG LONG_LONG_INT INTEGER8 INT64_T"),
        ("integer2", "SHORT INTEGER2 INT16_T"),
        ("integer1", "CHAR SIGNED_CHAR INTEGER1 INT8_T"),
        ("logical4", "LOGICAL LOGICAL4"),
        ("real4", "FLOAT REAL REAL4"),
        ("double8", "DOUBLE DOUBLE_PRECISION REAL8"),
        ("character", "CHARACTER"),
    )
    for name in names.split()
}
"""Kind of the elements of each basic datatype, by its code."""


class Arguments(dict[str, Any]):
    """Arguments of a call by their names in the standard: values, places, or None."""

    __slots__ = ()

    def __missing__(self, name: str) -> None:
        return None


class Passed(NamedTuple):
    """A message: the partner among all ranks or a wildcard, tag, communicator, its ranks, and bytes.

    None is what is not known.
    """

    partner: int | None
    tag: int | None
    comm: int | None
    group: int | None
    nbytes: int | None


def _there(place: Place, at: int) -> Any:
    """The place of an element behind the first."""
    first = place[1]
    if first.__class__ is tuple:
        return (first[0], first[1] + at)
    return first if at == 0 else first + at


def get(place: Place, at: int) -> Any:
    """Return an element."""
    return place[0][_there(place, at)]


def put(place: Place, at: int, value: Any) -> None:
    """Write an element."""
    place[0].put(_there(place, at), value)


def forget(place: Any, cause: Unknown) -> None:
    """Forget all elements of a place."""
    if place.__class__ is tuple:
        memory, first, count, _ = place
        if count == 1 and first.__class__ is int:
            memory.put(first, cause)
        else:
            memory.lose_range(first, count, cause)


def length(mine: str, theirs: str) -> int:
    """Return how many items of a datatype an element is; 0 if it is of another kind."""
    if mine == theirs:
        return 1
    is_text = theirs == "character" and mine.startswith("character")
    return int(mine.removeprefix("character")) if is_text else 0
