"""The key ``resources`` of a network: what a message occupies on its way, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.dimensions import (
    BYTES,
    SECONDS,
    Dimension,
    DimensionError,
    dimension_of,
    dimension_of_name,
)
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError
from sad.machine.networks.model import OCCUPIED, Occupied
from sad.machine.values import one_of, require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.machine.values import MachineValue

_HINT = "seconds for a message of bytes, such as ceil(bytes/packet_bytes)*link_s"


def read_resources(
    item: Item, parameters: Mapping[str, MachineValue], kind: str
) -> tuple[Occupied, ...]:
    """Return the resources on the way of a message.

    SAD407 for a resource that the topology ``kind`` cannot have, SAD410 and SAD411 for a service that
    is no time.
    """
    return tuple(_resource(name, entry, parameters, kind) for name, entry in item.mapping().items())


def _resource(name: str, item: Item, parameters: Mapping[str, MachineValue], kind: str) -> Occupied:
    entries = item.mapping(("per", "service_s", "source", "uncertainty"))
    require(item, entries, ("per", "service_s"))
    per = one_of(entries["per"], OCCUPIED)
    if per == "node on the way" and kind not in ("mesh", "torus", "ring", "hypercube"):
        hint = f"per: link; a {kind.replace('_', ' ')} has switches between its nodes"
        entries["per"].fail("SAD407", "no message comes through other nodes here", hint)
    written = entries["service_s"]
    text = written.text()
    known = {name: dimension_of_name(name) for name in parameters} | {"bytes": BYTES}
    try:
        formula = parse(text)
        found = dimension_of(formula, lambda name: _dimension(known, name), _no_function)
    except DimensionError as error:
        written.fail("SAD411", f"{text!r} is no time: {error}", _HINT)
    except ExpressionError as error:
        written.fail("SAD410", f"{text!r} has no value: {error}", _HINT)
    if found is not None and found != SECONDS:
        written.fail("SAD411", f"{text!r} is no time: it yields {found}, not seconds", _HINT)
    source = entries["source"].text() if "source" in entries else ""
    uncertainty = entries["uncertainty"].number() if "uncertainty" in entries else None
    return Occupied(name, per, text, formula, source, uncertainty, item.span)


def _dimension(known: Mapping[str, Dimension], name: str) -> Dimension:
    if name in known:
        return known[name]
    raise ExpressionError(f"no parameter {name} (there are: {', '.join(sorted(known))})")


def _no_function(name: str, _: tuple[Dimension | None, ...]) -> Dimension:
    raise ExpressionError(f"no function {name}")
