"""What is wrong in a PAMELA file has one message, with its line and column."""

import pytest

from sad.diagnostics import Diagnostics, SadError
from sad.pamela.lower import model_of
from sad.pamela.parse import parse

CASES = [
    ("L = use(s, 1 ms)", "SAD962", 1, 17),
    ("L = use(s 1 ms);", "SAD962", 1, 11),
    ("L = $;", "SAD962", 1, 5),
    ("resource s;\nL = par (i = 1) use(s, 1 ms);", "SAD962", 2, 15),
    ("L = delay(1 ms) +;", "SAD962", 1, 17),
    ("L = delay((1 ms);", "SAD962", 1, 17),
    ("L = delay(2 ** ms);", "SAD963", 1, 11),
    ("import machine;", "SAD962", 1, 8),
    ("L = use(s, 1 ms);", "SAD963", 1, 5),
    ("L = move(1);", "SAD963", 1, 5),
    ("M = delay(1 s);", "SAD963", 1, None),
    ("L(n) = delay(1 s);", "SAD963", 1, 1),
    ("hop(n) = delay(1 s);\nL = hop(1, 2);", "SAD963", 2, 5),
    ("resource s;\nL = use(s, n*1 ms);", "SAD963", 2, 12),
    ("a = b;\nb = a;\nL = a;", "SAD964", 2, 5),
    ("param P;\nresource cpu[0 .. 3];\nL = use(cpu[4], 1 us);", "SAD965", 3, 13),
    ("resource cpu[0 .. 3];\nL = use(cpu, 1 us);", "SAD965", 2, 5),
    ("resource cpu;\nL = use(cpu[0], 1 us);", "SAD965", 2, 5),
    ("resource s(0);\nL = use(s, 1 us);", "SAD966", 1, 12),
    ("resource s(3/2);\nL = use(s, 1 us);", "SAD966", 1, 12),
    ("param t = 1 s;\nresource s(t);\nL = use(s, t);", "SAD967", 2, 12),
    ("param n;\nresource s(m);\nL = use(s, 1 us);", "SAD963", 2, 12),
    ("resource s;\nL = use(s, 181);", "SAD967", 2, 12),
    ("param t = 3;\nL = delay(t);", "SAD967", 2, 11),
    ("L = delay(1 us * 1 us);", "SAD967", 1, 11),
    ("L = delay(1 us + 1);", "SAD967", 1, 11),
    ("L = delay(-1 us);", "SAD967", 1, 11),
    ("param t = 1 ms;\nL = seq (i = 1, t) delay(t);", "SAD967", 2, 17),
    ("L = seq (i = 1, 9, 0) delay(1 us);", "SAD968", 1, 20),
    ("L = if (prob 2) delay(1 us);", "SAD969", 1, 14),
    ("param n;\nL = if (n) delay(1 us);", "SAD970", 2, 9),
    ("L = delay(1 us);\nL = delay(2 us);", "SAD971", 2, 1),
    ("param n, n;\nL = delay(1 us);", "SAD971", 1, 10),
    ("resource s, s;\nL = delay(1 us);", "SAD971", 1, 13),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), CASES)
def test_a_mistake_is_named_with_its_place(text: str, code: str, line: int, column: int | None):
    with pytest.raises(SadError) as caught:
        model_of(parse(text, "m.pam"), ("m.pam",), Diagnostics())
    found = caught.value.diagnostic
    assert (found.code, found.span.line, found.span.column) == (code, line, column), str(found)
    assert "$" not in found.message or text == "L = $;"


def test_mixed_operators_without_braces_are_a_note():
    diagnostics = Diagnostics()
    text = "resource s;\nL = use(s, 1 us); use(s, 1 us) || delay(1 us);"
    model_of(parse(text, "m.pam"), ("m.pam",), diagnostics)
    assert [(item.code, item.span.line) for item in diagnostics.items] == [("SAD972", 2)]
