"""The ranking of why executed statements are not exact, as text: what to extend the analysis for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.realruns.causes import Cause, ranking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.realruns.measure import Outcome

_OVERALL, _EACH = 60, 8


def why(outcomes: Sequence[Outcome]) -> str:
    """Return Markdown: the heaviest causes over all programs, then those of each program."""
    return "\n".join([*_overall(outcomes), *_each(outcomes)]) + "\n"


def _overall(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "Executed statements that are not exact, by what stands in the way. A program's executed"
    yield "statements are 1; a statement with k unknowns counts 1/k for each in `part`, 1 in `any`,"
    yield "and in `alone` if there is no other.\n"
    yield "| part | any | alone | kind | place | source | reason | programs |"
    yield "|--:|--:|--:|---|---|---|---|---|"
    causes = [cause for outcome in outcomes for cause in outcome.causes]
    for cause in ranking(causes)[:_OVERALL]:
        yield f"{_row(cause)} {cause.program} |"


def _each(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        if outcome.failed:
            yield f"\n{outcome.name}: {outcome.failed}"
            continue
        shares = ", ".join(f"{name} {share:.1%}" for name, share in outcome.by_basis.items())
        yield f"\n**{outcome.name}**: {shares}; {outcome.executed:,} executed\n"
        if outcome.causes:
            yield "| part | any | alone | kind | place | source | reason | symbol |"
            yield "|--:|--:|--:|---|---|---|---|---|"
        most = sorted(outcome.causes, key=lambda cause: -cause.decisive)[:_EACH]
        for cause in most:
            yield f"{_row(cause)} {cause.symbol} |"


def _row(cause: Cause) -> str:
    source = cause.source.replace("|", "\\|")[:60]
    return (
        f"| {cause.decisive:.3f} | {cause.share:.3f} | {cause.alone:.3f} | {cause.kind}"
        f" | {cause.file}:{cause.line} | `{source}` | {cause.reason} |"
    )
