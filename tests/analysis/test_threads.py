"""Counts of programs with OpenMP: equal to what gcov counts with 1 and 2 threads, or in doubt.

gcc shows no lines of parallel regions, which it moves to functions of its own. So statements there
call procedures, one of its own each, and the starts of these are compared.

Over 400 lines: most of them are the programs.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.analysis.threads import every_thread_runs
from sad.analysis.unit import analyse
from sad.diagnostics import Span
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.ir.program import Construct
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

PROCEDURES_F = "".join(
    f"""\
      SUBROUTINE C{number:02}
      COMMON /K/ R
      R = 1.0
      END
"""
    for number in range(1, 25)
)
FORTRAN = {
    "regions": """\
      PROGRAM P
      INTEGER I, J, N
      N = 10
      CALL C01
!$OMP PARALLEL PRIVATE(I, J) SHARED(N)
      CALL C02
      IF (N .GT. 3) THEN
        CALL C03
      END IF
!$OMP DO SCHEDULE(STATIC)
      DO 10 I = 1, N
        DO 20 J = I, N
          CALL C04
   20   CONTINUE
   10 CONTINUE
!$OMP END DO NOWAIT
      DO 30 I = 1, 4
        CALL C05
   30 CONTINUE
!$OMP SINGLE
      CALL C06
!$OMP END SINGLE
!$OMP MASTER
      CALL C07
!$OMP END MASTER
!$OMP CRITICAL (NAME)
      CALL C08
!$OMP END CRITICAL (NAME)
!$OMP SECTIONS
!$OMP SECTION
      CALL C09
!$OMP SECTION
      CALL C10
!$OMP END SECTIONS
!$OMP BARRIER
!$OMP ENDPARALLEL
      CALL C11
      END
""",
    "combined": """\
      PROGRAM P
      INTEGER I, J, N
      N = 7
!$OMP PARALLEL DO SCHEDULE(STATIC,1) PRIVATE(J)
      DO I = 1, N
        CALL C01
        DO J = 1, I
          CALL C02
        END DO
      END DO
!$OMP END PARALLEL DO
!$OMP PARALLEL DO COLLAPSE(2) SCHEDULE(DYNAMIC)
      DO I = 1, N
        DO J = 1, 3
          CALL C03
        END DO
      END DO
C$OMP PARALLELSECTIONS
C$OMP SECTION
      CALL C04
C$OMP SECTION
      DO I = 1, 5
        CALL C05
      END DO
C$OMP ENDPARALLELSECTIONS
      DO J = 1, 3
!$OMP PARALLEL
        CALL C06
!$OMP DO SCHEDULE(GUIDED) ORDERED
        DO I = 1, N
!$OMP ORDERED
          CALL C07
!$OMP END ORDERED
        END DO
!$OMP END PARALLEL
      END DO
      CALL C08
      END
""",
    "nested": """\
      PROGRAM P
      INTEGER I, J
!$OMP PARALLEL PRIVATE(J)
      DO J = 1, 2
        CALL C01
!$OMP DO
        DO I = 1, 6
          CALL C02
        END DO
!$OMP END DO
      END DO
!$OMP PARALLEL
      CALL C03
!$OMP END PARALLEL
!$OMP PARALLEL DO
      DO I = 1, 5
        CALL C04
      END DO
!$OMP END PARALLEL DO
!$OMP SINGLE
!$OMP PARALLEL
      CALL C05
!$OMP END PARALLEL
!$OMP END SINGLE
!$OMP END PARALLEL
!$OMP DO
      DO I = 1, 5
        CALL C06
      END DO
!$OMP SINGLE
      CALL C07
!$OMP END SINGLE
      END
""",
}
PROCEDURES_C = "".join(f"void c{number:02}(void) {{\n  int x = 1;\n}}\n" for number in range(1, 25))
C = {
    "regions": """\
