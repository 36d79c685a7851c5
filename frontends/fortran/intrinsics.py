"""Intrinsic functions: specific and generic names, result types, argument counts.

From the tables of the Fortran 77 standard (15.10), the MIL-STD-1753 bit functions, the usual
double-complex extensions, and the Fortran 90 functions that real fixed-form codes use.
"""

from __future__ import annotations

from enum import Enum

from sad.ir.expr import Type
from sad.records import record


class Result(Enum):
    """How the result type follows from the arguments, where it is not one fixed type."""

    SAME = "the common type of the arguments"
    REAL_PART = "the real type of a complex argument, else the argument's"
    ARRAY = "an array or a reduction over one: not modelled"


@record
class IntrinsicInfo:
    """A generic function: its name in the operation mix, its result, how many arguments it takes.

    ``inquiry`` marks functions that look at an argument's properties, not at its value.
    """

    generic: str
    result: Type | Result
    least: int
    most: int
    inquiry: bool = False


_I, _R, _D, _C, _Z, _L, _S = (
    Type.INTEGER,
    Type.REAL,
    Type.DOUBLE,
    Type.COMPLEX,
    Type.DOUBLE_COMPLEX,
    Type.LOGICAL,
    Type.CHARACTER,
)
_MANY = 99

# generic name: (result, least and most arguments, specific names with a different spelling)
_GENERIC: tuple[tuple[str, Type | Result, int, int, str], ...] = (
    ("int", _I, 1, 2, "INT IFIX IDINT JINT IINT INT2 INT4 INT8"),
    ("real", _R, 1, 2, "REAL FLOAT SNGL FLOATI FLOATJ"),
    ("dble", _D, 1, 1, "DBLE DFLOAT DREAL"),
    ("cmplx", _C, 1, 3, "CMPLX"),
    ("dcmplx", _Z, 1, 2, "DCMPLX"),
    ("aint", Result.SAME, 1, 2, "AINT DINT"),
    ("anint", Result.SAME, 1, 2, "ANINT DNINT"),
    ("nint", _I, 1, 2, "NINT IDNINT JNINT"),
    ("abs", Result.REAL_PART, 1, 1, "ABS IABS DABS CABS CDABS ZABS JIABS"),
    ("mod", Result.SAME, 2, 2, "MOD AMOD DMOD"),
    ("modulo", Result.SAME, 2, 2, "MODULO"),
    ("sign", Result.SAME, 2, 2, "SIGN ISIGN DSIGN"),
    ("dim", Result.SAME, 2, 2, "DIM IDIM DDIM"),
    ("dprod", _D, 2, 2, "DPROD"),
    ("max", Result.SAME, 2, _MANY, "MAX MAX0 AMAX1 DMAX1"),
    ("min", Result.SAME, 2, _MANY, "MIN MIN0 AMIN1 DMIN1"),
    ("len", _I, 1, 1, "LEN"),
    ("index", _I, 2, 3, "INDEX"),
    ("ichar", _I, 1, 1, "ICHAR IACHAR"),
    ("char", _S, 1, 2, "CHAR ACHAR"),
    ("aimag", Result.REAL_PART, 1, 1, "AIMAG DIMAG IMAG IMAGPART"),
    ("realpart", Result.REAL_PART, 1, 1, "REALPART"),
    ("conjg", Result.SAME, 1, 1, "CONJG DCONJG"),
    ("sqrt", Result.SAME, 1, 1, "SQRT DSQRT CSQRT CDSQRT ZSQRT"),
    ("exp", Result.SAME, 1, 1, "EXP DEXP CEXP CDEXP ZEXP"),
    ("log", Result.SAME, 1, 1, "LOG ALOG DLOG CLOG CDLOG ZLOG"),
    ("log10", Result.SAME, 1, 1, "LOG10 ALOG10 DLOG10"),
    ("sin", Result.SAME, 1, 1, "SIN DSIN CSIN CDSIN ZSIN"),
    ("cos", Result.SAME, 1, 1, "COS DCOS CCOS CDCOS ZCOS"),
    ("tan", Result.SAME, 1, 1, "TAN DTAN"),
    ("asin", Result.SAME, 1, 1, "ASIN DASIN"),
    ("acos", Result.SAME, 1, 1, "ACOS DACOS"),
    ("atan", Result.SAME, 1, 2, "ATAN DATAN"),
    ("atan2", Result.SAME, 2, 2, "ATAN2 DATAN2"),
    ("sinh", Result.SAME, 1, 1, "SINH DSINH"),
    ("cosh", Result.SAME, 1, 1, "COSH DCOSH"),
    ("tanh", Result.SAME, 1, 1, "TANH DTANH"),
    ("asinh", Result.SAME, 1, 1, "ASINH DASINH"),
    ("acosh", Result.SAME, 1, 1, "ACOSH DACOSH"),
    ("atanh", Result.SAME, 1, 1, "ATANH DATANH"),
    ("erf", Result.SAME, 1, 1, "ERF DERF"),
    ("erfc", Result.SAME, 1, 1, "ERFC DERFC"),
    ("erfc_scaled", Result.SAME, 1, 1, "ERFC_SCALED"),
    ("gamma", Result.SAME, 1, 1, "GAMMA DGAMMA"),
    ("log_gamma", Result.SAME, 1, 1, "LOG_GAMMA LGAMMA ALGAMA DLGAMA"),
    ("hypot", Result.SAME, 2, 2, "HYPOT"),
    (
        "bessel",
        Result.SAME,
        1,
        1,
        "BESSEL_J0 BESSEL_J1 BESSEL_Y0 BESSEL_Y1 BESJ0 BESJ1 BESY0 BESY1",
    ),
    ("bessel", Result.SAME, 1, 1, "DBESJ0 DBESJ1 DBESY0 DBESY1"),
    ("lge", _L, 2, 2, "LGE"),
    ("lgt", _L, 2, 2, "LGT"),
    ("lle", _L, 2, 2, "LLE"),
    ("llt", _L, 2, 2, "LLT"),
    ("iand", _I, 2, 2, "IAND AND"),
    ("ior", _I, 2, 2, "IOR OR"),
    ("ieor", _I, 2, 2, "IEOR XOR"),
    ("not", _I, 1, 1, "NOT"),
    ("ishft", _I, 2, 2, "ISHFT LSHIFT"),
    ("shifta", _I, 2, 2, "RSHIFT"),
    ("ibits", _I, 3, 3, "IBITS"),
    ("btest", _L, 2, 2, "BTEST"),
    ("ibset", _I, 2, 2, "IBSET"),
    ("ibclr", _I, 2, 2, "IBCLR"),
    ("ceiling", _I, 1, 2, "CEILING"),
    ("floor", _I, 1, 2, "FLOOR"),
    ("len_trim", _I, 1, 2, "LEN_TRIM LNBLNK"),
    ("trim", _S, 1, 1, "TRIM"),
    ("adjustl", _S, 1, 1, "ADJUSTL"),
    ("adjustr", _S, 1, 1, "ADJUSTR"),
    ("isnan", _L, 1, 1, "ISNAN"),
    ("merge", Result.SAME, 3, 3, "MERGE"),
    ("exponent", _I, 1, 1, "EXPONENT"),
    ("fraction", Result.SAME, 1, 1, "FRACTION"),
    ("nearest", Result.SAME, 2, 2, "NEAREST"),
    ("scale", Result.SAME, 2, 2, "SCALE"),
    ("sum", Result.ARRAY, 1, 3, "SUM"),
    ("product", Result.ARRAY, 1, 3, "PRODUCT"),
    ("maxval", Result.ARRAY, 1, 3, "MAXVAL"),
    ("minval", Result.ARRAY, 1, 3, "MINVAL"),
    ("maxloc", Result.ARRAY, 1, 5, "MAXLOC"),
    ("minloc", Result.ARRAY, 1, 5, "MINLOC"),
    ("dot_product", Result.ARRAY, 2, 2, "DOT_PRODUCT"),
    ("matmul", Result.ARRAY, 2, 2, "MATMUL"),
    ("transpose", Result.ARRAY, 1, 1, "TRANSPOSE"),
    ("reshape", Result.ARRAY, 2, 4, "RESHAPE"),
    ("spread", Result.ARRAY, 3, 3, "SPREAD"),
    ("pack", Result.ARRAY, 2, 3, "PACK"),
    ("cshift", Result.ARRAY, 2, 3, "CSHIFT"),
    ("eoshift", Result.ARRAY, 2, 4, "EOSHIFT"),
    ("unpack", Result.ARRAY, 3, 3, "UNPACK"),
    ("findloc", Result.ARRAY, 2, 6, "FINDLOC"),
    ("norm2", Result.ARRAY, 1, 2, "NORM2"),
    ("any", Result.ARRAY, 1, 2, "ANY"),
    ("all", Result.ARRAY, 1, 2, "ALL"),
    ("count", Result.ARRAY, 1, 3, "COUNT"),
    ("iany", Result.ARRAY, 1, 3, "IANY"),
    ("iall", Result.ARRAY, 1, 3, "IALL"),
    ("iparity", Result.ARRAY, 1, 3, "IPARITY"),
    ("parity", Result.ARRAY, 1, 2, "PARITY"),
)
_INQUIRY: tuple[tuple[str, Type | Result, int], ...] = (
    ("size", _I, 2),
    ("lbound", _I, 2),
    ("ubound", _I, 2),
    ("shape", _I, 1),
    ("kind", _I, 1),
    ("digits", _I, 1),
    ("radix", _I, 1),
    ("maxexponent", _I, 1),
    ("minexponent", _I, 1),
    ("precision", _I, 1),
    ("range", _I, 1),
    ("bit_size", _I, 1),
    ("selected_real_kind", _I, 2),
    ("selected_int_kind", _I, 1),
    ("epsilon", Result.SAME, 1),
    ("huge", Result.SAME, 1),
    ("tiny", Result.SAME, 1),
    ("allocated", _L, 1),
    ("associated", _L, 2),
    ("present", _L, 1),
    ("loc", _I, 1),
)
# Specific names whose result differs from what their generic name gives.
_FIXED_RESULT = {
    "AMAX0": ("max", _R),
    "AMIN0": ("min", _R),
    "MAX1": ("max", _I),
    "MIN1": ("min", _I),
}


