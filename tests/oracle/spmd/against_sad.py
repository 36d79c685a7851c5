"""What sad says that each rank passes, against what a run counted."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostics, SadError
from sad.loading.describe import load_description
from sad.model.saved import from_json, to_json
from sad.profiles.settings import settings_from_arguments
from sad.reading.loaded import Loaded
from sad.reading.options import Choice, Reading
from sad.spmd.program import spmd_of
from sad.spmd.tallies import NOTHING
from sad.spmd.traffic import by_routine, traffic_by_rank
from tests.oracle.spmd.runs import NPROCS, run
from tests.support.mpi import counted_routines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.model.nodes import Description
    from sad.spmd.program import Spmd
    from sad.spmd.traffic import Traffic
    from tests.oracle.spmd.programs import SpmdProgram
    from tests.support.mpi import Routines

_PARTS = ("calls", "sent", "sent_bytes", "posted", "posted_bytes", "moved_bytes")


@dataclass
class Comparison:
    """Of all runs, ranks and routines: how many numbers are exact, and how many named.

    ``left_out``: runs that an MPI would call wrong. ``refused`` are errors that sad reports.
    """

    runs: int = 0
    left_out: int = 0
    exact: int = 0
    open: int = 0
    differences: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    named: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, other: Comparison) -> None:
        """Add the figures of another comparison."""
        self.runs += other.runs
        self.left_out += other.left_out
        self.exact += other.exact
        self.open += other.open
        self.differences += other.differences
        self.refused += other.refused
        for name, number in other.named.items():
            self.named[name] = self.named.get(name, 0) + number


def described(program: SpmdProgram, folder: Path) -> Description:
    """Return the description of a program."""
    path = folder / f"p{program.seed}.{'f' if program.language == 'fortran' else 'c'}"
    path.write_text(program.text)
    return load_description(Reading((str(path),))).description


def compare(
    program: SpmdProgram,
    inputs: Sequence[tuple[int, ...]],
    folder: Path,
    description: Description | None = None,
) -> Comparison:
    """Run a program and compare all numbers that are said; ``description`` is another one to ask."""
    found = Comparison()
    runs = run(program, inputs, folder)
    if description is None:
        with TemporaryDirectory(dir=folder) as name:
            description = described(program, Path(name))
    base = _said(description, {})
    names = _input_names(base)
    for (values, nprocs), ranks in runs.items():
        given = {names[key]: value for key, value in zip("nm", values, strict=True) if key in names}
        place = f"{values}, {nprocs} processes"
        try:
            # Values that are put in at first must give the same as those put in at last: look once.
            said = replace(base, values=given)
            tables = traffic_by_rank(said, nprocs)
            if not found.runs:
                found.differences += _other_ways(description, {"nprocs": nprocs} | given, tables)
        except SadError as error:
            found.refused.append(f"{place}: {error}")
            continue
        found.runs += 1
        for rank, recorded in enumerate(ranks):
            _compare_rank(f"{place}, rank {rank}", recorded, by_routine(said, tables[rank]), found)
        for symbol in said.used:
            if said.is_open(symbol):
                found.named[symbol] = found.named.get(symbol, 0) + 1
    found.left_out = len(inputs) * len(NPROCS) - len(runs)
    return found


def _other_ways(
    description: Description, given: Mapping[str, int], tables: list[list[Traffic]]
) -> list[str]:
    """What is told otherwise with values from the start, or by a description that was saved."""
    saved = from_json(json.loads(json.dumps(to_json(description))), "saved")
    found = list[str]()
    for name, asked in (("given first", description), ("saved", saved)):
        said = _said(asked, given)
        if traffic_by_rank(said, given["nprocs"]) != tables:
            found.append(f"{name}: other numbers with {given}")
    return found


def _compare_rank(
    place: str, recorded: Routines, table: Mapping[str, Traffic], found: Comparison
) -> None:
    for routine in sorted(counted_routines() & (recorded.keys() | table.keys())):
        real = recorded.get(routine, dict.fromkeys(_PARTS, 0))
        told = table.get(routine, NOTHING)
        parts = {part: getattr(told, part) for part in _PARTS}
        if not told.exact:
            found.open += 1
        elif parts == {part: real[part] for part in _PARTS}:
            found.exact += 1
        else:
            wrong = [
                f"{part} {value} ({real[part]})"
                for part, value in parts.items()
                if value != real[part]
            ]
            found.differences.append(f"{place}, {routine}: {', '.join(wrong)}")


def _input_names(said: Spmd) -> dict[str, str]:
    """The symbols of the values that are read, by their names in the source."""
    found = {said.names.label(symbol).lower(): symbol for symbol in said.names.parameters}
    return {name: symbol for name, symbol in found.items() if name in ("n", "m")}


def _said(description: Description, given: Mapping[str, int]) -> Spmd:
    settings = settings_from_arguments(f"{name}={value}" for name, value in given.items())
    return spmd_of(Loaded(description, Diagnostics()), Choice(settings=settings))
