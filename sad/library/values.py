"""Values as Python programs give them: numbers, expressions as text, or distributions as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.experiments.axes import axis_of
from sad.profiles.settings import Origin, Setting, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

Values = "Mapping[str, object]"


def merged(mapping: Mapping[str, object] | None, named: Mapping[str, object]) -> dict[str, object]:
    """Return values from a mapping, for names that are no Python names, and from keywords."""
    return {**(mapping or {}), **named}


def with_values(settings: Settings, values: Mapping[str, object]) -> Settings:
    """Return settings with further values; later ones win.

    Raises ``SadError`` SAD851 for what is neither a number nor a text.
    """
    found = Settings(dict(settings.items), dict(settings.misses))
    for name, value in values.items():
        text = value if isinstance(value, str) else axis_of(name, [value]).values[0].text
        found.add(Setting(name, text, Origin.USER, Span.at("<arguments>")))
    return found
