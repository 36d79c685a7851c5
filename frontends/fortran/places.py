"""Places in memory: which names COMMON and EQUIVALENCE put where (Fortran 77 standard 8.2 and 8.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.data import extent_of, named_in
from sad.records import record

if TYPE_CHECKING:
    from frontends.fortran.data import Shape
    from frontends.fortran.resolve import Resolver
    from frontends.fortran.symbols import Table


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
