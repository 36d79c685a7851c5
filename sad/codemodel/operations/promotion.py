"""Memory that a loop keeps in a register: loaded before it, stored once after it.

gcc's store motion does that for a place whose address does not change in the loop, if nothing else
in the loop may be the same place; and for one that could be no valid address only where each
iteration writes it anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.accesses import Access, Accesses, Element
    from sad.codemodel.operations.memory import Memory
    from sad.codemodel.operations.regions import Regions
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

_MOST_ELEMENTS = 40


def promoted_elements(
    region: Region,
    blocks: Mapping[int, Accesses],
    memory: Memory,
    regions: Regions,
    symbols: Mapping[str, Symbol],
) -> set[Element]:
    """Return the places that a loop keeps in registers and writes."""
    if region.kind is not RegionKind.LOOP:
        return set()
    found = [blocks[number] for number in region.blocks]
    names: dict[str, list[Access]] = {}
    for block in found:
        for access in block.memory:
            names.setdefault(access.name, []).append(access)
    changed = set[str]().union(*(block.registers for block in found))
    clobbered = set[str]().union(*(block.clobbered for block in found))
    stored, loaded = _users(names, memory)
    result: set[Element] = set()
    for name, accesses in names.items():
        place = memory.of(name)
        if place is None or not any(access.writes for access in accesses):
            continue
        symbol = symbols.get(name)
        if symbol is None or symbol.volatile or symbol.type is Type.CHARACTER:
            continue
        own = {name}
        if any(
            key in clobbered or not stored.get(key, own) <= own or not loaded.get(key, own) <= own
            for key in (*place.loads, *place.stores)
        ):
            continue
        unstable = _Unstable(changed, clobbered, stored, memory)
        result.update(_of_one_name(name, accesses, region, regions, unstable, risky=place.risky))
    return result


def _users(
    names: Mapping[str, list[Access]], memory: Memory
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Which names store to and load from each version."""
    stored: dict[str, set[str]] = {}
    loaded: dict[str, set[str]] = {}
    for name, accesses in names.items():
        place = memory.of(name)
        if place is None:
            continue
        if any(access.writes for access in accesses):
            for key in place.stores:
                stored.setdefault(key, set()).add(name)
        for key in place.loads:
            loaded.setdefault(key, set()).add(name)
    return stored, loaded


class _Unstable:
    """Which expressions may change in a loop."""

    def __init__(
        self,
        registers: set[str],
        clobbered: set[str],
        stored: Mapping[str, set[str]],
        memory: Memory,
    ) -> None:
        self._registers = registers
        self._clobbered = clobbered
        self._stored = stored
        self._memory = memory

    def has(self, node: Expr) -> bool:
        match node:
            case ex.Constant():
                return False
            case ex.Variable(name=name):
                if name in self._registers:
                    return True
                place = self._memory.of(name)
                keys = () if place is None else place.loads
                return any(key in self._clobbered or key in self._stored for key in keys)
            case ex.Unary(operand=operand) | ex.Convert(operand=operand) | ex.Copy(operand=operand):
                return self.has(operand)
            case ex.Binary(left=left, right=right):
                return self.has(left) or self.has(right)
            case _:
                return True


def _of_one_name(
    name: str,
    accesses: list[Access],
    region: Region,
    regions: Regions,
    unstable: _Unstable,
    *,
    risky: bool,
) -> set[Element]:
    subscripts = {access.subscripts for access in accesses}
    if len(subscripts) > _MOST_ELEMENTS:
        return set()
    written = {access.subscripts for access in accesses if access.writes}
    result: set[Element] = set()
    for candidate in written:
        if candidate is None or any(map(unstable.has, candidate)):
            continue
        if any(other != candidate and not _apart(candidate, other) for other in subscripts):
            continue
        if risky or not all(isinstance(item, ex.Constant) for item in candidate):
            always = any(
                access.writes
                and access.subscripts == candidate
                and regions.always(access.block, region)
                for access in accesses
            )
            if not always:
                continue
        result.add((name, candidate))
    return result


def _apart(first: tuple[Expr, ...], second: tuple[Expr, ...] | None) -> bool:
    """Whether two elements are certainly not the same, by a constant distance in one dimension."""
    if second is None or len(first) != len(second):
        return False
    for one, other in zip(first, second, strict=True):
        left, right = _with_offset(one), _with_offset(other)
        if left[0] == right[0] and left[1] != right[1]:
            return True
    return False


def _with_offset(node: Expr) -> tuple[Expr | None, int]:
    match node:
        case ex.Constant(value=int(value)):
            return None, value
        case ex.Binary(operator=Operator.ADD, left=left, right=ex.Constant(value=int(value))):
            return left, value
        case ex.Binary(operator=Operator.SUB, left=left, right=ex.Constant(value=int(value))):
            return left, -value
        case _:
            return node, 0
