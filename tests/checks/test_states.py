"""The costs of units bottom up: the same as expanding the program from each of them."""

import random
from pathlib import Path

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ZERO, Poly
from sad.checks.compare.changes import compare
from sad.checks.costs import inline_calls
from sad.checks.costs.canonical import size_of
from sad.checks.costs.record import State, UnitCost
from sad.checks.costs.source_text import SourceText
from sad.checks.costs.states import load_state, state_of, unit_names
from sad.checks.outcome import Verdict
from sad.loading.describe import load_description
from sad.model.expand import expand
from sad.model.nodes import Description, UnitDescription
from sad.reading.options import Reading
from tests.support.model import description_of

CORPUS = Path(__file__).parents[2] / "corpus"
PROGRAMS = sorted(
    path.relative_to(CORPUS).as_posix() for path in (*CORPUS.glob("*/*.f"), *CORPUS.glob("c/*.c"))
)[::2]  # every other one: reading them takes most of the time


def operations_from(description: Description, unit: UnitDescription) -> dict[str, Poly]:
    parts: dict[str, list[tuple[Poly, int]]] = {}
    for block in expand(description, unit).blocks:
        for line in block.block.lines:
            for key, number in line.operations.items():
                parts.setdefault(key, []).append((block.count, number))
    return {key: Poly.weighted_sum(found) for key, found in parts.items()}


def is_closed(description: Description, unit: UnitDescription, cost: UnitCost) -> bool:
    """Whether nothing in the program is left as a call."""
    names = {item.entry for item in description.units}
    left = cost.externals or {}
    return unit.recursion is None and not any(name in names or "." in name for name in left)


def assert_equal_everywhere(first: Poly, second: Poly, seed: str) -> None:
    if first == second:
        return
    symbols = sorted(atoms.free_symbols(first) | atoms.free_symbols(second))
    for trial in range(3):
        chance = random.Random(f"{seed} {trial}")
        values = {
            name: chance.random() if ".prob@" in name else chance.randrange(1, 9)
            for name in symbols
        }
        assert evaluate(first, values) == pytest.approx(evaluate(second, values), rel=1e-9), seed


def test_totals_are_those_of_expanding_from_each_unit():
    compared = 0
    for program in PROGRAMS:
        description = load_description(Reading((str(CORPUS / program),))).description
        text = SourceText()
        state, names = state_of(description, "", text), unit_names(description.units, text)
        for unit in description.units:
            cost = state.units[names[unit.name]]
            if cost.total is None or not is_closed(description, unit, cost):
                continue
            whole = operations_from(description, unit)
            keys = sorted(whole.keys() | cost.total.keys())
            chance = random.Random(unit.name)
            weights = {key: chance.randrange(1, 10**6) for key in keys}
            expected = Poly.weighted_sum((whole.get(key, ZERO), weights[key]) for key in keys)
            found = Poly.weighted_sum((cost.total.get(key, ZERO), weights[key]) for key in keys)
            assert_equal_everywhere(expected, found, f"{program} {unit.name}")
            compared += 1
    assert compared > 90


GUARDED = """\
      SUBROUTINE LEAF (N, X)
      REAL X(N)
      IF (N .LE. 1) THEN
         X(1) = 0.0
      ELSE
         DO 10 I = 1, 20
   10    X(I) = X(I)*2.0
      END IF
      END
      SUBROUTINE TOP (M, X, K)
      REAL X(M)
      INTEGER K(M)
      DO 10 J = 1, M
   10 CALL LEAF (K(J), X)
      END
      SUBROUTINE ABOVE (M, X, K)
      REAL X(M)
      INTEGER K(M)
      CALL TOP (M, X, K)
      END
"""


def test_a_condition_that_callers_cannot_tell_stays_a_probability():
    before = state_of(description_of(GUARDED), "old", SourceText())
    assert before.units["LEAF"].unresolved == ()
    for name in ("TOP", "ABOVE"):
        cost = before.units[name]
        assert cost.unresolved == ("LEAF.prob@if1",)
        assert (cost.least, cost.most) == ({"LEAF.prob@if1": 0}, {"LEAF.prob@if1": 1})
    longer = GUARDED.replace("X(I)*2.0\n", "X(I)*2.0\n         X(2) = X(2)*3.0\n")
    now = state_of(description_of(longer), "new", SourceText())
    changes = {change.unit.name: change for change in compare(before, now)}
    assert {item.verdict for item in changes.values()} == {Verdict.LEADING}
    assert changes["TOP"].proof == "new >= old for all M >= 1"


SEARCH = """\
      SUBROUTINE FIND (N, X, K)
      REAL X(N)
      DO 20 K = 1, N
      DO 10 I = 1, N
   10 IF (X(I) .GT. X(K)) GOTO 20
      X(K) = 0.0
   20 CONTINUE
      END
"""


def test_what_runs_once_a_loop_is_not_left_is_not_called_cheaper():
    """How often that is, ``1 - p*n``, looks negative for large n and is not."""
    longer = SEARCH.replace("X(K) = 0.0\n", "X(K) = 0.0\n      X(1) = X(1)*2.0\n")
    before, now = (
        state_of(description_of(text), "", SourceText()).units["FIND"] for text in (SEARCH, longer)
    )
    (change,) = compare(State("old", {"FIND": before}), State("new", {"FIND": now}))
    assert change.verdict is Verdict.INCOMPARABLE
    assert "its sign depends on what only runs can tell" in change.notes


CALLING = """\
      SUBROUTINE OUTER (N, M, X)
      INTEGER N, M, J
      REAL X(N)
      DO 20 J = 1, M
   20 CALL INNER (N, X)
      END
      SUBROUTINE INNER (N, X)
      INTEGER N, I
      REAL X(N)
      DO 10 I = 1, N
   10 X(I) = X(I) + 1.0
      END
"""


def test_a_call_that_is_put_in_on_one_side_only_is_no_new_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A little more makes a cost too large to be put in; its callers do not call it more often."""
    path = tmp_path / "calls.f"

    def state(text: str) -> State:
        path.write_text(text)
        return load_state(Reading((str(path),)), "here")[0]

    old = state(CALLING)
    inner = old.units["INNER"]
    assert inner.total is not None
    monkeypatch.setattr(inline_calls, "MOST_IN_CALLS", size_of(inner.total.values()))
    new = state(CALLING.replace("      DO 10", "      X(1) = X(1)/2.0\n      DO 10"))
    before, now = old.units["OUTER"].externals, new.units["OUTER"].externals
    assert before == {}
    assert now is not None
    assert [*now] == ["INNER"]
    verdicts = {change.unit.name: change.verdict for change in compare(old, new)}
    assert verdicts == {"OUTER": Verdict.IDENTICAL, "INNER": Verdict.LOWER}
    back = {change.unit.name: change.verdict for change in compare(new, old)}
    assert back == {"OUTER": Verdict.IDENTICAL, "INNER": Verdict.CHEAPER}
