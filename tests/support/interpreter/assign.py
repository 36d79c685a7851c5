"""Setting a variable, an array element or part of a string."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Type
from tests.support.interpreter.expressions import Expressions, is_memory, refusal

if TYPE_CHECKING:
    from sad.ir.stmt import Target


def assign(expressions: Expressions, target: Target, value: str) -> list[str]:
    """Return the lines that give ``target`` a value of its own type."""
    names = expressions.names
    match target:
        case ex.Variable(name=name) if name in names.slots:
            if names.slots[name].symbol.dimensions:
                return [refusal(f"assignment to the whole array {name}")]
            place = names.scalar(name)
        case ex.Element(array=name):
            place = expressions.element(target)
            if is_memory(target):
                return [f"{place} = {value}"]
        case ex.Substring(base=ex.Variable() | ex.Element() as base, first=first, last=last):
            low = "None" if first is None else expressions.value(first)
            high = "None" if last is None else expressions.value(last)
            text = expressions.value(base)
            return assign(expressions, base, f"with_part({text}, {low}, {high}, {value})")
        case _:
            return [refusal(f"assignment to {type(target).__name__}")]
    slot = names.slots[name]
    if target.type is Type.CHARACTER:
        length = f"len({place})" if slot.size is None else str(slot.size)
        return [f"{place} = pad({value}, {length})"]
    if target.type is Type.DERIVED:
        return [refusal("a derived type")]
    return [f"{place} = {value}"]
