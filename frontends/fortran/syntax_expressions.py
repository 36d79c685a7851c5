"""Expression nodes of the Fortran syntax, before names are resolved (see ``syntax``)."""

from __future__ import annotations

from sad.records import record


@record
class Name:
    """A name standing alone."""

    name: str


@record
class Number:
    """An integer or real literal as written (upper case)."""

    text: str


@record
class String:
    """A character literal, without its quotes and with doubled quotes undone."""

    value: str


@record
class Boz:
    """A binary, octal or hexadecimal literal as written."""

    text: str


@record
class Truth:
    """A logical literal."""

    value: bool


@record
class Apply:
    """``base(arguments)``: array element, section, substring or function reference."""

    base: Node
    arguments: tuple[Node, ...]


@record
class Component:
    """``base%name``."""

    base: Node
    name: str


@record
class Prefix:
    """A unary operator: ``-``, ``+`` or ``.NOT.``."""

    operator: str
    operand: Node


@record
class Infix:
    """A binary operator, relational ones in symbol form (``==``)."""

    operator: str
    left: Node
    right: Node


@record
class Paren:
    """A parenthesised expression."""

    operand: Node


@record
class Pair:
    """A complex literal ``(re, im)``."""

    real: Node
    imaginary: Node


@record
class Triplet:
    """``first:last:step`` in a subscript."""

    first: Node | None
    last: Node | None
    step: Node | None


@record
class Keyword:
    """``name=value`` in an argument list."""

    name: str
    value: Node


@record
class Star:
    """``*`` alone, or ``*label`` (an alternate return)."""

    label: str | None


@record
class ByPass:
    """``%VAL(x)``, ``%REF(x)`` or ``%LOC(x)``."""

    how: str
    operand: Node


@record
class Implied:
    """``(items, variable=first,last,step)``."""

    items: tuple[Node, ...]
    variable: str
    first: Node
    last: Node
    step: Node | None


@record
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
