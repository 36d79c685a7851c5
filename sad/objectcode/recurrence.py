"""What instructions of a machine loop wait for: chains from one iteration to the next, and through one.

A data-flow walk over the loop's blocks keeps, for every register and every place in memory whose
address moves by a constant, the longest wait since each value the iteration started with. What an
iteration ends with, the next one starts with: the circle with the largest mean wait bounds the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.objectcode.blocks import LoopSteps
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.objectcode.blocks import Graph, MachineLoop
    from sad.objectcode.instruction import Instruction, Memory

FORWARD = "forward"
LOAD = "load"
_START = "*"
_MOST_TURNS = 8
_MOST_INSTRUCTIONS = 1500


class Link(NamedTuple):
    """A wait that ends a path: where, which steps it takes, and the path before."""

    block: int
    keys: tuple[str, ...]
    before: Link | None


class Path(NamedTuple):
    """The longest wait from one start [s], and how it comes about."""

    seconds: float
    link: Link | None


class Token(NamedTuple):
    """A place in memory: registers at the start of the iteration, and a displacement."""

    base: str
    indexed: str
    scale: int
    displacement: int


Name = str | Token
Tails = dict[Name, Path]
Env = dict[Name, Tails]


@record
class Step:
    """``amount`` steps of kind ``key`` per run of a block."""

    block: int
    key: str
    amount: float


@record
class MachineChain:
    """A chain of a machine loop; ``carried`` ones go on in the next iteration, others end with it."""

    carried: bool
    restarts: bool
    steps: tuple[Step, ...]


def chains_of(
    graph: Graph, loop: MachineLoop, latency: Callable[[str], float]
) -> list[MachineChain]:
    """Return the slowest carried chain of a loop and the longest path through one iteration."""
    size = sum(len(graph.blocks[number].instructions) for number in loop.blocks)
    if size > _MOST_INSTRUCTIONS:
        return []
    walk = _Walk(graph, loop, latency)
    found: list[MachineChain] = []
    longest = max(
        (tails[_START] for env in walk.ends for tails in env.values() if _START in tails),
        key=lambda path: path.seconds,
        default=Path(0.0, None),
    )
    if longest.seconds > 0.0:
        found.append(MachineChain(carried=False, restarts=False, steps=_steps(longest.link, 1)))
    if loop.header < 0:
        return found
    circle = _slowest_circle(walk.carried())
    if circle is not None:
        steps = tuple(
            step for path in circle.paths for step in _steps(path.link, len(circle.paths))
        )
        restarts = _restarts(graph, loop, latency, circle.names)
        found.append(MachineChain(carried=True, restarts=restarts, steps=steps))
    return found


def _steps(link: Link | None, turns: int) -> tuple[Step, ...]:
    found: list[Step] = []
    while link is not None:
        found += [Step(link.block, key, 1.0 / turns) for key in link.keys]
        link = link.before
    return tuple(found)


class _Circle(NamedTuple):
    seconds: float
    paths: tuple[Path, ...]
    names: tuple[Name, ...]


def _slowest_circle(carried: Mapping[Name, Tails]) -> _Circle | None:
    """The circle with the largest mean wait per iteration, of up to eight iterations."""
    best: _Circle | None = None
    for first in carried:
        frontier: dict[Name, tuple[float, tuple[Path, ...], tuple[Name, ...]]] = {
            first: (0.0, (), ())
        }
        for turns in range(1, _MOST_TURNS + 1):
            reached: dict[Name, tuple[float, tuple[Path, ...], tuple[Name, ...]]] = {}
            for name, (seconds, paths, names) in frontier.items():
                for goal, path in carried.get(name, {}).items():
                    total = seconds + path.seconds
                    if goal not in reached or total > reached[goal][0]:
                        reached[goal] = total, (*paths, path), (*names, name)
            frontier = reached
            if first in reached:
                seconds, paths, names = reached[first]
                mean = seconds / turns
                if mean > 0.0 and (best is None or mean > best.seconds * (1 + 1e-9)):
                    best = _Circle(mean, paths, names)
    return best


def _restarts(
    graph: Graph, loop: MachineLoop, latency: Callable[[str], float], names: tuple[Name, ...]
) -> bool:
    """Whether a carried chain has nothing to do with the loop's execution before."""
    around = loop.parent
    if around is None or around.header < 0:
        return True
    size = sum(len(graph.blocks[number].instructions) for number in around.blocks)
    if size > _MOST_INSTRUCTIONS:
        return True
    walk = _Walk(graph, around, latency, inject=(loop.header, names))
    needs = {start for name in names for start in walk.seen.get(name, {}) if start != _START}
    carried = walk.carried()
    reached = set(carried.get(_MARK, {}))
    while True:
        more = {goal for name in reached for goal in carried.get(name, {})} - reached
        if not more:
            break
        reached |= more
    return not reached & needs


_MARK = "mark"


