"""What is wrong in an application file is said at its line."""

from __future__ import annotations

import pytest

from sad.diagnostics import ExitCode, SadError
from tests.applications.support import RING, application

CHOICE = """\
choices:
  way:
    default: up
    options:
      up: {values: {extra: 2}}
      down: "the other way"
"""
PHASE = "    communication: (nprocs - 1)*communicate(block)"
WORK = "    computation: psize/nprocs/lflop"


def refused(tmp_path, text):
    with pytest.raises(SadError) as caught:
        application(tmp_path, text)
    assert caught.value.exit_code == ExitCode.BAD_INPUT
    return caught.value.diagnostic


def changed(old, new):
    assert old in RING
    return RING.replace(old, new)


CASES = [
    # what is changed into what, code, line, part of the message, part of the hint
    ("schema: 1", "schema: 2", "SAD407", 1, "not known", "schema 1"),
    ("schema: 1\n", "", "SAD403", 1, "schema is missing", ""),
    ("where:", "were:", "SAD403", 5, "unknown key", "where"),
    ("psize: {default: 100", "psize: {default: 0", "SAD407", 4, "below 1", ""),
    ("psize: {default: 100", "psize: {default: many", "SAD404", 4, "number", ""),
    ("psize: {", "p-size: {", "SAD869", 4, "is no name", "letters"),
    ("psize: {", "nprocs: {", "SAD869", 4, "means something else", "another"),
    ("block: 8", "psize: 8", "SAD869", 6, "psize means something else", "another"),
    ("block: 8*psize/nprocs", "block: 8*psize/", "SAD861", 6, "ends too early", "psize**3"),
    ("block: 8*psize/nprocs", "block: 8*sum(i, 1, 2)", "SAD861", 6, "sum is", ""),
    ("block: 8*psize/nprocs", "block: 8*size/nprocs", "SAD862", 6, "no size", "psize"),
    ("block: 8*psize/nprocs", "block: 8*lflop", "SAD862", 6, "no lflop", "known"),
    ("block: 8*psize/nprocs", "block: 8*block", "SAD863", 6, "block -> block", ""),
    ("block: 8*psize/nprocs", "block: rest\n  rest: 1 - block", "SAD863", 6, "rest -> block", ""),
    ("block: 8*psize/nprocs", "block: sum(psize, 1, 2, 3)", "SAD869", 6, "psize means", "another"),
    ("block: 8*psize/nprocs", "block: root(psize)", "SAD862", 6, "function root", "sqrt"),
    (WORK, "    computation: communicate(8)", "SAD862", 9, "function communicate", "messages"),
    (WORK, "    computing: psize", "SAD403", 9, "unknown key", "computation"),
    (f"{WORK}\n", "", "SAD869", 8, "either computation or", "one of the two"),
    (WORK, f"{WORK}\n{PHASE}", "SAD869", 8, "either computation or", "one of the two"),
    (PHASE, "    communication: communicate(1, 2, 3)", "SAD861", 11, "too many", "processes"),
    (PHASE, f"{PHASE}\n    only: {{way: [up]}}", "SAD869", 12, "no choice way", "none"),
    ("lflop: 1.0e+6", "lflop: 0", "SAD407", 14, "zero", "more than zero"),
    ("lflop: 1.0e+6", "lflop: {by: psize, at: {2: 1.0, 1: 2.0}}", "SAD407", 14, "1 is not", ""),
    ("lflop: 1.0e+6", "lflop: {by: psize, at: {few: 1.0}}", "SAD404", 14, "'few'", "at:"),
    ("lflop: 1.0e+6", "lflop: {by: size, at: {1: 1.0}}", "SAD862", 14, "no size", "psize"),
    ("values: {lflop: 1.0e+6}", "source: none", "SAD869", 14, "no rates", "operations"),
    ("values: {lflop: 1.0e+6}", "operations: {lflop: {}}", "SAD869", 14, "no operation", ""),
    (
        "values: {lflop: 1.0e+6}",
        "operations: {lflop: {add.duble: 1}}",
        "SAD603",
        14,
        "add.duble",
        "add.double",
    ),
    (
        "values: {lflop: 1.0e+6}",
        "values: {lflop: 1.0}\n    operations: {lflop: {add.double: 1}}",
        "SAD869",
        15,
        "value already",
        "",
    ),
    ("phases:", f"dimensions: 4\n{'phases:'}", "SAD407", 7, "4 dimensions", "1, 2 or 3"),
    ("phases:", "repeat: often\nphases:", "SAD862", 7, "no often", ""),
    ("phases:", "needs:\n  - {whole: psize, holds: 1}\nphases:", "SAD869", 8, "one thing", "holds"),
    ("phases:", "needs:\n  - {holds: psize + 1}\nphases:", "SAD861", 8, "no comparison", "<="),
    ("phases:", "needs:\n  - {whole: size}\nphases:", "SAD862", 8, "no size", "psize"),
    ("phases:", "needs:\n  - {whole: max(1, psize)}\nphases:", "SAD403", 8, "unknown", "quotes"),
    ("phases:", "unknown:\n  - {because: it is}\nphases:", "SAD403", 8, "only is missing", ""),
]


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "message", "hint"), CASES, ids=[case[1][:40] for case in CASES]
)
def test_a_bad_file_is_refused_at_its_line(tmp_path, old, new, code, line, message, hint):
    found = refused(tmp_path, changed(old, new))
    assert (found.code, found.span.line) == (code, line)
    assert message in found.message
    assert hint in found.hint


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "hint"),
    [
        ("default: up", "default: left", "SAD869", "left is none of the options", "up, down"),
        ("{extra: 2}", "{block: 2}", "SAD869", "block means something else", "another"),
        ("{extra: 2}", "{extra: block*more}", "SAD862", "no more", ""),
        ("{extra: 2}", "{extra: 2*extra}", "SAD863", "extra -> extra", ""),
    ],
)
def test_a_bad_choice_is_refused(tmp_path, old, new, code, message, hint):
    found = refused(tmp_path, RING + CHOICE.replace(old, new))
    assert found.code == code
    assert message in found.message
    assert hint in found.hint


def test_an_option_that_there_is_not_is_refused(tmp_path):
    text = RING.replace(PHASE, f"{PHASE}\n    only: {{way: [up, left]}}") + CHOICE
    found = refused(tmp_path, text)
    assert (found.code, found.span.line) == ("SAD869", 12)
    assert "way has no option left" in found.message


def test_a_long_chain_of_definitions_is_refused_and_no_stack_overflows(tmp_path):
    chain = "".join(f"  a{i}: a{i + 1}\n" for i in range(3000))
    found = refused(tmp_path, RING.replace("where:\n", f"where:\n{chain}  a3000: 1\n"))
    assert found.code == "SAD863"


def test_a_name_may_be_that_of_a_function(tmp_path):
    app = application(tmp_path, RING.replace("psize", "steps"))
    assert app.parameters == ("steps",)


def test_no_yaml_and_no_file(tmp_path):
    assert refused(tmp_path, "phases: [").code == "SAD402"
    assert refused(tmp_path, "").code == "SAD402"
    assert refused(tmp_path, "- 1").code == "SAD404"
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\xff")
    from sad.applications import load

    with pytest.raises(SadError) as caught:
        load(str(tmp_path / "bytes.yaml"))
    assert caught.value.diagnostic.code == "SAD860"
    with pytest.raises(SadError) as caught:
        load("mm3")
    assert caught.value.diagnostic.code == "SAD860"
    assert "did you mean mm" in caught.value.diagnostic.hint
    assert caught.value.exit_code == ExitCode.USAGE
