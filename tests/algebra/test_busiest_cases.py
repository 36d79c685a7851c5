"""The busiest member of a family as models write it, where what divides is known to be a size."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sad.algebra.busiest import Part, busiest
from sad.algebra.domains import Index
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import ONE, Poly
from sad.expr.exact import Counts, Exact
from sad.expr.parse import parse
from sad.symbols import index_name

N, M, S, B = (Poly.symbol(name) for name in "NMSB")
INDEX, J, K = (Poly.symbol(index_name("T", name)) for name in "ijk")
NAMES = {"N": N, "M": M, "S": S, "B": B, "i": INDEX, "j": J, "k": K}


def poly(text: str) -> Poly:
    """Return the count that a text is."""
    return Counts(lambda name: Exact(NAMES[name])).number_of(parse(text))


def brute(parts: list[tuple[list[tuple[str, str, str]], str, str]], values: dict[str, int]) -> int:
    """Return the greatest sum by going through everything."""
    sums: Counter[int] = Counter()
    functions = {"floor": lambda x: x.__floor__(), "min": min, "max": max}

    def run(nest: list[tuple[str, str, str]], member: str, amount: str, known: dict[str, int]):
        if not nest:
            names = {**functions, **known}
            sums[eval(member, {}, names)] += eval(amount, {}, names)
            return
        (name, first, last), *rest = nest
        for value in range(eval(first, {}, known), eval(last, {}, known) + 1):
            run(rest, member, amount, {**known, name: value})

    for nest, member, amount in parts:
        run(nest, member.replace("/", "//").replace("floor", ""), amount, dict(values))
    return max(sums.values(), default=0)


def parts_of(parts: list[tuple[list[tuple[str, str, str]], str, str]]) -> list[Part]:
    """Return the same for the algebra."""
    return [
        Part(
            tuple(
                Index(index_name("T", name), poly(first), poly(last)) for name, first, last in nest
            ),
            poly(member),
            poly(amount),
        )
        for nest, member, amount in parts
    ]


CASES = [
    [([("i", "1", "N")], "i - 1", "3")],
    [([("i", "1", "N")], "N - i", "S")],
    [([("i", "0", "N - 1")], "floor(i/B)", "2")],
    [([("i", "S", "N")], "floor(i/B)", "2")],
    [([("i", "1", "N")], "(S*i) % M", "1")],
    [([("i", "S", "N"), ("j", "S", "N")], "i % M", "2")],
    [([("k", "1", "S"), ("i", "1", "N")], "(i + 2) % M", "k")],
    [([("i", "1", "N"), ("j", "1", "i")], "i % M", "1")],
    [([("i", "1", "N"), ("j", "i", "N")], "j % M", "i")],
    [([("i", "1", "N")], "i % M", "1"), ([("j", "1", "S")], "floor(j/B) % M", "2")],
    [([("i", "1", "N"), ("j", "1", "3")], "(i + j) % M", "1")],
    [([("i", "1", "N")], "S % M", "i"), ([("j", "1", "3")], "S % M", "5")],
]


@pytest.mark.parametrize("parts", CASES)
def test_the_busiest_member_against_brute_force(parts):
    found = busiest(parts_of(parts))
    random = Random(repr(parts))
    for _ in range(60):
        values = {"N": random.randint(0, 9), "M": random.randint(1, 6)}
        values |= {"S": random.randint(0, 7), "B": random.randint(1, 4)}
        assert evaluate(found, values) == brute(parts, values), values


@pytest.mark.parametrize("parts", CASES[:7])
def test_usual_members_have_a_closed_form(parts):
    text = str(list(_atoms(busiest(parts_of(parts)))))
    assert "Greatest" not in text
    assert "Busiest" not in text
    assert "Sum(" not in text


def _atoms(found: Poly) -> list[str]:
    from sad.algebra import atoms

    return [type(atoms.definition(name)).__name__ for name in atoms.atoms_inside([found])]


def test_strides_over_banks():
    member = poly("(S*i) % M")
    found = busiest([Part((Index(index_name("T", "i"), ONE, N),), member, ONE)])
    for banks in range(1, 17):
        for stride in range(1, 40):
            used = Counter(stride * i % banks for i in range(1, 25))
            values = {"N": 24, "M": banks, "S": stride}
            assert evaluate(found, values) == max(used.values())
