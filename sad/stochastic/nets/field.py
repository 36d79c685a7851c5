"""Nets in fractions and in formulas: the chain of a small net, with nothing rounded."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.expr.numbers import fraction_of
from sad.expr.parse import parse
from sad.expr.symbolic import symbolic
from sad.expr.tree import free_names
from sad.records import record
from sad.stochastic.chains import ChainError
from sad.stochastic.chains.exact import in_field
from sad.stochastic.nets.bind import bind, net_of
from sad.stochastic.nets.measures import FieldMeans, structural_names
from sad.stochastic.nets.net import Kind
from sad.stochastic.nets.reach import reachable
from sad.stochastic.nets.tangible import tangible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.document import Item
    from sad.stochastic.nets.reach import Graph
    from sad.stochastic.nets.read import NetModel

_MOST_FRACTIONS, _MOST_FORMULAS = 400, 40
"""States of a net that is solved exactly, and of one that is solved in names."""


@record
class FieldSolution:
    """A net with values that are not rounded: ``means`` has probabilities by tangible marking."""

    graph: Graph
    states: Sequence[int]
    values: Mapping[str, Any]
    means: FieldMeans


def solve_in_fractions(model: NetModel, given: Mapping[str, str], most: int) -> FieldSolution:
    """Return probabilities and throughputs as fractions.

    Raises ``SadError`` as ``reachable``, ``tangible`` and ``bind``, and as ``exact_steady_state``.
    """
    values = model.parameters.values(given, exact=True)
    bound = bind(model, values, exact=True)
    graph = _graph(model, reachable(bound.net, most), _MOST_FRACTIONS, "fractions", "--exact")
    speeds = [Fraction(speed) for speed in bound.speeds]
    tangible(graph, [float(speed) for speed in speeds])  # refuses traps
    return _solved(model, graph, speeds, values, Fraction(1))


def solve_in_names(model: NetModel, given: Mapping[str, str], most: int) -> FieldSolution:
    """Return probabilities and throughputs as formulas in the parameters that are not set.

    Parameters on which the markings depend have their values. Raises as ``solve_in_fractions``.
    """
    sympy: Any = import_module("sympy")
    numbers = model.parameters.values(given, exact=True)
    fixed = _structural(model) | set(given)
    known: dict[str, Any] = {}
    for name, item in model.parameters.items.items():
        if name in fixed:
            known[name] = _exactly(sympy, numbers[name])
        elif not list(free_names(parse(item.text()))):
            known[name] = sympy.Symbol(name, positive=True)
    for name, item in model.parameters.items.items():
        if name not in known:
            known[name] = _formula(item, model, known)
    net = net_of(model, numbers)
    graph = _graph(model, reachable(net, most), _MOST_FORMULAS, "formulas", "--symbolic")
    tangible(graph, [1.0] * len(net.transitions))  # refuses traps
    formulas: list[Any] = [
        sympy.Integer(1) if entry.speed is None else _formula(entry.speed, model, known)
        for entry in model.transitions
    ]
    names = sorted({name for formula in formulas for name in formula.free_symbols}, key=str)
    field: Any = sympy.QQ.frac_field(*names) if names else sympy.QQ
    try:
        speeds = [field.from_sympy(sympy.together(formula)) for formula in formulas]
    except sympy.polys.polyerrors.CoercionFailed:
        wrong = next(f for f in formulas if not f.is_rational_function(*names))
        message = f"no formula: {wrong} is no quotient of polynomials"
        error = ChainError("SAD612", message, "give its names values with --set")
        raise error.at(model.root.span) from None
    found = _solved(model, graph, speeds, known, field.one)
    means = found.means

    def simple(value: Any) -> Any:
        return sympy.factor(field.to_sympy(value))

    rates = {name: simple(rate) for name, rate in means.rates.items()}
    formulas = [simple(value) for value in means.probabilities]
    parts = (means.places, means.tokens, formulas, rates, numbers, sympy.Integer(0))
    return FieldSolution(graph, found.states, known, FieldMeans(*parts))


def _structural(model: NetModel) -> set[str]:
    """The parameters on which the markings depend, and those that these are computed from."""
    texts = [item.text() for item in model.places.values()]
    for entry in model.transitions:
        for _, _, count in (*entry.takes, *entry.gives, *entry.unless):
            if count is not None:
                texts.append(count.text())
        texts += [item.text() for item in (entry.servers, entry.priority) if item is not None]
    waiting = {name.name for text in texts for name in free_names(parse(text))}
    for item in model.measures.values():
        waiting |= structural_names(item.text())
    found: set[str] = set()
    items = model.parameters.items
    while waiting:
        name = waiting.pop()
        if name in items and name not in found:
            found.add(name)
            waiting |= {node.name for node in free_names(parse(items[name].text()))}
    return found


def _exactly(sympy: Any, value: Any) -> Any:
    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    return sympy.nsimplify(value, rational=True)


def _formula(item: Item, model: NetModel, known: Mapping[str, Any]) -> Any:
    def lookup(name: str) -> Any:
        if name not in known:
            return _formula(model.parameters.items[name], model, known)
        return known[name]

    return symbolic(item.text(), lookup)


def _graph(model: NetModel, graph: Graph, most: int, what: str, option: str) -> Graph:
    """The graph, if it is small enough, and no time is fixed."""
    for item in graph.net.transitions:
        if item.kind is Kind.DETERMINISTIC:
            message = f"{item.name} has a fixed delay: there are no {what}"
            error = ChainError("SAD612", message, f"leave {option} out")
            raise error.at(item.span)
    count = int((~graph.vanishing).sum())
    if count > most:
        message = f"{count:,} tangible markings: {what} are for at most {most}"
        raise ChainError("SAD612", message, f"leave {option} out").at(model.root.span)
    return graph


def _solved(
    model: NetModel, graph: Graph, speeds: Sequence[Any], values: Mapping[str, Any], one: Any
) -> FieldSolution:
    rows: list[dict[int, Any]] = [{} for _ in range(graph.size)]
    arcs = [
        (int(source), int(target), int(number), speeds[number] * int(degree))
        for source, target, number, degree in zip(
            graph.sources, graph.targets, graph.transitions, graph.degrees, strict=True
        )
    ]
    for source, target, _, weight in arcs:
        row = rows[source]
        row[target] = row[target] + weight if target in row else weight
    vanishing = set(map(int, np.flatnonzero(graph.vanishing)))
    try:
        levels = in_field(rows, one, graph.text, vanishing)
    except ChainError as error:
        raise error.at(model.root.span) from None
    flow = dict.fromkeys(range(len(speeds)), one - one)
    for source, _, number, weight in arcs:
        flow[number] = flow[number] + levels[source] * weight
    states = [state for state in range(graph.size) if state not in vanishing]
    places = {place.name: number for number, place in enumerate(graph.net.places)}
    rates = {item.name: flow[number] for number, item in enumerate(graph.net.transitions)}
    probabilities = [levels[state] for state in states]
    tokens = graph.markings[:, states]
    means = FieldMeans(places, tokens, probabilities, rates, values, one - one)
    return FieldSolution(graph, states, values, means)


def fraction_value(text: str, lookup: Any) -> Any:
    """Return what is left of a measure as a fraction."""
    return fraction_of(parse(text), lookup)
