"""Running a slice: how often every block of a program runs at given inputs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sad.large_stack import run_deep
from sad.records import record
from sad.slicing import runtime
from sad.slicing.intrinsics import FUNCTIONS, guarded
from sad.slicing.program import generated
from sad.slicing.program_input import (
    ProgramInput,
    argument_value,
    internal,
    outcome,
    status_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span
    from sad.slicing.program import Source
    from sad.slicing.signatures import Given, Key, Site

_FAILURES = (
    *(
        SyntaxError,
        RecursionError,
        TypeError,
        ValueError,
        ArithmeticError,
        LookupError,
        MemoryError,
    ),
    runtime.NotKnownError,
)
"""What a program may raise here that breaks the rules of its language, or is nested too deeply for
Python: then nothing is known."""
STEPS = 2_000_000
"""Blocks and calls that may run: a second or two."""


@record
class Obstacle:
    """A branch or loop that could not be followed: where it is, what was not known, and from where."""

    span: Span
    why: str
    source: str


@record
class Evaluation:
    """How often blocks run: ``counts`` by place, from that action of a block to its next place.

    None is a count that is not known: ``obstacles`` say why. ``steps`` is how many blocks and calls
    were run for it. Of a run that could not be finished there are no counts. ``assumed`` are the
    assumptions that were needed.
    """

    counts: Mapping[Site, int | None]
    obstacles: tuple[Obstacle, ...]
    steps: int
    finished: bool
    assumed: tuple[str, ...] = ()

    def count(self, entry: Key, block: int, action: int) -> int | None:
        """Return how often an action of a block started, or a repeated item was transferred
        (``item_place``); None if that is not known.
        """
        if action < 0:
            return self.counts.get((entry, block, action))
        while action >= 0:
            if (entry, block, action) in self.counts:
                return self.counts[entry, block, action]
            action -= 1
        return None


def evaluate_slice(
    analysis: ProgramAnalysis,
    start: EntryAnalysis,
    given: Given,
    steps: int = STEPS,
) -> Evaluation:
    """Return the counts of a program at given inputs.

    Integers, logicals and texts are followed first; if that leaves counts open, real data is, too, as
    far as the rest of the ``steps`` goes.
    """
    found = Evaluation({}, (), 0, finished=False)
    left = steps
    for reals in (False, True):
        for repeats in (True, False):
            budget = [left]
            try:
                source = generated(analysis, start, given, reals=reals, repeats=repeats)
                found = run_deep(partial(_run, source, given, budget))
            except runtime.RepeatError:
                continue
            except (runtime.BudgetError, *_FAILURES):
                return replace(found, steps=steps - max(budget[0], 0))
            finally:
                left = max(budget[0], 0)
            break
        if found.finished and None not in found.counts.values() and not found.assumed:
            break
    return replace(found, steps=steps - left)


def _run(source: Source, given: Given, budget: list[int]) -> Evaluation:
    """Run a generated program; ``budget`` holds how many steps are left."""
    counts = [0] * len(source.sites)
    lost: set[int] = set()
    lost_units: set[str] = set()
    left_open: set[int] = set()
    notes: dict[int, runtime.Unknown] = {}
    assumed: dict[str, None] = {}

    def note(cause: runtime.Unknown, place: int) -> None:
        notes.setdefault(place, cause)

    def assume(value: object, truth: object, name: str) -> object:
        if value is True or value is False:
            return value
        assumed[name] = None
        return truth

    names: dict[str, Any] = runtime.environment()
    names.update(
        IN=ProgramInput(given.text or ""),
        internal=internal,
        status_of=status_of,
        outcome=outcome,
        argument=partial(argument_value, given.command_line or ()),
    )
    names.update((f"f_{name}", guarded(function)) for name, function in FUNCTIONS.items())
    names.update(
        COUNTS=counts,
        LOST=lost,
        BUDGET=budget,
        HEAP=runtime.Heap(),
        note=note,
        assume=assume,
    )
    names.update({name: runtime.Unknown(*key) for name, key in source.constants.items()})

    def forget(cell: tuple[str, ...], cause: runtime.Unknown) -> None:
        if cell[0] == "heap":
            for memory, _, _ in source.cells.get(cell, ()):
                names[memory].lose(cause)
            return
        for memory, first, count in source.cells.get(cell, ()):
            names[memory].lose_range(first, count, cause)

    def lose_region(number: int) -> None:
        if number not in left_open:
            left_open.add(number)
            sites, units = source.regions[number]
            lost.update(sites)
            lost_units.update(units)

    def open_call(number: int, cause: runtime.Unknown) -> runtime.Unknown:
        region, cells, stops = source.opened[number]
        if stops:
            raise runtime.BrokenError(cause)
        lose_region(region)
        for cell in cells:
            forget(cell, cause)
        return cause

    names.update(forget=forget, open_call=open_call, lose_region=lose_region)
    exec(compile(source.text, "<slice>", "exec"), names)
    finished = True
    try:
        names["main"]()
    except runtime.StopError:
        pass
    except runtime.BrokenError:
        finished = False
    found = {
        site: None if index in lost or site[0][0] in lost_units else counts[index]
        for index, site in enumerate(source.sites)
        if finished
    }
    obstacles = tuple(
        Obstacle(source.places[place], cause.why, cause.line) for place, cause in notes.items()
    )
    return Evaluation(found, obstacles, 0, finished, tuple(assumed))
