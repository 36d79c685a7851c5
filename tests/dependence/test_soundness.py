"""No loop is promised more than is true: verdicts against what runs of the interpreter touch (W4)."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.dependence.verdict import Kind
from sad.diagnostics import Diagnostics
from tests.dependence.judged import OPEN, all_verdicts, untold, wrong
from tests.dependence.random_loops import random_loops
from tests.support.command import CORPUS
from tests.support.compiler import needs_gcc
from tests.support.corpus import PROGRAMS
from tests.support.interpreter import InvalidRun, NotInterpreted
from tests.support.interpreter.observed import observe
from tests.support.model import program_of
from tests.support.random_programs import INPUTS, random_case
from tests.support.touched import touched

if TYPE_CHECKING:
    from pathlib import Path

# Not run by the interpreter: array expressions, formatted input.
_NOT_INTERPRETED = {"kmeans", "shallow", "truss", "words"}
_STEPS = 30_000
_QUICK = {"blkdat", "cholbd", "fft2", "matmul", "psrs", "quadra", "seqnum", "specfn", "vertical"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in _QUICK else pytest.mark.proof)
        for name in sorted(PROGRAMS.keys() - _NOT_INTERPRETED)
    ],
)
def test_loops_of_the_corpus(name: str):
    program = PROGRAMS[name]
    options = SourceOptions((str(program.source.parent),), {})
    read = read_program([str(program.source)], options, Diagnostics())
    observer = observe(read, None, options, runs=((None, (), program.stdin),), limit=_STEPS)
    judged = all_verdicts(read)
    assert judged.keys() & observer.conflicts.keys()
    assert [str(item) for item in wrong(judged, observer)] == []


_REST = {path.stem.removesuffix("_rest"): path for path in (CORPUS / "c").glob("*_rest.c")}
_OF_C = [path for path in sorted((CORPUS / "c").glob("*.c")) if path not in _REST.values()]
_READ = {"sizes": "12 30"}
# Promised loops that a run comes to, at least, where it is not all but two of them.
_PROMISED = {"idioms": 2, "sizes": 15}


@needs_gcc
@pytest.mark.parametrize("path", _OF_C, ids=lambda path: path.stem)
def test_loops_of_programs_of_c(path: Path, tmp_path: Path):
    read = read_program([str(path)], SourceOptions(), Diagnostics())
    judged = {line: verdict for (_, line), verdict in all_verdicts(read).items()}
    rest = [_REST[path.stem]] if path.stem in _REST else []
    seen = touched(path, judged, tmp_path, rest, _READ.get(path.stem, ""))
    promised = [line for line, verdict in judged.items() if verdict.kind in OPEN]
    assert [str(item) for item in untold(judged, seen)] == []
    ran = [line for line in promised if seen.iterations.get(line)]
    assert len(ran) >= _PROMISED.get(path.stem, len(promised) - 2)


CARRIED = """
double a[100], b[100], s;
void f(int n)
{
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] + 1.0;
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 2.0;
    for (int i = 3; i < n; i++)
        b[i] = b[i - 3];
    for (int i = 0; i < n; i++)
        s += b[i];
}
int main(void) { f(50); return s > 0.0; }
"""


@needs_gcc
def test_a_wrong_promise_is_seen_in_a_program_of_c(tmp_path: Path):
    path = tmp_path / "f.c"
    path.write_text(CARRIED)
    read = read_program([str(path)], SourceOptions(), Diagnostics())
    judged = {line: verdict for (_, line), verdict in all_verdicts(read).items()}
    (tmp_path / "run").mkdir()
    seen = touched(path, judged, tmp_path / "run")
    assert seen.iterations == {5: 49, 7: 50, 9: 47, 11: 50}
    assert [*untold(judged, seen)] == []
    assert {line: verdict.kind for line, verdict in judged.items()} == {
        5: Kind.SERIAL, 7: Kind.INDEPENDENT, 9: Kind.DISTANCE, 11: Kind.REDUCTION
    }  # fmt: skip
    lies = {
        line: replace(item, kind=Kind.INDEPENDENT, combined=()) for line, item in judged.items()
    }
    found = {(item.verdict.span.line, item.met.distance) for item in untold(lies, seen)}
    assert found == {(5, 1), (9, 3), (11, 1)}
    lies = {9: replace(judged[9], distance=4)}
    assert [item.met.distance for item in untold(lies, seen)] == [3]


_PARITY = CORPUS / "parity"
_OF_FORTRAN = re.compile(r"\b\w+_\(")
_QUICK_C = {"cholsk", "radix2", "thomas"}


def without_fortran(text: str) -> str:
    """Return a driver of C that calls nothing of Fortran: ``name_(...)`` is 0, undeclared."""
    text = re.sub(r"(?m)^(?:void|int|double) \w+_\([^)]*\);$", "", text)
    while (found := _OF_FORTRAN.search(text)) is not None:
        end, depth = found.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = f"{text[: found.start()]}0{text[end:]}"
    return text


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            path.parent.name, marks=() if path.parent.name in _QUICK_C else pytest.mark.proof
        )
        for path in sorted(_PARITY.glob("*/driver.c"))
    ],
)
def test_loops_of_kernels_of_c(name: str, tmp_path: Path):
    folder = tmp_path / name
    shutil.copytree(_PARITY / name, folder)
    shutil.copy(_PARITY / "check.h", tmp_path)
    driver = folder / "driver.c"
    driver.write_text(without_fortran(driver.read_text()))
    options = SourceOptions((str(folder),), {})
    read = read_program([str(path) for path in sorted(folder.glob("*.c"))], options, Diagnostics())
    observer = observe(read, None, options, limit=20_000)
    judged = all_verdicts(read)
    assert judged.keys() & observer.conflicts.keys()
    assert [str(item) for item in wrong(judged, observer)] == []


SERIAL = """
      PROGRAM P
      REAL X(10), S
      INTEGER I
      DO 10 I = 1, 10
   10 X(I) = I
      DO 20 I = 2, 10
   20 X(I) = X(I-1) + 1
      S = 0
      DO 30 I = 1, 10
      S = S + X(I)
   30 X(I) = S
      END
