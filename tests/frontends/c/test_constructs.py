"""GNU, C11, C23 and old C: what each construct becomes in the syntax tree."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from tests.frontends.c.reading import Reading, body


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("x = a ?: b;", "x = (a) ? (__sad_same__) : (b);"),
        ("x = (a) ? : b;", "x = (a) ? (__sad_same__) : (b);"),
        ("x = a && b;", "x = a && b;"),
        ("p = &&here; here: ;", "p = __sad_label__(here); here: ;"),
        ("goto *p[1];", "__sad_goto__(p[1]);"),
        ("switch (x) { case 1 ... 5: y = 1; }", "switch (x) { case __sad_range__(1, 5): y = 1; }"),
        ("int a[9] = { [0 ... 3] = 1, [5] = 2 };", "int a[9] = {[__sad_range__(0, 3)] = 1, [5] = 2};"),
        ("struct p v = { x: 1, y: 2 };", "struct p v = {.x = 1, .y = 2};"),
        ("int y __attribute__((unused, aligned(8))) = 1;", "int y = 1;"),
        ("__extension__ int y = 1;", "int y = 1;"),
        ("[[maybe_unused]] int y = 1;", "int y = 1;"),
        ("register int y asm(\"r0\") = 1;", "register int y = 1;"),
        ("asm volatile (\"mov %1, %0\" : \"=r\" (x) : \"r\" (y));",
         '__sad_asm__("\\"mov %1, %0\\" : \\"=r\\" ( x ) : \\"r\\" ( y )");'),
        ("if (x) asm (\"nop\");", 'if (x) __sad_asm__("\\"nop\\"");'),
        ("__typeof__(int *) y = 0;", "int *y = 0;"),
        ("typeof(T) y = 0;", "T y = 0;"),
        ("typeof(x + 1) y = x;", "__sad_unknown_t y = x;"),
        ("__auto_type y = x;", "__sad_unknown_t y = x;"),
        ("x = __real__ z + __imag__ (w);", "x = __sad_real__(z) + __sad_imag__(w);"),
        ("x = __real__ z.a[1];", "x = __sad_real__(z.a[1]);"),
        ("z = 2.0i + 3.f;", "z = __sad_imaginary__(2.0) + 3.f;"),
        ("if (__builtin_expect(!!(x > 1), 0)) y = 1;", "if (!(!(x > 1))) y = 1;"),
        ("__builtin_prefetch(p, 0, 3);", "(void) 0;"),
        ("x = __builtin_constant_p(y) ? 1 : 2;", "x = (0) ? (1) : (2);"),
        ("x = __builtin_types_compatible_p(int, const int);", "x = 1;"),
        ("x = __builtin_choose_expr(1, a, b);", "x = (1) ? (a) : (b);"),
        ("p = __builtin_assume_aligned(q, 64);", "p = q;"),
        ("x = __alignof__(double) + __alignof__(x);", "x = (_Alignof(double)) + __sad_alignof__(x);"),
        ("x = __builtin_va_arg(ap, double);", "x = *((double *) __sad_va_arg__(ap));"),
        ("g = __builtin_va_arg(ap, int (*)(int));", "g = *((int (**)(int)) __sad_va_arg__(ap));"),
        ("unsigned _BitInt(24) y = 1;", "unsigned long y = 1;"),
        ("x = 1'000 + 0b11 + 10uwb;", "x = (1000 + 0b11) + 10u;"),
        ("__label__ out; out: ;", "out: ;"),
        ("int v = ({ int t = x; t + 1; });", "int v = ( { int t = x; t + 1; } );"),
        ("static n = 3; register i;", "static int n = 3; register int i;"),
        ("const k = 2;", "const int k = 2;"),
        ("_Pragma(\"omp atomic\") x++;", "#pragma omp atomic x++;"),
        ("_Pragma(\"GCC diagnostic push\") x++;", "x++;"),
        ("int nested(int a) { return a + x; } x = nested(1);",
         '__sad_opaque__("nested function nested", "a x"); x = nested(1);'),
    ],
)  # fmt: skip
def test_a_statement_becomes(written: str, read: str) -> None:
    before = "typedef long T; struct p { int x, y; }; int x;"
    assert body(written, before) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("f(a, b) double *a; { return b; }", "int f(a, b) double *a; { return b; }"),
        ("static f() { return 1; }", "static int f() { return 1; }"),
        ("extern g();", "extern int g();"),
        ("__inline__ static int f(void) { return 1; }", "inline static int f(void) { return 1; }"),
        ("int f(void) __asm__(\"_f\") __attribute__((pure));", "int f(void);"),
        ("asm(\".globl x\"); int x;", "int x;"),
        ("struct __attribute__((packed)) s { char c; };",
         "struct s { int __sad_layout_packed; char c; };"),
        ("int (f)(int a) { return a; }", "int f(int a) { return a; }"),
        ("__thread int x;", "_Thread_local int x;"),
        ("__float128 x; _Float64 y; __signed__ char c;", "long double x; double y; signed char c;"),
        ("#pragma STDC FP_CONTRACT ON\nint x;", "int x;"),
        ("int x;;", "int x;"),
        ("_Static_assert(1, \"x\"); int x;", "_Static_assert(1, \"x\"); int x;"),
    ],
)  # fmt: skip
def test_a_declaration_becomes(written: str, read: str) -> None:
    reading = Reading(written)
    assert reading.items == []
    assert reading.c.replace(")double", ") double") == read


def test_imaginary_numbers_and_marks_have_places() -> None:
    (node,) = Reading("double _Complex z =\n  2.0i;\n").nodes(c_ast.FuncCall)
    assert node.coord is not None
    assert (node.coord.line, node.coord.column) == (2, 3)
