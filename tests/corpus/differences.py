"""Where C's rules make a kernel differ from its Fortran twin, each with the reason.

Everything not listed here is the same; what is listed must differ by exactly this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sad.counting.atoms import clamp, not_of
from sad.counting.poly import ONE, Poly

Operations = Mapping[str, Poly]

_P1 = Poly.symbol("probability1")
_TRIPS = Poly.symbol("trip_count1")
_EACH_N = clamp(Poly.symbol("n"))
"""A loop over n."""


@dataclass(frozen=True)
class Difference:
    """What C has more than Fortran, by procedure.

    ``operations`` in one execution of the procedure and what it calls, ``statements`` in its text;
    the procedures in ``shapes`` have other branches, and parameters of their own.
    """

    reason: str
    operations: Mapping[str, Operations] = field(default_factory=dict[str, Operations])
    statements: Mapping[str, int] = field(default_factory=dict[str, int])
    shapes: frozenset[str] = frozenset()

    def of(self, unit: str) -> Operations:
        """Return the operations a procedure has more."""
        return self.operations.get(unit, {})


NONE = Difference("the same")


def _by_value(**loads: Mapping[str, Poly]) -> Difference:
    """Scalars are passed by value: C loads the variables that Fortran passes a reference to."""
    return Difference(
        "scalars are passed by value",
        {
            unit: {f"load.{key}": count for key, count in found.items()}
            for unit, found in loads.items()
        },
    )


def _constant(value: int) -> Poly:
    return Poly.constant(value)


def _second_operand(first_goes_on: Poly, tests: Poly) -> dict[str, Poly]:
    """``it < maxit && zr*zr + zi*zi <= 4.0``: its right side runs where the left side holds."""
    skipped = (first_goes_on - ONE) * tests
    return {
        "logical.and": -tests,
        "branch.if": first_goes_on * tests,
        "compare.double": skipped,
        "add.double": skipped,
        "mul.double": skipped * 2,
        "load.double.scalar.local": skipped * 4,
    }


_SIZED = clamp(Poly.symbol("n")) - clamp(Poly.symbol("n") - ONE)
"""1 where n is at least 1, else 0."""

DIFFERENCES: dict[str, Difference] = {
    "cgrad": _by_value(
        cgrad={"integer.scalar.dummy": ONE + not_of(_P1) * _TRIPS * 2},
    ),
    "csrmv": Difference(
        "a row ends before the next one's start in C, at one less in Fortran",
        {"csrmv": {"sub.integer": -_EACH_N}},
    ),
    "histog": Difference(
        "a cast is the conversion that an assignment makes, INT is an intrinsic function",
        {"histog": {"convert.real.integer": _EACH_N, "intrinsic.int.real": -_EACH_N}},
    ),
    "idamax": Difference(
        "|| evaluates its right side only if the left one does not hold, .OR. both",
        {
            "idamax": {
                "logical.or": -ONE,
                "branch.if": _SIZED,
                "compare.integer": _SIZED - ONE,
                "load.integer.scalar.dummy": _SIZED - ONE,
            }
        },
        shapes=frozenset({"idamax"}),
    ),
    "mandel": Difference(
        "&& evaluates its right side only if the left one holds, .AND. both",
        {"mandel": _second_operand(_P1, _EACH_N * (_TRIPS + ONE))},
        shapes=frozenset({"mandel"}),
    ),
    "powerm": _by_value(powerm={"integer.scalar.dummy": _TRIPS}),
    "radix2": Difference(
        "2**M is written 1 << m",
        {"radix2": {"intrinsic.shiftl.integer": ONE, "power_int.integer": -ONE}},
    ),
    "rk4": _by_value(rk4={"integer.scalar.dummy": clamp(Poly.symbol("nstep")) * 4}),
    "scopy": Difference(
        "pointers walk where Fortran has subscripts of its own",
        {
            "scopy": {
                "assign.integer": _constant(-2),
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
    "simpsn": _by_value(
        simpsn={
            "double.scalar.dummy": _constant(2),
            "double.scalar.local": clamp(Poly.symbol("n") * 2 - ONE),
        },
    ),
    "trapez": _by_value(
        area={"double.scalar.dummy": _constant(2)},
        trapez={"double.scalar.dummy": _constant(8), "integer.scalar.dummy": ONE},
    ),
}
