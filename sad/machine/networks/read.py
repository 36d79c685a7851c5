"""The sections ``network`` and ``programming_models`` of a machine file."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, TypeVar

from sad.expr.dimensions import DimensionError, dimension_of_name
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError
from sad.machine.networks.model import (
    ALGORITHMS,
    ARGUMENTS,
    CONSTANTS,
    MAPPINGS,
    SELECTIONS,
    Collectives,
    Network,
    Occupied,
    Primitive,
    ProgrammingModel,
    Rule,
    Topology,
    parameters_of,
)
from sad.machine.networks.primitives import check_primitive
from sad.machine.networks.read_resources import read_resources
from sad.machine.networks.read_standard import read_standard
from sad.machine.values import one_of, positive_number, read_value, require
from sad.records import fields
from sad.simulation.service import BARRIERS, POLICIES, Barrier, Service

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.expr.tree import Expr
    from sad.machine.values import MachineValue

Made = TypeVar("Made")
_NAME = re.compile(r"[A-Za-z_]\w*")
_TAKEN = ("clock_hz", *ARGUMENTS, *CONSTANTS)
_HINT = "numbers, parameters, bytes, nprocs, hops, byte, + - * / **, "
_FORMULA_HINT = _HINT + "docs/expressions.md has operators and functions"


def read_network(item: Item) -> Network:
    """Return the network: a topology, and parameters whose names end in their units.

    SAD421 for a topology that cannot be, SAD422 for a mapping that its nodes do not allow, and as
    ``read_resources``.
    """
    entries = item.mapping(("name", "topology", "nodes", "mapping", "parameters", "resources"))
    require(item, entries, ("topology",))
    name = entries["name"].text() if "name" in entries else ""
    nodes = read_value(entries["nodes"], positive=True) if "nodes" in entries else None
    topology = read_topology(entries["topology"])
    if nodes is not None:
        check_nodes(entries["nodes"], topology, nodes.value)
    mapping = "identity"
    if "mapping" in entries:
        mapping = one_of(entries["mapping"], MAPPINGS)
        if mapping == "gray" and topology.kind != "hypercube":
            hint = "identity or row_major, or a topology of kind hypercube"
            entries["mapping"].fail("SAD422", f"a {topology.kind} has no Gray code", hint)
    parameters = read_parameters(entries["parameters"]) if "parameters" in entries else {}
    resources: tuple[Occupied, ...] = ()
    if "resources" in entries:
        resources = read_resources(entries["resources"], parameters, topology.kind)
    return Network(name, topology, nodes, parameters, mapping, entries["topology"].span, resources)


def read_parameters(item: Item) -> dict[str, MachineValue]:
    """Return parameters by name; SAD407 for a name or a value that cannot be."""
    found: dict[str, MachineValue] = {}
    for name, entry in item.mapping().items():
        if name in _TAKEN or not _NAME.fullmatch(name):
            hint = f"letters, digits and _; not {', '.join(_TAKEN)}"
            entry.fail("SAD407", f"{name!r} cannot be the name of a parameter", hint)
        # a rate of 0 would divide by zero
        found[name] = read_value(entry, positive=dimension_of_name(name).seconds < 0)
    return found


def read_models(
    item: Item, base: Mapping[str, ProgrammingModel], network: Network | None
) -> dict[str, ProgrammingModel]:
    """Return the programming models; SAD410 and SAD411 for primitives that are no times."""
    models = dict(base)
    for name, entry in item.mapping().items():
        models[name] = _model(name, entry, base.get(name), network)
        known = parameters_of(network)
        for key in models[name].parameters:
            if key in known:
                entry.fail("SAD406", f"{key} is a parameter of the network as well", "rename one")
        written = entry.mapping().get("primitives")
        for key, place in (written.mapping() if written else {}).items():
            _check(place, models[name].primitives[key], network, models[name])
    return models


def _model(
    name: str, item: Item, base: ProgrammingModel | None, network: Network | None
) -> ProgrammingModel:
    entries = item.mapping(
        (
            *("description", "parameters", "point_to_point", "primitives", "collectives"),
            *("service", "barrier", "eager_below_bytes"),
        )
    )
    description = entries["description"].text() if "description" in entries else ""
    parameters = read_parameters(entries["parameters"]) if "parameters" in entries else {}
    if base is not None:
        description = description or base.description
        parameters = {**base.parameters, **parameters}
    primitives: dict[str, Primitive] = dict(base.primitives) if base else {}
    standard = base.standard if base else ""
    if "point_to_point" in entries:
        known = {*parameters_of(network), *parameters}
        standard, added, made = read_standard(entries["point_to_point"], known)
        parameters = {**parameters, **added}
        primitives.update(made)
    if "primitives" in entries:
        for key, entry in entries["primitives"].mapping().items():
            primitives[key] = _primitive(key, entry)
    collectives = base.collectives if base else None
    if "collectives" in entries:
        collectives = read_collectives(entries["collectives"], collectives)
    service, barrier = (base.service, base.barrier) if base else (None, None)
    if "service" in entries:
        service = _of_numbers(entries["service"], Service, {"policy": POLICIES}, ())
    if "barrier" in entries:
        barrier = _of_numbers(entries["barrier"], Barrier, {"model": BARRIERS}, ("by_messages",))
    eager = base.eager_below_bytes if base else None
    if "eager_below_bytes" in entries:
        eager = read_value(entries["eager_below_bytes"]).value
    return ProgrammingModel(
        name,
        description,
        parameters,
        primitives,
        standard,
        collectives,
        item.span,
        service,
        barrier,
        eager,
    )


def _of_numbers(
    item: Item, made: type[Made], words: Mapping[str, tuple[str, ...]], flags: tuple[str, ...]
) -> Made:
    """Return a record of numbers, of words (with what they may be) and of flags; others are its own."""
    names = [entry.name for entry in fields(made)]
    values: dict[str, object] = {}
    for name, entry in item.mapping((*names, "source")).items():
        if name in words:
            values[name] = one_of(entry, words[name])
        elif name in flags:
            values[name] = one_of(entry, ("true", "false")) == "true"
        elif name != "source":
            values[name] = read_value(entry).value
    return made(**values)


def _primitive(name: str, item: Item) -> Primitive:
    if not _NAME.fullmatch(name):
        item.fail("SAD407", f"{name!r} cannot be the name of a primitive", "letters, digits and _")
    if not item.is_mapping:
        return Primitive(name, item.text(), _formula(item), span=item.span)
    entries = item.mapping(("formula", "source", "uncertainty", "busy"))
    require(item, entries, ("formula",))
    source = entries["source"].text() if "source" in entries else ""
    uncertainty = read_value(entries["uncertainty"]).value if "uncertainty" in entries else None
    busy = _formula(entries["busy"]) if "busy" in entries else None
    return Primitive(
        name,
        entries["formula"].text(),
        _formula(entries["formula"]),
        source,
        uncertainty,
        busy,
        entries["busy"].text() if "busy" in entries else "",
        item.span,
    )


def _formula(item: Item) -> Expr:
    text = item.text()
    try:
        return parse(text)
    except ExpressionError as error:
        item.fail("SAD410", f"{text!r} is no formula: {error}", _FORMULA_HINT)


def _check(
    item: Item, primitive: Primitive, network: Network | None, model: ProgrammingModel
) -> None:
    try:
        check_primitive(primitive, network, model)
    except DimensionError as error:
        hint = "a name ends in its unit: _s, _bytes, _bytes_per_s, _s_per_byte, _per_s, _hz"
        item.fail("SAD411", f"{primitive.text!r} is no time: {error}", hint)
    except ExpressionError as error:
        hint = "give it under parameters of the network or of the model"
        item.fail("SAD410", f"{primitive.text!r} has no value: {error}", hint)


# The keys ``topology`` and ``nodes`` of a network.


TOPOLOGIES = (
    *("mesh", "torus", "hypercube", "fat_tree", "ring", "bus", "crossbar", "multistage"),
    "dragonfly",
)
_WITH_DIMENSIONS = ("mesh", "torus", "ring", "dragonfly")
_OF_SWITCHES = ("fat_tree", "multistage")


def read_topology(item: Item) -> Topology:
    """Return a topology; SAD407 for numbers, SAD421 for dimensions that its kind cannot have."""
    entries = item.mapping(("kind", "dimensions", "arity"))
    require(item, entries, ("kind",))
    kind = one_of(entries["kind"], TOPOLOGIES)
    dimensions: tuple[int, ...] = ()
    if "dimensions" in entries:
        if kind not in _WITH_DIMENSIONS:
            hint = f"{', '.join(_WITH_DIMENSIONS)} have dimensions"
            entries["dimensions"].fail("SAD407", f"a {kind} has no dimensions", hint)
        dimensions = tuple(_whole(entry) for entry in entries["dimensions"].sequence())
        _check_dimensions(entries["dimensions"], kind, len(dimensions))
    elif kind == "dragonfly":
        hint = "dimensions: [groups, routers of a group, nodes of a router]"
        item.fail("SAD421", "a dragonfly without dimensions", hint)
    arity = _whole(entries["arity"]) if "arity" in entries else None
    if arity is not None and kind in _OF_SWITCHES and arity < 2:
        entries["arity"].fail("SAD421", f"a {kind} of degree {arity}", "2 or more")
    return Topology(kind, dimensions, arity)


def _check_dimensions(item: Item, kind: str, count: int) -> None:
    if kind == "ring" and count != 1:
        item.fail("SAD421", f"a ring has one dimension, not {count}", "a torus has more")
    if kind == "dragonfly" and count != 3:
        hint = "dimensions: [groups, routers of a group, nodes of a router]"
        item.fail("SAD421", f"a dragonfly has three dimensions, not {count}", hint)
    if not 1 <= count <= 6:
        item.fail("SAD421", f"{count} dimensions", "one to six")


def check_nodes(item: Item, topology: Topology, nodes: float) -> None:
    """SAD421 for more nodes than the dimensions have room for, or a fraction of one."""
    if not nodes.is_integer():
        item.fail("SAD407", f"{nodes:g} cannot be", "a whole number is expected")
    room = math.prod(topology.dimensions)
    if topology.dimensions and nodes > room:
        shape = " x ".join(map(str, topology.dimensions))
        item.fail("SAD421", f"{nodes:g} nodes, but {shape} is {room}", "correct one of the two")


def _whole(item: Item) -> int:
    value = positive_number(item)
    if not value.is_integer():
        item.fail("SAD407", f"{value:g} cannot be", "a whole number is expected")
    return int(value)


# The key ``collectives`` of a programming model.


_LIMITS = ("below_bytes", "below_total_bytes", "below_processes")


def read_collectives(item: Item, base: Collectives | None) -> Collectives:
    """Return the rules of every operation; SAD426 where no rule is left for some sizes.

    ``selection`` brings rules for all operations, others replace those of their operation, and
    what a machine inherits stays.
    """
    entries = item.mapping(("selection", "source", *ALGORITHMS))
    rules = dict(base.rules) if base else {}
    selection = base.selection if base else ""
    if "selection" in entries:
        selection = one_of(entries["selection"], SELECTIONS)
        rules.update(SELECTIONS[selection])
    source = entries["source"].text() if "source" in entries else (base.source if base else "")
    for name, entry in entries.items():
        if name in ALGORITHMS:
            rules[name] = _rules(name, entry)
    return Collectives(selection, rules, source)


def _rules(operation: str, item: Item) -> tuple[Rule, ...]:
    if item.is_mapping:
        items = [item]
    elif item.is_sequence:
        items = item.sequence()
    else:
        return (Rule(one_of(item, ALGORITHMS[operation])),)
    found = tuple(_rule(operation, entry) for entry in items)
    always = [rule.always for rule in found]
    if not any(always):
        hint = "end with one without a condition: - {algorithm: ...}"
        item.fail("SAD426", "no algorithm where none of the conditions hold", hint)
    if True in always[:-1]:
        place = items[always.index(True) + 1]
        place.fail("SAD426", "never reached", "the rule before it has no condition")
    return found


def _rule(operation: str, item: Item) -> Rule:
    entries = item.mapping(("algorithm", *_LIMITS, "power_of_two"))
    require(item, entries, ("algorithm",))
    algorithm = one_of(entries["algorithm"], ALGORITHMS[operation])
    limits = [positive_number(entries[key]) if key in entries else None for key in _LIMITS]
    power = None
    if "power_of_two" in entries:
        power = one_of(entries["power_of_two"], ("true", "false")) == "true"
    return Rule(algorithm, *limits, power_of_two=power)
