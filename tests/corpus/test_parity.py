"""The kernels of corpus/parity: Fortran and C give the same loops, counts, statements and operations.

What C's rules make different is listed kernel by kernel in ``differences.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.algebra.poly import ZERO
from tests.corpus.differences import DIFFERENCES, difference
from tests.corpus.kernels import PAIRS, Source
from tests.corpus.shape import Names, operations, rows, same, shown, statement_count
from tests.support.compiler import needs_gcc, needs_gfortran, run

if TYPE_CHECKING:
    from pathlib import Path

    from sad.algebra.poly import Poly
    from sad.model.nodes import UnitDescription

_FEWEST = 24

every_pair = pytest.mark.parametrize("name", PAIRS)


def units(name: str) -> list[tuple[UnitDescription, UnitDescription]]:
    """Return the procedures of a pair, the Fortran one and the C one of the same name."""
    pair = PAIRS[name]
    fortran = {unit.name.lower(): unit for unit in pair.fortran.description.units}
    c = {unit.name.lower(): unit for unit in pair.c.description.units}
    assert c.keys() == fortran.keys()
    return [(fortran[key], c[key]) for key in sorted(fortran)]


def names(name: str) -> tuple[Names, Names]:
    pair = PAIRS[name]
    return Names(pair.fortran.description), Names(pair.c.description)


@pytest.mark.sampled(5)
@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@every_pair
def test_both_versions_compute_the_same(name: str, tmp_path: Path):
    built = PAIRS[name].build(tmp_path)
    assert built.returncode == 0, built.stderr
    result = run(["./program"], tmp_path)
    assert result.stdout == f"{name}: same\n"
    assert result.returncode == 0


@every_pair
def test_loops_branches_and_calls_are_the_same(name: str):
    fortran_names, c_names = names(name)
    for fortran, c in units(name):
        expected = rows(fortran, fortran_names)
        found = rows(c, c_names)
        if fortran.name.lower() in difference(name).shapes:
            assert [row.what for row in found] != [row.what for row in expected]
            continue
        assert [(row.depth, row.what) for row in found] == [
            (row.depth, row.what) for row in expected
        ]
        unequal = [
            f"{one.what}: Fortran {shown(one.times)}, C {shown(other.times)}"
            for one, other in zip(expected, found, strict=True)
            if not same(one.times, other.times, difference(name).positive)
        ]
        assert unequal == []


@pytest.mark.parametrize("name", [name for name in PAIRS if not difference(name).shapes])
def test_unresolved_parameters_are_the_same(name: str):
    fortran, c = names(name)
    assert c.parameters.keys() == fortran.parameters.keys()
    kinds = {key: (item.kind, item.cls) for key, item in fortran.parameters.items()}
    assert {key: (item.kind, item.cls) for key, item in c.parameters.items()} == kinds


def counts(source: Source) -> dict[str, int]:
    return {unit.name.lower(): statement_count(unit) for unit in source.program.units}


@every_pair
def test_statement_counts_are_the_same(name: str):
    expected = counts(PAIRS[name].fortran)
    for unit, more in difference(name).statements.items():
        expected[unit] += more
    assert counts(PAIRS[name].c) == expected


def unequal(
    expected: dict[str, Poly], found: dict[str, Poly], positive: frozenset[str]
) -> list[str]:
    return [
        f"{key}: C {shown(found.get(key, ZERO))}, expected {shown(expected.get(key, ZERO))}"
        for key in sorted(expected.keys() | found.keys())
        if not same(expected.get(key, ZERO), found.get(key, ZERO), positive)
    ]


@every_pair
def test_operations_are_the_same(name: str):
    pair, allowed = PAIRS[name], difference(name)
    fortran_names, c_names = names(name)
    differ: dict[str, list[str]] = {}
    for fortran, c in units(name):
        mix = operations(pair.fortran.description, fortran, fortran_names)
        expected = allowed.of(c.name.lower(), mix)
        found = operations(pair.c.description, c, c_names)
        differ[c.name] = unequal(expected, found, allowed.positive)
    assert not any(differ.values()), differ


@pytest.mark.parametrize("name", DIFFERENCES)
def test_what_is_listed_does_differ(name: str):
    pair, allowed = PAIRS[name], difference(name)
    fortran_names, c_names = names(name)
    for fortran, c in units(name):
        unit = c.name.lower()
        mix = operations(pair.fortran.description, fortran, fortran_names)
        found = operations(pair.c.description, c, c_names)
        if allowed.operations.get(unit):
            listed = {
                key: (count, found.get(key, ZERO))
                for key, count in mix.items()
                if key in allowed.operations[unit]
            }
            assert not any(same(*counts, allowed.positive) for counts in listed.values())


def test_there_are_enough_kernels():
    assert len(PAIRS) >= _FEWEST
    assert [name for name, pair in PAIRS.items() if not pair.fortran_file.exists()] == []
    assert [name for name, pair in PAIRS.items() if not pair.c_file.exists()] == []
    assert DIFFERENCES.keys() <= PAIRS.keys()
