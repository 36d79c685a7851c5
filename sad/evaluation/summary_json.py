"""Summaries of units as JSON, made before it is known what other units need of them."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, Any

from sad.algebra.json_form import Reader, Writer
from sad.evaluation.summary import Facts, Summary, bare, expanded, limits_of, summary_of
from sad.model.nodes import Description
from sad.model.saved import from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Container

    from sad.algebra.poly import Poly
    from sad.lowering.drafts import Draft
    from sad.model.expand import Expansion

Json = Any

SUMMARY, COUNTS = "summary", "counts"
"""Kinds of what is kept of a unit."""


class Summaries:
    """Makes what a report needs of units that shows those ``most`` that grow fastest.

    Of these it needs the counts of their blocks, which take time to find. They are kept of those that
    grow as fast as any that may be shown, so far.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._fastest: list[int] = []

    def __reduce__(self) -> tuple[object, ...]:
        return Summaries, (self._most,)

    def __call__(self, draft: Draft) -> dict[str, Json]:
        """Return what is kept of a unit, by kind."""
        unit = draft.final(())
        expansion = expanded(unit)
        found = summary_json(summary_of(unit, expansion), draft)
        degree: int | None = found["facts"][0]
        if degree is None or not self._may_be_shown(degree):
            return {SUMMARY: found}
        return {SUMMARY: found, COUNTS: counts_json(expansion)}

    def _may_be_shown(self, degree: int) -> bool:
        if len(self._fastest) < self._most:
            heappush(self._fastest, degree)
        else:
            heappushpop(self._fastest, degree)
        return degree >= self._fastest[0]


def counts_json(expansion: Expansion) -> Json:
    """Return how often the blocks of a unit run as a JSON value."""
    writer = Writer()
    counts = [[block.number, writer.poly(block.count)] for block in expansion.blocks]
    return {"counts": counts, "atoms": writer.table}


def counts_from_json(value: Json) -> dict[int, Poly]:
    """Return how often the blocks of a unit run, by number."""
    reader = Reader(value["atoms"])
    return {number: reader.poly(count) for number, count in value["counts"]}


def summary_json(found: Summary, draft: Draft) -> Json:
    """Return the summary of a draft's unit as a JSON value, with all parameters that there may be."""
    parameters = [item.parameter for item in draft.candidates]
    unit = replace(found.unit, parameters=bare(parameters))
    limits = limits_of(parameters)
    return {
        "unit": {**to_json(Description((), 0, (unit,), {})), "reals": []},
        "needs": [item.needs for item in draft.candidates],
        "used": sorted(found.used),
        "externals": found.externals,
        "limits": {symbol: sorted(names) for symbol, names in limits.items()},
        "extents": sorted(found.extents),
        "products": sorted(found.products),
        "operations": found.operations,
        "sites": [found.sites, found.has_messages],
        "facts": [found.facts.degree, found.facts.exact, found.facts.open],
        "apart": found.is_apart,
        "plain": found.is_plain,
    }


def summary_from_json(value: Json, others: Container[str], path: str) -> Summary:
    """Return the summary of a unit in the file ``path``; ``others`` are symbols that others need."""
    unit = from_json(value["unit"], path).units[0]
    listed = [
        item
        for item, needs in zip(unit.parameters, value["needs"], strict=True)
        if needs is None or needs in others
    ]
    limits = value["limits"]
    sites, has_messages = value["sites"]
    degree, exact, open_ = value["facts"]
    return Summary(
        replace(unit, parameters=tuple(listed)),
        frozenset(value["used"]),
        tuple(value["externals"]),
        {item.symbol: frozenset(limits[item.symbol]) for item in listed if item.symbol in limits},
        frozenset(value["extents"]),
        frozenset(map(tuple, value["products"])),
        tuple(value["operations"]),
        sites,
        has_messages,
        Facts(degree, exact, open_),
        value["apart"],
        value["plain"],
    )
