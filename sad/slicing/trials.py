"""Loops that may be left on a value that is not known: what one more iteration counts.

Where it is not known whether a loop is left, the run stays in it for some iterations on trial.
Stretches of an iteration, each from its first block to where the next one starts, have to count the
same each time. Then what a block counts in all is what it counted for certain, and for each time that
a stretch started what it counts in that one. How often stretches start a formula may tell.

That holds for all iterations if all there are were tried, or if one started in the state of the one
before: what a run of a slice does follows from its state alone. Afterwards counts are as they were
before the trial, and what the loop may write is not known.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from sad.analysis.cfg.graph import Jump, LoopHead, Split
from sad.analysis.loops.natural import RegionKind
from sad.records import record
from sad.slicing.memory import Heap, HeapMemory, Memory, object_of
from sad.slicing.runtime import BudgetError, Sign, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.slicing.limits import Budget

_MOST_PLACES = 100_000
"""Places of memory in a state that is kept to be compared."""
_STATE_STEP = 20
"""Places of memory that are compared in the time of a step."""
_MEMORY_STEPS = 5
"""Steps in the time that one memory takes, however small."""
_SHARES = {True: 8, False: 32}
"""A trial takes such a part of the steps that are left, by whether the loop counts its iterations."""
_OF_STATE = ("v_", "x_", "a_", "m_", "o_", "ad_", "AD_", "p_", "b_", "frame")
"""How names of what a unit keeps from step to step begin."""


Sum = dict[int, int]
"""A sum of counts of blocks, by their numbers, each times a number; of ``CERTAIN`` once."""
CERTAIN = -1


@record
class Leaving:
    """A branch that leaves a loop or stays in it.

    ``head`` is the loop's header and ``blocks`` are all in it. ``start`` is the block whose count says
    how often a new iteration began, ``stay`` the block where one goes on that was not left; None where
    that is the header.
    """

    head: int
    blocks: frozenset[int]
    start: int
    stay: int | None
    target: int


def leaving_branches(
    cfg: Cfg, forest: LoopForest, repeated: frozenset[int]
) -> Mapping[int, Leaving]:
    """Return the branches of a unit that leave a loop on a condition, by their blocks."""
    found: dict[int, Leaving] = {}
    for number in forest.order:
        split = cfg.blocks[number].terminator
        region = forest.innermost[number]
        if not isinstance(split, Split) or split.condition is None or len(split.targets) != 2:
            continue
        inside = [target for target in split.targets if target in region.blocks]
        if region.kind is not RegionKind.LOOP or len(inside) != 1 or region.header in repeated:
            continue
        start = _start(cfg, forest, region.header)
        stay = None if inside[0] == region.header else inside[0]
        anchors = [item for item in (start, stay) if item is not None]
        alone = (item for item in anchors if item != region.header)
        if all(cfg.blocks[item].actions for item in anchors) and all(
            len(forest.predecessors[item]) == 1 for item in alone
        ):
            found[number] = Leaving(region.header, region.blocks, start, stay, inside[0])
    return found


def _start(cfg: Cfg, forest: LoopForest, header: int) -> int:
    """The first block of each iteration of a loop that holds statements."""
    head = cfg.blocks[header].terminator
    start = head.body if isinstance(head, LoopHead) else header
    while not cfg.blocks[start].actions and isinstance(jump := cfg.blocks[start].terminator, Jump):
        if len(forest.predecessors[jump.target]) > 1:
            break
        start = jump.target
    return start


class Trial:
    """Iterations of one loop on trial; ``way`` is where the run goes on after them."""

    def __init__(self, trials: Trials, way: int, weight: int, *, is_counted: bool) -> None:
        self.way = way
        self.weight = weight
        self.number = trials.next_number()
        self._trials = trials
        self._before = list(trials.counts)
        self._found: list[tuple[int, list[int]]] = []
        self._start: int | None = None
        self._at_start: list[int] = []
        self._states: dict[int, _State] = {}
        budget = trials.budget
        self._most = budget.used + budget.left // _SHARES[is_counted]
        # An iteration may have taken as much as all so far.
        may_try = trials.may_try and budget.left > budget.used
        self._holds: bool | None = None if may_try else False

    def stays(
        self, branch: int, start: int | None, names: Mapping[str, Any] | None, weight: int
    ) -> bool:
        """Whether to stay in the loop for one more iteration, at a branch that may leave it.

        ``names`` is what the unit keeps; None if the state of the run is more than that and memory.
        """
        self._close()
        if self._holds is not None or weight != self.weight:
            self._holds = False
            return False
        state = None if names is None else self._trials.state(names)
        before = self._states.get(branch)
        if state is not None and before is not None and state.is_as(before):
            self._holds = True
        elif self._trials.budget.used > self._most:
            self._holds = False
        if self._holds is not None:
            return False
        if state is not None:
            self._states[branch] = state
        if start is not None:
            self.starts(start)
        return True

    def starts(self, start: int) -> None:
        """Note that a stretch starts, by the number of the count of its first block."""
        self._close()
        self._start = start
        self._at_start = list(self._trials.counts)

    def _close(self) -> None:
        if self._start is not None:
            counts = list(map(sub, self._trials.counts, self._at_start))
            self._found.append((self._start, counts))
            self._start = None

    def ends(self) -> int:
        """Note that the loop ended by itself: all its iterations were tried. Return where to go on."""
        self._close()
        if self._holds is None:
            self._holds = True
        return self.way

    def fails(self) -> int:
        """Note that what comes next is not known. Return where to go on."""
        self._holds = False
        return self.way

    def finish(self) -> bool:
        """Make all counts what they were before; return whether those of more iterations are known."""
        self._trials.counts[:] = self._before
        weight = self.weight
        found = self._found if self._holds else []
        for start, counts in found:
            if counts[start] != weight or any(count % weight for count in counts):
                return False
        for start, counts in found:
            self._trials.add(start, [count // weight for count in counts])
        return bool(self._holds)


class Trials:
    """All trials of a run, and what stretches of iterations counted in them.

    ``stretches`` are these counts by the number of the count of the first block, ``differing`` are the
    counts that were not the same each time.
    """

    def __init__(
        self, counts: list[int], budget: Budget, heap: Heap, *, may_try: bool = True
    ) -> None:
        self.counts = counts
        self.budget = budget
        self.may_try = may_try
        self.memories: Sequence[Memory] = ()
        self.stretches: dict[int, list[int]] = {}
        self.differing: set[int] = set()
        self._heap = heap
        self._numbers = count()
        self.next_number = partial(next, self._numbers)

    def begin(self, way: int, weight: int, *, is_counted: bool) -> Trial:
        """Return a new trial, of a loop that counts its iterations or of another."""
        return Trial(self, way, weight, is_counted=is_counted)

    def add(self, start: int, found: list[int]) -> None:
        """Take what one stretch counted."""
        known = self.stretches.setdefault(start, found)
        if known is not found and known != found:
            pairs = enumerate(zip(known, found, strict=True))
            self.differing.update(index for index, (first, second) in pairs if first != second)

    def sums(self, sites: Iterable[int], lost: Callable[[int], bool]) -> dict[int, Sum]:
        """Return what blocks count in all where that is known; ``lost`` tells which counts are not."""
        found: dict[int, Sum] = {}
        made: dict[int, Sum | None] = {}
        for site in sites:
            if not lost(site) and site not in self.differing:
                whole = self._sum(site, None, lost, made)
                if whole is not None:
                    found[site] = whole
        return found

    def _sum(
        self, site: int, apart: int | None, lost: Callable[[int], bool], made: dict[int, Sum | None]
    ) -> Sum | None:
        """What was counted for certain, and in stretches but one; None if that is not known."""
        whole: Sum = {CERTAIN: self.counts[site]}
        for start, counts in self.stretches.items():
            many = counts[site]
            if not many or start == apart:
                continue
            if start not in made:
                made[start] = None  # until it is known: of stretches within each other nothing is
                made[start] = self._times(start, lost, made)
            times = made[start]
            if times is None:
                return None
            for item, number in times.items():
                whole[item] = whole.get(item, 0) + many * number
        return {item: number for item, number in whole.items() if number or item == CERTAIN}

    def _times(
        self, start: int, lost: Callable[[int], bool], made: dict[int, Sum | None]
    ) -> Sum | None:
        """How often a stretch started but for what was counted: its block's count without all else."""
        if lost(start) or start in self.differing:
            return None
        rest = self._sum(start, start, lost, made)
        if rest is None:
            return None
        found = {item: -number for item, number in rest.items()}
        found[start] = found.get(start, 0) + 1
        return found

    def state(self, names: Mapping[str, Any]) -> _State | None:
        """Return what the run's next steps follow from; None if it is too much."""
        own = {name: value for name, value in names.items() if name.startswith(_OF_STATE)}
        mine = [value for value in own.values() if isinstance(value, Memory)]
        memories = [*self.memories, *mine]
        places = sum(map(len, memories))
        if places > _MOST_PLACES:
            return None
        self.budget.spend(places // _STATE_STEP + _MEMORY_STEPS * (1 + len(memories)))
        scalars = {name: value for name, value in own.items() if not isinstance(value, Memory)}
        return _State(_plain(scalars), list(map(_held, memories)), self._heap.next)


class _State:
    """Values of what a run keeps, as they were at one time."""

    def __init__(self, scalars: dict[Any, Any], memories: list[_Held], end: int) -> None:
        self._scalars = scalars
        self._memories = memories
        self._end = end  # of what was taken from the heap

    def is_as(self, before: _State) -> bool:
        """Whether the next steps do the same as from a state before.

        What was taken from the heap since is reached by a value that is another one, or not at all.
        """
        if self._scalars != before._scalars or len(self._memories) != len(before._memories):
            return False
        pairs = zip(self._memories, before._memories, strict=True)
        return all(now.until(before._end) == then for now, then in pairs)


class _Held(NamedTuple):
    """What a memory holds: ``kind`` is its class, and where its places have got addresses."""

    kind: Any
    default: Any
    spans: list[tuple[Any, ...]]
    places: dict[Any, Any]

    def until(self, end: int) -> _Held:
        """What is left without objects on the heap from an address on."""
        if not issubclass(self.kind[0], HeapMemory):
            return self
        places = {place: value for place, value in self.places.items() if object_of(place) < end}
        spans = [span for span in self.spans if object_of(span[0]) < end]
        return self._replace(places=places, spans=spans)


def _held(memory: Memory) -> _Held:
    spans = [(first, last, _value(value)) for first, last, value in memory.spans]
    home = None if memory.home is None else (id(memory.home[0]), memory.home[1])
    return _Held((memory.__class__, home), _value(memory.default), spans, _plain(memory))


def _plain(values: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: _value(value) for key, value in values.items()}


def _value(value: Any) -> Any:
    """A value as it can be compared: all that are not known are alike, 1 is not 1.0 nor true."""
    kind = value.__class__
    if kind is Unknown:
        return Unknown
    return (
        value.hex()
        if kind is float
        else repr(value)
        if kind in (bool, complex)
        else id(value)
        if kind is Sign
        else value
    )


def latest(trials: Iterable[Trial | None], error: Exception) -> int | None:
    """Return where to go on after an error in a trial; None where none runs."""
    running = [trial for trial in trials if trial is not None]
    if not running or isinstance(error, BudgetError):
        return None
    return max(running, key=lambda trial: trial.number).fails()
