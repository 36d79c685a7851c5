"""Counts of the open kernels with one thread and two are those of gcov, whatever the schedule (O3)."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.loading.describe import load_description
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Reading
from sad.report.annotate import line_costs
from sad.report.view import View
from sad.symbols import NTHREADS
from validation.programs import FOLDER, programs_of

if TYPE_CHECKING:
    from pathlib import Path

    from validation.programs import Program

_KERNELS = programs_of("open", FOLDER / "openmp")
_QUICK = {"counter", "triangle"}
_MAIN = """
void {setup}(void);
void {once}(void);
int main(void) {{ {setup}(); {once}(); return 0; }}
"""
_SCHEDULE = re.compile(r"schedule\([^)]*\)", re.IGNORECASE)
_ASSIGNS = {
    "c": re.compile(r"(?!\s*(?:double|int|for|return)\b)[^=;]*=[^=;]*;\s*$"),
    "fortran": re.compile(r" {6}\s*(?!DO\b|IF\b)[A-Z][A-Z0-9]*(?:\([^=]*\))? = "),
}
_SHARED = re.compile(r"(?im)^((?:#pragma|!\$|c\$)\s*omp\b(?!\s*end)[^\n]*\b(?:for|do)\b[^\n]*)$")


def with_schedule(text: str, schedule: str) -> str:
    """Return a kernel with the schedule on all shared loops."""
    return _SHARED.sub(rf"\1 schedule({schedule})", _SCHEDULE.sub("", text))


def counted(source: Path, program: Program, threads: int) -> dict[int, int]:
    """The exact counts of a kernel's lines."""
    description = load_description(Reading(sources=(str(source),))).description
    sizes = [f"{name}={value}" for name, value in program.sizes.items()]
    if any(item.symbol == NTHREADS for unit in description.units for item in unit.parameters):
        sizes.append(
            f"{NTHREADS}={threads}"
        )  # counts of lines that all are shared out do not know it
    settings = settings_from_arguments(sizes)
    model = build_model(description, program.entry, settings)
    (lines,) = line_costs(View(predict(model, None))).values()
    known = ((number, line.value) for number, line in lines.items() if line.exact)
    return {number: int(value) for number, value in known if value is not None}


def with_calls(text: str, language: str) -> tuple[str, list[int]]:
    """Return a kernel that calls a procedure of its own before each assignment, and their lines.

    gcov leaves out the lines of what compilers make of a team, but counts what these call.
    """
    found: list[str] = []
    numbers: list[int] = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        name = f"at{number}"
        if line.startswith("#pragma omp atomic"):  # the line that follows
            found += [f"at{number + 1}();", line]
            numbers.append(number + 1)
            continue
        if number in numbers or not _ASSIGNS[language].match(line):
            found.append(line)
            continue
        numbers.append(number)
        if language == "c":
            found.append(f"{{ {name}(); {line.strip()} }}")
        else:
            found += [f"      CALL {name}", line]
    head = "".join(f"void at{number}(void);\n" for number in numbers) if language == "c" else ""
    return head + "\n".join(found) + "\n", numbers


def run(source: Path, program: Program, threads: int) -> dict[int, int]:
    """How often gcov says that the assignments of a kernel run, by line."""
    compiler = {"c": "gcc", "fortran": "gfortran"}[program.language]
    if any(shutil.which(name) is None for name in (compiler, "gcc", "gcov")):
        pytest.skip(f"{compiler}, gcc or gcov is not installed")
    folder = source.parent
    tail = "_" if program.language == "fortran" else ""
    called, numbers = with_calls(source.read_text(), program.language)
    (folder / f"called{source.suffix}").write_text(called)
    (folder / "at.c").write_text("".join(f"void at{n}{tail}(void) {{}}\n" for n in numbers))
    (folder / "main.c").write_text(_MAIN.format(setup=f"setup{tail}", once=f"once{tail}"))

    def build(*words: str) -> None:
        subprocess.run(words, cwd=folder, check=True)

    build("gcc", "-O0", "--coverage", "-fprofile-update=atomic", "-c", "at.c")
    build("gcc", "-O2", "-c", "main.c")
    parts = ["main.o", "at.o", f"called{source.suffix}", str(program.driver)]
    build(compiler, "-O1", "-w", "-fopenmp", "--coverage", *parts, "-o", "a", "-lm")
    env = {"OMP_NUM_THREADS": str(threads), "OMP_DYNAMIC": "false", "PATH": "/usr/bin:/bin"}
    subprocess.run(["./a"], cwd=folder, check=True, env=env, timeout=120)
    asked = ["gcov", "-t", "at.gcda"]
    out = subprocess.run(asked, cwd=folder, check=True, capture_output=True, text=True).stdout
    counts = {
        int(line.split(":", 2)[1]): line.split(":", 2)[0].strip().rstrip("*")
        for line in out.splitlines()
    }
    return {number: int(counts[place]) for place, number in enumerate(numbers, 1)}


@pytest.mark.parametrize(
    ("program", "schedule", "threads"),
    [
        pytest.param(
            *(program, schedule, threads),
            id=f"{program.name}-{schedule}-{threads}",
            marks=() if program.name in _QUICK and threads == 2 else pytest.mark.proof,
        )
        for program in _KERNELS
        for schedule in ("static", "static,1")
        for threads in (1, 2)
    ],
)
def test_counts_of_kernels(program: Program, schedule: str, threads: int, tmp_path: Path):
    source = tmp_path / program.kernel.name
    source.write_text(with_schedule(program.kernel.read_text(), schedule))
    own, real = counted(source, program, threads), run(source, program, threads)
    assert real
    assert {number: own.get(number) for number in real} == real
