"""What is exported in tests: programs, and formulas that belong to none."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.model.parameters import Kind
from sad.report.export.quantities import Exported, ExportedArgument, Quantity
from tests.support.formulas import value_of

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from sad.algebra.poly import Poly
    from tests.support.languages import Answers, Point


def of_formulas(polys: Sequence[Poly]) -> Exported:
    """Return an export of bare formulas; each is exported as a count."""
    symbols = sorted({name for poly in polys for name in atoms.free_symbols(poly)})
    arguments = [ExportedArgument(name, name, Kind.SIZE, None, "", "any", None) for name in symbols]
    quantities = [
        Quantity(("count", str(number)), f"formula {number}", "1", ((poly, 1.0),))
        for number, poly in enumerate(polys)
    ]
    return Exported("FUZZ", "tests", None, tuple(arguments), tuple(quantities), ())


def random_point(program: Exported, rng: random.Random) -> Point:
    """Return a value for every argument; those that floats cannot hold exactly do not occur."""
    point: Point = {}
    for item in program.arguments:
        match item.kind:
            case Kind.PROBABILITY:
                point[item.symbol] = Fraction(rng.randint(0, 8), 8)
            case Kind.SECONDS:
                point[item.symbol] = Fraction(rng.randint(0, 64), 1024)
            case Kind.TRIP_COUNT:
                point[item.symbol] = rng.randint(1, 6)
            case _:
                point[item.symbol] = rng.randint(1, 9)
    return point


def exact_answers(program: Exported, points: Sequence[Point]) -> Answers:
    """Return the values of all quantities, by walking through the formulas."""
    return [[_exact(quantity, point) for quantity in program.quantities] for point in points]


def _exact(quantity: Quantity, point: Point) -> Fraction | None:
    try:
        return sum(
            (Fraction(weight) * value_of(poly, point) for poly, weight in quantity.parts),
            Fraction(0),
        )
    except ZeroDivisionError:
        return None


def differences(program: Exported, got: Answers, expected: Answers) -> list[str]:
    """Return where two sets of answers differ by more than doubles must.

    Where an unused operation has no value, a language may find the whole to have one.
    """
    found: list[str] = []
    assert len(got) == len(expected)
    for mine, right in zip(got, expected, strict=True):
        for quantity, a, b in zip(program.quantities, mine, right, strict=True):
            if b is None:
                continue
            if a is None or abs(float(a) - float(b)) > 1e-9 * max(1.0, abs(float(b))) * (
                1.0 if quantity.is_count else 1e-6
            ):
                found.append(f"{'_'.join(quantity.words)}: {a}, not {b}")
    return found
