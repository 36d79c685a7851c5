"""Random programs compiled together with --coverage; gcov's figures against the predicted ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle.gcov.figures import build, execute, figures
from tests.oracle.gcov.mentions import Mentions, mentions
from tests.oracle.gcov.rules import not_comparable, predicted
from tests.oracle.programs.against_sad import run_of
from tests.support.interpreter import interpreter
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.oracle.programs.program import RandomProgram

_DRIVER = """\
program driver
  character(len=12) :: name
  integer :: n, m
  read (*, *) name, n, m
  select case (name)
{calls}
  end select
end program
"""


@dataclass
class Found:
    """What comparing programs with gcov found.

    ``lines``: how many lines were compared. ``contradicted``: lines at which gcov contradicts itself
    (docs/gcov.md, rule 11), where the interpreter's count stands. ``different``: what is wrong.
    """

    lines: int = 0
    contradicted: list[str] = field(default_factory=list[str])
    different: list[str] = field(default_factory=list[str])

    def add(self, other: Found) -> None:
        """Add what another comparison found."""
        self.lines += other.lines
        self.contradicted += other.contradicted
        self.different += other.different


def differences(
    programs: Sequence[RandomProgram], inputs: tuple[tuple[int, ...], ...], folder: Path
) -> Found:
    """Compile programs in a folder, run them with all inputs, and compare the figures of all lines."""
    built = build_together(programs, folder)
    expected = {program.seed: _expected(program, inputs, built) for program in programs}
    got, foreign = figures(folder), mentions(folder)
    found = Found()
    for program in programs:
        name = f"p{program.seed}.f"
        figure, shared = got[name], foreign.get(name, Mentions())
        own, left_out = expected[program.seed]
        found.lines += len(figure.keys() - left_out)
        for line in sorted((figure.keys() | own.keys()) - left_out):
            if figure.get(line, 0) == own.get(line, 0):
                continue
            told = f"gcov {figure.get(line, 'none')}, predicted {own.get(line)}"
            lines = found.contradicted if shared.explain(line, figure, own) else found.different
            lines.append(f"{program.name} line {line}: {told}")
    return found


def build_together(programs: Sequence[RandomProgram], folder: Path) -> Path:
    """Compile programs to one that runs any of them."""
    sources = [folder / "driver.f90"]
    calls: list[str] = []
    for program in programs:
        source = folder / f"p{program.seed}.f"
        source.write_text(as_subroutine(program), encoding="ascii")
        sources.append(source)
        arguments = "" if program.reads else "(n, m)"
        calls.append(f"  case ('{program.name}')\n    call {program.name}{arguments}")
    sources[0].write_text(_DRIVER.format(calls="\n".join(calls)), encoding="ascii")
    return build(sources, folder)


def as_subroutine(program: RandomProgram) -> str:
    """Return the text with a main program made a subroutine, so that a driver can call it."""
    return program.text.replace(f"PROGRAM {program.name}\n", f"SUBROUTINE {program.name}\n")


def _expected(
    program: RandomProgram, inputs: tuple[tuple[int, ...], ...], built: Path
) -> tuple[dict[int, int], set[int]]:
    """Run a program with the interpreter, and built.

    Return the sums of the predicted figures, and the lines that cannot be compared.
    """
    text = as_subroutine(program)
    read = program_of(text)
    made = interpreter(read, text)
    total: Counter[int] = Counter()
    for values in inputs:
        run = run_of(made, program, values)
        if run is None:
            continue
        for (_, line), figure in predicted(read, run).items():
            total[line] += figure
        code = execute(built, input_of(program, values))
        assert code == 0, f"{program.name}{values}: exit code {code}"
    return dict(total), {line for _, line in not_comparable(read)}


def input_of(program: RandomProgram, values: tuple[int, ...]) -> str:
    """Return what chooses a program of those built together, and gives it its inputs."""
    both = " ".join(map(str, values))
    return f"{program.name} 0 0\n{both}\n" if program.reads else f"{program.name} {both}\n"
