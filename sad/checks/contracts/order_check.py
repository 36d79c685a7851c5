"""Whether everything a unit does stays within an order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.growth import Bounds, below, thinned
from sad.algebra.poly import Poly
from sad.algebra.simplify import Simplifier, product_facts
from sad.checks.contracts.assumed import assumed
from sad.checks.contracts.compare import Answer
from sad.checks.contracts.names import free_symbols

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.algebra.growth import Bound, Powers
    from sad.checks.contracts.names import UnitNames
    from sad.checks.contracts.order import Order


def within_order(names: UnitNames, counts: Collection[Poly], order: Order) -> Answer:
    """Tell whether counts grow no faster than an order.

    That a count grows faster is certain where it is a plain polynomial; else its bound may only be
    too high.
    """
    sizes = [name for name in sorted(free_symbols(counts)) if not names.is_small(name)]
    simple = Simplifier(assumed(sizes, product_facts(counts)))
    bounds = Bounds(names.is_small, simple.holds)
    beyond: dict[Powers, bool] = {}
    for count in {simple.poly(count) for count in counts}:
        plain = not any(atoms.definition(s) or names.is_small(s) for s in count.symbols())
        plain = plain and all(value > 0 for value in count.terms.values())
        for alternatives in bounds.of_terms(count).values():
            for limit in order:
                if not any(_is_within(bound, limit) for bound in alternatives):
                    for term in alternatives[0]:
                        if not _is_within(frozenset((term,)), limit):
                            beyond[term] = beyond.get(term, False) or plain
    if not beyond:
        return Answer(True)
    top = thinned(beyond)
    text = ", ".join(sorted(_shown(term, names) for term in top))
    return Answer(False if any(beyond[term] for term in top) else None, text)


def _is_within(bound: Bound, limit: Bound) -> bool:
    return all(any(below(term, other) for other in limit) for term in bound)


def _shown(term: Powers, names: UnitNames) -> str:
    factors: list[tuple[str, bool, str]] = []
    for name, power in term:
        atom = atoms.definition(name)
        inside = atom.argument.as_symbol if isinstance(atom, atoms.Log) else None
        label = names.printer.poly(Poly.symbol(inside or name))
        text = f"log2({label})" if inside else label
        factors.append((inside or name, bool(inside), text if power == 1 else f"{text}**{power}"))
    return "*".join(text for *_, text in sorted(factors)) or "1"
