"""Who calls whom in a program, under which names, and what shares memory: found once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.connect import Connections, Place, connect
from sad.analysis.calls.graph import place_of
from sad.analysis.values.cells import Places, places_of
from sad.analysis.values.common_names import common_names
from sad.lowering.drafts import Names
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.incremental.whole import Whole


@record
class Relations:
    """What the outlines of all units together say.

    ``procedures`` are what can be called, by name; ``described`` are the entries of units in order,
    each after the key of its unit; ``handed`` are described names of what is passed as an argument.
    ``places`` are the cells of COMMON blocks, ``typed`` types and sizes of those that are no integers,
    ``shown`` names of them all, ``initial`` their load-time values.
    """

    connections: Connections
    procedures: Mapping[str, Place]
    described: Sequence[tuple[str, str]]
    handed: frozenset[str]
    places: Places
    typed: Mapping[str, tuple[str, int | None]]
    shown: Mapping[str, str]
    bounded: frozenset[str]
    initial: Mapping[str, int]

    @property
    def names(self) -> Names:
        """The names of all entries in the description."""
        return Names(self.described)


def relations_of(whole: Whole) -> Relations:
    """Return the relations of the units of a program."""
    outlines = whole.outlines
    links = {key: item.links for key, item in outlines.items()}
    procedures = {name: place_of(item) for name, item in whole.procedures.items()}
    connections = connect(links, procedures)
    order = [key for keys in connections.components for key in keys]
    described = [(key, name) for key in order for name in links[key].entries]
    typed: dict[str, tuple[str, int | None]] = {}
    for key in order:
        for cell, kind, size in outlines[key].typed:
            typed.setdefault(cell, (kind, size))
    names = Names(described)

    def handed() -> Iterator[str]:
        for key in order:
            for name in connections.handed[key] if links[key].entries else ():
                found = names.of(procedures[name].key, procedures[name].name)
                if found is not None:
                    yield found

    return Relations(
        connections,
        procedures,
        described,
        frozenset(handed()),
        places_of(item for key in order for item in outlines[key].placed),
        typed,
        common_names(pair for key in order for pair in outlines[key].shown),
        frozenset[str]().union(*(file.bounded for file in whole.program.files)),
        {cell: value for item in outlines.values() for cell, value in item.initial},
    )