int main(void) {
  int n = 10;
  c01();
#pragma omp parallel
  {
    int i;
    c02();
    if (n > 3)
      c03();
#pragma omp for schedule(static) nowait
    for (i = 0; i < n; i++)
      for (int j = i; j < n; j++)
        c04();
    for (i = 0; i < 4; i++)
      c05();
#pragma omp single
    c06();
#pragma omp master
    {
      c07();
    }
    _Pragma("omp critical(name)") c08();
#pragma omp sections
    {
      c09();
#pragma omp section
      c10();
    }
#pragma omp barrier
  }
  c11();
  return 0;
}
""",
    "combined": """\
int main(void) {
  int i, j, n = 7;
#pragma omp parallel for schedule(static, 1) private(j)
  for (i = 0; i < n; i++) {
    c01();
    for (j = 0; j <= i; j++)
      c02();
  }
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (i = 0; i < n; i++)
    for (j = 0; j < 3; j++)
      c03();
#pragma omp parallel sections private(i)
  {
    c04();
#pragma omp section
    for (i = 0; i < 5; i++)
      c05();
  }
  for (j = 0; j < 3; j++) {
#pragma omp parallel
    {
      c06();
#pragma omp for schedule(guided) ordered
      for (i = 0; i < n; i++) {
#pragma omp ordered
        c07();
      }
    }
  }
  c08();
  return 0;
}
""",
    "library": """\
#include <omp.h>
int main(void) {
  int n = 12, all = omp_get_max_threads(), i;
  for (i = 0; i < omp_get_num_threads() + omp_get_thread_num(); i++)
    c01();
  for (i = 0; i < 3*all; i++)
    c02();
#pragma omp parallel private(i)
  {
    int share = n / omp_get_num_threads();
    for (i = 0; i < share; i++)
      c03();
    if (omp_get_max_threads() > 1)
      c04();
    c05();
#pragma omp parallel private(i)
    for (i = 0; i < omp_get_num_threads(); i++)
      c06();
  }
  c07();
  return 0;
}
""",
    "numbers": """\
#include <omp.h>
static void some(int k) {
  for (int i = 0; i < k; i++)
    c09();
}
int main(void) {
  int n = 23;
#pragma omp parallel
  {
    int id = omp_get_thread_num(), nt = omp_get_num_threads();
    int lo = id*n/nt, hi = (id + 1)*n/nt;
    for (int i = lo; i < hi; i++)
      c01();
    for (int i = id; i < n; i += nt)
      c02();
    if (id == 0)
      c03();
    else if (id == 1)
      c04();
    else
      c05();
    for (int i = 0; i < n; i++)
      if (i % nt == id)
        c06();
    if (id == nt - 1) {
      c07();
      for (int i = 0; i < n; i++)
        if (omp_get_thread_num() > 0)
          c08();
    }
    some(2*id + 1);
#pragma omp for
    for (int i = 0; i < n; i++)
      c10();
    if (omp_get_thread_num() < 2)
      for (int j = 0; j < id + 3; j++)
        c11();
#pragma omp critical
    if (id > 0)
      c12();
  }
  return 0;
}
""",
    "nested": """\
static void orphan(void) {
  int i;
#pragma omp for
  for (i = 0; i < 5; i++)
    c06();
#pragma omp single
  c07();
}
int main(void) {
#pragma omp parallel
  {
    int i, j;
    for (j = 0; j < 2; j++) {
      c01();
#pragma omp for
      for (i = 0; i < 6; i++)
        c02();
    }
#pragma omp parallel
    c03();
#pragma omp parallel for
    for (i = 0; i < 5; i++)
      c04();
#pragma omp single
    {
#pragma omp parallel
      c05();
    }
  }
  orphan();
  return 0;
}
""",
}
PROGRAMS = [
    *(("f", name, text + PROCEDURES_F) for name, text in FORTRAN.items()),
    *(("c", name, PROCEDURES_C + text) for name, text in C.items()),
]


def counted(text: str, suffix: str, threads: int) -> dict[int, object]:
    """The counts of procedures' bodies by line; a count that is not exact is None."""
    language = "c" if suffix == "c" else "fortran"
    description = describe(analyse(program_of(text, language)))
    settings = settings_from_arguments([f"nthreads={threads}"] if threads else [])
    model = build_model(description, "main" if suffix == "c" else "P", settings)
    (lines,) = line_costs(View(predict(model, None))).values()
    return {number: line.value if line.exact else None for number, line in lines.items()}


