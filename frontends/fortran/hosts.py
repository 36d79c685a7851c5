"""Variables that internal procedures share with their host: one place in memory, known by both.

What a host and its internal procedures use in common becomes a COMMON block of its own, so that calls
change it as they change any other. Dummy arguments are handed on where that can be done
(``handed_dummies``). Of others that nobody may change, INTENT(IN), they see a copy that the host makes
first. Where that would be wrong (other such arguments, overlapping names, a host that calls itself) the
variable changes by itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran.units import host_numbers
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage, Symbol, Unit, UnitKind
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.units import RawUnit
    from sad.ir.stmt import Stmt

_RECURSIVE = re.compile(r"\brecursive\b", re.IGNORECASE)
_READ_ONLY = re.compile(r"\bintent\s*\(\s*in\s*\).*?::(.*)", re.IGNORECASE | re.DOTALL)
_COPIED = (Type.INTEGER, Type.LOGICAL, Type.REAL, Type.DOUBLE)
_SAME = (Storage.COMMON, Storage.CONSTANT)


def share_with_hosts(raw_units: Sequence[RawUnit], units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the units of a file, what they share with hosts that are no modules in one place."""
    symbols = [dict(unit.symbols) for unit in units]
    changed: set[int] = set()
    copied: dict[int, dict[str, Stmt]] = {}
    for number, host in enumerate(host_numbers(raw_units)):
        if host is None or units[host].kind is UnitKind.MODULE:
            continue
        header = raw_units[host].header
        again = header is not None and _RECURSIVE.search(header.text) is not None
        for name, symbol in units[number].symbols.items():
            known = symbols[host].get(name)
            if symbol.storage is not Storage.HOST or known is None:
                continue
            own = known if known.storage in _SAME else _shared(known, units[host], again=again)
            if own.volatile and not again and _is_kept(raw_units[host], units[host], known):
                own = _placed(replace(known, storage=Storage.LOCAL), units[host])
                copy = f"{name}%"
                symbols[host][copy] = replace(own, name=copy)
                copied.setdefault(host, {})[name] = _copying(known, copy, units[host])
            else:
                symbols[host][name] = own
            symbols[number][name] = replace(
                own,
                storage=Storage.HOST if own.volatile and own.block is None else own.storage,
                initial=None,
                value=None if own.storage is not Storage.CONSTANT else own.value,
            )
            changed |= {host, number}
    return tuple(
        replace(
            unit,
            symbols=symbols[number],
            body=(*copied.get(number, {}).values(), *unit.body),
        )
        if number in changed
        else unit
        for number, unit in enumerate(units)
    )


def _shared(symbol: Symbol, host: Unit, *, again: bool) -> Symbol:
    """A host's variable as its internal procedures see it, too."""
    if symbol.block is not None:
        return symbol
    if symbol.storage is not Storage.LOCAL or symbol.shares is not None or again:
        return replace(symbol, volatile=True)
    return _placed(symbol, host)


def _placed(symbol: Symbol, host: Unit) -> Symbol:
    return replace(symbol, storage=Storage.COMMON, block=f"{host.key}%{symbol.name}", offset=0)


def _is_kept(raw: RawUnit, host: Unit, symbol: Symbol) -> bool:
    """Whether a host's name is a single argument that nobody may change, and is one at all ways in."""
    is_single = symbol.storage is Storage.DUMMY and not symbol.dimensions and symbol.memory is None
    if not is_single or symbol.volatile or symbol.type not in _COPIED:
        return False
    if any(isinstance(item, st.EntryPoint) for item in host.body):
        return False
    word = re.compile(rf"\b{re.escape(symbol.name)}\b", re.IGNORECASE)
    told = (_READ_ONLY.search(line.text) for line in raw.lines)
    return any(match is not None and word.search(match[1]) for match in told)


def _copying(symbol: Symbol, copy: str, host: Unit) -> Stmt:
    """The statement that gives internal procedures the value of an argument."""
    value, target = ex.Variable(symbol.name, symbol.type), ex.Variable(copy, symbol.type)
    span = host.body[0].span if host.body else host.span
    return st.Assign(target, value, span, silent=True, apart=True)
