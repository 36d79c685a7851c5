"""Time that profilers measured stands beside that of the same units, loops and lines."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from sad.profiles.times.read import read_times
from tests.support.command import sad
from tests.support.schemas import validate

MM = """\
      PROGRAM MM
      DOUBLE PRECISION A(300,300), B(300,300), C(300,300)
      N = 300
      CALL FILL(A, N)
      CALL FILL(B, N)
      CALL MULT(A, B, C, N)
      WRITE (*,*) C(1,1)
      END
      SUBROUTINE FILL(A, N)
      DOUBLE PRECISION A(N,N)
      DO 10 J = 1, N
         DO 10 I = 1, N
   10 A(I,J) = SIN(DBLE(I + J))
      END
      SUBROUTINE MULT(A, B, C, N)
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N)
      DO 30 J = 1, N
         DO 20 I = 1, N
   20    C(I,J) = 0.0D0
         DO 30 K = 1, N
            DO 30 I = 1, N
   30          C(I,J) = C(I,J) + A(I,K)*B(K,J)
      END
"""

# Each of these says: 6 samples on line 22, 2 on line 21, 1 on line 13, 1 in the sine, 250 us each.
FIELDS = (
    """\
              mm      5599001d14cd fill_
  mm.f:13
              mm      7f66081952db __sin_fma
  s_sin.c:201
"""
    + "              mm      5599001d1379 mult_\n  mm.f:22\n" * 6
    + ("              mm      5599001d13d0 mult_\n  mm.f:21\n" * 2)
)
_HEAD = "              mm 17321  1837.674996:     250000 cpu-clock:ppp:  "
USUAL = (
    f"{_HEAD}    5599001d14cd fill_+0x1f (/home/a b/mm)\n  mm.f:13\n"
    f"{_HEAD}    7f66081952db __sin_fma+0x1b (/usr/lib/libm.so.6)\n  s_sin.c:201\n"
    + f"{_HEAD}    5599001d1379 mult_+0x2 (/home/a b/mm)\n  mm.f:22\n" * 6
    + f"{_HEAD}    5599001d13d0 mult_+0x3 (/home/a b/mm)\n  mm.f:21\n" * 2
)
REPORT = """\
# Total Lost Samples: 0
#
# Samples: 10  of event 'cpu-clock:ppp'
# Event count (approx.): 2500000
#
# Overhead        Period       Samples  Symbol         Source:Line
# ........  ............  ............  .............  ..................
#
    60.00%       1500000             6  [.] mult_      mm.f:22
    20.00%        500000             2  [.] mult_      mm.f:21
    10.00%        250000             1  [.] __sin_fma  s_sin.c:201
    10.00%        250000             1  [.] fill_      mm.f:13

# Samples: 9  of event 'cache-misses'
# Event count (approx.): 77
#
# Overhead        Period       Samples  Symbol         Source:Line
# ........  ............  ............  .............  ..................
#
   100.00%            77             9  [.] MAIN__     mm.f:3
"""
ANNOTATED = """\

Sorted summary for file /home/ann/mm
----------------------------------------------

   75.00 mm.f:22
   25.00 mm.f:21
 Percent |\tSource code & Disassembly of mm for cpu-clock:ppp (8 samples, percent: local period)
---------------------------------------------------------------------------------------------
         : 5    0000000000001189 <mult_>:
         : 6    mult_():
    0.00 :   1189:   push   %rbp // mm.f:15
   12.50 :   1328:   cmp    %r10d,-0x24(%rbp) // mm.f:21
   12.50 :   1337:   jne    13da <mult_+0x251>
    0.00 :   1341:   imul   %rax,%r9 // mm.f:22
   75.00 :   1344:   imul   %rax,%r9
 Percent |\tSource code & Disassembly of libm.so.6 for cpu-clock:ppp (1 samples, percent: local period)
---------------------------------------------------------------------------------------------
         : 5    00000000000702c0 <__sin_fma>:
  100.00 :   702db:   push   %rbp
 Percent |\tSource code & Disassembly of mm for cpu-clock:ppp (1 samples, percent: local period)
---------------------------------------------------------------------------------------------
         : 5    0000000000001189 <fill_>:
  100.00 :   1455:   push   %rbp // mm.f:13
"""
BY_LINE = """\
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total
 time   seconds   seconds    calls  Ts/call  Ts/call  name
 60.00      0.06     0.06                             mult_ (mm.f:22 @ 13d7)
 20.00      0.08     0.02                             mult_ (mm.f:21 @ 13c0)
 10.00      0.09     0.01                             __sin_fma (s_sin.c:201 @ 702)
 10.00      0.10     0.01                             fill_ (mm.f:13 @ 1495)
  0.00      0.10     0.00        2     0.00     0.00  fill_ (mm.f:9 @ 1495)

