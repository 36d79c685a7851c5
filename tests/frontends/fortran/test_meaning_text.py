"""Characters that are data: strings, Hollerith constants, FORMAT, and input/output lists."""

from __future__ import annotations

import pytest

from sad.ir.stmt import CallStatement, InputOutput
from tests.frontends.fortran.reproducer import body, names, read, symbol

# Characters up to column 72 belong to a string that goes on in the next line.
SPLIT = "this string is split here".ljust(72 - 11) + "and continues"
EDGE = "this is a long string that goes exactly to the edge of co" + "and continues on"

MEANING = {
    "cont_in_string.f": f"5 C = {SPLIT!r}",
    "cont_str_over72.f": f"4 print items({EDGE!r})",
    "cont_in_string_quote_split.f": '5 C = "it\'s"',
    "comment_bang_in_string.f": "4 print items('hello!')",
    "string_backslash.f": r"4 print items('A\\')",
    "string_backslash_paren.f": r"4 write controls(6) items('\\', (A[I], I = 1, N))",
    "string_concat.f": "5 C = (('A' // 'B') // C<1:3>)",
    "string_double_quote.f": "4 print items('HELLO')",
    "string_escaped_quote.f": '4 print items("IT\'S")',
    "substring.f": "5 C[1]<2:3> = 'AB'",
    "char_func.f": "2 F = 'A'",
    # Hollerith: the count decides what belongs to the constant
    "hollerith_assign.f": "4 X = 'ABCD'",
    "hollerith_call.f": "4 call T('HELLO', N)",
    "hollerith_if.f": "4 if (X == 'ABCD')\n  4 A[1] = 0._real",
    "hollerith_with_paren.f": "4 call T(')(,', N)",
    "hollerith_with_quote.f": '4 call T("IT\'S ", N)',
    # input and output: what is read, what is written, where errors go
    "assign_format.f": "4 label LAB = 10\n5 write controls(6, LAB) items(N)",
    "implied_do_io.f": (
        "4 write controls(6) items((A[I], I = 1, N))\n"
        "5 read standard as '*' controls(5) results(((A[I], I = 1, N), J = 1, 2))"
    ),
    "internal_io.f": (
        "5 write as '(I5)' controls(C) results(C) items(N)\n6 read as '(I5)' controls(C) results(N)"
    ),
    "namelist.f": "5 read standard as '&NL' controls(5) results(X, Y)\n6 A[1] = X",
    "print_dec_type.f": "4 print items(N)\n5 read standard as '*' results(N)",
    "punch.f": "4 print controls(10) items(N)",
    "read_direct_dec.f": "4 read controls(1, N) results(A)",
    "read_rec.f": "4 read controls(1, N) results(A)",
    "write_comma_after_paren.f": "4 write controls(6) items(N)",
    "open_dec.f": "4 open controls(1)\n6 A[1] = 1._real",
    "inquire_many.f": "6 inquire controls(1) results(L, M, N, C, D, C, D, C)\n8 A[1] = 1._real",
    "pause.f": "4 continue\n5 continue\n6 continue",
}


@pytest.mark.parametrize("name", MEANING)
def test_the_statements_are(name: str) -> None:
    assert body(name) == MEANING[name]


FORMATS = [
    "format_1p_nocomma.f", "format_b_q.f", "format_basic.f", "format_blank_in_desc.f",
    "format_dollar.f", "format_empty.f", "format_hollerith.f", "format_hollerith_across_cont.f",
    "format_hollerith_special.f", "format_long_hollerith_cont.f", "format_neg_scale.f",
    "format_nested.f", "format_no_width.f", "format_nocomma.f", "format_nocomma_slash.f",
    "format_trailing_comma.f", "format_var.f", "format_x_nonum.f",
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_one_declaration_and_executes_nothing(name: str) -> None:
    unit = read(name).units[0]
    assert [item.span.line for item in unit.declarations] == [2, 3, 4]
    assert unit.body == ()
    assert names(name) == set()


def test_error_and_end_labels_are_jumps() -> None:
    statement = read("read_forms.f").units[0].body[0]
    assert isinstance(statement, InputOutput)
    assert statement.jumps == ("20", "30")


def test_an_inquiry_changes_its_variables_and_declares_no_keyword() -> None:
    assert names("inquire_many.f") == {"C", "D", "L", "M"}
    assert names("open_dec.f") == set()


@pytest.mark.parametrize(
    ("name", "variable", "value"),
    [
        ("data_hollerith.f", "X", "real*4 local initially 'ABCD'"),
        ("data_hollerith_repeat.f", "X", "real*4[2] local initially ['ABCD', 'ABCD']"),
    ],
)
def test_hollerith_in_data_is_text(name: str, variable: str, value: str) -> None:
    assert symbol(name, variable) == value


def test_arguments_passed_by_value_or_reference_are_plain_arguments() -> None:
    call = read("percent_val.f").units[0].body[0]
    assert isinstance(call, CallStatement)
    assert body("percent_val.f") == "4 call T(N, A)"
    assert len(call.arguments) == 2


def test_an_address_is_not_the_value_there() -> None:
    assert body("percent_loc.f") == "4 I = opaque '%LOC': an address"