"""


@pytest.mark.parametrize("line", [7, 10])
def test_a_wrong_promise_is_seen(line: int):
    read = program_of(SERIAL)
    observer = observe(read, SERIAL)
    judged = all_verdicts(read)
    assert [*wrong(judged, observer)] == []
    assert judged["P", line].kind not in OPEN
    judged["P", line] = replace(judged["P", line], kind=Kind.INDEPENDENT)
    assert [item.verdict.span.line for item in wrong(judged, observer)] != []


def test_a_distance_that_is_too_great_is_seen():
    text = SERIAL.replace("DO 20 I = 2", "DO 20 I = 4").replace("X(I-1)", "X(I-3)")
    read = program_of(text)
    observer = observe(read, text)
    judged = all_verdicts(read)
    assert judged["P", 7].text == "distance 3"
    assert [*wrong(judged, observer)] == []
    judged["P", 7] = replace(judged["P", 7], distance=4)
    assert [item.conflict.distance for item in wrong(judged, observer)] == [3]


def _against_runs(text: str) -> tuple[int, list[str]]:
    """How many loops that ran are promised something, and those of them that are promised too much."""
    read = program_of(text)
    try:
        observer = observe(read, text, limit=_STEPS)
    except (InvalidRun, NotInterpreted):
        return 0, []
    judged = all_verdicts(read)
    promised = [key for key in observer.conflicts if key in judged and judged[key].kind in OPEN]
    return len(promised), [str(item) for item in wrong(judged, observer)]


@pytest.mark.parametrize(
    "seeds",
    [
        range(12),
        *(pytest.param(range(n, n + 100), marks=pytest.mark.proof) for n in (100, 200, 300)),
    ],
)
def test_random_loops(seeds: range):
    promised = 0
    for seed in seeds:
        number, too_much = _against_runs(random_loops(seed))
        assert too_much == [], seed
        promised += number
    assert promised >= len(seeds)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(40))
def test_random_programs_that_count(seed: int):
    case = random_case(seed)
    read = program_of(case.text)
    runs = [(case.name, values, "") for values in INPUTS]
    try:
        observer = observe(read, case.text, runs=runs, limit=_STEPS)
    except (InvalidRun, NotInterpreted):
        return
    assert [str(item) for item in wrong(all_verdicts(read), observer)] == []
