"""The terms X*P*S of a description add up to the counts of its expansion."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ZERO, Poly
from sad.model.expand import expand
from sad.model.walks.terms import CallTerm, terms
from tests.support.command import CORPUS
from tests.support.model import description_of

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = sorted(CORPUS.glob("*/*.f"))


def values_for(polys: list[Poly]) -> dict[str, float]:
    symbols = sorted(set[str]().union(*(atoms.free_symbols(poly) for poly in polys)))
    rng = random.Random(zlib.crc32(" ".join(symbols).encode()))
    return {symbol: rng.random() if ".prob@" in symbol else rng.randint(1, 7) for symbol in symbols}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_terms_add_up_to_the_counts(program: Path):
    description = description_of(program)
    counted = {block.id: block.count for block in expand(description, None).blocks}
    added: dict[str, Poly] = {}
    for unit in description.units:
        for term in terms(unit.tree):
            if not isinstance(term, CallTerm):
                key = f"{unit.name}.b{term.number}"
                added[key] = added.get(key, ZERO) + term.context.count()
    assert added.keys() == counted.keys()
    values = values_for([*counted.values(), *added.values()])
    for key, count in counted.items():
        assert evaluate(added[key], values) == pytest.approx(evaluate(count, values), rel=1e-9)


def test_a_term_names_the_loops_and_branches_around_its_block():
    source = """\
      SUBROUTINE S(N, X)
      DO 10 I = 1, N
      IF (X .GT. 0) THEN
      DO 20 J = I, N
   20 X = X - 1
      END IF
   10 CONTINUE
      END
"""
    description = description_of(source)
    (unit,) = description.units
    innermost = [
        term
        for term in terms(unit.tree)
        if not isinstance(term, CallTerm)
        and any(line.span.line == 5 and line.starts for line in term.block.lines)
    ]
    (term,) = innermost
    assert [factor.id for factor in term.context.loops] == ["do10", "do10.if1.do20"]
    assert [factor.span.line for factor in term.context.loops] == [2, 4]
    assert [(factor.id, factor.label) for factor in term.context.branches] == [("do10.if1", "then")]
    value = evaluate(term.context.count(), {"S.N": 5, "S.prob@do10.if1": 0.5})
    assert value == 7.5
