"""A model of uses and delays as a program of the event kernel, at given values."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, assert_never

from sad.algebra import atoms
from sad.algebra.conditions import is_truth
from sad.algebra.evaluate import compile_polys, evaluate
from sad.diagnostics import input_error
from sad.model import nodes as nd
from sad.model.walks.parts import nodes_of
from sad.simulation import Builder, Exponential, Family, Normal, Uniform
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.simulation import Program
    from sad.simulation import Resource as Simulated
    from sad.simulation.values import Index


def program_of(tree: nd.Node, values: Mapping[str, Number]) -> tuple[Program, dict[int, Span]]:
    """Return a model as a program, and where its places are; each use and delay is a place.

    Raises SAD961 where a value cannot be, and ``MissingValue`` where one is missing.
    """
    spans = dict(enumerate(dict.fromkeys(node.span for node in nodes_of(tree, nd.Use)), 1))
    writer = _Writer(values, spans)
    writer.node(tree)
    return writer.build.build(), spans


def servers_of(resource: nd.Resource, values: Mapping[str, Number]) -> int:
    """Return how many servers a resource has; raises SAD966 for a number that cannot be."""
    found = evaluate(resource.servers, values)
    if found < 1 or found != int(found):
        shown = f"{resource.name} has {float(found):g} servers"
        message = f"{shown}: 1 or more are expected, a whole number"
        raise input_error("SAD966", message, resource.span, "set its parameters to other values")
    return int(found)


class _Writer:
    def __init__(self, values: Mapping[str, Number], spans: dict[int, Span]) -> None:
        self.build = Builder(spans)
        self._values = values
        self._places = {span: place for place, span in spans.items()}
        self._indices: dict[str, Index] = {}
        self._resources: dict[str, Simulated | Family] = {}

    def node(self, node: nd.Node) -> None:
        build = self.build
        match node:
            case nd.Seq(parts):
                for part in parts:
                    self.node(part)
            case nd.Use():
                self._use(node)
            case nd.Loop(index=index, body=body):
                first, count = self._whole(index.first), self._whole(index.trips)
                if count == 0:  # what is inside may need values that nobody gave
                    return
                with build.loop(count, first, place=node.span.line) as inside:
                    self._indices[index.name] = inside
                    self.node(body)
            case nd.Par(index=index, body=body):
                first, count = self._whole(index.first), self._whole(index.trips)
                if count == 0:  # what is inside may need values that nobody gave
                    return
                with build.fork(count, first, place=node.span.line) as inside:
                    self._indices[index.name] = inside
                    self.node(body)
            case nd.Both(parts=parts):
                with build.parts() as part:
                    for item in parts:
                        with part():
                            self.node(item)
            case nd.Branch(arms=arms):
                self._arms([(weight, part) for _, weight, part in arms])
            case nd.Weighted(weight, part):
                self._arms([(weight, part)])
            case nd.Block() | nd.Call() | nd.Message():
                raise TypeError("only uses and delays are simulated")
            case _:
                assert_never(node)

    def _arms(self, arms: list[tuple[Poly, nd.Node]]) -> None:
        """The ways of a condition: one, or two that exclude each other and leave nothing out."""
        (weight, first), *others = arms
        known: Any = self._truth(weight) if is_truth(weight) else weight.as_constant
        if known in (0, 1):
            for part in [first] if known else [part for _, part in others]:
                self.node(part)
            return
        with self.build.when(known if is_truth(weight) else self._value(weight)):
            self.node(first)
        with ExitStack() as stack:
            for _, part in others:
                stack.enter_context(self.build.otherwise())
                self.node(part)

    def _use(self, node: nd.Use) -> None:
        time: Any = self._value(node.seconds)
        if node.law is not nd.Law.CONSTANT:
            mean, spread = (
                float(evaluate(item, self._values)) for item in (node.seconds, node.spread)
            )
            match node.law:
                case nd.Law.EXPONENTIAL:
                    time = Exponential(mean)
                case nd.Law.UNIFORM:
                    time = Uniform(mean - spread, mean + spread)
                case _:
                    time = Normal(mean, spread)
        place = self._places[node.span]
        if node.resource is None:
            self.build.delay(time, place)
            return
        found = self._resource(node.resource)
        if isinstance(found, Family):
            assert node.member is not None
            found = found[self._whole(node.member)]
        self.build.use(found, time, place)

    def _resource(self, resource: nd.Resource) -> Simulated | Family:
        known = self._resources.get(resource.name)
        if known is None:
            name, servers = resource.name, servers_of(resource, self._values)
            if resource.first is None or resource.last is None:
                known = self.build.resource(name, servers)
            else:
                ends = self._whole(resource.first), self._whole(resource.last)
                known = self.build.family(name, *ends, servers)
            self._resources[name] = known
        return known

    def _whole(self, poly: Poly) -> Any:
        return self._value(poly, kind=int)

    def _truth(self, poly: Poly) -> Any:
        """Whether a condition on the indices around holds."""
        return self._value(poly, kind=bool)

    def _value(self, poly: Poly, kind: type[float | bool] = float) -> Any:
        """A number, or what gives one for values of the indices around."""
        names = sorted(name for name in atoms.free_symbols(poly) if name.startswith(INDEX_MARK))
        if not names:
            return kind(evaluate(poly, self._values))
        compiled, known = compile_polys([poly]), dict(self._values)

        def value(*numbers: int) -> float:
            known.update(zip(names, numbers, strict=True))
            return kind(compiled(known)[0])

        return self.build.at(value, *(self._indices[name] for name in names))
