"""The sections ``network`` and ``programming_models`` of a machine file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.machine.dimension import dimension_of_name
from sad.machine.formula import DimensionError, FormulaError, parse_formula
from sad.machine.networks.model import (
    ARGUMENTS,
    Network,
    Primitive,
    ProgrammingModel,
    Topology,
    parameters_of,
)
from sad.machine.networks.primitives import check_primitive
from sad.machine.values import one_of, positive_number, read_value, require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.machine.schema import Value

TOPOLOGIES = ("mesh", "torus", "hypercube", "fat_tree", "ring", "bus", "crossbar", "multistage")
_WITH_DIMENSIONS = ("mesh", "torus", "ring")
_NAME = re.compile(r"[A-Za-z_]\w*")


def read_network(item: Item) -> Network:
    """Return the network: a topology, and parameters whose names end in their units."""
    entries = item.mapping(("name", "topology", "nodes", "parameters"))
    require(item, entries, ("topology",))
    name = entries["name"].text() if "name" in entries else ""
    nodes = read_value(entries["nodes"], positive=True) if "nodes" in entries else None
    parameters = _parameters(entries["parameters"]) if "parameters" in entries else {}
    return Network(name, _topology(entries["topology"]), nodes, parameters)


def _topology(item: Item) -> Topology:
    entries = item.mapping(("kind", "dimensions", "arity"))
    require(item, entries, ("kind",))
    kind = one_of(entries["kind"], TOPOLOGIES)
    dimensions: tuple[int, ...] = ()
    if "dimensions" in entries:
        if kind not in _WITH_DIMENSIONS:
            hint = f"{', '.join(_WITH_DIMENSIONS)} have dimensions"
            entries["dimensions"].fail("SAD407", f"a {kind} has no dimensions", hint)
        dimensions = tuple(_whole(entry) for entry in entries["dimensions"].sequence())
    arity = _whole(entries["arity"]) if "arity" in entries else None
    return Topology(kind, dimensions, arity)


def _whole(item: Item) -> int:
    value = positive_number(item)
    if not value.is_integer():
        item.fail("SAD407", f"{value:g} cannot be", "a whole number is expected")
    return int(value)


def _parameters(item: Item) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, entry in item.mapping().items():
        if name in ARGUMENTS or name == "clock_hz" or not _NAME.fullmatch(name):
            hint = f"letters, digits and _; not clock_hz, {', '.join(ARGUMENTS)}"
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
        models[name] = _model(name, entry, base.get(name))
        known = parameters_of(network)
        for key in models[name].parameters:
            if key in known:
                entry.fail("SAD406", f"{key} is a parameter of the network as well", "rename one")
        primitives = entry.mapping().get("primitives")
        for key, primitive in (primitives.mapping() if primitives else {}).items():
            _check(primitive, models[name].primitives[key], network, models[name])
    return models


def _model(name: str, item: Item, base: ProgrammingModel | None) -> ProgrammingModel:
    entries = item.mapping(("description", "parameters", "primitives"))
    description = entries["description"].text() if "description" in entries else ""
    parameters = _parameters(entries["parameters"]) if "parameters" in entries else {}
    primitives: dict[str, Primitive] = {}
    if "primitives" in entries:
        for key, entry in entries["primitives"].mapping().items():
            primitives[key] = _primitive(key, entry)
    if base is not None:
        description = description or base.description
        parameters = {**base.parameters, **parameters}
        primitives = {**base.primitives, **primitives}
    return ProgrammingModel(name, description, parameters, primitives)


def _primitive(name: str, item: Item) -> Primitive:
    if not _NAME.fullmatch(name):
        item.fail("SAD407", f"{name!r} cannot be the name of a primitive", "letters, digits and _")
    source, uncertainty = "", None
    written = item
    if item.is_mapping:
        entries = item.mapping(("formula", "source", "uncertainty"))
        require(item, entries, ("formula",))
        written = entries["formula"]
        source = entries["source"].text() if "source" in entries else ""
        if "uncertainty" in entries:
            uncertainty = read_value(entries["uncertainty"]).value
    text = written.text()
    try:
        formula = parse_formula(text)
    except FormulaError as error:
        hint = "numbers, parameters, bytes, nprocs, hops, + - * / **, ceil, floor, log2, sqrt, min, max"
        written.fail("SAD410", f"{text!r} is no formula: {error}", hint)
    return Primitive(name, text, formula, source, uncertainty)


def _check(
    item: Item, primitive: Primitive, network: Network | None, model: ProgrammingModel
) -> None:
    try:
        check_primitive(primitive, network, model)
    except DimensionError as error:
        hint = "a name ends in its unit: _s, _bytes, _bytes_per_s, _s_per_byte, _per_s, _hz"
        item.fail("SAD411", f"{primitive.text!r} is no time: {error}", hint)
    except FormulaError as error:
        hint = "give it under parameters of the network or of the model"
        item.fail("SAD410", f"{primitive.text!r} has no value: {error}", hint)