def bodies(text: str) -> dict[str, int]:
    """The line of the body of each procedure that a program calls."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r"void (c\d\d)|      SUBROUTINE (C\d\d)", line)
        if match:
            name = match[1] or match[2]
            if text.count(f"{name}();") or text.count(f"CALL {name}\n"):
                found[name] = number + (1 if match[1] else 2)
    return found


def run(text: str, suffix: str, threads: int, folder: Path) -> dict[int, int]:
    """The counts of gcov by line."""
    compiler = {"c": "gcc", "f": "gfortran"}[suffix]
    if shutil.which(compiler) is None or shutil.which("gcov") is None:
        pytest.skip(f"{compiler} or gcov is not installed")
    (folder / f"a.{suffix}").write_text(text)
    options = ["-O0", "-w", "-fopenmp", "--coverage", "-fprofile-update=atomic"]
    subprocess.run([compiler, *options, f"a.{suffix}", "-o", "a"], cwd=folder, check=True)
    env = {"OMP_NUM_THREADS": str(threads), "OMP_DYNAMIC": "false", "PATH": "/usr/bin:/bin"}
    subprocess.run(["./a"], cwd=folder, check=True, env=env, timeout=60)
    data = next(folder.glob("*.gcda")).name
    out = subprocess.run(
        ["gcov", "-t", data], cwd=folder, check=True, capture_output=True, text=True
    )
    found: dict[int, int] = {}
    for line in out.stdout.splitlines():
        count, number, *_ = line.split(":", 2)
        if count.strip() == "#####":
            found[int(number)] = 0
        elif count.strip().rstrip("*").isdigit():
            found[int(number)] = int(count.strip().rstrip("*"))
    return found


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("suffix", "name", "text"), PROGRAMS, ids=lambda value: str(value)[:8])
def test_counts_are_those_of_gcov(suffix: str, name: str, text: str, threads: int, tmp_path: Path):
    real, own = run(text, suffix, threads, tmp_path), counted(text, suffix, threads)
    assert len(bodies(text)) >= 7
    assert {item: own[line] for item, line in bodies(text).items()} == {
        item: real[line] for item, line in bodies(text).items()
    }


@pytest.mark.parametrize(("suffix", "name", "text"), PROGRAMS, ids=lambda value: str(value)[:8])
def test_counts_of_one_thread_are_those_without_directives(suffix: str, name: str, text: str):
    plain = re.sub(
        r'^[!C]\$|#pragma|_Pragma\("[^"]*"\)', "//" if suffix == "c" else "C ", text, flags=re.M
    )
    plain = plain.replace("//c08", "c08").replace("// c08", "c08")
    found, one, without = (
        {line: count for line, count in counted(source, suffix, threads).items() if count != 0}
        for source, threads in ((text, 0), (text, 1), (plain, 0))
    )
    assert found == one == without


def construct(name: str) -> Construct:
    team = name.startswith("parallel")
    return Construct(
        "OpenMP", Span.at("a.f"), team, name=name, shared=name.endswith(("do", "single"))
    )


@pytest.mark.parametrize(
    ("within", "each"),
    [
        ("", False),
        ("parallel", True),
        ("parallel,do", False),
        ("parallel do", False),
        ("parallel,critical", True),
        ("parallel,single,critical", False),
        ("do", False),
        ("parallel,parallel do", True),
        ("parallel,do,parallel", False),
        ("critical,parallel", True),
    ],
)
def test_what_every_thread_runs(within: str, each: bool):
    assert every_thread_runs([construct(name) for name in within.split(",") if name]) is each


DOUBTS_C = {
    "every thread changes k": "int k = 0, i;\n#pragma omp parallel\n k++;\n"
    "for (i = 0; i < k; i++) c01();",
    "a task": "\n#pragma omp parallel\n{\n#pragma omp task\n c01(); }",
    "num_threads": "\n#pragma omp parallel num_threads(3)\n c01();",
    "if": "\n#pragma omp parallel if(0)\n c01();",
    "shared number": "int id;\n#pragma omp parallel\n{ id = omp_get_thread_num();\n"
    "if (id == 0) c01(); }",
    "number behind": "int i, k = 0;\n#pragma omp parallel\n k = omp_get_thread_num();\n"
    "for (i = 0; i < k; i++) c01();",
    "number in a callee": "\n#pragma omp parallel\n asks();",
    "set": "omp_set_num_threads(3);\n#pragma omp parallel\n c01();",
    "team of a callee": "\n#pragma omp parallel\n starts();",
    "shared work of a team in a team": "\n#pragma omp parallel\n{\n#pragma omp parallel\n orphan(); }",
    "shared work by pointer": "void (*f)(void) = global ? orphan : grows;\n"
    "#pragma omp parallel\n f();",
    "argument set by one": "\n#pragma omp parallel\n{ int k = 0, i; sets(&k);\n"
    "for (i = 0; i < k; i++) c01(); }",
    "local set by one": "\n#pragma omp parallel\n knows();",
    "kept": "int i;\n#pragma omp parallel\n keeps();",
    "global": "int i;\n#pragma omp parallel\n grows();\n for (i = 0; i < global; i++) c01();",
    "argument": "int k = 0, i;\n#pragma omp parallel\n adds(&k);\n for (i = 0; i < k; i++) c01();",
    "exit": "\n#pragma omp parallel\n { if (global > 5) exit(0); c01(); }",
    "goto": "\n#pragma omp parallel\n { if (global > 5) goto out; c01(); }\n out: c02();",
    "input": "int k, i;\n#pragma omp parallel\n scanf(\"%d\", &k);\n for (i = 0; i < k; i++) c01();",
    "reduction": "int k = 0, i;\n#pragma omp parallel reduction(+:k)\n k = k + 1;\n"
    "for (i = 0; i < k; i++) c01();",
    "done": "int k = 0;\n#pragma omp parallel\n{\n#pragma omp critical\nif (!k) { k = 1; c01(); } }",
    "single": "\n#pragma omp parallel\n{ int k = 0, i;\n#pragma omp single\nk = 5;\n"
    "for (i = 0; i < k; i++) c01(); }",
    "counter": "int n = 4;\n#pragma omp parallel\n{ int k = 0, i;\n#pragma omp for\n"
    "for (i = 0; i < n; i++) k++;\nfor (i = 0; i < k; i++) c01(); }",
    "first": "int n = 4;\n#pragma omp parallel\n{ int k = 1, i;\n#pragma omp for\n"
    "for (i = 0; i < n; i++) if (k) { k = 0; c01(); } }",
    "loop variable": "int i;\nfor (i = 0; i < 2; i++) c02();\n#pragma omp parallel\n"
    "for (i = 0; i < 4; i++) c01();",
    "flush": "int k = 0;\n#pragma omp parallel\n{\n#pragma omp master\nk = 1;\n"
    "#pragma omp flush\nwhile (!k) c01(); }",
    "threadprivate": "\n#pragma omp parallel\n{\n#pragma omp single\nown = 3;\n"
    "for (int i = 0; i < own; i++) c01(); }",
    "queue": "int next = 0;\n#pragma omp parallel\nfor (;;) { int i;\n#pragma omp critical\n"
    "i = next++;\n"
    "if (i >= 5) break; c01(); }",
    "array": "int a[3] = {0}, i;\n#pragma omp parallel\n a[1] += 2;\n"
    "for (i = 0; i < a[1]; i++) c01();",
}  # fmt: skip
HELPERS = """\
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int global = 0, own = 0;
void orphan(void) {
  int i;
#pragma omp for
  for (i = 0; i < 4; i++) c01();
}
void keeps(void) { static int n = 0; int i; n++; for (i = 0; i < n; i++) c01(); }
void grows(void) { global++; }
void asks(void) { if (omp_get_thread_num() == 0) c01(); }
void adds(int *k) { *k += 1; }
void starts(void) {
#pragma omp parallel
  c01();
}
void sets(int *k) {
#pragma omp single
  *k = 4;
}
void knows(void) {
  int i, k = 0;
#pragma omp single
  k = 4;
  for (i = 0; i < k; i++) c01();
}
"""


@pytest.mark.parametrize("body", DOUBTS_C.values(), ids=DOUBTS_C)
def test_what_several_threads_may_change_is_in_doubt(body: str):
    private = "#pragma omp threadprivate(own)\n" if "own = 3" in body else ""
    text = f"{PROCEDURES_C}{HELPERS}{private}int main(void) {{\n{body}\nreturn 0; }}\n"
    several = counted(text, "c", 2)
    assert set(several.values()) == {None}


@pytest.mark.parametrize(
    "body",
    [
        "int i;\n#pragma omp parallel for\nfor (i = 0; i < 5; i++)\n{0}(i % 2 == {1}()) c01();",
        "\n#pragma omp parallel\n{{ int k = {1}();\n#pragma omp master\n{0} (k == 1) c01(); }}",
        (
            "\n#pragma omp parallel\n{{ int k = {1}(), i;\n#pragma omp for\n"
            "for (i = 0; i < 4; i++) {{ {0} (k > 0) c01(); }} }}"
        ),
    ],
    ids=["share", "master", "share of a region"],
)
def test_the_number_of_a_thread_that_a_place_does_not_tell_is_named(body: str):
    body = body.format("if", "omp_get_thread_num")
    text = f"{PROCEDURES_C}{HELPERS}int main(void) {{\n{body}\nreturn 0; }}\n"
    assert counted(text, "c", 0)[2] is None


@pytest.mark.parametrize(
    ("declared", "clause", "told"),
    [("int id, k;", "", False), ("int id, k;", " private(id, k)", True), ("", "", True)],
)
def test_numbers_of_threads_are_of_variables_of_their_own(declared: str, clause: str, told: bool):
    inside = "" if declared else "int "
    body = f"{declared}\n#pragma omp parallel{clause}\n{{ {inside}id = omp_get_thread_num();\n"
    body += f"{inside}k = 2*id;\nif (k == 2) c01(); }}"
    text = f"{PROCEDURES_C}{HELPERS}int main(void) {{\n{body}\nreturn 0; }}\n"
    assert counted(text, "c", 3)[2] == (1 if told else None)


@pytest.mark.parametrize("seed", range(12))
def test_random_uses_of_the_number_are_added_up_over_the_threads(seed: int):
    rng = random.Random(seed)
    tests = ["id == 0", "id < 2", "id == nt - 1", "id != 1", "i % nt == id", "id > 0", "i > 2*id"]
    firsts, lasts = ["0", "id", "id*n/nt", "2*id"], ["n", "(id + 1)*n/nt", "id + 3", "nt"]
    step = rng.choice(["1", "1", "nt"])
    first, last = rng.choice(firsts), rng.choice(lasts)
    outer, inner = (rng.choice([*(t for t in tests if "i " not in t), "1"]), rng.choice(tests))
    body = f"""#pragma omp parallel
{{
  int id = omp_get_thread_num(), nt = omp_get_num_threads();
  if ({outer})
    for (int i = {first}; i < {last}; i += {step}) {{
      c01();
      if ({inner}) c02();
    }}
#pragma omp barrier
  c03();
}}"""
    text = f"{PROCEDURES_C}#include <omp.h>\nint main(void) {{ int n = 17;\n{body}\nreturn 0; }}\n"
    for threads in (1, 2, 3, 5):
        expected = [0, 0, threads]
        for number in range(threads):
            names = {"id": number, "nt": threads, "n": 17}
            if eval(outer, {}, names):
                ends = (eval(part.replace("/", "//"), {}, names) for part in (first, last, step))
                for i in range(*ends):
                    expected[0] += 1
                    expected[1] += bool(eval(inner, {}, {**names, "i": i}))
        found = counted(text, "c", threads)
        assert [found.get(line, 0) for line in (2, 5, 8)] == expected, (body, threads)


FORTRAN_NUMBERS = """\
      PROGRAM P
      INTEGER OMP_GET_THREAD_NUM, OMP_GET_NUM_THREADS, ID, NT, I, LO
