"""A program with OpenMP as what one thread does, and what teams of threads do between barriers.

A team's run is cut into segments, which end where threads wait for each other: at barriers, at the
end of shared constructs without NOWAIT, at the team's end, and around loops and conditions in which
one of these stands. What a segment is made of are pieces: work of every thread, shares of loops,
sections, what one thread does, and what is done behind a lock. Which statements belong to which
construct is told by their lines (``Directive.span`` to ``Directive.end``).

Over 400 lines: the walk and what it asks about nodes belong together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, assert_never

from sad.algebra.bind import bind
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly
from sad.diagnostics import Span
from sad.model import nodes as nd
from sad.model.expand import expand
from sad.model.walks.parts import nodes_of, parts_of
from sad.model.walks.terms import after_last
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sad.algebra.domains import Index
    from sad.model.directives import Directive

_LOCKS = frozenset({"critical", "atomic", "ordered"})


class Who(StrEnum):
    """Which threads of a team run a piece."""

    EACH = "each"
    SHARE = "share"
    SECTION = "section"
    FIRST_COME = "first come"
    MASTER = "master"


@record
class Share:
    """A loop whose iterations are shared out.

    ``first`` is the first value of its index and ``trips`` how many there are, in terms of the loops
    around. A share runs from ``low`` to ``high``, which are symbols in counts. ``even`` tells that
    iterations are taken to be alike: of nested loops that are shared out as one, ``trips`` of all.
    """

    directive: Directive
    loop: nd.Loop
    first: Poly
    trips: Poly
    low: str
    high: str
    even: bool

    @property
    def schedule(self) -> tuple[str, int | None]:
        """The kind of schedule, and its chunk: None where none is said or it is no number."""
        said = self.directive.clause("schedule") or "static"
        kind, _, chunk = said.rpartition(":")[2].lower().partition(",")
        number = chunk.strip()
        return kind.strip(), int(number) if number.isdigit() and int(number) else None


@record
class Lock:
    """What only one thread does at a time. ``number`` counts how often it is entered."""

    name: str
    directive: Directive


@record
class Piece:
    """A part of a segment, ``outer`` times in every iteration of the loops ``around`` it.

    The first ``depth`` loops are around the whole segment, those up to ``share_depth`` around the
    shared loop. ``blocks`` and ``calls`` (of procedures whose time nobody knows) are per iteration;
    ``number`` is that of a section.
    """

    who: Who
    around: tuple[Index, ...]
    depth: int
    outer: Poly
    span: Span
    share: Share | None = None
    share_depth: int = 0
    lock: Lock | None = None
    number: int = 0
    blocks: tuple[tuple[nd.Block, Poly], ...] = ()
    calls: tuple[tuple[str, Poly], ...] = ()


@record
class Segment:
    """What threads do from one barrier to the next. ``barrier`` is whether a barrier ends it."""

    pieces: tuple[Piece, ...]
    around: tuple[Index, ...]
    barrier: bool


@record
class Team:
    """A parallel region: ``outer`` times in every iteration of the loops ``around`` it."""

    directive: Directive
    unit: str
    around: tuple[Index, ...]
    outer: Poly
    segments: tuple[Segment, ...]
    shares: tuple[Share, ...]


@record
class Teams:
    """A program: what one thread does alone, and its teams in the order of the program."""

    serial: tuple[Piece, ...]
    teams: tuple[Team, ...]


class _Lines(NamedTuple):
    """The lines of a node by file: the first and the last."""

    by_file: Mapping[str, tuple[int, int]]

    def covered_by(self, item: Directive) -> bool:
        lines = self.by_file.get(item.span.file)
        return lines is not None and item.span.line <= lines[0] and lines[1] <= item.end

    def contain(self, item: Directive) -> bool:
        lines = self.by_file.get(item.span.file)
        if lines is None or self.covered_by(item):
            return False
        return item.span.line <= lines[1] and lines[0] <= item.end


@record
class _Place:
    """Where the walk is. ``path`` are the constructs around, outermost first, of the unit alone.

    ``inside`` is the line of the innermost loop or condition around in the unit, 0 if there is none;
    ``alone`` is whether a team inside the team is around, which has one thread.
    """

    unit: nd.UnitDescription
    bindings: Mapping[str, Poly]
    path: tuple[Directive, ...] = ()
    around: tuple[Index, ...] = ()
    outer: Poly = ONE
    share: Share | None = None
    share_depth: int = 0
    who: Who = Who.EACH
    lock: Lock | None = None
    number: int = 0
    inside: int = 0
    alone: bool = False

    def bind(self, value: Poly) -> Poly:
        return bind(value, self.bindings)


@dataclass(slots=True)
class _Open:
    """A team that is being walked through."""

    directive: Directive
    place: _Place
    depth: int
    nodes: list[tuple[_Place, nd.Node]] = field(default_factory=list["tuple[_Place, nd.Node]"])
    segments: list[Segment] = field(default_factory=list["Segment"])
    shares: list[Share] = field(default_factory=list["Share"])
    around: tuple[Index, ...] = ()


def teams_of(description: nd.Description, entry: nd.UnitDescription) -> Teams:
    """Return the teams of a program of ``one_thread`` that starts at ``entry``."""
    walk = _Walk(description)
    start: Mapping[str, Poly] = description.commons if entry.kind == "program" else {}
    walk.visit(entry.tree, _Place(entry, start))
    return walk.finished()


class _Walk:
    def __init__(self, description: nd.Description) -> None:
        self._description = description
        self._units = {unit.name: unit for unit in description.units}
        self._lines: dict[int, _Lines] = {}
        self._kept: list[nd.Node] = []
        self._with_teams = self._reaching(lambda item: item.team)
        self._sharing = self._reaching(_takes_part)
        self._locking = self._reaching(lambda item: bool(_LOCKS & {*item.words}))
        self._waiting = self._reaching(lambda item: _takes_part(item) and _waits(item))
        self._open: _Open | None = None
        self._serial: list[tuple[_Place, nd.Node]] = []
        self._teams: list[Team] = []
        self._number = 0

    def finished(self) -> Teams:
        """Return what was found."""
        return Teams(tuple(self._pieces(self._serial, 0)), tuple(self._teams))

    # --- the walk --------------------------------------------------------------------------------

    def visit(self, node: nd.Node, place: _Place) -> None:
        """Go through a node in the order of the program."""
        if len(self._path(node, place)) > len(place.path):
            self._seq([node], place)
            return
        if self._is_leaf(node, place):
            self._emit(node, place)
            return
        match node:
            case nd.Seq(parts):
                self._seq(parts, place)
            case nd.Call():
                unit = self._units[node.target or ""]
                bindings = {n: place.bind(v) for n, v in node.bindings.items()}
                self.visit(
                    unit.tree, replace(place, unit=unit, bindings=bindings, path=(), inside=0)
                )
            case nd.Weighted(weight, part):
                self._apart(node, place, [(weight, part)])
            case nd.Branch(arms=arms):
                self._apart(node, place, [(weight, part) for _, weight, part in arms])
            case nd.Loop():
                self._loop(node, place)
            case nd.Block() | nd.Message() | nd.Use() | nd.Par() | nd.Both():
                self._emit(node, place)
            case _:
                assert_never(node)

    def _apart(self, node: nd.Node, place: _Place, arms: Iterable[tuple[Poly, nd.Node]]) -> None:
        waits = self._waits_in(node, place)
        for weight, part in arms:
            if waits:
                self._end_segment(place, barrier=False)
            inner = replace(place, outer=place.outer * place.bind(weight))
            if isinstance(node, nd.Branch):
                inner = replace(inner, inside=node.span.line)
            self._begin_at(inner)
            self._seq([part], inner)
            if waits:
                self._end_segment(inner, barrier=False)
            self._begin_at(place)

    def _loop(self, loop: nd.Loop, place: _Place) -> None:
        waits = self._waits_in(loop, place)
        if waits:
            self._end_segment(place, barrier=False)
        around = (*place.around, loop.index.mapped(place.bind))
        inner = replace(place, around=around, inside=loop.span.line)
        if waits:
            self._begin_at(inner)
        self._seq(_body_of(loop), inner)
        if waits:
            self._end_segment(inner, barrier=False)
            self._begin_at(place)
        self._after(loop, place)

    def _after(self, loop: nd.Loop, place: _Place) -> None:
        if loop.head != nd.EMPTY and loop.last:
            final = replace(place, outer=place.outer * place.bind(loop.last))
            self._emit(after_last(loop), final)

    def _seq(self, parts: Iterable[nd.Node], place: _Place) -> None:
        """Go through parts that follow each other, those of one construct together."""
        depth = len(place.path)
        flat: list[nd.Node] = []
        for part in parts:
            flat.extend(part.parts if isinstance(part, nd.Seq) else [part])
        barriers = [
            item
            for item in place.unit.directives
            if self._open is not None
            and item.name == "barrier"
            and item.language == "OpenMP"
            and item.inside == place.inside
            and self._around_line(place.unit, item) == place.path
        ]
        group: list[nd.Node] = []
        construct: Directive | None = None
        for part in flat:
            path = self._path(part, place)
            new = path[depth] if len(path) > depth else None
            if group and new is not construct:
                self._construct(construct, group, place)
                group = []
            construct = new
            lines = self._lines_of(part).by_file
            while barriers and self._open is not None:
                first = lines.get(barriers[0].span.file)
                if first is None or barriers[0].span.line > first[0]:
                    break
                barriers.pop(0)
                if group:
                    self._construct(construct, group, place)
                    group = []
                self._end_segment(place, barrier=True)
            if new is None:
                self.visit(part, place)
            else:
                group.append(part)
        if group:
            self._construct(construct, group, place)
        if self._open is not None and place.inside != self._open.place.inside:
            for _ in barriers:  # a barrier before the team's end is that of the end
                self._end_segment(place, barrier=True)

    def _construct(self, item: Directive | None, parts: Sequence[nd.Node], place: _Place) -> None:
        """Go through what a construct governs."""
        assert item is not None
        inner = replace(place, path=(*place.path, item))
        if item.team and self._open is None:
            self._open = _Open(item, inner, len(place.around), around=place.around)
            self._governed(item, parts, inner)
            self._end_segment(inner, barrier=False)
            team = self._open
            self._open = None
            self._teams.append(
                Team(
                    *(item, place.unit.entry, place.around, place.outer),
                    *(tuple(team.segments), tuple(team.shares)),
                )
            )
            return
        self._governed(item, parts, replace(inner, alone=True) if item.team else inner)
        if self._open is not None and item.waits and not item.team and self._may_share(place):
            self._end_segment(place, barrier=True)

    def _governed(self, item: Directive, parts: Sequence[nd.Node], place: _Place) -> None:
        words = set(item.words)
        if self._open is not None and words & _LOCKS and place.lock is None:
            name = item.argument or ""
            lock = Lock(f"{item.words[0]} {name}".strip(), item)
            self._seq(parts, replace(place, lock=lock))
        elif self._open is None or not self._may_share(place):
            self._seq(parts, place)
        elif item.is_loop and "distribute" not in words:
            self._share(item, parts, place)
        elif item.sections and "sections" in words:
            for part in parts:
                line = min(self._lines_of(part).by_file.get(item.span.file, (0, 0)))
                number = max(0, sum(start <= line for start in item.sections) - 1)
                self._seq([part], replace(place, who=Who.SECTION, number=number))
        elif "single" in words:
            self._seq(parts, replace(place, who=Who.FIRST_COME))
        elif words & {"master", "masked"}:
            self._seq(parts, replace(place, who=Who.MASTER))
        elif "workshare" in words:
            self._evenly(item, parts, place)
        else:
            self._seq(parts, place)

    def _may_share(self, place: _Place) -> bool:
        """Whether every thread of the team comes to a place."""
        is_one_of_all = place.share is None and place.who is Who.EACH and place.lock is None
        return is_one_of_all and not place.alone

    def _share(self, item: Directive, parts: Sequence[nd.Node], place: _Place) -> None:
        """Go through the loop of a shared construct, and what comes before it."""
        for part in parts:
            if isinstance(part, nd.Loop):
                self._shared_loop(item, part, place)
            elif isinstance(part, nd.Seq | nd.Weighted | nd.Branch) and any(
                nodes_of(part, nd.Loop)
            ):
                for inner in parts_of(part):
                    weight = part.weight if isinstance(part, nd.Weighted) else ONE
                    if isinstance(part, nd.Branch):
                        weight = next(w for _, w, p in part.arms if p is inner)
                    at = replace(place, outer=place.outer * place.bind(weight))
                    self._share(item, [inner], at)
            else:
                self.visit(part, place)

    def _shared_loop(self, item: Directive, loop: nd.Loop, place: _Place) -> None:
        assert self._open is not None
        index = loop.index.mapped(place.bind)
        nested = _collapsed(item, loop)
        inside = [inner.index.mapped(place.bind) for inner in nested]
        trips = sum_nest((index, *inside), ONE) if nested else index.trips
        self._number += 1
        low, high = f"share{self._number}.first", f"share{self._number}.last"
        share = Share(item, loop, index.first, trips, low, high, bool(nested))
        self._open.shares.append(share)
        at = replace(place, who=Who.SHARE, share=share, share_depth=len(place.around))
        if nested:
            around = (*place.around, index)
        else:
            first, last = Poly.symbol(low), Poly.symbol(high)
            around = (*place.around, type(index)(index.name, first, last, last - first + 1))
        self._seq(_body_of(loop), replace(at, around=around, inside=loop.span.line))
        self._after(loop, place)

    def _evenly(self, item: Directive, parts: Sequence[nd.Node], place: _Place) -> None:
        """Go through what threads share out in a way that nobody says."""
        assert self._open is not None
        self._number += 1
        names = f"share{self._number}.first", f"share{self._number}.last"
        loop = next((part for part in parts if isinstance(part, nd.Loop)), None)
        if loop is None:
            self._seq(parts, replace(place, who=Who.FIRST_COME))
            return
        share = Share(item, loop, ONE, ZERO, *names, even=True)
        self._open.shares.append(share)
        depth = len(place.around)
        self._seq(parts, replace(place, who=Who.SHARE, share=share, share_depth=depth))

    # --- segments --------------------------------------------------------------------------------

    def _begin_at(self, place: _Place) -> None:
        """Let the next segment of the team be in the loops around a place."""
        if self._open is not None and not self._open.nodes:
            self._open.around = place.around

    def _end_segment(self, place: _Place, *, barrier: bool) -> None:
        team = self._open
        if team is None or not self._may_share(place):
            return
        if team.nodes or barrier:
            pieces = self._pieces(team.nodes, len(team.around))
            team.segments.append(Segment(tuple(pieces), team.around, barrier))
            team.nodes = []
        team.around = place.around

    def _emit(self, node: nd.Node, place: _Place) -> None:
        if self._open is None:
            self._serial.append((place, node))
        else:
            self._open.nodes.append((place, node))

    def _pieces(self, nodes: Sequence[tuple[_Place, nd.Node]], depth: int) -> list[Piece]:
        found: list[Piece] = []
        together: list[tuple[_Place, list[nd.Node]]] = []
        for place, node in nodes:
            if together and together[-1][0] is place:
                together[-1][1].append(node)
            else:
                together.append((place, [node]))
        for place, group in together:
            blocks, calls = self._counted(place, group)
            if not blocks and not calls:
                continue
            spans = [span for node in group for span in _spans(node)]
            found.append(
                Piece(
                    *(place.who, place.around, depth, place.outer),
                    spans[0] if spans else Span.at(place.unit.file, place.unit.line),
                    *(place.share, place.share_depth, place.lock, place.number, blocks, calls),
                )
            )
        return found

    def _counted(
        self, place: _Place, nodes: Sequence[nd.Node]
    ) -> tuple[tuple[tuple[nd.Block, Poly], ...], tuple[tuple[str, Poly], ...]]:
        """How often blocks and calls of nodes run in one pass, those of callees included."""
        alone = replace(place.unit, tree=nd.Seq(tuple(nodes)), hands=(), recursion=None)
        others = tuple(alone if u.name == alone.name else u for u in self._description.units)
        found = expand(replace(self._description, units=others), alone)
        blocks = [(item.block, place.bind(item.count)) for item in found.blocks]
        calls = [(name, place.bind(count)) for name, count in found.externals.items()]
        return tuple(pair for pair in blocks if pair[1]), tuple(pair for pair in calls if pair[1])

    # --- questions about nodes -------------------------------------------------------------------

    def _reaching(self, has: Callable[[Directive], bool]) -> frozenset[str]:
        """The units that have such a directive of OpenMP, or call one that has."""
        found = {
            unit.name
            for unit in self._description.units
            if any(item.language == "OpenMP" and has(item) for item in unit.directives)
        }
        while True:
            more = {
                unit.name
                for unit in self._description.units
                if unit.name not in found
                and any(call.target in found for call in nodes_of(unit.tree, nd.Call))
            }
            if not more:
                return frozenset(found)
            found |= more

    def _is_leaf(self, node: nd.Node, place: _Place) -> bool:
        """Whether nothing begins or ends in a node."""
        if any(self._enters(call, place) for call in nodes_of(node, nd.Call)):
            return False
        if isinstance(node, nd.Call):
            return True
        lines = self._lines_of(node)
        return not any(
            lines.contain(item) and self._matters(item) for item in place.unit.directives
        )

    def _enters(self, call: nd.Call, place: _Place) -> bool:
        """Whether a call is looked into: for teams, in a team for what its threads do together."""
        if self._open is None:
            return call.target in self._with_teams and not call.recursive
        if call.recursive:
            return False
        locks = place.lock is None and not place.alone and call.target in self._locking
        return locks or (self._may_share(place) and call.target in self._sharing)

    def _matters(self, item: Directive) -> bool:
        if item.language != "OpenMP":
            return False
        if self._open is None:
            return item.team
        return item.shared or item.name == "barrier" or bool(_LOCKS & set(item.words))

    def _waits_in(self, node: nd.Node, place: _Place) -> bool:
        if self._open is None or not self._may_share(place):
            return False
        if any(call.target in self._waiting for call in nodes_of(node, nd.Call)):
            return True
        lines = self._lines_of(node)
        return any(
            lines.contain(item) and item.language == "OpenMP" and _waits(item)
            for item in place.unit.directives
        )

    def _path(self, node: nd.Node, place: _Place) -> tuple[Directive, ...]:
        lines = self._lines_of(node)
        return _in_order(
            item for item in place.unit.directives if _governs(item) and lines.covered_by(item)
        )

    def _around_line(self, unit: nd.UnitDescription, item: Directive) -> tuple[Directive, ...]:
        return _in_order(
            other
            for other in unit.directives
            if _governs(other)
            and other.span.file == item.span.file
            and other.span.line < item.span.line <= other.end
        )

    def _lines_of(self, node: nd.Node) -> _Lines:
        known = self._lines.get(id(node))
        if known is None:
            by_file: dict[str, tuple[int, int]] = {}
            for span in _spans(node):
                first, last = by_file.get(span.file, (span.line, span.line))
                by_file[span.file] = min(first, span.line), max(last, span.end_line)
            known = self._lines[id(node)] = _Lines(by_file)
            self._kept.append(node)  # an id is of a node that is there
        return known


def _body_of(loop: nd.Loop) -> list[nd.Node]:
    return [*([] if loop.head == nd.EMPTY else [loop.head]), loop.body]


def _collapsed(item: Directive, loop: nd.Loop) -> list[nd.Loop]:
    """The loops inside that are shared out together with a loop."""
    said = (item.clause("collapse") or "1").strip()
    found: list[nd.Loop] = []
    for _ in range(int(said) - 1 if said.isdigit() else 0):
        inner = next(nodes_of(loop.body, nd.Loop), None)
        if inner is None:
            break
        found.append(inner)
        loop = inner
    return found


def between_collapsed(item: Directive, loop: nd.Loop) -> Span | None:
    """Return a statement that stands between loops that are shared out together, if there is one."""
    for inner in _collapsed(item, loop):
        for block in nodes_of(loop.body, nd.Block):
            for line in block.lines:
                first, last = inner.span.line, max(_last_lines(inner), default=inner.span.line)
                own = line.span.line in (loop.span.line, *range(first, last + 1))
                if not own and line.operations:
                    return line.span
        loop = inner
    return None


def _last_lines(loop: nd.Loop) -> Iterator[int]:
    return (line.span.end_line for block in nodes_of(loop, nd.Block) for line in block.lines)


def _takes_part(item: Directive) -> bool:
    """Whether the threads of a team do something together at a directive without a team of its own."""
    is_one = item.shared or item.name == "barrier" or bool(_LOCKS & {*item.words})
    return is_one and not item.team


def _waits(item: Directive) -> bool:
    """Whether threads of a team wait for each other at a directive, or where it ends."""
    return item.name == "barrier" or (item.waits and not item.team)


def _governs(item: Directive) -> bool:
    return item.language == "OpenMP" and item.end > item.span.line


def _in_order(items: Iterable[Directive]) -> tuple[Directive, ...]:
    return tuple(sorted(items, key=lambda item: (item.span.line, -item.end)))


def _spans(node: nd.Node) -> list[Span]:
    match node:
        case nd.Block(lines):
            return [line.span for line in lines]
        case nd.Seq() | nd.Weighted():
            return [span for part in parts_of(node) for span in _spans(part)]
        case nd.Branch() | nd.Loop():
            return [node.span, *(span for part in parts_of(node) for span in _spans(part))]
        case nd.Call() | nd.Message() | nd.Use() | nd.Par() | nd.Both():
            return [node.span]
        case _:
            assert_never(node)
