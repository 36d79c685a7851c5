"""Chains of machine loops: through registers and memory, and whether they start anew."""

from __future__ import annotations

import pytest

from sad.objectcode.blocks import graph_of
from sad.objectcode.compiling import functions_of
from sad.objectcode.recurrence import MachineChain, chains_of
from tests.objectcode.listings import NESTED, PREFIX, SUM

LATENCIES = {"add": 4.0, "multiply": 5.0, "load": 6.0, "forward": 7.0, "integer": 1.0}


def latency(key: str) -> float:
    return LATENCIES.get(key.partition(".")[0], 0.0)


def carried(listing: str) -> tuple[MachineChain, float]:
    """The carried chain of the innermost loop, and what one iteration waits for."""
    (function,) = functions_of(listing)
    graph = graph_of(function)
    (chain,) = [item for item in chains_of(graph, graph.loops[-1], latency) if item.carried]
    return chain, sum(step.amount * latency(step.key) for step in chain.steps)


def test_a_sum_waits_for_its_addition_only() -> None:
    chain, seconds = carried(SUM)
    assert seconds == pytest.approx(4.0)
    assert [step.key for step in chain.steps] == ["add.double.scalar"]


def test_the_longest_path_goes_through_load_and_arithmetic() -> None:
    (function,) = functions_of(SUM)
    graph = graph_of(function)
    (path,) = [item for item in chains_of(graph, graph.loops[-1], latency) if not item.carried]
    assert sum(step.amount * latency(step.key) for step in path.steps) == pytest.approx(6 + 5 + 4)


def test_what_is_stored_is_waited_for_when_it_is_loaded() -> None:
    _, seconds = carried(PREFIX)
    assert seconds == pytest.approx((7.0 + 4.0) / 2)  # two iterations later


def test_a_sum_of_each_row_starts_anew() -> None:
    assert carried(NESTED)[0].restarts


def test_a_sum_over_all_rows_goes_on() -> None:
    lines = NESTED.replace("  10:\tpxor   %xmm0,%xmm0\n", "  10:\tnop\n")
    assert not carried(lines)[0].restarts
