"""Small programs on a machine made up for tests, and the times of phases the slow way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra.evaluate import evaluate
from sad.loading.describe import load_description
from sad.machine.database import find_file, load_machine
from sad.model.nodes import Block
from sad.model.walks.parts import nodes_of
from sad.reading.options import Choice, Reading
from sad.spmd.pipelines import answers
from sad.spmd.scalable import SpmdProgram, scalable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.domains import Index
    from sad.algebra.evaluate import Number
    from sad.communication.times import MessageTimes
    from sad.machine.schema import Machine
    from sad.model.walks.phases import Stage
    from sad.reading.loaded import Loaded

ONE_SIDED = "    point_to_point: {model: hockney, alpha_s: 0.25, beta_s_per_byte: 0.0009765625}\n"
TWO_SIDED = """\
    parameters: {send_setup_s: 0.25, copy_in_bytes_per_s: 1024}
    point_to_point:
      model: perpret
      receive_setup_s: 0.5
      link_bytes_per_s: [{from_bytes: 0, value: 512, source: "made up"}]
"""
HEADER = """\
      PROGRAM P
      INCLUDE 'mpif.h'
      INTEGER RANK, NPROCS, IERR, N, NL, I, J, K, M
      INTEGER STATUS(MPI_STATUS_SIZE), REQ
      DOUBLE PRECISION X(1000), S, T
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NPROCS, IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, RANK, IERR)
      READ (*,*) N, M
"""


def program(body: str, model: str = ONE_SIDED) -> SpmdProgram:
    """Return statements on a machine where an addition of doubles takes 1 s, and nothing else."""
    Path("p.f").write_text(HEADER + body + "      END\n")
    return on_machine("p.f", model)


def on_machine(source: str, model: str = ONE_SIDED, *, adds_only: bool = True) -> SpmdProgram:
    """Return a program on the machine; else every operation takes some time."""
    loaded = load_description(Reading((source,)))
    machine = machine_for(loaded, model, adds_only=adds_only)
    return scalable(loaded, Choice(), machine, machine.default_toolchain)


def machine_for(loaded: Loaded, model: str, *, adds_only: bool) -> Machine:
    """Return the machine, with a time for every operation of a program."""
    times: dict[str, float] = {}
    for operation in sorted(_operations(loaded)):
        key = operation.partition(".")[0]
        times.setdefault(key, 0.0 if adds_only else (len(times) % 7 + 1) / 16)
    if adds_only:
        times["add.double"] = 1.0
    listed = "".join(f"        {key}: {value}\n" for key, value in times.items())
    text = (
        "schema: 1\nname: m\nprocessor:\n  clock_hz: 1.0e+6\n  toolchains:\n    t:\n"
        f"      operations_s:\n{listed}"
        "network:\n  topology: {kind: ring}\n  nodes: 64\n"
        f"programming_models:\n  mpi:\n{model}    collectives: {{selection: textbook}}\n"
    )
    Path("m.yaml").write_text(text)
    return load_machine("m.yaml", find_file)


def _operations(loaded: Loaded) -> set[str]:
    units = loaded.description.units
    blocks = (block for unit in units for block in nodes_of(unit.tree, Block))
    return {name for block in blocks for line in block.lines for name in line.operations}


def slow_times(
    found: SpmdProgram, seconds: Mapping[int, float], times: MessageTimes, values: dict[str, Number]
) -> list[float]:
    """Return the seconds of each phase: every rank in every iteration, with exact counts."""
    two_sided = times.algorithm("send", 1, 2) == times.algorithm("receive", 1, 2) == "formula"
    result: list[float] = []
    for stage in found.stages:
        total = 0.0
        for here in _iterations(stage.around, values):
            passes = float(evaluate(stage.outer, here))
            ranks = [{**here, "rank": rank} for rank in range(int(values["nprocs"]))]
            if not stage.communicates:
                total += passes * max(_work(stage, seconds, rank) for rank in ranks)
                continue
            sides = np.array([_sides(stage, times, rank, two_sided=two_sided) for rank in ranks])
            every, send, receive = sides.max(axis=0)
            apart = send + receive if two_sided else max(send, receive)
            total += passes * (every + apart)
        result.append(total)
    return result


def _work(stage: Stage, seconds: Mapping[int, float], values: Mapping[str, Number]) -> float:
    own = sum(float(evaluate(n, values)) * seconds[id(block)] for block, n in stage.blocks)
    calls = sum(
        float(evaluate(n, values)) * float(values[f"{name}.seconds"]) for name, n in stage.calls
    )
    return own + calls


def _sides(
    stage: Stage, times: MessageTimes, values: dict[str, Number], *, two_sided: bool
) -> tuple[float, float, float]:
    sides = [0.0, 0.0, 0.0]
    replies = answers(stage)
    for sent in stage.messages:
        kind = sent.message.primitive
        if any(sent is item.taken for item in replies):
            continue
        for here in _iterations(sent.inner, values):
            number = float(evaluate(sent.weight * sent.message.present, here))
            nbytes = float(evaluate(sent.message.nbytes, here))
            group = float(evaluate(sent.message.group, here))
            if any(sent is item.send for item in replies):
                for name in ("send", "receive") if two_sided else ("communicate",):
                    sides[0] += number * float(times.seconds(name, nbytes, 2))
                continue
            if kind in ("send", "isend"):
                name, side = ("send" if two_sided else "communicate"), 1
            elif kind in ("receive", "irecv"):
                name, side = ("receive" if two_sided else "communicate"), 2
            elif kind == "wait":
                continue
            else:
                name, side = kind, 0
                nbytes = nbytes / group if kind == "alltoall" else nbytes
            each = times.seconds(name, nbytes, 2.0 if side else group)
            sides[side] += number * float(each)
    return sides[0], sides[1], sides[2]


def _iterations(
    indices: tuple[Index, ...], values: dict[str, Number]
) -> Iterator[dict[str, Number]]:
    if not indices:
        yield values
        return
    index, *rest = indices
    first, trips = evaluate(index.first, values), int(evaluate(index.trips, values))
    for number in range(trips):
        yield from _iterations(tuple(rest), {**values, index.name: first + number})
