"""Points asked for again and again of a machine whose times depend on the run: code made of one run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sad.algebra import repeated
from sad.diagnostics import SadError
from sad.experiments import curve
from sad.experiments.axes import Axis, Value
from tests.experiments.test_evaluate import curves
from tests.support.command import CORPUS

SIZES = (0, 1, 2, 3, 5, 8, 16, 63, 64, 100, 128, 1000, 4096, 4097, 10**6)
PROGRAMS = {
    "passes.c": {"n": SIZES, "m": SIZES, "P1": (0, 0.25, 1)},
    "rows.f": {"N": (*SIZES, 512, 1536), "M": SIZES},
    "solve.f": {"N": SIZES, "X1": (1, 2, 17.5), "P1": (0, 0.1, 0.5)},
    "early.f": {"N": SIZES, "X1": (1, 3, 40.5), "P1": (0.5, 1)},
    "matmul": {"N": SIZES},
    "gauss": {"N": SIZES},
    "vertical": {"N": SIZES},
}
MACHINES = ("xeon-emerald-rapids", "epyc-genoa", "neoverse-n1")


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_code_gives_the_same_to_the_last_bit(program, machine, monkeypatch):
    own = CORPUS / program / f"{program}.f"
    if own.exists():
        Path(own.name).write_text(own.read_text())
    axes = [Axis(name, (Value("1", 1),)) for name in PROGRAMS[program]]
    source = own.name if own.exists() else program
    monkeypatch.setattr(repeated, "_MISSES", 1)
    monkeypatch.setattr(repeated, "_MOST_CODES", 1000)
    made = curves(source, axes, [], machine)
    plain = curves(source, axes, [], machine)
    chance = random.Random(program)
    points = [[chance.choice(values) for values in PROGRAMS[program].values()] for _ in range(40)]
    with monkeypatch.context() as patched:
        patched.setattr(curve, "Repeated", lambda function: function)
        expected = [_answer(plain, point) for point in points]
    assert [_answer(made, point) for point in points] == expected
    assert len(set(expected)) > 5
    monkeypatch.setattr(made, "in_run", None)  # code has what is needed
    assert [_answer(made, point) for point in points] == expected


def _answer(made, point):
    """The value at a point, evaluated as one of many."""
    try:
        made.at({a.name: Value(repr(v), v) for a, v in zip(made.program.axes, point, strict=True)})
    except SadError:
        return None
    row = made.at_numbers(point)
    return None if row is None else row[0].hex()
