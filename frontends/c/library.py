"""Functions of the C library that the IR has words for."""

from __future__ import annotations

from sad.ir.expr import Type

_REAL = {
    "sqrt": "sqrt", "exp": "exp", "log": "log", "log10": "log10", "sin": "sin", "cos": "cos",
    "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan", "atan2": "atan2",
    "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "fabs": "abs", "fmod": "mod",
    "fmax": "max", "fmin": "min", "fdim": "dim", "copysign": "sign", "trunc": "aint",
    "round": "anint", "rint": "rint", "nearbyint": "rint", "floor": "floor", "ceil": "ceiling",
    "cbrt": "cbrt", "hypot": "hypot", "exp2": "exp2", "expm1": "expm1", "log1p": "log1p",
    "log2": "log2", "asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "erf": "erf",
    "erfc": "erfc", "tgamma": "gamma", "lgamma": "log_gamma", "remainder": "remainder", "logb": "logb",
    "nextafter": "nextafter",
}  # fmt: skip
_KINDS = {"": Type.DOUBLE, "f": Type.REAL, "l": Type.QUAD}
_COMPLEX = {"cabs": "abs", "csqrt": "sqrt", "cexp": "exp", "clog": "log", "conj": "conjg",
            "csin": "sin", "ccos": "cos"}  # fmt: skip
_PARTS = {"creal": "real", "cimag": "aimag", "__sad_real__": "real", "__sad_imag__": "aimag"}

MATHEMATICS = {
    name + suffix: (generic, kind)
    for name, generic in _REAL.items()
    for suffix, kind in _KINDS.items()
}
"""Functions of ``math.h``: the intrinsic and the type of arguments and result."""
POWERS = {"pow": Type.DOUBLE, "powf": Type.REAL, "powl": Type.QUAD}
MAGNITUDES = frozenset({"abs", "labs", "llabs", "imaxabs"})
COMPLEX_MATHEMATICS = {
    name + suffix: (generic, Type.COMPLEX if suffix else Type.DOUBLE_COMPLEX)
    for name, generic in _COMPLEX.items()
    for suffix in ("", "f")
}
COMPLEX_PARTS = {
    name + suffix: (generic, Type.COMPLEX if suffix else Type.DOUBLE_COMPLEX)
    for name, generic in _PARTS.items()
    for suffix in ("", "f")
}

WRITES = {
    "printf": 1, "fprintf": 2, "sprintf": 2, "snprintf": 3, "puts": 0, "putchar": 0, "fputs": 0,
    "fputc": 0, "putc": 0, "perror": 0, "vprintf": 1, "vfprintf": 2, "vsprintf": 2, "vsnprintf": 3,
}  # fmt: skip
"""Output functions, with the number of arguments before what is written."""
FILLS = frozenset({"sprintf", "snprintf", "vsprintf", "vsnprintf"})
"""Output functions that write to the text that is their first argument."""
READS = {"scanf": 1, "fscanf": 2, "sscanf": 2}
"""Input functions, with the number of arguments before the pointers to what is read."""
NUMBERS = {
    "atoi": "%d", "atol": "%ld", "atoll": "%lld", "atof": "%lf", "strtol": "%ld", "strtoll": "%lld",
    "strtoul": "%lu", "strtoull": "%llu", "strtod": "%lf", "strtof": "%f",
}  # fmt: skip
"""Functions that make a number of a text, with the format that reads the same (integers: base 10)."""
ENDS = frozenset(
    {
        "exit", "_exit", "_Exit", "quick_exit", "abort", "__sad_abort__", "longjmp", "siglongjmp",
        "_longjmp", "__builtin_unreachable", "__builtin_trap", "__builtin_abort", "__assert_fail",
        "__builtin_longjmp", "err", "errx", "verr", "verrx", "pthread_exit", "thrd_exit",
    }
)  # fmt: skip
"""Functions that do not return."""
RETURNS_TWICE = frozenset(
    {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp", "vfork", "getcontext"}
)
GIVES_BACK = {
    "strchr": 0, "strrchr": 0, "strstr": 0, "strpbrk": 0, "strtok": 0, "strtok_r": 0, "memchr": 0,
    "strcpy": 0, "strcat": 0, "strncpy": 0, "strncat": 0, "memcpy": 0, "memmove": 0, "memset": 0,
    "fgets": 0, "gets": 0, "bsearch": 1, "strtol": 0, "strtoll": 0, "strtoul": 0, "strtoull": 0,
    "strtod": 0, "strtof": 0, "stpcpy": 0, "strsep": 0, "lfind": 1, "lsearch": 1,
}  # fmt: skip
"""Functions that give back, or store, a pointer into what an argument leads to: which one."""
STORES_POINTERS = frozenset({"strtok", "strtok_r", "strsep", *NUMBERS})
"""Those that store it."""
SPECIAL_NUMBERS = ("__builtin_nan", "__builtin_inf", "__builtin_huge_val")
"""Constants that no decimal number stands for."""
NOTHING = frozenset(
    {
        "__builtin_va_start", "__builtin_va_end", "__builtin_va_copy", "va_start", "va_end",
        "va_copy", "__builtin_prefetch", "__builtin_assume_aligned",
    }
)  # fmt: skip
"""Functions that cost nothing worth a word."""


OF_BYTES = frozenset(("memset", "memcpy", "memmove"))
"""Functions that fill memory as bytes."""
SORTS = "qsort"
"""The function that sorts what it gets: runs of slices tell how."""
KEEPS = frozenset({"free", "realloc", "reallocarray"})
"""Functions that get pointers to what is not read again by them."""
NAMES = frozenset(
    {
        *MATHEMATICS, *POWERS, *MAGNITUDES, *COMPLEX_MATHEMATICS, *COMPLEX_PARTS, *WRITES, *READS,
        *NUMBERS, *ENDS, *RETURNS_TWICE, *NOTHING,
    }
)  # fmt: skip


def is_library(name: str) -> bool:
    """Return whether a function is one of the compiler or of the C library."""
    return name.startswith(("__builtin_", "__sad_")) or name in NAMES
