"""Final names of constructs: the syntactic path with the loops made of jumps put in.

``do20.do21.if1`` inside the loop that jumps back to label 22 becomes ``do20.do21.goto22.if1``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Block, Cfg, LoopHead, Split
from sad.analysis.loops.natural import LoopForest, Region, RegionKind

if TYPE_CHECKING:
    from collections.abc import Callable


def loop_path(block: Block) -> str:
    """Return the syntactic path of a loop that has this block as its header."""
    if isinstance(block.terminator, LoopHead):
        return block.terminator.path
    if block.loop:
        return block.loop
    own = f"goto{block.label}" if block.label else f"cycle{block.id}"
    return f"{block.path}.{own}" if block.path else own


def final_paths(cfg: Cfg, forest: LoopForest) -> Callable[[str], str]:
    """Return the function from syntactic paths to final ones, for one unit."""
    table: dict[str, str] = {}
    for number in forest.order:
        block = cfg.blocks[number]
        region = forest.innermost[number]
        around = _jump_loops(cfg, region)
        own = loop_path(block) if region.header == number else None
        if own is not None:
            table[own] = _with_loops(own, _jump_loops(cfg, region.parent))
        if isinstance(block.terminator, Split | LoopHead) and block.terminator.path != own:
            table[block.terminator.path] = _with_loops(block.terminator.path, around)
        if block.label is not None:
            path = label_path(block)
            table[path] = _with_loops(path, around)
    _make_unique(table)
    return lambda path: table.get(path, path)


def label_path(block: Block) -> str:
    """Return the syntactic path of a block as a place to jump to."""
    own = f"label{block.label}" if block.label else f"part{block.id}"
    return f"{block.path}.{own}" if block.path else own


def _make_unique(table: dict[str, str]) -> None:
    """Two constructs never share a name: indices and parameters are told apart by it."""
    used: set[str] = set()
    for path, final in table.items():
        name, number = final, 1
        while name in used:
            number += 1
            name = f"{final}_{number}"
        used.add(name)
        table[path] = name


def _jump_loops(cfg: Cfg, region: Region | None) -> list[tuple[int, str]]:
    """The loops made of jumps around a block: (length of the path they stand in, own name)."""
    found: list[tuple[int, str]] = []
    while region is not None:
        block = cfg.blocks[region.header]
        if (
            region.kind is RegionKind.LOOP
            and not block.loop
            and not isinstance(block.terminator, LoopHead)
        ):
            parts = loop_path(block).split(".")
            found.append((len(parts) - 1, parts[-1]))
        region = region.parent
    return found[::-1]


def _with_loops(path: str, loops: list[tuple[int, str]]) -> str:
    parts = path.split(".") if path else []
    for inserted, (length, name) in enumerate(sorted(loops, key=lambda item: item[0])):
        at = length + inserted
        if at <= len(parts):
            parts.insert(at, name)
    return ".".join(parts)
