"""What ``sad analyze --comm`` says of the programs of corpus/mpi, against what is recorded."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.spmd.traffic import PARTS
from tests.support.command import sad
from tests.support.mpi import counted_routines, source_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.support.mpi import MpiRun, Routines

Json = Any

# What the analysis leaves to named parameters, and why.
_TREE = "the tree of sums is left from the middle of a loop whose mask doubles"
_KEYS = "how many keys go where depends on the keys"
_DEALT = "a worker gets its next task when it is ready"
_STOP = "the iterations depend on the values computed"
NAMED: dict[str, dict[str, str]] = {
    "bintree": {"mpi_send": _TREE, "mpi_recv": _TREE},
    "bucket": {"mpi_alltoallv": _KEYS},
    "farm": {"mpi_send": _DEALT, "mpi_recv": _DEALT},
    "redblk": {"mpi_send": _STOP, "mpi_recv": _STOP, "mpi_allreduce": _STOP},
}

# Further ones in C: none.
NAMED_IN_C: dict[str, dict[str, str]] = {}

# Named parameters whose value a run tells.
TOLD = {
    "redblk": {
        "fortran": {"REDBLK.trips@goto10": "iterations"},
        "c": {"main.trips@while1": "iterations"},
    }
}


def named(name: str, language: str) -> dict[str, str]:
    """Return the routines that depend on named parameters in a program, with the reasons."""
    return NAMED.get(name, {}) | (NAMED_IN_C.get(name, {}) if language == "c" else {})


def told_by(run: MpiRun, name: str, language: str) -> dict[str, int]:
    """Return the values of named parameters that a run tells."""
    outputs = TOLD.get(name, {}).get(language, {})
    return {parameter: int(run.output[output]) for parameter, output in outputs.items()}


@functools.cache
def _description(name: str, language: str) -> Path:
    """A file with the description: programs are read once, and evaluated often."""
    path = Path(tempfile.mkdtemp()) / f"{name}-{language}.sad.json"
    atexit.register(shutil.rmtree, path.parent)
    result = sad("dump", "--description", source_of(name, language), "-o", path)
    assert result.code == 0, result.err
    return path


@functools.cache
def _parameters(name: str, language: str) -> dict[str, str]:
    """The parameters' names by their labels, in small letters."""
    document = _comm(name, language, {"nprocs": 2})
    return {item["label"].lower(): item["name"] for item in document["parameters"]}


def said(
    name: str, language: str, nprocs: int, values: Mapping[str, int], told: Mapping[str, int] = {}
) -> Json:
    """Return the JSON of ``--comm`` for so many processes and the values that the program reads."""
    parameters = _parameters(name, language)
    given = {"nprocs": nprocs, **told}
    for place, (key, value) in enumerate(values.items()):
        # a value is read into a variable of its name, or into an element of the array INPUT
        for spelled in (key.lower(), f"input({place + (language == 'fortran')})"):
            if spelled in parameters:
                given[parameters[spelled]] = value
    return _comm(name, language, given)


def _comm(name: str, language: str, given: Mapping[str, int]) -> Json:
    options = [word for key, value in given.items() for word in ("--set", f"{key}={value}")]
    result = sad("analyze", "--comm", "--format", "json", *options, _description(name, language))
    assert result.code == 0, result.err
    return json.loads(result.out)


@dataclass
class Comparison:
    """Of all ranks and routines: ``exact`` is how many agree exactly, ``open`` how many are named.

    ``named`` are the routines that depend on named parameters, ``without_number`` those of them that
    lack a value, ``wrong`` says what is not the recorded number.
    """

    exact: int = 0
    open: int = 0
    named: set[str] = field(default_factory=set[str])
    without_number: list[str] = field(default_factory=list[str])
    wrong: list[str] = field(default_factory=list[str])


def compare(run: MpiRun, document: Json) -> Comparison:
    """Compare every number that is said with the recorded one, and see that none is left out."""
    found = Comparison()
    assert [item["rank"] for item in document["ranks"]] == list(range(len(run.ranks)))
    if any(checked["mismatches"] for checked in document["matching"]["checked"]):
        found.wrong.append("sends and receives are said not to match")  # all programs are correct
    for rank, recorded in enumerate(run.ranks):
        _compare_rank(rank, recorded, document["ranks"][rank]["routines"], found)
    return found


def _compare_rank(rank: int, recorded: Routines, table: Json, found: Comparison) -> None:
    for routine in counted_routines() & (recorded.keys() | table.keys()):
        real = recorded.get(routine, dict.fromkeys(PARTS, 0))
        told = table.get(routine, dict.fromkeys(PARTS, 0) | {"exact": True})
        wrong = [
            f"rank {rank} {routine} {part}: {told[part]}, recorded {real[part]}"
            for part in PARTS
            if told[part] is not None and told[part] != real[part]
        ]
        open_parts = [part for part in PARTS if told[part] is None]
        if open_parts and told["exact"]:
            wrong.append(f"rank {rank} {routine} {open_parts}: no number, but called exact")
        found.wrong += wrong
        if open_parts:
            found.without_number.append(f"rank {rank} {routine}")
        if open_parts or not told["exact"]:
            found.named.add(routine)
            found.open += 1
        elif not wrong:
            found.exact += 1
