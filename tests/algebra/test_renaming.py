"""Nests of units that differ in their names: counted once, with the same formulas."""

from __future__ import annotations

import pytest

from sad.algebra import atoms
from sad.algebra.canonical_text import plain_text
from sad.algebra.conditions import not_negative
from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.algebra.renaming import Renaming, renamings
from sad.symbols import index_name, input_name, site_name


def nest(unit: str, other: str = "") -> tuple[list[Index], Poly]:
    """A triangle with a step of 3, weighted by a condition: floors, guards and conditions come out."""
    n, m = (Poly.symbol(input_name(unit, name)) for name in "NM")
    if other:
        m = Poly.symbol(input_name(other, "M"))
    outer, inner = index_name(unit, "do10"), index_name(unit, "do10.do20")
    i, j = Poly.symbol(outer), Poly.symbol(inner)
    last = atoms.min_of([atoms.floor_of(i + n, 3), m])
    weight = atoms.guard_of(site_name(unit, "prob", "do10.do20.if1"), not_negative(j - m + 2))
    return [Index(outer, ONE, n), Index(inner, ONE, last)], weight * i


def test_one_unit_as_another() -> None:
    first, second = sum_nest(*nest("DLAUUM")), sum_nest(*nest("SPOTRF"))
    assert atoms.free_symbols(first) == {"DLAUUM.N", "DLAUUM.M"}
    assert Renaming("DLAUUM", "SPOTRF").poly(first) == second


def test_there_and_back() -> None:
    indices, body = nest("DLAUUM")
    found = renamings(indices, body)
    assert found is not None
    there, back = found
    for poly in (body, indices[1].last, sum_nest(indices, body)):
        changed = there.poly(poly)
        assert not any("DLAUUM" in symbol for symbol in atoms.free_symbols(changed))
        assert "DLAUUM" not in plain_text(changed)
        assert back.poly(changed) == poly
    assert [back.index(there.index(item)) for item in indices] == indices


@pytest.mark.parametrize(("unit", "other"), [("dlauum", ""), ("DLAUUM", "TRUSS")])
def test_units_that_keep_their_names(unit: str, other: str) -> None:
    """Another name would change the order of symbols."""
    assert renamings(*nest(unit, other)) is None


def test_names_of_all_kinds_of_atoms() -> None:
    n, k = Poly.symbol("A.N"), Poly.symbol("A.K")
    alias = atoms.alias_of("A.prob@if1", n * n + k)
    rows = atoms.intern_atom(atoms.Rows("@A:do1", "A.trips@do1.total", "A.trips@do1.mean"))
    index = index_name("A", "do1")
    numeric = atoms.sum_of(index, ONE, n, atoms.power_of(Poly.symbol(index), k))
    poly = alias * rows * numeric * atoms.max_of([n, k]) + atoms.mod_of(n, k) * atoms.log_of(n, k)
    changed = Renaming("A", "Q").poly(poly)
    assert "A." not in plain_text(changed)
    assert "@A:" not in plain_text(changed)
    assert Renaming("Q", "A").poly(changed) == poly
