"""What operators, intrinsic functions and addresses of array elements cost in compiled code.

A function here says which operations of docs/operations.md, compiled view, one evaluation is once
its operands are in registers. Facts about gcc 12 at -O2, each seen in its output: ``x**2`` is one
multiplication, ``2.0*x`` an addition, ``MAX`` of reals one instruction, ``ABS`` and a change of sign
one logical operation; complex arithmetic is done in parts.

Subscripts that move by equal steps cost no arithmetic: compiled code adds a constant to a pointer
(strength reduction), at most one addition per loop and distinct step beside the loop's own count.
Others are computed: an index read from memory is extended as it is loaded, one that was computed
takes an instruction for that, and one that selects a column a multiplication.
"""

from __future__ import annotations

from math import frexp
from typing import TYPE_CHECKING

from sad.codemodel.operations.accesses import element_type
from sad.ir.expr import COMPARISONS, LOGICALS, NARROWING, Operator, Type
from sad.ir.fold import element_total

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.value_graph import Graph, Spot, ValueNode
    from sad.ir.program import Dimension, Symbol

    Address = tuple[ValueNode, ...]
    Scale = tuple[Dimension, ...]

Cost = dict[str, float]
REALS = frozenset({Type.REAL, Type.DOUBLE, Type.QUAD})
COMPLEXES = frozenset({Type.COMPLEX, Type.DOUBLE_COMPLEX})
_SUMS = (Operator.ADD, Operator.SUB)
_MOST_MULTIPLIED = 256  # the largest constant exponent that gfortran multiplies out
_BITS = frozenset({"iand", "ior", "ieor", "not", "shiftl", "shifta"})
_WORDS = {
    "ishft": (1, 9), "shiftr": (1, 4), "ishftc": (1, 7), "ibits": (2, 2), "btest": (1, 2),
    "ibset": (1, 2), "ibclr": (1, 2), "dshiftl": (3, 3), "dshiftr": (3, 3), "merge_bits": (3, 3),
    "maskl": (4, 4), "maskr": (4, 4), "leadz": (4, 4), "trailz": (4, 4), "poppar": (5, 5),
    "popcnt": (16, 16), "bge": (1, 1), "bgt": (1, 1), "ble": (1, 1), "blt": (1, 1),
}  # fmt: skip
"""Instructions of functions of words: with a constant second argument, and with another."""
_FREE = frozenset(
    {
        "size", "lbound", "ubound", "shape", "kind", "digits", "radix", "maxexponent", "minexponent",
        "precision", "range", "bit_size", "selected_real_kind", "selected_int_kind", "epsilon",
        "huge", "tiny", "loc", "aimag", "imag", "cmplx", "dcmplx", "ichar", "char", "rank", "sizeof",
        "storage_size", "c_sizeof", "is_contiguous", "selected_char_kind", "new_line", "logical",
        "transfer",
        "same_type_as", "extends_type_of", "present", "allocated", "associated", "ieee_value",
    }
)  # fmt: skip
_CONVERSIONS = frozenset({"int", "real", "dble", "float", "sngl", "ifix", "idint", "dfloat"})


def number_of(value: ValueNode) -> float | None:
    """Return the number that a constant is; None for what is no constant."""
    constant = value.constant
    if isinstance(constant, int):
        return float(constant)
    if constant is None:
        return None
    try:
        return float(constant.upper().replace("D", "E").replace("Q", "E").rstrip("FL"))
    except ValueError:
        return None


def is_power_of_two(number: float | None) -> bool:
    """Whether a number is a power of two that a shift, or an exact reciprocal, replaces."""
    if number is None or number <= 0:
        return False
    mantissa, _ = frexp(number)
    return mantissa == 0.5


def binary(operator: Operator, kind: Type, left: ValueNode, right: ValueNode) -> Cost:
    """Return the cost of an operator on two values; ``kind`` is the result's type."""
    part, parts = element_type(kind)
    if operator in COMPARISONS:
        of, several = element_type(left.type)
        return {f"compare.{of}": several}
    if operator in LOGICALS:
        return {f"logical.{operator}": 1}
    if operator in _SUMS:
        return {f"add.{part}": parts}
    if operator is Operator.POWER:
        return _power(kind, left, right)
    one, other = number_of(left), number_of(right)
    if kind in COMPLEXES:
        return _complex(operator, part, left, right)
    if kind is Type.INTEGER:
        return _integer(operator, one, other)
    if operator is Operator.MUL:
        return {f"add.{part}": 1} if 2.0 in (one, other) else {f"mul.{part}": 1}
    if operator is Operator.DIV:
        return {f"mul.{part}": 1} if is_power_of_two(other) else {f"div.{part}": 1}
    return {f"{operator}.{kind}": 1}


