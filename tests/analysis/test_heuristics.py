"""What the published heuristics say of branches and loops."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_standard_input
from sad.analysis.branches.evidence import Heuristic, combined, evidence
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.lowering.build import describe

if TYPE_CHECKING:
    from sad.model.parameters import Parameter


def parameters(text: str, language: str = "fortran") -> dict[str, Parameter]:
    diagnostics = Diagnostics()
    program = read_standard_input(text, language, SourceOptions(), diagnostics)
    assert not diagnostics.has_errors, [str(item) for item in diagnostics.items]
    return {
        item.symbol.partition("@")[2]: item
        for unit in describe(analyse(program)).units
        for item in unit.parameters
        if "@" in item.symbol
    }


def fortran(*body: str) -> dict[str, Parameter]:
    """The parameters of a subroutine with these statements; after them it does not end at once."""
    head = (
        "      SUBROUTINE S(N, X, Y, A, K, W)",
        "      REAL A(N), X, Y, W",
        "      INTEGER K(N)",
        "      COMMON /C/ Z",
    )
    tail = ("      DO 90 J = 1, N", "   90 V = V + 1", "      END", "")
    return parameters("\n".join([*head, *body, *tail]))


def guess(found: dict[str, Parameter], name: str) -> tuple[float, str]:
    item = found[name]
    assert item.guess is not None
    return float(item.guess), item.guess_from


def test_evidence_is_combined_as_the_paper_says():
    found = [evidence(Heuristic.LOOP_BRANCH, first=True), evidence(Heuristic.OPCODE, first=True)]
    both = combined(found)
    assert both == Fraction(88 * 84, 88 * 84 + 12 * 16)
    against = [found[0], evidence(Heuristic.OPCODE, first=False)]
    assert combined(against) == Fraction(88 * 16, 88 * 16 + 12 * 84)
    assert combined(reversed(against)) == combined(against)
    assert combined([]) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("K(1) .LT. 0", 0.16),
        ("K(1) .LE. 0", 0.16),
        ("K(1) .EQ. 7", 0.16),
        ("7 .EQ. K(1)", 0.16),
        ("K(1) .EQ. -7", 0.16),
        ("0 .GT. K(1)", 0.16),
        ("K(1) .GT. 0", 0.84),
        ("0 .LE. K(1)", 0.84),
        ("K(1) .NE. 3", 0.84),
        (".NOT. K(1) .NE. 3", 0.16),
        ("A(1) .EQ. A(2)", 0.16),
        ("A(1) .NE. 0.0", 0.84),
        ("K(1) .LT. 0 .OR. K(2) .LT. 0", 1 - 0.84**2),
        ("K(1) .GT. 0 .AND. K(2) .GT. 0", 0.84**2),
        ("K(1) .EQ. 7 .AND. A(1) .GT. A(2)", 0.08),
    ],
)
def test_the_opcode_heuristic_looks_at_comparisons(condition: str, value: float):
    found = fortran(f"      IF ({condition}) W = 1.0")
    assert guess(found, "if1") == (pytest.approx(value, abs=1e-4), "opcode")


@pytest.mark.parametrize(
    "condition", ["A(1) .GT. 0.0", "A(1) .LT. A(2)", "K(1) .EQ. K(2)", "K(1) .LT. 5"]
)
def test_other_comparisons_say_nothing(condition: str):
    found = fortran(f"      IF ({condition}) W = 1.0")
    assert guess(found, "if1") == (0.5, "no heuristic applies: equal shares")


WAYS = {
    "guard": (["IF (A(1) .GT. A(2)) W = A(1)"], 0.62, "guard"),
    "not used before it is changed": (["IF (W .GT. A(2)) THEN", "W = 1.0", "Y = W", "END IF"], 0.5, ""),
    "call": (["IF (A(1) .GT. A(2)) CALL OUT(Y)"], 0.22, "call"),
    "function": (["IF (A(1) .GT. A(2)) W = OUT(Y)"], 0.22, "call"),
    "input and output": (["IF (A(1) .GT. A(2)) READ *, W"], 0.22, "call"),
    "intrinsic functions are no calls": (["IF (A(1) .GT. A(2)) W = SQRT(Y)"], 0.5, ""),
    "store to an array": (["IF (A(1) .GT. Y) A(2) = 0.0"], 0.45, "store"),
    "store to COMMON": (["IF (A(1) .GT. Y) Z = 0.0"], 0.45, "store"),
    "both ways store": (["IF (A(1) .GT. Y) THEN", "Z = 0", "ELSE", "Z = 1", "END IF"], 0.5, ""),
    "return": (["IF (A(1) .GT. Y) RETURN", "V = 2", "IF (V .LT. W) V = 4"], 0.28, "return"),
    "loop": (
        ["IF (A(1) .GT. Y) THEN", "DO 10 I = 1, N", "10 W = W + 1", "END IF"], 0.75, "loop header",
    ),
    "both after all": (["IF (A(1) .GT. Y) GOTO 20", "20 CALL OUT(Y)"], 0.5, ""),
}  # fmt: skip


@pytest.mark.parametrize("what", WAYS)
def test_what_a_way_does_first_counts(what: str):
    body, value, names = WAYS[what]
    lines = [
        f"   {line[:2]} {line[3:]}" if line[:2].isdigit() else f"      {line}" for line in body
    ]
    found = fortran(*lines)
    assert guess(found, "if1") == (value, names or "no heuristic applies: equal shares")


def test_guard_and_store_are_combined():
    found = fortran("      IF (A(1) .GT. Y) A(2) = A(1)")
    both = 0.62 * 0.45 / (0.62 * 0.45 + 0.38 * 0.55)
    assert guess(found, "if1") == (pytest.approx(both, abs=1e-4), "guard, store")


def test_a_loop_is_left_early_with_the_probability_of_its_exit():
    found = fortran(
        "      DO 10 I = 1, N",
        "        IF (A(I) .GT. Y) GOTO 20",
        "        W = W + A(I)",
        "   10 CONTINUE",
        "   20 CONTINUE",
    )
    assert guess(found, "do10.if1")[1] == "loop exit, guard"
    leaves = 0.2 * 0.38 / (0.2 * 0.38 + 0.8 * 0.62)
    assert guess(found, "do10.if1")[0] == pytest.approx(leaves, abs=1e-4)
    trips, names = guess(found, "do10")
    assert trips == pytest.approx(1 / leaves, abs=0.01)
    assert names == "its exits: loop exit, guard"


def test_a_loop_of_jumps_goes_on_with_the_probability_of_a_loop_branch():
    found = fortran("   10 Y = W", "      IF (W .GT. X) GOTO 10")
    again = 0.88 * 0.62 / (0.88 * 0.62 + 0.12 * 0.38)
    trips, names = guess(found, "goto10")
    assert trips == pytest.approx(1 / (1 - again), abs=0.01)
    assert names == "its exits: loop branch, guard"


def test_a_loop_of_which_nothing_else_is_known_runs_as_often_as_loop_branches_go_back():
    found = fortran("   10 W = W*Y", "      IF (V .GT. X) GOTO 10")
    assert guess(found, "goto10") == (pytest.approx(1 / 0.12, abs=1e-3), "its exits: loop branch")


def test_the_body_of_a_loop_tested_first_runs_once_less():
    text = "void f(int *x, int n) { while (g() > n) x[0] += h(); while (n > 3) n /= g(); }"
    found = parameters(text, "c")
    goes_on = 0.88 * 0.22 * 0.45 / (0.88 * 0.22 * 0.45 + 0.12 * 0.78 * 0.55)
    trips, names = guess(found, "while1")
    assert names == "its exits: loop branch, call, store"
    assert trips == pytest.approx(goes_on / (1 - goes_on), abs=0.01)


POINTERS = """\
struct node { struct node *next; int value; };
int f(struct node *p, struct node *q, double *x)
{
    int n = 0;
    if (p != q) n = g();
    while (p) { n += p->value; p = p->next; }
    if (!x) n += 3;
    return n;
}
"""


def test_the_pointer_heuristic_looks_at_equality_and_null():
    found = parameters(POINTERS, "c")
    assert "pointer" in guess(found, "while1")[1]
    assert guess(found, "if2") == (0.4, "pointer")


def test_each_operand_of_a_sequential_condition_is_a_branch():
    text = "int f(int *k, int n) { int m = 0; if (k[0] == 3 && k[1] > 0 || k[2] < 0) m = n;"
    text += " do m += n; while (m < g()); return m; }"
    found = parameters(text, "c")
    assert guess(found, "if1") == (0.16, "opcode")
    assert guess(found, "if1.and2") == (0.84, "opcode")
    assert guess(found, "if1.or3") == (0.16, "opcode")


def test_a_switch_and_a_computed_goto_have_equal_shares():
    text = "int f(int *k) { switch (k[0]) { case 1: return g(); case 4: return h(); } return 0; }"
    found = parameters(text, "c")
    arms = {name: item for name, item in found.items() if name.startswith("select1")}
    assert [float(item.guess or 0) for item in arms.values()] == [0.3333, 0.3333]
    assert {item.arm_of for item in arms.values()} == {"f.prob@select1"}
    found = fortran("      GOTO (10, 20, 30), K(1)", "   10 W = 1", "   20 W = 2", "   30 W = 3")
    assert {guess(found, f"cgoto1.{arm}") for arm in (1, 2, 3)} == {(0.25, "equal shares")}


def test_an_arithmetic_if_is_two_comparisons_with_zero():
    found = fortran("      IF (K(1)) 10, 20, 30", "   10 W = 1", "   20 W = 2", "   30 W = 3")
    assert guess(found, "arithif1.negative") == (0.16, "opcode")
    assert guess(found, "arithif1.zero") == (pytest.approx(0.84 * 0.16, abs=1e-4), "opcode")
    found = fortran("      IF (A(1)) 10, 20, 10", "   10 W = 1", "   20 W = 2")
    assert guess(found, "arithif1.negative_positive") == (0.84, "opcode")


def test_only_failures_take_exceptional_and_error_exits():
    found = fortran(
        "      READ (5, *, END=20, ERR=30) W", "      W = 2", "   20 W = 3", "   30 W = 4"
    )
    assert guess(found, "read1.1") == (0.0, "exceptional exit")
    assert guess(found, "read1.2") == (0.0, "exceptional exit")
    found = fortran("      IF (A(1) .LT. 0.0) STOP 'negative'", "      W = 2")
    assert guess(found, "if1") == (0.0, "error exit")


def test_the_only_way_out_of_a_loop_is_no_exception():
    found = fortran(
        "   10 READ (5, *, END=20) W", "      Y = Y + W", "      GOTO 10", "   20 CONTINUE"
    )
    trips, names = guess(found, "goto10")
    assert names.startswith("its exits: loop branch")
    assert 1 < trips < 100


def test_recursion_has_no_guess():
    text = "int f(int *k) { if (k[0] > 3) return f(k + 1); return 0; }"
    found = parameters(text, "c")
    assert found["recursion"].guess is None
    assert found["if1"].guess is not None


def test_the_parts_of_a_cycle_with_several_entries_run_as_their_flow_says():
    found = fortran(
        "      IF (A(1) .LT. Y) GOTO 20",
        "   10 W = W + 1",
        "      IF (A(2) .LT. W) GOTO 30",
        "   20 W = W + 2",
        "      IF (A(3) .LT. Y) GOTO 10",
        "   30 CONTINUE",
    )
    visits = {name: item.guess for name, item in found.items() if "label" in name}
    # Entered half at each part; from 10 on to 20 and from 20 back to 10 as the branches say.
    on, back = 1 - 0.12 * 0.38 / (0.12 * 0.38 + 0.88 * 0.62), float(found["if3"].guess or 0)
    first, second = (float(visits[name] or 0) for name in ("label10", "label20"))
    enters = float(found["if1"].guess or 0)
    assert first == pytest.approx(1 - enters + back * second, abs=1e-3)
    assert second == pytest.approx(enters + on * first, abs=1e-3)
