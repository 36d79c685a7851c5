"""Numbers, lists and tables as people read them: seconds with a prefix, shares in percent."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.report.layout import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.evaluate import Number

_ROUNDING = 1e-9
_THOUSAND, _MILLION = 1000, 1_000_000
_LEAST_SHOWN = 0.05  # percent
_TEN_THOUSAND, _LONGEST_WHOLE = 10_000, 10**24
_LARGE = ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
_LONG = ((31_557_600.0, "years"), (86_400.0, "days"), (3600.0, "h"))
_TOO_LARGE = "more than 1e308"
_PREFIXES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def seconds_text(seconds: float, digits: int = 3) -> str:
    """Return a time with three digits, or as many as asked for, and the fitting unit."""
    if seconds == 0:
        return "0 s"
    if math.isinf(seconds):
        return f"{_TOO_LARGE} s"
    near = float(f"{seconds:.12g}")  # 0.9999999999999999 s are 1 s, not 1,000 ms
    for size, unit in _LONG:
        if near >= (size if unit == "h" else 2 * size):
            return f"{_shown(seconds / size, digits)} {unit}"
    for size, unit in _PREFIXES:
        if near >= size:
            return f"{_shown(seconds / size, digits)} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _shown(value: float, digits: int) -> str:
    """A number with some digits, or in whole ones where these are more."""
    if _THOUSAND - 0.5 <= value < _MILLION:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def share_text(share: float | None) -> str:
    """Return a share in percent with two to three digits, ``?`` if it is not known.

    Only what is all of it is shown as 100 %.
    """
    if share is None:
        return "?"
    percent = 100 * share
    if 0 < percent < _LEAST_SHOWN:
        return "<0.1 %"
    if percent < 10 or (round(percent) == 100 and percent < 100 - _ROUNDING):
        return f"{min(math.floor(percent * 10) / 10, 99.9) if percent > 99 else percent:.1f} %"
    return f"{percent:.0f} %"


def grouped(number: Number) -> str:
    """Return a number with its thousands apart, as far as it is a whole one."""
    if isinstance(number, int):
        return f"{number:,}" if abs(number) < _LONGEST_WHOLE else _with_power(number)
    return f"{float(number):,.0f}" if abs(number) >= 1000 else number_text(number, 4)


def scaled(value: float) -> str:
    """Return a number with three digits and an SI prefix, a unit's name to follow: ``251 M``."""
    if math.isinf(value):
        return f"{_TOO_LARGE} "
    for size, prefix in _LARGE:
        if abs(value) >= size:
            return f"{value / size:.3g} {prefix}"
    return f"{value:.3g} "


def number_text(number: Number, digits: int = 8) -> str:
    """Return a number: whole ones and short fractions as they are, others rounded to ``digits``."""
    if isinstance(number, int):
        return str(number) if abs(number) < _LONGEST_WHOLE else _with_power(number)
    text = str(float(number))
    if len(text) <= digits + 1:
        return text
    return (
        f"{float(number):.0f}"
        if 10**digits <= abs(number) < 1e16
        else f"{float(number):.{digits}g}"
    )


def _with_power(number: int) -> str:
    """A whole number of many digits as ``1.3221e477``, cut and not rounded."""
    exponent = (abs(number).bit_length() - 1) * 30_102 // 100_000  # that of 10, or a little less
    while (first := abs(number) // 10 ** (exponent - 4)) >= 10 * _TEN_THOUSAND:
        exponent += 1
    return f"{'-' * (number < 0)}{first // 10_000}.{first % 10_000:04}e{exponent}"


def theta_text(index: float | None) -> str:
    """Return a contention index with its sign; ``?`` where there is none."""
    if index is None or math.isnan(index):
        return "?"
    return "-inf" if math.isinf(index) else f"{index:+.2f}".replace("-0.00", "+0.00")


def finite_theta(index: float | None) -> float | None:
    """Return a contention index as JSON and CSV have it: None where it is infinite or there is none."""
    return index if index is not None and math.isfinite(index) else None


def listed(names: Sequence[str], most: int) -> str:
    """Return names as a list in words, those past ``most`` as a number."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def aligned(rows: Sequence[Sequence[str]], right: int) -> list[str]:
    """Return rows with columns padded to their widest entry; the first ``right`` ones to the right."""
    return list(Table(rows, range(right)).lines())


def times_text(count: str) -> str:
    """Return how often something happens in words, ``count`` being a formula."""
    return "once" if count == "1" else f"{count} times"
