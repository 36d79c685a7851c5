"""Where C's rules make a kernel differ from its Fortran twin, each with the reason.

Everything not listed here is the same; what is listed must differ by exactly this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sad.algebra.atoms import clamp, not_of
from sad.algebra.poly import ONE, ZERO, Poly

Operations = Mapping[str, Poly]
More = Poly | Callable[[Operations], Poly]
"""How often C does something more than Fortran; possibly in terms of Fortran's operations."""

_P1, _P2 = Poly.symbol("probability1"), Poly.symbol("probability2")
_TRIPS = Poly.symbol("trip_count1")
_N = Poly.symbol("n")


@dataclass(frozen=True)
class Difference:
    """What C has more than Fortran, by procedure.

    ``operations`` in one execution of the procedure and what it calls, ``statements`` in its text;
    the procedures in ``shapes`` have other branches, and parameters of their own. Sizes in
    ``positive`` are only compared where they are.
    """

    reason: str
    operations: Mapping[str, Mapping[str, More]] = field(
        default_factory=dict[str, Mapping[str, More]]
    )
    statements: Mapping[str, int] = field(default_factory=dict[str, int])
    shapes: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()

    def of(self, unit: str, fortran: Operations) -> dict[str, Poly]:
        """Return the operations of a procedure in C, from those in Fortran."""
        expected = dict(fortran)
        for key, more in self.operations.get(unit, {}).items():
            count = more if isinstance(more, Poly) else more(fortran)
            expected[key] = expected.get(key, ZERO) + count
        return expected


def _whole(number: int) -> Poly:
    return Poly.constant(number)


def _at_least(symbol: str, least: int) -> Poly:
    """1 if a whole number is at least ``least``, else 0."""
    return clamp(Poly.symbol(symbol) - (least - 1)) - clamp(Poly.symbol(symbol) - least)


def _by_value(**loads: Mapping[str, Poly]) -> Difference:
    operations = {
        unit: {f"load.{key}": count for key, count in found.items()}
        for unit, found in loads.items()
    }
    return Difference("C loads a scalar to pass its value, Fortran passes a reference", operations)


def _last_index(unit: str, more: More) -> Difference:
    reason = (
        "of indices from 0 the last is N - 1; C says i < n, and where it needs the last index n - 1"
    )
    return Difference(reason, {unit: {"sub.integer": more}})


def _tested_at_end(unit: str, ends: Poly) -> Difference:
    reason = "do ends by its own test, DO by IF (...) EXIT: two statements, and a jump"
    return Difference(reason, {unit: {"goto": -ends}}, statements={unit: -2})


def _joined(*differences: Difference) -> Difference:
    """Several reasons for one procedure."""
    operations: dict[str, dict[str, More]] = {}
    statements: dict[str, int] = {}
    for item in differences:
        for unit, more in item.operations.items():
            operations.setdefault(unit, {}).update(more)
        statements.update(item.statements)
    shapes = frozenset[str]().union(*(item.shapes for item in differences))
    positive = frozenset[str]().union(*(item.positive for item in differences))
    reason = "; ".join(item.reason for item in differences)
    return Difference(reason, operations, statements, shapes, positive)


def _entries_but(number: int) -> More:
    """Once less in every DO loop but some."""
    return lambda fortran: _whole(number) - fortran["loop.entry"]


def _second_operand(skipped: Poly, tests: Poly) -> dict[str, More]:
    """Of ``it < maxit && zr*zr + zi*zi <= 4.0`` the right side runs only where the left side holds."""
    return {
        "logical.and": -tests,
        "branch.if": tests - skipped,
        "compare.double": -skipped,
        "add.double": -skipped,
        "mul.double": -skipped * 2,
        "load.double.scalar.local": -skipped * 4,
    }


_EACH_N = clamp(_N)
_ONCE_SIZED = _at_least("n", 1)

_SAME = Difference("the same")