def _integer(operator: Operator, left: float | None, right: float | None) -> Cost:
    if operator is Operator.MUL:
        factor = left if right is None else right
        simple = factor is not None and (is_power_of_two(abs(factor)) or factor in (3, 5, 9, 0))
        return {"add.integer": 1} if simple else {"mul.integer": 1}
    if operator is Operator.DIV:
        return {f"div.integer{divisor_suffix(right)}": 1}
    return {f"{operator}.integer": 1}


def divisor_suffix(divisor: float | None) -> str:
    """Return what an integer division by a constant has behind its key."""
    if divisor is None:
        return ""
    return ".power2" if is_power_of_two(abs(divisor)) else ".constant"


def _complex(operator: Operator, part: Type, left: ValueNode, right: ValueNode) -> Cost:
    real = left.kind == "widen" or right.kind == "widen"
    if operator is Operator.MUL:
        return {f"mul.{part}": 2} if real else {f"mul.{part}": 4, f"add.{part}": 2}
    if right.kind == "widen":
        return {f"div.{part}": 2}
    return {  # scaled by the larger part of the divisor, as Smith does
        f"div.{part}": 3,
        f"mul.{part}": 3,
        f"add.{part}": 3,
        f"neg.{part}": 2,
        f"compare.{part}": 1,
        "branch": 1,
    }


def _power(kind: Type, base: ValueNode, exponent: ValueNode) -> Cost:
    part, _ = element_type(kind)
    number = number_of(exponent)
    if exponent.type is not Type.INTEGER:
        if number == 2:
            return {f"mul.{part}": 1}
        return {} if number == 1 else {f"power_real.{kind}": 1}
    if number is None:
        if kind is Type.INTEGER and number_of(base) == 2:
            return {"add.integer": 2}
        return {f"power_int.{kind}": 1}
    size = int(abs(number))
    if size > _MOST_MULTIPLIED:
        return {f"power_int.{kind}": 1}
    steps = max(size.bit_length() + size.bit_count() - 2, 0)
    cost: Cost = {f"mul.{part}": steps} if kind not in COMPLEXES else {}
    if kind in COMPLEXES and steps:
        cost = {f"mul.{part}": 4 * steps, f"add.{part}": 2 * steps}
    if number < 0:
        cost[f"div.{part}"] = 1
    return cost


def unary(operator: Operator, kind: Type) -> Cost:
    """Return the cost of a sign or of a negation."""
    part, parts = element_type(kind)
    return {"logical.not": 1} if operator is Operator.NOT else {f"neg.{part}": parts}


def conversion(before: Type, after: Type) -> Cost:
    """Return the cost of a conversion between types; a truth value is a number already."""
    if before in COMPLEXES and after in COMPLEXES:
        return {f"convert.{element_type(before)[0]}.{element_type(after)[0]}": 2}
    source, target = element_type(before)[0], element_type(after)[0]
    return {} if source is target else {f"convert.{source}.{target}": 1}


def intrinsic(name: str, kind: Type, arguments: Sequence[ValueNode]) -> Cost:
    """Return the cost of an intrinsic function; ``kind`` is the result's type."""
    if name in _FREE or name in NARROWING or not arguments:
        return {}
    first = arguments[0].type
    part, parts = element_type(first)
    if name in _CONVERSIONS:
        return {} if first in COMPLEXES else conversion(first, kind)
    if name in ("max", "min"):
        key = "select.integer" if part is Type.INTEGER else f"intrinsic.{name}.{part}"
        return {key: len(arguments) - 1}
    if name in _BITS:
        return {"add.integer": 1}
    if name in _WORDS:
        is_constant = len(arguments) > 1 and number_of(arguments[1]) is not None
        return {"add.integer": _WORDS[name][0 if is_constant else 1]}
    if name == "abs" and first not in COMPLEXES:
        return (
            {"neg.integer": 1, "select.integer": 1} if part is Type.INTEGER else {f"neg.{part}": 1}
        )
    if name == "sign":
        return {"add.integer": 3} if part is Type.INTEGER else {f"neg.{part}": 2}
    if name == "dim":
        return {f"add.{part}": 1, _largest(part): 1}
    if name == "mod" and part is Type.INTEGER:
        return {f"intrinsic.mod.integer{divisor_suffix(number_of(arguments[-1]))}": 1}
    if name in ("conjg", "dconjg"):
        return {f"neg.{part}": 1}
    if name == "dprod":
        return {"convert.real.double": parts + 1, "mul.double": 1}
    return {f"intrinsic.{name}.{first}": 1}


