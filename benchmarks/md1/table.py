"""Tables of figures as CSV files, which are part of the project."""

from __future__ import annotations

import csv
from dataclasses import astuple, dataclass, fields
from typing import TYPE_CHECKING, TypeVar, get_type_hints

from benchmarks.md1.runs import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PICTURES = ROOT / "docs" / "pictures"
ROW = TypeVar("ROW", bound="Row")


@dataclass(frozen=True)
class Row:
    """A row of a table; the fields of its class are the columns, None is an empty field."""

    @classmethod
    def path(cls) -> Path:
        """Return the table's file."""
        return PICTURES / f"md1-{cls.__name__.lower()}.csv"

    @classmethod
    def write(cls: type[ROW], rows: Iterable[ROW]) -> None:
        """Write the table anew."""
        with cls.path().open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow([field.name for field in fields(cls)])
            writer.writerows([_text(value) for value in astuple(row)] for row in rows)

    @classmethod
    def read(cls: type[ROW]) -> list[ROW]:
        """Read the table."""
        types = get_type_hints(cls)
        with cls.path().open(encoding="utf-8", newline="") as stream:
            return [
                cls(**{name: _value(text, types[name]) for name, text in row.items()})
                for row in csv.DictReader(stream)
            ]


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _value(text: str, kind: object) -> object:
    if text == "" and kind is not str:
        return None
    if kind is int:
        return int(text)
    return text if kind is str else float(text)


@dataclass(frozen=True)
class Chain(Row):
    """X3, measured and fitted, for so many particles; ``measured`` is None where nothing ran."""

    system: str
    particles: int
    cells: int
    fitted: float
    measured: float | None


@dataclass(frozen=True)
class Step(Row):
    """Seconds of one time step: predicted for two machines, and measured here, if it was.

    ``scatter`` is the relative one of the measured time, over several runs.
    """

    particles: int
    cells: int
    sparc2: float
    x86_64: float
    seconds: float | None
    scatter: float | None


@dataclass(frozen=True)
class Count(Row):
    """Executions of statements, predicted and counted; ``fitted_to`` is the largest size of the fit."""

    fitted_to: int
    particles: int
    executions: int
    total: float
    within: float
    worst: float


@dataclass(frozen=True)
class Value(Row):
    """A parameter's fitted function in a system; ``how`` says how it came about."""

    system: str
    alias: str
    name: str
    line: int
    source: str
    sizes: int
    value: str
    how: str
