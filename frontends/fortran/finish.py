"""The symbol table of a finished unit: every name used, with its place in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.resolve import Resolver, convert
from sad.ir.expr import ArrayValue, Expr
from sad.ir.fold import integer_value
from sad.ir.program import Dimension, Storage, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from frontends.fortran.symbols import Entry, Table

_MAX_INITIAL = 1000


def finish_symbols(table: Table) -> dict[str, Symbol]:
    """Return the immutable symbols of a unit, those used without declaration included."""
    resolver = Resolver(table)
    initial = _initial_values(table, resolver)
    shares = _overlaps(table)
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
    offsets = _offsets(table, dimensions, values)
    symbols: dict[str, Symbol] = {}
    for name, entry in table.entries.items():
        kind, size = table.type_of(name)
        symbols[name] = Symbol(
            name,
            kind,
            _storage(entry, name, table),
            dimensions.get(name, ()),
            size,
            entry.block,
            offsets.get(name),
            shares.get(name),
            values.get(name),
            initial.get(name),
            entry.saved or table.save_all or name in initial,
            entry.spelling or name,
        )
    for name, entry in table.from_host.items():
        kind, size = table.type_of(name)
        symbols[name] = Symbol(
            name, kind, Storage.HOST, host_shapes[name], size, spelling=entry.spelling or name
        )
    return symbols


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


def _offsets(
    table: Table, dimensions: dict[str, tuple[Dimension, ...]], values: dict[str, Expr | None]
) -> dict[str, int]:
    """Byte offsets of COMMON variables, as far as the sizes before them are constant."""
    offsets: dict[str, int] = {}
    for names in table.blocks.values():
        position: int | None = 0
        for name in names:
            if position is None:
                break
            offsets[name] = position
            size = _bytes(name, table, dimensions, values)
            position = None if size is None else position + size
    return offsets


def _bytes(
    name: str,
    table: Table,
    dimensions: dict[str, tuple[Dimension, ...]],
    values: dict[str, Expr | None],
) -> int | None:
    _, size = table.type_of(name)
    for dimension in dimensions.get(name, ()):
        if dimension.upper is None or size is None:
            return None
        upper = integer_value(dimension.upper, values.get)
        lower = 1 if dimension.lower is None else integer_value(dimension.lower, values.get)
        if upper is None or lower is None:
            return None
        size *= upper - lower + 1
    return size


def _overlaps(table: Table) -> dict[str, str]:
    """Groups of names that EQUIVALENCE lets overlap, by the group's first name."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            name = parent[name]
        return name

    for group in table.equivalences:
        names = [name for node in group if (name := _base_name(node)) is not None]
        for name in names[1:]:
            first, second = sorted((root(names[0]), root(name)))
            parent[second] = first
    return {name: root(name) for name in parent}


def _base_name(node: sx.Node) -> str | None:
    while isinstance(node, sx.Apply):
        node = node.base
    return node.name if isinstance(node, sx.Name) else None


def _initial_values(table: Table, resolver: Resolver) -> dict[str, Expr]:
    """Load-time values from DATA and from type statements."""
    initial: dict[str, Expr] = {}
    for entry in list(table.entries.values()):
        if entry.initial:
            _assign((sx.Name(entry.name),), _expand(entry.initial, table), table, resolver, initial)
    for objects, values in table.data:
        _assign(objects, _expand(values, table), table, resolver, initial)
    return initial


def _expand(values: Iterable[sx.Node | sx.Repeat], table: Table) -> list[sx.Node]:
    """DATA values with repeat counts written out (up to a limit)."""
    out: list[sx.Node] = []
    for value in values:
        if isinstance(value, sx.Repeat):
            count = _integer(value.count, table) or 0
            out.extend([value.value] * min(count, _MAX_INITIAL))
        else:
            out.append(value)
    return out


def _integer(node: sx.Node, table: Table) -> int | None:
    resolver = Resolver(table)

    def constant(name: str) -> Expr | None:
        entry = table.find(name)
        return None if entry is None or entry.value is None else resolver.expression(entry.value)

    return integer_value(resolver.expression(node), constant)


def _assign(
    objects: Sequence[sx.Node],
    values: list[sx.Node],
    table: Table,
    resolver: Resolver,
    initial: dict[str, Expr],
) -> None:
    """Give objects their values in order; stop where the matching is no longer certain."""
    position = 0
    for node in objects:
        name = _base_name(node)
        if name is None:
            return
        entry = table.entry(name)
        entry.saved = True
        kind, _ = table.type_of(name)
        count = 1
        if isinstance(node, sx.Name) and entry.is_array:
            extent = _bytes(name, table, {name: _dimensions(entry, resolver)}, _values(table))
            _, size = table.type_of(name)
            if extent is None or not size:
                return
            count = extent // size
        taken = values[position : position + count]
        position += count
        if len(taken) < count or count > _MAX_INITIAL:
            continue
        resolved = tuple(convert(resolver.expression(value), kind) for value in taken)
        if isinstance(node, sx.Name):
            initial[name] = ArrayValue(resolved, kind) if entry.is_array else resolved[0]


def _values(table: Table) -> dict[str, Expr | None]:
    resolver = Resolver(table)
    return {  # names without a declaration become entries here: hence the copy
        name: resolver.expression(entry.value)
        for name, entry in tuple(table.entries.items())
        if entry.value is not None
    }
