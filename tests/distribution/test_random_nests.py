"""Random loop nests under random distributions, against running them."""

from __future__ import annotations

import random

import pytest

from tests.distribution.compared import check
from tests.distribution.nests import Access, Assign, Do, Nest

_WIDE = "-3:N+3"
_KINDS = ("block", "cyclic", "cyclic(2)", "*")
_PER_TEST = 12


def _subscript(random_: random.Random, variables: list[str]) -> str:
    if not variables or random_.random() < 0.1:
        return random_.choice(["1", "N", "2"])
    return random_.choice(variables) + random_.choice(["", "", "", "+1", "-1", "-2"])


def _access(random_: random.Random, variables: list[str]) -> Access:
    array = random_.choice("ABC")
    rank = 1 if array == "C" else 2
    return Access(array, tuple(_subscript(random_, variables) for _ in range(rank)))


def _loops(random_: random.Random, depth: int, variables: list[str]) -> Do:
    name = "IJK"[len(variables)]
    first, last = random_.choice([("1", "N"), ("2", "N-1"), ("1", "N")])
    if variables and random_.random() < 0.3:
        first, last = random_.choice(
            [(f"{variables[-1]}+1", "N"), ("1", variables[-1]), (variables[0], "N")]
        )
    inside = [*variables, name]
    body: list[Assign | Do] = []
    for _ in range(random_.choice([1, 1, 2])):
        if depth > 1 and random_.random() < 0.75:
            body.append(_loops(random_, depth - 1, inside))
        else:
            target = _access(random_, inside)
            reads = [_access(random_, inside) for _ in range(random_.choice([1, 2, 2]))]
            others = tuple(item for item in reads if item != target)  # else it may be a reduction
            body.append(Assign(target, others))
    return Do(name, first, last, tuple(body))


def nest(seed: int) -> Nest:
    """Return a random nest."""
    random_ = random.Random(seed)
    body = tuple(_loops(random_, 3, []) for _ in range(random_.choice([1, 2])))
    return Nest({"A": f"{_WIDE},{_WIDE}", "B": f"{_WIDE},{_WIDE}", "C": _WIDE}, body)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("start", range(0, 240, _PER_TEST))
def test_random_nests(start: int):
    for seed in range(start, start + _PER_TEST):
        random_ = random.Random(-seed - 1)
        sides = random_.choice([1, 1, 2])
        formats: dict[str, tuple[str, ...]] = {}
        for name, rank in (("A", 2), ("B", 2), ("C", 1)):
            row = tuple(random_.choice(_KINDS) for _ in range(rank))
            if 0 < sum(kind != "*" for kind in row) <= sides:
                formats[name] = row
        if not formats:
            continue
        most = max(sum(kind != "*" for kind in row) for row in formats.values())
        ranks = tuple(random_.choice([1, 2, 3]) for _ in range(most))
        check(nest(seed), formats, random_.choice([4, 5, 6]), ranks, reordered=True)
