"""The symbol table of a finished unit: every name used, with its place in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.data import LoadValues, extent_of, named_in
from frontends.fortran.derived import reached_through
from frontends.fortran.resolve import Resolver, convert
from sad.ir.expr import Type
from sad.ir.fold import integer_value
from sad.ir.program import (
    FORTRAN_TARGETS,
    Dimension,
    Storage,
    Symbol,
    is_behind_reference,
)
from sad.records import record, replace
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
    values: dict[str, Expr | None] = {}
    while fresh := [
        entry
        for name, entry in table.entries.items()
        if entry.value is not None and name not in values
    ]:
        values.update((entry.name, _constant(entry, table, resolver)) for entry in fresh)
    host_shapes = _host_shapes(table, resolver)
    shapes = {
        name: shape
        for name, item in dimensions.items()
        if (shape := _shape(item, values)) is not None
    }
    places = places_of(table, resolver, shapes)
    for name, entry in table.entries.items():
        if entry.module is not None and entry.storage is Storage.COMMON:
            places[name] = Place(f"{entry.module}%{_original(entry)}", 0)
    loaded = LoadValues(table, resolver, shapes)
    symbols: dict[str, Symbol] = {}
    for name, entry in table.entries.items():
        kind, size = table.type_of(name)
        place = places.get(name, Place())
        storage = _storage(entry, name, table) if place.block is None else Storage.COMMON
        value = values.get(name)
        if storage is Storage.CONSTANT and name in loaded.arrays:
            storage, value = Storage.LOCAL, None  # a table that nothing may change
        is_kept = storage not in (Storage.DUMMY, Storage.RESULT)  # SAVE without a list: no others
        symbols[name] = Symbol(
            name,
            kind,
            storage,
            dimensions.get(name, ()),
            size,
            place.block,
            place.offset,
            place.shares,
            value,
            loaded.scalars.get(name),
            entry.saved or (table.save_all and is_kept),
            entry.spelling or name,
            runs=loaded.arrays.get(name, ()),
            memory=_memory(entry, kind),
            reached=reached_through(entry) if kind is not Type.DERIVED else (),
            declared=entry.target and not (reached_through(entry) or storage is Storage.DUMMY),
            volatile=entry.beyond or (entry.open and entry.outer > 0),
            open=entry.inside_open
            or (entry.any_length and entry.allocatable)
            or (entry.open and not (entry.assumed and entry.storage is Storage.DUMMY)),
        )
    for name, entry in table.from_host.items():
        kind, size = table.type_of(name)
        symbols[name] = Symbol(
            name,
            kind,
            Storage.HOST,
            host_shapes.get(name, ()),
            size,
            spelling=entry.spelling or name,
        )
    return symbols


def without_calls(symbols: dict[str, Symbol], passed: tuple[str, ...]) -> dict[str, Symbol]:
    """Return symbols in which components of arguments that no call passes change by themselves.

    Those behind a pointer are found by what that holds.
    """
    return {
        name: replace(symbol, storage=Storage.LOCAL, volatile=not is_behind_reference(symbol))
        if symbol.storage is Storage.DUMMY and ("." in name or "$" in name) and name not in passed
        else symbol
        for name, symbol in symbols.items()
    }


def _original(entry: Entry) -> str:
    """The name of a module's variable in the module: USE may give it another one."""
    return entry.original or entry.name


def _memory(entry: Entry, kind: Type) -> str | None:
    """The class of memory of pointers and what they may lead to."""
    is_beside = "$" in entry.name
    if not (entry.target or (entry.pointer and not is_beside)) or kind is Type.DERIVED:
        return None
    component = entry.name.rpartition(".")[2] if "." in entry.name and not entry.pointer else ""
    return f"{FORTRAN_TARGETS}{kind}{'%' + component if component else ''}"


def shared_by_entries(symbols: dict[str, Symbol], unit: str) -> dict[str, Symbol]:
    """Return the symbols of a unit with ENTRY statements: what one entry leaves another one finds.

    Integers and logicals that keep their values are therefore placed like those in COMMON, each in a
    block of its own, so that callers follow them from one call to the next. Results of one type are one
    variable (Fortran 77 standard, 15.7.3): they overlap as with EQUIVALENCE.
    """
    symbols = _with_joint_results(symbols)
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


def _with_joint_results(symbols: dict[str, Symbol]) -> dict[str, Symbol]:
    groups: dict[tuple[Type, int | None], list[Symbol]] = {}
    for symbol in symbols.values():
        if symbol.storage is Storage.RESULT:
            groups.setdefault((symbol.type, symbol.size_bytes), []).append(symbol)
    joint = {
        symbol.name: replace(symbol, shares=min(item.name for item in group), offset=0)
        for group in groups.values()
        if len(group) > 1
        for symbol in group
    }
    return {**symbols, **joint}


