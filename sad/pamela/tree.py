"""What stands in a PAMELA file. Expressions stay texts with the place where they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.diagnostics import Span


@record
class Formula:
    """An expression as ``sad.expr`` reads it, units as factors ``$ms``, and as in the file."""

    text: str
    written: str
    span: Span


@record
class UseTerm:
    """``use(resource[member], time)``; ``delay(time)`` has no resource."""

    span: Span
    resource: str | None
    member: Formula | None
    time: Formula
    law: str = ""
    spread: Formula | None = None


@record
class Repeat:
    """``seq`` or ``par`` over an index."""

    span: Span
    is_parallel: bool
    index: str
    first: Formula
    last: Formula
    step: Formula | None
    body: Term


@record
class Condition:
    """``if``: ``chance`` is set for ``if (prob p)``."""

    span: Span
    test: Formula
    is_chance: bool
    yes: Term
    no: Term | None


@record
class Apply:
    """An equation's name, with arguments, in place of its right side."""

    span: Span
    name: str
    arguments: tuple[Formula, ...]


@record
class Group:
    """Terms one after the other, or at once. ``skip`` is a group of none."""

    span: Span
    is_parallel: bool
    parts: tuple[Term, ...]


Term = UseTerm | Repeat | Condition | Apply | Group


@record
class Remarks:
    """Comments of a declaration, each without ``//``: lines above it, and one behind it."""

    above: tuple[str, ...] = ()
    behind: str = ""


NO_REMARKS = Remarks()


@record
class Parameter:
    """``param name = value``; without value it must be set."""

    name: str
    span: Span
    value: Formula | None
    remarks: Remarks = NO_REMARKS


@record
class ResourceLine:
    """``resource name[first .. last](servers)``."""

    name: str
    span: Span
    first: Formula | None
    last: Formula | None
    servers: Formula | None
    remarks: Remarks = NO_REMARKS


@record
class Equation:
    """``name(arguments) = term``."""

    name: str
    span: Span
    arguments: tuple[str, ...]
    term: Term
    remarks: Remarks = NO_REMARKS


@record
class File:
    """One file: what it declares. ``mixed`` are places where ``;`` and ``||`` stand together.

    ``remarks`` are comments at its end.
    """

    path: str
    lines: int
    parameters: tuple[Parameter, ...]
    resources: tuple[ResourceLine, ...]
    servers: tuple[tuple[str, Formula], ...]
    equations: tuple[Equation, ...]
    imports: tuple[tuple[str, Span], ...]
    mixed: tuple[Span, ...]
    remarks: tuple[str, ...] = ()
