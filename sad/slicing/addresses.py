"""Addresses: where what an expression names lies in memory that pointers may reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.program import IS_THERE, POINTS_TO, Storage
from sad.records import replace
from sad.slicing.call_writer import Writer
from sad.slicing.storage import component_of

if TYPE_CHECKING:
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

NO_ADDRESS = "an address that is not followed"


class Addresses(Writer):
    """Writes the addresses of one unit."""

    def of(self, node: Expr) -> str:
        """Return the address of what an expression names, or that a function gives back."""
        unknown = self._signatures.unknown(NO_ADDRESS)
        match node:
            case ex.Constant(value=str(text)) if text.isascii():
                return self._names.literal(text).place
            case ex.FunctionCall():
                return self._write.value(node)
            case ex.Variable(name=name) if name not in self._unit.symbols:
                graph = self._signatures.slice.graph
                found = graph.procedures.get(name)  # in another unit's initialiser
                known = found is not None and self._signatures.has(found)
                return self._signatures.name(found) if found is not None and known else unknown
            case ex.Variable(name=name) | ex.Element(array=name) if (
                f"{name}{POINTS_TO}" in self._unit.symbols
            ):
                held = f"{name}{POINTS_TO}"
                if isinstance(node, ex.Element):
                    return self._write.value(replace(node, array=held, type=Type.INTEGER))
                return self._write.value(ex.Variable(held, Type.INTEGER))
            case ex.Variable(name=name) | ex.Element(array=name) if (
                f"{name}{IS_THERE}" in self._unit.symbols
            ):
                return unknown
            case ex.Variable(name=name) if name in self._unit.symbols:
                symbol = self._unit.symbols[name]
                is_passed = self._signatures.is_procedure(self._unit, name)
                if is_passed or symbol.storage is Storage.PROCEDURE:
                    return self._write.procedure(node)
                if component_of(symbol):
                    return self._address_of_member(node, symbol)
                if symbol.reached:
                    is_whole = not symbol.dimensions or self._is_behind_one(name)
                    return self.pointer(name) if is_whole else unknown
                return self._names.address(name)
            case ex.Element(array=name, subscripts=subscripts) if name in self._unit.symbols:
                symbol = self._unit.symbols[name]
                if component_of(symbol):
                    return self._address_of_member(node, symbol)
                values = [self._write.value(item) for item in subscripts]
                if symbol.reached and symbol.memory is not None and name.endswith("[]"):
                    return self._names.element(name, values).place
                if symbol.reached:
                    return unknown
                start = self._names.address(name)
                return f"({start} + {self._names.distance(name, symbol, values, 0)})"
            case _:
                return unknown

    def _address_of_member(self, node: ex.Variable | ex.Element, symbol: Symbol) -> str:
        """The address of a member of a structure that pointers may reach, or of a structure in it."""
        if symbol.shares is not None:  # in a union, whose memory is not told apart by members
            return self._signatures.unknown(NO_ADDRESS)
        if symbol.type is Type.DERIVED:
            given = node.subscripts if isinstance(node, ex.Element) else ()
            subscripts = (*map(self._write.value, given),)
            subscripts += ("0",) * (len(symbol.dimensions) - len(subscripts))
            return self._names.part_address(symbol.name, subscripts)
        if symbol.memory is None or not self._write.is_followed(symbol.name):
            return self._signatures.unknown(NO_ADDRESS)
        if isinstance(node, ex.Element):
            spot = self._write.spot(node)
        else:
            spot = (self._names.array if symbol.dimensions else self._names.scalar)(symbol.name)
        kind = "movable" if self._names.is_array_inside(symbol.name) else "single"
        return f"{kind}({spot.place})"

    def _is_behind_one(self, name: str) -> bool:
        """Whether a name is all that a single pointer leads to."""
        pointer = self._unit.symbols[name].reached[-1]
        above = self._unit.symbols.get(pointer)
        return name == f"{pointer}[]" and above is not None and not above.dimensions

    def pointer(self, name: str) -> str:
        """Return the value of the pointer that a name is reached through."""
        pointer = self._unit.symbols[name].reached[-1]
        return self._write.variable(pointer) if pointer in self._unit.symbols else "NOT_SET"