def _host_shapes(table: Table, resolver: Resolver) -> dict[str, tuple[Dimension, ...]]:
    """Dimensions of what is used from a host; the names in them are used from there as well."""
    shapes: dict[str, tuple[Dimension, ...]] = {}
    while fresh := [name for name in table.from_host if name not in shapes]:
        for name in fresh:
            shapes[name] = _dimensions(table.from_host[name], resolver)
    return shapes


def _storage(entry: Entry, name: str, table: Table) -> Storage:
    if entry.storage is not None:
        inside = entry.storage is Storage.DUMMY and entry.derived is not None and "." in name
        return Storage.LOCAL if inside else entry.storage  # its components are passed, not itself
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


# Places in memory: which names COMMON and EQUIVALENCE put where (Fortran 77 standard 8.2 and 8.3).


@record
class Place:
    """``offset`` [bytes] counts from the start of the COMMON ``block``, without one of the group.

    ``shares`` is the first name of the group that EQUIVALENCE lets overlap.
    """

    block: str | None = None
    offset: int | None = None
    shares: str | None = None


def places_of(table: Table, resolver: Resolver, shapes: dict[str, Shape]) -> dict[str, Place]:
    """Return the places of names in COMMON and EQUIVALENCE; ``shapes`` are those of arrays."""
    places: dict[str, Place] = {}
    for block, names in table.blocks.items():
        position: int | None = 0
        for name in names:
            places[name] = Place(block, position)
            size = _bytes(name, table, shapes)
            position = None if size is None or position is None else position + size
    for group in _Links(table, resolver, shapes).groups():
        places.update(_placed(group, places))
    return places


def _placed(group: dict[str, int | None], places: dict[str, Place]) -> dict[str, Place]:
    """The places of overlapping names, of which the distances [bytes] to one of them are given."""
    shares = min(group)
    common = next((name for name in group if name in places), None)
    if common is None:
        known = [distance for distance in group.values() if distance is not None]
        start = -min(known) if len(known) == len(group) else None
        block = None
    else:
        block, offset = places[common].block, places[common].offset
        distance = group[common]
        start = None if offset is None or distance is None else offset - distance
    return {
        name: Place(block, None if start is None or at is None else start + at, shares)
        for name, at in group.items()
    }


class _Links:
    """Which names overlap, and how far one starts after the other [bytes], None if it is not known."""

    def __init__(self, table: Table, resolver: Resolver, shapes: dict[str, Shape]) -> None:
        self._table = table
        self._resolver = resolver
        self._shapes = shapes
        self._links: dict[str, list[tuple[str, int | None]]] = {}
        for group in table.equivalences:
            items = [(name, self._inside(node)) for node in group for name in named_in(node)]
            for name, inside in items[1:]:
                first, start = items[0]
                distance = None if inside is None or start is None else start - inside
                self._links.setdefault(first, []).append((name, distance))
                back = None if distance is None else -distance
                self._links.setdefault(name, []).append((first, back))

    def groups(self) -> list[dict[str, int | None]]:
        """Return each group of names, with their distances from one of them."""
        found: list[dict[str, int | None]] = []
        seen: set[str] = set()
        for name in sorted(self._links):
            if name not in seen:
                found.append(self._group(name))
                seen.update(found[-1])
        return found

    def _group(self, root: str) -> dict[str, int | None]:
        group: dict[str, int | None] = {root: 0}
        waiting = [root]
        certain = True
        while waiting:
            name = waiting.pop()
            for other, distance in self._links[name]:
                before = group[name]
                at = None if before is None or distance is None else before + distance
                if other not in group:
                    group[other] = at
                    waiting.append(other)
                certain = certain and group[other] == at is not None
        return group if certain else dict.fromkeys(group)

    def _inside(self, node: sx.Node) -> int | None:
        """How far into its variable an item starts [bytes]."""
        match node:
            case sx.Name():
                return 0
            case sx.Apply(base, (sx.Triplet(first),)):
                start = 1 if first is None else self._resolver.constant(first)
                before = self._inside(base)
                return None if start is None or before is None else before + start - 1
            case sx.Apply(sx.Name(name), subscripts) if name in self._shapes:
                return self._element(name, subscripts)
            case _:
                return None

    def _element(self, name: str, subscripts: tuple[sx.Node, ...]) -> int | None:
        _, stride = self._table.type_of(name)
        shape = self._shapes[name]
        if (
            len(subscripts) == 1
        ):  # the old form: one subscript counts the elements of all dimensions
            shape = ((shape[0][0] if len(shape) == 1 else 1, 1),)
        if stride is None or len(shape) != len(subscripts):
            return None
        offset = 0
        for subscript, (lower, extent) in zip(subscripts, shape, strict=True):
            value = self._resolver.constant(subscript)
            if value is None:
                return None
            offset += (value - lower) * stride
            stride *= extent
        return offset


def _bytes(name: str, table: Table, shapes: dict[str, Shape]) -> int | None:
    _, size = table.type_of(name)
    if size is None or not table.entry(name).is_array:
        return size
    return size * extent_of(shapes[name]) if name in shapes else None
