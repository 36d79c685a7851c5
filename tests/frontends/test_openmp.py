"""The parser of OpenMP directives, and what they govern in the IR of both languages."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from frontends.directives import Found, fortran_directives, read_directive
from frontends.openmp import CLAUSES, Clause, Form, parse
from sad.diagnostics import Span
from sad.ir import stmt as st
from sad.ir.walk import bodies
from tests.support.command import sad
from tests.support.model import program_of
from tests.support.realcode import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_OPENMP_3 = {
    "parallel": Form.REGION, "for": Form.LOOP, "do": Form.LOOP, "sections": Form.REGION,
    "section": Form.REGION, "single": Form.REGION, "workshare": Form.REGION,
    "parallel for": Form.LOOP, "parallel do": Form.LOOP, "parallel sections": Form.REGION,
    "parallel workshare": Form.REGION, "task": Form.REGION, "taskyield": Form.NOTHING,
    "master": Form.REGION, "critical": Form.REGION, "barrier": Form.NOTHING,
    "taskwait": Form.NOTHING, "atomic": Form.STATEMENT, "flush": Form.NOTHING,
    "ordered": Form.REGION, "threadprivate": Form.NOTHING,
}  # fmt: skip
_CLAUSES_3 = (
    "if num_threads default shared private firstprivate lastprivate copyin copyprivate reduction "
    "schedule ordered collapse nowait untied final mergeable read write update capture"
)


@pytest.mark.parametrize("fortran", [False, True])
@pytest.mark.parametrize(("name", "form"), _OPENMP_3.items())
def test_every_construct_of_openmp_3_is_known(name: str, form: Form, fortran: bool):
    found = parse(name, fortran=fortran)
    assert (found.name, found.form, found.ends, found.problems) == (name, form, False, ())


def test_every_clause_of_openmp_3_is_known():
    assert set(_CLAUSES_3.split()) <= CLAUSES


@pytest.mark.parametrize(
    ("text", "name", "ends"),
    [
        ("PARALLELDO", "parallel do", False),
        ("ENDPARALLELDO", "parallel do", True),
        ("END  PARALLEL  SECTIONS", "parallel sections", True),
        ("DOSIMD", "do simd", False),
        ("TARGET TEAMS DISTRIBUTE PARALLEL DO SIMD", "target teams distribute parallel do simd", False),
        ("TARGET ENTER DATA MAP(TO:X)", "target enter data", False),
        ("TARGETDATA MAP(X)", "target data", False),
        ("CANCELLATION POINT DO", "cancellation point", False),
        ("DECLARE SIMD (F) UNIFORM(N)", "declare simd", False),
        ("TASKLOOP GRAINSIZE(4)", "taskloop", False),
    ],
)  # fmt: skip
def test_names_of_fortran_may_stand_without_blanks(text: str, name: str, ends: bool):
    found = parse(text, fortran=True)
    assert (found.name, found.ends, found.problems) == (name, ends, ())


def test_clauses_have_what_stands_in_their_brackets():
    found = parse(
        "parallel for if(n > f(1, ')')) schedule(static, 4), nowait reduction(+ : s, t)",
        fortran=False,
    )
    assert found.problems == ()
    assert found.clauses == (
        Clause("if", "n > f(1, ')')"),
        Clause("schedule", "static, 4"),
        Clause("nowait", None),
        Clause("reduction", "+ : s, t"),
    )
    assert found.names("reduction") == {"s", "t"}
    assert parse("critical (name)", fortran=False).argument == "name"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("paralel for", "paralel is no directive of OpenMP that is known"),
        ("parallelfor", "parallelfor is no directive of OpenMP that is known"),
        ("", "an empty directive is no directive of OpenMP that is known"),
        ("parallel privat(x)", "privat is no clause of OpenMP that is known"),
        ("parallel private(x", "a bracket is never closed"),
        ("parallel private(x) +", "'+' is no clause"),
        ("for schedule(static, 0)", "schedule(static, 0) needs a number of one or more"),
        ("for collapse(0)", "collapse(0) needs a number of one or more"),
    ],
)
def test_what_is_not_understood_is_told(text: str, problem: str):
    assert parse(text, fortran=False).problems == (problem,)


FORTRAN = """\
      SUBROUTINE S(N, X)
      REAL X(N)
!$OMP PARALLEL PRIVATE(I,
!$OMP&  J)  ! more
      K = 5
C$OMP DO SCHEDULE(STATIC)
      DO 10 I = 1, N
        DO 10 J = 1, 2
   10 X(I) = J
