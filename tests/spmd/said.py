"""What ``sad analyze --comm`` says of the programs of corpus/mpi, against what is recorded."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sad.loading.describe import load_description
from sad.loading.options import Reading
from sad.profiles.settings import settings_from_arguments
from sad.report.comm_json import comm_json
from sad.spmd.program import spmd_of
from tests.spmd.traffic import PARTS
from tests.support.mpi import counted_routines, source_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.description.tree import Description
    from tests.support.mpi import MpiRun, Routines

Json = Any

# What the analysis leaves to named parameters, and why.
_TREE = "the tree of sums is left from the middle of a loop whose mask doubles"
_KEYS = "how many keys go where depends on the keys"
_DEALT = "a worker gets its next task when it is ready"
_STOP = "the iterations depend on the values computed"
_TABLES = "lengths come from a table of sizes by level, partners from a table of neighbours"
NAMED: dict[str, dict[str, str]] = {
    "bintree": {"mpi_send": _TREE, "mpi_recv": _TREE},
    "bucket": {"mpi_alltoallv": _KEYS},
    "farm": {"mpi_send": _DEALT, "mpi_recv": _DEALT},
    "mgrid": {"mpi_irecv": _TABLES, "mpi_send": _TABLES},
    "redblk": {"mpi_send": _STOP, "mpi_recv": _STOP, "mpi_allreduce": _STOP},
}

_POINTER = "partners come from a table that is passed as a pointer"
NAMED_IN_C: dict[str, dict[str, str]] = {
    "tables": {"mpi_irecv": _POINTER, "mpi_send": _POINTER},
}

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
def _description(name: str, language: str) -> Description:
    return load_description(Reading((str(source_of(name, language)),))).description


def said(
    name: str, language: str, nprocs: int, values: Mapping[str, int], told: Mapping[str, int] = {}
) -> Json:
    """Return the JSON of ``--comm`` for so many processes and the values that the program reads."""
    description = _description(name, language)
    document = _comm(description, {"nprocs": nprocs})
    given = {"nprocs": nprocs, **told}
    for place, (key, value) in enumerate(values.items()):
        # a value is read into a variable of its name, or into an element of the array INPUT
        spelled = {key, f"input({place + (language == 'fortran')})"}
        found = [
            item["name"] for item in document["parameters"] if item["label"].lower() in spelled
        ]
        assert len(found) <= 1, (name, key, found)
        given |= dict.fromkeys(found, value)
    return _comm(description, given)


def _comm(description: Description, given: Mapping[str, int]) -> Json:
    settings = settings_from_arguments(f"{name}={value}" for name, value in given.items())
    return json.loads(comm_json(spmd_of(description, None, settings), []))


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