DIFFERENCES: dict[str, Difference] = {
    "bandmv": _last_index("bandmv", _whole(-2)),
    "cgrad": _by_value(cgrad={"integer.scalar.dummy": ONE + not_of(_P1) * _TRIPS * 2}),
    "cholsk": _last_index("cholsk", _entries_but(1)),
    "csrmv": _last_index("csrmv", -_EACH_N),
    "digsum": _tested_at_end("digsum", _EACH_N),
    "gseidl": _tested_at_end("gseidl", not_of(_P2 * _TRIPS)),
    "histog": _joined(
        _last_index("histog", _whole(-1)),
        Difference(
            "a cast is the conversion that an assignment makes, INT is an intrinsic function",
            {"histog": {"convert.real.integer": _EACH_N, "intrinsic.int.real": -_EACH_N}},
        ),
    ),
    "idamax": _joined(
        _last_index("idamax", -_ONCE_SIZED * _at_least("incx", 1)),
        Difference(
            "|| evaluates its right side only if the left one does not hold, .OR. both",
            {
                "idamax": {
                    "logical.or": -ONE,
                    "branch.if": _ONCE_SIZED,
                    "compare.integer": _ONCE_SIZED - ONE,
                    "load.integer.scalar.dummy": _ONCE_SIZED - ONE,
                }
            },
            shapes=frozenset({"idamax"}),
        ),
    ),
    "insert": _last_index("insert", _whole(-1)),
    "mandel": _joined(
        _last_index("mandel", _whole(-1)),
        Difference(
            "&& evaluates its right side only if the left one holds, .AND. both",
            {
                "mandel": _second_operand(
                    not_of(_P1) * _EACH_N * (_TRIPS + ONE), _EACH_N * (_TRIPS + ONE)
                )
            },
            shapes=frozenset({"mandel"}),
        ),
    ),
    "mmblk": _joined(
        _last_index("mmblk", lambda fortran: fortran["intrinsic.min.integer"]),
        Difference(
            "a step below 1: DO counts down, C's loop ends at once or never",
            positive=frozenset({"nb"}),
        ),
    ),
    "powerm": _by_value(powerm={"integer.scalar.dummy": _TRIPS}),
    "radix2": _joined(
        _last_index("radix2", _entries_but(1)),
        Difference(
            "2**M is written 1 << m",
            {"radix2": {"intrinsic.shiftl.integer": ONE, "power_int.integer": -ONE}},
        ),
    ),
    "rk4": _by_value(rk4={"integer.scalar.dummy": clamp(Poly.symbol("nstep")) * 4}),
    "scopy": Difference(
        "pointers walk where Fortran has subscripts of its own",
        {
            "scopy": {
                "assign.integer": _whole(-2),
                "load.integer.scalar.dummy": _EACH_N * 2,
                "load.integer.scalar.local": -_EACH_N * 2,
                "load.real.element1.dummy": -_EACH_N,
                "load.real.element1.local": _EACH_N,
                "store.integer.scalar.dummy": _EACH_N * 2,
                "store.integer.scalar.local": -_EACH_N * 2 - 2,
                "store.real.element1.dummy": -_EACH_N,
                "store.real.element1.local": _EACH_N,
            }
        },
        statements={"scopy": -2},
    ),
    "shells": _last_index("shells", _entries_but(0)),
    "simpsn": _joined(
        _last_index("simpsn", _whole(-1)),
        _by_value(
            simpsn={
                "double.scalar.dummy": _whole(2),
                "double.scalar.local": clamp(_N * 2 - ONE),
            },
        ),
    ),
    "stackm": _last_index("stackm", _whole(-1)),
    "transp": _last_index("transp", _entries_but(1)),
    "trapez": _by_value(
        area={"double.scalar.dummy": _whole(2)},
        trapez={"double.scalar.dummy": _whole(8), "integer.scalar.dummy": ONE},
    ),
    "trsolv": _last_index("trsolv", ONE - _EACH_N),
    "unroll": _last_index("unroll", _entries_but(0)),
    "walsh": _last_index("walsh", _entries_but(0)),
}


def difference(name: str) -> Difference:
    """Return how a kernel's C version differs, if at all."""
    return DIFFERENCES.get(name, _SAME)
