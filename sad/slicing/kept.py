"""Runs of slices that are kept: an unchanged program at the same values is not run again.

The key is all that was generated and all values from outside: what else a run depends on is the tool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, cast

from sad.diagnostics import Span
from sad.files import digest
from sad.slicing.evaluation import Evaluation, Obstacle, SumOfCounts
from sad.slicing.watched import Watched

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.slicing.limits import Budget
    from sad.slicing.program import Source
    from sad.slicing.signatures import Given

_LEAST = 20_000
"""Steps of a run that is kept: fewer take no longer than to look them up."""


class Known(Protocol):
    """Keeps what JSON can hold by key."""

    def get(self, key: str) -> Any:
        """Return what is kept; None if nothing is."""
        ...

    def put(self, key: str, value: Any) -> None:
        """Keep a value."""
        ...


def kept_run(
    known: Known, source: Source, given: Given, budget: Budget, run: Callable[[], Evaluation]
) -> Evaluation:
    """Return what a run finds, from what is kept if it was made before; raises as the run."""
    values = sorted(map(repr, (*given.inputs.items(), *given.arguments.items())))
    key = digest(
        *("slice", source.key, *values, repr((given.text, given.files))),
        repr((given.command_line, given.environment)),
    )
    entry, left = known.get(key), budget.left
    if entry is not None and (left == entry["steps"] if entry["limit"] else left >= entry["steps"]):
        budget.spend(entry["steps"])
        return _evaluation(entry, source)
    found = run()
    steps = left - budget.left
    if steps >= _LEAST and (budget.is_spent or not found.limit):
        known.put(key, _entry(found, source, left if found.limit else steps))
    return found


def _entry(found: Evaluation, source: Source, steps: int) -> Any:
    numbers = {site: index for index, site in enumerate(source.sites)}
    watched = [[source.watched.index((item.span, item.name)), item.text] for item in found.watched]
    return {
        "steps": steps,
        "limit": found.limit,
        "finished": found.finished,
        "counts": [found.counts[site] for site in source.sites],
        "obstacles": [
            [item.span.file, item.span.line, item.why, item.source] for item in found.obstacles
        ],
        "assumed": list(found.assumed),
        "watched": watched,
        "by_others": [
            [numbers[site], item.certain, [[numbers[at], times] for at, times in item.terms]]
            for site, item in found.by_others.items()
        ],
        "noted": [[*place, value] for place, value in found.noted.items()],
    }


def _evaluation(entry: Any, source: Source) -> Evaluation:
    counts = cast("list[int | None]", entry["counts"])
    obstacles = cast("list[tuple[str, int, str, str]]", entry["obstacles"])
    texts = cast("list[tuple[int, str]]", entry["watched"])
    others = cast("list[tuple[int, int, list[tuple[int, int]]]]", entry["by_others"])
    noted = cast("list[tuple[str, int, str, int]]", entry["noted"])
    sites = source.sites
    return Evaluation(
        dict(zip(source.sites, counts, strict=True)),
        tuple(Obstacle(Span.at(file, at), why, line) for file, at, why, line in obstacles),
        0,
        entry["finished"],
        tuple(entry["assumed"]),
        limit=entry["limit"],
        watched=tuple(Watched(*source.watched[at], text) for at, text in texts),
        by_others={
            sites[index]: SumOfCounts(certain, tuple((sites[at], times) for at, times in terms))
            for index, certain, terms in others
        },
        noted={(file, line, name): value for file, line, name, value in noted},
    )