\t\t\tCall graph
"""
BY_UNIT = """\
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total
 time   seconds   seconds    calls  ms/call  ms/call  name
 80.00      0.08     0.08        1    80.05    80.05  mult_
 10.00      0.09     0.01        2     0.00     0.00  fill_
 10.00      0.10     0.01                             __sin_fma
  0.00      0.10     0.00        1     0.00    90.05  MAIN__
"""
FORMS = {
    "fields": (FIELDS, None),
    "usual": (USUAL, 0.0025),
    "report": (REPORT, 0.0025),
    "annotated": (ANNOTATED, None),
    "lines": (BY_LINE, 0.1),
}


@pytest.fixture(autouse=True)
def _program():
    Path("mm.f").write_text(MM)


def beside(text, *more, code=0):
    Path("times.txt").write_text(text)
    machine = ("--machine", "xeon-emerald-rapids")
    result = sad("compare", "mm.f", *machine, "--measured", "times.txt", *more)
    assert result.code == code, result.err
    return result


def table(text, *more):
    report = json.loads(beside(text, *more, "--format", "json").out)
    validate(report, "sad-measured-1")
    return report


@pytest.mark.parametrize("form", FORMS)
def test_every_form_tells_the_same_samples(form):
    text, seconds = FORMS[form]
    report = table(text)
    assert {row["name"]: row["samples"] for row in report["units"]} == {
        "MULT": 8,
        "FILL": 1,
        "MM": 0,
    }
    lines = {row["line"]: row["samples"] for row in report["lines"] if row["samples"]}
    assert lines == {13: 1, 21: 2, 22: 6}
    assert [(row["name"], row["samples"]) for row in report["elsewhere"]] == [("__sin_fma", 1)]
    shares = {row["name"]: row["measured_share"] for row in report["units"]}
    assert shares["MULT"] == pytest.approx(0.8)
    if seconds is None:
        assert report["measured_seconds"] is None
        report = table(text, "--measured-seconds", "0.5")
        seconds = 0.5
    assert report["measured_seconds"] == pytest.approx(seconds)
    (mult,) = (row for row in report["units"] if row["name"] == "MULT")
    assert mult["measured_seconds"] == pytest.approx(0.8 * seconds)
    assert mult["ratio"] == pytest.approx(mult["predicted_seconds"] / (0.8 * seconds))


def test_the_time_of_a_head_is_divided_and_nothing_is_lost():
    report = table(USUAL)
    loops = {row["loop"]: row for row in report["loops"] if row["name"] == "MULT"}
    inner, outer = loops["do30.do30.do30"], loops["do30.do30"]
    assert outer["measured_seconds"] > 0
    together = inner["measured_seconds"] + outer["measured_seconds"]
    assert together == pytest.approx(8 * 250e-6)
    for rows in ("units", "loops", "lines"):
        rest = sum(row["measured_share"] for row in report["elsewhere"])
        assert sum(row["measured_share"] for row in report[rows]) + rest == pytest.approx(1)
        assert sum(row["predicted_share"] for row in report[rows]) == pytest.approx(1)
        differences = [
            abs(row["predicted_seconds"] - row["measured_seconds"]) for row in report[rows]
        ]
        assert differences == sorted(differences, reverse=True)


def test_the_prediction_is_that_of_the_report():
    report = table(USUAL)
    analysis = json.loads(
        sad("analyze", "mm.f", "--machine", "xeon-emerald-rapids", "--format", "json").out
    )
    assert report["predicted_seconds"] == analysis["seconds"]["value"]


CHAINS = """\
mm 18037  1909.149943:     250000 cpu-clock:ppp:
\t           702db __sin_fma+0x1b (/usr/lib/x86_64-linux-gnu/libm.so.6)
  s_sin.c:201
\t            1520 fill_+0x28 (/home/ann/mm)
  mm.f:13
\t            1604 main+0x39 (/home/ann/mm)
  mm.f:8
\t           2724a __libc_start_call_main+0x7a (/usr/lib/x86_64-linux-gnu/libc.so.6)

mm 18037  1909.149694:     250000 cpu-clock:ppp:
\tffffffff816b5345 do_sys_openat2+0x95 ([kernel.kallsyms])
  [kernel.kallsyms][ffffffff816b5345]
\t               0 [unknown] ([unknown])

