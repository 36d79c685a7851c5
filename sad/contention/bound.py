"""Bounds of a model with parallel parts at the values given, and what decides (van Gemund, PAMELA)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.contention.estimate import Estimate, estimate
from sad.diagnostics import Span, input_error
from sad.evaluation.predict import values_of
from sad.model.nodes import Both, Message, Par
from sad.model.walks.parallel import bounds, held, parallel_parts
from sad.model.walks.parts import nodes_of
from sad.model.walks.simulated import servers_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.evaluation.model import Model
    from sad.model.nodes import Node, Resource

CONTENDED, CRITICAL, MIXED = "contended", "critical path", "mixed"
FAR = 1.0
"""How far theta is from 0 where one of the two bounds decides alone."""
USELESS = 4.0
"""An upper bound that is so many times the lower one says nothing."""
_MOST_CLIENTS = 1_000_000


@record
class Shared:
    """A resource: how long all its members are busy, and its busiest server [s]; None: not known.

    ``servers`` is how many it has, each member as many, ``formula`` the time of the busiest server,
    ``lines`` who uses it, each with its time in all [s].
    """

    resource: Resource
    servers: int | None
    formula: Poly
    busy: float | None
    busiest: float | None
    lines: tuple[tuple[Span, float | None], ...]


@record
class Formulas:
    """Critical path phi, contention omega, bounds below and above the time [s]."""

    critical: Poly
    contention: Poly
    lower: Poly
    upper: Poly


@record
class Stretch:
    """One of several parallel parts that follow each other, with its bounds [s]."""

    name: str
    span: Span
    critical: float | None
    contention: float | None
    lower: float | None
    decides: str

    @property
    def theta(self) -> float | None:
        """The contention index of this part."""
        return theta(self.contention, self.critical)


@record
class Contention:
    """What bounds a model at its values [s]; None where a value is missing.

    ``upper`` is None as well where times are random or the bound says nothing. ``decides`` is the
    resource with the greatest demand, None if nothing is shared. ``saturates`` is the parameter that
    counts clients, and the least number of them with which omega is not below phi. ``parts`` are the
    parallel parts where several follow each other.
    """

    formulas: Formulas
    critical: float | None
    contention: float | None
    lower: float | None
    upper: float | None
    is_constant: bool
    resources: tuple[Shared, ...]
    decides: Shared | None
    saturates: tuple[str, int] | None
    estimate: Estimate | None
    parts: tuple[Stretch, ...]

    @property
    def theta(self) -> float | None:
        """The contention index ``ln(omega / phi)``: far from 0 the lower bound is close to the time."""
        return theta(self.contention, self.critical)

    @property
    def word(self) -> str:
        """What decides, in a word."""
        return word(self.theta)


@record
class Index:
    """Theta, what it says in a word, and the resource that is held longest; empty if none is."""

    theta: float
    word: str
    decides: str


def index_formulas(model: Model) -> tuple[Poly, dict[str, Poly]] | None:
    """Return phi and how long each resource's busiest server is held [s]; None if nothing is parallel.

    Of models that say all times themselves; omega is the greatest of the latter.
    """
    unit = model.entry
    if unit is None or not model.description.has_times or not any(nodes_of(unit.tree, Par, Both)):
        return None
    found = bounds(unit.tree)
    return found.critical, {item.resource.name: item.bound for item in held(found.demands)}


def index_of(model: Model) -> Index | None:
    """Return theta at the values of a model; None if nothing is parallel, or one is missing."""
    formulas = index_formulas(model)
    if formulas is None:
        return None
    critical, busiest = formulas
    asked: dict[object, Poly] = {None: critical, **busiest}
    numbers = {key: _number(value) for key, value in values_of(model, asked).items()}
    phi = numbers.pop(None)
    times = {key: value for key, value in numbers.items() if value is not None}
    index = theta(max(times.values(), default=0.0), phi) if len(times) == len(busiest) else None
    if index is None:
        return None
    decides = max(times, key=lambda key: times[key]) if any(times.values()) else ""
    return Index(index, word(index), str(decides))


def theta(contention: float | None, critical: float | None) -> float | None:
    """Return ``ln(omega / phi)``; minus infinity without contention, None where one is not known."""
    if contention is None or critical is None or critical <= 0:
        return None
    return -math.inf if contention <= 0 else math.log(contention / critical)


def word(index: float | None) -> str:
    """Return what a theta says: contended above 1, critical path below -1, else mixed."""
    if index is None:
        return ""
    return CONTENDED if index > FAR else CRITICAL if index < -FAR else MIXED


def contention(model: Model) -> Contention:
    """Return the bounds of a model; raises SAD973 where nothing in it is parallel."""
    unit = model.entry
    tree = None if unit is None else unit.tree
    if unit is None or tree is None or not any(nodes_of(tree, Par, Both)):
        place = (
            Span.at(model.description.files[0]) if unit is None else Span.at(unit.file, unit.line)
        )
        hint = "this is for models of parallel systems (docs/pamela.md)"
        if any(nodes_of(item.tree, Message) for item in model.description.units):
            hint = "sad scale --contention has bounds of message-passing source"
        raise input_error("SAD973", "nothing runs in parallel here", place, hint)
    found = bounds(tree)
    shared = held(found.demands)
    omega = found.contention
    formulas = Formulas(found.critical, omega, found.lower, found.above)
    asked: dict[object, Poly] = {
        "critical": found.critical,
        "contention": omega,
        "lower": found.lower,
        "upper": found.above,
    }
    counts: dict[str, int | None] = {}
    for item in shared:
        name = item.resource.name
        asked[name, "busy"], asked[name, "busiest"] = item.per_server(item.seconds), item.bound
        counts[name] = _servers(item.resource, model)
    for place, demand in enumerate(found.demands):
        asked[place] = demand.seconds
    numbers = {key: _number(value) for key, value in values_of(model, asked).items()}
    resources = tuple(
        Shared(
            item.resource,
            counts[item.resource.name],
            item.bound,
            numbers[item.resource.name, "busy"],
            numbers[item.resource.name, "busiest"],
            tuple(
                (demand.span, numbers[place])
                for place, demand in enumerate(found.demands)
                if demand.resource.name == item.resource.name
            ),
        )
        for item in shared
    )
    lower, upper = numbers["lower"], numbers["upper"]
    if upper is None or lower is None or upper > USELESS * lower or not found.is_constant:
        upper = None
    known = [item for item in resources if item.busiest is not None]
    decides = max(known, key=lambda item: item.busiest or 0.0, default=None)
    return Contention(
        formulas,
        numbers["critical"],
        numbers["contention"],
        lower,
        upper,
        found.is_constant,
        resources,
        decides,
        _saturation(model, tree, formulas),
        None if lower is None else estimate(tree, model.values, lower),
        _stretches(model, tree),
    )


def _stretches(model: Model, tree: Node) -> tuple[Stretch, ...]:
    parts = parallel_parts(tree)
    if len(parts) < 2:
        return ()
    asked: dict[object, Poly] = {}
    for place, (_, _, found) in enumerate(parts):
        asked[place, "critical"], asked[place, "lower"] = found.critical, found.lower
        for item in held(found.demands):
            asked[place, "held", item.resource.name] = item.bound
    numbers = {key: _number(value) for key, value in values_of(model, asked).items()}
    stretches: list[Stretch] = []
    for place, (name, span, found) in enumerate(parts):
        busiest = {
            item.resource.name: numbers[place, "held", item.resource.name]
            for item in held(found.demands)
        }
        known = {key: value for key, value in busiest.items() if value is not None}
        omega = max(known.values(), default=0.0) if len(known) == len(busiest) else None
        decides = max(known, key=lambda key: known[key], default="")
        critical, lower = numbers[place, "critical"], numbers[place, "lower"]
        stretches.append(Stretch(name, span, critical, omega, lower, decides))
    return tuple(stretches)


def _servers(resource: Resource, model: Model) -> int | None:
    if not atoms.free_symbols(resource.servers) <= model.values.keys():
        return None
    return servers_of(resource, model.values)


def _number(value: object) -> float | None:
    return None if value is None else float(value)  # pyright: ignore[reportArgumentType]


def clients_of(tree: Node) -> str | None:
    """Return the one parameter that says how many there are of something parallel."""
    names = {
        symbol
        for node in nodes_of(tree, Par)
        if (symbol := (node.index.last - node.index.first + 1).as_symbol) is not None
    }
    return names.pop() if len(names) == 1 else None


def _saturation(model: Model, tree: Node, formulas: Formulas) -> tuple[str, int] | None:
    """The least number of clients for which omega reaches phi, all else as given."""
    symbol = clients_of(tree)
    if symbol is None:
        return None
    both = [formulas.contention, formulas.critical]
    needed = atoms.free_symbols(both[0]) | atoms.free_symbols(both[1])
    if symbol not in needed or not needed - {symbol} <= model.values.keys():
        return None
    compiled = compile_polys(both)

    def is_saturated(number: int) -> bool:
        values: Mapping[str, object] = {**model.values, symbol: number}
        omega, phi = compiled(values)  # pyright: ignore[reportArgumentType]
        return omega >= phi

    high = 1
    while not is_saturated(high):
        high *= 2
        if high > _MOST_CLIENTS:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_saturated(middle) else (middle, high)
    return symbol, high
