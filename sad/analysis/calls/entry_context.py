"""A unit seen from one entry: what every pass over it starts from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.kills import Kills
from sad.analysis.calls.saved_values import saved_variables
from sad.analysis.loops.candidates import Candidates
from sad.analysis.values.cells import is_common
from sad.ir.expr import Variable
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.results import Exits
    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.analysis.values.cells import Cell
    from sad.ir.program import Unit


@record
class EntryContext:
    """A unit's blocks and loops from one entry, with the program around it.

    ``exits`` are the callees' values on return; ``paths`` gives constructs' final names. ``kills``,
    ``saved`` variables and ``candidates`` are the same whatever its arguments are.
    """

    cfg: Cfg
    forest: LoopForest
    program: ProgramEffects
    exits: Exits
    paths: Callable[[str], str]
    kills: Kills
    saved: frozenset[Cell]
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
    cells = program.cells[unit_key(cfg.unit)].by_name
    candidates = Candidates(cfg, forest, kills, cells, partial(_left_by, cfg.unit, program, exits))
    saved = saved_variables(cfg, program.graph)
    return EntryContext(cfg, forest, program, exits, paths, kills, saved, candidates)


def _left_by(unit: Unit, program: ProgramEffects, exits: Exits, call: Call) -> Iterator[Cell]:
    """The cells of a unit of which it is known what a call leaves in them."""
    procedure = program.graph.procedure(call.name, unit)
    cells = program.cells[unit_key(unit)].by_name
    known: Collection[str] = () if procedure is None else exits.of(procedure)
    for left in known:
        if is_common(left):
            yield left
    for dummy, argument in zip(
        procedure.dummies if procedure else (), call.arguments, strict=False
    ):
        if dummy in known and isinstance(argument, Variable) and argument.name in cells:
            yield cells[argument.name]
