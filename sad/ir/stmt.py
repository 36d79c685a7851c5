"""Statements: frozen nodes, one closed union ``Stmt``.

Blocks (IF, loops, SELECT) are nested; jumps refer to labels. ``span`` does not take part in
comparison, so equal code on different lines compares equal. ``end`` is the span of the closing
statement (END IF, END DO) where the source has one: together with ``span`` it lets every source
statement be found again in the IR (see ``account.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir.expr import Element, Field, Section, Substring, Variable
from sad.records import field, record

if TYPE_CHECKING:
    from sad.diagnostics import Span
    from sad.ir.expr import Expr, Range
    from sad.ir.program import Construct

Target = Variable | Element | Section | Substring | Field


@record
class Assign:
    """``target = value``; the value is already converted to the target's type.

    Of an assignment ``apart`` the target is known to be no other name's place. A ``silent`` one does
    nothing when it runs: it says what a name holds from here on, because of what was done to another.
    """

    target: Target
    value: Expr
    span: Span = field(compare=False)
    label: str | None = None
    silent: bool = False
    apart: bool = False


HANDED = "(handed)"
"""The name of a call that says: the next one may start any of the ``hidden`` procedures, as it gets a
pointer to procedures of which the source does not say which one it holds.
"""


@record
class CallStatement:
    """A subroutine call. ``alternates`` are the labels of alternate returns, in order.

    ``hidden`` are further actual arguments by reference: what the callee reaches through the others.
    ``pointer`` is the variable, member or element that holds what is called (C), where there is one.
    """

    name: str
    arguments: tuple[Expr, ...]
    alternates: tuple[str, ...]
    span: Span = field(compare=False)
    label: str | None = None
    hidden: tuple[Expr, ...] = ()
    pointer: Expr | None = None


@record
class Arm:
    """One condition of an IF construct and what it guards."""

    condition: Expr
    body: tuple[Stmt, ...]
    span: Span = field(compare=False)


@record
class If:
    """A block IF, or a logical IF (one arm, no ``end``)."""

    arms: tuple[Arm, ...]
    otherwise: tuple[Stmt, ...]
    span: Span = field(compare=False)
    otherwise_span: Span | None = field(compare=False, default=None)
    end: Span | None = field(compare=False, default=None)
    label: str | None = None
    name: str | None = None


@record
class CountedLoop:
    """A loop over ``first, first+step, ...`` whose trip count is fixed on entry.

    It runs ``max(0, (last - first + step) / step)`` times (Fortran 77 standard, 11.10.3). The
    variable may be real. ``terminal`` is the label that closes a labelled DO. ``written`` is what the
    source evaluates on entry, where the bounds and the step are made from that.

    ``direction`` is 1 or -1 where the source goes on while the variable is not past ``last`` that way,
    whatever the sign of the step: the loop does not run then if ``first`` is past ``last``, and a step
    the other way, or of 0, is no program if it runs.
    """

    variable: Variable
    first: Expr
    last: Expr
    step: Expr
    body: tuple[Stmt, ...]
    span: Span = field(compare=False)
    end: Span | None = field(compare=False, default=None)
    label: str | None = None
    terminal: str | None = None
    name: str | None = None
    written: tuple[Expr, ...] | None = None
    direction: int = 0


@record
class While:
    """A loop that tests ``condition`` before each iteration, or, ``at_end``, after each.

    A test at the end stands where ``end`` is; CYCLE goes to it.
    """

    condition: Expr
    body: tuple[Stmt, ...]
    span: Span = field(compare=False)
    end: Span | None = field(compare=False, default=None)
    label: str | None = None
    terminal: str | None = None
    name: str | None = None
    at_end: bool = False


@record
class Case:
    """One alternative of a SELECT; ``values`` is None for the default."""

    values: tuple[Expr | Range, ...] | None
    body: tuple[Stmt, ...]
    span: Span = field(compare=False)


@record
class Select:
    """A multi-way branch on a value; no case falls through."""

    selector: Expr
    cases: tuple[Case, ...]
    span: Span = field(compare=False)
    end: Span | None = field(compare=False, default=None)
    label: str | None = None
    name: str | None = None


@record
class Goto:
    """An unconditional jump."""

    target: str
    span: Span = field(compare=False)
    label: str | None = None


@record
class ComputedGoto:
    """A jump to the ``selector``-th target; falls through if there is none."""

    targets: tuple[str, ...]
    selector: Expr
    span: Span = field(compare=False)
    label: str | None = None


@record
class AssignLabel:
    """``ASSIGN target TO variable``."""

    target: str
    variable: str
    span: Span = field(compare=False)
    label: str | None = None


@record
class AssignedGoto:
    """A jump to the label a variable holds; ``targets`` is empty when the source lists none."""

    variable: str
    targets: tuple[str, ...]
    span: Span = field(compare=False)
    label: str | None = None


@record
class ArithmeticIf:
    """A three-way jump on the sign of an expression."""

    selector: Expr
    negative: str
    zero: str
    positive: str
    span: Span = field(compare=False)
    label: str | None = None


@record
class Exit:
    """Leave the innermost loop, or the construct of that name."""

    name: str | None
    span: Span = field(compare=False)
    label: str | None = None


@record
class Cycle:
    """Start the next iteration of the innermost loop, or of the loop of that name."""

    name: str | None
    span: Span = field(compare=False)
    label: str | None = None


@record
class Return:
    """Return from the unit; ``alternate`` selects an alternate return."""

    alternate: Expr | None
    span: Span = field(compare=False)
    label: str | None = None


@record
class Stop:
    """End the program."""

    span: Span = field(compare=False)
    label: str | None = None


@record
class Continue:
    """No operation; usually carries a label."""

    span: Span = field(compare=False)
    label: str | None = None


@record
class EntryPoint:
    """A further entry into the unit, with its own dummy arguments."""

    name: str
    dummies: tuple[str, ...]
    span: Span = field(compare=False)
    label: str | None = None


@record
class InputOutput:
    """An input/output statement. ``jumps`` are its ERR= and END= labels.

    ``keyword`` is the lower-case statement name; ``controls`` are the control values read,
    ``results`` the items a READ defines, ``items`` those a WRITE or PRINT transfers. The first
    ``statuses`` results say how the transfer went (IOSTAT=); they are no input of the program.

    Of reading: ``standard`` tells that the statement names standard input (unit ``*`` or 5, scanf),
    ``end`` is the label of END=, ``argument`` which argument of the command line it is instead.
    ``layout`` is ``*`` for list-directed, ``&GROUP`` for a namelist, the text of a FORMAT or the format
    string of C; None where that is not known or the transfer is not formatted. A WRITE into a variable
    has one as well. Of C ``text`` is the
    first character of the text that is read (sscanf, atoi), ``stream`` the file (fscanf);
    ``is_number``: the result is 0 if the text is no number (atoi).

    Of Fortran ``unit`` is the number of the unit, ``file`` the name in OPEN and INQUIRE. ``opens`` says
    how OPEN takes a file that is read by records: ``old`` it must be there, ``new`` it is written,
    ``any``; None: it is opened in another way. A unit among the results of OPEN is that of NEWUNIT=.
    """

    keyword: str
    controls: tuple[Expr, ...]
    results: tuple[Expr, ...]
    items: tuple[Expr, ...]
    jumps: tuple[str, ...]
    span: Span = field(compare=False)
    label: str | None = None
    statuses: int = 0
    standard: bool = False
    layout: str | None = None
    argument: int | None = None
    end: str | None = None
    text: Expr | None = None
    stream: Expr | None = None
    is_number: bool = False
    unit: Expr | None = None
    file: Expr | None = None
    opens: str | None = None


@record
class Opaque:
    """An executable statement that is not modelled: kept, counted in coverage, never dropped.

    It may change what its text names, and, ``anywhere``, all that has an address. Of an assignment to
    an array ``assigned`` has both sides, each with whole arrays and sections in it; ``masked``: a
    construct around it says which elements are set.
    """

    text: str
    reason: str
    span: Span = field(compare=False)
    label: str | None = None
    anywhere: bool = False
    assigned: tuple[Expr, Expr] | None = None
    masked: bool = False


@record
class Mark:
    """Where a construct of OpenMP ``begins``, or ends. It is no statement: it does nothing."""

    construct: Construct
    begins: bool
    span: Span = field(compare=False)
    label: str | None = None


Stmt = (
    Assign
    | CallStatement
    | If
    | CountedLoop
    | While
    | Select
    | Goto
    | ComputedGoto
    | AssignLabel
    | AssignedGoto
    | ArithmeticIf
    | Exit
    | Cycle
    | Return
    | Stop
    | Continue
    | EntryPoint
    | InputOutput
    | Opaque
    | Mark
)
