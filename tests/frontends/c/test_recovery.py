"""Bad input: what is wrong is said, costs only itself, and the rest is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics
from sad.large_stack import run_deep
from tests.frontends.c.reading import Reading

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "int good(int n) { return n + 1; }\n"


@pytest.mark.parametrize(
    ("bad", "said", "message"),
    [
        ("int f(int n) { return n / ; }\n", "SAD213 main.c:1", "unexpected ';'"),
        ("int f(int n) { return n @ 2; }\n", "SAD213 main.c:1", "'@' is no C"),
        ('char *f(void) { return "abc; }\n', "SAD213 main.c:1", "'\"' is no C"),
        ("int f(int n) { return n # 2; }\n", "SAD213 main.c:1", "'#' is no C"),
        ("int f(void) { return 09; }\n", "SAD213 main.c:1", "'09' is no C"),
        ("int f(void) {\n if (1) {\n  return 1;\n}\n", "SAD213 main.c:1", "this { is never closed"),
        ("int f(void) { g(1; }\n", "SAD213 main.c:1", "unexpected ';'"),
        ("int f(void) { return 1; } }\n", "SAD213 main.c:1", "this } closes nothing"),
        ("int f(int *p) { return __builtin_va_arg(p, ); }\n", "SAD213 main.c:1", "is no C"),
        ("int f( { }\n", "SAD213 main.c:1", "unexpected"),
        ("int a[ = 3;\n", "SAD213 main.c:1", "unexpected '='"),
        ("int x, y z;\n", "SAD213 main.c:1", "unexpected 'z'"),
        ("else int q;\n", "SAD213 main.c:1", "else"),
    ],
)  # fmt: skip
def test_one_bad_declaration_costs_only_itself(bad: str, said: str, message: str) -> None:
    reading = Reading(bad + GOOD)
    assert reading.said == [said]
    assert message in reading.items[0].message
    assert reading.items[0].hint
    assert reading.functions()[-1] == "good"


def test_a_function_that_cannot_be_read_is_told_to_the_caller() -> None:
    reading = Reading(f"{GOOD}\nint f(int n)\n{{\n  return n / ;\n}}\n")
    assert reading.parsed is not None
    (failure,) = reading.parsed.failures
    assert (failure.name, failure.span.line, failure.span.end_line) == ("f", 3, 6)
    assert str(reading.items[0].span) == "main.c:5:14"


def test_nesting_without_end_costs_only_the_function() -> None:
    deep = f"int f(int x) {{ return {'(' * 20_000}x{')' * 20_000}; }}\n"
    reading = Reading(deep + GOOD)
    assert reading.said == ["SAD109 main.c:1"]
    assert reading.functions() == ["good"]


def test_conditions_and_arguments_nested_without_end_refuse_the_file() -> None:
    deep = f"{'(' * 20_000}1{')' * 20_000}"
    assert Reading(f"#if {deep}\n#endif\n{GOOD}").said == ["SAD109 main.c:1"]
    calls = f"{'F(' * 2_000}1{')' * 2_000}"
    text = f"#define F(a) a\nint x = {calls};\n"
    assert Reading(text).said == ["SAD109 main.c:1"]
    assert run_deep(lambda: Reading(text).said) == ["SAD109 main.c:1"]


def test_arguments_nested_deeply_are_read() -> None:
    calls = f"{'F(' * 400}1{')' * 400}"
    text = f"#define F(a) a\nint x = {calls};\n"
    assert run_deep(lambda: Reading(text).said) == []


def test_many_comments_in_a_line_take_no_time() -> None:
    assert Reading("/**/ " * 2_000 + "int x;\n").c == "int x;"


def test_long_sums_and_long_chains_are_read() -> None:
    chain = "else ".join(f"if (x == {i}) x = {i};\n" for i in range(300))
    reading = Reading(f"int f(int x) {{ {chain} return {'+'.join(['x'] * 3000)}; }}\n")
    assert reading.items == []
    assert reading.functions() == ["f"]


@pytest.mark.parametrize(
    ("text", "type_name"),
    [
        ("int f(void) { real x = 1.0; return x > 0; }\n", "real"),
        ("real f(real *x, int n) { return x[n]; }\n", "real"),
        ("int f(item *list) { return list->n; }\n", "item"),
        ("int f(void *p) { return ((item *) p)->n; }\n", "item"),
    ],
)
def test_an_unknown_type_is_taken_as_one_and_said_once(text: str, type_name: str) -> None:
    reading = Reading(text * 2 + GOOD)
    assert [item.code for item in reading.items] == ["SAD215"]
    assert reading.items[0].message.startswith(f"{type_name} is not declared")
    assert reading.functions()[-1] == "good"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("API int f(void);", "int f(void);"),
        ("long API f(void);", "long f(void);"),
        ("char *API f(void);", "char *f(void);"),
        ("typedef long T; T API f(void);", "typedef long T; T f(void);"),
        ("API static int f(void) { return 1; }", "static int f(void) { return 1; }"),
    ],
)
def test_a_macro_that_nothing_defines_is_left_out_and_said_once(text: str, read: str) -> None:
    reading = Reading(text)
    assert [item.message for item in reading.items] == ["API is not declared; left out"]
    assert reading.c == read


def test_a_name_that_only_looked_like_a_type_is_forgotten() -> None:
    text = "int f(void) { real x = 1 / ; return 0; }\nint g(int real) { return real * 2; }\n"
    assert Reading(text).functions() == ["g"]


@pytest.mark.parametrize(
    ("content", "code", "functions"),
    [
        (b"", "SAD104", None),
        (b" \n\n", "SAD104", None),
        (b"int f(void) { return 1; }\n\0", "SAD103", None),
        (b"\x7fELF\x02\x01\x01\0\0", "SAD103", None),
        (b"/* nothing */\n", "", []),
        (b"int f(void)\r\n{\r\n  return 1;\r\n}\r\n", "", ["f"]),
        (b"\xef\xbb\xbfint f(void) { return 1; }", "", ["f"]),
        (b'/* pr\xe9cision */ int f(void) { char *s = "\xe9"; return 1; }\n', "", ["f"]),
        (b"int f(void) { return 1; } // no newline at the end", "", ["f"]),
    ],
)
def test_bytes_of_all_kinds(
    content: bytes, code: str, functions: list[str] | None, tmp_path: Path
) -> None:
    path = tmp_path / "main.c"
    path.write_bytes(content)
    reading = Reading("", str(path))
    assert [item.code for item in reading.items] == ([code] if code else [])
    if functions is None:
        assert reading.parsed is None
    else:
        assert reading.functions() == functions


@pytest.mark.parametrize(
    "text",
    [
        "class Grid {\npublic:\n  int n;\n};\n",
        "template <typename T> T twice(T x) { return x + x; }\n",
        "#include <iostream>\nint main() { std::cout << 1; }\n",
        "namespace a { int f() { return 1; } }\n",
        "using namespace std;\nint main() { return 0; }\n",
    ],
)
def test_cplusplus_is_refused_once(text: str) -> None:
    reading = Reading(text)
    assert [item.code for item in reading.items] == ["SAD214"]
    assert reading.parsed is None


def test_c_with_a_word_of_cplusplus_is_c() -> None:
    assert Reading("int class; int f(int template) { return template + class; }\n").items == []


@pytest.mark.parametrize("suffix", [".cc", ".cpp", ".cxx", ".hpp", ".C", ".cu"])
def test_suffixes_of_cplusplus_are_refused(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"main{suffix}"
    path.write_text(GOOD)
    diagnostics = Diagnostics()
    program = read_program([str(path)], SourceOptions(), diagnostics)
    assert [item.code for item in diagnostics.items] == ["SAD214"]
    assert program.files == ()


def test_line_directives_give_the_place_of_what_is_wrong() -> None:
    reading = Reading('int x;\n#line 70 "gen.y"\nint f(void) { return ; ; } int g( {\n}\n')
    assert reading.said == ["SAD213 gen.y:70"]
