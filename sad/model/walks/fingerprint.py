"""The structure of a unit as a digest: the same for two that differ only in what things are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.files import blake2b
from sad.model.nodes import (
    Block,
    Both,
    Branch,
    Call,
    Loop,
    Message,
    Par,
    Seq,
    Use,
    Weighted,
    operations_of,
)
from sad.model.walks.formulas import used_symbols
from sad.symbols import INDEX_MARK, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.poly import Poly
    from sad.model.nodes import Node, UnitDescription

_DIGITS = 8  # bytes


def fingerprint(unit: UnitDescription) -> str:
    """Return the digest of a unit's loops, branches, operations and calls.

    Arguments go by their position, procedures of the program by how they are called, all else by what
    it is: two units with equal digests may differ after all, which comparing their formulas tells.
    """
    return _Shapes(unit).node(unit.tree)


def uses_of(unit: UnitDescription, symbols: Iterable[str]) -> dict[str, str]:
    """Return for each symbol a digest of how the unit uses it."""
    plain = _Shapes(unit)
    return {symbol: _Marked(unit, plain, symbol).node(unit.tree) for symbol in symbols}


class _Shapes:
    def __init__(self, unit: UnitDescription) -> None:
        self._places = {
            dummy[0]: f"argument {place}"
            for place, dummy in enumerate(unit.dummies)
            if dummy is not None
        }
        self._known: dict[str, str] = {}
        self._digests: dict[int, str] = {}
        self._names: dict[int, frozenset[str]] = {}

    def node(self, node: Node) -> str:
        """Return the digest of a part of the tree."""
        known = self._digests.get(id(node))
        if known is None:
            known = self._digests[id(node)] = self._node(node)
        return known

    def names(self, node: Node) -> frozenset[str]:
        """Return all parameters and indices in a part of the tree."""
        known = self._names.get(id(node))
        if known is None:
            known = self._names[id(node)] = used_symbols(node)
        return known

    def _node(self, node: Node) -> str:
        match node:
            case Block(lines):
                mix = operations_of(lines)
                opaque = sum(line.opaque for line in lines)
                return _digest("block", str(sorted(mix.items())), str(opaque))
            case Seq(parts):
                return _digest("seq", *map(self.node, parts))
            case Weighted(weight, part):
                return _digest("weighted", self.poly(weight), self.node(part))
            case Branch(arms=arms):
                shown = [
                    text for _, weight, arm in arms for text in (self.poly(weight), self.node(arm))
                ]
                return _digest("branch", *shown)
            case Call():
                name = "" if node.target is not None or node.through is not None else node.name
                values = sorted(map(self.poly, node.bindings.values()))
                return _digest("call", name, str(len(node.arguments)), *values)
            case Message():
                values = map(self.poly, node.formulas())
                return _digest("message", node.model, node.primitive, *values)
            case Use(resource=resource):
                values = map(self.poly, node.formulas())
                return _digest("use", "" if resource is None else resource.name, node.law, *values)
            case Par(index=index, body=body):
                return _digest("par", self.poly(index.trips), self.node(body))
            case Both(parts=parts):
                return _digest("both", *map(self.node, parts))
            case Loop(trips=trips, last=last, head=head, body=body):
                counts = self.poly(trips), self.poly(last)
                return _digest("loop", *counts, self.node(head), self.node(body))
            case _:
                assert_never(node)

    def poly(self, poly: Poly) -> str:
        """Return the digest of a formula that does not depend on names."""
        terms = sorted(
            f"{value}*{'*'.join(sorted(map(self._symbol, monomial)))}"
            for monomial, value in poly.terms.items()
        )
        return _digest(str(poly.den), *terms)

    def _symbol(self, symbol: str) -> str:
        known = self._known.get(symbol)
        if known is None:
            known = self._known[symbol] = self._shape(symbol)
        return known

    def _shape(self, symbol: str) -> str:
        atom = atoms.definition(symbol)
        match atom:
            case None if symbol.startswith(INDEX_MARK):
                return "index"
            case None if is_unresolved(symbol):
                return symbol.partition("@")[0].rpartition(".")[2]
            case None:
                return self._places.get(symbol, "common" if symbol.startswith("/") else "input")
            case atoms.Pieces(pieces):
                parts = [
                    _digest(*sorted(map(self.poly, guards)), self.poly(poly))
                    for guards, poly in pieces
                ]
                return _digest("Pieces", *sorted(parts))
            case atoms.Max() | atoms.Min():
                parts = [self.poly(item) for item in atoms.operands(atom)]
                return _digest(type(atom).__name__, *sorted(parts))
            case _:
                return _digest(type(atom).__name__, *map(self.poly, atoms.operands(atom)))


class _Marked(_Shapes):
    """Shapes in which one symbol is marked; parts without it are those of ``plain``."""

    def __init__(self, unit: UnitDescription, plain: _Shapes, marked: str) -> None:
        super().__init__(unit)
        self._plain, self._marked = plain, marked

    def node(self, node: Node) -> str:
        if self._marked not in self._plain.names(node):
            return self._plain.node(node)
        return super().node(node)

    def poly(self, poly: Poly) -> str:
        if self._marked not in atoms.free_symbols(poly):
            return self._plain.poly(poly)
        return super().poly(poly)

    def _shape(self, symbol: str) -> str:
        return "this one" if symbol == self._marked else super()._shape(symbol)


def _digest(*parts: str) -> str:
    return blake2b("\n".join(parts).encode(), digest_size=_DIGITS).hexdigest()
