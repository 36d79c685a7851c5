"""Intrinsic functions: specific and generic names, result types, argument counts.

From the tables of the Fortran 77 standard (15.10), the MIL-STD-1753 bit functions, the usual
double-complex extensions, and the Fortran 90 functions that real fixed-form codes use.
"""

from __future__ import annotations

from enum import Enum

from sad.ir.expr import Constant, Type
from sad.ir.words import WORDS
from sad.records import record


class Result(Enum):
    """How the result type follows from the arguments, where it is not one fixed type."""

    SAME = "the common type of the arguments"
    FIRST = "the type of the first argument; the others keep theirs"
    MOLD = "the type of the second argument, which is not converted to"
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


_I, _R, _D, _Q, _C, _Z, _L, _S = (
    Type.INTEGER, Type.REAL, Type.DOUBLE, Type.QUAD, Type.COMPLEX, Type.DOUBLE_COMPLEX, Type.LOGICAL,
    Type.CHARACTER,
)  # fmt: skip
_MANY = 99

# The result, least and most arguments, then functions: each lower-case word is a generic name, with the
# specific names that have another spelling behind it; one with a colon is no name of a program.
_GENERIC: tuple[tuple[Type | Result, int, int, str], ...] = (
    (_I, 1, 2, """
     int IFIX IDINT JINT IINT INT2 INT4 INT8 nint IDNINT JNINT len ichar IACHAR maskl maskr
     ceiling floor len_trim LNBLNK"""),
    (_R, 1, 2, "real FLOAT SNGL FLOATI FLOATJ"),
    (_D, 1, 1, "dble DFLOAT DREAL"),
    (_C, 1, 3, "cmplx"),
    (_Z, 1, 2, "dcmplx"),
    (Result.SAME, 1, 2, "aint DINT anint DNINT atan DATAN"),
    (Result.REAL_PART, 1, 1, """
     abs IABS DABS CABS CDABS ZABS JIABS aimag DIMAG IMAG IMAGPART realpart"""),
    (Result.SAME, 2, 2, """
     mod AMOD DMOD modulo sign ISIGN DSIGN IEEE_COPY_SIGN dim IDIM DDIM atan2 DATAN2 hypot
     bessel_n: BESSEL_JN BESSEL_YN BESJN BESYN DBESJN DBESYN"""),
    (_D, 2, 2, "dprod"),
    (Result.SAME, 2, _MANY, "max MAX0 AMAX1 DMAX1 min MIN0 AMIN1 DMIN1"),
    (_I, 2, 4, "index scan verify"),
    (_S, 2, 2, "repeat"),
    (_S, 1, 1, "new_line trim adjustl adjustr"),
    (_S, 1, 2, "char ACHAR"),
    (Result.SAME, 1, 1, """
     conjg DCONJG sqrt DSQRT CSQRT CDSQRT ZSQRT exp DEXP CEXP CDEXP ZEXP log ALOG DLOG CLOG CDLOG
     ZLOG log10 ALOG10 DLOG10 sin DSIN CSIN CDSIN ZSIN cos DCOS CCOS CDCOS ZCOS tan DTAN asin
     DASIN acos DACOS sinh DSINH cosh DCOSH tanh DTANH asinh DASINH acosh DACOSH atanh DATANH erf
     DERF erfc DERFC erfc_scaled gamma DGAMMA log_gamma LGAMMA ALGAMA DLGAMA bessel: BESSEL_J0
     BESSEL_J1 BESSEL_Y0 BESSEL_Y1 BESJ0 BESJ1 BESY0 BESY1 DBESJ0 DBESJ1 DBESY0 DBESY1 fraction
     spacing rrspacing"""),
    (_L, 2, 2, "lge lgt lle llt bge bgt ble blt btest"),
    (_I, 2, 2, "iand AND ior OR ieor XOR ishft LSHIFT SHIFTL shiftr shifta RSHIFT ibset ibclr"),
    (_I, 1, 1, "not popcnt poppar leadz trailz exponent"),
    (_I, 2, 3, "ishftc"),
    (_I, 3, 3, "dshiftl dshiftr merge_bits ibits"),
    (_L, 1, 1, "isnan IEEE_IS_NAN isfinite: IEEE_IS_FINITE is_iostat_end is_iostat_eor"),
    (_L, 1, 2, "logical"),
    (Result.SAME, 3, 3, "merge"),
    (Result.MOLD, 2, 3, "transfer"),
    (Result.FIRST, 2, 2, "nearest scale IEEE_SCALB set_exponent ieee_value"),
    (Result.ARRAY, 1, 3, "sum product maxval minval count iany iall iparity"),
    (Result.ARRAY, 1, 5, "maxloc minloc"),
    (Result.ARRAY, 2, 2, "dot_product matmul"),
    (Result.ARRAY, 1, 1, "transpose"),
    (Result.ARRAY, 2, 4, "reshape eoshift"),
    (Result.ARRAY, 3, 3, "spread unpack"),
    (Result.ARRAY, 2, 3, "pack cshift"),
    (Result.ARRAY, 2, 6, "findloc"),
    (Result.ARRAY, 1, 2, "norm2 any all parity"),
)  # fmt: skip
_INQUIRY: tuple[tuple[Type | Result, int, str], ...] = (
    (_I, 3, "size lbound ubound selected_real_kind"),
    (_I, 2, "shape storage_size"),
    (_I, 1, """
     rank c_sizeof selected_char_kind kind digits radix maxexponent minexponent precision
     range bit_size selected_int_kind loc"""),
    (_L, 1, "is_contiguous allocated present"),
    (_L, 2, "same_type_as extends_type_of associated"),
    (Result.SAME, 1, "epsilon huge tiny"),
)  # fmt: skip
# Specific names whose result differs from what their generic name gives.
_FIXED_RESULT = {
    "AMAX0": ("max", _R),
    "AMIN0": ("min", _R),
    "MAX1": ("max", _I),
    "MIN1": ("min", _I),
}


