"""The control-flow graph of a unit as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Jump, Leave, LoopHead, Split

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Action, Block, Cfg


def cfg_text(cfg: Cfg) -> str:
    """Return one line per reachable block: its lines, and where control goes."""
    reachable = cfg.reached(cfg.entries.values())
    lines = [f"{cfg.unit.kind} {cfg.unit.name}"]
    for name, number in cfg.entries.items():
        lines.append(f"  entry {name}: block {number}")
    for number in sorted(reachable):
        block = cfg.blocks[number]
        actions = ", ".join(_action(action) for action in block.actions) or "-"
        lines.append(f"  block {number}: {actions}")
        lines.append(f"    {_terminator(block)}")
    return "\n".join(lines) + "\n"


def _action(action: Action) -> str:
    part = "" if action.part == "whole" else f" ({action.part})"
    return f"{action.span.line}{part}"


def _terminator(block: Block) -> str:
    match block.terminator:
        case Jump(target):
            return f"-> {target}"
        case Split(targets, labels, path):
            arms = ", ".join(
                f"{label} -> {target}" for label, target in zip(labels, targets, strict=True)
            )
            return f"{path}: {arms}"
        case LoopHead(path=path, body=body, after=after):
            return f"{path}: body -> {body}, after -> {after}"
        case Leave(stops=stops):
            return "stops" if stops else "returns"