mm 18037  1909.149694:     250000 cycles:
\t            1604 mult_+0x39 (/home/ann/mm)
  mm.f:22
"""


def test_calls_bring_the_time_of_a_library_to_the_line_that_called_it():
    report = table(CHAINS)
    assert {row["line"]: row["samples"] for row in report["lines"] if row["samples"]} == {13: 1}
    assert [row["name"] for row in report["elsewhere"]] == ["do_sys_openat2"]


def test_functions_without_lines_are_compared_as_units():
    report = table(BY_UNIT)
    assert {row["name"]: row["samples"] for row in report["units"]} == {
        "MULT": 8,
        "FILL": 1,
        "MM": 0,
    }
    assert report["loops"] == report["lines"] == []


def test_text_markdown_and_csv_have_the_same_rows():
    text = beside(USUAL).out
    assert "predicted / measured" in text
    assert "MULT: do30.do30.do30 (mm.f:21)" in text
    marked = beside(USUAL, "--format", "markdown").out
    assert sum(line.startswith("|---") for line in marked.splitlines()) == 3
    assert "| MULT (mm.f:15) |" in marked
    rows = list(csv.DictReader(io.StringIO(beside(USUAL, "--format", "csv").out)))
    report = table(USUAL)
    assert Counter(row["what"] for row in rows) == {
        "unit": len(report["units"]),
        "loop": len(report["loops"]),
        "line": len(report["lines"]),
        "elsewhere": 1,
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "SAD702"), ("no profile at all\n", "SAD702"), ("\0\1\2", "SAD702")],
)
def test_what_is_no_profile_is_an_error(text, code):
    assert code in beside(text, code=3).err


def test_a_profile_of_another_program_is_an_error():
    assert "SAD856" in beside(USUAL.replace("mm.f", "x.f").replace("mult_", "q"), code=3).err


@pytest.mark.parametrize(
    "more",
    [("--machine", "sparc2"), ("--vary", "N=1:3"), ("--quantity", "total"), ("--plot", "a.svg")],
)
def test_one_program_on_one_machine_at_one_point(more):
    assert "SAD855" in beside(USUAL, *more, code=2).err


def test_options_of_measured_time_need_a_measurement():
    assert "SAD855" in sad("compare", "mm.f", "table.f", "--measured-seconds", "2").err


def test_all_values_must_be_known():
    Path("s.f").write_text("      READ *, N\n      DO 10 I = 1, N\n   10 X = X + I\n      END\n")
    Path("times.txt").write_text(BY_UNIT.replace("mult_", "MAIN__"))
    options = ("--machine", "sparc2", "--measured", "times.txt")
    assert "SAD850" in sad("compare", "s.f", *options).err
    assert sad("compare", "s.f", *options, "--set", "N=3").code == 0


C = """\
#include <math.h>
static double inner(double *a, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += a[i] * a[i];
    }
    return s;
}
static void fill(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}
int main(void)
{
    static double a[1000];
    double s = 0.0;
    fill(a, 1000);
    for (int k = 0; k < 60000; k++)
        s += inner(a, 1000);
    return s < 0.0;
}
"""


@pytest.mark.skipif(not (shutil.which("gcc") and shutil.which("gprof")), reason="needs gcc, gprof")
@pytest.mark.parametrize("by_line", [False, True])
def test_gprof_of_a_real_run(by_line, tmp_path):
    (tmp_path / "sq.c").write_text(C)
    build = ["gcc", "-O0", "-g", "-pg", "-no-pie", "sq.c", "-o", "sq"]
    subprocess.run(build, check=True, cwd=tmp_path)
    subprocess.run(["./sq"], check=True, cwd=tmp_path)
    options = ["-l"] if by_line else []
    command = ["gprof", *options, "-b", "sq", "gmon.out"]
    text = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True).stdout
    (tmp_path / "gprof.txt").write_text(text)
    times = read_times(str(tmp_path / "gprof.txt"))
    machine = ("--machine", "xeon-emerald-rapids", "--toolchain", "gcc-O0")
    source = str(tmp_path / "sq.c")
    options = ("--measured", str(tmp_path / "gprof.txt"), "--format", "json")
    report = json.loads(sad("compare", source, *machine, *options).out)
    (row,) = (row for row in report["units"] if row["name"] == "inner")
    assert row["measured_share"] > 0.9
    assert row["predicted_share"] > 0.9
    assert report["measured_seconds"] == pytest.approx(times.total)
    if by_line:
        (loop,) = (row for row in report["loops"] if row["name"] == "inner" and row["loop"])
        assert loop["line"] == 5
        assert loop["measured_share"] > 0.8
