"""What one Fortran statement says, before names are resolved: statement nodes, and all others by name.

Nodes depend only on the statement's own text, so they are shared between all statements with the
same text (the memo in ``statements``). Names are upper case. ``A(I)`` stays an ``Apply`` because
only the symbol table tells an array element from a function reference.
"""

from __future__ import annotations

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
from sad.records import record

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


@record
class Assignment:
    """``target = value``; it may turn out to be a statement function."""

    target: Node
    value: Node


@record
class Call:
    """CALL."""

    name: str
    arguments: tuple[Node, ...]


@record
class IfThen:
    """IF (condition) THEN."""

    condition: Node
    name: str | None = None


@record
class ElseIf:
    """ELSE IF (condition) THEN."""

    condition: Node


@record
class Else:
    """ELSE."""


@record
class EndIf:
    """END IF."""


@record
class LogicalIf:
    """IF (condition) statement."""

    condition: Node
    action: Statement


@record
class ArithmeticIf:
    """IF (selector) negative, zero, positive; the two-branch form repeats a label."""

    selector: Node
    labels: tuple[str, str, str]


@record
class Do:
    """DO [label] variable = first, last [, step]."""

    label: str | None
    variable: str
    first: Node
    last: Node
    step: Node | None
    name: str | None = None


@record
class DoWhile:
    """DO [label] WHILE (condition); an endless DO has no condition."""

    label: str | None
    condition: Node | None
    name: str | None = None


@record
class EndDo:
    """END DO."""


@record
class GoTo:
    """GO TO label."""

    label: str


@record
class ComputedGoTo:
    """GO TO (labels), selector."""

    labels: tuple[str, ...]
    selector: Node


@record
class AssignedGoTo:
    """GO TO variable [, (labels)]."""

    variable: str
    labels: tuple[str, ...]


@record
class Assign:
    """ASSIGN label TO variable."""

    label: str
    variable: str


@record
class Plain:
    """A statement that is its keyword: CONTINUE, STOP, PAUSE."""

    keyword: str


@record
class Return:
    """RETURN [alternate]."""

    alternate: Node | None


@record
class Leave:
    """EXIT or CYCLE, of a named construct if a name is given."""

    keyword: str
    name: str | None


@record
class InputOutput:
    """An input/output statement: control list (keyword or None, value) and item list."""

    keyword: str
    controls: tuple[tuple[str | None, Node], ...]
    items: tuple[Node, ...]


@record
class SelectCase:
    """SELECT CASE (selector)."""

    selector: Node
    name: str | None = None


@record
class CaseLabel:
    """CASE (values) or CASE DEFAULT (None)."""

    values: tuple[Node, ...] | None


@record
class EndSelect:
    """END SELECT."""


@record
class Unmodelled:
    """A statement the grammar knows and the model does not (ALLOCATE, WHERE, ...)."""

    kind: str
    text: str


@record
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
