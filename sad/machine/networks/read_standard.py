"""The key ``point_to_point`` of a programming model: a standard model of messages by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.dimensions import dimension_of_name
from sad.expr.parse import parse
from sad.machine.networks.model import Primitive
from sad.machine.networks.standard import STANDARD
from sad.machine.values import number_not_negative, one_of, read_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sad.document import Item
    from sad.machine.schema import Value

_UNITS = ("_bytes_per_s", "_s_per_byte", "_bytes", "_s")


def read_standard(
    item: Item, known: Collection[str]
) -> tuple[str, dict[str, Value], dict[str, Primitive]]:
    """Return a standard model's name, its parameters, and its primitives as formulas over them.

    A parameter that the network or the programming model has already (``known``) need not be given. One
    that is a list is a table by message length. Raises SAD425 for a parameter that is nowhere.
    """
    if not item.is_mapping:
        entries = dict[str, "Item"]()
        name = one_of(item, STANDARD)
    else:
        entries = item.mapping()
        if "model" not in entries:
            item.fail("SAD403", "the key model is missing", f"one of {', '.join(STANDARD)}")
        name = one_of(entries.pop("model"), STANDARD)
        of_model = (*STANDARD[name].needed, *STANDARD[name].optional)
        item.mapping(("model", *of_model))
    standard = STANDARD[name]
    parameters: dict[str, Value] = {}
    places: dict[str, str] = {}
    for key in (*standard.needed, *standard.optional):
        if key in entries:
            places[key] = _parameter(key, entries[key], parameters)
        elif key in known:
            places[key] = key
        elif key in standard.needed:
            hint = f"it needs {', '.join(standard.needed)}, here or as parameters"
            item.fail("SAD425", f"the model {name} lacks {key}", hint)
    primitives = {
        key: Primitive(
            key,
            written.formula,
            parse(written.formula),
            written.source,
            written.uncertainty,
            busy=parse(written.busy) if written.busy else None,
            busy_text=written.busy,
            span=item.span,
        )
        for key, written in standard.primitives(places).items()
    }
    return name, parameters, primitives


def _parameter(name: str, item: Item, parameters: dict[str, Value]) -> str:
    """Add a parameter, or the limits and values of its table; return what stands for it in formulas."""
    positive = dimension_of_name(name).seconds < 0 or name == "packet_bytes"
    if not item.is_sequence:
        parameters[name] = read_value(item, positive=positive)
        return name
    stem, unit = next((name.removesuffix(unit), unit) for unit in _UNITS if name.endswith(unit))
    arguments = ["bytes"]
    for number, (begin, value) in enumerate(_table(item, positive=positive), 1):
        limit, own = f"{stem}{number}_from_bytes", f"{stem}{number}{unit}"
        parameters[limit], parameters[own] = begin, value
        arguments += [limit, own]
    return f"steps({', '.join(arguments)})"


def _table(item: Item, *, positive: bool) -> Iterator[tuple[Value, Value]]:
    """Message lengths, from 0 on and rising, and the values from there on."""
    last = -1.0
    rows = item.sequence()
    if not rows:
        item.fail("SAD403", "an empty table", "- {from_bytes: 0, value: ..., source: ...}")
    for row in rows:
        entries = row.mapping(("from_bytes", "value", "source", "uncertainty"))
        if "from_bytes" not in entries:
            row.fail("SAD403", "the key from_bytes is missing", "the length from which it counts")
        begin = number_not_negative(entries["from_bytes"])
        if begin <= last or (last < 0 and begin > 0):
            hint = "the first one is 0, and they rise"
            entries["from_bytes"].fail("SAD407", f"{begin:g} cannot be", hint)
        last = begin
        value = read_value(row, positive=positive, beside=("from_bytes",))
        yield read_value(entries["from_bytes"]), value
