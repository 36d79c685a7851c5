"""Procedures whose interface is known: module procedures, internal ones, interface blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran.derived import leaves, presence_name
from sad.ir.program import Storage
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Callable

    from frontends.fortran import syntax as sx
    from frontends.fortran.symbols import Entry, Table

_ELEMENTAL = re.compile(r"\belemental\b", re.IGNORECASE)


@mutable
class Procedure:
    """A procedure as its callers know it.

    ``name`` is that of its unit; ``table`` has its declarations once they are asked for.
    """

    name: str
    header: sx.Header
    elemental: bool
    declare: Callable[[], Table]
    _table: Table | None = field(default=None, repr=False)
    _hidden: tuple[tuple[str, str], ...] | None = field(default=None, repr=False)

    @property
    def table(self) -> Table:
        """The procedure's declarations."""
        if self._table is None:
            self._table = self.declare()
        return self._table

    @property
    def dummies(self) -> tuple[str, ...]:
        """The dummy arguments in order, without marks of alternate returns."""
        return tuple(name for name in self.header.dummies if name != "*")

    @property
    def is_function(self) -> bool:
        """Whether it is a function."""
        return self.header.kind == "function"

    @property
    def result(self) -> Entry | None:
        """The entry of a function's result."""
        return self.table.entry(result_name(self.header)) if self.is_function else None

    @property
    def returns_by_argument(self) -> bool:
        """Whether its result is an array or of a derived type: calls pass the place for it."""
        return self.is_function and gives_back_by_argument(self.header, self.table)

    @property
    def hidden(self) -> tuple[tuple[str, str], ...]:
        """What calls pass beside the arguments: the dummy it belongs to, and what follows its name."""
        if self._hidden is None:
            self._hidden = tuple(
                (dummy, name[len(dummy) :])
                for dummy in passed_names(self.header, self.table)
                for name in hidden_of(dummy, self.table)
            )
        return self._hidden


def is_elemental(text: str) -> bool:
    """Whether a header says ELEMENTAL."""
    return _ELEMENTAL.search(text) is not None


def result_name(header: sx.Header) -> str:
    """The name of a function's result variable."""
    return header.result or header.name


def gives_back_by_argument(header: sx.Header, table: Table) -> bool:
    """Whether a function's result is an array or of a derived type."""
    entry = table.entries.get(result_name(header))
    return entry is not None and (entry.is_array or entry.derived is not None)


def passed_names(header: sx.Header, table: Table) -> tuple[str, ...]:
    """The dummy arguments of a unit, the result that is passed as one included."""
    names = tuple(name for name in header.dummies if name != "*")
    if header.kind == "function" and gives_back_by_argument(header, table):
        names = (*names, result_name(header))
    return names


def hidden_of(dummy: str, table: Table) -> tuple[str, ...]:
    """The variables that stand beside a dummy argument: presence, bounds, components."""
    entry = table.entries.get(dummy)
    if entry is None or entry.storage is Storage.PROCEDURE:
        return ()
    own = (presence_name(dummy),) if entry.optional else ()
    return own + tuple(item.name for item in leaves(entry, table))
