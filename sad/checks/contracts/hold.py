"""Checks costs against contracts: reports what does not hold, or cannot be proved to."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.growth import Bounds, below, thinned
from sad.algebra.poly import ZERO, Poly
from sad.algebra.simplify import Simplifier, product_facts
from sad.checks.contracts.assumed import assumed
from sad.checks.contracts.clauses import Clause, Measure, Relation
from sad.checks.contracts.compare import Answer, Comparison
from sad.checks.contracts.names import UnitNames, free_symbols
from sad.checks.contracts.order import read_order
from sad.checks.costs.messages import messages_of
from sad.checks.outcome import Finding
from sad.diagnostics import Severity, input_error
from sad.expr.exact import count_of
from sad.expr.tree import ExpressionError
from sad.stubs.keys import closest_operation, may_match
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sad.algebra.growth import Bound, Powers
    from sad.checks.contracts.clauses import Contract
    from sad.checks.contracts.order import Order
    from sad.checks.costs.record import Amounts, State, UnitCost

_MOST_NAMES = 4
_FORMULA_HINT = "names are arguments; docs/expressions.md has operators and functions"
_FAILED = {
    Relation.EXACT: "is not what it does",
    Relation.MAX: "is exceeded",
    Relation.LEADING: "is exceeded",
}
_OPEN = {
    Relation.EXACT: "cannot be shown to be what it does",
    Relation.MAX: "cannot be shown to be enough",
    Relation.LEADING: "cannot be shown to be the leading term",
}


class Holding:
    """Holds formulas of contracts against the costs of one program."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._opaque: dict[str, frozenset[str]] = {}

    def findings(self, contract: Contract, cost: UnitCost) -> Iterator[Finding]:
        """Yield findings about the formulas of a contract.

        Raises ``SadError``: SAD833 (no formula or operation), SAD835 (a name the unit does not have).
        """
        names = UnitNames(cost)
        for clause in contract.clauses:
            text = self._answer(clause, cost, names)
            if text:
                yield Finding(
                    clause.rule,
                    Severity.ERROR,
                    cost.name,
                    f"contract {clause} ({clause.span}) {text}",
                    cost.span,
                )

    def _answer(self, clause: Clause, cost: UnitCost, names: UnitNames) -> str:
        """What is wrong, as the end of a sentence; empty if the clause holds."""
        read = _Read(clause, names)  # bad formulas are told of in any case
        if clause.measure is Measure.OPERATIONS and not may_match(clause.operation):
            close = closest_operation(clause.operation)
            hint = "docs/operations.md has them" + (f"; one is {close}" if close else "")
            message = f"{clause}: there is no such operation"
            raise input_error("SAD833", message, clause.span, hint)
        reason = self._unknown(cost)
        if reason:
            return f"cannot be checked: {reason}"
        amounts = cost.total or {}
        if clause.measure is Measure.ORDER:
            return _order(within_order(names, amounts.values(), read.order), amounts, names, read)
        if clause.measure is Measure.FLOPS:
            count, left_out = flops(amounts), not_counted(amounts)
        elif clause.measure is Measure.MESSAGES:
            count, left_out = messages_of(amounts), []
        else:
            count, left_out = of_pattern(amounts, clause.operation), []
        open_names = _unnamed(names, (count,), read, small=clause.relation is Relation.EXACT)
        if open_names:
            return _rests_on(open_names)
        text = _compared(clause, count, read, names)
        if text and left_out:
            text += f"; not counted as flops: {', '.join(left_out[:_MOST_NAMES])}"
        return text

    # --- what keeps a cost from being known ------------------------------------------------------

    def _unknown(self, cost: UnitCost) -> str:
        opaque = sorted(self._opaque_units(cost.name, frozenset()))
        if opaque:
            return f"statements of {_listed(opaque)} are not modelled"
        if cost.total is None:
            return "the formula of its cost with all calls is too long"
        if cost.externals:
            left = [name for name in cost.externals if name in self._state.units]
            if left:
                return f"it calls {_listed(left)}, whose cost is too large to be inlined"
            return f"it calls {_listed(list(cost.externals))}, which is not in the program (--stub)"
        return ""

    def _opaque_units(self, name: str, above: frozenset[str]) -> frozenset[str]:
        """The units that one calls, itself included, of which statements are not modelled."""
        cost = self._state.units.get(name)
        if cost is None or name in above:
            return frozenset()
        known = self._opaque.get(name)
        if known is None:
            own = frozenset((name,)) if cost.opaque else frozenset[str]()
            called = (self._opaque_units(callee, above | {name}) for callee in cost.calls)
            known = own.union(*called)
            if not above:  # inside, what is called back is left out
                self._opaque[name] = known
        return known


