"""The corpus: its programs, how to build them, and the values their input files hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.support.command import CORPUS
from tests.support.compiler import GFORTRAN, run

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

# What the input files give to the variables on which counts depend.
VALUES: dict[str, dict[str, int]] = {
    "adi": {"ADI.M": 16, "MAXSW": 500},
    "gauss": {"GAUSS.N": 24},
    "matmul": {"MATMUL.N": 16},
    "md1": {
        "NUNIT": 6,
        "NVAC": 0,
        "LCNUM": 2,
        "LCDEN": 3,
        "NEQUIL": 100,
        "NSTEP": 500,
        "NRESC": 5,
        "NSAMP": 10,
    },
    "psrs": {"PSRS.N": 200, "PSRS.M": 8},
    "relax": {"NX": 30, "NY": 20, "MAXIT": 5000},
    "shallow": {"NX": 40, "NY": 30, "NSTEPS": 200},
    "tridia": {"TRIDIA.N": 40, "NSTEPS": 200},
    "vertical": {"VERTIC.N": 32},
}


@dataclass(frozen=True)
class CorpusProgram:
    """One folder of the corpus."""

    name: str
    source: Path
    values: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def stdin(self) -> str:
        """The input file's text; empty if the program reads nothing."""
        path = self.source.with_suffix(".in")
        return path.read_text() if path.exists() else ""

    @property
    def expected(self) -> str:
        """The output of a correct build."""
        return self.source.with_name("expected.out").read_text()

    def build(self, folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
        """Compile to ``folder/program`` with gfortran."""
        assert GFORTRAN is not None
        preprocess = ["-cpp"] if self.source.suffix == ".F" else []
        command = [GFORTRAN, "-std=legacy", "-w", "-O0", *preprocess, *flags]
        include = f"-I{self.source.parent}"
        return run([*command, include, str(self.source), "-o", "program"], folder)


def corpus_programs() -> list[CorpusProgram]:
    """Return all programs, by name."""
    found = [path for suffix in (".f", ".F", ".f90") for path in CORPUS.glob(f"*/*{suffix}")]
    return [
        CorpusProgram(path.parent.name, path, VALUES.get(path.parent.name, {}))
        for path in sorted(found)
    ]


PROGRAMS = {program.name: program for program in corpus_programs()}
