"""Variables that internal procedures share with their host: one place in memory, known by both.

What a host and its internal procedures use in common becomes a COMMON block of its own, so that calls
change it as they change any other. Where that would be wrong (dummy arguments, overlapping names, a
host that calls itself) the variable changes by itself.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sad.ir.program import Storage, Symbol, Unit, UnitKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.units import RawUnit

_RECURSIVE = re.compile(r"\brecursive\b", re.IGNORECASE)
_SAME = (Storage.COMMON, Storage.CONSTANT)


def share_with_hosts(raw_units: Sequence[RawUnit], units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the units of a file, what they share with hosts that are no modules in one place."""
    places = {id(raw): number for number, raw in enumerate(raw_units)}
    symbols = [dict(unit.symbols) for unit in units]
    changed: set[int] = set()
    for number, raw in enumerate(raw_units):
        host = None if raw.host is None else places.get(id(raw.host))
        if host is None or units[host].kind is UnitKind.MODULE:
            continue
        header = raw_units[host].header
        again = header is not None and _RECURSIVE.search(header.text) is not None
        for name, symbol in units[number].symbols.items():
            known = symbols[host].get(name)
            if symbol.storage is not Storage.HOST or known is None:
                continue
            own = known if known.storage in _SAME else _shared(known, units[host], again=again)
            symbols[host][name] = own
            symbols[number][name] = replace(
                own,
                storage=Storage.HOST if own.volatile and own.block is None else own.storage,
                initial=None,
                value=None if own.storage is not Storage.CONSTANT else own.value,
            )
            changed |= {host, number}
    return tuple(
        replace(unit, symbols=symbols[number]) if number in changed else unit
        for number, unit in enumerate(units)
    )


def _shared(symbol: Symbol, host: Unit, *, again: bool) -> Symbol:
    """A host's variable as its internal procedures see it, too."""
    if symbol.block is not None:
        return symbol
    if symbol.storage is not Storage.LOCAL or symbol.shares is not None or again:
        return replace(symbol, volatile=True)
    return replace(symbol, storage=Storage.COMMON, block=f"{host.key}%{symbol.name}", offset=0)
