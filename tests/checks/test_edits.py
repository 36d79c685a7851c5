"""Typical edits of a Fortran and a C program, each with what it is to be judged."""

from pathlib import Path

import pytest

from sad.checks.compare.changes import compare
from sad.checks.costs.record import State
from sad.checks.costs.states import load_state
from sad.checks.costs.timing import timing_of
from sad.checks.outcome import Change, Verdict
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Reading

FORTRAN = """\
      SUBROUTINE AXPY(N, M, A, X, Y)
      INTEGER N, M, I, J
      DOUBLE PRECISION A, X(N), Y(N)
      DO 10 I = 1, N
         Y(I) = Y(I) + A*X(I)
   10 CONTINUE
      DO 30 J = 1, M
         DO 20 I = 1, N
            Y(I) = Y(I) + SQRT(A)*X(I)
   20    CONTINUE
   30 CONTINUE
      END
      SUBROUTINE FACT(N, B, EPS)
      INTEGER N, K, I
      DOUBLE PRECISION B(N,N), EPS, T
      DO 50 K = 1, N, 32
         B(K,1) = B(K,1)*2.0D0
   50 CONTINUE
   60 T = 0.0D0
      DO 70 I = 1, N
         T = T + ABS(B(I,I))
   70 CONTINUE
      IF (T .GT. EPS) GOTO 60
      CALL AXPY(N, 4, T, B(1,1), B(1,2))
      END
"""
CALL = "      CALL AXPY(N, 4, T, B(1,1), B(1,2))\n"
INLINED = """\
      DO 110 I = 1, N
         B(I,2) = B(I,2) + T*B(I,1)
  110 CONTINUE
      DO 130 J = 1, 4
         DO 120 I = 1, N
            B(I,2) = B(I,2) + SQRT(T)*B(I,1)
  120    CONTINUE
  130 CONTINUE
"""
Edit = list[tuple[str, str]]
SAME: dict[str, Edit] = {
    "comment": [
        ("      DO 10", "C     once\n\n      DO 10"),
        ("A*X(I)\n   10", "A*X(I)\nC\n   10"),
    ],
    "format": [("Y(I) = Y(I) + A*X(I)", "Y(I)  =  Y(I) +\n     &    A * X(I)")],
    "labels": [("DO 10", "DO 99"), ("   10 ", "   99 "), ("   60 ", "  160 "), ("TO 60", "TO 160")],
    "loop labels": [("DO 70", "DO 170"), ("   70 ", "  170 ")],
    "declarations": [
        (
            "INTEGER N, M, I, J\n      DOUBLE PRECISION A, X(N), Y(N)",
            "DOUBLE PRECISION A, Y(N), X(N)\n      INTEGER J, I, M, N",
        )
    ],
    "renamed leaf": [("AXPY", "AXPLUS")],
    "renamed caller": [("FACT", "FACTOR")],
    "renamed both": [("AXPY", "AXPLUS"), ("FACT", "FACTOR")],
    "renamed argument": [
        ("AXPY(N, M,", "AXPY(LEN, M,"),
        ("INTEGER N, M", "INTEGER LEN, M"),
        ("X(N), Y(N)", "X(LEN), Y(LEN)"),
        ("DO 10 I = 1, N", "DO 10 I = 1, LEN"),
        ("DO 20 I = 1, N", "DO 20 I = 1, LEN"),
    ],
    "renamed variable": [
        ("DOUBLE PRECISION B(N,N), EPS, T", "DOUBLE PRECISION B(N,N), EPS, S"),
        (" T ", " S "),
        ("(T ", "(S "),
        (" T,", " S,"),
    ],
    "moved unit": [],
}
CHANGED: dict[str, tuple[Edit, str, Verdict, str]] = {
    "extra loop": (
        [("   30 CONTINUE\n", "   30 CONTINUE\n      DO 31 I = 1, N\n   31 X(I) = 0.0D0\n")],
        "AXPY",
        Verdict.LOWER,
        "new >= old for all M >= 1, N >= 1",
    ),
    "hoisted invariant": (
        [("      DO 30 J", "      A = SQRT(A)\n      DO 30 J"), ("SQRT(A)*", "A*")],
        "AXPY",
        Verdict.CHEAPER,
        "",
    ),
    "changed bound": (
        [("DO 10 I = 1, N", "DO 10 I = 1, N/2")],
        "AXPY",
        Verdict.CHEAPER,
        "new <= old for all M >= 1, N >= 1",
    ),
    "reordered nest": (
        [("DO 30 J = 1, M\n         DO 20 I = 1, N", "DO 30 I = 1, N\n         DO 20 J = 1, M")],
        "AXPY",
        Verdict.INCOMPARABLE,
        "",
    ),
    "algorithm swap": (
        [("DO 20 I = 1, N", "DO 20 I = 1, N*N")],
        "AXPY",
        Verdict.ORDER,
        "new >= old for all M >= 1, N >= 1",
    ),
    "constant factor": (
        [("SQRT(A)*X(I)", "SQRT(A)*X(I) + A")],
        "AXPY",
        Verdict.LEADING,
        "new >= old for all M >= 1, N >= 1",
    ),
    "new branch": (
        [("Y(I) = Y(I) + SQRT(A)", "IF (X(I) .GT. 0.0D0) Y(I) = Y(I) + SQRT(A)")],
        "AXPY",
        Verdict.INCOMPARABLE,
        "",
    ),
    "moved call": (
        [(CALL, ""), ("         T = T + ABS", f"{CALL}         T = T + ABS")],
        "FACT",
        Verdict.ORDER,
        "new >= old for all N >= 1",
    ),
    "inlined": (
        [(CALL, INLINED), ("INTEGER N, K, I", "INTEGER N, K, I, J")],
        "FACT",
        Verdict.CHEAPER,
        "new <= old for all N >= 1",
    ),
    "block size": (
        [("DO 50 K = 1, N, 32", "DO 50 K = 1, N, 64")],
        "FACT",
        Verdict.CHEAPER,
        "new <= old for all N >= 1",
    ),
    "smaller blocks": (
        [("DO 50 K = 1, N, 32", "DO 50 K = 1, N, 16")],
        "FACT",
        Verdict.LOWER,
        "new >= old for all N >= 1",
    ),
}


