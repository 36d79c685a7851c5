"""What a name stands for: array or function, keyword or variable, type, size, value."""

from __future__ import annotations

import pytest

from frontends.fortran.reader import ReadOptions, read_text
from sad.diagnostics import Diagnostics
from sad.ir.dump import dump_statement
from sad.ir.expr import FunctionCall, Inline, Intrinsic
from sad.ir.program import Storage
from sad.ir.stmt import Assign
from sad.ir.walk import expressions, walk
from tests.frontends.fortran.reproducer import body, names, read, symbol

MEANING = {
    # NAME(...): an element of an array, a function of the user, or one of the language
    "dimension_scale_intrinsic_name.f": "5 A[1] = (SCALE[1] * A[2])",
    "user_array_named_as_intrinsic.f": "5 A[1] = (real<-INDEX[1] + SIZE[2])",
    "user_func_named_as_intrinsic.f": "5 A[1] = call SUM(N, A, 1)",
    "undeclared_func_named_as_intrinsic.f": "5 A[1] = call SUM(N, A, 1, 2)",
    "intrinsic_extra_args.f": "4 A[1] = call DIM(A[1], A[2], A[3])",
    "external_intrinsic.f": "6 A[1] = call F(SIN)",
    "intrinsic_names.f": (
        "4 A[1] = ((max(A[2], A[3]) + real(N)) + real(1D0_double))\n"
        "5 A[2] = (real<-int(1.0_real) + log(2._real))"
    ),
    # statement functions are expanded, arrays declared after them are none
    "statement_function.f": "5 A[1] = inline F{X=2.0_real: ((X * X) + 1.0_real)}",
    "statement_function_multi.f": (
        "7 A[1] = inline G{X=2.0_real: inline F{X=X, Y=X: (X * Y)}}"
    ),
    "decl_after_stmt_func.f": "6 B[1] = inline F{X=2.0_real: (X * X)}",
    "stmt_func_vs_array.f": "6 B[1] = inline F{X=2.0_real: (X * X)}",
    "stmtfunc_noargs.f": "5 A[1] = inline F{: 3.0_real}",
    # keywords are no reserved words
    "keyword_array.f": "5 IF[3] = 1\n6 FORMAT[2] = 2_real\n7 WRITE[1, 2] = 3.0_real",
    "keyword_as_var.f": "4 IF = 1\n5 DO = 2_real\n6 END1 = 3_real\n7 REAL = 4.0_real",
    "dollar_ident.f": "4 SYS$X = 1.0_real\n5 A[1] = SYS$X",
    "underscore_long_ident.f": "4 VERY_LONG_IDENTIFIER_NAME_INDEED = 1.0_real",
    # operators beside numbers
    "dot_real_op.f": (
        "4 if ((A[1] == 1._real) or (A[2] == 2._real))\n  4 A[1] = 0._real\n"
        "5 if (1 == N)\n  5 A[1] = 1.E3_real"
    ),
    "dot_real_op2.f": "4 if (1.E1_real == A[1])\n  4 A[1] = 1.D+0_real",
    "dot_ops.f": (
        "5 L = ((N == 1) or ((N == 2) and (not (N > 3))))\n6 L = ((L eqv True) neqv False)"
    ),
    "logical_ops_symbolic.f": (
        "4 if ((N == 1) or ((N /= 2) and (N >= 3)))\n  4 A[1] = 0._real"
    ),
    "op_minus_adjacent.f": "4 A[1] = (A[2] * (-1.0_real))",
    "power_unary.f": "4 A[1] = (A[2] ** (-1))\n5 A[2] = (-(A[1] ** 2))",
    "power_unary_bad.f": "4 A[1] = (A[2] ** (-1))",
    "xor.f": "5 L = (L neqv True)",
    "q_exponent.f": "5 Q = 1.0Q0_quad",
    "complex_const.f": "5 Z = complex(1.0_real, 2.0_real)\n6 A[1] = real(Z)",
    "paren_depth_60.f": "4 X = A[1]",
}  # fmt: skip


@pytest.mark.parametrize("name", MEANING)
def test_the_statements_are(name: str) -> None:
    assert body(name) == MEANING[name]


