"""Steady states as fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sad.stochastic.chains.chain import ChainError, chain_of, number_name, only_class
from sad.stochastic.chains.elimination import Elimination

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MOST_STATES = 400
"""Of a chain that is solved in fractions."""


def exact_steady_state(
    rows: Sequence[Mapping[int, Fraction]], label: Callable[[int], str] = number_name
) -> list[Fraction]:
    """Return the probabilities in the long run; ``rows[i][j]`` is the rate from i to j, above 0.

    Raises ``ChainError``: SAD611 (it depends on the start), SAD612 (more than ``MOST_STATES``).
    """
    if len(rows) > MOST_STATES:
        message = f"{len(rows):,} states: fractions are for at most {MOST_STATES}"
        raise ChainError("SAD612", message, "leave --exact out")
    return in_field(rows, Fraction(1), label)


def in_field(
    rows: Sequence[Mapping[int, Any]], one: Any, label: Callable[[int], str] = number_name
) -> list[Any]:
    """Return the probabilities for rates of any type with ``+ - * /``, all of them not 0."""
    arcs = [(i, j) for i, row in enumerate(rows) for j in row]
    sources, targets = [i for i, _ in arcs], [j for _, j in arcs]
    pattern = chain_of(len(rows), sources, targets, [1.0] * len(arcs), label)
    members = list(map(int, only_class(pattern)))
    place = {state: number for number, state in enumerate(members)}
    inside = [{place[j]: rate for j, rate in rows[state].items()} for state in members]
    work = Elimination(inside)
    last = max(range(len(members)), key=lambda item: len(inside[item]))
    work.take_out([item for item in range(len(members)) if item != last])
    found = work.weights(last, one)
    total = one - one
    for value in found.values():
        total = total + value
    result = [one - one] * len(rows)
    for item, value in found.items():
        result[members[item]] = value / total
    return result
