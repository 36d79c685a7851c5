"""What profiles said of a program's parameters, as a summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.units import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.evaluation.measuring.measured import Check, Measurer

_MOST = 6
_ALL = 0.9995
"""A share that is shown as 100.0 %."""


def measured_report(
    measurer: Measurer, written: Sequence[str], kept: Sequence[str], output: str
) -> str:
    """Return how many parameters were measured, which were not, and how well values fit the runs.

    ``written`` have a measured value in the file ``output`` now, ``kept`` one that a person gave.
    """
    result = measurer.result
    done = {*written, *kept}
    left = [symbol for symbol in measurer.unmeasured() if symbol not in done]
    unreached = [symbol for symbol in left if symbol in result.unreached]
    unknown = [symbol for symbol in left if symbol not in result.unreached]
    lines = [f"{output}: {len(done)} of {len(done) + len(left)} parameters measured"]
    if kept:
        empty = "empty 'value' to take what was measured"
        lines.append(f"value kept as given ({len(kept)}): {listed(kept, _MOST)}; {empty}")
    if unreached:
        hint = "without a value; --defaults heuristics gives one"
        lines.append(
            f"never reached in a run ({len(unreached)}): {listed(unreached, _MOST)}; {hint}"
        )
    if unknown:
        why = "these counts do not tell"
        lines.append(f"not measured ({len(unknown)}): {listed(unknown, _MOST)}; {why}")
    return "\n".join([*lines, *_checks(result.checks)]) + "\n"


def _checks(checks: Sequence[Check]) -> Iterator[str]:
    """How many of its own executions each run's values give; runs of which they give all as one."""
    whole = [item for item in checks if item.executions and item.agree >= _ALL * item.executions]
    if len(whole) > 1:
        every = "each of the" if len(whole) == len(checks) else "each of"
        yield f"{every} {len(whole)} runs: its values give 100.0 % of its executions within 1 %"
    names: tuple[str, ...] = ()
    for item in checks:
        if item not in whole or len(whole) == 1:
            yield _check(item)
            names = names or item.missing
    if names:
        sizes = listed(names, _MOST)
        yield f"the unknown counts depend on {sizes}: say what they are with --set NAME=VALUE"


def _check(check: Check) -> str:
    """One run: how many of its own executions its values give."""
    if not check.executions:
        return f"{check.run}: nothing was counted"
    share = 100 * check.agree / check.executions
    whole = f"{check.executions:,} executions"
    text = f"{check.run}: its values give {share:.1f} % of its {whole} within 1 %"
    if check.open:
        share = 100 * check.open / check.executions
        text += f"; the counts of {share:.1f} % are still unknown"
    return text
