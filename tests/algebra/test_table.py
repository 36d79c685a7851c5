"""Nests everybody knows: exact, closed, and as short as people write them."""

from __future__ import annotations

import random
import re

import pytest

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.nest import sum_nest
from sad.algebra.numeric import has_numeric_sum
from sad.algebra.simplify import simplified
from sad.algebra.text import formula
from tests.support.known_nests import KNOWN_NESTS
from tests.support.nests import indices_and_body, runner


@pytest.mark.parametrize("name", KNOWN_NESTS)
def test_known_nest_is_exact_and_closed(name: str):
    known = KNOWN_NESTS[name]
    closed = sum_nest(*indices_and_body(known.nest), known.nest.facts())
    assert not has_numeric_sum(closed)
    value, run = compile_polys([closed]), runner(known.nest)
    rng = random.Random(name)
    compared = 0
    while compared < 20:
        values = {symbol: rng.randint(-3, 9) for symbol in "abcmnpq"}
        if any(eval(fact, {}, values) < 0 for fact in known.nest.context):
            continue
        compared += 1
        expected = run(values)
        assert value(values) == [expected], values
        assert eval(known.expected, {"floor": lambda x: x // 1, **values}) == pytest.approx(
            expected
        )


@pytest.mark.parametrize("name", KNOWN_NESTS)
def test_known_nest_is_counted_without_a_context_too(name: str):
    nest = KNOWN_NESTS[name].nest
    closed = sum_nest(*indices_and_body(nest))
    assert not has_numeric_sum(closed)
    value, run = compile_polys([closed]), runner(nest)
    rng = random.Random(name)
    for _ in range(20):
        values = {symbol: rng.randint(-3, 7) for symbol in "abcmnpq"}
        assert value(values) == [run(values)], values


@pytest.mark.parametrize("name", KNOWN_NESTS)
def test_known_nest_prints_as_short_as_people_write_it(name: str):
    known = KNOWN_NESTS[name]
    closed = sum_nest(*indices_and_body(known.nest), known.nest.facts())
    shown = formula(simplified(closed)[0] if known.nest.context else closed)
    if len(shown) > len(known.expected):
        # the two forms write conditions differently: compare their number, and what is between
        ours, theirs = re.sub(r" if [^]]*", "", shown), re.sub(r" if .*? else", "", known.expected)
        assert len(ours) <= len(theirs), shown
        assert shown.count(" if ") <= known.expected.count(" if ") + 1


def test_context_decides_what_it_can():
    nest = KNOWN_NESTS["zerotrip_ctx"].nest
    assert "pieces" not in str(sum_nest(*indices_and_body(nest), nest.facts()).terms)
    without = sum_nest(*indices_and_body(nest))
    assert any(isinstance(atoms.definition(symbol), atoms.Pieces) for symbol in without.symbols())
