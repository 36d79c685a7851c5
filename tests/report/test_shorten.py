"""Formulas are cut between terms and factors, never inside a word or an open bracket."""

from __future__ import annotations

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sad.report.shorten import DOTS, shortened

FACTORS = st.sampled_from(
    ["N", "NSTEP", "X12", "(1 - P1)", "floor(LCNUM*NUNIT/LCDEN)**3", "N**2", "[M >= 2]", "13",
     "max(0, NPART - 1)", "sum(I*J, I=1..N)"]
)  # fmt: skip
TERMS = st.lists(FACTORS, min_size=1, max_size=6).map("*".join)
FORMULAS = st.lists(TERMS, min_size=1, max_size=5).map(" + ".join)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(FORMULAS, st.integers(12, 120))
def test_a_cut_formula_is_a_beginning_of_it(formula: str, width: int):
    text = shortened(formula, width)
    assert len(text) <= width
    if len(formula) <= width:
        assert text == formula
        return
    assert DOTS in text
    plain = re.sub(r"\(\.\.\.\)|\[\.\.\.\]", "", text)
    assert plain.count("(") == plain.count(")")
    kept = text.removesuffix(DOTS).removesuffix("*").removesuffix(" + ")
    if "..." not in kept:
        assert formula.startswith(kept)
        rest = formula[len(kept) :]
        assert not kept or rest[:1] in "*" or rest.startswith(" + ")


def test_examples():
    formula = "floor(LCNUM*NUNIT/LCDEN)**3*X7*(NEQUIL + NSTEP + 1)*(X8 + 1)"
    assert shortened(formula, 45) == "floor(LCNUM*NUNIT/LCDEN)**3*X7*..."
    assert shortened("N**2*X1 + N*P1*X1 + N*X1", 20) == "N**2*X1 + ..."
    assert shortened("(A_VERY_LONG_NAME + ANOTHER_LONG_NAME)*N", 14) == "(...)*N"
