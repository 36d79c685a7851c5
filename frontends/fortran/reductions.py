"""Reductions of arrays, places of elements and products of matrices, as loops.

Over 400 lines: one short method for each kind of function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.intrinsics import common_type
from frontends.fortran.linear import ONE, ZERO, minus, plus, whole
from frontends.fortran.rearranged import Rearranging
from frontends.fortran.shapes import At, Extent
from frontends.fortran.work import SIZES
from sad.ir.expr import Type
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from frontends.fortran.arrays import Arrays
    from frontends.fortran.work import Work

_LOCATED = ("ARRAY", "DIM", "MASK", "KIND", "BACK")
DUMMIES = {
    **dict.fromkeys(
        ("SUM", "PRODUCT", "MAXVAL", "MINVAL", "IANY", "IALL", "IPARITY"), ("ARRAY", "DIM", "MASK")
    ),
    **dict.fromkeys(("COUNT", "ANY", "ALL", "PARITY"), ("MASK", "DIM", "KIND")),
    "MAXLOC": _LOCATED,
    "MINLOC": _LOCATED,
    "FINDLOC": ("ARRAY", "VALUE", *_LOCATED[1:]),
    "DOT_PRODUCT": ("VECTOR_A", "VECTOR_B"),
    "MATMUL": ("MATRIX_A", "MATRIX_B"),
    "NORM2": ("X", "DIM"),
    "PACK": ("ARRAY", "MASK", "VECTOR"),
    "UNPACK": ("VECTOR", "MASK", "FIELD"),
    "RESHAPE": ("SOURCE", "SHAPE", "PAD", "ORDER"),
    "EOSHIFT": ("ARRAY", "SHIFT", "BOUNDARY", "DIM"),
    "CSHIFT": ("ARRAY", "SHIFT", "DIM"),
    "SPREAD": ("SOURCE", "DIM", "NCOPIES"),
    "TRANSPOSE": ("MATRIX",),
}
"""Functions of whole arrays and the names of their arguments."""
_OF_BITS = {"IANY": "IOR", "IALL": "IAND", "IPARITY": "IEOR"}
_MASKED = frozenset(
    {"SUM", "PRODUCT", "MAXVAL", "MINVAL", "MAXLOC", "MINLOC", "FINDLOC", *_OF_BITS}
)


class Reductions:
    """Writes the loops of functions of whole arrays before the statement that uses their results."""

    def __init__(self, work: Work, arrays: Arrays) -> None:
        self._work = work
        self._arrays = arrays
        self._rearranging = Rearranging(work, arrays)

    def result(self, name: str, given: Mapping[str, sx.Node]) -> sx.Node | None:
        """Write the loops of a function of whole arrays; return its result, None if not understood."""
        given = {key: self._arrays.once(item) for key, item in given.items()}
        match name:
            case "DOT_PRODUCT":
                return self._dot(given["VECTOR_A"], given["VECTOR_B"])
            case "MATMUL":
                return self._product(given["MATRIX_A"], given["MATRIX_B"])
            case "NORM2":
                inner = sx.Infix("*", given["X"], given["X"])
                along = {"DIM": given["DIM"]} if "DIM" in given else {}
                found = self.result("SUM", {"ARRAY": inner, **along})
                return None if found is None else sx.Apply(sx.Name("SQRT"), (found,))
            case "PACK" | "UNPACK" | "RESHAPE" | "EOSHIFT":
                return self._rearranging.result(name, given)
            case _:
                pass
        array = given.get("ARRAY", given.get("MASK"))
        mask = given.get("MASK") if name in _MASKED else None
        shape = None if array is None else self._work.shapes.of(array)
        if array is None or shape is None:
            return None
        along = None
        if "DIM" in given:
            along = whole(given["DIM"])
            if along is None or not 1 <= along <= len(shape):
                return None
        if name in ("MAXLOC", "MINLOC", "FINDLOC"):
            return self._located(name, array, shape, mask, given, along)
        if self._work.kind_of(array)[0] in (Type.CHARACTER, Type.DERIVED):
            return None
        if along is not None and len(shape) > 1:
            return self._along(name, array, shape, mask, along - 1)
        return self._to_scalar(name, array, shape, mask)

    def _start(self, name: str, result: sx.Node) -> sx.Node:
        zero: sx.Node = sx.Number("0")
        match name:
            case "PRODUCT":
                return ONE
            case "MAXVAL" | "MINVAL":
                huge = sx.Apply(sx.Name("HUGE"), (result,))
                return sx.Prefix("-", huge) if name == "MAXVAL" else huge
            case "ANY" | "ALL" | "PARITY":
                return sx.Truth(name == "ALL")
            case "IALL":
                return sx.Prefix("-", ONE)
            case _:
                return zero

    def _step(self, name: str, result: sx.Node, item: sx.Node, leaves: str | None) -> None:
        work = self._work
        match name:
            case "SUM":
                work.emit(result, sx.Infix("+", result, item))
            case "PRODUCT":
                work.emit(result, sx.Infix("*", result, item))
            case "MAXVAL" | "MINVAL":
                work.emit(result, sx.Apply(sx.Name(name[:3]), (result, item)))
            case "IANY" | "IALL" | "IPARITY":
                work.emit(result, sx.Apply(sx.Name(_OF_BITS[name]), (result, item)))
            case "PARITY":
                work.emit(result, sx.Infix(".NEQV.", result, item))
            case "COUNT":
                with work.under(item):
                    work.emit(result, sx.Infix("+", result, ONE))
            case _:
                with work.under(item if name == "ANY" else sx.Prefix(".NOT.", item)):
                    work.emit(result, sx.Truth(name == "ANY"))
                    if leaves is not None:
                        work.out.append(sx.Leave("EXIT", leaves))

    def _result_kind(self, name: str, array: sx.Node) -> tuple[Type, int | None]:
        return (Type.INTEGER, 4) if name == "COUNT" else self._work.kind_of(array)

    def _to_scalar(
        self, name: str, array: sx.Node, shape: Sequence[Extent], mask: sx.Node | None
    ) -> sx.Node:
        work = self._work
        kind, size = self._result_kind(name, array)
        result = work.scalar(kind, size, name)
        work.emit(result, self._start(name, result))
        loop = f"{result.name}$LOOP" if name in ("ANY", "ALL") else None
        with work.over(shape, loop) as where:
            condition = None if mask is None else work.shapes.at(mask, where)
            with work.under(condition):
                self._step(name, result, work.shapes.at(array, where), loop)
        return result

    def _along(
        self, name: str, array: sx.Node, shape: Sequence[Extent], mask: sx.Node | None, along: int
    ) -> sx.Node:
        work = self._work
        kind, size = self._result_kind(name, array)
        others = [Extent(ONE, item.size) for at, item in enumerate(shape) if at != along]
        made = work.array(kind, size, others)
        own = work.shapes.of(made) or ()
        with work.over(own) as where:
            result = work.shapes.at(made, where)
            work.emit(result, self._start(name, result))
            with work.over((shape[along],)) as inner:
                full = [*where[:along], *inner, *where[along:]]
                condition = None if mask is None else work.shapes.at(mask, full)
                with work.under(condition):
                    self._step(name, result, work.shapes.at(array, full), None)
        return made

    # --- places of elements -------------------------------------------------------------------------

    def _located(
        self,
        name: str,
        array: sx.Node,
        shape: Sequence[Extent],
        mask: sx.Node | None,
        given: Mapping[str, sx.Node],
        along: int | None,
    ) -> sx.Node | None:
        """MAXLOC, MINLOC and FINDLOC: 0 where there is no such element."""
        work = self._work
        back = given.get("BACK", sx.Truth(False))
        if not isinstance(back, sx.Truth):
            return None
        search = _Search(name, array, mask, given.get("VALUE"), back.value)
        if along is None or len(shape) == 1:
            places: list[sx.Node] = [work.scalar(Type.INTEGER, 4, "LOC") for _ in shape]
            self._search(search, shape, places, [], 0)
            return self._arrays.held(sx.Array(tuple(places))) if along is None else places[0]
        others = [Extent(ONE, item.size) for at, item in enumerate(shape, 1) if at != along]
        made = work.array(Type.INTEGER, 4, others)
        with work.over(work.shapes.of(made) or ()) as where:
            result = work.shapes.at(made, where)
            self._search(search, (shape[along - 1],), [result], where, along - 1)
        return made

    def _search(
        self,
        search: _Search,
        shape: Sequence[Extent],
        places: Sequence[sx.Node],
        around: Sequence[At],
        along: int,
    ) -> None:
        """Search over a shape; subscripts of the other dimensions are ``around`` it."""
        work = self._work
        for place in places:
            work.emit(place, ZERO)
        kind, size = work.kind_of(search.array)
        best = work.scalar(kind, size, search.name)
        finds = search.name == "FINDLOC"
        if not finds:
            value = "MAXVAL" if search.name == "MAXLOC" else "MINVAL"
            work.emit(best, self._start(value, best))
        loop = f"{best.name}$LOOP" if finds else None
        with work.over(shape, loop) as inner:
            here = [
                At(minus(minus(item.size, ONE), minus(at.variable, at.base)), ZERO)
                if search.back and finds
                else at
                for item, at in zip(shape, inner, strict=True)
            ]
            full = [*around[:along], *here, *around[along:]]
            mask = None if search.mask is None else work.shapes.at(search.mask, full)
            item = work.shapes.at(search.array, full)
            with work.under(mask), work.under(search.condition(item, best, places[0], kind)):
                if not finds:
                    work.emit(best, item)
                for place, at in zip(places, here, strict=True):
                    work.emit(place, plus(minus(at.variable, at.base), ONE))
                if loop is not None:
                    work.out.append(sx.Leave("EXIT", loop))

    # --- products -----------------------------------------------------------------------------------

    def _dot(self, left: sx.Node, right: sx.Node) -> sx.Node | None:
        work = self._work
        shape = work.shapes.of(left)
        if shape is None:
            return None
        kind = common_type(work.kind_of(left)[0], work.kind_of(right)[0])
        if kind in (Type.COMPLEX, Type.DOUBLE_COMPLEX):
            left = sx.Apply(sx.Name("CONJG"), (left,))
        if kind is Type.LOGICAL:
            return self._to_scalar("ANY", sx.Infix(".AND.", left, right), shape, None)
        return self._to_scalar("SUM", sx.Infix("*", left, right), shape, None)

    def product_into(self, target: sx.Node, left: sx.Node, right: sx.Node) -> bool:
        """Write MATMUL straight to a variable; returns False if its shape is another one."""
        left, right = self._arrays.once(left), self._arrays.once(right)
        return self._product(left, right, target) is not None

    def _product(
        self, left: sx.Node, right: sx.Node, target: sx.Node | None = None
    ) -> sx.Node | None:
        """MATMUL: the innermost loop runs down the columns of the result."""
        work = self._work
        first, second = work.shapes.of(left), work.shapes.of(right)
        if first is None or second is None:
            return None
        kind = common_type(work.kind_of(left)[0], work.kind_of(right)[0])
        shape = [Extent(ONE, item.size) for item in (*first[:-1], *second[1:])]
        made = work.array(kind, SIZES[kind], shape) if target is None else target
        own = work.shapes.of(made) or ()
        if len(own) != len(shape):
            return None
        with work.over(own) as where:
            work.emit(work.shapes.at(made, where), ZERO)
        with (
            work.over(own[len(first) - 1 :]) as column,
            work.over((first[-1],)) as inner,
            work.over(own[: len(first) - 1]) as row,
        ):
            result = work.shapes.at(made, [*row, *column])
            item = sx.Infix(
                "*",
                work.shapes.at(left, [*row, *inner]),
                work.shapes.at(right, [*inner, *column]),
            )
            work.emit(result, sx.Infix("+", result, item))
        return made


@record
class _Search:
    """What is looked for in an array: its largest or smallest element, or one that is equal."""

    name: str
    array: sx.Node
    mask: sx.Node | None
    value: sx.Node | None
    back: bool

    def condition(self, item: sx.Node, best: sx.Node, place: sx.Node, kind: Type) -> sx.Node:
        """When an element is a better one: the first always is, also if nothing is larger."""
        if self.value is not None:
            return sx.Infix(".EQV." if kind is Type.LOGICAL else "==", item, self.value)
        sign = ">" if self.name == "MAXLOC" else "<"
        better = sx.Infix(sign + "=" if self.back else sign, item, best)
        return sx.Infix(".OR.", better, sx.Infix("==", place, ZERO))