def edited(text: str, edit: Edit) -> str:
    for before, after in edit:
        assert before in text
        text = text.replace(before, after)
    return text


def state_of_text(text: str, file: Path) -> State:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return load_state(Reading((str(file),)), "", file.parent)[0]


def changes(old: str, new: str, folder: Path, name: str = "solve.f") -> dict[str, Change]:
    before = state_of_text(old, folder / "old" / name)
    now = state_of_text(new, folder / "new" / name)
    return {change.unit.name: change for change in compare(before, now)}


@pytest.mark.parametrize("name", SAME)
def test_edits_that_cost_nothing_are_identical(name: str, tmp_path: Path):
    new = edited(FORTRAN, SAME[name])
    if name == "moved unit":
        start = FORTRAN.index("      SUBROUTINE FACT")
        new = FORTRAN[start:] + FORTRAN[:start]
    found = changes(FORTRAN, new, tmp_path)
    assert len(found) == 2
    assert {change.verdict for change in found.values()} == {Verdict.IDENTICAL}


@pytest.mark.parametrize("name", CHANGED)
def test_edits_are_judged(name: str, tmp_path: Path):
    edit, unit, verdict, proof = CHANGED[name]
    found = changes(FORTRAN, edited(FORTRAN, edit), tmp_path)[unit]
    assert (found.verdict, found.proof) == (verdict, proof)
    assert found.lines  # and where it comes from
    assert found.difference != "0"


def test_a_caller_tells_what_its_cost_comes_from(tmp_path: Path):
    edit = CHANGED["algorithm swap"][0]
    found = changes(FORTRAN, edited(FORTRAN, edit), tmp_path)["FACT"]
    assert found.verdict is Verdict.ORDER
    assert "unchanged itself; through what it calls: AXPY" in found.notes


