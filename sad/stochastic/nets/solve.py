"""A net at values of its parameters, solved as asked for: what is printed of it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import argument_error
from sad.expr.arrays import values_of
from sad.expr.numbers import value_of
from sad.expr.parse import parse
from sad.expr.symbolic import symbolic
from sad.expr.tree import ExpressionError
from sad.records import record, replace
from sad.stochastic.chains import ChainError, steady_state
from sad.stochastic.chains.transient import at_time
from sad.stochastic.nets.bind import bind
from sad.stochastic.nets.field import fraction_value, solve_in_fractions, solve_in_names
from sad.stochastic.nets.fixed import has_fixed, solve_fixed
from sad.stochastic.nets.measures import THROUGHPUT, NumberMeans, calls_in, measured, unit_of
from sad.stochastic.nets.net import Kind
from sad.stochastic.nets.reach import MOST_MARKINGS, reachable
from sad.stochastic.nets.simulate import Interval, SimulatedMeans, Simulation, interval_of
from sad.stochastic.nets.structure_solution import structure_of
from sad.stochastic.nets.tangible import tangible, throughputs
from sad.stochastic.parameters import shown
from sad.stochastic.solution import Measure, Part, PartTable, Solution

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.runtime import Number
    from sad.diagnostics import Diagnostics
    from sad.stochastic.chains.chain import Floats
    from sad.stochastic.models import Options
    from sad.stochastic.nets.field import FieldSolution
    from sad.stochastic.nets.measures import Means
    from sad.stochastic.nets.net import Net
    from sad.stochastic.nets.reach import Graph, Ints
    from sad.stochastic.nets.read import NetModel
    from sad.stochastic.nets.tangible import Tangible

_MOST_STATES = 1000
"""Probabilities of markings that are listed."""


@record
class _Sizes:
    """How many markings there are, in words."""

    graph: Graph

    def __str__(self) -> str:
        count = self.graph.size
        vanishing = int(self.graph.vanishing.sum())
        text = f"{count:,} markings"
        return f"{text}, {count - vanishing:,} of them tangible" if vanishing else text


def solution_of(
    model: NetModel, given: Mapping[str, str], options: Options, diagnostics: Diagnostics
) -> Solution:
    """Return the measures of a net, solved as ``options`` say; raises ``SadError`` as that."""
    del diagnostics
    found = _solution(model, given, options)
    return replace(found, remarks=(*found.remarks, *model.remarks))


def _solution(model: NetModel, given: Mapping[str, str], options: Options) -> Solution:
    asked = [
        f"--{name}"
        for name in ("exact", "symbolic", "structure", "simulate", "at")
        if getattr(options, name) not in (None, False)
    ]
    if len(asked) > 1:
        raise argument_error("SAD502", f"{asked[0]} and {asked[1]} together", "leave one out")
    most = options.most_markings or MOST_MARKINGS
    if options.structure:
        return structure_of(model, given, most)
    if options.exact:
        return _in_fractions(model, solve_in_fractions(model, given, most), options)
    if options.symbolic:
        return _in_names(model, solve_in_names(model, given, most), options)
    if options.simulate:
        return _simulated(model, given, options)
    return _numeric(model, given, options, most)


def _numeric(model: NetModel, given: Mapping[str, str], options: Options, most: int) -> Solution:
    values = model.parameters.values(given)
    bound = bind(model, values)
    net = bound.net
    kinds = [item.kind for item in net.transitions]
    graph = reachable(net, most)
    speeds = [
        0.0 if kind is Kind.DETERMINISTIC else float(speed)
        for kind, speed in zip(kinds, bound.speeds, strict=True)
    ]
    found = tangible(graph, speeds)
    fixed = has_fixed(found)
    entering, fired = None, dict[int, float]()
    if options.at is not None:
        if fixed:
            first = net.transitions[kinds.index(Kind.DETERMINISTIC)]
            message = f"--at is for random times, and {first.name} has a fixed delay"
            raise argument_error("SAD502", message, "leave --at out")
        probabilities = _at(found, options.at)
        method = f"{_Sizes(graph)}; {options.at:g} s after the start, by uniformisation"
    elif fixed:
        solved = solve_fixed(found, [float(speed) for speed in bound.speeds])
        probabilities, fired, entering = solved.probabilities, solved.rates, solved.entering
        method = f"{_Sizes(graph)}; chain between delays, {_balance(solved.residual)}"
    else:
        try:
            steady = steady_state(found.chain)
        except ChainError as error:
            raise error.at(net.span) from None
        probabilities = steady.probabilities
        method = f"{_Sizes(graph)}; chain by {steady.method}, {_balance(steady.residual)}"
        if steady.steps:
            method += (
                f" after {steady.steps} steps, error of all probabilities about {steady.change:.0e}"
            )
    rates = throughputs(found, probabilities, entering)
    for number, rate in fired.items():
        rates[number] = rate
    by_name = {item.name: float(rates[n]) for n, item in enumerate(net.transitions)}
    places = {place.name: number for number, place in enumerate(net.places)}
    means = NumberMeans(places, graph.markings[:, found.states], probabilities, by_name, values)
    measures = tuple(
        Measure(name, _number(item.text(), means, values), unit_of(item.text()))
        for name, item in model.measures.items()
    )
    tables = _tables(net, means)
    if options.states:
        tables = (*tables, _state_table(graph, found.states, probabilities))
    remarks = _remarks(found, probabilities) if options.at is None else ()
    return Solution(model.title, method, _shown(values), measures, tables, remarks)


def _balance(residual: float) -> str:
    """What of all flow does not add up, in words; differences of rounding are left out."""
    return f"residual below {1e-12:.0e}" if residual < 1e-12 else f"residual {residual:.0e}"


def _at(found: Tangible, seconds: float) -> Floats:
    try:
        return at_time(found.chain, found.start, seconds)
    except ChainError as error:
        raise error.at(found.graph.net.span) from None


def _number(text: str, means: Means, values: Mapping[str, Number]) -> float | None:
    try:
        return float(measured(text, means, values, lambda rest, at: value_of(parse(rest), at)))
    except ExpressionError:  # a quotient by what never happens
        return None


def _shown(values: Mapping[str, Number]) -> dict[str, str]:
    return {name: shown(value) for name, value in values.items()}


def _tables(net: Net, means: NumberMeans) -> tuple[PartTable, ...]:
    tokens, chances = means.tokens, means.probabilities
    places = tuple(
        Part(place.name, (float(tokens[n] @ chances), float((tokens[n] > 0) @ chances)))
        for n, place in enumerate(net.places)
    )
    transitions = tuple(Part(item.name, (means.rates[item.name],)) for item in net.transitions)
    return (
        PartTable("place", (("tokens", "1"), ("not empty", "1")), places),
        PartTable("transition", (("throughput", "1/s"),), transitions),
    )


def _state_table(graph: Graph, states: Ints, chances: Floats) -> PartTable:
    order = sorted(range(len(states)), key=lambda state: -float(chances[state]))[:_MOST_STATES]
    parts = tuple(Part(graph.text(int(states[state])), (float(chances[state]),)) for state in order)
    return PartTable("marking", (("probability", "1"),), parts)


def _remarks(found: Tangible, chances: Floats) -> tuple[str, ...]:
    """What of the steady state is no steady run: markings that nothing leaves."""
    left = np.zeros(found.graph.size, bool)
    left[found.graph.sources] = True
    dead = np.flatnonzero(~left[found.states] & (chances > 0.5))
    if not len(dead):
        return ()
    marking = found.graph.text(int(found.states[dead[0]]))
    return (f"The net ends in {marking}, where no transition can fire.",)


# Fractions and formulas.


def _in_fractions(model: NetModel, found: FieldSolution, options: Options) -> Solution:
    measures: list[Measure] = []
    for name, item in model.measures.items():
        try:
            value = measured(item.text(), found.means, found.values, fraction_value)
        except ExpressionError:
            measures.append(Measure(name, None, unit_of(item.text()), "no value"))
            continue
        measures.append(Measure(name, float(value), unit_of(item.text()), f"= {value}"))
    method = f"{_Sizes(found.graph)}; in fractions"
    return _field_solution(model, found, options, method, measures, _shown(found.values))


def _in_names(model: NetModel, found: FieldSolution, options: Options) -> Solution:
    sympy: Any = import_module("sympy")
    free = [name for name, value in found.values.items() if isinstance(value, sympy.Symbol)]
    fixed = {name: str(value) for name, value in found.values.items() if name not in free}
    measures: list[Measure] = []
    for name, item in model.measures.items():
        formula: Any = sympy.factor(measured(item.text(), found.means, found.values, symbolic))
        measures.append(Measure(name, None, unit_of(item.text()), f"= {formula}"))
    if options.states:
        for state, formula in zip(found.states, found.means.probabilities, strict=True):
            measures.append(Measure(found.graph.text(state), None, "1", f"= {formula}"))
    method = f"{_Sizes(found.graph)}; formulas in {', '.join(free) or 'no name'}"
    return Solution(model.title, method, fixed, tuple(measures))


def _field_solution(
    model: NetModel,
    found: FieldSolution,
    options: Options,
    method: str,
    measures: list[Measure],
    values: Mapping[str, str],
) -> Solution:
    if options.states:
        measures += [
            Measure(found.graph.text(state), float(chance), "1", f"= {chance}")
            for state, chance in zip(found.states, found.means.probabilities, strict=True)
        ]
    net, means = found.graph.net, found.means
    numbers = NumberMeans(
        means.places,
        means.tokens,
        np.array([float(chance) for chance in means.probabilities]),
        {name: float(rate) for name, rate in means.rates.items()},
        means.values,
    )
    return Solution(model.title, method, values, tuple(measures), _tables(net, numbers))


# Runs by chance.


def _simulated(model: NetModel, given: Mapping[str, str], options: Options) -> Solution:
    values = model.parameters.values(given)
    bound = bind(model, values)
    texts = {name: item.text() for name, item in model.measures.items()}
    asked = {
        node.arguments[0].text: node.arguments[0]
        for text in texts.values()
        for node in calls_in(text)
        if node.name != THROUGHPUT
    }
    run = Simulation(bound, list(asked.values()), values, options.seed)
    floats = {name: np.float64(float(value)) for name, value in values.items()}

    def evaluated(text: str, means: SimulatedMeans) -> Interval:
        def value(rest: str, lookup: Any) -> Any:
            with np.errstate(all="ignore"):
                return values_of(parse(rest), lookup)

        found: Any = measured(text, means, floats, value)
        return interval_of(np.broadcast_to(found, (1 + run.runs,)))

    def narrow(means: SimulatedMeans) -> bool:
        if texts:
            found = [evaluated(text, means) for text in texts.values()]
        else:
            found = [interval_of(rate) for rate in means.rates.values()]
        return all(item.half <= options.precision * abs(item.value) for item in found)

    means = run.run(narrow)
    measures = [
        _interval(name, evaluated(text, means), unit_of(text)) for name, text in texts.items()
    ]
    table = PartTable(
        "place",
        (("tokens", "1"), ("not empty", "1")),
        tuple(
            Part(name, (float(mean[0]), float(means.some[name][0])))
            for name, mean in means.tokens.items()
        ),
    )
    firings = PartTable(
        "transition",
        (("throughput", "1/s"), ("+-", "1/s")),
        tuple(
            Part(name, (interval_of(rate).value, interval_of(rate).half))
            for name, rate in means.rates.items()
        ),
    )
    remarks = ()
    if not narrow(means):
        remarks = (f"Not all intervals are within {options.precision:.2g} of their mean.",)
    method = (
        f"simulated: {run.runs} runs, {means.events:,} firings, "
        f"{means.seconds:.4g} s in all after the first fifth; 95 % intervals"
    )
    parts = (tuple(measures), (table, firings), remarks)
    return Solution(model.title, method, _shown(values), *parts)


def _interval(name: str, found: Interval, unit: str) -> Measure:
    if not np.isfinite(found.value):
        return Measure(name, None, unit, "no value")
    low, high = found.value - found.half, found.value + found.half
    return Measure(name, found.value, unit, "95 % interval", low, high)
