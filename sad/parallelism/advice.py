"""What keeps a program from running on several processors, by line: serial code, loops too short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.parallel import FORK_JOIN, SERIAL_SHARE, Lint
from sad.parallelism.serial import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.diagnostics import Span
    from sad.parallelism.measure import Measured

_LITTLE = 0.02
"""Serial code with less of the work than this, and loops whose work is less, are not told."""
_MOST_LINES = 3


def advice(found: Measured, processors: int) -> Iterator[Lint]:
    """Yield what serial code allows at most, and loops whose threads cost more than they gain."""
    work = found.in_order or 0.0
    yield from serial_share(found.serial_lines, work)
    for item in found.loops:
        if (item.cost.unit.name, item.verdict.path) not in found.begun or not found.fork_join:
            continue
        if item.verdict.kind not in AT_ONCE or (item.entered or 0.0) <= 1.0 or not item.trips:
            continue
        total = item.total or 0.0
        starts = item.entered or 0.0
        if total < _LITTLE * work or not total:
            continue
        alone = total / min(processors, item.trips)
        if starts * found.fork_join > alone:
            yield Lint(
                FORK_JOIN,
                item.verdict.span,
                f"threads for {item.verdict.name} would start {starts:,.0f} times, which takes "
                f"{times_text(starts * found.fork_join / alone)} times as long as its work",
                starts * found.fork_join / alone,
            )


def serial_share(lines: Mapping[Span, float], work: float) -> Iterator[Lint]:
    """Yield which lines hold the serial part of ``work``, and how much faster it can become at most.

    Amdahl's law; nothing where the part is small.
    """
    share = sum(lines.values()) / work if work else 0.0
    if share <= _LITTLE:
        return
    order = sorted(lines.items(), key=lambda item: -item[1])
    shown = ", ".join(
        f"line {span.line} {100 * amount / work:.2g} %"
        for span, amount in order[:_MOST_LINES]
        if amount > _LITTLE * share * work
    )
    whole = "all work" if share > 0.995 else f"{100 * share:.2g} % of all work"
    text = f"serial code is {whole} ({shown}): at most {1 / share:.3g} times as fast"
    yield Lint(SERIAL_SHARE, order[0][0], text, 1 / share)


def times_text(factor: float) -> str:
    """Return a factor with three digits, large ones in full."""
    return f"{factor:.3g}" if factor < 1000 else f"{factor:,.0f}"
