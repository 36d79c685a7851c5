"""Models of PAMELA from source: their bound is what ``sad scale --distribute`` predicts."""

from __future__ import annotations

import csv
import io
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.contention.bound import contention
from sad.distribution.distributable import Distributable, lines_of, message_times
from sad.distribution.distributed import Distributed
from sad.distribution.pamela_file import OnMachine, model_text
from sad.distribution.syntax import parse_distributions
from sad.evaluation.model import build_model
from sad.loading.describe import load_description
from sad.loading.machines import chosen_machine
from sad.machine.operation_times import OperationTimes
from sad.pamela.formulas import plain
from sad.pamela.parse import parse
from sad.pamela.tree import UseTerm
from sad.pamela.write import text_of
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Reading
from tests.distribution.test_random_nests import nest
from tests.pamela.by_hand import bound
from tests.support.command import CORPUS, sad

if TYPE_CHECKING:
    from pathlib import Path

MACHINE = "das1"
MESSAGES = ("gmove", "bcast", "exchange", "allgather", "alltoall", "gather", "fetch", "allreduce")
DETAILS = ("action", "line", "phase")
_PER_TEST = 10


def reading(text: str, language: str = "fortran") -> Reading:
    """Return the text of a program as something to read."""
    name = "program.c" if language == "c" else "program.f90" if "END DO" in text else "program.f"
    return Reading((name,), texts={name: text})


class Program:
    """A program with distributed arrays on a machine, and the model of it."""

    def __init__(self, source: Reading, *distributions: str, machine: str = MACHINE) -> None:
        loaded = load_description(source)
        chosen = chosen_machine(machine, None)
        assert chosen is not None
        ready = Distributable(loaded, chosen, message_times(chosen[0], None))
        self.program = Distributed(ready, parse_distributions(distributions))
        self._lines = lines_of(loaded.description)
        costs, times = ready.costs.at({}, 1), OperationTimes(*chosen)
        seconds = {place: float(costs(place)[0]) for place in self._lines}
        library = next(iter(chosen[0].programming_models))
        self._machine = OnMachine(chosen[0], library, seconds, lambda key: times.value(key).value)

    def text(self, detail: str) -> str:
        """Return the model."""
        return model_text(self.program, self._lines, detail, {}, self._machine)

    def seconds(self, ranks: tuple[int, ...], **sizes: float) -> tuple[float, float]:
        """Return computation and the whole time as ``sad scale`` has them [s]."""
        names = ("nprocs",) if self.program.dimensions == 1 else ("px", "py", "pz")
        points = {name: np.array([float(value)]) for name, value in sizes.items()}
        points.update({x: np.array([float(y)]) for x, y in zip(names, ranks, strict=False)})
        times = self.program.times(points)
        computation = float(times.computation[0])
        return computation, computation + float(times.communication[0])

    def sizes(self, ranks: tuple[int, ...], **sizes: float) -> dict[str, float]:
        """Return the parameters of the model."""
        names = ("P",) if self.program.dimensions == 1 else ("PX", "PY", "PZ")
        own = {re.sub(r"\W+", "_", name): value for name, value in sizes.items()}
        return {**own, **dict(zip(names, ranks, strict=False))}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("start", range(0, 240, _PER_TEST))
def test_computation_of_random_nests(start: int):
    for seed in range(start, start + _PER_TEST):
        source = random.Random(-seed - 1)
        sides = source.choice([1, 1, 2])
        formats: dict[str, tuple[str, ...]] = {}
        for name, rank in (("A", 2), ("B", 2), ("C", 1)):
            kinds = ("block", "cyclic", "cyclic(2)", "*")
            row = tuple(source.choice(kinds) for _ in range(rank))
            if 0 < sum(kind != "*" for kind in row) <= sides:
                formats[name] = row
        if not formats:
            continue
        most = max(sum(kind != "*" for kind in row) for row in formats.values())
        ranks = tuple(source.choice([1, 2, 3]) for _ in range(most))
        size = source.choice([4, 5, 6])
        distributions = [f"{name}({','.join(row)})" for name, row in formats.items()]
        program = Program(reading(nest(seed).fortran()), *distributions)
        unknown = {name: 8.0 for name in program.program.parameters if name != "N"}
        expected, _ = program.seconds(ranks, N=size, **unknown)
        for detail in ("line", "phase"):
            text = program.text(detail)
            found = bound(_with_values(text), program.sizes(ranks, N=size), free=MESSAGES)
            assert found == pytest.approx(expected, rel=1e-9), (seed, detail)


def _with_values(text: str) -> str:
    """A file whose parameters for what cannot be told have a value."""
    lines = text.splitlines()
    return "\n".join(
        line.replace(";", " = 1 s;", 1) if line.startswith("param") and "_time;" in line else line
        for line in lines
    )


