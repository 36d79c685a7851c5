"""The macros that are defined before the first line: gcc's on x86-64 Linux, without its vectors.

Real code asks for ``__GNUC__`` and takes another path without it; a count is to be that of the
program as it is built, so it is defined, and GNU's extensions are read. ``__SSE2__`` and the like
are not: what intrinsics do cannot be counted, and the plain path can (``-D __SSE2__`` asks for it).
"""

from __future__ import annotations

from functools import lru_cache

from frontends.c.reading.macros import Macro, parse_define

_VERSIONS = {
    "89": "", "90": "", "c89": "", "c90": "", "94": "199409L",
    "99": "199901L", "9x": "199901L", "11": "201112L", "1x": "201112L",
    "17": "201710L", "18": "201710L", "23": "202311L", "2x": "202311L",
}  # fmt: skip
_ALWAYS = """
__STDC__ 1
__STDC_HOSTED__ 1
__STDC_IEC_559__ 1
__STDC_IEC_559_COMPLEX__ 1
__STDC_UTF_16__ 1
__STDC_UTF_32__ 1
__STDC_ISO_10646__ 201706L
__DATE__ "Jan  1 2000"
__TIME__ "00:00:00"
__TIMESTAMP__ "Sat Jan  1 00:00:00 2000"
__INCLUDE_LEVEL__ 0
__GNUC__ 12
__GNUC_MINOR__ 2
__GNUC_PATCHLEVEL__ 0
__VERSION__ "12.2.0"
__GNUC_STDC_INLINE__ 1
__NO_INLINE__ 1
__x86_64__ 1
__x86_64 1
__amd64__ 1
__amd64 1
__linux__ 1
__linux 1
__gnu_linux__ 1
__unix__ 1
__unix 1
__ELF__ 1
__LP64__ 1
_LP64 1
__CHAR_BIT__ 8
__BIGGEST_ALIGNMENT__ 16
__SIZEOF_SHORT__ 2
__SIZEOF_INT__ 4
__SIZEOF_LONG__ 8
__SIZEOF_LONG_LONG__ 8
__SIZEOF_POINTER__ 8
__SIZEOF_SIZE_T__ 8
__SIZEOF_PTRDIFF_T__ 8
__SIZEOF_WCHAR_T__ 4
__SIZEOF_WINT_T__ 4
__SIZEOF_FLOAT__ 4
__SIZEOF_DOUBLE__ 8
__SIZEOF_LONG_DOUBLE__ 16
__SIZEOF_INT128__ 16
__SIZE_TYPE__ unsigned long
__PTRDIFF_TYPE__ long
__WCHAR_TYPE__ int
__WINT_TYPE__ unsigned int
__INTMAX_TYPE__ long
__UINTMAX_TYPE__ unsigned long
__INTPTR_TYPE__ long
__UINTPTR_TYPE__ unsigned long
__INT8_TYPE__ signed char
__INT16_TYPE__ short
__INT32_TYPE__ int
__INT64_TYPE__ long
__UINT8_TYPE__ unsigned char
__UINT16_TYPE__ unsigned short
__UINT32_TYPE__ unsigned int
__UINT64_TYPE__ unsigned long
__SCHAR_MAX__ 127
__SHRT_MAX__ 32767
__INT_MAX__ 2147483647
__LONG_MAX__ 9223372036854775807L
__LONG_LONG_MAX__ 9223372036854775807LL
__SIZE_MAX__ 18446744073709551615UL
__PTRDIFF_MAX__ 9223372036854775807L
__INTMAX_MAX__ 9223372036854775807L
__UINTMAX_MAX__ 18446744073709551615UL
__WCHAR_MAX__ 2147483647
__INT8_MAX__ 127
__INT16_MAX__ 32767
__INT32_MAX__ 2147483647
__INT64_MAX__ 9223372036854775807L
__UINT8_MAX__ 255
__UINT16_MAX__ 65535
__UINT32_MAX__ 4294967295U
__UINT64_MAX__ 18446744073709551615UL
__BYTE_ORDER__ 1234
__FLOAT_WORD_ORDER__ 1234
__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_BIG_ENDIAN__ 4321
__ORDER_PDP_ENDIAN__ 3412
__FLT_RADIX__ 2
__FLT_EVAL_METHOD__ 0
__FLT_MANT_DIG__ 24
__FLT_DIG__ 6
__FLT_MIN_EXP__ (-125)
__FLT_MAX_EXP__ 128
__FLT_MAX__ 3.40282346638528859811704183484516925e+38F
__FLT_MIN__ 1.17549435082228750796873653722224568e-38F
__FLT_EPSILON__ 1.19209289550781250000000000000000000e-7F
__DBL_MANT_DIG__ 53
__DBL_DIG__ 15
__DBL_MIN_EXP__ (-1021)
__DBL_MAX_EXP__ 1024
__DBL_MAX__ 1.79769313486231570814527423731704357e+308
__DBL_MIN__ 2.22507385850720138309023271733240406e-308
__DBL_EPSILON__ 2.22044604925031308084726333618164062e-16
__LDBL_MANT_DIG__ 64
__LDBL_DIG__ 18
__LDBL_MIN_EXP__ (-16381)
__LDBL_MAX_EXP__ 16384
__LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
__LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
__LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
"""


@lru_cache(maxsize=16)
def predefined(standard: str = "") -> tuple[tuple[str, Macro], ...]:
    """Return the predefined macros under ``-std=standard`` (``""`` for gnu17)."""
    strict = standard.startswith(("c", "iso"))
    number = standard.removeprefix("gnu").removeprefix("c").removeprefix("iso9899:")[-2:]
    version = _VERSIONS.get(number, "201710L")
    lines = [line for line in _ALWAYS.splitlines() if line]
    if version:
        lines.append(f"__STDC_VERSION__ {version}")
    if strict:
        lines.append("__STRICT_ANSI__ 1")
    else:
        lines += ["linux 1", "unix 1"]
    found = dict(parse_define(line) for line in lines)
    for name in ("__LINE__", "__FILE__", "__COUNTER__"):
        found[name] = Macro(None, (), special=True)
    return tuple(found.items())