def _largest(part: Type) -> str:
    return "select.integer" if part is Type.INTEGER else f"intrinsic.max.{part}"


class IndexCosts:
    """Indices of one unit's accesses, and the steps its loops take."""

    def __init__(self, graph: Graph, symbols: Mapping[str, Symbol]) -> None:
        self._graph = graph
        self._symbols = symbols
        self._steps: dict[int, tuple[Region, set[Hashable]]] = {}
        self._bases: dict[int, tuple[Region, set[Hashable]]] = {}

    def index(self, name: str, address: Address, spot: Spot) -> tuple[ValueNode, ...]:
        """Return the values that have to be computed for an address."""
        found: list[ValueNode] = []
        for number, subscript in enumerate(address):
            scale = self._scale(name, number, len(address))
            irregular = [
                (value, factor)
                for value, factor in subscript.as_linear[0].items()
                if not value.affine
            ]
            if not irregular:
                found.extend(_counted_apart(subscript))
                continue
            cost = _index_cost(irregular, scale, element_total(scale, self._symbols))
            operands = tuple(value for value, _ in irregular)
            detail = (scale, tuple(factor for _, factor in irregular))
            found.append(
                self._graph.make("index", Type.INTEGER, operands, cost, spot, detail=detail)
            )
        return tuple(found)

    def note(self, name: str, address: Address, region: Region) -> None:
        """Note the steps in which an access moves with the loops around it."""
        around = region
        while around.parent is not None:
            inner = around is region
            step = self._step(name, address, around, apart=not inner)
            if step is not None:
                table = self._steps if inner else self._bases
                entry = table.setdefault(id(around), (around, set()))
                entry[1].add(step if inner else (name, step))
            around = around.parent

    def increments(self) -> list[tuple[Region, int]]:
        """Return how many additions per iteration move pointers on, beside the loop's count."""
        inner = [(region, len(steps) - 1) for region, steps in self._steps.values()]
        outer = [(region, len(bases)) for region, bases in self._bases.values()]
        return [item for item in (*inner, *outer) if item[1] > 0]

    def _step(self, name: str, address: Address, region: Region, *, apart: bool) -> Hashable:
        """How an address moves in a loop; None if it does not, or not by equal steps.

        Columns ``apart`` by a distance that is not constant need pointers of their own.
        """
        parts: list[Hashable] = []
        offsets: list[Hashable] = []
        for number, subscript in enumerate(address):
            terms, constant = subscript.as_linear
            scale = self._scale(name, number, len(address))
            for value, factor in terms.items():
                if value.region is not region:
                    continue
                if not value.affine:
                    return None
                parts.append((scale, id(value), factor))
            if apart and constant and element_total(scale, self._symbols) is None:
                offsets.append((scale, constant))
        return frozenset((*parts, *offsets)) if parts else None

    def _scale(self, name: str, number: int, rank: int) -> Scale:
        """What a subscript is multiplied by: the dimensions that vary faster."""
        symbol = self._symbols.get(name)
        if symbol is None or not symbol.dimensions:
            return ()
        place = number - rank + len(symbol.dimensions)
        if place < 0:
            return ()
        return symbol.dimensions[place + 1 :] if symbol.row_major else symbol.dimensions[:place]


def _counted_apart(subscript: ValueNode) -> list[ValueNode]:
    """The induction variables of an affine subscript whose steps the program itself computes.

    In a counted loop they are no "phi" but a "counter": derived from the loop's own count.
    """
    return [value for value in subscript.as_linear[0] if value.induction and value.kind == "phi"]


def _index_cost(
    irregular: list[tuple[ValueNode, int]], scale: Scale, extent: int | None
) -> dict[str, float]:
    """What it takes to make an offset of values that do not move by equal steps."""
    adds = len(irregular) - 1 + sum(factor not in (1, 2, 4, 8) for _, factor in irregular)
    if not scale:
        extended = any(value.kind not in ("load", "result") for value, _ in irregular)
        adds += 1 if extended else 0
        return {"address": adds} if adds else {}
    if extent is not None and is_power_of_two(extent):
        return {"address": adds + 2}
    return {"mul.integer": 1, "address": adds + 1}
