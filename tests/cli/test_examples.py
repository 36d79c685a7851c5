"""Every example in the help of a command is run as it stands, on a small program."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sad.cli.examples import EXAMPLES
from sad.cli.parser import COMMANDS
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gfortran
from tests.support.mpi import ENVIRONMENT, MPIRUN

if TYPE_CHECKING:
    from pathlib import Path

SOLVE = """\
      PROGRAM SOLVE
      INTEGER N, I, J, K
      DOUBLE PRECISION A(1000,1000), S
      READ *, N
      DO 20 I = 1, N
         DO 10 J = 1, N
            A(I,J) = 1.0D0/(I + J)
   10    CONTINUE
   20 CONTINUE
      S = 0
      DO 50 K = 1, 100
         DO 40 I = 1, N
            DO 30 J = 1, I
               S = S + A(I,J)
   30       CONTINUE
   40    CONTINUE
         IF (S .GT. 1.0D5) GO TO 60
   50 CONTINUE
   60 PRINT *, S
      END
"""
HEAT = """\
      PROGRAM HEAT
      INTEGER N, I, J, K
      DOUBLE PRECISION A(1000,1000)
      READ *, N
      DO 30 K = 1, 50
         DO 20 J = 2, N - 1
            DO 10 I = 2, N - 1
               A(I,J) = A(I,J)*0.5D0 + 1.0D0
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      END
"""
JACOBI = """\
void jacobi(int n, double *a, double *b) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i*n + j] = 0.25*(a[i*n + j - 1] + a[i*n + j + 1] + a[(i - 1)*n + j] + a[(i + 1)*n + j]);
}
"""
OLD = """\
      SUBROUTINE TOTAL (N, A, S)
      INTEGER N, I
      DOUBLE PRECISION A(N), S
      DO 10 I = 1, N
         S = S + A(I)
   10 CONTINUE
      END
"""
NET = (ROOT / "corpus" / "stochastic" / "repair.net.yaml").read_text()
HALO = (ROOT / "corpus" / "traces" / "halo.trace").read_text()
NETWORK = (ROOT / "corpus" / "stochastic" / "repair.qn.yaml").read_text()
REPAIR = (ROOT / "corpus" / "pamela" / "repair.pam").read_text()
RESULT = """\
schema: 1
kind: sad-loop-result
program: cg
parameters: {psize: 256, iterations: 8}
where: {}
launches:
- - {seconds: 0.01, communication: 0.002, sending: 0.001, sends: 9, bytes: 99, checksum: 1}
"""
FILES = {
    "solve.f": SOLVE,
    "heat.f": HEAT,
    "jacobi.c": JACOBI,
    "old.f": OLD,
    "src/solve.f": SOLVE,
    "new.f": OLD.replace("S + A(I)", "S + A(I)*A(I)"),
    "repair.pam": REPAIR,
    "repair.net.yaml": NET,
    "repair.qn.yaml": NETWORK,
    "halo.trace": HALO,
    "here-4/result.yaml": RESULT,
    "there-4/result.yaml": RESULT,
    "solve.in": "300\n",
    "sizes.in": "{N}\n",
    "runs.csv": "name,taken,reached,N\nSOLVE.trips@do50,8,1,100\n",
    "comm.perf": "5.35\n5.35\n0 100 0 73 0 1.67\n",
    "sad-lsp.json": '{"machine": "sparc2"}\n',
    ".gitignore": "*.html\n",
}
HERE = ("machine calibrate", "trace record", "trace params")
"""What needs this computer, or programs that run on it; tests/traces records runs."""
RUN = [line for name, lines in EXAMPLES.items() if name not in HERE for line in lines]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with small programs, and what the examples read."""
    folder = tmp_path_factory.mktemp("examples")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    shutil.copy(ROOT / "machine_db" / "x86_64-generic.yaml", folder / "here.yaml")
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), (*identity, "commit", "-q", "-m", "Begin")):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


@pytest.fixture(autouse=True)
def _there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SAD_CACHE_DIR", str(folder / ".cache"))


@needs_gfortran
@pytest.mark.parametrize("line", dict.fromkeys(RUN))
def test_an_example_does_what_it_says(line: str, monkeypatch: pytest.MonkeyPatch):
    if line.startswith("sad loop run"):
        if MPIRUN is None:
            pytest.skip("mpirun is not installed here")
        for name, value in ENVIRONMENT.items():
            monkeypatch.setenv(name, value)
    if line == "sad params show solve.params.yaml":  # it comes after the one that writes it
        assert sad("params", "export", "solve.f", "-o", "solve.params.yaml").code == 0
    if line == "sad check":
        assert sad("snapshot").code == 0
    words = shlex.split(line.partition(" > ")[0])
    if words[1] == "completion":
        pytest.importorskip("shtab", reason="shtab is not installed here")
    if words[1] == "lsp":  # it talks to an editor: here to one that leaves at once
        command = [sys.executable, "-m", "sad", *words[1:]]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        assert run.returncode in (0, 1)
        assert b"Traceback" not in run.stderr
        return
    result = sad(*words[1:])
    assert result.code == 0, result.err
    assert "error" not in result.err


@needs_gfortran
@pytest.mark.proof
@pytest.mark.parametrize("line", EXAMPLES["machine calibrate"])
def test_an_example_that_measures_this_computer(line: str):
    assert sad(*shlex.split(line)[1:]).code == 0


def test_every_command_has_two_examples_in_its_help():
    for name in COMMANDS:
        examples = EXAMPLES[name]
        assert len(examples) >= 2
        text = sad(name, "--help").out
        assert text.endswith("\n".join(["examples:", *(f"  {line}" for line in examples)]) + "\n")
        assert all(line.startswith(f"sad {name} ") or line == f"sad {name}" for line in examples)
