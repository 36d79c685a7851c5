"""Values that do not fit into registers: what a loop keeps and reads again from the stack.

x86-64 has 16 registers of each kind; two are left for what an iteration computes on its way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.code import Code
    from sad.codemodel.operations.register_values import Value

_FOR_REALS = 14
_FOR_INTEGERS = 12  # the stack pointer and the loop's count take one each
_REALS = (Type.REAL, Type.DOUBLE)


def spilled(code: Code) -> Iterator[tuple[Region, str, int]]:
    """Yield innermost loops with the loads, by key, of what does not stay in registers there."""
    used: dict[int, set[Value]] = {}
    for value in code.live:
        held = used.setdefault(id(value.region), set())
        if value.kind in ("phi", "counter"):
            held.add(value)
        held.update(
            item
            for item in value.operands
            if item.region is not value.region and item.constant is None and item.live
        )
    arrays: dict[int, set[str]] = {}
    for load in code.flow.evaluator.loads.values():
        if load.value.live and load.address:
            arrays.setdefault(id(load.value.region), set()).add(load.name)
    for store in code.flow.evaluator.stores:
        if store.address:
            arrays.setdefault(id(code.regions.of(store.block)), set()).add(store.name)
    for region in code.regions.all:
        if region.kind is not RegionKind.LOOP or region.children:
            continue
        held = used.get(id(region), ())
        for kind in _REALS:
            reals = sum(value.type is kind for value in held)
            if reals > _FOR_REALS:
                yield region, f"load.{kind}", reals - _FOR_REALS
        integers = sum(value.type is Type.INTEGER for value in held)
        integers += len(arrays.get(id(region), ()))
        if integers > _FOR_INTEGERS:
            yield region, "load.integer", integers - _FOR_INTEGERS
