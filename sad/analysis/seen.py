"""A unit seen from one entry: what every pass over it starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.first_calls import first_call_arms
from sad.analysis.kills import Kills
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.cfg import Cfg
    from sad.analysis.effects import ProgramEffects
    from sad.analysis.exits import Exits
    from sad.analysis.loops import LoopForest


@record
class Seen:
    """A unit's blocks and loops from one entry, with the program around it.

    ``exits`` are the callees' values on return; ``paths`` gives constructs' final names. ``kills`` and
    ``first_calls`` are the same whatever its arguments are.
    """

    cfg: Cfg
    forest: LoopForest
    program: ProgramEffects
    exits: Exits
    paths: Callable[[str], str]
    kills: Kills
    first_calls: Mapping[int, int]


def see(
    cfg: Cfg,
    forest: LoopForest,
    program: ProgramEffects,
    exits: Exits,
    paths: Callable[[str], str],
) -> Seen:
    """Return a unit as it is seen from the forest's entry."""
    kills = Kills(cfg, forest, program)
    return Seen(
        cfg, forest, program, exits, paths, kills, first_call_arms(cfg, forest, program.graph)
    )
