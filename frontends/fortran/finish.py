"""The symbol table of a finished unit: every name used, with its place in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.data import LoadValues
from frontends.fortran.places import Place, places_of
from frontends.fortran.resolve import Resolver, convert
from sad.ir.expr import Type
from sad.ir.fold import integer_value
from sad.ir.program import Dimension, Storage, Symbol
from sad.symbols import saved_block

if TYPE_CHECKING:
    from frontends.fortran.data import Shape
    from frontends.fortran.symbols import Entry, Table
    from sad.ir.expr import Expr


def finish_symbols(table: Table) -> dict[str, Symbol]:
    """Return the immutable symbols of a unit, those used without declaration included."""
    resolver = Resolver(table)
    # Names without a declaration in bounds and constants become entries here: hence the copies.
    dimensions = {
        name: _dimensions(entry, resolver)
        for name, entry in tuple(table.entries.items())
        if entry.is_array
    }
    values = {
        name: _constant(entry, table, resolver)
        for name, entry in tuple(table.entries.items())
        if entry.value is not None
    }
    host_shapes = _host_shapes(table, resolver)
    shapes = {
        name: shape
        for name, item in dimensions.items()
        if (shape := _shape(item, values)) is not None
    }
    places = places_of(table, resolver, shapes)
    loaded = LoadValues(table, resolver, shapes)
    symbols: dict[str, Symbol] = {}
    for name, entry in table.entries.items():
        kind, size = table.type_of(name)
        place = places.get(name, Place())
        symbols[name] = Symbol(
            name,
            kind,
            _storage(entry, name, table) if place.block is None else Storage.COMMON,
            dimensions.get(name, ()),
            size,
            place.block,
            place.offset,
            place.shares,
            values.get(name),
            loaded.scalars.get(name),
            entry.saved or table.save_all,
            entry.spelling or name,
            runs=loaded.arrays.get(name, ()),
        )
    for name, entry in table.from_host.items():
        kind, size = table.type_of(name)
        symbols[name] = Symbol(
            name, kind, Storage.HOST, host_shapes[name], size, spelling=entry.spelling or name
        )
    return symbols


def shared_by_entries(symbols: dict[str, Symbol], unit: str) -> dict[str, Symbol]:
    """Return the symbols of a unit with ENTRY statements: what one entry leaves another one finds.

    Integers and logicals that keep their values are therefore placed like those in COMMON, each in a
    block of its own, so that callers follow them from one call to the next.
    """
    return {
        name: replace(symbol, storage=Storage.COMMON, block=saved_block(unit, name), offset=0)
        if symbol.saved
        and symbol.storage is Storage.LOCAL
        and symbol.type in (Type.INTEGER, Type.LOGICAL)
        and symbol.shares is None
        and not symbol.dimensions
        else symbol
        for name, symbol in symbols.items()
    }


def _host_shapes(table: Table, resolver: Resolver) -> dict[str, tuple[Dimension, ...]]:
    """Dimensions of what is used from a host; the names in them are used from there as well."""
    shapes: dict[str, tuple[Dimension, ...]] = {}
    while fresh := [name for name in table.from_host if name not in shapes]:
        for name in fresh:
            shapes[name] = _dimensions(table.from_host[name], resolver)
    return shapes


def _storage(entry: Entry, name: str, table: Table) -> Storage:
    if entry.storage is not None:
        return entry.storage
    if entry.external or entry.intrinsic or name in table.statement_functions:
        return Storage.PROCEDURE
    return Storage.LOCAL


def _constant(entry: Entry, table: Table, resolver: Resolver) -> Expr | None:
    if entry.value is None:
        return None
    kind, _ = table.type_of(entry.name)
    return convert(resolver.expression(entry.value), kind)


def _dimensions(entry: Entry, resolver: Resolver) -> tuple[Dimension, ...]:
    return tuple(_dimension(node, resolver) for node in entry.dimensions or ())


def _dimension(node: sx.Node, resolver: Resolver) -> Dimension:
    if isinstance(node, sx.Star):
        return Dimension(None, None)
    if isinstance(node, sx.Triplet):
        lower = None if node.first is None else resolver.expression(node.first)
        star = node.last is None or isinstance(node.last, sx.Star)
        upper = None if node.last is None or star else resolver.expression(node.last)
        return Dimension(lower, upper)
    return Dimension(None, resolver.expression(node))


def _shape(dimensions: tuple[Dimension, ...], values: dict[str, Expr | None]) -> Shape | None:
    """Lower bounds and extents of an array; None where one of them is not constant."""
    shape: list[tuple[int, int]] = []
    for dimension in dimensions:
        if dimension.upper is None:
            return None
        upper = integer_value(dimension.upper, values.get)
        lower = 1 if dimension.lower is None else integer_value(dimension.lower, values.get)
        if upper is None or lower is None:
            return None
        shape.append((lower, max(0, upper - lower + 1)))
    return tuple(shape)