class _Read:
    """The formula of a clause."""

    def __init__(self, clause: Clause, names: UnitNames) -> None:
        self.symbols: set[str] = set()
        self._names = names
        try:
            self.order = ()
            if clause.measure is Measure.ORDER or clause.relation is Relation.LEADING:
                self.order = read_order(clause.formula, self._symbol)
            if clause.measure is not Measure.ORDER:
                self.count = count_of(clause.formula, lambda name: Poly.symbol(self._symbol(name)))
        except ExpressionError as error:
            if error.unknown:
                hint = names.suggestion(error.unknown)
                raise input_error("SAD835", f"{clause}: {error}", clause.span, hint) from None
            message = f"{clause}: no formula: {error}"
            raise input_error("SAD833", message, clause.span, error.hint or _FORMULA_HINT) from None

    def _symbol(self, name: str) -> str:
        symbol = self._names.find(name)
        if symbol is None:
            raise ExpressionError(f"nothing is called {name}", unknown=name)
        self.symbols.add(symbol)
        return symbol


def _compared(clause: Clause, count: Poly, read: _Read, names: UnitNames) -> str:
    comparison = Comparison(names, count, read.count)
    match clause.relation:
        case Relation.EXACT:
            answer = comparison.exact()
        case Relation.MAX:
            answer = comparison.at_most()
        case Relation.LEADING:
            answer = comparison.leading(read.order)
    if answer.holds:
        return ""
    said = _OPEN if answer.holds is None else _FAILED
    return f"{said[clause.relation]}: the count is {comparison.shown(count)}, {answer.text}"


def _order(answer: Answer, amounts: Amounts, names: UnitNames, read: _Read) -> str:
    if answer.holds:
        return ""
    open_names = _unnamed(names, tuple(amounts.values()), read, small=False)
    if open_names:
        return _rests_on(open_names)
    if answer.holds is None:
        return f"cannot be shown to hold: the cost is known to grow no faster than {answer.text}"
    return f"is exceeded: the cost grows with {answer.text}"


def _unnamed(names: UnitNames, counts: tuple[Poly, ...], read: _Read, *, small: bool) -> list[str]:
    """What only a run can tell and the contract does not name; probabilities if ``small``."""
    return [
        names.label(symbol)
        for symbol in sorted(free_symbols(counts) - read.symbols)
        if is_unresolved(symbol) and (small or not names.is_small(symbol))
    ]


def _rests_on(names: list[str]) -> str:
    return (
        f"cannot be checked: the cost rests on {_listed(names)}, which only a run can tell and the "
        "contract does not name"
    )


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMES])
    return f"{shown}, ..." if len(names) > _MOST_NAMES else shown


_REAL, _COMPLEX = ("real", "double", "quad"), ("complex", "double_complex")
FLOPS = {
    **{f"{name}.{kind}": 1 for name in ("add", "sub", "mul", "div") for kind in _REAL},
    **{f"intrinsic.sqrt.{kind}": 1 for kind in _REAL},
    **{f"{name}.{kind}": 2 for name in ("add", "sub") for kind in _COMPLEX},
    **{f"mul.{kind}": 6 for kind in _COMPLEX},
    **{f"div.{kind}": 11 for kind in _COMPLEX},
}
"""How many floating-point operations one of a key is; complex ones by their textbook formulas."""
_FREE = ("abs", "sign", "max", "min", "aimag", "conjg", "real", "dble", "int", "nint", "cmplx")


def flops(amounts: Amounts) -> Poly:
    """Return how many floating-point operations amounts are."""
    return Poly.weighted_sum((poly, FLOPS[key]) for key, poly in amounts.items() if key in FLOPS)


def not_counted(amounts: Amounts) -> list[str]:
    """Return the operations on real numbers that are work but no flop: powers and functions."""
    return [key for key, poly in amounts.items() if poly and key not in FLOPS and _is_function(key)]


def _is_function(key: str) -> bool:
    name, _, rest = key.partition(".")
    if not rest.endswith((*_REAL, *_COMPLEX)):
        return False
    return name in ("power_int", "power_real") or (
        name == "intrinsic" and rest.partition(".")[0] not in _FREE
    )


def of_pattern(amounts: Amounts, pattern: str) -> Poly:
    """Return how often the operations with keys of a pattern are performed together."""
    found = ZERO
    for key, poly in amounts.items():
        if fnmatchcase(key, pattern):
            found = found + poly
    return found


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
