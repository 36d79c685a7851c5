"""Trees of the arithmetic that users write. Each node knows its text and where that begins.

Operators and conditions are functions like all others: ``+``, ``neg``, ``<``, ``and``, ``True``, and
``if`` (test, value, other value). An argument of a distribution may be ``:`` (value, weight) or ``=``
(name, value).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Iterator


class ExpressionError(Exception):
    """A text is no expression, or has no value. The message says why, ``hint`` what to do.

    ``unknown`` is the name that means nothing.
    """

    def __init__(self, message: str, hint: str = "", unknown: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.unknown = unknown


@record
class Number:
    """A literal: ``1e6`` is a whole number, ``2.0`` is not meant to be one."""

    value: int | float
    text: str = field(compare=False)
    at: int = field(compare=False)


@record
class Text:
    """Characters in quotes."""

    characters: str
    text: str = field(compare=False)
    at: int = field(compare=False)


@record
class Name:
    """What has a value elsewhere."""

    name: str
    text: str = field(compare=False)
    at: int = field(compare=False)


@record
class Call:
    """A function or an operator with its arguments; pairs of ``table`` are two arguments each."""

    name: str
    arguments: tuple[Expr, ...]
    text: str = field(compare=False)
    at: int = field(compare=False)


Expr = Number | Text | Name | Call


def unbound(tree: Expr, bound: frozenset[str] = frozenset()) -> Iterator[Expr]:
    """Yield all nodes in the order they begin, but for the names that sums count with."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if not (isinstance(node, Name) and node.name in bound):
            yield node
        match node:
            case Call("sum", (Name(index), *ends, term)):
                for end in ends:
                    yield from unbound(end, bound)
                yield from unbound(term, bound | {index})
            case Call("if", (test, yes, no)):
                pending.extend((no, test, yes))
            case Call("=", (_, value)):
                pending.append(value)
            case Call(_, arguments):
                pending.extend(reversed(arguments))
            case _:
                pass


def free_names(tree: Expr) -> Iterator[Name]:
    """Yield the names that need a value, in order."""
    return (node for node in unbound(tree) if isinstance(node, Name))
