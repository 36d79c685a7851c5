"""A unit seen from one entry: what every pass over it starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.first_calls import first_call_arms
from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.kills import Kills
from sad.analysis.loops.candidates import Candidates
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.results import Exits
    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest


@record
class EntryContext:
    """A unit's blocks and loops from one entry, with the program around it.

    ``exits`` are the callees' values on return; ``paths`` gives constructs' final names. ``kills``,
    ``first_calls`` and ``candidates`` are the same whatever its arguments are.
    """

    cfg: Cfg
    forest: LoopForest
    program: ProgramEffects
    exits: Exits
    paths: Callable[[str], str]
    kills: Kills
    first_calls: Mapping[int, int]
    candidates: Candidates


def see(
    cfg: Cfg,
    forest: LoopForest,
    program: ProgramEffects,
    exits: Exits,
    paths: Callable[[str], str],
) -> EntryContext:
    """Return a unit as it is seen from the forest's entry."""
    kills = Kills(cfg, forest, program)
    candidates = Candidates(cfg, forest, kills, program.cells[unit_key(cfg.unit)].by_name)
    firsts = first_call_arms(cfg, forest, program.graph)
    return EntryContext(cfg, forest, program, exits, paths, kills, firsts, candidates)
