"""The kernels that the corpus has in two languages, and how to build and run a pair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.lowering.build import describe
from tests.support.command import CORPUS
from tests.support.compiler import GCC, GFORTRAN, run

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from sad.ir.program import Program
    from sad.model.nodes import Description

# No fused multiply-add, which may round otherwise in one language than in the other.
_PLAIN = ("-O0", "-ffp-contract=off")


@dataclass(frozen=True)
class Source:
    """Files read as one program, and its description."""

    program: Program
    description: Description


def read(*paths: Path) -> Source:
    """Read and describe files in which nothing may be wrong."""
    diagnostics = Diagnostics()
    program = read_program([str(path) for path in paths], SourceOptions(), diagnostics)
    assert [str(item) for item in diagnostics.items] == []
    return Source(program, describe(analyse(program)))


@dataclass(frozen=True)
class Pair:
    """One kernel: the same computation in Fortran and in C, and a driver that compares them."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder's name, which is the main procedure's."""
        return self.folder.name

    @property
    def fortran_file(self) -> Path:
        """The Fortran source."""
        return self.folder / f"{self.name}.f"

    @property
    def c_file(self) -> Path:
        """The C source."""
        return self.folder / f"{self.name}.c"

    @property
    def driver(self) -> Path:
        """A main program in C that calls both."""
        return self.folder / "driver.c"

    @cached_property
    def fortran(self) -> Source:
        """The Fortran source, read."""
        return read(self.fortran_file)

    @cached_property
    def c(self) -> Source:
        """The C source, read."""
        return read(self.c_file)

    def build(self, folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
        """Compile the pair and its driver to ``folder/program``; a warning is an error."""
        assert GFORTRAN is not None
        assert GCC is not None
        common = ["-c", "-Wall", "-Wextra", "-Werror", *_PLAIN, *flags]
        fortran = [GFORTRAN, "-std=legacy", "-Wno-compare-reals", *common]
        c = [GCC, "-std=c11", *common]
        for step in (
            [*fortran, str(self.fortran_file), "-o", "fortran.o"],
            [*c, str(self.c_file), "-o", "kernel.o"],
            [*c, str(self.driver), "-o", "driver.o"],
        ):
            done = run(step, folder)
            if done.returncode:
                return done
        link = ["driver.o", "kernel.o", "fortran.o", "-o", "program", "-lm"]
        return run([GFORTRAN, *flags, *link], folder)


PAIRS = {
    path.parent.name: Pair(path.parent) for path in sorted((CORPUS / "parity").glob("*/driver.c"))
}
