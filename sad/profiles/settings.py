"""Values given for parameters: by name as written, with where they come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sad.diagnostics import Span, argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable


class Origin(StrEnum):
    """Where a parameter's value comes from."""

    SOURCE = "source"
    USER = "user"
    PROFILE = "profile"
    DEFAULT = "default"
    NONE = "none"


@record
class Setting:
    """One given value: ``text`` is a number, an expression over other names, or a distribution.

    ``note`` tells in words where a default comes from. ``spread`` is a distribution around a value
    that is none itself: how uncertain it is. ``is_optional`` is set where the program need not have
    the name.
    """

    name: str
    text: str
    origin: Origin
    span: Span
    note: str = ""
    spread: str = ""
    is_optional: bool = False


@dataclass(slots=True)
class Settings:
    """All given values; a later one for the same name wins.

    ``misses`` are rates of mispredictions by the names of ``misses.rates``.
    """

    items: dict[str, Setting] = field(default_factory=dict[str, Setting])
    misses: dict[str, float] = field(default_factory=dict[str, float])

    def add(self, setting: Setting) -> None:
        """Add a value, after all others: one symbol may have several names."""
        self.items.pop(setting.name, None)
        self.items[setting.name] = setting


def settings_from_arguments(arguments: Iterable[str]) -> Settings:
    """Return the settings of ``--set NAME=EXPR`` options; SAD502 if one has another form."""
    settings = Settings()
    for argument in arguments:
        name, equals, text = argument.partition("=")
        if not equals or not name.strip() or not text.strip():
            message = f"--set {argument!r}: NAME=VALUE expected"
            raise argument_error("SAD502", message, "for instance --set n=1000")
        place = Span.at("<arguments>")
        settings.add(Setting(name.strip(), text.strip(), Origin.USER, place))
    return settings
