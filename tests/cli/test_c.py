"""Every command on C, as for Fortran: names of members, several files, macros, standard input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import ROOT, Result, sad, without_next

KERNEL = """\
#ifndef N
#define N 100
#endif
struct crs { int nrows, *start, *column; double *value; };
void spmv(const struct crs *m, const double *x, double *y)
{
    for (int i = 0; i < m->nrows; i++) {
        y[i] = 0.0;
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            y[i] += m->value[k]*x[m->column[k]];
    }
}
void scale(double a[N][N], double by)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] *= by;
}
"""
MAIN = """\
#include <stdio.h>
#include <stdlib.h>
#include "kernel.h"

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s n sweeps\\n", argv[0]);
        exit(1);
    }
    int n = atoi(argv[1]);
    long sweeps = strtol(argv[2], NULL, 10);
    struct crs m = {n};
    double *x = calloc(n, sizeof *x), *y = malloc(n*sizeof *y);
    if (x == NULL || y == NULL)
        return 1;
    for (long s = 0; s < sweeps; s++)
        spmv(&m, x, y);
    return 0;
}
"""
HEADER = """\
struct crs { int nrows, *start, *column; double *value; };
void spmv(const struct crs *m, const double *x, double *y);
"""


@pytest.fixture(autouse=True)
def _source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    Path("src/kernel.c").write_text(KERNEL)
    Path("src/kernel.h").write_text(HEADER)
    Path("src/main.c").write_text(MAIN)


def report(*arguments: str) -> dict[str, Any]:
    result = sad(*arguments, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def counts(file: str, *arguments: str) -> dict[int, str]:
    lines = report("annotate", *arguments)["files"][file]
    return {int(line): entry["count"]["formula"] for line, entry in lines.items()}


# --- one file ------------------------------------------------------------------------------------


def test_members_are_inputs_by_their_names():
    out = sad("analyze", "src/kernel.c", "--entry", "spmv").out
    assert "inputs    m.nrows (an argument, line 5)" in out
    section = out.split("what only a run can tell, by influence\n")[1].split("\n\n")[0]
    assert section.split()[:4] == ["X1", "92", "%", "kernel.c:9"]
    explained = sad("explain", "X1", "src/kernel.c", "--entry", "spmv").out
    assert "spmv.total@m.start (X1)" in explained


@pytest.mark.parametrize("name", ["m.nrows", "spmv.m.nrows"])
def test_a_member_can_be_set(name: str):
    lines = report("annotate", "src/kernel.c", "--entry", "spmv", "--set", f"{name}=12")
    assert lines["files"]["src/kernel.c"]["8"]["count"]["value"] == 12


def test_a_member_can_stand_in_an_expression():
    options = ("--entry", "spmv", "--set", "spmv.total@m.start=5*m.nrows", "--set", "m.nrows=3")
    lines = report("annotate", "src/kernel.c", *options)["files"]["src/kernel.c"]
    assert lines["10"]["count"]["value"] == 15


def test_a_parameter_file_takes_members():
    Path("p.yaml").write_text("schema: 1\nparameters:\n  spmv.m.nrows: 7\n")
    lines = report("annotate", "src/kernel.c", "--entry", "spmv", "--params", "p.yaml")
    assert lines["files"]["src/kernel.c"]["8"]["count"]["value"] == 7


def test_a_macro_may_stay_a_parameter():
    assert counts("src/kernel.c", "src/kernel.c")[17] == "10000"
    assert counts("src/kernel.c", "src/kernel.c", "-D", "N")[17] == "N**2"
    assert counts("src/kernel.c", "src/kernel.c", "-D", "N=20")[17] == "400"
    set_later = report("annotate", "src/kernel.c", "-D", "N", "--set", "N=5")
    assert set_later["files"]["src/kernel.c"]["17"]["count"]["value"] == 25


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "json"])
def test_every_format_tells_the_formula(form: str):
    command = ("analyze", "src/kernel.c", "-D", "N", "--entry", "scale", "--machine", "sparc2")
    out = sad(*command, "--format", form).out
    assert ("N^{2}" if form == "latex" else "N**2") in out


# --- a program of several files ------------------------------------------------------------------


def test_a_folder_is_one_program():
    out = sad("analyze", "src", "--assume", "no-error-exits").out
    assert out.startswith("main   2 files, ")
    assert "n (is read, src/main.c:11), sweeps (is read, src/main.c:12)" in out
    found = counts("src/kernel.c", "src", "--assume", "no-error-exits")
    assert found[8] == "n*sweeps"


def test_files_may_be_named_in_any_order():
    forth = counts("src/kernel.c", "src/kernel.c", "src/main.c")
    assert forth == counts("src/kernel.c", "src/main.c", "src/kernel.c")


def test_the_arguments_of_main_are_inputs():
    out = sad("analyze", "src").out
    assert "argc (an argument, src/main.c:5)" in out
    found = counts("src/main.c", "src", "--set", "argc=3")
    assert (found[8], found[11]) == ("[argc <= 2]", "[argc >= 3]")


def test_error_exits_of_main_are_its_other_statuses():
    out = sad("analyze", "src", "--assume", "no-error-exits").out
    assert re.search(r"main\.prob@if2\.or2 +=.0 +main\.c:15 +if \(x == NULL \|\| y == NULL\)", out)


def test_one_function_of_a_program():
    out = sad("analyze", "src", "--entry", "spmv").out
    assert out.startswith("spmv   2 files, ")
    assert "main" not in out


def test_static_functions_of_one_name_are_told_apart():
    text = "static int f(int n) {{ int k = 0; for (int i = 0; i < {0}; i++) k++; return k; }}\n"
    Path("a.c").write_text(text.format("n") + "int a(int n) { return f(n); }\n")
    Path("b.c").write_text(
        text.format("2*n") + "int a(int);\nint b(int n) { return a(n) + f(n); }\n"
    )
    out = sad("analyze", "a.c", "b.c", "--entry", "b").out
    assert re.search(r" a\.c:1 +loop 1 in f\.a +n\n", out)
    assert re.search(r" b\.c:1 +loop 1 in f\.b +2\*n\n", out)
    assert sad("analyze", "a.c", "b.c", "--entry", "f.a").out.startswith("f.a   2 files, ")


def test_a_c_program_calls_fortran_and_is_called():
    Path("d.c").write_text(
        "void axpy_(const int *n, double *y);\nvoid tick_(int *n) { *n += 1; }\n"
        "int main(void)\n{\n    int n = 4;\n    double y[9];\n    axpy_(&n, y);\n    return 0;\n}\n"
    )
    Path("axpy.f").write_text(
        "      SUBROUTINE AXPY (N, Y)\n      DOUBLE PRECISION Y(*)\n      K = N\n"
        "      CALL TICK (K)\n      DO 10 I = 1, K\n   10 Y(I) = 0.0D0\n      END\n"
    )
    assert counts("axpy.f", "d.c", "axpy.f")[6] == "5"
    assert counts("d.c", "d.c", "axpy.f")[2] == "1"


# --- what is not in the source -------------------------------------------------------------------


def test_functions_of_the_library_have_a_cost_without_being_asked_for():
    before = sad("analyze", "src", "--machine", "sparc2", "--no-default-stubs").out
    assert "calloc (not in the source)" in before
    after = sad("analyze", "src", "--machine", "sparc2", "--format", "json")
    assert after.code == 0
    data = json.loads(after.out)
    assert "library.allocate" in data["machine"]["estimated"]
    assert {"calloc"} <= {unit["name"] for unit in data["units"]}


@pytest.mark.parametrize(
    ("text", "length"), [('"abc"', "3"), ('""', "0"), ('"a\\0b"', "1"), ('"ab" "c\\n"', "4")]
)
def test_the_length_of_a_string_constant_is_a_number(text: str, length: str):
    Path("s.c").write_text(
        "#include <string.h>\nint f(void)\n{\n    int c = 0;\n"
        f"    for (int i = 0; i < (int)strlen({text}); i++)\n        c++;\n    return c;\n}}\n"
    )
    assert counts("s.c", "s.c")[6] == length


def test_an_array_that_is_cleared_costs_what_it_holds():
    Path("zero.c").write_text("int f(void)\n{\n    int a[100] = {0};\n    return a[3];\n}\n")
    units = json.loads(sad("analyze", "zero.c", "--format", "json").out)["units"]
    (stub,) = (unit for unit in units if unit["name"] == "memset")
    bytes_set = [item for item in stub["blocks"] if "library.memory.byte" in item["operations"]]
    assert [item["count"]["value"] for item in bytes_set] == [400]


def test_a_stub_of_blas_is_found_by_its_linkers_name():
    Path("dot.c").write_text(
        "double ddot_(int *n, double *x, int *ix, double *y, int *iy);\n"
        "double f(int n, double *x)\n{\n    int one = 1;\n    return ddot_(&n, x, &one, x, &one);\n}\n"
    )
    options = ("--entry", "f", "--stub", "blas", "--format", "json")
    units = json.loads(sad("analyze", "dot.c", *options).out)["units"]
    (stub,) = (unit for unit in units if unit["name"] == "DDOT")
    assert any("mul.double" in block["operations"] for block in stub["blocks"])


# --- why -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "parts"),
    [
        ("src/kernel.c:10", ["y[i] += m->value[k]*x[m->column[k]];", "called", "loop1.loop1"]),
        ("kernel.c:8", ["exact     no", "max(0, m.nrows) times"]),
        ("X1", ["spmv.total@m.start (X1)", "src/kernel.c:9", "for (int k = m->start[i];"]),
        ("spmv.m.nrows", ["an input of spmv", "in the call by main, line 18: spmv(&m, x, y);"]),
        ("m.nrows", ["main.m.nrows = n", "struct crs m = {n};", "n, an input of main"]),
        ("main.prob@if2.or2", ["how often the branch is taken", "line", "src/main.c:15"]),
        ("argc", ["direct: an argument", "src/main.c:5: int main(int argc, char **argv)"]),
        ("main.n", ["direct: is read", "int n = atoi(argv[1]);"]),
    ],
)
def test_explain_says_why(target: str, parts: list[str]):
    result = sad("explain", target, "src")
    assert result.code == 0, result.err
    for part in parts:
        assert part in result.out.replace("where     ", "line ")


def test_members_are_found_where_a_line_names_them():
    text = "struct g { int n, m; };\nint f(struct g *p) {\n int size = p->n*p->m;\n"
    Path("m.c").write_text(text + " for (int i = 0; i < size; i++) p->n;\n return 0; }\n")
    out = sad("explain", "size", "m.c").out
    assert "p.n, an input of f" in out
    assert "p.m, an input of f" in out


def test_an_input_can_be_declared():
    Path("i.c").write_text(
        "extern int next(void);\nint f(void)\n{\n    int n, k = 0;\n    n = next();\n"
        "    for (int i = 0; i < n; i++)\n        k++;\n    return k;\n}\n"
    )
    assert counts("i.c", "i.c")[7] == "f.value@n"
    assert counts("i.c", "i.c", "--input", "i.c:5:n")[7] == "n"
    result = sad("annotate", "i.c", "--input", "i.c:5:nn")
    check_one_error(result, "SAD509", USAGE, "did you mean n?")


def test_case_tells_names_apart():
    Path("n.c").write_text(
        "int f(int n, int N)\n{\n    int k = 0;\n    for (int i = 0; i < n; i++)\n        k++;\n"
        "    for (int i = 0; i < N; i++)\n        k++;\n    return k;\n}\n"
        "int g(int m) { return f(m, 2*m); }\n"
    )
    found = counts("n.c", "n.c", "--entry", "f", "--set", "N=5")
    assert (found[5], found[7]) == ("n", "N")
    lines = report("annotate", "n.c", "--entry", "f", "--set", "N=5")["files"]["n.c"]
    assert (lines["5"]["count"]["value"], lines["7"]["count"]["value"]) == (None, 5)
    out = sad("explain", "f.N", "n.c", "--entry", "g").out
    assert "N = 2*m" in out
    assert "n = m" not in out
    inputs = ("--input", "n.c:3:n", "--entry", "g")
    found = counts("n.c", "n.c", *inputs)
    assert (found[5], found[7]) == ("n", "2*m")


# --- in and out ----------------------------------------------------------------------------------


def piped(text: str, *arguments: str) -> Result:
    code = "from sad.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=text,
        text=True,
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    return Result(run.returncode, run.stdout, run.stderr)


def test_standard_input():
    result = piped(KERNEL, "analyze", "-", "--language", "c", "--entry", "scale", "-D", "N")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("scale   <stdin>.c, ")
    assert "N**2" in result.out


@pytest.mark.parametrize("command", ["annotate", "analyze", "explain"])
def test_a_saved_description_answers_alike(command: str):
    assert sad("dump", "--description", "src", "-o", "p.sad.json").code == 0
    options = () if command != "explain" else ("spmv.m.nrows",)
    before = sad(command, *options, "src", "--set", "argc=3")
    after = sad(command, *options, "p.sad.json", "--set", "argc=3")
    assert (before.code, after.code) == (0, 0)
    assert without_next(before.out) == without_next(after.out)


def test_dumps_show_c():
    ir = sad("dump", "--ir", "src/kernel.c").out
    assert "subroutine spmv(m, x, y; m.nrows)" in ir
    assert "do k = m.start[][i], (m.start[][(i + 1)] - 1), 1 up" in ir
    assert "loop entry" in sad("dump", "--cfg", "src/kernel.c").out


@pytest.mark.parametrize("language", ["python", "numpy", "c", "javascript", "latex", "json"])
def test_every_export_takes_members(language: str):
    result = sad("export", "src/kernel.c", "--entry", "spmv", "--to", language)
    assert (result.code, result.err) == (0, "")
    name = "m\\_nrows" if language == "latex" else "m_nrows"
    assert name in result.out or "m.nrows" in result.out


def test_strict_is_for_c_too():
    Path("asm.c").write_text('int f(int n)\n{\n    __asm__("nop");\n    return n;\n}\n')
    loose = sad("analyze", "asm.c")
    assert loose.code == 0
    assert "asm.c:3:5: warning[SAD210]: inline assembly is not modelled" in loose.err
    assert sad("analyze", "asm.c", "--strict").code == 3


def test_coverage_gate():
    assert sad("analyze", "src", "--min-coverage", "60").code == 4
    assert sad("analyze", "src", "--min-coverage", "60", "--assume", "no-error-exits").code == 0