def _table() -> dict[str, IntrinsicInfo]:
    table: dict[str, IntrinsicInfo] = {}
    for generic, result, least, most, names in _GENERIC:
        for name in names.split():
            table[name] = IntrinsicInfo(generic, result, least, most)
    for generic, result, most in _INQUIRY:
        table[generic.upper()] = IntrinsicInfo(generic, result, 1, most, inquiry=True)
    for name, (generic, result) in _FIXED_RESULT.items():
        table[name] = IntrinsicInfo(generic, result, 2, _MANY)
    return table


INTRINSICS: dict[str, IntrinsicInfo] = _table()

_REAL_PART = {Type.COMPLEX: Type.REAL, Type.DOUBLE_COMPLEX: Type.DOUBLE}
_NUMERIC_ORDER = (Type.INTEGER, Type.REAL, Type.DOUBLE, Type.QUAD)


def common_type(left: Type, right: Type) -> Type:
    """Return the type two operands are converted to (Fortran 77, 6.1.4)."""
    if left is right or not (left.is_numeric and right.is_numeric):
        return left
    complexes = {Type.COMPLEX, Type.DOUBLE_COMPLEX}
    if left in complexes or right in complexes:
        wide = {Type.DOUBLE_COMPLEX, Type.DOUBLE, Type.QUAD}
        return Type.DOUBLE_COMPLEX if left in wide or right in wide else Type.COMPLEX
    return max(left, right, key=_NUMERIC_ORDER.index)


def result_type(info: IntrinsicInfo, arguments: list[Type]) -> Type:
    """Return the type of a reference to ``info`` with arguments of these types."""
    if isinstance(info.result, Type):
        if info.generic == "real" and arguments and arguments[0] is Type.DOUBLE_COMPLEX:
            return Type.DOUBLE  # REAL of COMPLEX*16, by common usage, keeps the precision
        return info.result
    if not arguments:
        return Type.REAL
    first = arguments[0]
    if info.result is Result.REAL_PART:
        return _REAL_PART.get(first, first)
    for other in arguments[1:]:
        first = common_type(first, other)
    return first
