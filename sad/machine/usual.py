"""The operations that ordinary Fortran and C programs perform; a machine should know them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMERIC = ("integer", "real", "double", "complex", "double_complex")
_COMPLEX = ("complex", "double_complex")
_TYPES = (*_NUMERIC, "logical", "character", "derived")
_MATH = ("sqrt", "exp", "log", "sin", "cos")
_REAL_MATH = ("log10", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh")
_ROUNDING = ("int", "nint", "aint", "anint", "floor", "ceiling")
_BITS_OF_REALS = ("exponent", "fraction", "scale", "nearest", "isnan")
_BITS = ("iand", "ior", "ieor", "not", "shiftl", "shifta", "ishft", "btest", "ibset", "ibclr")
_STRINGS = ("len", "len_trim", "index", "ichar", "trim", "adjustl", "adjustr")
_COLLATION = ("lge", "lgt", "lle", "llt")
_PLACES = ("scalar", "element1", "element2", "element3")
_STORAGE = ("local", "dummy", "common")


def usual_operations() -> Iterator[str]:
    """Yield operations that ordinary programs perform (docs/operations.md has all there are)."""
    yield from _arithmetic()
    yield from _intrinsics()
    yield from _variables()
    yield from ("logical.and", "logical.or", "logical.not", "logical.eqv", "logical.neqv")
    yield from ("compare.logical", "compare.character", "concat.character", "substring.character")
    yield from ("loop.entry", "loop.iteration", "goto", "call", "argument", "return")
    yield from ("branch.if", "branch.arithmetic", "branch.computed", "branch.select")
    yield from ("io.read", "io.write", "io.print", "io.open", "io.close", "io.other")


def _arithmetic() -> Iterator[str]:
    for kind in _NUMERIC:
        for operation in ("add", "sub", "mul", "div", "neg", "power_int", "compare"):
            yield f"{operation}.{kind}"
    for operation in ("div.integer", "intrinsic.mod.integer", "intrinsic.modulo.integer"):
        yield f"{operation}.constant"
        yield f"{operation}.power2"
    for kind in ("real", "double", *_COMPLEX):
        yield f"power_real.{kind}"
    for first in _NUMERIC:
        for second in _NUMERIC:
            if first != second:
                yield f"convert.{first}.{second}"


def _intrinsics() -> Iterator[str]:
    for kind in ("real", "double", *_COMPLEX):
        for name in (*_MATH, "abs", "real", "dble"):
            yield f"intrinsic.{name}.{kind}"
    for kind in ("integer", "real", "double"):
        for name in ("abs", "mod", "modulo", "sign", "dim", "max", "min", "merge"):
            yield f"intrinsic.{name}.{kind}"
        for name in ("real", "dble", "cmplx", "dcmplx"):
            yield f"intrinsic.{name}.{kind}"
    for kind in ("real", "double"):
        for name in (*_REAL_MATH, *_ROUNDING, *_BITS_OF_REALS):
            yield f"intrinsic.{name}.{kind}"
    for kind in _COMPLEX:
        for name in ("aimag", "conjg", "cmplx", "dcmplx"):
            yield f"intrinsic.{name}.{kind}"
    for name in (*_BITS, "char"):
        yield f"intrinsic.{name}.integer"
    for name in (*_STRINGS, *_COLLATION):
        yield f"intrinsic.{name}.character"


def _variables() -> Iterator[str]:
    for kind in _TYPES:
        yield f"assign.{kind}"
        for place in _PLACES:
            for storage in _STORAGE:
                yield f"load.{kind}.{place}.{storage}"
                yield f"store.{kind}.{place}.{storage}"
        if kind != "derived":
            yield f"io.item.{kind}"
