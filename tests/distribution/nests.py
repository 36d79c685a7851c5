"""Small loop nests, as Fortran and run step by step: what really happens, element by element."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Element = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Access:
    """An element of an array, subscripts as Fortran expressions."""

    array: str
    subscripts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.array}({','.join(self.subscripts)})"

    def at(self, values: dict[str, int]) -> Element:
        """Return the element for values of the loop variables."""
        return self.array, tuple(eval(item, {}, values) for item in self.subscripts)


@dataclass(frozen=True, eq=False)
class Assign:
    """``target = sum of reads``."""

    target: Access
    reads: tuple[Access, ...]


@dataclass(frozen=True, eq=False)
class Do:
    """A DO loop with unit step."""

    variable: str
    first: str
    last: str
    body: tuple[Assign | Do, ...]


@dataclass(frozen=True)
class Nest:
    """A subroutine of N: arrays with their declared bounds, and loops."""

    arrays: dict[str, str]
    body: tuple[Assign | Do, ...]
    lines: dict[int, Assign] = field(default_factory=dict[int, Assign], init=False)

    def fortran(self) -> str:
        """Return the source; ``lines`` then tells where each statement is."""
        declared = ", ".join(f"{name}({bounds})" for name, bounds in self.arrays.items())
        text = [
            f"SUBROUTINE NEST({','.join(self.arrays)}, N)",
            "INTEGER N, I, J, K, L",
            f"DOUBLE PRECISION {declared}",
        ]
        self._write(self.body, text)
        text.append("END")
        return "".join(f"      {line}\n" for line in text)

    def _write(self, body: tuple[Assign | Do, ...], text: list[str]) -> None:
        for item in body:
            if isinstance(item, Assign):
                text.append(f"{item.target} = {' + '.join(map(str, item.reads)) or '1.0D0'}")
                self.lines[len(text)] = item
            else:
                text.append(f"DO {item.variable} = {item.first}, {item.last}")
                self._write(item.body, text)
                text.append("END DO")


@dataclass(frozen=True)
class Event:
    """One execution of a statement, with the loops around it and the values of their variables."""

    statement: Assign
    loops: tuple[Do, ...]
    values: tuple[int, ...]
    written: Element
    read: tuple[Element, ...]


def events(nest: Nest, n: int) -> list[Event]:
    """Return everything the nest does, in order."""
    return list(_run(nest.body, {"N": n}, ()))


def _run(
    body: tuple[Assign | Do, ...], values: dict[str, int], loops: tuple[Do, ...]
) -> Iterator[Event]:
    for item in body:
        if isinstance(item, Assign):
            yield Event(
                item,
                loops,
                tuple(values[loop.variable] for loop in loops),
                item.target.at(values),
                tuple(access.at(values) for access in item.reads),
            )
            continue
        first, last = (eval(bound, {}, values) for bound in (item.first, item.last))
        for value in range(first, last + 1):
            yield from _run(item.body, {**values, item.variable: value}, (*loops, item))


def dealt(kind: str, low: int, high: int, ranks: int) -> dict[int, int]:
    """Return the owner of every position from ``low`` to ``high``, dealt out one run after another."""
    length = high - low + 1
    run = {"block": -(-length // ranks), "cyclic": 1}.get(kind)
    if run is None:
        run = int(kind.removeprefix("cyclic(").removesuffix(")"))
    owners: dict[int, int] = {}
    place, rank = low, 0
    while place <= high:
        for position in range(place, min(place + run, high + 1)):
            owners[position] = rank
        place += run
        rank = (rank + 1) % ranks
    return owners


@dataclass(frozen=True)
class Owning:
    """Who owns what: formats by array, the declared bounds as numbers, and the grid."""

    formats: dict[str, tuple[str, ...]]
    bounds: dict[str, tuple[tuple[int, int], ...]]
    ranks: tuple[int, ...]

    def of(self, element: Element) -> tuple[int | None, ...]:
        """Return the owner's place on each side; None where everybody on it has the element."""
        array, subscripts = element
        found: list[int | None] = [None] * len(self.ranks)
        axis = 0
        for kind, position, (low, high) in zip(
            self.formats.get(array, ()), subscripts, self.bounds.get(array, ()), strict=False
        ):
            if kind != "*":
                found[axis] = dealt(kind, low, high, self.ranks[axis])[position]
                axis += 1
        return tuple(found)

    def everyone(self) -> list[tuple[int, ...]]:
        """Return all ranks."""
        found: list[tuple[int, ...]] = [()]
        for count in self.ranks:
            found = [(*item, rank) for item in found for rank in range(count)]
        return found

    def has(self, rank: tuple[int, ...], element: Element) -> bool:
        """Whether a rank has an element."""
        return all(
            own is None or own == mine for own, mine in zip(self.of(element), rank, strict=True)
        )
