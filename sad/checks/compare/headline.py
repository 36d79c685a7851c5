"""A change in one line: what became of the order or the leading term, and of the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.outcome import Verdict
from sad.report.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.checks.shown import Shown

_LONGEST = 60  # characters of a difference
_MOST = 1e6  # percent that are written out


def headline(
    verdict: Verdict, old: Poly, new: Poly, difference: str, measure: str, shown: Shown
) -> str:
    """Return a change in short. ``difference`` is new - old, of what ``measure`` names."""
    before, now = shown.order(old), shown.order(new)
    grows = verdict is Verdict.ORDER
    if (grows or verdict is Verdict.CHEAPER) and before != now:
        return f"O({before}) -> O({now})"
    if grows:
        return f"the order increased: + {_cut(difference)}"
    if " " in measure:  # formulas of picoseconds say less than the times beside them
        return str(verdict)
    if verdict is Verdict.LEADING and before == now:
        return f"{shown.leading(old)} -> {shown.leading(new)} {measure}"
    sign = "" if difference.startswith("-") else "+"
    amount = f"{sign}{_cut(difference)} {measure}"
    if verdict is Verdict.INCOMPARABLE:
        return f"dearer or cheaper, depending on values: {amount}"
    return amount


def times(seconds: Mapping[str, tuple[float | None, float | None]], sizes: str) -> str:
    """Return the times of the first machine that has both, ``sizes`` being the values they hold at."""
    for machine, (old, new) in seconds.items():
        if old is not None and new is not None:
            at = f" at {sizes}" if sizes else ""
            return f"{seconds_text(old)} -> {seconds_text(new)}{at} on {machine}"
    return ""


def increase(relative: float | None, sizes: str) -> str:
    """Return how much dearer in percent, at the sizes given; empty where that is not known."""
    if relative is None or not relative or not sizes:
        return ""
    percent = 100 * relative
    if percent > _MOST:
        return f"{relative + 1:.3g} times at {sizes}"
    return f"{percent:+.3g} % at {sizes}" if abs(percent) < 1e3 else f"{percent:+.0f} % at {sizes}"


def _cut(text: str) -> str:
    """A formula that is cut between two terms, if it is too long."""
    if len(text) <= _LONGEST:
        return text
    end = max(text.rfind(" + ", 0, _LONGEST), text.rfind(" - ", 0, _LONGEST))
    return f"{text[:end]} + ..." if end > 0 else f"{text[: _LONGEST - 3]}..."
