"""Summaries of units as JSON, made before it is known what other units need of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sad.description.serialize import from_json, to_json
from sad.description.tree import Description
from sad.evaluation.summary import Facts, Summary, bare, limits_of, summary_of

if TYPE_CHECKING:
    from collections.abc import Container

    from sad.description.drafts import Draft

Json = Any


def summary_json(draft: Draft) -> Json:
    """Return the summary of a unit as a JSON value, with all parameters that there may be."""
    found = summary_of(draft.final(()))
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
