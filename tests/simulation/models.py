"""Random series-parallel models, their bounds, and a simulator that does everything the simple way."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from sad.simulation import Builder

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from sad.simulation import Discipline, Family, Program

# A node: ("delay", a, b), ("use", resource, c, a, b), ("seq", nodes), ("par", nodes), ("loop", n, node)
# or ("fork", n, node). Times are a + b*i, i the index of the innermost loop or fork around, 0 without.
# The resource is number resource + c*i, modulo the number of resources.
Node = tuple


@dataclass
class Model:
    """A tree, and the servers of each resource."""

    root: Node
    servers: list[int]


def random_model(random: Random, *, times: Callable[[Random], float]) -> Model:
    """Return a model of up to four levels below the root, with resources of one or two servers."""
    servers = [random.choice([1, 1, 2]) for _ in range(random.randint(1, 4))]

    def node(depth: int) -> Node:
        if depth == 0 or random.random() < 0.25:
            slope = random.choice([0.0, 0.0, times(random)])
            if random.random() < 0.15:
                return ("delay", times(random), slope)
            moves = random.choice([0, 0, 1])
            return ("use", random.randrange(len(servers)), moves, times(random), slope)
        kind = random.choice(["seq", "seq", "par", "par", "loop", "fork"])
        if kind in {"loop", "fork"}:
            return (kind, random.randint(0, 4), node(depth - 1))
        return (kind, [node(depth - 1) for _ in range(random.randint(2, 4))])

    return Model(("par", [node(4) for _ in range(2)]), servers)


def unrolled(model: Model) -> Node:
    """Return what it stands for: a tree of ("delay", t), ("use", r, t), ("seq", ..), ("par", ..)."""

    def plain(node: Node, i: int) -> Node:
        match node:
            case ("delay", a, b):
                return ("delay", a + b * i)
            case ("use", resource, moves, a, b):
                return ("use", (resource + moves * i) % len(model.servers), a + b * i)
            case ("loop", n, body):
                return ("seq", [plain(body, index) for index in range(n)])
            case ("fork", n, body):
                return ("par", [plain(body, index) for index in range(n)])
            case (kind, nodes):
                return (kind, [plain(each, i) for each in nodes])
        raise AssertionError(node)

    return plain(model.root, 0)


def program_of(model: Model, disciplines: list[Discipline] | None = None) -> Program:
    """Write the model as a program; every use and delay is a place of its own, from 1."""
    builder, places = Builder(), count(1)
    families: list[Family] = []
    # resources by themselves, so that each may have servers and a discipline of its own
    for number, servers in enumerate(model.servers):
        given = () if disciplines is None else (disciplines[number],)
        families.append(builder.family(f"r{number}", 0, 0, servers, *given))
    same = None
    if len(set(model.servers)) == 1 and disciplines is None:
        same = builder.family("r", 0, len(model.servers) - 1, model.servers[0])

    def write(node: Node, index) -> None:
        match node:
            case ("delay", a, b):
                time = builder.at(lambda i: a + b * i, index) if b and index else a
                builder.delay(time, next(places))
            case ("use", resource, moves, a, b):
                time = builder.at(lambda i: a + b * i, index) if b and index else a
                size = len(model.servers)
                if moves and index and same is None:
                    place = next(places)
                    for member in range(size):
                        chosen = builder.at(lambda i, m=member: (resource + i) % size == m, index)
                        with builder.when(chosen):
                            builder.use(families[member][0], time, place)
                elif same is not None:
                    member = resource
                    if moves and index:
                        member = builder.at(lambda i: (resource + i) % size, index)
                    builder.use(same[member], time, next(places))
                else:
                    builder.use(families[resource][0], time, next(places))
            case ("loop", n, body):
                with builder.loop(n) as inner:
                    write(body, inner)
            case ("fork", n, body):
                with builder.fork(n) as inner:
                    write(body, inner)
            case ("seq", nodes):
                for each in nodes:
                    write(each, index)
            case ("par", nodes):
                with builder.parts() as part:
                    for each in nodes:
                        with part():
                            write(each, index)

    write(model.root, None)
    return builder.build()


def critical_path(node: Node) -> float:
    match node:
        case ("delay", t) | ("use", _, t):
            return t
        case ("seq", nodes):
            return sum(critical_path(each) for each in nodes)
        case (_, nodes):
            return max((critical_path(each) for each in nodes), default=0.0)
    raise AssertionError(node)


def steps_of(node: Node) -> list[Node]:
    """Return the uses and delays of an unrolled tree."""
    if node[0] in {"delay", "use"}:
        return [node]
    return [step for each in node[1] for step in steps_of(each)]


def bounds(model: Model) -> tuple[float, float]:
    """Return the proved bounds of the end: max(phi, omega), min(W, phi + sum of demands/servers)."""
    tree = unrolled(model)
    demands = [0.0] * len(model.servers)
    work = 0.0
    for kind, *rest in steps_of(tree):
        work += rest[-1]
        if kind == "use":
            demands[rest[0]] += rest[1]
    per_server = [demand / servers for demand, servers in zip(demands, model.servers, strict=True)]
    path = critical_path(tree)
    return max(path, *per_server), min(work, path + sum(per_server))


@dataclass
class Naive:
    """First come, first served, with a list of all that will happen, and lists of those that wait.

    As in the kernel, what happens at one moment happens in the order of the processes' numbers. Times
    must not be 0: the kernel takes all steps of no length of a process together.
    """

    servers: list[int]
    pending: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    now: float = 0.0
    newest: int = 0
    waited: float = 0.0

    def end_of(self, tree: Node) -> float:
        """Return when the model ends."""
        self.busy = [0] * len(self.servers)
        self.queues: list[list] = [[] for _ in self.servers]
        ends: list[float] = []
        self.begin(tree, 0, lambda: ends.append(self.now))
        while not ends:
            first = min(self.pending, key=lambda item: item[:2])
            self.pending.remove(first)
            self.now = first[0]
            first[2]()
        return ends[0]

    def begin(self, node: Node, who: int, done: Callable[[], None]) -> None:
        match node:
            case ("delay", t):
                self.pending.append((self.now + t, who, done))
            case ("use", r, t):
                self.queues[r].append((t, who, done, self.now))
                self.serve(r)
            case ("seq", nodes):
                self.go_on(list(nodes), who, done)
            case (_, nodes):
                open_parts = set(range(len(nodes)))

                def ended(part: int) -> None:
                    open_parts.remove(part)
                    if not open_parts:
                        done()

                if not nodes:
                    done()
                for part, each in enumerate(nodes):
                    self.newest += 1
                    self.begin(each, self.newest, lambda part=part: ended(part))

    def go_on(self, nodes: list, who: int, done: Callable[[], None]) -> None:
        if nodes:
            self.begin(nodes[0], who, lambda: self.go_on(nodes[1:], who, done))
        else:
            done()

    def serve(self, r: int) -> None:
        while self.queues[r] and self.busy[r] < self.servers[r]:
            t, who, done, came = self.queues[r].pop(0)
            self.waited += self.now - came
            self.busy[r] += 1

            def over(done: Callable[[], None] = done) -> None:
                self.busy[r] -= 1
                self.serve(r)
                done()

            self.pending.append((self.now + t, who, over))
