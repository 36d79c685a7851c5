"""Which memory loops walk through: strides, walks, addresses kept in scalars and pointers."""

from __future__ import annotations

import pytest

from sad.algebra.text import formula
from sad.analysis.unit import analyse
from sad.codemodel.references import memory_references
from tests.support.model import program_of


def walks_of(text: str, path: str, unit: int = 0, language: str = "fortran") -> list[str]:
    """The walks of a loop as text: array, how often, strides outermost first, where it starts."""
    entry = analyse(program_of(text, language)).entries[unit]
    names = {f"{entry.unit.name}.{name}": name for name in entry.unit.symbols}
    found: list[str] = []
    for walk in memory_references(entry).get(path, ()):
        if walk.passed is not None:
            continue
        steps = ", ".join(
            "?" if step is None else formula(step, names).replace(" ", "")
            for _, step in walk.strides
        )
        start = "?" if walk.offset is None else formula(walk.offset, names).replace(" ", "")
        kind = "writes" if walk.writes else "reads"
        found.append(f"{kind} {walk.array} x{walk.count} by {steps} from {start}")
    return found


def fortran(declarations: str, *body: str) -> str:
    lines = ["SUBROUTINE F (N, LDA, A, B, IX)", "DOUBLE PRECISION " + declarations]
    lines += ["INTEGER IX(N)", *body, "END"]
    return "".join(f"{line if line[:1].isdigit() else '      ' + line}\n" for line in lines)


def test_fortran_runs_through_the_first_subscript_and_neighbours_are_one_walk():
    text = fortran(
        "A(LDA,N), B(LDA,N)", "DO 10 J = 2, N - 1", "DO 10 I = 2, N - 1",
        "10    B(I,J) = A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1)",
    )  # fmt: skip
    assert walks_of(text, "do10.do10") == [
        "writes B x1 by 8*LDA, 8 from 8*LDA+8",
        "reads A x2 by 8*LDA, 8 from 8*LDA",
        "reads A x1 by 8*LDA, 8 from 8",
        "reads A x1 by 8*LDA, 8 from 16*LDA+8",
    ]


def test_a_triangle_starts_where_its_first_row_does():
    text = fortran(
        "A(LDA,N), B(N)", "DO 10 J = 1, N", "DO 10 I = J + 1, N", "10    B(I) = B(I) + A(I,J)"
    )
    assert walks_of(text, "do10.do10") == [
        "writes B x2 by 0, 8 from 8",
        "reads A x1 by 8*LDA, 8 from 8",
    ]


@pytest.mark.parametrize(
    ("first", "last", "subscript", "moves"),
    [
        ("5*I - 4", "5*I", "K", "40"),
        ("I", "I + 3", "K", "8"),
        ("2*I", "2*I + LDA", "K + I", "24"),
        ("N - I", "N - I + 2", "2*K", "-16"),
        ("1", "4", "K", "0"),
        ("I", "N", "K", "0"),
    ],
)
def test_ranges_that_move_along_take_the_walk_along(
    first: str, last: str, subscript: str, moves: str
):
    text = fortran(
        "A(*), B(N)", "DO 10 I = 1, N", f"DO 10 K = {first}, {last}",
        f"10    B(1) = A({subscript})",
    )  # fmt: skip
    (walk,) = (item for item in walks_of(text, "do10.do10") if item.startswith("reads A"))
    step = 16 if subscript == "2*K" else 8
    assert walk.partition(" by ")[2].partition(" from")[0] == f"{moves}, {step}"


def test_an_index_array_leads_anywhere_but_stays_while_its_subscript_does():
    text = fortran(
        "A(LDA,N), B(N)", "DO 10 J = 1, N", "DO 10 I = 1, N", "10    B(IX(I)) = A(IX(J),I)"
    )
    assert walks_of(text, "do10.do10") == [
        "reads IX x1 by 0, 4 from 0",
        "writes B x1 by 0, ? from ?",
        "reads IX x1 by 4, 0 from 0",
        "reads A x1 by ?, 8*LDA from ?",
    ]


def test_subscripts_kept_in_scalars_are_followed():
    text = fortran(
        "A(*), B(N)", "K = 1", "DO 20 J = 1, N", "L = (J - 1)*LDA", "DO 10 I = 1, N",
        "B(I) = A(L + I)", "A(K) = B(I)", "10    K = K + 2", "20    CONTINUE",
    )  # fmt: skip
    assert walks_of(text, "do20.do10") == [
        "writes B x2 by 0, 8 from 0",
        "reads A x1 by 8*LDA, 8 from 0",
        "writes A x1 by 16*max(0,N), 16 from 0",
    ]


def test_a_scalar_that_depends_on_the_data_leads_anywhere():
    text = fortran(
        "A(*), B(N)", "K = 1", "DO 20 I = 1, N", "IF (B(I) .GT. 0D0) K = K + 1", "20    A(K) = B(I)"
    )
    assert walks_of(text, "do20") == ["reads B x2 by 8 from 0", "writes A x1 by ? from ?"]


def test_loops_made_of_jumps_walk_as_well():
    text = fortran(
        "A(*), B(N)", "K = 0", "10    K = K + 3", "B(1) = B(1) + A(K)", "IF (B(1) .LT. 9D0) GOTO 10"
    )
    assert walks_of(text, "goto10") == [
        "writes B x3 by 0 from 0",
        "reads A x1 by 24 from 16",
    ]


@pytest.mark.parametrize(
    ("body", "walks"),
    [
        ("for (int i = 0; i < n; i++) *q++ = p[i];",
         ["writes q[] x1 by 8 from 0", "reads p x1 by 8 from 0"]),
        ("for (unsigned i = 0; i < n; i++) p[n + i - 1] = 0;", ["writes p x1 by 8 from 8*n-8"]),
        ("double *r = p + 3; for (int i = n; i > 0; i--) r[2 * i] = 0;",
         ["writes p x1 by -16 from 16*n+24"]),
        ("for (int i = 0; i < n; i++) m[i][2] = 0;", ["writes m x1 by 8*n from 16"]),
        ("for (int i = 0; i < n; i++) s[i].b = s[i].a;", ["writes s x2 by 16 from 0"]),
    ],
)  # fmt: skip
def test_c_runs_through_the_last_subscript_and_pointers_are_followed(body, walks):
    text = (
        "struct pair { double a, b; };\n"
        f"void f(int n, double *p, double *q, double m[n][n], struct pair *s) {{ {body} }}\n"
    )
    assert sorted(walks_of(text, "loop1", language="c")) == sorted(walks)


def test_arrays_passed_on_name_the_procedure_and_its_dummy():
    text = fortran("A(LDA,N), B(N)", "DO 10 J = 1, N", "10    CALL G (N, A(2,J), B)")
    callee = ("SUBROUTINE G (M, X, Y)", "DOUBLE PRECISION X(M), Y(M)", "Y(1) = X(1)", "END")
    text += "".join(f"      {line}\n" for line in callee)
    caller = next(e for e in analyse(program_of(text)).entries if e.name == "F")
    passed = [walk for walk in memory_references(caller)["do10"] if walk.passed is not None]
    names = {"F.LDA": "LDA"}
    shown = [
        (walk.array, walk.passed, formula(walk.strides[0][1], names), formula(walk.offset))
        for walk in passed
    ]
    assert shown == [("A", ("G", "X"), "8*LDA", "8"), ("B", ("G", "Y"), "0", "0")]
