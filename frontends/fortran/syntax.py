"""What one Fortran statement says, before names are resolved: statement nodes, and all others by name.

Nodes depend only on the statement's own text, so they are shared between all statements with the
same text (the memo in ``statements``). Names are upper case. ``A(I)`` stays an ``Apply`` because
only the symbol table tells an array element from a function reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from frontends.fortran.syntax_declarations import (
    Common,
    Contains,
    Data,
    Dimensions,
    End,
    Entity,
    Entry,
    Equivalence,
    Header,
    Implicit,
    Include,
    NameList,
    Namelist,
    Parameters,
    Repeat,
    Specification,
    TypeDeclaration,
    TypeSpec,
)
from frontends.fortran.syntax_expressions import (
    Apply,
    Array,
    Boz,
    ByPass,
    Component,
    Implied,
    Infix,
    Keyword,
    Name,
    Node,
    Number,
    Pair,
    Paren,
    Prefix,
    Star,
    String,
    Triplet,
    Truth,
)

__all__ = [
    "Apply",
    "ArithmeticIf",
    "Array",
    "Assign",
    "AssignedGoTo",
    "Assignment",
    "Boz",
    "ByPass",
    "Call",
    "CaseLabel",
    "Common",
    "Component",
    "ComputedGoTo",
    "Contains",
    "Data",
    "Dimensions",
    "Do",
    "DoWhile",
    "Else",
    "ElseIf",
    "End",
    "EndDo",
    "EndIf",
    "EndSelect",
    "Entity",
    "Entry",
    "Equivalence",
    "GoTo",
    "Header",
    "IfThen",
    "Implicit",
    "Implied",
    "Include",
    "Infix",
    "InputOutput",
    "Keyword",
    "Leave",
    "LogicalIf",
    "Name",
    "NameList",
    "Namelist",
    "Node",
    "Number",
    "Pair",
    "Parameters",
    "Paren",
    "Plain",
    "Prefix",
    "Repeat",
    "Return",
    "SelectCase",
    "Specification",
    "Star",
    "Statement",
    "String",
    "Triplet",
    "Truth",
    "TypeDeclaration",
    "TypeSpec",
    "Unmodelled",
    "Unreadable",
]


@dataclass(frozen=True, slots=True)
class Assignment:
    """``target = value``; it may turn out to be a statement function."""

    target: Node
    value: Node


@dataclass(frozen=True, slots=True)
class Call:
    """CALL."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class IfThen:
    """IF (condition) THEN."""

    condition: Node
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ElseIf:
    """ELSE IF (condition) THEN."""

    condition: Node


@dataclass(frozen=True, slots=True)
class Else:
    """ELSE."""


@dataclass(frozen=True, slots=True)
class EndIf:
    """END IF."""


@dataclass(frozen=True, slots=True)
class LogicalIf:
    """IF (condition) statement."""

    condition: Node
    action: Statement


@dataclass(frozen=True, slots=True)
class ArithmeticIf:
    """IF (selector) negative, zero, positive; the two-branch form repeats a label."""

    selector: Node
    labels: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Do:
    """DO [label] variable = first, last [, step]."""

    label: str | None
    variable: str
    first: Node
    last: Node
    step: Node | None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class DoWhile:
    """DO [label] WHILE (condition); an endless DO has no condition."""

    label: str | None
    condition: Node | None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class EndDo:
    """END DO."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """GO TO label."""

    label: str


@dataclass(frozen=True, slots=True)
class ComputedGoTo:
    """GO TO (labels), selector."""

    labels: tuple[str, ...]
    selector: Node


@dataclass(frozen=True, slots=True)
class AssignedGoTo:
    """GO TO variable [, (labels)]."""

    variable: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assign:
    """ASSIGN label TO variable."""

    label: str
    variable: str


@dataclass(frozen=True, slots=True)
class Plain:
    """A statement that is its keyword: CONTINUE, STOP, PAUSE."""

    keyword: str


@dataclass(frozen=True, slots=True)
class Return:
    """RETURN [alternate]."""

    alternate: Node | None


@dataclass(frozen=True, slots=True)
class Leave:
    """EXIT or CYCLE, of a named construct if a name is given."""

    keyword: str
    name: str | None


@dataclass(frozen=True, slots=True)
class InputOutput:
    """An input/output statement: control list (keyword or None, value) and item list."""

    keyword: str
    controls: tuple[tuple[str | None, Node], ...]
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class SelectCase:
    """SELECT CASE (selector)."""

    selector: Node
    name: str | None = None


@dataclass(frozen=True, slots=True)
class CaseLabel:
    """CASE (values) or CASE DEFAULT (None)."""

    values: tuple[Node, ...] | None


@dataclass(frozen=True, slots=True)
class EndSelect:
    """END SELECT."""


@dataclass(frozen=True, slots=True)
class Unmodelled:
    """A statement the grammar knows and the model does not (ALLOCATE, WHERE, ...)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A statement no grammar accepted."""

    text: str
    reason: str


Statement = (
    Header
    | Entry
    | End
    | Contains
    | TypeDeclaration
    | Dimensions
    | Common
    | Equivalence
    | Parameters
    | Data
    | Implicit
    | NameList
    | Namelist
    | Specification
    | Include
    | Assignment
    | Call
    | IfThen
    | ElseIf
    | Else
    | EndIf
    | LogicalIf
    | ArithmeticIf
    | Do
    | DoWhile
    | EndDo
    | GoTo
    | ComputedGoTo
    | AssignedGoTo
    | Assign
    | Plain
    | Return
    | Leave
    | InputOutput
    | SelectCase
    | CaseLabel
    | EndSelect
    | Unmodelled
    | Unreadable
)
