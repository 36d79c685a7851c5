"""Which unit a symbol of compiled code is: compilers add to names and change their case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.model.nodes import UnitDescription

_MAIN = "MAIN__"
_OF_MODULE = re.compile(r"__\w+?_MOD_(\w+)")


def unit_of_symbol(symbol: str, units: Iterable[UnitDescription]) -> str | None:
    """Return the name of the unit that a symbol was made from, in either language; None for none.

    gfortran's ``sub_``, ``__mod_MOD_sub``, ``MAIN__`` and ``inner.1234`` are known, and the clones of
    both compilers: ``f.constprop.0``, ``f.part.0``, ``f.cold``.
    """
    name = symbol.partition(".")[0]
    module = _OF_MODULE.fullmatch(name)
    names = (module[1],) if module else (name, name.removesuffix("_"), name.rstrip("_"))
    units = list(units)
    for wanted in names:
        for unit in units:
            if wanted in (unit.name, unit.unit) or (
                unit.language != "c" and wanted == unit.unit.lower()
            ):
                return unit.name
    if name == _MAIN:
        return next((unit.name for unit in units if unit.kind == "program"), None)
    return None
