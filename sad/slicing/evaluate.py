"""Running a slice: how often every block of a program runs at given inputs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sad.large_stack import run_deep
from sad.records import replace
from sad.slicing import complex_numbers, memory, runtime, scanning, texts, written
from sad.slicing.broken import FAILURES, BrokenSliceError, broken_in, span_of
from sad.slicing.environment import Environment, status_of_text
from sad.slicing.evaluation import Evaluation, Obstacle, SumOfCounts
from sad.slicing.intrinsics import FUNCTIONS, OF_REALS, SINGLE, guarded
from sad.slicing.kept import Known, kept_run
from sad.slicing.limits import Budget
from sad.slicing.opened_files import Files
from sad.slicing.options import Options
from sad.slicing.program_input import ProgramInput, argument_text, internal, outcome, status_of
from sad.slicing.sorting import kept_values, restore, sort_places
from sad.slicing.trials import CERTAIN, Trials, latest
from sad.slicing.watched import Values

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.slicing.mpi_run import Rank
    from sad.slicing.program import SlicedProgram, Source
    from sad.slicing.signatures import Given, Place, Site

Result = TypeVar("Result")


def evaluate_slice(
    program: SlicedProgram, given: Given, steps: int, known: Known | None = None
) -> Evaluation:
    """Return the counts of a program at given inputs.

    Integers, logicals and texts are followed first; if that leaves counts open, real data is, too, as
    far as the rest of the ``steps`` goes. ``known`` keeps runs. A run that is cut short, because steps
    run out or it may have ended, gives the counts that are final by then.
    """
    found = Evaluation({}, (), 0, finished=False)
    budget = Budget(steps)
    ran: dict[str, Evaluation] = {}
    try:
        budget.can_write(program.blocks)
        for reals in (False, True):
            run = partial(_run, given, budget, known, ran)
            more = run_source(program, given, budget, run, reals=reals)
            if more.finished or not found.finished:
                found = more.with_more(found)
            else:
                found = replace(found.with_more(more), limit=more.limit)
            if more.limit or (None not in more.counts.values() and not more.assumed):
                break
    except runtime.BudgetError as error:
        found = replace(found, limit=str(error))
    except BrokenSliceError as error:
        found = replace(found, obstacles=(*found.obstacles, error.obstacle))
    return replace(found, steps=budget.used)


def run_source(
    program: SlicedProgram,
    given: Given,
    budget: Budget,
    run: Callable[[Source], Result],
    *,
    reals: bool,
) -> Result:
    """Run a slice, with loops that run once for all iterations if the program does not end in one.

    Raises ``BrokenSliceError`` if it breaks the rules of its language or has a statement that no slice
    can contain, and ``BudgetError``.
    """
    for repeats in (True, False):
        source = program.source(given, budget.check, reals=reals, repeats=repeats)
        try:
            return run(source)
        except runtime.RepeatError:
            if not repeats:
                raise
        except FAILURES as error:
            raise broken_in(error, source.made_of, source.lines, source.start) from error
    raise AssertionError


def _run(
    given: Given,
    budget: Budget,
    known: Known | None,
    ran: dict[str, Evaluation],
    source: Source,
) -> Evaluation:
    """Run a source, but none that is among those that ``ran``: real data may change nothing in it."""

    def run() -> Evaluation:
        running = Running(source, given, budget)
        try:
            running.start()
        except runtime.BudgetError as error:
            running.cut_short(error)
            return replace(running.evaluation(), limit=str(error))
        except FAILURES as error:
            running.cut_short(error)
            found = running.evaluation()
            broken = broken_in(error, source.made_of, source.lines, source.start)
            return replace(found, obstacles=(*found.obstacles, broken.obstacle))
        return running.evaluation()

    if source.key not in ran:
        budget.settle()
        deep = partial(run_deep, run)
        ran[source.key] = deep() if known is None else kept_run(known, source, given, budget, deep)
    return ran[source.key]


def _of_rank(values: Mapping[Any, Any], rank: Rank | None) -> dict[Any, Any]:
    """Values from outside as one rank has them."""
    found: dict[Any, Any] = dict(values)
    unknown = runtime.Unknown("a value of the rank that is not known")
    for key, value in values.items():
        if rank is not None and value.__class__ is tuple:
            own = value[rank.number]
            found[key] = unknown if own is None else own
    return found


class Running:
    """A generated program in a memory of its own; ``rank`` is what its calls of MPI are told."""

    def __init__(
        self, source: Source, given: Given, budget: Budget, rank: Rank | None = None
    ) -> None:
        self._source = source
        self._rank = rank
        self._counts = [0] * len(source.sites)
        self.lost: set[int] = set()
        self.lost_units: set[str] = set()
        self._left_open: set[int] = set()
        self._open: set[int] = set()  # regions of loops that were tried
        self._notes: dict[int, runtime.Unknown] = {}
        self._assumed: dict[str, None] = {}
        self._seen = [Values(span, name) for span, name in source.watched]
        self.finished = False
        self.noted: dict[Place, set[Any]] = {}
        self._opened = [0]  # calls of what is not known so far
        self._end: runtime.Unknown | None = None  # what ended a run that is not finished
        self.stopped: str | None = None
        """The file and line of a STOP or exit in a procedure."""
        heap = memory.Heap()
        self._trials = Trials(self._counts, budget, heap, may_try=rank is None)
        names: dict[str, Any] = {}
        for module in (runtime, memory, texts, scanning, written, complex_numbers):
            names |= vars(module)
        names |= texts.CHARACTERS
        text = ProgramInput(given.text or "")
        if given.text is None:
            text.lose(runtime.Unknown("is read"))
        if rank is not None and rank.number > 0:  # mpirun gives standard input to rank 0
            text.lose(runtime.Unknown("only rank 0 has the standard input"))
        names.update(
            IN=text,
            internal=internal,
            status_of=status_of,
            outcome=outcome,
            argument=partial(argument_text, given.command_line or ()),
            WORDS=given.command_line,
            sort_places=sort_places,
            kept_values=kept_values,
            restore=restore,
            reduced=partial(runtime.reduced, budget.spend),
            TOKENS=texts.Tokens(),
            OPTIONS=Options(given.command_line),
            ENVIRONMENT=Environment(given.environment),
            status_of_text=status_of_text,
            FILES=Files(text, dict(given.files)),
        )
        for letter, functions in (("f", FUNCTIONS), ("s", SINGLE), ("r", OF_REALS)):
            names.update((f"{letter}_{name}", guarded(item)) for name, item in functions.items())
        names.update(
            COUNTS=self._counts,
            LOST=self.lost,
            OPENED=self._opened,
            BUDGET=budget.chunk,
            refill=budget.refill,
            INPUTS=_of_rank(given.inputs, rank),
            NOTED=self.noted,
            ARGUMENTS=_of_rank(given.arguments, rank),
            SEEN=self._seen,
            HEAP=heap,
            TRIALS=self._trials,
            latest=latest,
            open_region=self._open.add,
            MPI=rank,
            note=self._note,
            assume=self._assume,
            forget=self._forget,
            open_call=self._open_call,
            lose_region=self._lose_region,
        )
        names.update({name: runtime.Unknown(*key) for name, key in source.constants.items()})
        for piece in source.code:
            exec(piece, names)
        memories = (item for item in names.values() if isinstance(item, memory.Memory))
        self._trials.memories = list({id(item): item for item in memories}.values())
        self._names = names

    def start(self) -> None:
        """Run the program to its end; raises what ends it in another way."""
        try:
            self._names["main"]()
        except runtime.StopError as stop:
            self.stopped = next(iter(stop.args), None)
        except runtime.BrokenError as error:
            self._end = error.cause
            self.cut_short(error)
            return
        self.finished = True

    def cut_short(self, error: Exception) -> None:
        """Take the counts that ``error`` leaves open for lost: those of blocks ahead of it."""
        sites, units = self._source.ahead.of(error)
        self.lost |= sites
        self.lost_units |= units

    def evaluation(self) -> Evaluation:
        """Return what was counted."""
        found: dict[Site, int | None] = {}
        by_others: dict[Site, SumOfCounts] = {}
        tried = self._tried()
        sums = self._trials.sums(tried, self._is_lost)
        for index, site in enumerate(self._source.sites):
            found[site] = None if self._is_lost(index) or index in tried else self._counts[index]
        for index, whole in sums.items():
            certain = whole.pop(CERTAIN)
            if whole:
                terms = tuple((self._source.sites[at], times) for at, times in whole.items())
                by_others[self._source.sites[index]] = SumOfCounts(certain, terms)
            else:
                found[self._source.sites[index]] = certain
        obstacles = tuple(
            Obstacle(self._source.places[place], cause.why, cause.line)
            for place, cause in self._notes.items()
        )
        if self._end is not None and all(self._end is not item for item in self._notes.values()):
            span = span_of(self._end.line, self._source.start)
            obstacles += (Obstacle(span, self._end.why, self._end.line),)
        watched = tuple(item for values in self._seen if (item := values.found()) is not None)
        return Evaluation(
            *(found, obstacles, 0, self.finished, tuple(self._assumed)),
            watched=watched,
            by_others=by_others,
            noted=self._noted(tried),
        )

    def _noted(self, tried: frozenset[int]) -> dict[Place, int]:
        """The values that are the same whenever they are read, where none is still to come."""
        found: dict[Place, int] = {}
        for place, values in self.noted.items():
            sites = self._source.noted.get(place, ())
            value, *others = values
            is_final = not any(self._is_lost(site) or site in tried for site in sites)
            if is_final and not others and value.__class__ is int:
                found[place] = value
        return found

    def _is_lost(self, index: int) -> bool:
        return index in self.lost or self._source.sites[index][0][0] in self.lost_units

    def _tried(self) -> frozenset[int]:
        """The counts of blocks in loops that were tried, and of units that these start."""
        regions = [self._source.region(number) for number in self._open]
        sites = frozenset(site for sites, _ in regions for site in sites)
        units = frozenset(unit for _, units in regions for unit in units)
        theirs = (i for i, site in enumerate(self._source.sites) if site[0][0] in units)
        return sites.union(theirs)

    # --- what generated code calls ----------------------------------------------------------------

    def _note(self, cause: runtime.Unknown, place: int) -> None:
        self._notes.setdefault(place, cause)

    def _assume(self, value: object, truth: object, name: str) -> object:
        if value is True or value is False:
            return value
        self._assumed[name] = None
        return truth

    def _forget(self, cell: tuple[str, ...], cause: runtime.Unknown) -> None:
        if cell[0] in ("input", "tokens"):
            for name in ("FILES",) if cell[0] == "input" else ("TOKENS", "OPTIONS"):
                self._names[name].lose(cause)
        elif cell[0] == "heap":
            for memory, _, _ in self._source.cells.get(cell, ()):
                self._names[memory].lose(cause)
        else:
            for memory, first, count in self._source.cells.get(cell, ()):
                self._names[memory].lose_range(first, count, cause)

    def _lose_region(self, number: int) -> None:
        if number in self._left_open:
            return
        self._left_open.add(number)
        sites, units = self._source.region(number)
        self.lost.update(sites)
        self.lost_units.update(units)
        if self._rank is not None and not self._source.talking.isdisjoint(
            (*sites, *units)
        ):  # messages may have been passed there
            self._rank.lose(runtime.Unknown("it is not known what was passed before"))

    def _open_call(self, number: int, cause: runtime.Unknown) -> runtime.Unknown:
        self._opened[0] += 1
        region, cells, stops = self._source.opened[number]
        if stops:
            raise runtime.BrokenError(cause)
        self._lose_region(region)
        for cell in cells:
            self._forget(cell, cause)
        return cause
