"""What vector code a compiler may make under its flags; which of it fits best is for the fit to say."""

from __future__ import annotations

from sad.machine.throughput import VectorUnit

_WIDE = ("-march=native", "-mavx")
_WIDEST = 64
_PLAIN_BYTES = 16  # SSE2 of every x86-64, Advanced SIMD of every AArch64


def level_of(flags: str) -> str:
    """Return the optimisation level that flags ask for: the last of them counts."""
    level = "0"
    for word in flags.split():
        if word.startswith("-O"):
            level = word[2:] or "1"
    return level


def vector_units(flags: str) -> tuple[VectorUnit | None, ...]:
    """Return what to start from: no vector code, or units of each width the flags allow.

    GCC vectorises fully at -O3, and at -O2 (since version 12) loops that need no test at run time.
    """
    words = flags.split()
    level = level_of(flags)
    if level in ("0", "1", "g", "s", "z") or "-fno-tree-vectorize" in words:
        return (None,)
    reductions = level == "fast" or "-ffast-math" in words or "-fassociative-math" in words
    widths = [_PLAIN_BYTES]
    if any(word.startswith(_WIDE) for word in words):
        widths += [32, _WIDEST]
    cheap = level == "2" and "-ftree-vectorize" not in words
    return (None, *(VectorUnit(width, reductions=reductions, cheap=cheap) for width in widths))


CHOICES = ("masked", "strided", "mathematical")
"""What else compilers may make vector code of: tried one after the other."""
