"""Programs with messages, traced: what each rank passes in each call, as numbers."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import Number, evaluate
from sad.loading.describe import load_description
from sad.model.expand import default_entry, expand
from sad.reading.options import Reading

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sad.algebra.poly import Poly
    from sad.diagnostics import Diagnostic
    from sad.model.expand import Expansion

PROC_NULL = -102


@dataclass(frozen=True, slots=True)
class Passed:
    """One call of one rank: ``number`` messages of ``nbytes`` in all; partner and tag of one.

    These are None where there is none, and where only a run can tell.
    """

    primitive: str
    number: int
    nbytes: int
    partner: int | None
    tag: int | None


@dataclass(frozen=True, slots=True)
class Traced:
    """A program's messages, calls that stay on the own rank left out."""

    expansion: Expansion
    said: tuple[Diagnostic, ...]

    def passed(self, nprocs: int, rank: int, **values: int) -> list[Passed]:
        """Return what one rank passes, in the order of the source; values by their last names."""
        found: list[Passed] = []
        for item in self.expansion.messages:
            message = item.message
            if message.primitive == "local":
                continue
            point = self.point(nprocs, rank, values)
            one = {index.name: evaluate(index.first, point) for index in item.indices}
            inner = {**point, **one}
            found.append(
                Passed(
                    message.primitive,
                    int(evaluate(item.number(), point)),
                    int(evaluate(item.nbytes(), point)),
                    _known(message.partner, inner),
                    _known(message.tag, inner),
                )
            )
        return found

    def point(self, nprocs: int, rank: int, values: Mapping[str, int]) -> dict[str, int]:
        """Return values by the names of all parameters."""
        point = {"nprocs": nprocs, "rank": rank}
        for unit in self.expansion.description.units:
            for parameter in unit.parameters:
                short = parameter.symbol.rpartition(".")[2].lower()
                for name, value in values.items():
                    if name.lower() == short or name == parameter.label:
                        point[parameter.symbol] = value
        return point


def _known(value: Poly | None, point: Mapping[str, Number]) -> int | None:
    if value is None or atoms.has_unresolved(value):
        return None
    return int(evaluate(value, point))


def traced(folder: Path, source: str, suffix: str) -> Traced:
    """Return the messages of a program; ``suffix`` tells its language."""
    path = folder / f"program{suffix}"
    path.write_text(textwrap.dedent(source) if suffix == ".c" else source)
    loaded = load_description(Reading(sources=(str(path),)))
    entry = default_entry(loaded.description)
    return Traced(expand(loaded.description, entry), tuple(loaded.diagnostics.items))


def fortran(folder: Path, statements: str, declarations: str = "", after: str = "") -> Traced:
    """Return the messages of a Fortran program; SHOW(K) is a message of K bytes to rank 0."""
    lines = [
        "      PROGRAM MAIN",
        "      INCLUDE 'mpif.h'",
        "      INTEGER IERR, ME, NP, BUF(10)",
        *_fixed(declarations),
        "      CALL MPI_INIT(IERR)",
        *_fixed(statements),
        "      CALL MPI_FINALIZE(IERR)",
        "      END",
        *_fixed(after),
    ]
    return traced(folder, "\n".join(lines) + "\n", ".f")


def _fixed(text: str) -> list[str]:
    found: list[str] = []
    for line in textwrap.dedent(text).strip("\n").splitlines():
        if not line.strip():
            continue
        code = line
        if line.startswith("SHOW "):
            values = line.removeprefix("SHOW ").split("; ")
            found += [
                f"      CALL MPI_SEND(BUF, {value},\n     &  MPI_BYTE, 0, 0, MPI_COMM_WORLD, IERR)"
                for value in values
            ]
            continue
        label = ""
        if code[0].isdigit():
            label, _, code = code.partition(" ")
        found.append(f"{label:<5} {code}")
    return found


def c(folder: Path, statements: str, before: str = "") -> Traced:
    """Return the messages of a C program; SHOW(k) is a message of k bytes to rank 0."""
    source = "\n".join(
        [
            "#include <stddef.h>",
            "#include <mpi.h>",
            "#define SHOW(k) MPI_Send(buf, k, MPI_BYTE, 0, 0, MPI_COMM_WORLD)",
            "static int buf[10];",
            textwrap.dedent(before),
            "int main(int argc, char **argv) {",
            "int me, np;",
            "MPI_Init(&argc, &argv);",
            textwrap.dedent(statements),
            "MPI_Finalize();",
            "return 0; }",
        ]
    )
    return traced(folder, source + "\n", ".c")


def shown(program: Traced, nprocs: int, rank: int, **values: int) -> list[int]:
    """Return the numbers a program shows, in order."""
    return [item.nbytes for item in program.passed(nprocs, rank, **values)]
