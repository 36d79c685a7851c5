"""What has to be the same in two languages: the shape of a unit's description and its operations.

Counts are taken over the whole unit, summed over the loops around, so they do not depend on where an
index starts. Inputs go by their names in lower case, unresolved parameters by kind and order.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.canonical_text import plain_text
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.ir import stmt as st
from sad.ir.walk import statements
from sad.model.expand import expand
from sad.model.nodes import Block, Branch, Call, Loop, Node, Seq, UnitDescription, Weighted
from sad.model.parameters import Kind
from sad.model.walks.formulas import used_symbols
from sad.model.walks.terms import Context

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.ir.program import Unit
    from sad.model.nodes import Description
    from sad.model.parameters import Parameter

_POINTS = 80


class Row(NamedTuple):
    """One construct of the tree: how deep, what, how often in one execution of the unit."""

    depth: int
    what: str
    times: Poly


class Names:
    """Symbols under names that do not depend on the language."""

    def __init__(self, description: Description) -> None:
        self.parameters: dict[str, Parameter] = {}
        self._names: dict[str, Poly] = {}
        numbers: dict[Kind, int] = {}
        used = frozenset[str]().union(*(used_symbols(unit.tree) for unit in description.units))
        every = [item for unit in description.units for item in unit.parameters]
        every.sort(key=lambda item: (item.unit.lower(), item.span.line))
        for item in every:  # a condition that is known is no parameter of the counts
            if item.symbol in self._names or item.symbol not in used:
                continue
            if item.is_resolved:
                name = item.label.lower()
            else:
                numbers[item.kind] = numbers.get(item.kind, 0) + 1
                name = f"{item.kind}{numbers[item.kind]}"
            self._names[item.symbol] = Poly.symbol(name)
            self.parameters[name] = item

    def neutral(self, count: Poly) -> Poly:
        """Return a count under the neutral names."""
        return bind(count, self._names)


def rows(unit: UnitDescription, names: Names) -> list[Row]:
    """Return the loops, branches and calls of a unit in order, nested, with their counts."""
    found = _rows(unit.tree, Context(), 0)
    return [row._replace(times=names.neutral(row.times)) for row in found]


def _rows(node: Node, context: Context, depth: int) -> Iterator[Row]:
    match node:
        case Block():
            pass
        case Call(name=name):
            yield Row(depth, f"call {name.lower()}", context.count())
        case Seq(parts):
            for part in parts:
                yield from _rows(part, context, depth)
        case Weighted(weight, part):
            inside = context.weighted(weight)
            yield Row(depth, "part", inside.count())
            yield from _rows(part, inside, depth + 1)
        case Branch(arms=arms) if any(not _is_idle(part) for _, _, part in arms):
            yield Row(depth, "branch", context.count())
            for _, weight, part in arms:
                inside = context.weighted(weight)
                yield Row(depth + 1, "arm", inside.count())
                yield from _rows(part, inside, depth + 2)
        case Branch():
            pass
        case Loop(head=head, body=body, last=last):
            inside = context.in_loop(node)
            yield Row(depth, "loop", inside.count())
            yield Row(depth + 1, "final tests", context.weighted(last).count())
            yield from _rows(head, inside, depth + 1)
            yield from _rows(body, inside, depth + 1)


def _is_idle(node: Node) -> bool:
    """Whether a part only leads on, as a labelled CONTINUE does."""
    match node:
        case Block(lines):
            return not any(line.operations for line in lines)
        case Seq(parts):
            return all(map(_is_idle, parts))
        case _:
            return False


def operations(description: Description, unit: UnitDescription, names: Names) -> dict[str, Poly]:
    """Return how often each operation is performed in one execution of a unit and what it calls."""
    total: dict[str, Poly] = {}
    for block in expand(description, unit).blocks:
        count = names.neutral(block.count)
        for line in block.block.lines:
            for key, number in line.operations.items():
                total[key] = total.get(key, Poly.constant(0)) + count * number
    return total


def statement_count(unit: Unit) -> int:
    """Return how many statements of a unit do something beyond ending a loop or a procedure."""
    return sum(
        not isinstance(statement, st.Continue | st.Return) for statement in statements(unit.body)
    )


def same(one: Poly, other: Poly, positive: frozenset[str] = frozenset()) -> bool:
    """Whether two counts are equal: as formulas, or else at many points, exactly.

    Those in ``positive`` are at least 1.
    """
    if one == other:
        return True
    symbols = sorted(atoms.free_symbols(one) | atoms.free_symbols(other))
    points = _points(symbols, positive)
    return all(_value(one, point) == _value(other, point) for point in points)


def _points(
    symbols: Sequence[str], positive: frozenset[str]
) -> Iterator[Mapping[str, int | Fraction]]:
    dice = random.Random(1)
    for _ in range(_POINTS):
        yield {
            symbol: Fraction(dice.randint(0, 8), 8)
            if symbol.startswith(Kind.PROBABILITY)
            else dice.randint(1 if symbol in positive else -2, 9)
            for symbol in symbols
        }


def _value(count: Poly, point: Mapping[str, int | Fraction]) -> object:
    try:
        return evaluate(count, point)  # type: ignore[arg-type]
    except (ZeroDivisionError, ArithmeticError) as problem:
        return type(problem).__name__


def shown(count: Poly) -> str:
    """Return a count as text."""
    return plain_text(count)
