"""Steady states by elimination: as fractions, or as formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.stochastic.chains.chain import chain_of, number_name, only_class
from sad.stochastic.chains.elimination import Elimination

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence


def in_field(
    rows: Sequence[Mapping[int, Any]],
    one: Any,
    label: Callable[[int], str] = number_name,
    passing: Collection[int] = (),
) -> list[Any]:
    """Return the probabilities for rates of any type with ``+ - * /``, all of them not 0.

    In states of ``passing`` no time passes: their rates are weights, and they can all be left. What is
    returned for one is how often per second it is passed, divided by the sum of its weights.
    """
    work = Elimination(rows)
    work.take_out(passing)
    staying = [state for state in range(len(rows)) if state not in passing]
    place = {state: number for number, state in enumerate(staying)}
    arcs = [(place[i], place[j]) for i in staying for j in work.rows[i]]
    sources, targets = [i for i, _ in arcs], [j for _, j in arcs]
    ones = [1.0] * len(arcs)
    pattern = chain_of(len(staying), sources, targets, ones, lambda state: label(staying[state]))
    members = [staying[state] for state in map(int, only_class(pattern))]
    last = max(members, key=lambda state: len(work.rows[state]))
    work.take_out([state for state in members if state != last])
    found = work.weights(last, one)
    total = one - one
    for state in members:
        total = total + found[state]
    return [found[state] / total if state in found else one - one for state in range(len(rows))]