*$OMP END DO NOWAIT
!$OMP SINGLE
      X(1) = 2.0
!$OMP END SINGLE
!$OMP ATOMIC
      X(1) = X(1) + 1.0
!$OMP BARRIER
!$OMP ENDPARALLEL
      END
"""
FREE = """\
subroutine s(n, x)
  real x(n)
  !$omp parallel private(i, &
  !$omp & j)
  k = 5
  !$omp do schedule(static)
  do i = 1, n
    do j = 1, 2
      x(i) = j
    end do
  end do
  !$omp end do nowait
  !$omp single
  x(1) = 2.0
  !$omp end single
  !$omp atomic
  x(1) = x(1) + 1.0
  !$omp barrier
  !$omp end parallel
end
"""
C = """\
void s(int n, float *x) {
  int i, j, k;
#pragma omp parallel \\
    private(i, j)
  {
    k = 5;
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      for (j = 0; j < 2; j++)
        x[i] = j;
    _Pragma("omp single")
    x[0] = 2;
#pragma omp atomic
    x[0] += 1;
#pragma omp barrier
  }
}
"""
IN_ORDER = [
    "parallel", "K", "do", "loop", "/do", "single", "X", "/single", "atomic", "X", "/atomic",
    "barrier", "/barrier", "/parallel",
]  # fmt: skip


def in_order(body: tuple[st.Stmt, ...]) -> list[str]:
    """The marks and statements of a body, loops as one word."""
    found: list[str] = []
    for item in body:
        if isinstance(item, st.Mark):
            name = item.construct.name.replace("for", "do")
            found.append(name if item.begins else f"/{name}")
        elif isinstance(item, st.Assign):
            name = item.target.name if hasattr(item.target, "name") else item.target.array
            found.append(name.upper().partition("[")[0])
        elif isinstance(item, st.CountedLoop):
            found.append("loop")
            assert not any(isinstance(inner, st.Mark) for part in bodies(item) for inner in part)
    return found


@pytest.mark.parametrize(
    ("language", "text"), [("fortran", FORTRAN), ("c", C), ("fortran free", FREE)]
)
def test_marks_stand_around_what_is_governed(language: str, text: str, tmp_path: Path):
    if language == "fortran free":
        from frontends.fortran.reader import ReadOptions, read_text
        from sad.diagnostics import Diagnostics

        (unit,) = read_text(text, "a.f90", ReadOptions(), Diagnostics()).units
    else:
        (unit,) = program_of(text, language).units
    assert in_order(unit.body) == IN_ORDER
    copied = unit.sequential[0].copied
    assert {name.upper() for name in copied} == {"I", "J"}


BROKEN = {
    "SUBROUTINE S\n!$OMP DO\nX = 1\nEND": "OpenMP: do stands before no DO loop",
    "SUBROUTINE S\n!$OMP PARALLEL\nX = 1\nEND": "OpenMP: parallel is never ended",
    "SUBROUTINE S\nX = 1\n!$OMP END PARALLEL\nEND": "OpenMP: end parallel without its parallel",
    "SUBROUTINE S\nX = 1\n!$OMP END DO\nEND": "OpenMP: end do without its do",
    "SUBROUTINE S\nIF (X .GT. 1) THEN\n!$OMP PARALLEL\nX = 1\nEND IF\n!$OMP END PARALLEL\nEND": (
        "OpenMP: parallel ends in another block than it begins in"
    ),
    "SUBROUTINE S\nX = 1\n!$OMP ATOMIC\nEND": "OpenMP: atomic stands before no statement",
    "!$OMP PARALLEL\nSUBROUTINE S\nX = 1\nEND": "OpenMP: parallel stands in no program unit",
    "SUBROUTINE S\nX = 1\n!$OMP PARALEL\nEND": (
        "OpenMP: paralel is no directive of OpenMP that is known"
    ),
}


@pytest.mark.parametrize(("text", "problem"), BROKEN.items())
def test_a_directive_that_governs_nothing_is_a_warning(text: str, problem: str, tmp_path: Path):
    file = tmp_path / "a.f"
    lines = (line if line[0] == "!" else f"      {line}" for line in text.split("\n"))
    file.write_text("\n".join(lines) + "\n")
    heads = [line for line in sad("analyze", str(file)).err.splitlines() if "SAD231" in line]
    assert [line.partition("warning[SAD231]: ")[2] for line in heads] == [problem]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("#pragma omp for\n  n++;", "for stands before no for loop"),
        ("if (n) {\n#pragma omp parallel\n  }", "parallel stands before no statement"),
        ("#pragma omp parallel\n  int k = 0;", "parallel stands before no statement"),
        ("switch (n) {\n  case 1:\n#pragma omp paralel\n  n++;\n  }", "paralel is no directive"),
    ],
)
def test_a_pragma_that_governs_nothing_is_a_warning(text: str, problem: str, tmp_path: Path):
    file = tmp_path / "a.c"
    file.write_text(f"int f(int n) {{\n  {text}\n  return n;\n}}\n")
    heads = [line for line in sad("analyze", str(file)).err.splitlines() if "SAD231" in line]
    assert len(heads) == 1
    assert problem in heads[0]


def test_a_pragma_in_a_case_of_a_switch_governs_the_loop_behind_it():
    text = (
        "int f(int n) { int i, s = 0; switch (n) { case 1:\n#pragma omp parallel for\n"
        "for (i = 0; i < n; i++) s++; break; } return s; }"
    )
    (unit,) = program_of(text, "c").units
    select = next(item for item in unit.body if isinstance(item, st.Select))
    marks = [item.begins for item in select.cases[0].body if isinstance(item, st.Mark)]
    assert marks == [True, False]


def test_statements_behind_a_sentinel_are_code_where_openmp_is_defined(tmp_path: Path):
    fixed = tmp_path / "a.f"
    fixed.write_text("      N = 1\n!$    N = N +\n!$   1    1\n*$ 10 N = 3\n      END\n")
    free = tmp_path / "b.f90"
    free.write_text("n = 1\n  !$ n = n + &\n  !$& 1\nend\n")
    for file, number in ((fixed, 3), (free, 2)):
        plain = sad("dump", "--ir", str(file)).out
        code = sad("dump", "--ir", str(file), "-D", "_OPENMP").out
        assert plain.count(" N = ") == 1
        assert code.count(" N = ") == number


def test_a_directive_in_an_included_file_stands_where_it_is_included(tmp_path: Path):
    (tmp_path / "in.inc").write_text(
        "!$OMP PARALLEL DO\n      DO I = 1, N\n        X = I\n      END DO\n"
    )
    file = tmp_path / "a.f"
    file.write_text("      SUBROUTINE S(N)\n      X = 1\n      INCLUDE 'in.inc'\n      END\n")
    out = sad("dump", "--ir", str(file)).out
    lines = [line.strip() for line in out.splitlines()]
    assert [line.partition(" ")[2] for line in lines if line[:1].isdigit()] == [
        "X = 1_real",
        "OpenMP parallel do",
        "do I = 1, N, 1",
        "X = real<-I",
        "OpenMP end parallel do",
    ]


def _read_all(found: Iterable[Found], *, fortran: bool) -> tuple[Counter[str], Counter[str]]:
    """The names of directives, and what is not understood of them."""
    names, problems = Counter[str](), Counter[str]()
    for item in found:
        read = read_directive(item.language, item.text, item.span, fortran=fortran)
        assert read.directive is not None
        names[read.directive.name] += 1
        problems.update(read.directive.problems)
    return names, problems


def _texts(package: str, pattern: str) -> Iterator[tuple[str, str]]:
    """The files of a package of real code by name, skipped visibly where it is not there."""
    root = FOLDER / package
    if not root.is_dir():
        pytest.skip("the real code is not there: python -m tests.support.realcode --scale")
    for file in sorted(root.rglob(pattern)):
        yield file.name, file.read_bytes().decode("latin-1")


def test_all_directives_of_a_large_program_are_read_or_named():
    """NWChem: one directive goes on without its sentinel, and a macro stands in the names of 58."""
    files = _texts("nwchem", "*.[fF]")
    every = (x for name, text in files for x in fortran_directives(text, name, free_form=False))
    names, problems = _read_all(every, fortran=True)
    assert names.total() == 2509
    assert {"parallel do", "do", "single", "critical", "task", "target data", "sections"} <= {
        *names
    }
    assert problems == {
        "a bracket is never closed": 1,
        "teams_distribute is no directive of OpenMP that is known": 58,
    }


def test_all_directives_of_a_package_of_c_are_read():
    """GraphicsMagick: most of its directives are of four kinds."""
    pragma = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+omp((?:.*\\\n)*.*)", re.M)
    every = (
        Found("omp", found[1].replace("\\\n", " "), Span.at(name), 0)
        for name, text in _texts("graphicsmagick", "*.c")
        for found in pragma.finditer(text)
    )
    names, problems = _read_all(every, fortran=False)
    assert names.total() == 291
    assert problems == {}
