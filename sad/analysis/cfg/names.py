"""Final names of constructs: the syntactic path with the loops made of jumps put in.

``do20.do21.if1`` inside the loop that jumps back to label 22 becomes ``do20.do21.goto22.if1``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Block, Cfg, LoopHead, Split
from sad.analysis.loops.natural import LoopForest, Region, RegionKind
from sad.files import blake2b

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_JumpLoop = tuple[int, str]
"""Length of the path a loop made of jumps stands in, and its own name."""
_SHOWN = 8  # parts at either end of a long path


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
    jumps: dict[int, list[_JumpLoop]] = {}
    for number in forest.order:
        block = cfg.blocks[number]
        region = forest.innermost[number]
        around = _jump_loops(cfg, region, jumps)
        own = loop_path(block) if region.header == number else None
        if own is not None:
            table[own] = _with_loops(own, _jump_loops(cfg, region.parent, jumps))
        if isinstance(block.terminator, Split | LoopHead) and block.terminator.path != own:
            table[block.terminator.path] = _with_loops(block.terminator.path, around)
        if block.label is not None:
            path = label_path(block)
            table[path] = _with_loops(path, around)
    _make_unique(table)
    return lambda path: table[path] if path in table else _cut(path.split("."))


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


def _jump_loops(
    cfg: Cfg, region: Region | None, known: dict[int, list[_JumpLoop]]
) -> list[_JumpLoop]:
    """The loops made of jumps around a block, outermost first; ``known`` are those of other regions."""
    passed: list[Region] = []
    while region is not None and id(region) not in known:
        passed.append(region)
        region = region.parent
    found = [] if region is None else known[id(region)]
    for inside in reversed(passed):
        block = cfg.blocks[inside.header]
        if (
            inside.kind is RegionKind.LOOP
            and not block.loop
            and not isinstance(block.terminator, LoopHead)
        ):
            parts = loop_path(block).split(".")
            found = [*found, (len(parts) - 1, parts[-1])]
        known[id(inside)] = found
    return found


def _with_loops(path: str, loops: list[_JumpLoop]) -> str:
    parts = path.split(".") if path else []
    for inserted, (length, name) in enumerate(sorted(loops, key=lambda item: item[0])):
        at = length + inserted
        if at <= len(parts):
            parts.insert(at, name)
    return _cut(parts)


def _cut(parts: Sequence[str]) -> str:
    """The path of these parts; of many only the outermost and innermost, which keeps names short.

    A digest stands for what is left out, so that paths stay apart. Of names that a reader made, such as
    ``any$4$loop``, what the source says is left.
    """
    parts = [part.partition("$")[0] or part for part in parts]
    if len(parts) <= 2 * _SHOWN:
        return ".".join(parts)
    left_out = ".".join(parts[_SHOWN:-_SHOWN])
    digest = blake2b(left_out.encode(), digest_size=6).hexdigest()
    return ".".join((*parts[:_SHOWN], f"etc{digest}", *parts[-_SHOWN:]))
