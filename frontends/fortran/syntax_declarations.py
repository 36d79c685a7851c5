"""Declaration nodes of the Fortran syntax: headers, types, COMMON, DATA and the like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from frontends.fortran.syntax_expressions import Node


@dataclass(frozen=True, slots=True)
class TypeSpec:
    """A type as declared: ``base`` is a keyword such as ``REAL``; ``size`` the ``*n`` or KIND.

    ``kind`` tells ``COMPLEX(KIND=8)`` from ``COMPLEX*8``: the first counts one part's bytes.
    """

    base: str
    size: Node | None = None
    kind: bool = False
    derived: str | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """``count*value`` in a DATA value list."""

    count: Node
    value: Node


@dataclass(frozen=True, slots=True)
class Entity:
    """A declared name: ``NAME(dimensions)*length = initial``."""

    name: str
    dimensions: tuple[Node, ...] | None = None
    length: Node | None = None
    initial: tuple[Node | Repeat, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """The first statement of a unit. ``kind`` is a ``UnitKind`` value."""

    kind: str
    name: str
    dummies: tuple[str, ...] = ()
    type: TypeSpec | None = None
    result: str | None = None
    recursive: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """ENTRY."""

    name: str
    dummies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """END of a unit, in any of its forms (``END``, ``END SUBROUTINE S``)."""


@dataclass(frozen=True, slots=True)
class Contains:
    """CONTAINS."""


@dataclass(frozen=True, slots=True)
class TypeDeclaration:
    """A type statement."""

    type: TypeSpec
    attributes: tuple[str, ...]
    dimensions: tuple[Node, ...] | None
    entities: tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Dimensions:
    """DIMENSION (or VIRTUAL)."""

    entities: tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Common:
    """COMMON: blocks with their members; blank COMMON has the empty name."""

    blocks: tuple[tuple[str, tuple[Entity, ...]], ...]


@dataclass(frozen=True, slots=True)
class Equivalence:
    """EQUIVALENCE groups."""

    groups: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Parameters:
    """PARAMETER."""

    values: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Data:
    """DATA: groups of objects and values."""

    groups: tuple[tuple[tuple[Node, ...], tuple[Node | Repeat, ...]], ...]


@dataclass(frozen=True, slots=True)
class Implicit:
    """IMPLICIT: letter ranges per type; ``rules`` is None for IMPLICIT NONE."""

    rules: tuple[tuple[TypeSpec, tuple[tuple[str, str], ...]], ...] | None


@dataclass(frozen=True, slots=True)
class NameList:
    """A specification that lists names: ``kind`` is SAVE, EXTERNAL, INTRINSIC, ..."""

    kind: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Namelist:
    """NAMELIST groups and their variables."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Specification:
    """A non-executable statement without effect on counting (FORMAT, USE, ...)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Include:
    """INCLUDE."""

    path: str