!$OMP PARALLEL {0}
      ID = OMP_GET_THREAD_NUM()
      NT = OMP_GET_NUM_THREADS()
      LO = ID*17/NT + 1
      DO 10 I = LO, (ID + 1)*17/NT
        CALL C01
   10 CONTINUE
      IF (ID .EQ. 0) CALL C02
!$OMP END PARALLEL
      END
"""


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        ("PRIVATE(ID, NT, LO)", True),
        ("DEFAULT(PRIVATE)", True),
        ("PRIVATE(ID, NT)", False),
        ("", False),
    ],
)
def test_blocks_of_iterations_by_the_number_of_the_thread(clauses: str, told: bool):
    text = FORTRAN_NUMBERS.format(clauses)
    lines = text.count("\n")
    for threads in (1, 2, 5):
        found = counted(text + PROCEDURES_F, "f", threads)
        each = (found[lines + 3], found[lines + 7])
        assert each == ((17, 1) if told or threads == 1 else (None, None))


def test_what_all_threads_set_to_the_same_is_in_no_doubt():
    body = "int k, i, m = 3;\n#pragma omp parallel\n k = m + 2;\n for (i = 0; i < k; i++) c01();"
    text = f"{PROCEDURES_C}int main(void) {{\n{body}\nreturn 0; }}\n"
    assert counted(text, "c", 2)[2] == 5


def test_variables_that_a_team_declares_are_those_of_each_thread():
    body = """int k = 0;
