"""Assignments to whole arrays and sections (Fortran 90): element by element.

All values are found before the first is stored. Followed are operations on elements; what a function
makes of a whole array is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.walk import children, walk
from sad.records import replace
from sad.slicing.intrinsics import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.slicing.expressions import Expressions
    from sad.slicing.names import UnitNames

_PLAIN = (
    *(ex.Constant, ex.Variable, ex.Element, ex.Section, ex.Binary, ex.Unary, ex.Convert),
    *(ex.Copy, ex.Intrinsic),
)


def is_by_element(statement: st.Opaque, unit: Unit) -> bool:
    """Whether an assignment to an array can be followed: it has operations on elements only."""
    if statement.assigned is None or statement.masked:
        return False
    target, value = statement.assigned
    if not _is_array(target, unit) or target.type is Type.CHARACTER:
        return False
    rank = len(_ranged(target, unit))
    for side in (target, value):
        for node in walk(side):
            if not isinstance(node, _PLAIN):
                return False
            if isinstance(node, ex.Intrinsic) and node.name not in FUNCTIONS:
                return False
            if _is_array(node, unit) and not _is_simple(node, unit, rank):
                return False
            if isinstance(node, ex.Element) and any(map(_has_array(unit), children(node))):
                return False
    return True


REDUCTIONS = {
    "sum": 1, "product": 1, "maxval": 1, "minval": 1, "count": 1, "any": 1, "all": 1, "dot_product": 2,
    "size": 1, "maxloc": 2, "minloc": 2,
}  # fmt: skip
"""Functions that make one value of whole arrays, with the number of arguments that is followed."""
_OF_REALS = frozenset(("maxval", "minval", "maxloc", "minloc", "size"))
_PLACES = frozenset(("maxloc", "minloc"))


def is_reduced(statement: st.Opaque, unit: Unit) -> bool:
    """Whether an assignment to a scalar can be followed: functions of whole arrays make one value."""
    if statement.assigned is None or statement.masked:
        return False
    target, value = statement.assigned
    if not isinstance(target, ex.Variable | ex.Element) or _has_array(unit)(target):
        return False
    return _is_scalar(value, unit)


def is_followed(statement: st.Opaque, unit: Unit) -> bool:
    """Whether an assignment with arrays can be followed at all."""
    return is_by_element(statement, unit) or is_reduced(statement, unit)


def has_no_calls(node: Expr) -> bool:
    """Whether all of an expression is modelled somehow, and it calls nothing."""
    for item in walk(node):
        if isinstance(item, ex.OpaqueExpr):
            if item.of is None or not has_no_calls(item.of):
                return False
        elif isinstance(item, ex.FunctionCall):
            return False
    return True


def _bare(node: Expr) -> Expr:
    """An array expression that is an argument, as it says."""
    return node.of if isinstance(node, ex.OpaqueExpr) and node.of is not None else node


def _is_scalar(node: Expr, unit: Unit) -> bool:
    if isinstance(node, ex.Intrinsic) and node.name in REDUCTIONS:
        return _shape(node, unit) is not None
    plain = isinstance(node, _PLAIN) and not _is_array(node, unit)
    return plain and all(_is_scalar(item, unit) for item in children(node))


def _shape(node: ex.Intrinsic, unit: Unit) -> Expr | None:
    """The array whose shape a function of whole arrays runs over; None if it is not followed."""
    many = REDUCTIONS.get(node.name)
    if many is None or len(node.arguments) != many:
        return None
    kinds = (Type.INTEGER, Type.LOGICAL)
    kinds += (Type.REAL, Type.DOUBLE) if node.name in _OF_REALS else ()
    arguments = node.arguments
    if node.name in _PLACES:  # along the only dimension
        if arguments[1] != ex.Constant(1, Type.INTEGER):
            return None
        arguments = arguments[:1]
    found: Expr | None = None
    for argument in map(_bare, arguments):
        arrays = [item for item in walk(argument) if _is_array(item, unit)]
        if not arrays or argument.type not in kinds:
            return None
        found = arrays[0] if found is None else found
        rank = len(_ranged(found, unit))
        for item in walk(argument):
            is_plain = isinstance(item, _PLAIN)
            is_plain &= not isinstance(item, ex.Intrinsic) or item.name in FUNCTIONS
            if not is_plain or (_is_array(item, unit) and not _is_simple(item, unit, rank)):
                return None
            if isinstance(item, ex.Element) and any(map(_has_array(unit), children(item))):
                return None
    is_row = found is not None and len(_ranged(found, unit)) == 1
    return found if is_row or node.name not in _PLACES else None


def _is_array(node: Expr, unit: Unit) -> bool:
    if isinstance(node, ex.Section):
        return True
    symbol = unit.symbols.get(node.name) if isinstance(node, ex.Variable) else None
    return symbol is not None and bool(symbol.dimensions)


def _has_array(unit: Unit) -> Callable[[Expr], bool]:
    return lambda node: any(_is_array(item, unit) for item in walk(node))


def _is_simple(node: Expr, unit: Unit, rank: int) -> bool:
    """Whether an array's shape is written down, and its rank is the one of the assignment."""
    ranged = _ranged(node, unit)
    symbol = unit.symbols.get(_name(node))
    if symbol is None or len(ranged) != rank:
        return False
    for index, item in ranged.items():
        dimension = symbol.dimensions[index]
        if dimension.upper is None and (item is None or item.last is None):
            return False
    subscripts = node.subscripts if isinstance(node, ex.Section) else ()
    plain = [item for item in subscripts if not isinstance(item, ex.Range)]
    return not any(map(_has_array(unit), plain))  # subscripts that are arrays


