"""What is in a cell, on average: powers of a ratio of two sizes."""

from __future__ import annotations

import pytest

from sad.expr.numbers import evaluate_expression
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from sad.profiles.fitting.fit import Fit, fit

SIZES = [(6, 4), (8, 5), (9, 6)]  # units and cells along a side; two of the ratios are equal


def fitted(counts: list[tuple[int, int]]) -> Fit:
    samples = [
        Sample({"UNITS": float(units), "CELLS": float(cells)}, float(taken), float(reached), "run")
        for (units, cells), (taken, reached) in zip(SIZES, counts, strict=True)
    ]
    found = fit(samples, Kind.TRIP_COUNT)
    assert found is not None
    return found


def test_four_particles_to_a_unit_are_found_exactly() -> None:
    found = fitted([(4 * units**3, cells**3) for units, cells in SIZES])
    assert found.text == "4*(UNITS/CELLS)**3"
    assert found.is_exact


def test_what_is_exact_by_chance_does_not_hide_what_is_nearly_so() -> None:
    # two equal ratios of equal value: any constant and any term of the ratio fit all three exactly
    found = fitted([(3_942_016, 292_032), (11_411_986, 692_224), (13_304_304, 985_608)])
    value = evaluate_expression(found.text, {"UNITS": 7, "CELLS": 4}.__getitem__)
    assert float(value) == pytest.approx(21.413, rel=0.05)
