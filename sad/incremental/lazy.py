"""Outlines and procedures of a program, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sad.analysis.callgraph import Procedure
from sad.incremental.outlines import Outline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sad.analysis.connect import Place
    from sad.incremental.ledger import UnitRow


class LazyOutlines(Mapping[str, Outline]):
    """Outlines by unit, each read when it is asked for."""

    def __init__(
        self, rows: Mapping[str, UnitRow], of_file: Callable[[int], list[Outline]]
    ) -> None:
        self._rows, self._of_file = rows, of_file

    def __getitem__(self, key: str) -> Outline:
        """Return the outline of a unit."""
        row = self._rows[key]
        return self._of_file(row.file)[row.number]

    def __iter__(self) -> Iterator[str]:
        """Yield all there are."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._rows)


class LazyProcedures(Mapping[str, Procedure]):
    """Procedures by name, each made when it is asked for."""

    def __init__(self, outlines: Mapping[str, Outline], places: Mapping[str, Place]) -> None:
        self._outlines, self._places = outlines, places

    def __getitem__(self, name: str) -> Procedure:
        """Return the procedure of a name."""
        place = self._places[name]
        return Procedure(place.name, self._outlines[place.key].unit, place.dummies)

    def __iter__(self) -> Iterator[str]:
        """Yield all there are."""
        return iter(self._places)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._places)
