"""Assignments of arrays and structures, and functions of whole arrays, as loops.

Over 400 lines: one short method for each kind of function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import lower_name, status_name, upper_name
from frontends.fortran.intrinsics import common_type
from frontends.fortran.linear import ONE, ZERO, minus, plus, times, whole
from frontends.fortran.shapes import ELEMENTWISE_ARRAYS, At, Extent
from frontends.fortran.trees import nodes_in, renamed
from frontends.fortran.work import SIZES
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from frontends.fortran.designators import Place
    from frontends.fortran.work import Work

_DEEPEST = 8
REDUCTIONS = frozenset({
    "SUM", "PRODUCT", "MAXVAL", "MINVAL", "COUNT", "ANY", "ALL", "DOT_PRODUCT", "MAXLOC", "MINLOC",
    "MATMUL", "NORM2", "PACK", "RESHAPE", "FINDLOC",
})  # fmt: skip
DUMMIES = {
    **dict.fromkeys(
        ("SUM", "PRODUCT", "MAXVAL", "MINVAL", "MAXLOC", "MINLOC"), ("ARRAY", "DIM", "MASK")
    ),
    **dict.fromkeys(("COUNT", "ANY", "ALL"), ("MASK", "DIM")),
    "DOT_PRODUCT": ("VECTOR_A", "VECTOR_B"),
    "MATMUL": ("MATRIX_A", "MATRIX_B"),
    "NORM2": ("X", "DIM"),
    "FINDLOC": ("ARRAY", "VALUE", "DIM", "MASK"),
    "PACK": ("ARRAY", "MASK", "VECTOR"),
    "RESHAPE": ("SOURCE", "SHAPE", "PAD", "ORDER"),
}
_MASKED = frozenset({"SUM", "PRODUCT", "MAXVAL", "MINVAL", "MAXLOC", "MINLOC"})


class Arrays:
    """Writes loops. ``from_one``: arrays whose lower bounds are 1 wherever they are allocated."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.from_one: set[str] = set()

    # --- assignment ---------------------------------------------------------------------------------

    def assign(self, target: sx.Node, value: sx.Node, mask: sx.Node | None = None) -> None:
        """Assign a rewritten value to a rewritten variable, where a mask says so."""
        work = self._work
        shape = work.shapes.of(target)
        if shape is None:
            with work.under(mask):
                work.emit(target, value)
            return
        given = work.shapes.of(value)
        if isinstance(value, sx.Array) and mask is None and len(shape) == 1:
            self._fill(target, shape[0], value)
            return
        if isinstance(value, sx.Array) or (given is not None and self._overlap(target, value)):
            value = self.held(value)
        with work.over(shape) as where:
            condition = None if mask is None else work.shapes.at(mask, where)
            with work.under(condition):
                work.emit(work.shapes.at(target, where), work.shapes.at(value, where))

    def reallocated(self, place: Place, value: sx.Node) -> sx.Node:
        """Give a whole allocatable array the shape of what is assigned (Fortran 2003, 7.4.1.3).

        Returns the value: a copy where it is made of what the array held. Lower bounds that this unit
        does not set stay: where the shape is the same they do, and else nearly all are 1.
        """
        work = self._work
        given = work.shapes.of(value)
        entry = place.entry
        if given is None or place.own or not (entry.allocatable and entry.open):
            return value
        if _has_operand(value, place.node):
            return value
        if any(self._names(node, entry.name) for node in nodes_in(value)):
            value = self.held(value)
            given = work.shapes.of(value) or given
        for number, dimension in enumerate(given, 1):
            first = ONE if entry.name in self.from_one else beside(place, lower_name("", number))
            last = plus(first, minus(dimension.size, ONE))
            if first == ONE:
                work.silently(beside(place, lower_name("", number)), ONE)
            work.silently(beside(place, upper_name("", number)), last)
        work.silently(beside(place, status_name("")), sx.Truth(True))
        return value

    def _overlap(self, target: sx.Node, value: sx.Node, *, touched: bool = False) -> bool:
        """Whether elements are set before others that need them are read, or any are ``touched``."""
        place = self._work.shapes.place(target)
        if place is None:
            return False
        if touched:
            return any(self._names(node, place.entry.name) for node in nodes_in(value))
        for node in nodes_in(value):
            if isinstance(node, sx.Apply) and node.base in _MOVING:
                if any(self._names(item, place.entry.name) for item in nodes_in(node)):
                    return True
            elif self._names(node, place.entry.name) and node != target:
                if isinstance(node, sx.Name) and self._is_base(node, target, value):
                    continue
                return True
        return False

    def _is_base(self, name: sx.Name, target: sx.Node, value: sx.Node) -> bool:
        """Whether a name is only met as that of sections equal to the target."""
        return (
            isinstance(target, sx.Apply)
            and all(
                node == target
                for node in nodes_in(value)
                if isinstance(node, sx.Apply) and node.base == name
            )
            and sum(node == name for node in nodes_in(value))
            == sum(isinstance(node, sx.Apply) and node.base == name for node in nodes_in(value))
        )

    def _names(self, node: sx.Node, name: str) -> bool:
        base = node.base if isinstance(node, sx.Apply) else node
        return isinstance(base, sx.Name) and base.name == name

    def held(self, value: sx.Node) -> sx.Node:
        """Return an array of its own that has the values of an array expression."""
        work = self._work
        shape = work.shapes.of(value)
        if shape is None:
            return value
        first = value
        while isinstance(first, sx.Array | sx.Implied):
            first = first.items[0]
        kind, size = work.kind_of(first)
        made = work.array(kind, size, shape)
        if isinstance(value, sx.Array):
            self._fill(made, Extent(ONE, shape[0].size), value)
            return made
        own = work.shapes.of(made) or ()
        with work.over(own) as where:
            work.emit(work.shapes.at(made, where), work.shapes.at(value, where))
        return made

    def _fill(self, target: sx.Node, dimension: Extent, value: sx.Array) -> None:
        """Set the elements of a vector from a constructor."""
        work = self._work
        if any(self._overlap(target, item) for item in value.items):
            value = sx.Array((self._all_held(value, dimension),))
        if not any(isinstance(item, sx.Implied) or work.shapes.of(item) for item in value.items):
            for number, item in enumerate(value.items):
                place = plus(dimension.first, times(sx.Number(str(number)), dimension.step))
                work.emit(self._at(target, place, dimension), item)
            return
        counter = work.scalar(Type.INTEGER, 4, "N")
        work.emit(counter, dimension.first)
        for item in value.items:
            self._fill_from(target, counter, dimension, item)

    def _all_held(self, value: sx.Array, dimension: Extent) -> sx.Node:
        first: sx.Node = value
        while isinstance(first, sx.Array | sx.Implied):
            first = first.items[0]
        kind, size = self._work.kind_of(first)
        made = self._work.array(kind, size, (Extent(ONE, dimension.size),))
        counter = self._work.scalar(Type.INTEGER, 4, "N")
        self._work.emit(counter, ONE)
        for item in value.items:
            self._fill_from(made, counter, Extent(ONE, dimension.size), item)
        return made

    def _at(self, target: sx.Node, place: sx.Node, dimension: Extent) -> sx.Node:
        return (
            self._work.shapes.at(target, (At(place, dimension.first),))
            if dimension.step == ONE
            else self._work.shapes.at(target, (At(minus(place, dimension.first), ZERO),))
        )

    def _fill_from(
        self, target: sx.Node, counter: sx.Name, dimension: Extent, item: sx.Node
    ) -> None:
        work = self._work
        if isinstance(item, sx.Implied):
            variable = work.scalar(Type.INTEGER, 4, item.variable)
            work.out.append(sx.Do(None, variable.name, item.first, item.last, item.step))
            for inner in item.items:
                own = renamed(inner, {item.variable: variable})
                self._fill_from(target, counter, dimension, own)
            work.out.append(sx.EndDo())
            return
        shape = work.shapes.of(item)
        with work.over(shape or ()) as where:
            work.emit(self._at(target, counter, dimension), work.shapes.at(item, where))
            work.emit(counter, plus(counter, dimension.step))

    # --- structures ---------------------------------------------------------------------------------

    def assign_structure(self, target: Place, source: Place, depth: int = 0) -> None:
        """Assign all components of a variable of a derived type."""
        kind = target.entry.derived
        if kind is None or depth > _DEEPEST:
            return
        work = self._work
        parents = set[str]()
        above = kind.parent
        while above is not None:
            parents.add(above.name)
            above = above.parent
        for name, component in kind.components.items():
            if name in parents:
                continue
            into = self._component(target, name)
            out_of = self._component(source, name)
            if into is None or out_of is None:
                continue
            if component.pointer or component.allocatable:
                self.carry(into, out_of)
            if component.pointer:
                continue
            condition = None
            if component.allocatable:
                condition = beside(out_of, status_name(""))
                if work.shapes.of(condition) is not None:
                    condition = None
            with work.under(condition):
                if component.derived is not None:
                    self.assign_structure(into, out_of, depth + 1)
                else:
                    self.assign(into.node, out_of.node)

    def _component(self, place: Place, name: str) -> Place | None:
        return self._work.designators.component(place, name)

    def carry(self, target: Place, source: Place) -> None:
        """Say that a pointer or allocatable array has the bounds of another one."""
        work = self._work
        if source.entry.allocatable or source.entry.pointer:
            value: sx.Node = beside(source, status_name(""))
        else:
            value = sx.Truth(True)
        work.silently(beside(target, status_name("")), value)
        if not target.entry.open:
            return
        shape = work.shapes.of(source.node) or ()
        for number, dimension in enumerate(shape[: target.rank]):
            whole_array = not source.own
            first = dimension.first if whole_array else ONE
            last = dimension.last if whole_array else dimension.size
            if last is None:
                last = dimension.size
            work.silently(beside(target, lower_name("", number + 1)), first)
            work.silently(beside(target, upper_name("", number + 1)), last)

    # --- functions ----------------------------------------------------------------------------------

    def reduced(self, name: str, given: Mapping[str, sx.Node]) -> sx.Node | None:
        """Write the loops of a function of whole arrays; return its result, None if not understood."""
        match name:
            case "DOT_PRODUCT":
                return self._dot(given["VECTOR_A"], given["VECTOR_B"])
            case "MATMUL":
                return self._product(given["MATRIX_A"], given["MATRIX_B"])
            case "NORM2" if "DIM" not in given:
                inner = sx.Infix("*", given["X"], given["X"])
                found = self.reduced("SUM", {"ARRAY": inner})
                return None if found is None else sx.Apply(sx.Name("SQRT"), (found,))
            case "PACK" if "VECTOR" not in given:
                return self._packed(given["ARRAY"], given["MASK"])
            case "RESHAPE" if "ORDER" not in given:
                return self._reshaped(given["SOURCE"], given["SHAPE"])
            case "FINDLOC" if not {"ARRAY", "VALUE"} <= given.keys() or "MASK" in given:
                return None
            case "NORM2" | "PACK" | "RESHAPE":
                return None
            case _:
                pass
        array = given.get("ARRAY", given.get("MASK"))
        mask = given.get("MASK") if name in _MASKED else None
        shape = None if array is None else self._work.shapes.of(array)
        if array is None or shape is None:
            return None
        if name in ("MAXLOC", "MINLOC"):
            return self._location(name, array, shape, mask, given.get("DIM"))
        along = given.get("DIM")
        if name == "FINDLOC":
            return self._found(array, given["VALUE"], shape, along)
        if along is not None and len(shape) > 1:
            number = whole(along)
            return None if number is None else self._along(name, array, shape, mask, number - 1)
        return self._to_scalar(name, array, shape, mask)

    def _start(self, name: str, result: sx.Node) -> sx.Node:
        zero: sx.Node = sx.Number("0")
        match name:
            case "PRODUCT":
                return ONE
            case "MAXVAL" | "MINVAL":
                huge = sx.Apply(sx.Name("HUGE"), (result,))
                return sx.Prefix("-", huge) if name == "MAXVAL" else huge
            case "ANY" | "ALL":
                return sx.Truth(name == "ALL")
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

    def _location(
        self,
        name: str,
        array: sx.Node,
        shape: Sequence[Extent],
        mask: sx.Node | None,
        along: sx.Node | None,
    ) -> sx.Node | None:
        work = self._work
        if along is not None and len(shape) > 1:
            return None
        kind, size = work.kind_of(array)
        best = work.scalar(kind, size, name)
        value = "MAXVAL" if name == "MAXLOC" else "MINVAL"
        work.emit(best, self._start(value, best))
        places = [work.scalar(Type.INTEGER, 4, "LOC") for _ in shape]
        for place in places:
            work.emit(place, ZERO)
        with work.over(shape) as where:
            condition = None if mask is None else work.shapes.at(mask, where)
            with work.under(condition):
                item = work.shapes.at(array, where)
                sign = ">" if name == "MAXLOC" else "<"
                with work.under(sx.Infix(sign, item, best)):
                    work.emit(best, item)
                    for place, here in zip(places, where, strict=True):
                        work.emit(place, plus(minus(here.variable, here.base), ONE))
        return places[0] if along is not None else self.held(sx.Array(tuple(places)))

    def _found(
        self, array: sx.Node, value: sx.Node, shape: Sequence[Extent], along: sx.Node | None
    ) -> sx.Node | None:
        """FINDLOC: the search ends at the first element that is equal."""
        work = self._work
        is_logical = Type.LOGICAL in (work.kind_of(array)[0], work.kind_of(value)[0])
        if is_logical or (along is not None and (len(shape) > 1 or whole(along) != 1)):
            return None
        places = [work.scalar(Type.INTEGER, 4, "LOC") for _ in shape]
        for place in places:
            work.emit(place, ZERO)
        loop = f"{places[0].name}$LOOP"
        with (
            work.over(shape, loop) as where,
            work.under(sx.Infix("==", work.shapes.at(array, where), value)),
        ):
            for place, here in zip(places, where, strict=True):
                work.emit(place, plus(minus(here.variable, here.base), ONE))
            work.out.append(sx.Leave("EXIT", loop))
        return places[0] if along is not None else self.held(sx.Array(tuple(places)))

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
        """Write MATMUL straight to a variable that is in none of its arguments, if that is so."""
        if self._overlap(target, sx.Array((left, right)), touched=True):
            return False
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

    def _packed(self, array: sx.Node, mask: sx.Node) -> sx.Node | None:
        work = self._work
        shape = work.shapes.of(array)
        if shape is None:
            return None
        size: sx.Node = ONE
        for item in shape:
            size = times(size, item.size)
        kind, bytes_ = work.kind_of(array)
        made = work.array(kind, bytes_, (Extent(ONE, size),))
        counter = work.scalar(Type.INTEGER, 4, "N")
        work.emit(counter, ZERO)
        with work.over(shape) as where, work.under(work.shapes.at(mask, where)):
            work.emit(counter, plus(counter, ONE))
            work.emit(sx.Apply(made, (counter,)), work.shapes.at(array, where))
        return sx.Apply(made, (sx.Triplet(ONE, counter, None),))

    def _reshaped(self, source: sx.Node, shape: sx.Node) -> sx.Node | None:
        """RESHAPE: the elements in a row, then in the new shape."""
        work = self._work
        if not isinstance(shape, sx.Array) or work.shapes.of(source) is None:
            return None
        row = self.held(source if isinstance(source, sx.Array) else sx.Array((source,)))
        kind, size = work.kind_of(row)
        made = work.array(kind, size, [Extent(ONE, item) for item in shape.items])
        own = work.shapes.of(made) or ()
        with work.over(own) as where:
            number: sx.Node = ONE
            stride: sx.Node = ONE
            for here, item in zip(where, own, strict=True):
                distance = minus(here.variable, here.base)
                number = plus(number, times(stride, sx.Paren(distance)))
                stride = times(stride, item.size)
            work.emit(work.shapes.at(made, where), sx.Apply(row, (number,)))
        return made


_MOVING = frozenset(sx.Name(name) for name in ELEMENTWISE_ARRAYS)


def _has_operand(value: sx.Node, array: sx.Node) -> bool:
    """Whether an array is an operand of an expression, so that both have one shape."""
    match value:
        case sx.Infix(_, left, right):
            return _has_operand(left, array) or _has_operand(right, array)
        case sx.Prefix(_, operand) | sx.Paren(operand):
            return _has_operand(operand, array)
        case _:
            return value == array


def beside(place: Place, ending: str) -> sx.Node:
    """Return the variable beside a place whose name has an ending: a bound, whether it is allocated."""
    name = sx.Name(place.entry.name + ending)
    if not place.entry.outer:
        return name
    outer = place.outer or (sx.Triplet(None, None, None),) * place.entry.outer
    return sx.Apply(name, outer)
