"""Values of a parameter as they were measured, with no counts behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.profiles.counts import Sample


@record
class Measured:
    """A parameter, by the name given, and its value in each run; ``path`` is what was read."""

    name: str
    samples: tuple[Sample, ...]
    path: str
