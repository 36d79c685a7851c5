"""What one Fortran statement says, before names are resolved: expressions, declarations, statements.

Nodes depend only on the statement's own text, so they are shared between all statements with the
same text (the memo in ``statements``). Names are upper case. ``A(I)`` stays an ``Apply`` because
only the symbol table tells an array element from a function reference.

Over 400 lines: one short class for each kind of node, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.ir.expr import Type


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
    """``%VAL(x)``, ``%REF(x)`` or ``%LOC(x)``; of the reader's own the ``PLACE`` that a pointer to x
    holds, and that of something ``FRESH``."""

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
class Reference:
    """A function of which the interface is known; ``hidden`` is passed beside the arguments.

    An ``elemental`` one is called for each element of arrays among its arguments.
    """

    name: str
    arguments: tuple[Node, ...]
    hidden: tuple[Node, ...]
    type: Type
    elemental: bool = False


@record
class Unknown:
    """A value of a type that the reader cannot tell, with the reason."""

    reason: str
    type: Type


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
    | Reference
    | Unknown
)


@record
class TypeSpec:
    """A type as declared: ``base`` is a keyword such as ``REAL``; ``size`` the ``*n`` or KIND.

    ``kind`` tells ``COMPLEX(KIND=8)`` from ``COMPLEX*8``: the first counts one part's bytes.
    ``polymorphic``: CLASS, the type or one that extends it.
    """

    base: str
    size: Node | None = None
    kind: bool = False
    derived: str | None = None
    polymorphic: bool = False


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
    """The first statement of a unit. ``kind`` is a ``UnitKind`` value.

    A submodule is a module called ``ANCESTOR.NAME`` with a ``parent``. The kind ``procedure`` is that
    of MODULE PROCEDURE, which takes the rest of its header from the interface: see ``submodules``.
    """

    kind: str
    name: str
    dummies: tuple[str, ...] = ()
    type: TypeSpec | None = None
    result: str | None = None
    recursive: bool = False
    parent: str | None = None


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
class Attribute:
    """A statement that gives names an attribute: ALLOCATABLE, OPTIONAL, POINTER, ..."""

    kind: str
    entities: tuple[Entity, ...]


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


@record
class Assignment:
    """``target = value``; it may turn out to be a statement function.

    A ``silent`` one is made by the reader: it says what a name holds, and does nothing. One that is
    ``apart`` changes no other name.
    """

    target: Node
    value: Node
    silent: bool = False
    apart: bool = False


@record
class PointerAssignment:
    """``target => value``."""

    target: Node
    value: Node


@record
class Allocation:
    """ALLOCATE, DEALLOCATE or NULLIFY (``keyword``): what is made or freed, and STAT=, SOURCE=, ...

    ``automatic``: the arrays of a BLOCK, where it begins.
    """

    keyword: str
    items: tuple[Node, ...]
    options: tuple[tuple[str, Node], ...] = ()


@record
class Where:
    """WHERE (mask), with its assignment if it is a statement."""

    mask: Node
    action: Statement | None = None


@record
class ElseWhere:
    """ELSEWHERE, with a mask of its own or none."""

    mask: Node | None


@record
class Forall:
    """FORALL: indices with their bounds, the mask, the assignment if it is a statement."""

    indices: tuple[tuple[str, Triplet], ...]
    mask: Node | None
    action: Statement | None = None


@record
class Associate:
    """ASSOCIATE: names and what they stand for."""

    pairs: tuple[tuple[str, Node], ...]
    name: str | None = None


@record
class SelectType:
    """SELECT TYPE; ``alias`` is the name of the selector inside, if it gets one."""

    alias: str | None
    selector: Node
    name: str | None = None


@record
class TypeGuard:
    """TYPE IS, CLASS IS (with the type), or CLASS DEFAULT (None)."""

    keyword: str
    type: str | None


@record
class EndConstruct:
    """END of WHERE, FORALL or ASSOCIATE (``kind``)."""

    kind: str


@record
class Call:
    """CALL. ``method`` is what is called where that is a component: ``name`` is the component's then.

    ``hidden`` is what the reader passes beside the arguments.
    """

    name: str
    arguments: tuple[Node, ...]
    method: Node | None = None
    hidden: tuple[Node, ...] = ()


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
    | Attribute
    | Namelist
    | Specification
    | Include
    | Assignment
    | PointerAssignment
    | Allocation
    | Where
    | ElseWhere
    | Forall
    | Associate
    | SelectType
    | TypeGuard
    | EndConstruct
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
