"""Declaration nodes of the Fortran syntax: headers, types, COMMON, DATA and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from frontends.fortran.syntax_expressions import Node


@record
class TypeSpec:
    """A type as declared: ``base`` is a keyword such as ``REAL``; ``size`` the ``*n`` or KIND.

    ``kind`` tells ``COMPLEX(KIND=8)`` from ``COMPLEX*8``: the first counts one part's bytes.
    """

    base: str
    size: Node | None = None
    kind: bool = False
    derived: str | None = None


@record
class Repeat:
    """``count*value`` in a DATA value list."""

    count: Node
    value: Node


@record
class Entity:
    """A declared name: ``NAME(dimensions)*length = initial``."""

    name: str
    dimensions: tuple[Node, ...] | None = None
    length: Node | None = None
    initial: tuple[Node | Repeat, ...] = ()


@record
class Header:
    """The first statement of a unit. ``kind`` is a ``UnitKind`` value."""

    kind: str
    name: str
    dummies: tuple[str, ...] = ()
    type: TypeSpec | None = None
    result: str | None = None
    recursive: bool = False


@record
class Entry:
    """ENTRY."""

    name: str
    dummies: tuple[str, ...]


@record
class End:
    """END of a unit, in any of its forms (``END``, ``END SUBROUTINE S``)."""


@record
class Contains:
    """CONTAINS."""


@record
class TypeDeclaration:
    """A type statement."""

    type: TypeSpec
    attributes: tuple[str, ...]
    dimensions: tuple[Node, ...] | None
    entities: tuple[Entity, ...]


@record
class Dimensions:
    """DIMENSION (or VIRTUAL)."""

    entities: tuple[Entity, ...]


@record
class Common:
    """COMMON: blocks with their members; blank COMMON has the empty name."""

    blocks: tuple[tuple[str, tuple[Entity, ...]], ...]


@record
class Equivalence:
    """EQUIVALENCE groups."""

    groups: tuple[tuple[Node, ...], ...]


@record
class Parameters:
    """PARAMETER."""

    values: tuple[tuple[str, Node], ...]


@record
class Data:
    """DATA: groups of objects and values."""

    groups: tuple[tuple[tuple[Node, ...], tuple[Node | Repeat, ...]], ...]


@record
class Implicit:
    """IMPLICIT: letter ranges per type; ``rules`` is None for IMPLICIT NONE."""

    rules: tuple[tuple[TypeSpec, tuple[tuple[str, str], ...]], ...] | None


@record
class NameList:
    """A specification that lists names: ``kind`` is SAVE, EXTERNAL, INTRINSIC, ..."""

    kind: str
    names: tuple[str, ...]


@record
class Namelist:
    """NAMELIST groups and their variables."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]


@record
class Specification:
    """A non-executable statement without effect on counting (FORMAT, USE, ...)."""

    kind: str
    text: str


@record
class Include:
    """INCLUDE."""

    path: str
