"""Where control goes: DO and its terminal statements, IF, GOTO, labels, returns."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sad.ir.stmt import CountedLoop, While
from sad.ir.walk import jump_targets
from tests.frontends.fortran.reproducer import body, read

MEANING = {
    # a terminal statement shared by several DOs belongs to the innermost
    "do_shared_action.f": """
        4 do J = 1, N, 1 until 10
          5 do I = 1, N, 1 until 10
            6 10: A[I] = (A[I] + 1.0_real)
        """,
    "do_shared_triple.f": """
        4 do K = 1, N, 1 until 10
          5 do J = 1, N, 1 until 10
            6 do I = 1, N, 1 until 10
              7 if (A[I] > 0._real)
                7 goto 10
              8 A[I] = (A[I] + 1.0_real)
              9 10: continue
        """,
    "do_shared_plus_inner.f": """
        4 do J = 1, N, 1 until 10
          5 do I = 1, N, 1 until 20
            6 20: A[I] = B
          7 do I = 1, N, 1 until 10
            8 A[I] = B
            9 10: continue
        """,
    "do_shared_with_between.f": """
        4 do J = 1, N, 1 until 10
          5 B = 0._real
          6 do I = 1, N, 1 until 10
            7 A[I] = B
            8 10: continue
        """,
    # what may end a DO
    "blank_insensitive_do.f": """
        4 do I = 1, N, 1 until 10
          5 A[I] = 0.0_real
          6 10: continue
        """,
    "do_label_comma.f": """
        4 do I = 1, N, 1 until 10
          5 A[I] = 0.0_real
          6 10: continue
        """,
    "do_label_enddo.f": """
        4 do I = 1, N, 1 until 10
          5 A[I] = 0.0_real
          6 10: continue
        """,
    "do_term_call.f": """
        4 do I = 1, N, 1 until 10
          5 10: call F(A[I])
        """,
    "do_term_if.f": """
        4 do I = 1, N, 1 until 10
          5 10: if (A[I] > 0._real)
            5 A[I] = 0.0_real
        """,
    "do_term_write.f": """
        4 do I = 1, N, 1 until 10
          5 10: write controls(6) items(A[I])
        """,
    "format_between_do.f": """
        4 do I = 1, N, 1 until 10
          6 write controls(6, 20) items(I)
          7 10: continue
        """,
    "data_in_do.f": """
        4 do I = 1, N, 1 until 10
          5 A[I] = X
          7 10: continue
        """,
    "cdir.f": """
        5 do I = 1, N, 1 until 10
          6 10: A[I] = 0.0_real
        """,
    "do_real_var.f": """
        4 do X = 0.0_real, 1.0_real, 0.1_real until 10
          5 10: continue
        """,
    "do_nolabel_named.f": """
        4 L1: do I = 1, N, 1
          5 if (A[I] > 0._real)
            5 exit L1
        """,
    "do_while_label.f": """
        4 while (N > 0)
          5 N = (N - 1)
          6 10: continue
        """,
    # jumps into and out of loops and blocks stay jumps
    "do_jump_into_block.f": """
        4 if (N > 1)
          4 goto 5
        5 if (N > 2)
          6 5: A[1] = 1.0_real
        """,
    "reverse_comm_jump_into_loop.f": """
        4 goto (5, 20)[N]
        5 5: do I = 1, 3, 1 until 10
          6 A[1] = real<-I
          7 20: A[2] = real<-I
          8 10: continue
        """,
    "do_term_goto_inside_if.f": """
        4 do I = 1, N, 1 until 10
          5 if (A[I] == 0._real)
            5 goto 20
          6 10: continue
        7 20: return
        """,
    "end_in_col_7_label.f": "2 goto 999\n3 999: continue",
    # IF
    "elseif_nospace.f": """
        4 if (N > 1)
          5 A[1] = 0._real
          else if (N < 0)
          7 A[1] = 1._real
        """,
    "if_label_else.f": """
        4 if (N > 1)
          5 A[1] = 1._real
          else
          6 10: continue
          7 A[1] = 2._real
        8 20: continue
        """,
    "arith_if_spaces.f": """
        4 sign (A[1] - 2.0_real) -> 10, 20, 30
        5 10: N = 1
        6 20: N = 2
        7 30: N = 3
        """,
    # CDC's two-branch IF: the first label if true, the second if false (zero)
    "two_branch_if.f": """
        4 sign (N > 1) -> 10, 20, 10
        5 10: N = 1
        6 20: N = 2
        """,
    "stop_forms.f": """
        4 if (N == 1)
          4 stop
        5 if (N == 2)
          5 stop
        6 if (N == 3)
          6 stop
        """,
    # GOTO in its forms
    "computed_goto_nocomma.f": """
        4 goto (10, 20, 30)[N]
        5 10: N = 1
        6 20: N = 2
        7 30: N = 3
        """,
    "assigned_goto.f": """
        4 label LAB = 10
        5 goto label LAB in ()
        6 10: continue
        """,
    "assigned_goto_list.f": """
        4 label LAB = 10
        5 goto label LAB in (10, 20)
        6 10: N = 1
        7 20: N = 2
        """,
    # returns of a subroutine, and its entries
    "alt_return_call.f": "4 call T(A) else 10, 20\n5 10: N = 1\n6 20: N = 2",
    "alt_return_amp.f": "4 call T(A) else 10\n5 10: N = 1",
    "alt_return_dollar.f": "4 call T(A) else 10\n5 10: N = 1",
    "alt_return_amp_def.f": "2 return 1",
    "entry_in_function.f": "2 F = X\n3 return\n4 entry G(X)\n5 G = X",
    "entry_args.f": "4 A[1] = 0._real\n5 return\n6 entry E(A, N)\n7 A[1] = 1.0_real",
}


@pytest.mark.parametrize("name", MEANING)
def test_control_flow_is(name: str) -> None:
    assert body(name) == dedent(MEANING[name]).strip("\n ")


@pytest.mark.parametrize(("name", "depth"), [("deep_nest.f", 6), ("do_nest_action_12.f", 12)])
def test_every_do_nests_in_the_one_before(name: str, depth: int) -> None:
    statements, found = read(name).units[0].body, 0
    while isinstance(statements[0], CountedLoop):
        statements = statements[0].body
        found += 1
    assert found == depth


def test_a_do_with_action_statements_as_ends_keeps_each_in_its_loop() -> None:
    first = read("deep_nest_action.f").units[0].body[0]
    labels: list[str | None] = []
    while isinstance(first, CountedLoop):
        labels.append(first.body[-1].label)
        first = first.body[0]
    assert labels == ["1", "2", "3", "4", "5", "6"]


def test_an_extended_range_leaves_the_loop_and_comes_back() -> None:
    unit = read("do_extended_range.f").units[0]
    loop = unit.body[0]
    assert isinstance(loop, CountedLoop)
    assert [item.label for item in loop.body] == [None, "15", "10"]
    assert [item.label for item in unit.body[1:]] == [None, "20", None]


def test_labels_are_numbers() -> None:
    targets = [jump_targets(item) for item in read("label_zeros.f").units[0].body]
    assert targets[:3] == [("21", "30"), ("21",), ("30",)]


def test_do_while_tests_before_each_iteration() -> None:
    assert isinstance(read("do_while.f").units[0].body[0], While)