def test_a_new_branch_tells_up_to_which_probability_it_pays(tmp_path: Path):
    found = changes(FORTRAN, edited(FORTRAN, CHANGED["new branch"][0]), tmp_path)["AXPY"]
    assert found.crossover == (
        "cheaper for prob@do30.do20.if1 < 5/8, dearer for prob@do30.do20.if1 > 5/8"
    )


def test_a_loop_put_before_another_one_does_not_take_its_place(tmp_path: Path):
    edit = [
        (
            "   60 T = 0.0D0",
            "   59 EPS = EPS*2.0D0\n      IF (EPS .LT. 1D0) GOTO 59\n   60 T = 0.0D0",
        )
    ]
    found = changes(FORTRAN, edited(FORTRAN, edit), tmp_path)["FACT"]
    assert "trips@goto59" in found.difference
    assert "trips@goto60" not in found.difference


def test_values_of_one_line_keep_their_names(tmp_path: Path):
    """N and NB are unknown at the same place; N gets a name that sorts behind NB."""
    text = """\
      SUBROUTINE FEED(X)
      INTEGER N, NB, I
      REAL X(*)
      READ (*,*) N, NB
      DO 10 I = 1, N
   10 X(I) = 0.0
      DO 20 I = 1, NB
   20 X(I) = X(I)*2.0 + 1.0
      END
"""
    renamed = [("N,", "NZ,"), ("1, N\n", "1, NZ\n")]
    assert changes(text, edited(text, renamed), tmp_path)["FEED"].verdict is Verdict.IDENTICAL


def test_a_renamed_variable_in_common_is_the_same(tmp_path: Path):
    text = """\
      SUBROUTINE FEED(X)
      INTEGER I, N, K
      REAL X(*)
      COMMON /SIZES/ K, N
      DO 10 I = 1, N
   10 X(I) = 0.0
      END
"""
    renamed = [(" N,", " NUM,"), (", N\n", ", NUM\n")]
    assert changes(text, edited(text, renamed), tmp_path)["FEED"].verdict is Verdict.IDENTICAL


def test_renamed_units_are_told(tmp_path: Path):
    found = changes(FORTRAN, edited(FORTRAN, SAME["renamed both"]), tmp_path)
    assert {change.renamed_from for change in found.values()} == {"AXPY", "FACT"}


C = """\
void scale(int n, double *x, double a)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] * a;
}
double norm(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
void run(int n, double *x)
{
    scale(n, x, 2.0);
    norm(n, x);
}
"""


@pytest.mark.parametrize(
    ("edit", "unit", "verdict"),
    [
        ([("{\n    for", "{ /* all */\n\n  for")], "scale", Verdict.IDENTICAL),
        ([("scale", "stretch")], "run", Verdict.IDENTICAL),
        (
            [("int i = 0; i < n; i++)\n        x", "int i = 0; i < 2 * n; i++)\n        x")],
            "scale",
            Verdict.LEADING,
        ),
        (
            [("s += x[i] * x[i];", "for (int j = 0; j < i; j++) s += x[i] * x[j];")],
            "norm",
            Verdict.ORDER,
        ),
        ([("    norm(n, x);\n", "")], "run", Verdict.CHEAPER),
    ],
)
def test_edits_of_c(edit: Edit, unit: str, verdict: Verdict, tmp_path: Path):
    assert changes(C, edited(C, edit), tmp_path, "solve.c")[unit].verdict is verdict


def test_time_and_shares_at_sizes(tmp_path: Path):
    timing = timing_of(("sparc2",), None, settings_from_arguments(("n=1000", "m=10")))
    states: list[State] = []
    for name, text in (("old", FORTRAN), ("new", edited(FORTRAN, CHANGED["extra loop"][0]))):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.f").write_text(text, encoding="utf-8")
        states.append(load_state(Reading((str(folder),)), "", folder, timing)[0])
    found = {change.unit.name: change for change in compare(*states, timing)}["AXPY"]
    old, new = found.seconds["sparc2"]
    assert old is not None
    assert new is not None
    assert found.relative == pytest.approx(new / old - 1, rel=1e-5)
    assert sum(line.share or 0 for line in found.lines) == pytest.approx(1)
    assert found.measure == "ps on sparc2"