for (int i = 0; i < 4; i++) c02();
#pragma omp parallel
{ for (int i = 0; i < 3; i++) c01(); { int k = 1; k++; } }
for (int i = 0; i < 2; i++) c03();
"""
    text = f"{PROCEDURES_C}int main(void) {{\n{body}\nreturn k; }}\n"
    found = counted(text, "c", 2)
    assert [found[line] for line in (2, 5, 8)] == [6, 4, 2]
    found = counted(text.replace("{ int k = 1; k++; }", "k++;").replace("i < 2", "i < k"), "c", 2)
    assert found[8] is None


def test_reports_say_why_counts_are_in_doubt():
    text = f"{PROCEDURES_C}int main(void) {{\n{DOUBTS_C['every thread changes k']}\nreturn 0; }}\n"
    description = describe(analyse(program_of(text, "c")))
    one, two = (
        View(predict(build_model(description, "main", settings_from_arguments(given)), None))
        for given in ([], ["nthreads=2"])
    )
    assert one.conditions() == ["every team of OpenMP has nthreads = 1 threads"]
    assert two.conditions()[0].startswith(
        "several threads do not change what one does: every thread changes k ("
    )


def test_no_count_in_doubt_is_called_exact_in_the_coverage():
    text = f"{PROCEDURES_C}int main(void) {{\n{DOUBTS_C['every thread changes k']}\nreturn 0; }}\n"
    description = describe(analyse(program_of(text, "c")))
    found = [
        predict(build_model(description, "main", settings_from_arguments(given)), None).coverage
        for given in ([], ["nthreads=2"])
    ]
    assert [(item.exact, item.assumed) for item in found] == [(1.0, 0.0), (0.0, 1.0)]
