"""Values put into formulas, as far as the result is not too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind, bind_within, rebuild
from sad.algebra.poly import Poly, total

if TYPE_CHECKING:
    from collections.abc import Callable

P, X = Poly.symbol("p"), Poly.symbol("x")
LONG = total(Poly.symbol(f"v{number}") for number in range(60))


def test_what_is_short_enough_is_as_without_a_limit():
    for poly in (P * X + 3, P * P * X, Poly.constant(7)):
        for values in ({}, {"x": LONG}, {"p": X + 1, "x": P - 1}):
            assert bind_within(poly, values, 500) == bind(poly, values)


def test_what_is_too_long_is_nothing():
    assert bind_within(P * X, {"p": LONG, "x": LONG}, 1_829) is None
    assert bind_within(P * X, {"p": LONG, "x": LONG}, 1_830) == LONG * LONG
    assert bind_within(P**12, {"p": LONG}, 200) is None


def test_terms_that_cancel_do_not_count():
    assert bind_within(P - X, {"p": LONG, "x": LONG}, 3) == Poly.constant(0)


def test_an_atom_is_built_once_for_all_that_bind_alike_what_is_in_it(monkeypatch):
    """A library's unit is called in thousands of ways that differ in other inputs."""
    built: list[str] = []

    def counted(atom: atoms.Atom, name: str, whole: Callable[[Poly], Poly]) -> Poly:
        built.append(name)
        return rebuild(atom, name, whole)

    monkeypatch.setattr("sad.algebra.bind.rebuild", counted)
    condition = atoms.floor_of(atoms.max_of([P * 3, X]), 7)
    found = {bind(condition * Poly.symbol("n"), {"p": X + 5, "n": LONG + n}) for n in range(20)}
    assert len(found) == 20
    assert len(built) == 2
    assert bind(condition, {"p": X + 6}) != bind(condition, {"p": X + 5})
    assert len(built) == 4
