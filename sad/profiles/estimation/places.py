"""Where statements stand in the flow: by line, the actions that start there, in source order."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part, Split
from sad.ir.first import first_spans

if TYPE_CHECKING:
    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.analysis.cfg.graph import Action

Place = tuple[str, int]


@dataclass(slots=True, eq=False)
class Start:
    """An action at the place where its span begins; ``arcs`` add up to how often it starts."""

    action: Action
    block: int
    arcs: tuple[int, ...] | None


@dataclass(slots=True)
class Places:
    """What stands where in one unit: actions by line, branches by line with their blocks.

    ``first`` is the action of each line whose starts are the line's count.
    """

    starts: dict[Place, list[Start]]
    first: dict[Place, Start]
    splits: dict[Place, list[int]]
    heads: dict[Place, list[int]]


def places_of(flow: UnitFlow) -> Places:
    """Return what stands on each line of a unit."""
    starts: dict[Place, list[Start]] = defaultdict(list)
    splits: dict[Place, list[int]] = defaultdict(list)
    heads: dict[Place, list[int]] = defaultdict(list)
    first: dict[Place, Start] = {}
    spans = first_spans(flow.unit)
    for block in flow.cfg.blocks:
        for number, action in enumerate(block.actions):
            place = (action.span.file, action.span.line)
            start = Start(action, block.id, flow.at(block.id, number))
            starts[place].append(start)
            if action.part is not Part.LOOP_STEP and spans.get(place) is action.span:
                first.setdefault(place, start)
        match block.terminator:
            case Split(span=span):
                splits[span.file, span.line].append(block.id)
            case LoopHead(loop=loop):
                heads[loop.span.file, loop.span.line].append(block.id)
            case _:
                pass
    return Places(dict(starts), first, dict(splits), dict(heads))
