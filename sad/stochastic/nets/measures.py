"""What users ask of a net: arithmetic over ``throughput(t)``, ``tokens(p)``, ``probability(test)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sad.diagnostics import did_you_mean
from sad.expr.arrays import values_of
from sad.expr.functions import is_condition
from sad.expr.numbers import value_of
from sad.expr.parse import check, parse
from sad.expr.tree import Call, ExpressionError, Name, free_names, unbound
from sad.records import record
from sad.stochastic.parameters import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from fractions import Fraction

    from sad.algebra.runtime import Number
    from sad.document import Item
    from sad.expr.tree import Expr
    from sad.stochastic.chains.chain import Floats
    from sad.stochastic.nets.reach import Ints
    from sad.stochastic.nets.read import NetModel

    Value = Callable[[str, Callable[[str], Any]], Any]

THROUGHPUT, TOKENS, PROBABILITY = "throughput", "tokens", "probability"
FUNCTIONS = (THROUGHPUT, TOKENS, PROBABILITY)
_HINT = "throughput(TRANSITION), tokens(PLACE), probability(PLACE > 0), and arithmetic over them"


class Means(Protocol):
    """What a solver gives: values are numbers, fractions or formulas."""

    def throughput(self, transition: str) -> Any:
        """Return the firings per second of a transition."""
        ...

    def mean(self, tree: Expr) -> Any:
        """Return the mean of an expression over places, a condition being 1 or 0."""
        ...


def check_measure(item: Item, model: NetModel) -> None:
    """Raise SAD621 for what is no measure: of no such place or transition, or no expression."""
    try:
        _check(item.text(), model)
    except ExpressionError as error:
        item.fail("SAD621", f"{item.text()!r}: {error}", error.hint or _HINT)


def _check(text: str, model: NetModel) -> None:
    tree = parse(text)
    transitions = [entry.name for entry in model.transitions]
    check(tree, FUNCTIONS)
    for node in unbound(tree):
        if not isinstance(node, Call) or node.name not in FUNCTIONS:
            continue
        if len(node.arguments) != 1:
            raise ExpressionError(f"{node.text}: {node.name} has one argument")
        (argument,) = node.arguments
        if node.name == THROUGHPUT:
            if not isinstance(argument, Name) or argument.name not in transitions:
                hint = did_you_mean(
                    argument.text, transitions, f"there are: {_listed(transitions)}"
                )
                raise ExpressionError(f"there is no transition {argument.text}", hint)
            continue
        is_test = is_condition(argument) and not isinstance(argument, Name)
        if (node.name == PROBABILITY) != is_test:
            hint = "for instance probability(p > 0) and tokens(p)"
            raise ExpressionError(f"{argument.text} in {node.name}()", hint)
        check(argument)
        _check_names(argument, [*model.places, *model.parameters.items])
    outside = parse(_taken_out(text)[1])
    for name in free_names(outside):
        if name.name.startswith(_OWN):
            continue
        if name.name in model.places and name.name not in model.parameters.items:
            raise ExpressionError(f"{name.name} is a place", f"tokens({name.name}) is its mean")
    own = [name.name for name in free_names(outside) if name.name.startswith(_OWN)]
    _check_names(outside, [*model.parameters.items, *own])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)


def _check_names(tree: Expr, known: Collection[str]) -> None:
    for node in free_names(tree):
        if node.name not in known:
            raise unknown(node.name, known)


_OWN = "$"


def _taken_out(text: str) -> tuple[dict[str, Call], str]:
    """The functions in an expression by names of ours, and its text with these in their place."""
    found = [node for node in _calls(parse(text)) if node.name in FUNCTIONS]
    names = dict[str, Call]()
    for number, node in enumerate(sorted(found, key=lambda node: -node.at)):
        name = f"{_OWN}{number}"
        text = text[: node.at] + name + text[node.at + len(node.text) :]
        names[name] = node
    return names, text


def _calls(tree: Expr) -> list[Call]:
    """The calls in a tree that are in no measure."""
    if not isinstance(tree, Call):
        return []
    if tree.name in FUNCTIONS:
        return [tree]
    return [tree, *(call for argument in tree.arguments for call in _calls(argument))]


def measured(text: str, means: Means, values: Mapping[str, Any], value: Value) -> Any:
    """Return a measure; ``value(text, lookup)`` evaluates what is left once the functions are names.

    Raises ``ExpressionError`` if it has no value, as a quotient by a throughput of 0.
    """
    names, rest = _taken_out(text)
    known = dict(values)
    for name, node in names.items():
        (argument,) = node.arguments
        is_flow = node.name == THROUGHPUT
        known[name] = means.throughput(argument.text) if is_flow else means.mean(argument)
    return value(rest, known.__getitem__)


def calls_in(text: str) -> list[Call]:
    """Return the functions of ``FUNCTIONS`` in a measure."""
    return list(_taken_out(text)[0].values())


def structural_names(text: str) -> set[str]:
    """Return the names that stand with places in a measure: which markings count depends on them."""
    return {
        name.name
        for node in calls_in(text)
        if node.name != THROUGHPUT
        for name in free_names(node.arguments[0])
    }


def unit_of(text: str) -> str:
    """Return the unit of a measure: ``1/s`` for throughputs, ``s`` for what is divided by one."""
    power = _seconds(parse(text))
    return {-1: "1/s", 0: "1", 1: "s"}.get(power, f"s^{power}")


def _seconds(tree: Expr) -> int:
    match tree:
        case Name(name):
            return -1 if name.endswith("_per_s") else int(name.endswith("_s"))
        case Call("throughput"):
            return -1
        case Call("*", (left, right)):
            return _seconds(left) + _seconds(right)
        case Call("/", (left, right)):
            return _seconds(left) - _seconds(right)
        case Call("tokens" | "probability" | "**"):
            return 0
        case Call("if", (_, yes, _)):
            return _seconds(yes)
        case Call(_, arguments):
            return next((power for item in arguments if (power := _seconds(item))), 0)
        case _:
            return 0


@record
class NumberMeans:
    """Means of probabilities in floating point.

    ``tokens`` has a row for each place in ``places`` and a column for each state, as ``probabilities``.
    """

    places: Mapping[str, int]
    tokens: Ints
    probabilities: Floats
    rates: Mapping[str, float]
    values: Mapping[str, Number]

    def throughput(self, transition: str) -> float:
        """Return the firings per second of a transition."""
        return self.rates[transition]

    def mean(self, tree: Expr) -> float:
        """Return the mean of an expression over places."""

        def lookup(name: str) -> Any:
            if name in self.places:
                return self.tokens[self.places[name]].astype(np.float64)
            return np.float64(float(self.values[name]))

        with np.errstate(all="ignore"):
            found = np.broadcast_to(values_of(tree, lookup), self.probabilities.shape)
        return float(self.probabilities @ found)


@record
class FieldMeans:
    """Means of probabilities that are fractions or formulas; ``zero`` is of their type."""

    places: Mapping[str, int]
    tokens: Ints
    probabilities: Sequence[Any]
    rates: Mapping[str, Any]
    values: Mapping[str, Any]
    zero: Any

    def throughput(self, transition: str) -> Any:
        """Return the firings per second of a transition."""
        return self.rates[transition]

    def mean(self, tree: Expr) -> Any:
        """Return the mean of an expression over places."""
        total = self.zero
        for state, probability in enumerate(self.probabilities):

            def lookup(name: str, state: int = state) -> Number | Fraction:
                if name in self.places:
                    return int(self.tokens[self.places[name], state])
                return self.values[name]

            factor = value_of(tree, lookup)
            if factor:
                total = total + probability * factor
        return total
