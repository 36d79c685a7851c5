"""Descriptions of units before it is known what others need of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from sad.ir.program import Program
    from sad.model.nodes import Node, UnitDescription
    from sad.model.parameters import Parameter


@record
class Whole:
    """What a unit's description needs to know of others: symbols used and languages by unit
    key, the units that are passed as arguments."""

    used: Mapping[str, frozenset[str]]
    languages: Mapping[str, str]
    handed: frozenset[str]


class Candidate(NamedTuple):
    """A parameter, and the symbol it is listed for if counts of any unit use that; None: always."""

    parameter: Parameter
    needs: str | None = None


@record
class Draft:
    """The description of a unit but for its parameters, and what these may be."""

    unit: UnitDescription
    candidates: tuple[Candidate, ...]

    def final(self, anywhere: Container[str], given: Outside | None = None) -> UnitDescription:
        """Return the description; ``anywhere`` are the symbols that counts of any unit use."""
        listed = tuple(
            item.parameter
            for item in self.candidates
            if item.needs is None or item.needs in anywhere
        )
        return as_given(replace(self.unit, parameters=listed), given)


class Names:
    """Unique names of described entries: the entry's own, or with its file where that repeats.

    ``entries`` are all there are, each with the key of its unit, in the order of the description.
    """

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        self._names: dict[tuple[str, str], str] = {}
        used: set[str] = set()
        for key, entry in entries:
            name = entry
            if name in used:
                name = f"{name} ({key.rpartition(':')[0]})"
            used.add(name)
            self._names[key, entry] = name

    def __reduce__(self) -> tuple[object, ...]:
        return Names, (tuple(self._names),)

    def of(self, key: str, entry: str) -> str | None:
        """Return the name of an entry of the unit with ``key``; None if it is not described."""
        return self._names.get((key, entry))


# What is known of a procedure without its body: a tree that somebody gave instead of one
# analysed.


@record
class Outside:
    """The cost of a procedure in terms of its inputs, and the parameters that brings along.

    ``kind`` is what the procedure is called in reports instead of a subroutine or function.
    """

    kind: str
    tree: Node
    parameters: tuple[Parameter, ...]


@record
class Linked:
    """A program with a unit for each stub it needs, and what these cost, by unit key."""

    program: Program
    outside: Mapping[str, Outside]


def as_given(unit: UnitDescription, given: Outside | None) -> UnitDescription:
    """Return the description of a unit with what was given in place of what its body said."""
    if given is None:
        return unit
    own = {item.symbol for item in given.parameters}
    inputs = tuple(item for item in unit.parameters if item.symbol not in own)
    return replace(
        unit,
        kind=given.kind,
        parameters=(*inputs, *given.parameters),
        definitions=(),
        calls=(),
        statements=0,
        opaque=0,
        dead_lines=(),
    )
