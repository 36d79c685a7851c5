"""Every reproducer is read, one construct each, and only the expected ones draw a message."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from pycparser import c_ast

from tests.frontends.c.reading import FOLDER, Reading, one_line, walk

NAMES = sorted(path.name for path in FOLDER.iterdir())
EXPECTED: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("expected_diagnostics.yaml").read_text(encoding="utf-8")
)


def read(name: str) -> Reading:
    return Reading("", str(FOLDER / name))


@pytest.mark.parametrize("name", NAMES)
def test_reading_gives_the_expected_diagnostics_and_no_others(name: str) -> None:
    assert read(name).said == EXPECTED.get(name, [])


@pytest.mark.parametrize("name", NAMES)
def test_every_place_lies_in_the_file(name: str) -> None:
    reading = read(name)
    lines = (FOLDER / name).read_text(encoding="utf-8").count("\n")
    assert reading.parsed is not None
    assert reading.parsed.lines == lines
    assert reading.parsed.failures == ()
    for node in walk(reading.tree):
        if node.coord is not None and node.coord.file == str(FOLDER / name):
            assert 1 <= node.coord.line <= lines


def test_all_reproducers_are_here() -> None:
    assert len(NAMES) == 62
    assert set(EXPECTED) <= set(NAMES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("implicit_int_main.c", "int main() { return 0; }"),
        ("implicit_int_var.c", "static int inited = 0;"),
        ("knr_implicit_int.c", "int f(a, n) double *a; int n; { a[0] = n; return n; }"),
        ("gnu_asm.c", 'void f(void) { __sad_asm__("\\"nop\\" :: : \\"memory\\""); }'),
        ("gnu_attribute_var.c", "double a[10];"),
        ("gnu_case_range.c", "case __sad_range__(1, 5): return 1;"),
        ("gnu_cond_omit.c", "return (x) ? (__sad_same__) : (1);"),
        ("gnu_label_addr.c", "static void *t[] = {__sad_label__(L0), __sad_label__(L1)};"),
        ("gnu_label_addr.c", "__sad_goto__(t[x]);"),
        ("gnu_nested_fn.c", '__sad_opaque__("nested function g", "y x"); return g(1);'),
        ("gnu_range_init.c", "int a[10] = {[__sad_range__(0, 4)] = 1};"),
        ("gnu_restrict.c", "void f(double * restrict a, double * restrict b)"),
        ("gnu_typeof.c", "__sad_unknown_t y = x;"),
        ("complex_gnu.c", "_Complex double z;"),
        ("complex_c99.c", "return z * __sad_imaginary__(1.0f);"),
        ("float128.c", "long double x; long double y;"),
        ("c23_attr.c", "int f(void);"),
        ("cuda_like.c", "void f(float *a) { a[0] = 1; }"),
        ("bool_c99.c", "_Bool f(_Bool x) { return x && 1; }"),
        ("enum_false_true_stdio.c", "typedef enum { false, true } logical;"),
        ("macro_multiline_call.c", "return x + (x + x);"),
        ("string_line_cont.c", 'char *s = "ab";'),
        ("hex_float_suffix.c", "double x = 0x1.8p3;"),
        ("offsetof.c", "int o = offsetof(struct s, b);"),
        ("pragma_op.c", "#pragma omp simd for (int i = 0; i < n; i++)"),
        ("sse_intrinsics.c", "__m256 v = _mm256_loadu_ps(a); _mm256_storeu_ps(a, v);"),
        ("va_arg.c", "__builtin_va_start(a);"),
        ("va_arg.c", "int x = *((int *) __sad_va_arg__(a));"),
    ],
)
def test_a_construct_becomes_what_is_agreed(name: str, expected: str) -> None:
    assert expected in read(name).c.replace("( ", "(").replace("\n", " ")


def test_a_macro_of_several_lines_belongs_to_the_line_that_uses_it() -> None:
    calls = read("macro_multiline_call.c").nodes(c_ast.BinaryOp)
    assert [node.coord.line for node in calls if node.coord] == [3, 3]


def test_a_pragma_is_a_node_of_its_own() -> None:
    (pragma,) = read("pragma_omp.c").nodes(c_ast.Pragma)
    assert pragma.coord is not None
    assert pragma.coord.line == 2
    assert one_line(pragma).startswith("#pragma omp parallel for private(i)")
