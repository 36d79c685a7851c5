"""Where a statement starts and ends, and what its characters are: columns, blanks, continuation."""

from __future__ import annotations

import pytest

from tests.frontends.fortran.reproducer import body, names, read, symbol

ONE_PLUS_TWO = "4 A[1] = (1.0_real + 2.0_real)"

MEANING = {
    "exponent_and_kind.f90": (
        "5 do N = 1, (int((X * 1E5_double)) + int(2E-1_double)), 1\n  6 X = (X + 1D0_double)"
    ),
    # blanks are no characters of a statement
    "blank_in_operator.f": "4 if (N > 1)\n  4 A[1] = 1.0_real",
    "blank_insensitive_goto.f": "4 goto 10\n5 10: continue",
    "blank_insensitive_ident.f": "4 ALPHA = 1.0_real",
    "blank_insensitive_number.f": "4 X = 3.14159265_real",
    "double_star_split.f": "4 A[1] = (A[2] ** 2)",
    "do_assignment_lookalike.f": "4 DO10I = 1.5_real\n5 DO10J = 1.5_real",
    "bare_label_end_do_var.f": "4 ENDDO = 1_real\n5 ENDIF = 2_real",
    "label_spaces.f": "4 10: A[1] = 1.0_real\n5 goto 10",
    "logical_if_nospace.f": "4 if (N > 1)\n  4 goto 10\n5 10: continue",
    # continuation: any mark but blank and 0 in column 6, comments and blank lines between
    "cont_amp.f": ONE_PLUS_TWO,
    "cont_amp_col73.f": ONE_PLUS_TWO,
    "cont_bang_col6.f": ONE_PLUS_TWO,
    "cont_blank_between.f": ONE_PLUS_TWO,
    "cont_comment_between.f": ONE_PLUS_TWO,
    "cont_digit.f": "4 A[1] = ((1.0_real + 2.0_real) + 3.0_real)",
    "cont_dollar.f": ONE_PLUS_TWO,
    "cont_letter_C_col6.f": ONE_PLUS_TWO,
    "cont_zero_col6.f": "4 A[1] = 1.0_real\n5 A[2] = 2.0_real",
    "tab_continuation.f": ONE_PLUS_TWO,
    # ... which may split names, keywords, numbers and operators
    "cont_in_identifier.f": "4 A[1] = (ALPHA + 1.0_real)",
    "cont_in_keyword.f": "4 continue",
    "cont_in_number.f": "4 A[1] = 1234.0_real",
    "cont_in_operator.f": "4 if (N > 1)\n  4 A[1] = 1.0_real",
    "cont_splits_identifier_blanks.f": "4 A[1] = ((A[2] * ALPHA) + 1234.0_real)",
    # nothing after column 72 counts
    "col73_text_ignored.f": "4 A[1] = 1.0_real",
    "seq_number_continued.f": ONE_PLUS_TWO,
    "seq_numbers_73_80.f": "4 A[1] = 1.0_real\n5 A[2] = 2.0_real",
    "seq_numbers_on_comment.f": "5 A[1] = 1.0_real",
    # comments
    "comment_bang_inline.f": "4 A[1] = 1.0_real",
    "comment_blank_with_label.f": "4 10: continue\n5 A[1] = 1.0_real",
    "comment_d_col1.f": "5 A[1] = 1.0_real",
    "comment_dollar_col1.f": "5 A[1] = 1.0_real",
    "comment_star_col1.f": "5 A[1] = 1.0_real",
    "comment_block_1200_inside.f": "1202 X = 1_real",
    "hpf_directive.f": "5 A[1] = 1._real",
    "omp_conditional.f": "5 A[1] = 1.0_real",
    # several statements on one line, tabs, line ends
    "semicolon.f": "4 A[1] = 1.0_real\n4 A[2] = 2.0_real",
    "tab_initial.f": "4 A[1] = 1.0_real\n5 10: continue",
    "crlf.f": "2 A = 1.0_real",
    "lower_case.f": "4 A[1] = real<-dble(N)",
    # preprocessing and INCLUDE: the lines of the other file are its own
    "cpp_ifdef.f": "7 A[1] = 2.0_real",
    "cpp_macro_use.f": "5 A[3] = 1.0_real",
    "cpp_pragma_once_first.f": "4 X = 10_real",
    "cpp_split_stmt.f": "4 A[1] = 1.0_real",
    "cpp_split_block.f": "7 do I = 2, N, 1 until 10\n  9 10: A[I] = 0.0_real",
    "include_in_exec.f": "4 A[1] = 1.0_real\n1 A[2] = 2.0_real",
}


@pytest.mark.parametrize("name", MEANING)
def test_the_statements_are(name: str) -> None:
    assert body(name) == MEANING[name]


def test_a_lookalike_of_do_declares_variables_and_no_loop() -> None:
    assert names("do_assignment_lookalike.f") == {"DO10I", "DO10J"}


def test_a_defined_macro_chooses_the_other_branch() -> None:
    assert body("cpp_ifdef.f", FOO="1") == "5 A[1] = 1.0_real"
    assert body("cpp_split_stmt.f", FOO="1") == ONE_PLUS_TWO


@pytest.mark.parametrize("name", ["include_decl.f", "cpp_include.f", "include_col1_dollar.f"])
def test_an_included_declaration_declares(name: str) -> None:
    assert symbol(name, "Q") == "real*4 common /CQ/+0"


def test_an_included_statement_stands_at_its_place_in_the_include_file() -> None:
    included = read("include_in_exec.f").units[0].body[1]
    assert included.span.file.endswith("inc_exec.h")
    assert included.span.line == 1


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("main_no_program.f", ["program MAIN"]),
        ("main_no_program_then_sub.f", ["program MAIN", "subroutine T"]),
        ("unit2_error_hides_unit1.f", ["subroutine GOOD1", "program MAIN", "subroutine GOOD2"]),
        ("multi_units.f", ["program P", "subroutine T", "function F", "block data BLOCKDATA"]),
        ("program_args_cdc.f", ["program X"]),
        ("program_end_name.f", ["program P"]),
        ("recursive_glued.f", ["subroutine S"]),
        ("block_data_named.f", ["block data BD"]),
        ("formfeed.f", ["subroutine S"]),
        ("ctrl_z_eof.f", ["subroutine S"]),
        ("comments_only.f", []),
    ],
)
def test_the_units_are(name: str, units: list[str]) -> None:
    assert [f"{unit.kind} {unit.name}" for unit in read(name).units] == units
