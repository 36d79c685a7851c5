"""Stub files as data: what they say, still as text where it is an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.ir.expr import Type

SCHEMA_VERSION = 1


@record
class StubArgument:
    """A dummy argument. ``length`` is that of a text [characters], None for other types.

    ``is_procedure`` tells that a procedure is passed.
    """

    name: str
    type: Type
    is_array: bool
    length: int | None = None
    is_procedure: bool = False


@record
class Stub:
    """One procedure without its body.

    ``written`` are the arguments it may change; ``leaves`` gives those whose value it leaves behind,
    as expressions over the arguments. ``result`` is a function's type and ``value`` what it returns.
    ``where`` are named values and conditions; ``operations`` counts by operation key; ``seconds`` the
    time of one call [s]. ``variadic`` procedures take more arguments than are named; ``least`` is how
    many must be there. ``hidden`` are arguments that the reader of the source adds; ``calls`` says how
    often each procedure that is passed is called. ``keeps`` is what a call leaves for the next one, so
    that their order matters; empty if nothing.
    """

    name: str
    place: Item
    arguments: tuple[StubArgument, ...]
    written: frozenset[str]
    writes_common: bool
    leaves: Mapping[str, Item]
    result: Type | None
    value: Item | None
    where: Mapping[str, Item]
    operations: Mapping[str, Item]
    seconds: Item | None
    variadic: bool
    stops: bool
    least: int
    hidden: tuple[StubArgument, ...]
    calls: Mapping[str, Item]
    keeps: str

    @property
    def inputs(self) -> tuple[StubArgument, ...]:
        """The arguments that expressions may name."""
        return self.arguments + self.hidden
