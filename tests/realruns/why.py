"""The ranking of why executed statements are not exact, as text: what to extend the analysis for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.realruns.causes import Cause, ranking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.realruns.measure import Outcome

_OVERALL, _EACH = 60, 8
_HEAD = """\
Executed statements that are not exact, by what stands in the way. A program's executed statements are
1; a statement with k unknowns counts 1/k for each in `part`, 1 in `any`, and in `alone` if there is no
other."""


def why(outcomes: Sequence[Outcome]) -> str:
    """Return Markdown: the heaviest causes over all programs, then those of each program."""
    everything = [cause for outcome in outcomes for cause in outcome.causes]
    left = [cause for outcome in outcomes for cause in outcome.causes_left]
    parts = [
        _HEAD,
        "\n## If no error exit is taken\n",
        *_overall(left),
        "\n## Without any assumption\n",
        *_overall(everything),
        "\n## Each program, if no error exit is taken",
        *_each(outcomes),
    ]
    return "\n".join(parts) + "\n"


def _overall(causes: Sequence[Cause]) -> Iterator[str]:
    yield "| part | any | alone | kind | place | source | reason | programs |"
    yield "|--:|--:|--:|---|---|---|---|---|"
    for cause in ranking(causes)[:_OVERALL]:
        yield f"{_row(cause)} {cause.program} |"


def _each(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        if outcome.failed:
            yield f"\n{outcome.name}: {outcome.failed}"
            continue
        shares = ", ".join(f"{name} {share:.1%}" for name, share in outcome.by_basis.items())
        yield (
            f"\n**{outcome.name}**: {shares}, {outcome.without_errors:.1%} without error exits;"
            f" {outcome.executed:,} executed\n"
        )
        if outcome.causes_left:
            yield "| part | any | alone | kind | place | source | reason | symbol |"
            yield "|--:|--:|--:|---|---|---|---|---|"
        most = sorted(outcome.causes_left, key=lambda cause: -cause.decisive)[:_EACH]
        for cause in most:
            yield f"{_row(cause)} {cause.symbol} |"


def _row(cause: Cause) -> str:
    source = cause.source.replace("|", "\\|")[:60]
    return (
        f"| {cause.decisive:.3f} | {cause.share:.3f} | {cause.alone:.3f} | {cause.kind}"
        f" | {cause.file}:{cause.line} | `{source}` | {cause.reason} |"
    )
