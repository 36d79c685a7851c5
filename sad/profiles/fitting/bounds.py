"""Functions kept to the values a parameter can have: 0 to 1 for a probability, 0 up for the others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.description.parameters import Kind
from sad.profiles.fitting.columns import value_at
from sad.profiles.fitting.text import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.profiles.fitting.columns import Sizes
    from sad.profiles.fitting.points import Table

_PROBES = tuple(2**power for power in range(0, 31, 2))


def within_bounds(text: str, data: Table, kind: Kind) -> str:
    """Return ``text`` cut to the possible values, if it leaves them for some size of at least 1."""
    if kind in (Kind.SIZE, Kind.VALUE):
        return text
    values = [float(value) for at in _probes(data) if (value := value_at(text, data.names, at))]
    if kind is Kind.PROBABILITY and max(values, default=0.0) > 1:
        text = f"min(1, {text})"
    return f"max(0, {text})" if min(values, default=0.0) < 0 else text


def capped(sd_text: str, text: str, data: Table, kind: Kind) -> str:
    """Return the standard deviation of a probability, limited where it would be meaningless.

    A normal distribution is cut at 0 and 1. If not even half of it lies between, most of what is left
    comes from the cut, so the deviation is limited to where half does, whatever the size is.
    """
    if kind is not Kind.PROBABILITY or sd_text == "0":
        return sd_text
    pairs: list[tuple[float, float]] = []
    for at in _probes(data):
        centre, sd = value_at(text, data.names, at), value_at(sd_text, data.names, at)
        if centre is not None and sd is not None:
            pairs.append((float(centre), float(sd)))
    if all(_is_useful(centre, sd) for centre, sd in pairs):
        return sd_text
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if all(_is_useful(centre, min(sd, middle)) for centre, sd in pairs):
            low = middle
        else:
            high = middle
    cap = number(math.floor(low * 100) / 100, 2)  # 0.12 where the function is 0 or 1, else more
    is_number = value_at(sd_text, (), ()) is not None
    return cap if is_number else f"min({cap}, {sd_text})"


def _is_useful(centre: float, sd: float) -> bool:
    """Whether enough of a normal distribution lies between 0 and 1."""
    if sd <= 0:
        return True
    below, above = (math.erfc(x / sd / math.sqrt(2)) / 2 for x in (centre, 1 - centre))
    return below + above <= 0.5


def _probes(data: Table) -> Iterator[Sizes]:
    """Return sizes from 1 up, all together and each for itself, and the measured ones."""
    yield from data.sizes
    middle = data.sizes[len(data.sizes) // 2]
    for size in _PROBES:
        yield tuple(size for _ in data.names)
        for index in range(len(data.names)):
            yield (*middle[:index], size, *middle[index + 1 :])
