"""Work of compiled code as JSON, part of a saved description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.codemodel.record import NOTHING, ActionWork, Chain, LoopWork, Reference, Vector

if TYPE_CHECKING:
    from sad.algebra.json_form import Reader, Writer

Json = Any


def action_to_json(work: ActionWork | None) -> Json:
    """Return an action's work as JSON; None stays None."""
    if work is None:
        return None
    return [dict(work.plain), dict(work.optimised), work.branch, work.enters]


def action_from_json(value: Json) -> ActionWork | None:
    """Return the work of an action in a JSON value."""
    if value is None:
        return None
    plain, optimised, branch, enters = value
    return ActionWork(plain or NOTHING, optimised or NOTHING, branch, enters)


def loop_to_json(loop: LoopWork, polys: Writer) -> Json:
    """Return a loop's work as JSON."""
    vector = loop.vector
    return {
        "path": loop.path,
        "parent": loop.parent,
        "chains": [[item.number, item.view, item.carried, item.restarts] for item in loop.chains],
        "references": [_reference(item, polys) for item in loop.references],
        "vector": None
        if vector is None
        else {name: getattr(vector, name) for name in Vector.__dataclass_fields__},
        "unrolled": loop.unrolled,
    }


def loop_from_json(value: Json, polys: Reader) -> LoopWork:
    """Return the work of a loop in a JSON value."""
    vector = value["vector"]
    return LoopWork(
        value["path"],
        value["parent"],
        tuple(Chain(*item) for item in value["chains"]),
        tuple(_read_reference(item, polys) for item in value["references"]),
        None if vector is None else Vector(**vector),
        value["unrolled"],
    )


def _reference(item: Reference, polys: Writer) -> Json:
    return {
        "array": item.array,
        "bytes": item.element_bytes,
        "strides": [
            [path, None if stride is None else polys.poly(stride)] for path, stride in item.strides
        ],
        "offset": None if item.offset is None else polys.poly(item.offset),
        "writes": item.writes,
        "count": item.count,
        "size": None if item.size_bytes is None else polys.poly(item.size_bytes),
        "passed": None if item.passed is None else list(item.passed),
    }


def _read_reference(value: Json, polys: Reader) -> Reference:
    offset, size, passed = value["offset"], value["size"], value["passed"]
    return Reference(
        value["array"],
        value["bytes"],
        tuple(
            (path, None if stride is None else polys.poly(stride))
            for path, stride in value["strides"]
        ),
        None if offset is None else polys.poly(offset),
        value["writes"],
        value["count"],
        None if size is None else polys.poly(size),
        None if passed is None else (passed[0], passed[1]),
    )