def _table() -> dict[str, IntrinsicInfo]:
    table: dict[str, IntrinsicInfo] = {}
    for result, least, most, words in _GENERIC:
        generic = ""
        for word in words.split():
            generic = word.rstrip(":") if word.islower() else generic
            if not word.endswith(":"):
                table[word.upper()] = IntrinsicInfo(generic, result, least, most)
    for result, most, words in _INQUIRY:
        for generic in words.split():
            table[generic.upper()] = IntrinsicInfo(generic, result, 1, most, inquiry=True)
    for name, (generic, result) in _FIXED_RESULT.items():
        table[name] = IntrinsicInfo(generic, result, 2, _MANY)
    return table


INTRINSICS: dict[str, IntrinsicInfo] = _table()

ARGUMENTS: dict[str, tuple[str, ...]] = {
    name: tuple(dummies.split())
    for names, dummies in (
        ("index", "STRING SUBSTRING BACK"), ("scan verify", "STRING SET BACK"),
        ("repeat", "STRING NCOPIES"), ("lge lgt lle llt", "STRING_A STRING_B"),
        ("ishft ishftc shiftr shifta", "I SHIFT SIZE"), ("dshiftl dshiftr", "I J SHIFT"),
        ("merge_bits", "I J MASK"), ("iand ior ieor bge bgt ble blt", "I J"), ("ibits", "I POS LEN"),
        ("btest ibset ibclr", "I POS"), ("merge", "TSOURCE FSOURCE MASK"),
        ("transfer", "SOURCE MOLD SIZE"), ("mod modulo", "A P"), ("sign", "A B"),
        ("dim hypot dprod cmplx dcmplx", "X Y"), ("atan2", "Y X"), ("nearest", "X S"),
        ("scale set_exponent", "X I"),
    )
    for name in names.split()
}  # fmt: skip
"""Names of the arguments of functions that have several."""

OF_WORDS = frozenset(WORDS)
"""Functions whose value depends on how many bits their argument has: that is an argument more."""

WITH_KIND = frozenset({
    "int", "nint", "floor", "ceiling", "aint", "anint", "ichar", "char", "len_trim", "len", "index",
    "scan", "verify", "logical", "maskl", "maskr", "storage_size",
})  # fmt: skip
"""Functions whose last argument may be a KIND that does not change the value."""

LIMITS: dict[tuple[str, Type], str] = {
    ("huge", _R): "3.4028234663852886e+38", ("huge", _D): "1.7976931348623157e+308",
    ("tiny", _R): "1.1754943508222875e-38", ("tiny", _D): "2.2250738585072014e-308",
    ("epsilon", _R): "1.1920928955078125e-07", ("epsilon", _D): "2.220446049250313e-16",
    ("radix", _R): "2", ("radix", _D): "2",
    ("digits", _R): "24", ("digits", _D): "53",
    ("minexponent", _R): "-125", ("minexponent", _D): "-1021",
    ("maxexponent", _R): "128", ("maxexponent", _D): "1024",
    ("precision", _R): "6", ("precision", _D): "15", ("precision", _C): "6", ("precision", _Z): "15",
    ("range", _R): "37", ("range", _D): "307", ("range", _C): "37", ("range", _Z): "307",
    ("kind", _R): "4", ("kind", _D): "8", ("kind", _Q): "16", ("kind", _C): "4", ("kind", _Z): "8",
    ("kind", _S): "1", ("storage_size", _R): "32", ("storage_size", _D): "64",
    ("storage_size", _C): "64", ("storage_size", _Z): "128",
}  # fmt: skip
"""Limits of the types and the numbers of their models, by the type of the argument: IEEE 754."""


def limit_of(name: str, kind: Type, size: int | None) -> Constant | None:
    """Return what a function says of a type; ``size`` is the bytes of integers and logicals.

    None if it says nothing of it, or that is not known.
    """
    known = LIMITS.get((name, kind))
    if known is not None:
        return Constant(int(known), _I) if known.lstrip("-").isdecimal() else Constant(known, kind)
    number = None if size is None else of_integers(name, size)
    return None if number is None else Constant(number, _I)


def of_integers(name: str, size: int) -> int | None:
    """Return such a number of the model of integers of ``size`` bytes; None if there is none."""
    match name:
        case "huge":
            return (1 << 8 * size - 1) - 1
        case "digits":
            return 8 * size - 1
        case "bit_size" | "storage_size":
            return 8 * size
        case "range":
            return len(str(1 << 8 * size - 1)) - 1
        case "radix":
            return 2
        case "kind":
            return size
        case _:
            return None


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
    if info.result is Result.FIRST:
        return first
    if info.result is Result.MOLD:
        return arguments[1]
    if info.result is Result.REAL_PART:
        return _REAL_PART.get(first, first)
    for other in arguments[1:]:
        first = common_type(first, other)
    return first
