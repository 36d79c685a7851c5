"""The description's tree: a small language that every evaluator reads."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra.codes import Coding
from sad.algebra.poly import ONE, ZERO
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.model.directives import Directive
    from sad.model.parameters import Parameter
    from sad.model.work import ActionWork, LoopWork

Operations = Mapping[str, int]
"""Operation key to how often; see docs/operations.md."""
SECOND = "second"
"""The operation that takes 1 s on every machine: times given outright are counts of it."""


class Line(NamedTuple):
    """Statements of one source line inside a block, with their operations.

    ``starts`` is whether the line's first statement starts here (it has the line's count);
    ``opaque`` how many of its statements are not modelled. ``work`` is what compiled code does;
    None where it was not asked for or is not known.
    """

    span: Span
    operations: Operations
    starts: bool
    opaque: int = 0
    work: ActionWork | None = None


def operations_of(lines: Iterable[Line]) -> dict[str, int]:
    """Return the operations of lines together, in the order they come first."""
    total: dict[str, int] = {}
    for line in lines:
        for key, number in line.operations.items():
            total[key] = total.get(key, 0) + number
    return total


@record
class Block:
    """Straight-line work: S in the SAD formula, before a machine is known."""

    lines: tuple[Line, ...]


@record
class Seq:
    """One part after the other."""

    parts: tuple[Node, ...]


@record
class Loop:
    """A body repeated ``trips`` times: X in the SAD formula.

    ``head`` (the test of a loop tested at its top) runs ``trips + last`` times. ``index`` counts the
    iterations; bounds and counts inside may use it. ``parameter`` is the name of an unresolved trip
    count, ``limit`` the most it can be, ``leaving`` the probability that one iteration leaves early
    and ``full`` the index's range if none does.
    """

    id: str
    span: Span
    trips: Poly
    index: Index
    head: Node
    body: Node
    last: Poly
    variable: str | None = None
    parameter: str | None = None
    limit: Poly | None = None
    leaving: Poly = ZERO
    full: Index | None = None


@record
class Branch:
    """Alternatives with their probabilities (P in the SAD formula); what is left does nothing."""

    id: str
    span: Span
    arms: tuple[tuple[str, Poly, Node], ...]


@record
class Weighted:
    """A part that is reached ``weight`` times per execution of what is around it."""

    weight: Poly
    part: Node


@record
class Passed:
    """A procedure passed as an argument: a described unit, or what the caller's dummy ``own`` is.

    ``commons`` are values of COMMON variables it uses, which no one changes while the call lasts.
    """

    target: str | None
    own: str
    commons: Mapping[str, Poly]


@record
class Call:
    """Another unit's description, its inputs bound to values here.

    ``target`` is the callee's description name, None for a procedure that is not in the program.
    ``procedures`` are what the callee's dummy procedures are. Of a call through a dummy procedure,
    ``through`` is its name and ``arguments`` are types and values by position, None if not known.
    """

    name: str
    target: str | None
    bindings: Mapping[str, Poly]
    span: Span
    recursive: bool = False
    procedures: Mapping[str, Passed] = field(default_factory=dict[str, Passed])
    through: str | None = None
    arguments: tuple[tuple[str, Poly] | None, ...] = ()

    def formulas(self) -> Iterator[Poly]:
        """Yield every value the call passes."""
        yield from self.bindings.values()
        for passed in self.procedures.values():
            yield from passed.commons.values()
        for argument in self.arguments:
            if argument is not None:
                yield argument[1]

    def mapped(self, change: Callable[[Poly], Poly]) -> Call:
        """Return the call with every value changed."""
        return replace(
            self,
            bindings={name: change(value) for name, value in self.bindings.items()},
            procedures={
                dummy: replace(
                    passed, commons={name: change(item) for name, item in passed.commons.items()}
                )
                for dummy, passed in self.procedures.items()
            },
            arguments=tuple(
                None if argument is None else (argument[0], change(argument[1]))
                for argument in self.arguments
            ),
        )


@record
class Message:
    """What one rank does in a call of a message-passing library, per execution.

    ``routine`` is the name in the source in lower case, ``primitive`` what it is to machine files
    (send, receive, broadcast, ...), or ``isend``, ``irecv``, ``wait``, and ``local`` for what stays.
    ``nbytes`` is what this rank passes; ``partner`` the destination, source or root as a rank of
    ``comm``, which has ``group`` ranks. ``present`` is 0 where the partner is nobody, else 1. A call
    that sends and receives is two messages, ``part`` 0 and 1.
    """

    id: str
    span: Span
    model: str
    routine: str
    primitive: str
    nbytes: Poly
    partner: Poly | None
    tag: Poly | None
    comm: Poly
    group: Poly
    present: Poly = ONE
    part: int = 0

    def formulas(self) -> Iterator[Poly]:
        """Yield every value of the message."""
        yield from (self.nbytes, self.comm, self.group, self.present)
        yield from (value for value in (self.partner, self.tag) if value is not None)

    def mapped(self, change: Callable[[Poly], Poly]) -> Message:
        """Return the message with every value changed."""
        return replace(
            self,
            nbytes=change(self.nbytes),
            partner=None if self.partner is None else change(self.partner),
            tag=None if self.tag is None else change(self.tag),
            comm=change(self.comm),
            group=change(self.group),
            present=change(self.present),
        )


class Law(StrEnum):
    """How a time differs from one use to the next."""

    CONSTANT = "constant"
    EXPONENTIAL = "exponential"
    UNIFORM = "uniform"
    NORMAL = "normal"


@record
class Resource:
    """Something that ``servers`` tasks can use at once, while others wait.

    A family has a resource for every whole number from ``first`` to ``last``, each with its servers;
    both are None for one resource alone.
    """

    name: str
    span: Span
    servers: Poly = ONE
    first: Poly | None = None
    last: Poly | None = None


@record
class Use:
    """A server of ``resource`` held for a time [s]; without a resource a delay, for which nobody waits.

    ``seconds`` is the mean, ``member`` which one of a family. ``spread`` is half the width of a uniform
    time, the standard deviation of a normal one [s]. ``own`` stands for it where blocks are added up.
    """

    id: str
    span: Span
    resource: Resource | None
    member: Poly | None
    seconds: Poly
    own: Block
    law: Law = Law.CONSTANT
    spread: Poly = ZERO

    def formulas(self) -> Iterator[Poly]:
        """Yield every value of the use."""
        yield from (self.seconds, self.spread)
        if self.member is not None:
            yield self.member
        if self.resource is not None:
            yield self.resource.servers

    def mapped(self, change: Callable[[Poly], Poly]) -> Use:
        """Return the use with every value changed."""
        resource = self.resource
        if resource is not None:
            resource = replace(
                resource,
                servers=change(resource.servers),
                first=None if resource.first is None else change(resource.first),
                last=None if resource.last is None else change(resource.last),
            )
        return replace(
            self,
            resource=resource,
            member=None if self.member is None else change(self.member),
            seconds=change(self.seconds),
            spread=change(self.spread),
        )


@record
class Par:
    """``body`` for all values of ``index`` at once; it ends when the last one ends.

    ``own`` stands for the time of the uses inside where times of blocks are added up.
    """

    id: str
    span: Span
    index: Index
    body: Node
    own: Block


@record
class Both:
    """Unlike parts at once; it ends when the last one ends. ``own`` is as that of ``Par``."""

    id: str
    span: Span
    parts: tuple[Node, ...]
    own: Block


def timed(span: Span) -> Block:
    """Return a block that takes 1 s each time it is counted."""
    return Block((Line(span, {SECOND: 1}, starts=True),))


Node = Block | Seq | Loop | Branch | Weighted | Call | Message | Use | Par | Both

EMPTY = Seq(())


@record
class Definition:
    """A value found by tracing: the variable, the statement, and what it is in terms of inputs."""

    variable: str
    value: Poly
    span: Span


@record
class Activations:
    """How a unit is counted whose starts the calls in the source do not tell.

    ``starts`` is the parameter for how often it starts, ``values`` maps its inputs to parameters,
    because they differ from one activation to the next. ``members`` are the described units that
    call each other, itself included.
    """

    starts: str
    members: tuple[str, ...]
    values: Mapping[str, str]


@record
class UnitDescription:
    """One unit, seen from one of its entries.

    ``name`` is unique in the description, ``entry`` the name it is called by. ``assumptions`` are
    sentences about what counts rest on beyond the parameters. ``labels`` maps formula symbols to
    names to show, ``types`` how values are coded that are no integers; ``statements`` counts
    executable statements. ``recursion`` is set for a unit that
    calls itself, directly or through others, ``handed`` for one that is passed as an argument;
    ``hands`` are the units this one passes to procedures that are not described. ``dummies`` are
    inputs and types of the arguments by position, None for those that no count can use. ``loops`` are
    what is known of its loops' compiled code, where that was asked for. ``directives`` are the
    constructs of OpenMP and OpenACC in it, ``doubts`` say why counts may be others where a team has
    several threads.
    """

    name: str
    entry: str
    unit: str
    kind: str
    language: str
    file: str
    line: int
    end_line: int
    tree: Node
    parameters: tuple[Parameter, ...]
    definitions: tuple[Definition, ...]
    calls: tuple[str, ...]
    statements: int
    opaque: int
    dead_lines: tuple[Span, ...]
    labels: Mapping[str, str]
    stops_at: Span | None = None
    recursion: Activations | None = None
    handed: Activations | None = None
    hands: tuple[str, ...] = ()
    dummies: tuple[tuple[str, str] | None, ...] = ()
    types: Mapping[str, Coding] = field(default_factory=dict[str, Coding])
    loops: tuple[LoopWork, ...] = ()
    directives: tuple[Directive, ...] = ()
    doubts: tuple[tuple[str, Span], ...] = ()


@record
class Description:
    """A program: its units, callees first, and load-time values of COMMON variables.

    ``given`` are values that the source gives inputs where nobody else does, by label. ``has_times``
    tells that it says all times itself [s], so that no machine is needed.
    """

    files: tuple[str, ...]
    lines: int
    units: tuple[UnitDescription, ...]
    commons: Mapping[str, Poly]
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    has_times: bool = False

    def unit(self, name: str) -> UnitDescription | None:
        """Return the unit described under ``name``."""
        return next((unit for unit in self.units if unit.name == name), None)
