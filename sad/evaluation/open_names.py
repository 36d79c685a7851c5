"""Values that cannot be calculated yet, because names in them have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.expr.parse import names_in as names_of
from sad.profiles.settings import Settings

if TYPE_CHECKING:
    from sad.evaluation.names import Names
    from sad.profiles.settings import Setting


def without_open(
    settings: Settings, names: Names, *, with_formulas: bool = False
) -> tuple[Settings, list[str]]:
    """Return the settings that can be calculated, and the names without a value in the others.

    ``X1 = 2*N`` and ``X2 = X1 + 1`` cannot be while ``N`` has no value: the names are ``N`` alone.
    ``with_formulas`` keeps those that are formulas of the program's own parameters.
    """

    def key(name: str) -> str:
        return names.find(name) or names.key(name)

    given = {key(name) for name in settings.items}
    kept = dict(settings.items)
    missing: dict[str, str] = {}
    while True:
        known = {key(name) for name in kept}

        def left(setting: Setting) -> list[str]:
            open_ = [item for item in names_in(setting, names) if key(item) not in known]  # noqa: B023
            if not with_formulas:
                return open_
            return [item for item in open_ if key(item) in given or names.meant(item) is None]

        found = {name: open_ for name, setting in kept.items() if (open_ := left(setting))}
        if not found:
            return Settings(kept, dict(settings.misses)), list(missing.values())
        for name, open_ in found.items():
            del kept[name]
            missing.update((key(item), item) for item in open_ if key(item) not in given)


def names_in(setting: Setting, names: Names) -> list[str]:
    """Return the names in a value; texts and logical values are no expressions."""
    if names.coding_of(setting.name) in (Coding.TEXT, Coding.TRUTH):
        return []
    return [*names_of(setting.text), *names_of(setting.spread)]