class _Walk:
    """Waits at the end of an iteration of a loop, and where control comes to an inner one."""

    def __init__(
        self,
        graph: Graph,
        loop: MachineLoop,
        latency: Callable[[str], float],
        inject: tuple[int, tuple[Name, ...]] | None = None,
    ) -> None:
        self._graph = graph
        self._loop = loop
        self._latency = latency
        self._steps = LoopSteps(graph, loop)
        self._own = frozenset(loop.own)
        self.seen: dict[Name, Tails] = {}
        self.ends: list[Env] = []
        rank = {number: n for n, number in enumerate(graph.order)}
        before: dict[int, Env] = {}
        offsets: dict[int, dict[str, int | None]] = {}
        for number in (n for n in graph.order if n in loop.blocks):
            env = before.pop(number, {})
            offset = offsets.pop(number, {})
            if inject is not None and number == inject[0]:
                for name in inject[1]:
                    tails = _tails(env, name)
                    self.seen[name] = tails
                    env[name] = {**tails, _MARK: Path(0.0, None)}
            for item in graph.blocks[number].instructions:
                self._do(item, number, env, offset)
            out = graph.blocks[number].successors
            ahead = [n for n in out if n in loop.blocks and rank[n] > rank[number]]
            if loop.header in out or (loop.header < 0 and not out):
                self.ends.append(env)
            for n in ahead:
                before[n] = _joined(before[n], env) if n in before else dict(env)
                offsets[n] = _same(offsets[n], offset) if n in offsets else dict(offset)

    def carried(self) -> dict[Name, Tails]:
        """Return the longest waits from what an iteration starts with to what the next one does."""
        env: Env = {}
        for end in self.ends:
            env = _joined(env, end) if env else end
        found: dict[Name, Tails] = {}
        for name, tails in env.items():
            goal: Name | None = name
            if isinstance(name, Token):
                goal = self._moved(name)
            if goal is None:
                continue
            for start, path in tails.items():
                if start != _START:
                    found.setdefault(start, {})[goal] = path
        self._keep(found, env)
        return found

    def _keep(self, found: dict[Name, Tails], env: Env) -> None:
        """What is stored stays in memory: iterations later it is at other places of them."""
        reads = {name for name in found if isinstance(name, Token)}
        for start in [*found]:
            for goal in [*found[start]]:
                at: Name | None = goal
                for _ in range(_MOST_TURNS):
                    if not isinstance(at, Token) or at in reads or at in env:
                        break
                    moved = self._moved(at)
                    if moved is None or moved == at:
                        break
                    found.setdefault(at, {})[moved] = Path(0.0, None)
                    at = moved

    def _moved(self, token: Token) -> Token | None:
        """The same place by what its registers are at the start of the next iteration."""
        base, index = self._steps.register(token.base), self._steps.register(token.indexed)
        if base is None or index is None:
            return None
        return token._replace(displacement=token.displacement - base - index * token.scale)

    def _token(self, memory: Memory, offset: Mapping[str, int | None]) -> Token | None:
        shift = 0
        for name, scale in ((memory.base, 1), (memory.index, memory.scale)):
            if name and name != "rip":
                moved = offset.get(name, 0)
                if moved is None:
                    return None
                shift += moved * scale
        if memory.symbol or memory.base == "rip":
            return None
        return Token(memory.base, memory.index, memory.scale, memory.displacement + shift)

    def _do(self, item: Instruction, block: int, env: Env, offset: dict[str, int | None]) -> None:
        does = item.operation
        inside = block in self._own
        tails: Tails = {}
        token = None if does.memory is None else self._token(does.memory, offset)
        own = () if does.key == LOAD else (does.key,)
        if does.key not in ("zero", "nop"):
            tails = {_START: Path(0.0, None)}
            for name in does.reads:
                self._join(tails, _tails(env, name), own, block, inside=inside)
            if does.memory is not None and does.loads:
                keys = (LOAD, *own)
                for name in does.memory.registers:
                    self._join(tails, _tails(env, name), keys, block, inside=inside)
                if token is not None:
                    keys = (FORWARD, *own)
                    known = env.get(token, {token: Path(0.0, None)})
                    self._join(tails, known, keys, block, inside=inside)
                start: Tails = {_START: Path(0.0, None)}
                self._join(tails, start, (LOAD, *own), block, inside=inside)
        if does.stores and token is not None:
            env[token] = dict(tails)
        for name in does.clobbers:
            env[name] = {}
            offset[name] = None
        for name in does.writes:
            env[name] = dict(tails)
            if does.adds is not None and does.adds[0] == name:
                moved = offset.get(name, 0)
                offset[name] = None if moved is None else moved + does.adds[1]
            else:
                offset[name] = None

    def _join(
        self, tails: Tails, others: Tails, keys: tuple[str, ...], block: int, *, inside: bool
    ) -> None:
        """Add the waits for one input. Those in inner loops are theirs and take no time here."""
        timed = [(key, self._latency(key)) for key in keys] if inside else []
        used = tuple(key for key, seconds in timed if seconds > 0.0)
        more = sum(seconds for _, seconds in timed)
        for start, path in others.items():
            total = path.seconds + more
            before = tails.get(start)
            if before is None or total > before.seconds:
                link = Link(block, used, path.link) if used else path.link
                tails[start] = Path(total, link)


def _tails(env: Env, name: Name) -> Tails:
    return env.get(name, {name: Path(0.0, None)})


def _joined(first: Env, second: Env) -> Env:
    found: Env = {}
    for name in {**first, **second}:
        one, two = _tails(first, name), _tails(second, name)
        tails = dict(one)
        for start, path in two.items():
            if start not in tails or path.seconds > tails[start].seconds:
                tails[start] = path
        found[name] = tails
    return found


def _same(first: dict[str, int | None], second: dict[str, int | None]) -> dict[str, int | None]:
    return {
        name: first.get(name, 0) if first.get(name, 0) == second.get(name, 0) else None
        for name in {**first, **second}
    }