def _name(node: Expr) -> str:
    assert isinstance(node, ex.Section | ex.Variable)
    return node.array if isinstance(node, ex.Section) else node.name


def _ranged(node: Expr, unit: Unit) -> dict[int, ex.Range | None]:
    """The dimensions of an array that run, each with its range if it is not the whole."""
    if isinstance(node, ex.Section):
        return {i: item for i, item in enumerate(node.subscripts) if isinstance(item, ex.Range)}
    return dict.fromkeys(range(len(unit.symbols[_name(node)].dimensions)))


class Arrays:
    """Writes the assignments to arrays of one unit."""

    def __init__(self, unit: Unit, names: UnitNames, write: Expressions) -> None:
        self._unit = unit
        self._names = names
        self._write = write
        self._scope: dict[str, str] = {}

    def reduced(self, node: ex.Intrinsic) -> str | None:
        """Return the text of what a function makes of whole arrays; None if it is not followed."""
        shape = _shape(node, self._unit)
        if shape is None:
            return None
        kept, self._scope = self._scope, {}
        name = _name(shape)
        ranged = _ranged(shape, self._unit)
        sizes = "".join(
            f"trips({', '.join(self._range(name, index, item))}), "
            for index, item in ranged.items()
        )
        places = ", ".join(f"e{index}" for index in range(len(ranged)))
        given = node.arguments[:1] if node.name in _PLACES else node.arguments
        items = [self._element(_bare(item)) for item in given]
        texts = [self._write.value_in(item, self._scope) for item in items]
        self._scope = kept
        if node.name == "size":
            texts = ["0"]
        text = f"reduced({node.name!r}, ({sizes}), lambda {places}: {' * '.join(texts)})"
        return f"i32({text})" if node.type is Type.INTEGER else text

    def lines(self, target: Expr, value: Expr, lost: list[str]) -> list[str]:
        """Return the lines of an assignment ``is_by_element`` holds for; ``lost`` are those for a shape
        that is not known.
        """
        self._scope = {}
        name = _name(target)
        sizes = [
            f"trips({', '.join(self._range(name, index, item))})"
            for index, item in _ranged(target, self._unit).items()
        ]
        counts = [f"n{index}" for index in range(len(sizes))]
        place = self._element(target)
        assert isinstance(place, ex.Element)
        subscripts = [self._write.value_in(item, self._scope) for item in place.subscripts]
        spot = self._names.element(name, subscripts)
        loops = [
            f"{'    ' * depth}for e{index} in range(n{index}):"
            for depth, index in enumerate(reversed(range(len(sizes))))
        ]
        inside = "    " * len(sizes)
        text = self._write.value_in(self._element(value), self._scope)
        body = [
            f"BUDGET[0] -= {' * '.join(counts)}",
            "if BUDGET[0] < 0: refill()",
            "values = []",
            *(*loops, f"{inside}values.append({text})"),
            "values = iter(values)",
            *(*loops, f"{inside}{spot.memory}.put({spot.place}, next(values))"),
        ]
        known = " or ".join(f"{count}.__class__ is Unknown" for count in counts)
        return [
            *(f"{count} = {size}" for count, size in zip(counts, sizes, strict=True)),
            f"if {known}:",
            *(f"    {line}" for line in lost or ["pass"]),
            "else:",
            *(f"    {line}" for line in body),
        ]

    def _range(self, name: str, index: int, item: ex.Range | None) -> tuple[str, str, str]:
        """The first and last subscript of a dimension, and the step."""
        dimension = self._unit.symbols[name].dimensions[index]
        first, last, step = (
            (None, None, None) if item is None else (item.first, item.last, item.step)
        )
        value = self._write.value
        lower = (
            "1" if dimension.lower is None else self._names.bound(name, index, "l", dimension.lower)
        )
        upper = (
            "1" if dimension.upper is None else self._names.bound(name, index, "u", dimension.upper)
        )
        return (
            lower if first is None else value(first),
            upper if last is None else value(last),
            "1" if step is None else value(step),
        )

    def _element(self, node: Expr) -> Expr:
        """The element of an expression at ``e0``, ``e1``, ..."""
        if _is_array(node, self._unit):
            name = _name(node)
            ranged = _ranged(node, self._unit)
            given = node.subscripts if isinstance(node, ex.Section) else [None] * len(ranged)
            subscripts: list[Expr] = []
            for index, item in enumerate(given):
                if item is not None and not isinstance(item, ex.Range):
                    subscripts.append(item)
                    continue
                first, _, step = self._range(name, index, item)
                at = f"%{len(self._scope)}"
                self._scope[at] = f"({first} + e{list(ranged).index(index)} * {step})"
                subscripts.append(ex.Variable(at, Type.INTEGER))
            return ex.Element(name, tuple(subscripts), node.type)
        match node:
            case ex.Binary(left=left, right=right):
                return replace(node, left=self._element(left), right=self._element(right))
            case ex.Unary(operand=operand) | ex.Convert(operand=operand) | ex.Copy(operand=operand):
                return replace(node, operand=self._element(operand))
            case ex.Intrinsic(arguments=arguments):
                return replace(node, arguments=tuple(map(self._element, arguments)))
            case _:
                return node
