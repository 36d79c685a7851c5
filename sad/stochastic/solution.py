"""What a solver found of a model: measures of the whole, and of its parts in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping


@record
class Measure:
    """One number of a model: ``unit`` is ``s``, ``1/s``, ``1`` or a text of the user's own.

    ``note`` says in a few words what it rests on or how sure it is. ``low`` and ``high`` are bounds
    or the ends of an interval, where there are any. The value is None where the note has a formula.
    """

    name: str
    value: float | None
    unit: str
    note: str = ""
    low: float | None = None
    high: float | None = None


@record
class Part:
    """Measures of one station, place or transition; None where one has no such measure."""

    name: str
    values: tuple[float | None, ...]


@record
class PartTable:
    """Measures of all parts of a kind, for instance ``station``; ``columns`` are names and units."""

    kind: str
    columns: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]


@record
class Solution:
    """A model at one point.

    ``method`` says in words how it was solved and whether that is exact, ``remarks`` what else a
    reader must know, in sentences.
    """

    title: str
    method: str
    values: Mapping[str, str]
    measures: tuple[Measure, ...]
    tables: tuple[PartTable, ...] = ()
    remarks: tuple[str, ...] = ()

    def quantities(self) -> dict[str, tuple[float | None, str]]:
        """Return every number by name, with its unit: ``throughput``, ``utilisation:cpu``.

        Bounds of a measure are ``throughput (low)`` and ``throughput (high)``.
        """
        found: dict[str, tuple[float | None, str]] = {}
        for item in self.measures:
            found[item.name] = item.value, item.unit
            if item.low is not None and item.high is not None:
                found[f"{item.name} (low)"] = item.low, item.unit
                found[f"{item.name} (high)"] = item.high, item.unit
        for table in self.tables:
            for part in table.parts:
                for (name, unit), value in zip(table.columns, part.values, strict=True):
                    found[f"{name}:{part.name}"] = value, unit
        return found
