"""What static objects hold at load, by C's rules for initialisers (C17 6.7.9)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.fold import designated
from frontends.c.literals import string_text
from frontends.c.types import Array, Record, Scalar, member
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.runs import Run, runs_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from frontends.c.types import CType

    Literal = Callable[[c_ast.Node, CType, int | None], ex.Expr | None]
    """Gives the constant that an initialiser of a scalar type (and width in bits) is."""

    Loaded = ex.Expr | tuple[Run, ...] | None
    """What a scalar or, of an array, the elements hold at load; None if that is not known."""

_MOST_ITEMS = 100_000
"""How many scalars of one object an initialiser may give; of larger ones nothing is known."""


class _UncertainError(Exception):
    """What is given to which part cannot be told."""


@record
class Leaf:
    """The scalars of an object that go by one path of members; ``length`` is None if it is one."""

    path: str
    kind: CType
    length: int | None
    bits: int | None

    @property
    def zero(self) -> ex.Expr:
        """What each one holds where nothing is given."""
        whole = not isinstance(self.kind, Scalar) or self.kind.is_integer
        kind = self.kind.kind if isinstance(self.kind, Scalar) else Type.INTEGER
        return ex.Constant(0 if whole else "0.0", kind)

    def held(self, items: dict[int, ex.Expr | None]) -> Loaded:
        """Return what they hold if ``items`` are given, by number, and all others are zero."""
        if self.length is None:
            return items.get(0, self.zero)
        pieces = ((number, 1, item) for number, item in items.items())
        return runs_of(pieces, self.length, self.zero) or None


def leaf_of(kind: CType, path: str) -> Leaf | None:
    """Return the scalars that ``path`` (empty, or ``.part.x``) names in an object of a type."""
    lengths: list[int] = []
    bits = None
    for name in path.split("."):
        found = member(kind, name) if name and isinstance(kind, Record) else None
        if name and found is None:
            return None
        for item in found or ():
            kind, bits = item.type, item.bits
        while isinstance(kind, Array):
            if kind.length is None:
                return None
            lengths.append(kind.length)
            kind = kind.of
    return Leaf(path, kind, prod(lengths) if lengths else None, bits)


@record
class _Spot:
    """An object or a part of it; ``number`` counts the parts that go by the same path."""

    kind: CType
    path: str
    number: int
    bits: int | None = None

    @property
    def is_aggregate(self) -> bool:
        return isinstance(self.kind, Array | Record)

    @property
    def key(self) -> tuple[str, int, int]:
        return self.path, self.number, id(self.kind)

    @property
    def count(self) -> int:
        """How many parts an initialiser without designators gives."""
        match self.kind:
            case Array(length=int(length)):
                return length
            case Record(members=dict(members), union=union):
                return min(len(members), 1) if union else len(members)
            case _:
                raise _UncertainError

    def part(self, number: int) -> _Spot:
        """Return the element or member of that number."""
        if isinstance(self.kind, Array):
            place = self.number * (self.kind.length or 0) + number
            return _Spot(self.kind.of, self.path, place)
        assert isinstance(self.kind, Record)
        name, item = list((self.kind.members or {}).items())[number]
        path = self.path if name.startswith(".") else f"{self.path}.{name}"
        return _Spot(item.type, path, self.number, item.bits)


class Image:
    """The scalars that an initialiser gives; ``literal`` and ``index`` give the constants in it."""

    def __init__(
        self,
        kind: CType,
        node: c_ast.Node,
        literal: Literal,
        index: Callable[[c_ast.Node], int | None],
    ) -> None:
        self._literal = literal
        self._index = index
        self._items: dict[str, dict[int, ex.Expr | None]] = {}
        self._given: set[tuple[str, int, int]] = set()
        self._chosen: dict[tuple[str, int, int], int] = {}
        self._left = _MOST_ITEMS
        self._held: dict[Leaf, Loaded] = {}
        self._known = True
        try:
            self._fill(_Spot(kind, "", 0), node)
        except _UncertainError:
            self._known = False

    def held(self, leaf: Leaf) -> Loaded:
        """Return what scalars hold at load."""
        if leaf not in self._held:
            items = self._items.get(leaf.path, {})
            self._held[leaf] = leaf.held(items) if self._known else None
        return self._held[leaf]

    def _set(self, spot: _Spot, value: ex.Expr | None) -> None:
        self._left -= 1
        if self._left < 0:
            raise _UncertainError
        self._items.setdefault(spot.path, {})[spot.number] = value

    def _fill(self, spot: _Spot, node: c_ast.Node) -> None:
        """Give an object an initialiser of its own."""
        if isinstance(node, c_ast.InitList):
            items: Sequence[c_ast.Node] = node.exprs or ()
            text = isinstance(spot.kind, Array) and len(items) == 1 and _is_text(items[0])
            if spot.is_aggregate and not (text and _holds_text(spot.kind)):
                self._listed(spot, items)
            elif items:
                self._fill(spot, items[0])
        elif _is_text(node) and _holds_text(spot.kind):
            self._enter(spot)
            text_items = [c_ast.Constant("int", str(ord(item))) for item in _text(node)]
            for number, item in enumerate(text_items[: spot.count]):
                self._fill(spot.part(number), item)
        elif spot.is_aggregate:
            self._open(spot)
        else:
            self._set(spot, self._literal(node, spot.kind, spot.bits))

    def _enter(self, spot: _Spot) -> None:
        """Begin an aggregate; giving all of it a second time is not followed."""
        if spot.key in self._given:
            raise _UncertainError
        self._given.add(spot.key)

    def _listed(self, spot: _Spot, items: Sequence[c_ast.Node]) -> None:
        """Give an aggregate a list in braces."""
        self._enter(spot)
        waiting = list(reversed(items))
        self._elided(spot, waiting, 0)
        while waiting:
            item = waiting.pop()
            if isinstance(item, c_ast.NamedInitializer):  # all else is more than there are parts
                self._designated(spot, item.name, item.expr, waiting)

    def _elided(self, spot: _Spot, waiting: list[c_ast.Node], start: int) -> None:
        """Give the parts from ``start`` what waits, up to a designator; braces may be left out."""
        for number in range(start, spot.count):
            if not waiting or isinstance(waiting[-1], c_ast.NamedInitializer):
                return
            part = self._part(spot, number)
            node = waiting[-1]
            own = isinstance(node, c_ast.InitList | c_ast.CompoundLiteral)
            if part.is_aggregate and not own and not (_is_text(node) and _holds_text(part.kind)):
                self._given.add(part.key)
                self._elided(part, waiting, 0)
            else:
                self._fill(part, waiting.pop())

    def _designated(
        self,
        spot: _Spot,
        names: list[c_ast.Node],
        value: c_ast.Node,
        waiting: list[c_ast.Node],
    ) -> None:
        """Give the part that designators name a value; what waits continues after it."""
        first, last, rest = self._selected(spot, names)
        for number in range(first, last + 1):
            part = self._part(spot, number)
            if rest:
                self._given.add(part.key)
                self._designated(part, rest, value, waiting if number == last else [])
            else:
                self._fill(part, value)
        if not (isinstance(spot.kind, Record) and spot.kind.union):
            self._elided(spot, waiting, last + 1)

    def _selected(self, spot: _Spot, names: list[c_ast.Node]) -> tuple[int, int, list[c_ast.Node]]:
        """The first and last number that a designator names, and the designators that are left."""
        if isinstance(spot.kind, Record) and isinstance(names[0], c_ast.ID):
            name = names[0].name
            for number, (key, item) in enumerate((spot.kind.members or {}).items()):
                if key == name:
                    return number, number, names[1:]
                if (
                    key.startswith(".")
                    and isinstance(item.type, Record)
                    and member(item.type, name)
                ):
                    return number, number, names
        elif isinstance(spot.kind, Array):
            first, last = map(self._index, designated(names[0]))
            if first is not None and last is not None and 0 <= first <= last < spot.count:
                return first, last, names[1:]
        raise _UncertainError

    def _part(self, spot: _Spot, number: int) -> _Spot:
        """A part that is given something: of a union, all other members are not known then."""
        if isinstance(spot.kind, Record) and spot.kind.union:
            if self._chosen.setdefault(spot.key, number) != number:
                raise _UncertainError
            for other in range(len(spot.kind.members or {})):
                if other != number:
                    self._open(spot.part(other))
        return spot.part(number)

    def _open(self, spot: _Spot) -> None:
        """Leave open what an object holds."""
        if isinstance(spot.kind, Record):
            for number in range(len(spot.kind.members or {})):
                self._open(spot.part(number))
        elif isinstance(spot.kind, Array):
            for number in range(spot.count):
                self._open(spot.part(number))
        else:
            self._set(spot, None)


def _is_text(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.value.endswith('"')


def _text(node: c_ast.Node) -> str:
    assert isinstance(node, c_ast.Constant)
    return string_text(node.value) + "\0"


def _holds_text(kind: CType) -> bool:
    return isinstance(kind, Array) and isinstance(kind.of, Scalar) and kind.of.is_integer
