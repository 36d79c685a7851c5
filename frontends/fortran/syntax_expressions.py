"""Expression nodes of the Fortran syntax, before names are resolved (see ``syntax``)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Name:
    """A name standing alone."""

    name: str


@dataclass(frozen=True, slots=True)
class Number:
    """An integer or real literal as written (upper case)."""

    text: str


@dataclass(frozen=True, slots=True)
class String:
    """A character literal, without its quotes and with doubled quotes undone."""

    value: str


@dataclass(frozen=True, slots=True)
class Boz:
    """A binary, octal or hexadecimal literal as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Truth:
    """A logical literal."""

    value: bool


@dataclass(frozen=True, slots=True)
class Apply:
    """``base(arguments)``: array element, section, substring or function reference."""

    base: Node
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """``base%name``."""

    base: Node
    name: str


@dataclass(frozen=True, slots=True)
class Prefix:
    """A unary operator: ``-``, ``+`` or ``.NOT.``."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Infix:
    """A binary operator, relational ones in symbol form (``==``)."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Paren:
    """A parenthesised expression."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Pair:
    """A complex literal ``(re, im)``."""

    real: Node
    imaginary: Node


@dataclass(frozen=True, slots=True)
class Triplet:
    """``first:last:step`` in a subscript."""

    first: Node | None
    last: Node | None
    step: Node | None


@dataclass(frozen=True, slots=True)
class Keyword:
    """``name=value`` in an argument list."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Star:
    """``*`` alone, or ``*label`` (an alternate return)."""

    label: str | None


@dataclass(frozen=True, slots=True)
class ByPass:
    """``%VAL(x)``, ``%REF(x)`` or ``%LOC(x)``."""

    how: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Implied:
    """``(items, variable=first,last,step)``."""

    items: tuple[Node, ...]
    variable: str
    first: Node
    last: Node
    step: Node | None


@dataclass(frozen=True, slots=True)
class Array:
    """``(/ items /)``."""

    items: tuple[Node, ...]


Node = (
    Name
    | Number
    | String
    | Boz
    | Truth
    | Apply
    | Component
    | Prefix
    | Infix
    | Paren
    | Pair
    | Triplet
    | Keyword
    | Star
    | ByPass
    | Implied
    | Array
)
