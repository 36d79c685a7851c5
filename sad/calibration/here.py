"""Machine files that fit this computer: measured on it, on such a processor, or on its architecture."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import IntEnum
from typing import TYPE_CHECKING

from machine_db import FOLDER
from sad.calibration.running.place import cpu_model
from sad.diagnostics import SadError
from sad.machine.architecture import canonical_architecture, this_architecture
from sad.machine.database import database_names, get_machine
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sad.machine.schema import Machine

RECENT = 180
"""Days after which a calibration is to be made again: compilers, kernels and firmware change."""
_ARCHITECTURE = re.compile(r"^\s+architecture:\s*([\w-]+)", re.MULTILINE)
_MACHINE = re.compile(r"^processor:|^extends:", re.MULTILINE)
_WORD = re.compile(r"[a-z][a-z0-9]+")
_NO_NAME = frozenset(
    ("at", "and", "between", "core", "cpu", "generic", "ghz", "of", "processor", "tm")
)


class Fit(IntEnum):
    """Why a machine file fits, best first."""

    MEASURED = 0
    SAME_PROCESSOR = 1
    SAME_ARCHITECTURE = 2


@record
class Fitting:
    """A machine file that fits. ``name`` is what ``--machine`` takes; ``days`` is how old its oldest
    calibration is, None for a file without one.
    """

    name: str
    machine: Machine
    fit: Fit
    days: int | None = None

    @property
    def is_recent(self) -> bool:
        """Whether it was calibrated, and not too long ago."""
        return self.days is not None and self.days <= RECENT

    @property
    def words(self) -> str:
        """Why it fits, and how sure its numbers are."""
        match self.fit:
            case Fit.MEASURED:
                return f"calibrated on this processor, {_ago(self.days)}"
            case Fit.SAME_PROCESSOR:
                return f"comes with sad, calibrated on a processor of this name, {_ago(self.days)}"
            case Fit.SAME_ARCHITECTURE:
                kind = "measured on another processor" if self.days is not None else "an estimate"
                return f"comes with sad, {kind} of this architecture ({self.machine.architecture})"


def machines_here(folders: Iterable[Path], now: datetime | None = None) -> list[Fitting]:
    """Return the machine files that fit this computer, the best one first.

    Looked at are the files in ``folders``, of which only those fit that were calibrated on a processor
    of this name, and those that come with ``sad``. Files that cannot be read are left out.
    """
    processor, architecture = cpu_model(), this_architecture()
    now = now or datetime.now(UTC)
    found: list[Fitting] = []
    for name, machine in _own(folders):
        if processor in _processors(machine):
            found.append(Fitting(name, machine, Fit.MEASURED, _days(machine, now)))
    wanted = _words(processor)
    for machine in _shipped(architecture):
        same = processor in _processors(machine)
        fit = Fit.SAME_PROCESSOR if same else Fit.SAME_ARCHITECTURE
        found.append(Fitting(machine.name, machine, fit, _days(machine, now)))

    def rank(item: Fitting) -> tuple[int, int, float, int, str]:
        machine = item.machine
        age = (item.days or 0) if item.fit is Fit.MEASURED else 0
        common = len(wanted & _words(f"{machine.processor} {machine.description}"))
        likeness = common + 0.5 * (
            "generic" in machine.name
        )  # before one that has nothing in common
        return item.fit, age, -likeness, len(machine.programming_models), item.name

    return sorted(found, key=rank)


def measured_elsewhere(folders: Iterable[Path]) -> dict[str, str]:
    """Return the machine files in folders that were calibrated on other processors, and on which."""
    here = cpu_model()
    found = {name: _processors(machine) for name, machine in _own(folders)}
    return {name: min(known) for name, known in found.items() if known and here not in known}


def _own(folders: Iterable[Path]) -> Iterator[tuple[str, Machine]]:
    paths = (path for folder in folders for path in sorted(folder.glob("*.y*ml")))
    for path in dict.fromkeys(paths):
        try:
            if _MACHINE.search(path.read_text(encoding="utf-8", errors="replace")):
                yield str(path), get_machine(str(path))
        except (OSError, SadError):
            continue


def _shipped(architecture: str) -> Iterator[Machine]:
    for name in database_names():
        text = FOLDER.joinpath(f"{name}.yaml").read_text(encoding="utf-8")
        said = _ARCHITECTURE.search(text)  # reading the numbers of all takes seconds
        if said is not None and canonical_architecture(said[1]) != architecture:
            continue
        machine = get_machine(name)
        if machine.architecture == architecture:
            yield machine


def _processors(machine: Machine) -> set[str]:
    found = (toolchain.calibration for toolchain in machine.toolchains.values())
    return {item.cpu for item in found if item is not None}


def _days(machine: Machine, now: datetime) -> int | None:
    found = (toolchain.calibration for toolchain in machine.toolchains.values())
    dates: list[datetime] = []
    for item in found:
        if item is None:
            continue
        try:
            date = datetime.fromisoformat(item.date)
        except ValueError:
            continue
        dates.append(date if date.tzinfo is not None else date.replace(tzinfo=UTC))
    return max(0, (now - min(dates)).days) if dates else None


def _ago(days: int | None) -> str:
    match days:
        case None:
            return "at a time that is not known"
        case 0:
            return "today"
        case 1:
            return "yesterday"
        case _:
            return f"{days} days ago"


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower())) - _NO_NAME
