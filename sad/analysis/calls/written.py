"""The names of what a statement itself assigns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import element_name
from sad.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.ir.expr import Expr

_MASK = re.compile(r"\s*(?:\w+\s*:\s*)?(?:where|elsewhere|else\s+where)\s*\(", re.IGNORECASE)
_ALLOCATE = re.compile(r"\s*(?:de)?allocate\s*\(", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z_]\w*")


def target_name(target: Expr) -> str | None:
    """Return the name of a variable, or of one certain array element."""
    if isinstance(target, ex.Variable):
        return target.name
    return element_name(target) if isinstance(target, ex.Element) else None


def whole_name(name: str) -> str:
    """Return what a name begins with: the variable it is a part of (``m`` of ``m.n``)."""
    found = _WORD.match(name)
    return name if found is None else found[0]


def written_names(statement: st.Stmt) -> Iterator[str]:
    """Yield the variables and arrays a statement itself assigns (calls apart)."""
    match statement:
        case st.Assign(apart=True):
            return
        case st.Assign(target=target):
            yield from base_names(target)
        case st.CountedLoop(variable=variable):
            yield variable.name
        case st.AssignLabel(variable=variable):
            yield variable
        case st.InputOutput(results=results, items=items):
            for item in results:
                yield from base_names(item)
            yield from _implied_variables(items)
        case st.Opaque(assigned=(target, value)) if not any(
            isinstance(node, ex.FunctionCall) for side in (target, value) for node in walk(side)
        ):
            yield from base_names(target)
        case st.Opaque(text=text):
            words = dict.fromkeys(_WORD.findall(_may_set(text)))
            yield from words
            yield from (word.upper() for word in words if word.upper() not in words)
        case _:
            return


def _may_set(text: str) -> str:
    """The part of a statement that may set what it names: shapes in an ALLOCATE and masks do not."""
    mask = _MASK.match(text)
    if mask is not None:
        return _after_parentheses(text[mask.end() :])
    if _ALLOCATE.match(text) is None:
        return text
    kept: list[str] = []
    depth = 0
    for character in text:
        depth -= character == ")"
        if depth <= 1:
            kept.append(character)
        depth += character == "("
    return "".join(kept)


def _after_parentheses(text: str) -> str:
    """What follows the parenthesis that closes one before the text."""
    depth = 1
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if not depth:
            return text[place + 1 :]
    return ""


def base_names(target: Expr) -> Iterator[str]:
    """Yield the variables or arrays that an assignment to ``target`` changes."""
    match target:
        case ex.Variable(name=name) | ex.Element(array=name) | ex.Section(array=name):
            yield name
        case ex.Substring(base=base) | ex.Field(base=base):
            yield from base_names(base)
        case ex.ImpliedDo(items=items, variable=variable):
            yield variable
            for item in items:
                yield from base_names(item)
        case _:
            return


def _implied_variables(items: Iterable[Expr]) -> Iterator[str]:
    for item in items:
        if isinstance(item, ex.ImpliedDo):
            yield item.variable
            yield from _implied_variables(item.items)
