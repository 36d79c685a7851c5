"""What was measured and predicted, kept as one JSON file between the steps."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(slots=True)
class Row:
    """One program under one set of flags; times in seconds.

    ``predicted`` maps models to times, ``notes`` models to why there is none. ``steady`` is whether
    enough rounds of the measurement were undisturbed, ``bands`` the intervals of models that have one.
    """

    half: str
    program: str
    language: str
    memory: str
    flags: str
    measured: float
    steady: bool
    predicted: dict[str, float] = field(default_factory=dict[str, float])
    notes: dict[str, str] = field(default_factory=dict[str, str])
    bands: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])

    def holds(self, model: str) -> bool | None:
        """Return whether a model's interval holds the measured time; None if it has none."""
        band = self.bands.get(model)
        return None if band is None else band[0] <= self.measured <= band[1]


@dataclass(slots=True)
class Results:
    """All rows, and where they come from."""

    date: str
    cpu: str
    compilers: dict[str, str]
    rows: list[Row]

    def select(
        self, *, half: str | None = None, flags: str | None = None, memory: str | None = None
    ) -> list[Row]:
        """Return the rows of a half, a set of flags and a memory class, each where given."""
        return [
            row
            for row in self.rows
            if half in (None, row.half)
            and flags in (None, row.flags)
            and memory in (None, row.memory)
        ]


def save(results: Results, path: Path) -> None:
    """Write results as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(asdict(results), indent=1) + "\n", encoding="utf-8")
    aside.replace(path)


def load(path: Path) -> Results:
    """Return the results that ``save`` wrote."""
    value: Any = json.loads(path.read_text(encoding="utf-8"))
    rows: list[Row] = []
    for item in value["rows"]:
        item.pop("band", None)  # of files before there were several
        bands = {model: (low, high) for model, (low, high) in item.pop("bands", {}).items()}
        rows.append(Row(**item, bands=bands))
    return Results(value["date"], value["cpu"], value["compilers"], rows)
