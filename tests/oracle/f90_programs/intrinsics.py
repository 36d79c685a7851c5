"""Functions of bits, of the models of numbers and of text, and constant arrays, in expressions."""

from __future__ import annotations

SCALARS = (
    "popcnt({a})", "poppar({a})", "leadz({a})", "trailz({a})", "popcnt(int({a}, 8))",
    "leadz(int({a}, kind=8))", "ishft({a}, -1)", "ishft({a}, 2)", "ishft(shift={k} - 2, i={a})",
    "shiftr({a}, {k})", "shiftl({a}, {k})", "shifta({a}, 1)", "ishftc({a}, {k} - 3, 6)",
    "ishftc({a}, 2)", "ibits({a}, 1, 3)", "ibits(len={k}, pos=1, i={a})", "ibset({a}, {k})",
    "ibclr({a}, {k})", "dshiftl({a}, {b}, 3)", "dshiftr({a}, {b}, {k})", "merge_bits({a}, {b}, {k})",
    "maskr({k})", "maskl({k})", "iand({a}, z'5')", "ieor({a}, not({b}))", "merge(1, 2, bge({a}, {b}))",
    "merge(3, 0, blt({a}, {b}))", "merge(mask={a} > 1, fsource={b}, tsource={k})",
    "trailz(ishft(int({a}, 8), 40))", "exponent(real({a}))", "exponent(dble({a}))",
    "int(8*fraction(real({a})))", "int(scale(real({a}), {k}))", "int(set_exponent(dble({a}), 4))",
    "int(spacing(real({a}))*2.0**24)", "int(nearest(real({a}), 1.0)*2)", "int(rrspacing(1.5))/4096",
    "scan('abcab', 'c{k}')", "scan('abcab', 'ab', back=.true.)", "verify('aab{k}', 'a')",
    "len(repeat('ab', {k}))", "index(back=.true., substring='a', string=repeat('ba', {k}))",
    "rank(pool)", "storage_size({a})/8", "storage_size(1d0)", "digits({a})", "digits(1.0)",
    "popcnt(huge(1_8))", "bit_size(1_2)", "selected_int_kind({k})", "range(1_8)",
    "merge(1, 2, is_iostat_end({a}))", "merge(1, 2, logical({a} > {b}))", "cubes({k})", "odd({k})",
    "sum(odd)", "transfer(real({a}), {a}) / 2**24",
)  # fmt: skip
"""Scalars of scalars ``a`` and ``b``; ``k`` is a digit of 1 to 3."""
VECTORS = (
    "popcnt({a})", "abs(mod(ishft({a}, -2), 4))", "ibits({a}, 0, 2)", "merge_bits({a}, {b}, 3)",
    "trailz({a} + 8)", "shiftl(mod(abs({a}), 4), 1)", "exponent(real({a}))", "ishftc({a}, 1, 3)",
    "mod(transfer({a}, [1]), 5)", "merge(1, 2, bgt({a}, {b}))",
)  # fmt: skip
"""The same of vectors."""
DECLARED = """\
  integer, parameter, public :: cubes(3) = [1, 2, 3]**3
  integer, parameter, public :: threes(3) = [(3*counted, counted = 1, 3)]
  integer, parameter, public :: odd(3) = 2*threes + mod(cubes, 2) - popcnt(cubes)
"""
"""What the module declares."""