CASES = [
    ("gauss/gauss.f", "A(*,cyclic)", {"N": 13}),
    ("gauss/gauss.f", "A(*,block)", {"N": 13}),
    ("gauss/gauss.f", "A(cyclic,*)", {"N": 9}),
    ("gauss/gauss.c", "a(*,cyclic)", {"n": 13}),
    ("gauss/gauss.c", "a(*,block)", {"n": 13}),
    ("vertical/vertical.f", "A(*,block) B(*,block)", {"N": 17}),
    ("vertical/vertical.f", "A(block,*) B(block,*)", {"N": 17}),
    ("vertical/vertical.c", "a(*,cyclic) b(*,cyclic)", {"n": 17}),
    ("matmul/matmul.f", "A(block,*) B(*,block) C(*,block)", {"N": 8}),
    ("matmul/matmul.f", "A(cyclic,*) B(*,cyclic) C(*,cyclic)", {"N": 8}),
    ("matmul/matmul.c", "a(block,*) b(*,block) c(*,block)", {"n": 8}),
    ("gauss/gauss.f", "", {"N": 13}),
    ("matmul/matmul.f", "", {"N": 8}),
]
"""Programs of the corpus and mappings of their arrays: block, cyclic, replicated."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "mapping", "sizes"), CASES, ids=str)
def test_programs_of_the_corpus_with_their_messages(
    name: str, mapping: str, sizes: dict[str, float]
):
    program = Program(Reading((str(CORPUS / name),)), *mapping.split())
    if name.endswith(".c"):  # that the input cannot be read
        sizes = {**sizes, "main.prob@if1": 0.0}
    for processors in (1, 2, 3, 4, 7):
        _, expected = program.seconds((processors,), **sizes)
        for detail in DETAILS:
            text = program.text(detail)
            found = bound(text, program.sizes((processors,), **sizes))
            assert found == pytest.approx(expected, rel=1e-9), (processors, detail)
            assert text_of(parse(text, "model.pam")) == text


@pytest.mark.parametrize(
    ("name", "mapping", "size", "grid"),
    [
        ("gauss", "A(cyclic,cyclic)", 9, (2, 2)),
        ("gauss", "A(cyclic,cyclic)", 9, (1, 3)),
        ("gauss", "A(cyclic,cyclic)", 24, (2, 4)),
        ("matmul", "A(block,block) B(block,block) C(block,block)", 8, (2, 2)),
        ("matmul", "A(block,block) B(block,block) C(block,block)", 8, (1, 3)),
    ],
)
def test_grids_of_processors(
    name: str, mapping: str, size: int, grid: tuple[int, int], tmp_path: Path
):
    program = Program(Reading((str(CORPUS / name / f"{name}.f"),)), *mapping.split())
    _, expected = program.seconds(grid, N=size)
    text = program.text("line")
    sizes = program.sizes(grid, N=size)
    assert bound(text, sizes) == pytest.approx(expected, rel=1e-9)
    model = tmp_path / "model.pam"
    model.write_text(text)
    assert lower(model, **sizes) == pytest.approx(expected, rel=1e-9)


def test_formulas_of_libraries():
    """What a model says of a message is what the machine's library has, for all sizes."""
    source = """
      SUBROUTINE S (N, A, B, X, T)
      INTEGER N, I, J, K
      DOUBLE PRECISION A(N,N), B(N,N), X(N), T
      DO 20 J = 1, N
      DO 20 I = 2, N
   20 B(I,J) = A(I-1,J)
      DO 30 J = 1, N
      DO 30 I = 1, N
   30 A(I,J) = B(J,I)
      DO 40 I = 1, N
   40 T = T + A(I,1)
      DO 50 I = 1, N
   50 A(I,2) = A(1,1)
      END
"""
    for machine in ("das1", "paragon"):
        program = Program(reading(source), "A(block,*)", "B(block,*)", machine=machine)
        kinds = {message.primitive for message in program.program.messages}
        assert kinds == {"exchange", "alltoall", "allreduce", "broadcast"}
        for processors in (1, 2, 3, 4, 5, 8):
            size = 8 * processors  # no block is shorter than others
            _, expected = program.seconds((processors,), N=size)
            found = bound(program.text("line"), program.sizes((processors,), N=size))
            assert found == pytest.approx(expected, rel=1e-9), (machine, processors)


# --- what the paper's experiments say ----------------------------------------------------------------


def updates_only(path: Path, statement: str, text: str) -> str:
    """Return a model in which one statement takes 1 s and all others nothing."""
    (number,) = [
        place
        for place, line in enumerate(path.read_text().splitlines(), 1)
        if line.strip() == statement
    ]
    file = parse(text, "model.pam")
    changed = [
        replace(item, term=UseTerm(item.span, "cpu", plain("p"), plain(f"{int(is_it)} s")))
        if item.name.startswith("line")
        else item
        for item in file.equations
        for is_it in [item.remarks.behind.endswith(f":{number}")]
    ]
    return text_of(replace(file, equations=tuple(changed)))


