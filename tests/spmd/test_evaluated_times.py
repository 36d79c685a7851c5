"""Times of phases from runs of the ranks: those of formulas where there are both."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sad.loading.describe import load_description
from sad.machine.database import get_machine
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.spmd.evaluated_times import EvaluatedPhases
from sad.spmd.scalable import scalable
from tests.spmd.rank_programs import PROGRAMS as OPEN
from tests.support.command import CORPUS, sad

CASES = {
    "heat2d/source.f": {"INPUT(1)": 24, "INPUT(2)": 10},
    "uneven/source.c": {"m": 5, "n": 13, "nsteps": 4},
    "wavefr/source.f": {"N": 24, "NB": 5, "NSWEEP": 3},
    "nonblk/source.c": {"m": 5, "n": 24, "nsteps": 6},
}


@pytest.fixture(autouse=True)
def in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("source", CASES)
def test_runs_give_the_times_that_formulas_give(source: str):
    loaded = load_description(Reading((str(CORPUS / "mpi" / source),)))
    settings = settings_from_arguments([])
    machine = get_machine("paragon")
    choice = Choice(settings=settings, evaluate_steps=2_000_000)
    program = scalable(loaded, choice, machine, machine.default_toolchain)
    assert not program.runs.symbols
    values = {
        symbol: value
        for label, symbol in program.symbols.items()
        for name, value in CASES[source].items()
        if label.lower() == name.lower()
    }
    assert values.keys() == set(program.symbols.values())
    for nprocs in (1, 2, 4):
        labels = {label: float(values[symbol]) for label, symbol in program.symbols.items()}
        sides = dict(zip(("px", "py"), (nprocs, 1) if nprocs < 4 else (2, 2), strict=True))
        places = sides if program.dimensions > 1 else {}
        wanted = program.times({"nprocs": float(nprocs), **labels, **places})
        run = program.runs.of_ranks.at(nprocs, {**values, **places}, tuple(places.values()))
        assert run is not None
        phases = EvaluatedPhases(
            loaded, program.stages, program.block_seconds({}, 1)[0], program.charges
        )
        rows = {"nprocs": np.array([float(nprocs)])}
        rows.update({name: np.array([float(side)]) for name, side in places.items()})
        every = range(len(program.stages))
        found = phases.at(run, {**values, **places}, every, rows)
        whole = sum(float(phase.seconds) for phase in wanted.phases[: len(program.stages)])
        assert sum(found.values()) == pytest.approx(whole, rel=0.02)


def test_scale_needs_no_values_for_what_a_run_tells():
    language, text, _, _ = OPEN["hypercube"]
    assert language == "fortran"
    Path("h.f").write_text(text)
    result = sad("scale", "h.f", "--machine", "paragon", "--procs", "2,4,8", "--format", "csv")
    assert result.code == 0, result.err
    rows = [line.split(",") for line in result.out.splitlines() if line[:1].isdigit()]
    times = [float(row[1]) for row in rows]
    # stages of 5, 10 and 15 numbers: one more for each doubling
    assert times[0] < times[1] < times[2]
    refused = sad("scale", "h.f", "--machine", "paragon", "--procs", "2", "--evaluate-steps", "0")
    assert refused.code != 0
    assert "SAD891" in refused.err


def test_rows_say_at_which_numbers_of_processes_the_program_ends():
    Path("c.f").write_text(OPEN["checked"][1])
    result = sad("scale", "c.f", "--machine", "paragon", "--procs", "2:4")
    lines = {
        line.split()[0]: line for line in result.out.splitlines() if line.strip()[:1].isdigit()
    }
    assert "every rank ends at c.f:" in lines["3"]
    assert "ends at" not in lines["2"]
    assert "ends at" not in lines["4"]


STOPS = """\
      IF (NP .GT. 64) STOP
"""


def test_without_a_run_the_times_assume_that_calls_return():
    text = OPEN["checked"][1]
    start, end = text.index("   10 IF (I"), text.index("      END IF")
    Path("c.f").write_text(text[:start] + STOPS + text[text.index("      END\n", end) :])
    options = ("--machine", "paragon", "--procs", "2,4", "--evaluate-steps", "0")
    result = sad("scale", "c.f", *options)
    assert result.code == 0
    assert "SAD945" in result.err
    assert "no STOP is reached inside CHECK" in result.err