SYMBOLS = [
    ("adjustable_expr.f", "A", "real*4[0:(N - 1), ((2 * N) + 1)] dummy"),
    ("assumed_size_2d.f", "A", "real*4[LDA, *] dummy"),
    ("byte.f", "B", "integer*1 local"),
    ("char_len_param.f", "C", "character*8 local"),
    ("char_len_param.f", "LL", "integer*4 constant = 8"),
    ("char_star.f", "C1", "character*4 local"),
    ("char_star.f", "C2", "character*5 local"),
    ("char_star_comma.f", "C", "character*8 local"),
    ("common.f", "Y", "real*4[10] common /BLK/+4"),
    ("common.f", "Z", "real*4 common //+0"),
    ("common.f", "R", "real*4 common //+8"),
    ("data_hex.f", "I", "integer*4 local initially Z'FF'"),
    ("data_hex_dec.f", "I", "integer*4 local initially Z'FF'"),
    ("data_neg_complex.f", "Z", "complex*8 local initially complex(1.0_real, (-2.0_real))"),
    ("data_param_repeat.f", "X", "real*4[M] local initially [3*0.0_real]"),
    ("data_simple.f", "J", "integer*4 local initially 4"),
    ("decl_init_slash.f", "X", "real*4[3] local initially [1._real, 2._real, 3._real]"),
    ("dimension.f", "Y", "real*4[0:9] local"),
    ("double_complex.f", "Z", "double_complex*16 local"),
    ("double_precision_fn.f", "F", "double*8 result"),
    ("doubleprecision.f", "X", "double*8 local"),
    ("equivalence.f", "Y", "real*4[10] local shares X+0"),
    ("func_star_after.f", "F", "double*8 result"),
    ("func_star_type.f", "F", "double*8 result"),
    ("implicit.f", "X", "double*8 local"),
    ("implicit_nospace.f", "X", "double*8 local"),
    ("parameter_noparen.f", "M", "integer*4 constant = 10"),
    ("real_star8.f", "Y", "double*8[10] local"),
    ("real_star8.f", "Z", "double_complex*16 local"),
    ("real_star_after.f", "X", "double*8 local"),
    ("real_star_after.f", "Y", "real*4[10] local"),
    ("real_star_array.f", "X", "double*8[10] local"),
    ("type_glued.f", "X", "double*8[3] local"),
    ("type_glued.f", "J", "integer*4 local"),
    ("virtual.f", "X", "real*4[10] local"),
]


@pytest.mark.parametrize(("name", "variable", "meaning"), SYMBOLS)
def test_the_declaration_says(name: str, variable: str, meaning: str) -> None:
    assert symbol(name, variable) == meaning


@pytest.mark.parametrize("name", ["keyword_array.f", "user_array_named_as_intrinsic.f"])
def test_an_array_is_never_called(name: str) -> None:
    nodes = [
        node
        for statement in read(name).units[0].body
        for expression in expressions(statement)
        for node in walk(expression)
    ]
    assert not [node for node in nodes if isinstance(node, FunctionCall | Intrinsic | Inline)]


def test_structures_declare_their_fields_apart_from_the_unit() -> None:
    assert names("union_map.f") == set()


def test_four_hundred_terms_are_one_sum() -> None:
    statement = read("expr_400_terms.f").units[0].body[0]
    assert isinstance(statement, Assign)
    assert sum(1 for _ in walk(statement.value)) == 1 + 400 * 5


@pytest.mark.parametrize(
    ("source", "dump"),
    [
        ("I = 3.7", "I = 3"),
        ("I = -2.9D0", "I = (-2)"),
        ("I = 1.5E3", "I = 1500"),
        ("DO 10 I = 1.9, N", "do I = 1, N, 1 until 10"),
        ("X = 2", "X = 2_real"),
        ("I = 1.E999", "I = integer<-1.E999_real"),
    ],
)
def test_a_real_constant_is_cut_where_an_integer_is_needed(source: str, dump: str) -> None:
    text = f"      {source}\n   10 CONTINUE\n      END\n"
    file = read_text(text, "cut.f", ReadOptions(), Diagnostics())
    assert next(dump_statement(file.units[0].body[0])).split(maxsplit=1)[1] == dump


BOUNDS_WITHOUT_DECLARATIONS = """\
      SUBROUTINE S (N, A)
      REAL A(NMAX,N), B(0:KK)
      PARAMETER (L = LL + 1)
      A(1,N) = B(0) + L
      END
"""
INSIDE = """\
subroutine outer(n, a)
  integer n
  double precision a(n, kmax)
  call inner
contains
  subroutine inner
    a(1, 1) = 0
  end subroutine
end subroutine
"""


def test_names_that_stand_in_bounds_alone_are_symbols_too() -> None:
    file = read_text(BOUNDS_WITHOUT_DECLARATIONS, "bounds.f", ReadOptions(), Diagnostics())
    assert set(file.units[0].symbols) >= {"A", "N", "NMAX", "B", "KK", "L", "LL"}
    inner = next(
        unit
        for unit in read_text(INSIDE, "inside.f90", ReadOptions(), Diagnostics()).units
        if unit.name == "INNER"
    )
    assert {name: symbol.storage for name, symbol in inner.symbols.items()} == {
        "A": Storage.DUMMY,  # an argument of the host, which it hands on
        "N": Storage.DUMMY,
        "KMAX": Storage.COMMON,  # a local variable of the host: both know its place
    }
