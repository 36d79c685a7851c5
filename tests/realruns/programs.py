"""What a real program is: its sources, where the rest is found, and its inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.realruns.places import DRIVERS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Input:
    """Standard input of one run, and the values it gives to the program's inputs, by sad's names.

    ``arguments`` are those of the command line.
    """

    text: str
    values: Mapping[str, int] = field(default_factory=dict[str, int])
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RealProgram:
    """A program to build and run.

    ``sources`` are its own files, ``folders`` where the procedures they lack are looked up, in order:
    by their names in Fortran, in C among ``units``. ``include`` is for headers. The inputs go from
    small to large.
    """

    name: str
    group: str
    sources: tuple[Path, ...]
    folders: tuple[Path, ...]
    inputs: tuple[Input, ...]
    language: str = "fortran"
    units: tuple[Path, ...] = ()
    include: tuple[Path, ...] = ()


def driven(
    group: str,
    name: str,
    folders: tuple[Path, ...],
    reads: str,
    *sizes: tuple[int, ...],
    suffix: str = "f",
) -> RealProgram:
    """Return a program with a driver of our own that reads the numbers ``reads`` names, in order."""
    names = reads.split()
    inputs = tuple(
        Input(" ".join(map(str, size)) + "\n", dict(zip(names, size, strict=True)))
        for size in sizes
    )
    return RealProgram(name, group, (DRIVERS / f"run_{name}.{suffix}",), folders, inputs)
