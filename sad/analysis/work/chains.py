"""Dependence chains: what an iteration must wait for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.work.record import Amounts, Chain


@dataclass(frozen=True, slots=True)
class Chains:
    """Steps of chains by the identity of the action they are in, and the chains of each loop."""

    plain: Mapping[int, Amounts] = field(default_factory=dict[int, "Amounts"])
    optimised: Mapping[int, Amounts] = field(default_factory=dict[int, "Amounts"])
    of_loops: Mapping[str, tuple[Chain, ...]] = field(
        default_factory=dict[str, "tuple[Chain, ...]"]
    )


def dependence_chains(entry: EntryAnalysis) -> Chains:
    """Return the chains of a unit in both views."""
    del entry
    return Chains()
