"""Computation of message-passing programs under the cost models, against predictions of one process."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.evaluation.bind_model import bind_model
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.loading.describe import load_description
from sad.machine.database import find_file, load_machine
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.spmd.scalable import scalable

if TYPE_CHECKING:
    from sad.machine.schema import Machine

CORPUS = Path(__file__).parents[2] / "corpus" / "mpi"
MACHINE = """\
schema: 1
name: m
extends: xeon-emerald-rapids
programming_models:
  mpi:
    point_to_point: {model: hockney, alpha_s: 1.0e-6, beta_s_per_byte: 1.0e-10}
    collectives: {selection: mpich}
"""
VALUES = {
    "ring": {"RING.N": 48, "RING.NREPS": 3},
    "heat1d": {"HEAT1D.N": 64, "HEAT1D.NSTEPS": 20},
    "conjgr": {"CONJGR.N": 50, "CONJGR.NITER": 7},
    "wavefr": {"WAVEFR.N": 50, "WAVEFR.NB": 16, "WAVEFR.NSWEEP": 3},
}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    path = tmp_path / "m.yaml"
    path.write_text(MACHINE)
    return load_machine(str(path), find_file)


@pytest.mark.parametrize("cost_model", ["additive", "throughput"])
@pytest.mark.parametrize("name", sorted(VALUES))
def test_one_process_computes_what_a_prediction_says(
    name: str, cost_model: str, machine: Machine
) -> None:
    loaded = load_description(Reading((str(CORPUS / name / "source.f"),)), with_work=True)
    toolchain = machine.toolchain_for(frozenset({"fortran"}))
    values = VALUES[name]
    texts = [f"{key}={value}" for key, value in values.items()]
    settings = settings_from_arguments([*texts, "nprocs=1", "rank=0"])
    model = build_model(loaded.description, None, settings)
    expected = predict(model, bind_model(model, machine, toolchain, cost_model)).total
    program = scalable(loaded, Choice(cost_model=cost_model), machine, toolchain)
    points = {"nprocs": np.array([1.0, 2.0])}
    symbols = program.symbols.items()
    points |= {label: np.full(2, float(values[symbol])) for label, symbol in symbols}
    times = program.times(points)
    assert times.computation[0] == pytest.approx(expected, rel=1e-12)
    assert times.communication[0] == 0.0
    assert times.computation[1] < times.computation[0]
    assert times.communication[1] > 0.0


def test_no_times_from_object_code(machine: Machine) -> None:
    loaded = load_description(Reading((str(CORPUS / "ring" / "source.f"),)), with_work=True)
    toolchain = machine.toolchain_for(frozenset({"fortran"}))
    with pytest.raises(SadError) as caught:
        scalable(loaded, Choice(cost_model="asm"), machine, toolchain)
    assert caught.value.diagnostic.code in ("SAD450", "SAD938")


def test_too_many_points_for_the_throughput_model(machine: Machine) -> None:
    loaded = load_description(Reading((str(CORPUS / "ring" / "source.f"),)), with_work=True)
    toolchain = machine.toolchain_for(frozenset({"fortran"}))
    program = scalable(loaded, Choice(cost_model="throughput"), machine, toolchain)
    sizes = np.arange(1.0, 5000.0)
    with pytest.raises(SadError) as caught:
        program.times({"nprocs": np.array(1.0), "N": sizes, "NREPS": np.array(1.0)})
    assert caught.value.diagnostic.code == "SAD938"
