"""Functions that put the elements of arrays into other places, as loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.linear import ONE, ZERO, minus, number, plus, times, whole
from frontends.fortran.shapes import At, Extent
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from frontends.fortran.arrays import Arrays
    from frontends.fortran.work import Work


class Rearranging:
    """Writes loops that fill an array of its own."""

    def __init__(self, work: Work, arrays: Arrays) -> None:
        self._work = work
        self._arrays = arrays

    def result(self, name: str, given: Mapping[str, sx.Node]) -> sx.Node | None:
        """Write the loops of a function; return its result, None if not understood."""
        match name:
            case "PACK":
                return self._packed(given["ARRAY"], given["MASK"], given.get("VECTOR"))
            case "UNPACK":
                return self._unpacked(given["VECTOR"], given["MASK"], given["FIELD"])
            case "EOSHIFT":
                return self._shifted(given)
            case _:
                return self._reshaped(given)

    def _packed(self, array: sx.Node, mask: sx.Node, vector: sx.Node | None) -> sx.Node | None:
        """PACK: with VECTOR, the elements behind the last that is taken are those of it."""
        work = self._work
        shape = work.shapes.of(array)
        if shape is None:
            return None
        size: sx.Node = ONE
        for item in shape:
            size = times(size, item.size)
        if vector is not None:
            size = (work.shapes.of(vector) or (Extent(ONE, size),))[0].size
        made = work.array_like(array, (Extent(ONE, size),))
        counter = work.scalar(Type.INTEGER, 4, "N")
        work.emit(counter, ZERO)
        with work.over(shape) as where, work.under(work.shapes.at(mask, where)):
            work.emit(counter, plus(counter, ONE))
            self._arrays.put(sx.Apply(made, (counter,)), work.shapes.at(array, where))
        if vector is None:
            return sx.Apply(made, (sx.Triplet(ONE, counter, None),))
        with work.over((Extent(plus(counter, ONE), size),)) as (here,):
            item = work.shapes.at(vector, (At(here.variable, ONE),))
            self._arrays.put(sx.Apply(made, (here.variable,)), item)
        return made

    def _unpacked(self, vector: sx.Node, mask: sx.Node, field: sx.Node) -> sx.Node | None:
        work = self._work
        shape = work.shapes.of(mask)
        if shape is None:
            return None
        made = work.array_like(vector, shape)
        counter = work.scalar(Type.INTEGER, 4, "N")
        work.emit(counter, ZERO)
        with work.over(work.shapes.of(made) or ()) as where:
            result = work.shapes.at(made, where)
            work.out.append(sx.IfThen(work.shapes.at(mask, where)))
            work.emit(counter, plus(counter, ONE))
            self._arrays.put(result, work.shapes.at(vector, (At(counter, ONE),)))
            work.out.append(sx.Else())
            self._arrays.put(result, work.shapes.at(field, where))
            work.out.append(sx.EndIf())
        return made

    def _shifted(self, given: Mapping[str, sx.Node]) -> sx.Node | None:
        """EOSHIFT: what comes in at the end is BOUNDARY, or zero, false or blank."""
        work = self._work
        array, shift = given["ARRAY"], given["SHIFT"]
        shape = work.shapes.of(array)
        along = (whole(given["DIM"]) or 0) - 1 if "DIM" in given else 0
        kind, size = work.kind_of(array)
        boundary = given.get("BOUNDARY", _EMPTY.get(kind, ZERO))
        if shape is None or not 0 <= along < len(shape) or kind is Type.DERIVED:
            return None
        made = work.array(kind, size, shape)
        with work.over(work.shapes.of(made) or ()) as where:
            others = [*where[:along], *where[along + 1 :]]
            here = where[along]
            distance = work.shapes.at(shift, others)
            moved = plus(minus(here.variable, here.base), distance)
            result = work.shapes.at(made, where)
            inside = sx.Infix("<", moved, shape[along].size)
            inside = sx.Infix(".AND.", sx.Infix(">=", moved, ZERO), inside)
            work.out.append(sx.IfThen(inside))
            from_there = [*where[:along], At(moved, ZERO), *where[along + 1 :]]
            self._arrays.put(result, work.shapes.at(array, from_there))
            work.out.append(sx.Else())
            self._arrays.put(result, work.shapes.at(boundary, others))
            work.out.append(sx.EndIf())
        return made

    def _reshaped(self, given: Mapping[str, sx.Node]) -> sx.Node | None:
        """RESHAPE: the elements in a row, then in the new shape; those of PAD follow, repeated."""
        work = self._work
        source = given["SOURCE"]
        sizes = self._items(given["SHAPE"])
        if sizes is None or work.shapes.of(source) is None:
            return None
        order = list(range(len(sizes)))
        if "ORDER" in given:
            found = [whole(item) for item in self._items(given["ORDER"]) or ()]
            if sorted(item or 0 for item in found) != [item + 1 for item in order]:
                return None
            order = [item - 1 for item in found if item is not None]
        row = self._row(source)
        pad = None if "PAD" not in given else self._row(given["PAD"])
        made = work.array_like(row, [Extent(ONE, item) for item in sizes])
        own = work.shapes.of(made) or ()
        with work.over(own) as where:
            at: sx.Node = ONE
            stride: sx.Node = ONE
            for dimension in order:
                distance = minus(where[dimension].variable, where[dimension].base)
                at = plus(at, times(stride, sx.Paren(distance)))
                stride = times(stride, own[dimension].size)
            result = work.shapes.at(made, where)
            if pad is None:
                self._arrays.put(result, sx.Apply(row, (at,)))
            else:
                self._from_either(result, row, pad, at)
        return made

    def _from_either(self, result: sx.Node, row: sx.Node, pad: sx.Node, at: sx.Node) -> None:
        """The element of a row, or one of what comes after it."""
        work = self._work
        count, repeated = (
            (work.shapes.of(item) or (Extent(ONE, ONE),))[0].size for item in (row, pad)
        )
        work.out.append(sx.IfThen(sx.Infix("<=", at, count)))
        self._arrays.put(result, sx.Apply(row, (at,)))
        work.out.append(sx.Else())
        behind = minus(minus(at, count), ONE)
        again = sx.Apply(sx.Name("MODULO"), (behind, repeated))
        self._arrays.put(result, sx.Apply(pad, (plus(again, ONE),)))
        work.out.append(sx.EndIf())

    def _row(self, source: sx.Node) -> sx.Node:
        return self._arrays.held(source if isinstance(source, sx.Array) else sx.Array((source,)))

    def _items(self, node: sx.Node) -> list[sx.Node] | None:
        """The elements of a vector of a known length, such as SHAPE; None if that is not known."""
        if isinstance(node, sx.Array):
            if any(isinstance(item, sx.Implied) for item in node.items):
                return None
            return None if any(map(self._work.shapes.of, node.items)) else list(node.items)
        shape = self._work.shapes.of(node)
        count = None if shape is None or len(shape) != 1 else whole(shape[0].size)
        if count is None:
            return None
        return [self._work.shapes.at(node, (At(number(at), ZERO),)) for at in range(count)]


_EMPTY: Mapping[Type, sx.Node] = {Type.LOGICAL: sx.Truth(False), Type.CHARACTER: sx.String(" ")}
