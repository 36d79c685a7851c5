"""What calls tell of the parameters of the functions they call, and of what they pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.scope import Kind
from frontends.c.types import Function, Pointer, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from frontends.c.bind import HandedOn
    from frontends.c.program import FunctionRecord, ProgramFacts
    from frontends.c.scope import Entity


def let_escape(records: list[FunctionRecord], facts: ProgramFacts) -> None:
    """Let escape what is handed to functions that keep the pointer; those of the library do not.

    A function handed to one that keeps its pointer may start wherever a pointer is called.
    """
    changed = True
    while changed:
        changed = False
        for function in records:
            for handed in function.info.handed:
                callee = facts.function(function.file, handed.callee)
                if callee is not None:
                    parameters = callee.info.parameters
                    position = handed.position
                    keeps = position >= len(parameters) or _keeps(parameters[position])
                else:
                    keeps = handed.callee not in facts.library and not handed.reads
                entity = handed.entity
                if entity.kind is Kind.FUNCTION:
                    if keeps and handed.callee not in facts.callers:
                        facts.unclear = True
                        facts.loose.add((function.file, entity.name))
                elif keeps and not (entity.leaks if _is_pointer(entity) else entity.escapes):
                    changed = True
                    entity.leaks |= _is_pointer(entity)
                    entity.escapes |= not _is_pointer(entity)


def _keeps(parameter: Entity) -> bool:
    """Whether a pointer that a parameter gets goes somewhere; one to functions, that is set, does."""
    kind = parameter.type
    is_function = isinstance(kind, Pointer) and isinstance(kind.to, Function)
    return parameter.leaks or (is_function and parameter.assigned > 0)


def only_frees(
    function: FunctionRecord, position: int, facts: ProgramFacts, around: tuple[str, ...] = ()
) -> bool:
    """Whether a function does nothing with a pointer that it gets but test it, and free what it
    leads to, itself or by functions that do no more.
    """
    if function.name in around or position >= len(function.info.parameters):
        return False
    entity = function.info.parameters[position]
    used = entity.assigned or entity.leaks or entity.escapes or entity.stored
    if used or entity.walks or entity.subscripted or entity.dereferenced:
        return False
    for handed in function.info.handed:
        if handed.entity is not entity:
            continue
        callee = facts.function(function.file, handed.callee)
        if callee is None and handed.callee != "free":
            return False
        inside = (*around, function.name)
        if callee is not None and not only_frees(callee, handed.position, facts, inside):
            return False
    return True


def let_meet(records: list[FunctionRecord], facts: ProgramFacts) -> None:
    """Mark the parameters that calls let lead to one place, also through calls of calls."""
    changed = True
    while changed:
        changed = False
        for function in records:
            for item in function.info.meeting:
                callee = facts.function(function.file, item.callee)
                if callee is None or item.second >= len(callee.info.parameters):
                    continue
                for position in (item.first, item.second):
                    parameter = callee.info.parameters[position]
                    changed |= not parameter.meets
                    parameter.meets = True
            for handed, parameter in _received(function, facts):
                if handed.entity.meets and not parameter.meets:
                    changed = parameter.meets = True


def pass_arrays(records: list[FunctionRecord], facts: ProgramFacts) -> None:
    """Take parameters for arrays that are only passed on to functions that have them for arrays."""
    changed = True
    while changed:
        changed = False
        for function in records:
            for handed, parameter in _received(function, facts):
                entity = handed.entity
                if (
                    entity.kind is Kind.PARAMETER
                    and not (entity.assigned or entity.subscripted or handed.path)
                    and _leads_to_a_row(entity)
                    and _leads_to_a_row(parameter)
                    and (parameter.subscripted or parameter.walks or parameter.assigned)
                ):
                    changed = entity.subscripted = True


def _received(function: FunctionRecord, facts: ProgramFacts) -> Iterator[tuple[HandedOn, Entity]]:
    """Yield what a function passes that starts from a variable, with the parameter that gets it."""
    for handed in function.info.passes:
        callee = facts.function(function.file, handed.callee)
        if callee is not None and handed.position < len(callee.info.parameters):
            yield handed, callee.info.parameters[handed.position]


def _leads_to_a_row(entity: Entity) -> bool:
    return isinstance(entity.type, Pointer) and isinstance(entity.type.to, Scalar | Pointer)


def _is_pointer(entity: Entity) -> bool:
    return isinstance(entity.type, Pointer)
