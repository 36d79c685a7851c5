"""Values of a parameter as they were measured, with no counts behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.profiles.counts import Sample


@dataclass(frozen=True, slots=True)
class Measured:
    """A parameter, by the name given, and its value in each run; ``path`` is what was read."""

    name: str
    samples: tuple[Sample, ...]
    path: str
