"""Valid, distinct identifiers in the target language, as close to the program's names as can be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.export.quantities import Exported

_OTHER = re.compile(r"[^0-9A-Za-z_]+")


class Namer:
    """Hands out identifiers; ``reserved`` ones are never given."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = set(reserved)

    def name(self, text: str) -> str:
        """Return an identifier for ``text``: letters, digits and ``_``, unlike any given before.

        It does not start with ``_``, which the languages keep for themselves.
        """
        base = _OTHER.sub("_", text).strip("_") or "x"
        if base[0].isdigit():
            base = f"n{base}"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


def argument_names(program: Exported, reserved: Iterable[str]) -> dict[str, str]:
    """Return an identifier for every argument, by symbol."""
    namer = Namer(reserved)
    return {item.symbol: namer.name(item.label) for item in program.arguments}


def function_names(program: Exported, reserved: Iterable[str], prefix: str = "") -> list[str]:
    """Return an identifier for every quantity, in order."""
    namer = Namer(reserved)
    return [namer.name(f"{prefix}{'_'.join(item.words)}") for item in program.quantities]
