"""Means over programs, rates, and the two numbers of a rate, against what single runs say."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import numpy as np
import pytest

import sad as library
from sad.diagnostics import SadError
from sad.experiments.largest import half_rate
from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
MACHINES = ("sparc2", "t3d", "zen3")
PROGRAMS = ("direct.f", "table.f", "constant.f")
KINDS = ("geometric", "arithmetic", "harmonic")


def _mean(kind: str, numbers: Sequence[float]) -> float:
    count = len(numbers)
    if kind == "geometric":
        return math.prod(numbers) ** (1 / count)
    return sum(numbers) / count if kind == "arithmetic" else count / sum(1 / x for x in numbers)


def _rows(*words: str) -> list[dict[str, str]]:
    done = sad(*words, "--format", "csv")
    assert done.code == 0, done.err
    return list(csv.DictReader(io.StringIO(done.out)))


def _seconds(program: str, machine: str) -> float:
    """The time of a run at N = 300, of a program that has N or has not."""
    row = _rows("compare", program, "direct.f", "--machine", machine, "--set", "N=300")[0]
    return float(next(iter(row.values())))


@pytest.mark.parametrize("kind", KINDS)
def test_ratios_and_means_are_those_of_single_runs(kind: str):
    rows = _rows(
        *("compare", *PROGRAMS, "--set", "N=300", "--machine", "t3d", "--machine", "zen3"),
        *("--reference", "sparc2", "--mean", kind),
    )
    assert [row["program"] for row in rows] == [*PROGRAMS, f"{kind} mean"]
    for machine in MACHINES:
        expected = [_seconds(name, "sparc2") / _seconds(name, machine) for name in PROGRAMS]
        found = [float(row[machine]) for row in rows]
        assert found[:3] == pytest.approx(expected, rel=1e-12)
        assert found[3] == pytest.approx(_mean(kind, found[:3]), rel=1e-12)
    assert {float(row["sparc2"]) for row in rows} == {1.0}


def test_geometric_means_do_not_depend_on_the_reference():
    words = ("compare", *PROGRAMS, "--set", "N=300", "--machine", "t3d", "--machine", "zen3")
    quotients = [
        float(row["t3d"]) / float(row["zen3"])
        for reference in ("t3d", "zen3", "sparc2")
        for row in _rows(*words, "--reference", reference)[-1:]
    ]
    assert quotients == pytest.approx([quotients[0]] * 3, rel=1e-12)


def test_rates_have_means_and_json_keeps_to_its_schema():
    words = ("compare", "direct.f", "table.f", "--set", "N=300", "--machine", "t3d")
    words = (*words, "--quantity", "rate", "--mean", "harmonic")
    report = json.loads(sad(*words, "--format", "json").out)
    schema = ROOT / "docs/schema/sad-compare-1.json"
    jsonschema.validate(report, json.loads(schema.read_text(encoding="utf-8")))
    (machine,) = report["means"]["machines"]
    assert machine["mean"] == pytest.approx(_mean("harmonic", machine["values"]), rel=1e-12)
    assert report["columns"][0]["unit"] == "flop/s"
    shown = sad(*words).out.splitlines()[-1].split()
    assert shown[1:] == ["Mflop/s", "harmonic", "mean"]
    assert float(shown[0]) == pytest.approx(machine["mean"] / 1e6, rel=0.005)
    assert "| harmonic mean |" in sad(*words, "--format", "markdown").out


@pytest.mark.parametrize("machine", ["sparc2", "xeon-emerald-rapids"])
def test_a_rate_is_operations_over_time(machine: str):
    model = library.analyze("table.f")
    swept = model.sweep({"N": [1, 7, 500]}, machines=[machine], quantities=["total", "rate"])
    times, rates = (swept[title] for title in swept.titles)
    flops = [80 * n for n in (1, 7, 500)]
    assert [rate * time for rate, time in zip(rates, times, strict=True)] == pytest.approx(flops)
    at = model.on(machine).function("N", quantity="rate")(np.array([1.0, 7.0, 500.0]))
    assert at.tolist() == pytest.approx(list(rates), rel=1e-12)


def test_rates_that_cross_say_who_is_slower():
    words = ("--vary", "N=10:1000:log6", "--machine", "sparc2", "--quantity", "rate")
    out = sad("compare", "direct.f", "table.f", *words).out
    assert "no crossing: table.f is slower than direct.f at every whole number" in out


@pytest.mark.parametrize("seed", range(10))
def test_the_two_numbers_of_a_rate(seed: int):
    chance = np.random.default_rng(seed)
    limit, half = chance.uniform(1, 1e9), chance.uniform(0.1, 1e4)
    found = half_rate(lambda n: limit * n / (n + half))
    assert found.limit == pytest.approx(limit, rel=1e-7)
    assert found.size == max(1, math.ceil(half - 1e-4))
    assert found.peak is None


def test_a_rate_that_falls_again_has_a_peak():
    found = half_rate(lambda n: np.where(n < 1000, 5.0, 2.0) * n / (n + 8))
    assert found.size == 2  # 5*2/10 is half of 2
    assert found.peak == (512, pytest.approx(5 * 512 / 520))
    with pytest.raises(SadError, match="does not settle"):
        half_rate(lambda n: 1 / n)
    with pytest.raises(SadError, match="does not settle"):
        half_rate(lambda n: 0 * n)
    with pytest.raises(SadError, match="at all sizes"):
        half_rate(lambda n: 0 * n + 5.0)


@pytest.mark.parametrize("machine", ["sparc2", "xeon-emerald-rapids"])
def test_the_command_finds_the_first_size_with_half_the_rate(machine: str):
    done = sad("sweep", "table.f", "--half-rate", "N", "--machine", machine)
    assert done.code == 0, done.err
    match = re.match(
        r"rate on \S+: r_inf = (\S+) ([MG])flop/s; n_1/2: half of it from N = ([0-9,]+) on",
        done.out,
    )
    assert match is not None, done.out
    great = _rows("sweep", "table.f", "--vary", f"N={2**40}", "--machine", machine)[0]
    seconds = float(list(great.values())[-1])
    limit = 80 * 2**40 / seconds
    assert float(match[1]) * {"M": 1e6, "G": 1e9}[match[2]] == pytest.approx(limit, rel=0.005)
    size = int(match[3].replace(",", ""))
    rows = _rows("sweep", "table.f", "--vary", f"N=1:{size}", "--machine", machine)
    rates = [80 * int(row["N"]) / float(list(row.values())[-1]) for row in rows]
    assert [rate >= limit / 2 for rate in rates] == [False] * (size - 1) + [True]


@pytest.mark.parametrize(
    "words",
    [
        ("direct.f", "--reference", "t3d"),
        ("direct.f", "table.f", "--mean", "harmonic"),
        ("direct.f", "table.f", "--reference", "t3d", "--vary", "N=1:3"),
        ("direct.f", "table.f", "--reference", "t3d", "--quantity", "operations"),
        ("direct.f", "table.f", "--reference", "t3d", "--set", "N=0", "--quantity", "rate"),
    ],
)
def test_what_has_no_mean(words: tuple[str, ...]):
    check_one_error(sad("compare", *words), "SAD639", USAGE)


def test_a_reference_is_not_for_one_measured_run():
    words = ("--machine", "t3d", "--reference", "sparc2", "--measured", "perf.txt")
    check_one_error(sad("compare", "direct.f", *words), "SAD855", USAGE)


def test_toolchains_of_one_machine_are_told_apart():
    done = sad(
        *("compare", "direct.f", "table.f", "--set", "N=100", "--reference", "xeon-gold-6148"),
        *("--machine", "xeon-gold-6148,gfortran-O0", "--format", "csv"),
    )
    assert done.code == 0, done.err
    header = next(csv.reader([done.out.splitlines()[0]]))
    assert header == ["program", "xeon-gold-6148, gfortran-O2", "xeon-gold-6148, gfortran-O0"]


def test_what_has_no_rate(tmp_path: Path):
    source = tmp_path / "copy.c"
    source.write_text("void copy(int n, int *a) { for (int i = 0; i < n; i++) a[i] = i; }\n")
    words = ("sweep", str(source), "--machine", "zen3")
    check_one_error(sad(*words, "--vary", "n=1:3", "--quantity", "rate"), "SAD852", USAGE)
    check_one_error(sad(*words, "--half-rate", "n"), "SAD852", USAGE)
    words = ("sweep", "direct.f", "--half-rate", "N")
    check_one_error(sad(*words), "SAD638", USAGE)
    check_one_error(sad(*words, "--machine", "t3d", "--within", "1s"), "SAD638", USAGE)
    check_one_error(
        sad("sweep", "direct.f", "--vary", "N=1:3", "--quantity", "rate"), "SAD850", USAGE
    )
