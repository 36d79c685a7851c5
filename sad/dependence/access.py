"""One read or write of a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.algebra.poly import Poly
    from sad.codemodel.reaching import Point
    from sad.dependence.sections import Range
    from sad.diagnostics import Span


@record
class Access:
    """A read or write of ``name`` at a point.

    ``subscripts`` are values at the point, one of them None if it is any element of that dimension;
    none for a scalar. ``whole``: all of it, or nobody knows which part. ``name`` may also be a
    COMMON block ``/NAME/`` or a class of memory ``memory NAME``. ``sets`` is whether a write is certain
    once the action runs, and of all of a scalar. ``operator`` is set for both sides of an update.
    What a call touches has ``ranges`` of indices in its subscripts, which hold as long as the amounts
    ``beyond`` the ends of columns are not positive; it may be less than that.
    """

    name: str
    subscripts: tuple[Poly | None, ...]
    writes: bool
    point: Point
    span: Span
    whole: bool = False
    sets: bool = False
    operator: str = ""
    rounded: bool = False
    ranges: tuple[Range, ...] = ()
    beyond: tuple[Poly, ...] = ()
