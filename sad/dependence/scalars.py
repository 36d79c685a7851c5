"""Which scalars each iteration of a loop sets before it reads them, and which are read afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.loops.exits import every_iteration
from sad.analysis.loops.natural import RegionKind
from sad.ir.program import Storage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.access import Access
    from sad.dependence.accesses import Accesses

    Clears = Callable[[Access], bool]


def read_before_set(
    name: str, region: Region, entry: EntryAnalysis, accesses: Accesses
) -> list[Access]:
    """Return the reads of a scalar that an iteration may come to before it has set it."""
    blocks = entry.cfg.blocks
    found: list[Access] = []
    seen = {region.header}
    stack = [region.header]
    while stack:
        number = stack.pop()
        for access in accesses.of(number):
            if access.name != name:
                continue
            if not access.writes:
                found.append(access)
            elif access.sets:
                break
        else:
            for target in blocks[number].successors():
                if target in region.blocks and target not in seen:
                    seen.add(target)
                    stack.append(target)
    return found


def is_read_after(name: str, region: Region, entry: EntryAnalysis, accesses: Accesses) -> bool:
    """Whether somebody may read a scalar after a loop that it was set in."""
    symbol = entry.unit.symbols.get(name)
    if symbol is None or symbol.saved or symbol.storage in (Storage.COMMON, Storage.HOST):
        return True
    outside = symbol.storage is Storage.RESULT or (
        symbol.storage is Storage.DUMMY and not symbol.by_value
    )
    blocks = entry.cfg.blocks
    stack = [target for targets in region.leaving.values() for target in targets]
    seen = set(stack)
    while stack:
        number = stack.pop()
        is_set = False
        for access in accesses.of(number):
            if access.name == name:
                if not access.writes:
                    return True
                if access.sets:
                    is_set = True
                    break
        if is_set:
            continue
        targets = blocks[number].successors()
        if not targets and outside:
            return True
        for target in targets:
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return False


def always_runs(block: int, region: Region, forest: LoopForest) -> bool:
    """Whether a block runs in each iteration of a loop in which the loops inside run at all."""
    inner = forest.innermost[block]
    while True:
        if inner.kind is not RegionKind.LOOP or not every_iteration(forest, inner, block):
            return False
        if inner is region:
            return True
        block = inner.header
        if inner.parent is None:
            return False
        inner = inner.parent


def is_set_each_time(
    name: str, region: Region, entry: EntryAnalysis, accesses: Iterable[Access]
) -> bool:
    """Whether every iteration of a loop certainly sets a scalar."""
    return any(
        access.name == name
        and access.sets
        and entry.forest.innermost[access.point.block] is region
        and every_iteration(entry.forest, region, access.point.block)
        for access in accesses
    )