def lower(path: Path | str, *more: Path, **values: float) -> float:
    """Return the lower bound that ``sad contention`` has [s]."""
    description = load_description(Reading(tuple(map(str, (path, *more))))).description
    given = settings_from_arguments(f"{key}={value!r}" for key, value in values.items())
    found = contention(build_model(description, None, given)).lower
    assert found is not None
    return found


def exported(folder: Path, source: Path | str, *options: str) -> Path:
    """Return the file that ``sad export`` writes."""
    goal = folder / "model.pam"
    result = sad("export", source, "--to", "pamela", *options, "-o", goal)
    assert result.code == 0, result.err
    return goal


GAUSS = CORPUS / "gauss" / "gauss.f"


@pytest.mark.parametrize(
    ("mapping", "counts"),
    [
        ("block", {1: 44_608_256, 4: 16_394_944, 16: 4_180_656, 64: 1_046_444}),
        ("cyclic", {1: 44_608_256, 4: 11_201_152, 16: 2_848_896, 64: 758_912}),
    ],
)
def test_updates_of_gauss(mapping: str, counts: dict[int, int], tmp_path: Path):
    model = exported(tmp_path, GAUSS, "--distribute", f"A(*,{mapping})")
    text = updates_only(GAUSS, "A(I,J) = A(I,J) - A(I,K)*A(K,J)", model.read_text())
    model.write_text(text)
    for processors, expected in counts.items():
        assert lower(model, N=512, P=processors) == expected


def test_cyclic_is_better_than_block_for_every_number_of_processors(tmp_path: Path):
    found: dict[str, list[float]] = {}
    for mapping in ("block", "cyclic"):
        model = exported(tmp_path, GAUSS, "--distribute", f"A(*,{mapping})", "--set", "n=512")
        text = updates_only(GAUSS, "A(I,J) = A(I,J) - A(I,K)*A(K,J)", model.read_text())
        model.write_text(text)
        result = sad("sweep", model, "--vary", "P=2:64:1", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(result.out)))
        found[mapping] = [float(next(y for x, y in row.items() if x != "P")) for row in rows]
    assert len(found["block"]) == 63
    assert all(x < y for x, y in zip(found["cyclic"], found["block"], strict=True))


def test_ranking_of_mappings(tmp_path: Path):
    """Columns before rows in the vertical phase, cyclic before block in elimination, and so on."""

    def time(name: str, mapping: str, **values: float) -> float:
        options = [word for item in mapping.split() for word in ("--distribute", item)]
        source = CORPUS / name / f"{name}.f"
        return lower(exported(tmp_path, source, "--machine", "das1", *options), **values)

    for processors in (2, 4, 16):
        columns = time("vertical", "A(*,block) B(*,block)", N=128, P=processors)
        rows = time("vertical", "A(block,*) B(block,*)", N=128, P=processors)
        assert columns < rows
        in_turn = time("gauss", "A(*,cyclic)", N=512, P=processors)
        in_blocks = time("gauss", "A(*,block)", N=512, P=processors)
        assert in_turn < in_blocks
        shares = dict.fromkeys(("PSRS_prob_do60_do50_if1", "PSRS_prob_do40_do30_if1"), 0.5)
        values = {**shares, "PSRS_trips_do40_do30": 2, "N": 4096, "M": processors}
        improved = time("psrs", "X(block) Y(block) K(block)", P=processors, **values)
        original = time("psrs", "X(block) Y(block)", P=processors, **values)
        assert improved < original


ROW_BY_ROW = """
void gauss(int n, double a[n][n])
{
    for (int k = 0; k < n - 1; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] = a[i][j] - a[i][k] * a[k][j];
}
"""
STRIDES = """
load_double_element(p, stride) = use(cpu[p], max(1, min(stride, 4))*1 us);
store_double_element(p, stride) = use(cpu[p], max(1, min(stride, 4))*1 us);
bcast(p, n, bytes) = skip;
"""


def test_strides_decide_where_the_distributed_axis_runs(tmp_path: Path):
    """Elements dealt out in turn are P apart: then blocks are better as long as all compute."""
    source = tmp_path / "rows.c"
    source.write_text(ROW_BY_ROW)
    found: dict[str, float] = {}
    for mapping in ("block", "cyclic"):
        options = ("--distribute", f"a(*,{mapping})", "--detail", "action")
        model = exported(tmp_path, source, *options)
        text = model.read_text()
        machine = tmp_path / "machine.pam"
        wanted = text.partition("operators that a second file defines:")[2].split()
        plain_ones = [item for item in wanted if item.endswith("(p)")]
        machine.write_text(STRIDES + "".join(f"{item} = skip;\n" for item in plain_ones))
        found[mapping] = lower(model, machine, n=64, P=4)
        assert ("load_double_element(p, P)" in text) == (mapping == "cyclic")
        assert "load_double_element(p, 1)" in text or mapping == "cyclic"
    assert found["block"] < found["cyclic"]
