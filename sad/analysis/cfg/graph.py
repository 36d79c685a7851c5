"""The control-flow graph: basic blocks of actions, and where control goes after each.

A block holds *actions*: a statement, or the part of a construct that is carried out at that point
(an IF's condition, a loop's entry, a loop's step). Its *terminator* says where control goes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.analysis.cfg.components import reached
from sad.records import field, mutable, plain, record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.cfg.paths import PathNames
    from sad.diagnostics import Span
    from sad.ir import stmt as st
    from sad.ir.expr import Expr
    from sad.ir.program import Construct, Unit
    from sad.ir.stmt import Stmt


class Part(StrEnum):
    """Which part of a statement an action carries out.

    Of a sequential condition CONDITION is the first operand, OPERAND a further one.
    """

    WHOLE = "whole"
    CONDITION = "condition"
    OPERAND = "operand"
    LOOP_ENTRY = "loop entry"
    LOOP_STEP = "loop step"


@plain  # not frozen: made by the ten thousand, never changed
class Action:
    """One thing done in a block. ``condition`` is what a CONDITION or OPERAND evaluates.

    Actions are told apart by identity; results of the analysis are keyed by it.
    """

    statement: Stmt
    part: Part
    span: Span
    condition: Expr | None = None


@record
class Jump:
    """Control goes on to one block."""

    target: int


@record
class Split:
    """Control goes to one of several blocks. ``labels`` name the arms, ``path`` the construct.

    For one operand of a sequential condition, ``chain`` are the blocks that test the operands, in
    source order, and ``whole`` is all of the condition.
    """

    targets: tuple[int, ...]
    labels: tuple[str, ...]
    path: str
    kind: str
    span: Span
    condition: Expr | None = None
    chain: tuple[int, ...] = ()
    whole: Expr | None = None


@record
class LoopHead:
    """The test of a counted loop: into the body, or on after the loop."""

    loop: st.CountedLoop
    path: str
    body: int
    after: int


@record
class Leave:
    """Control leaves the unit: by RETURN or END, or by ending the program."""

    stops: bool


Terminator = Jump | Split | LoopHead | Leave
_RETURN = Leave(stops=False)


@mutable
class Block:
    """A basic block. ``path`` names the construct it is in, ``loop`` the WHILE it is the head of.

    ``within`` are the constructs of OpenMP around it, outermost first.
    """

    id: int
    actions: list[Action] = field(default_factory=list[Action])
    terminator: Terminator = _RETURN
    label: str | None = None
    path: str = ""
    loop: str = ""
    within: tuple[Construct, ...] = ()

    def successors(self) -> tuple[int, ...]:
        """Return the blocks control may go to next."""
        terminator = self.terminator
        if isinstance(terminator, Jump):
            return (terminator.target,)
        if isinstance(terminator, Split):
            return terminator.targets
        if isinstance(terminator, LoopHead):
            return (terminator.body, terminator.after)
        return ()


@mutable
class Cfg:
    """The blocks of a unit. ``entries`` maps the unit's name and its ENTRY names to blocks."""

    unit: Unit
    blocks: list[Block]
    entries: dict[str, int]
    paths: PathNames

    def reached(self, starts: Iterable[int]) -> set[int]:
        """Return the blocks to which ways lead from some blocks, these included."""
        return reached(starts, lambda number: self.blocks[number].successors())
