"""What conditions are under assumptions, where a slice does not know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.branches.zero_tests import if_nothing_is_zero
from sad.analysis.cfg.graph import Split
from sad.analysis.values.guards import arm_names

if TYPE_CHECKING:
    from collections.abc import Container

    from sad.analysis.unit import ProgramAnalysis
    from sad.slicing.signatures import Key


def assumed_truths(
    analysis: ProgramAnalysis, errors: str | None, zeros: str | None, kept: Container[str]
) -> dict[tuple[Key, int], tuple[bool, str]]:
    """Return the truth values of conditions by entry and block, each with its assumption's name.

    ``errors`` is the name of the assumption that no error exit is taken, ``zeros`` that of the one that
    nothing tested for zero is zero; None: not made. ``kept`` are names of branches, in lower case, that
    the user decides.
    """
    found: dict[tuple[Key, int], tuple[bool, str]] = {}
    for entry in analysis.entries if errors or zeros else ():
        for number in entry.forest.order:
            split = entry.cfg.blocks[number].terminator
            if not isinstance(split, Split) or split.kind != "if" or split.condition is None:
                continue
            (symbol,) = arm_names(entry.unit.name, split, entry.paths(split.path))
            if symbol.lower() in kept:
                continue
            key = (entry.unit.key, entry.name), number
            truth = if_nothing_is_zero(split, entry.unit)
            if errors is not None and number in entry.errors:
                found[key] = bool(entry.errors[number]), errors
            elif zeros is not None and truth is not None:
                found[key] = bool(truth), zeros
    return found
