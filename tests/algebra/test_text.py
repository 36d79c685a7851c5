"""Formulas as text: parentheses where they are needed and only there."""

from __future__ import annotations

import pytest

from sad.algebra import atoms, condition_text
from sad.algebra.latex import LatexPrinter
from sad.algebra.poly import Poly
from sad.algebra.text import Printer, formula
from sad.evaluation.linear import LinearForm, linear_form

N, M, P = Poly.symbol("N"), Poly.symbol("M"), Poly.symbol("P")
SUM = atoms.group_of(N + M)


@pytest.mark.parametrize(
    ("poly", "text"),
    [
        (SUM, "M + N"),
        (SUM * P, "P*(M + N)"),
        (SUM * SUM, "(M + N)**2"),
        (SUM * 3, "3*(M + N)"),
        (atoms.floor_quotient(SUM, Poly.constant(2)), "floor((M + N)/2)"),
        (atoms.trunc_quotient(P, SUM), "trunc(P/(M + N))"),
        (atoms.power_of(SUM, P), "(M + N)**(P)"),
        (atoms.not_of(SUM), "(1 - (M + N))"),
        (N**3 * 2 - N**2 * 3 + N, "2*N**3 - 3*N**2 + N"),
        ((N**3 * 2 - N**2 * 3 + N).over(6), "N**3/3 - N**2/2 + N/6"),
        ((N * N - N).over(2), "N*(N - 1)/2"),
    ],
)
def test_text(poly: Poly, text: str):
    assert formula(poly) == text


def test_a_sum_is_one_factor_of_a_time():
    assert linear_form([(SUM, 2.0)]).text(Printer(str)) == "2*(M + N)"


def test_latex_of_options():
    condition = atoms.guard_of("P.prob@if1", atoms.pieces_of([((N - 1, -N + 1), Poly.constant(1))]))
    assert LatexPrinter(str).poly(condition * M) == r"\left[N = 1\right] M"


def test_a_form_is_simplified_in_an_order_of_its_own():
    """What is simplified may depend on what was before: as in a budget of steps for all together."""
    terms = {("N",): 2.0, ("M",): 3.0, (): 1.0, ("M", "N"): 5.0}
    seen: list[list[Poly]] = []
    for items in (terms, dict(reversed(terms.items()))):
        seen.append([])
        LinearForm(items).simplified(lambda poly: seen[-1].append(poly) or poly)
    assert seen[0] == seen[1]
    assert len(seen[0]) == len(terms)


def test_a_long_sum_is_looked_at_for_cases_only_as_far_as_one_form_may_tell_all_terms_apart(
    monkeypatch: pytest.MonkeyPatch,
):
    asked: list[str] = []

    def span_of(symbol: str) -> None:
        asked.append(symbol)

    monkeypatch.setattr(condition_text, "span_of", span_of)
    assert condition_text.exclusive(Poly({(f"n{i}", "x"): 1 for i in range(100)})) is None
    assert len(asked) == 2
