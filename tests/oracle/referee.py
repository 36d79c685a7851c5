"""fparser2's reading of a statement as written, as the syntax nodes of our own parser.

Our parser sees statements without blanks; the referee sees the text with the blanks the programmer
wrote, so what removing them may do wrong shows as a difference, too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fparser.two import Fortran2003 as F
from fparser.two.utils import FparserException

from frontends.fortran.expressions import ExpressionError
from frontends.fortran.fparser_bridge import match_statement
from tests.oracle.trees import statement_from

if TYPE_CHECKING:
    from frontends.fortran import syntax as sx

_CONSTRUCT_NAME = re.compile(r"\s*([A-Za-z]\w*)\s*:\s*(?=do\b|if\s*\(|select)", re.IGNORECASE)
_CLASSES = {
    "ifthen": ("If_Then_Stmt",),
    "elseif": ("Else_If_Stmt",),
    "else": ("Else_Stmt",),
    "endif": ("End_If_Stmt",),
    "do": ("Label_Do_Stmt", "Nonlabel_Do_Stmt"),
    "dowhile": ("Label_Do_Stmt", "Nonlabel_Do_Stmt"),
    "doforever": ("Label_Do_Stmt", "Nonlabel_Do_Stmt"),
    "enddo": ("End_Do_Stmt",),
    "arithmeticif": ("Arithmetic_If_Stmt",),
    "goto": ("Goto_Stmt",),
    "computedgoto": ("Computed_Goto_Stmt",),
    "return": ("Return_Stmt",),
    "stop": ("Stop_Stmt",),
    "continue": ("Continue_Stmt",),
    "exit": ("Exit_Stmt",),
    "cycle": ("Cycle_Stmt",),
    "select": ("Select_Case_Stmt",),
    "case": ("Case_Stmt",),
    "endselect": ("End_Select_Stmt",),
    "read": ("Read_Stmt",),
    "write": ("Write_Stmt",),
    "print": ("Print_Stmt",),
    "open": ("Open_Stmt",),
    "close": ("Close_Stmt",),
    "inquire": ("Inquire_Stmt",),
    "rewind": ("Rewind_Stmt",),
    "backspace": ("Backspace_Stmt",),
    "endfile": ("Endfile_Stmt",),
    "subroutine": ("Subroutine_Stmt",),
    "function": ("Function_Stmt",),
    "program": ("Program_Stmt",),
    "module": ("Module_Stmt",),
    "blockdata": ("Block_Data_Stmt",),
    "entry": ("Entry_Stmt",),
    "contains": ("Contains_Stmt",),
    "end": (
        "End_Program_Stmt", "End_Subroutine_Stmt", "End_Function_Stmt", "End_Module_Stmt",
        "End_Block_Data_Stmt",
    ),
    "namelist": ("Namelist_Stmt",),
    "include": ("Include_Stmt",),
}  # fmt: skip
_BY_BRIDGE = frozenset({
    "assignment", "call", "if", "type", "implicit", "parameter", "dimension", "common",
    "equivalence", "data", "external", "intrinsic", "save",
})  # fmt: skip


DOES_NOT_MATCH = "does not match"


class NotAccepted(Exception):
    """fparser2 does not accept the statement, or has no counterpart for a part of it."""


def can_judge(kind: str) -> bool:
    """Whether statements of this kind have content to compare; FORMAT and the like are text."""
    return kind in _CLASSES or kind in _BY_BRIDGE


def referee(kind: str, text: str) -> sx.Statement:
    """Return what fparser2 reads in ``text``; raise ``NotAccepted`` if it reads nothing."""
    named = _CONSTRUCT_NAME.match(text)
    if named:
        text = text[named.end() :]
    tree = match_statement(kind, text) if kind in _BY_BRIDGE else _match(kind, text)
    if tree is None:
        raise NotAccepted(DOES_NOT_MATCH)
    try:
        statement = statement_from(tree)
    except ExpressionError as error:
        raise NotAccepted(str(error)) from None
    return replace(statement, name=named[1].upper()) if named else statement  # type: ignore[call-arg]


def _match(kind: str, text: str) -> Any:
    match_statement("continue", "")  # sets fparser2 up
    for name in _CLASSES[kind]:
        try:
            tree = getattr(F, name)(text)
        except (FparserException, AttributeError, TypeError, ValueError, IndexError):
            continue
        if tree is not None:
            return tree
    return None
