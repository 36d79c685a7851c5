"""The section ``throughput`` of a toolchain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.machine.throughput import Throughput, VectorUnit
from sad.machine.values import number_not_negative, one_of, read_value, require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.machine.schema import Value

VIEWS = ("plain", "optimised")
ASM_VIEWS = ("asm",)
_NUMBERS = ("norm", "memory_norm", "miss_s", "window_s", "most_copies")
_KEYS = ("view", *_NUMBERS, "bounds_s", "latencies_s", "extras_s", "vector")
_FLAGS = ("masked", "reductions", "cheap", "strided", "mathematical")
_SIZES = ("efficiency", "entry_s", "library")


def read_throughput(item: Item, views: tuple[str, ...] = VIEWS) -> Throughput:
    """Return the parameters of the throughput model; ``views`` are those it may have.

    Raises ``SadError``: SAD403 (a key is missing or unknown), SAD404 (wrong type), SAD407 (a value that
    cannot be).
    """
    entries = item.mapping(_KEYS)
    require(item, entries, ("view", "latencies_s"))
    view = one_of(entries["view"], views)
    bounds: dict[str, Mapping[str, Value]] = {}
    if view != "plain":
        require(item, entries, ("bounds_s",))
    if "bounds_s" in entries:
        bounds = {key: _values(entry) for key, entry in entries["bounds_s"].mapping().items()}
    numbers = {key: number_not_negative(entries[key]) for key in _NUMBERS if key in entries}
    for key in ("norm", "memory_norm"):
        if numbers.get(key, 1.0) < 1.0:
            entries[key].fail(
                "SAD407", "a norm is at least 1", "1 adds up, large ones take the largest"
            )
    return Throughput(
        view,
        numbers.pop("norm", 6.0),
        bounds,
        _values(entries["latencies_s"]),
        _values(entries["extras_s"]) if "extras_s" in entries else {},
        vector=_vector(entries["vector"]) if "vector" in entries else None,
        **numbers,
    )


def _values(item: Item) -> dict[str, Value]:
    return {key: read_value(entry) for key, entry in item.mapping().items()}


def _vector(item: Item) -> VectorUnit:
    entries = item.mapping(("width_bytes", *_SIZES, *_FLAGS))
    require(item, entries, ("width_bytes",))
    sizes = {key: number_not_negative(entries[key]) for key in _SIZES if key in entries}
    flags = {
        key: one_of(entries[key], ("true", "false")) == "true" for key in _FLAGS if key in entries
    }
    return VectorUnit(int(number_not_negative(entries["width_bytes"])), **sizes, **flags)
