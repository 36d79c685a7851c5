"""Integers that are read with a sign and stored without, or the other way round.

One place in memory has one value in the IR. Where pointers, casts, ``void *`` or unions let a program
read it as an integer of the other sign, what is read is cut to the type it is read as.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.convert import narrowed
from frontends.c.patterns import is_allocation, is_null
from frontends.c.types import Array, Pointer, Scalar, Void, decayed
from sad.records import replace

if TYPE_CHECKING:
    from pycparser import c_ast

    from frontends.c.bind import FunctionInfo
    from frontends.c.program import ProgramFacts
    from frontends.c.types import CType
    from frontends.c.unit import Place
    from sad.ir.expr import Expr

_NO_SIGNS = frozenset(("free", "memset", "memcmp", "memchr", "fread", "fwrite"))
"""Functions of the library that hand nothing on as numbers of another type."""


def note_signs(
    info: FunctionInfo, kind: CType | None, source: CType | None, value: c_ast.Node, callee: str
) -> None:
    """Note what a pointer to integers becomes: ``value``, of type ``source``, is taken as a ``kind``.

    With a ``callee`` it is that function which gets the pointer.
    """
    want, have = _target(kind), None if source is None else _target(decayed(source))
    if want is None or have is None or is_null(value) or callee in _NO_SIGNS:
        return
    first = want if isinstance(want, Scalar) and want.is_integer else None
    second = have if isinstance(have, Scalar) and have.is_integer else None
    if first is not None and second is not None:
        if first.size == second.size and first.signed != second.signed:
            info.resigned.add(first.size)
    elif isinstance(want, Void) and second is not None:
        info.untyped.add((second.size, second.signed))
        if callee in ("memcpy", "memmove"):
            info.typed.add((second.size, second.signed))
    elif isinstance(have, Void) and first is not None and not is_allocation(value):
        info.typed.add((first.size, first.signed))


def _target(kind: CType | None) -> CType | None:
    """What a pointer leads to, an element of an array of arrays; None of what is no pointer."""
    inner = kind.to if isinstance(kind, Pointer) else None
    while isinstance(inner, Array):
        inner = inner.of
    return inner


def may_be_resigned(place: Place, program: ProgramFacts) -> bool:
    """Whether what a place holds may have been stored as an integer of the other sign."""
    kind, entity = place.type, place.entity
    if not isinstance(kind, Scalar) or not kind.is_integer or kind.truth or place.bits is not None:
        return False
    if place.shares is not None:
        return True
    own = None if entity is None or place.name != entity.ir else entity.type
    while isinstance(own, Array):
        own = own.of
    if isinstance(own, Scalar) and own.is_integer and own.size == kind.size:
        if own.signed != kind.signed:
            return True
        if entity is not None and not (entity.handed or entity.escapes or entity.passed):
            return False
    return kind.size in program.resigned


def with_own_sign(expr: Expr, place: Place) -> Expr:
    """Return what a place holds as the integer that its type says."""
    kind = place.type
    assert isinstance(kind, Scalar)
    return narrowed(expr, replace(kind, signed=not kind.signed), kind)
