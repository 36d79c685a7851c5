"""The built-in preprocessor: against ``cpp`` where there is one, and what cpp would not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from frontends.c.reading.flags import Flags
from frontends.c.reading.lexer import lex
from frontends.c.reading.regions import preprocessed
from sad.diagnostics import Diagnostics
from tests.frontends.c.reading import Reading
from tests.support.compiler import needs_cpp

TEXTS = {
    "object macro": "#define N 10\nint a[N], NN = N*N;\n",
    "function macro": "#define SQ(x) ((x)*(x))\nint y = SQ(a+b) + SQ (c) + SQ;\n",
    "arguments over lines": "#define F(a,b) a+b\nint x = F(1,\n  2\n) + 3;\nint y;\n",
    "nested arguments": "#define F(a) [a]\nint x = F(F(F(1)) + f((2, 3)));\n",
    "self reference": "#define a a+1\n#define f(x) f(x) g\nint x = a + f(f(a));\n",
    "mutual recursion": "#define A B\n#define B A\nint A = B;\n",
    "rescan with what follows": "#define f(x) x*g\n#define g(y) [y]\nint x = f(2)(9);\n",
    "name without arguments": "#define f(x) x\n#define g f\nint x = g(1) + g + f;\n",
    "stringify": '#define S(x) #x\nchar *s = S( a  "b\\n" \'c\' );\n',
    "stringify of a macro": "#define S(x) #x\n#define T(x) S(x)\n#define V 1.9\n"
    "char *s = T(V) S(V) T(V.V);\n",
    "paste": "#define P(a,b) a##b\nint P(x,1) = P(1,e5) P(,y) P(z,);\n",
    "paste makes a macro": "#define AB 7\n#define P(a,b) a ## b\nint x = P(A,B);\n",
    "variadic": "#define E(...) f(__VA_ARGS__)\nint x = E(1, 2) + E();\n",
    "variadic named": '#define E(fmt, args...) f(fmt, ##args)\nint x = E("a") + E("b", 1, 2);\n',
    "variadic comma": '#define E(fmt, ...) f(fmt, ##__VA_ARGS__)\nint x = E("a") + E("b", 1);\n',
    "empty macro": "#define EMPTY\nint EMPTY x EMPTY;\n",
    "no macro in strings": "#define N 10\nchar *s = \"N\", c = 'N';\n",
    "signs stay apart": "#define M -1\nint x = -M, y = - M, z = x-M;\n",
    "splices": "#define LONG 1 + \\\n  2\nint x = LONG; int y \\\n = 3;\nint z;\n",
    "comments": "int a; /* one\n two */ int b; // three \\\n four\nint c = 1 /**/ + 2;\n",
    "comment marks in strings": 'char *s = "/* no */ // no"; int x = \'"\'; /* yes " */\nint y;\n',
    "comment in directive": "#define N 5 /* 5\n */\n#define M 6 // six\nint x = N + M;\n",
    "quote in a comment": "/* don't */ int x; // it's\nint y;\n",
    "undef": "#define A 1\nint x = A;\n#undef A\nint A = 2;\n#define A 3\nint y = A;\n",
    "ifdef else": "#ifdef GIVEN\nint x;\n#else\nint y;\n#endif\nint z;\n",
    "nested": "#ifdef MISSING\n#if 1\nint x;\n#else\nint y;\n#endif\n#elif 1\nint z;\n#endif\n",
    "elif chain": "#if GIVEN == 1\nint a;\n#elif GIVEN == 3\nint b;\n#elif 1\nint c;\n#endif\n",
    "if arithmetic": "#if (GIVEN * 2 - 1) % 4 == 1 && !defined MISSING && 'a' == 97\nint x;\n#endif\n",
    "if unsigned": "#if -1 > 0u && 0xFFFFFFFFFFFFFFFF == ~0ull && -1 < 0\nint x;\n#endif\n",
    "if by macro": "#define LEAST(a, b) (a * 10 + b <= 32)\n#if LEAST(3, 2)\nint x;\n#endif\n",
    "if not evaluated": "#if 0 && 1 / 0 || (1 ? 2 : 1 / 0) == 2\nint x;\n#endif\n",
    "apostrophe in what is skipped": "#if 0\ndon't do 'this\n#endif\nint x;\n",
    "if within arguments": "#define F(a) a + 1\nint x = F(\n#ifdef GIVEN\n 2\n#else\n 3\n#endif\n);\n",
    "line": 'int a;\n#line 100 "gen.y"\nint b;\nint c = __LINE__;\nchar *s = __FILE__;\n',
    "line number": "int a = __LINE__;\n\n#define L __LINE__\nint b = L,\n  c = L;\n",
    "include": '#include "part.h"\nint x = PART;\n#include "part.h"\nint y;\n',
    "has include": '#if __has_include("part.h") && !__has_include(<nowhere.h>)\nint x;\n#endif\n',
    "include by macro": '#define NAME "part.h"\n#include NAME\nint x = PART;\n',
    "pragma once": '#include "once.h"\n#include "once.h"\nint x;\n',
    "spaces in directives": "  #  define  N   7\n # ifdef N\nint x = N;\n#  endif\n",
    "digraphs": "%:define N 2\nint a<:N:> = <% 1 %>;\n",
}  # fmt: skip
FLAGS = Flags(macros=(("GIVEN", "3"),))


def tokens(text: str, path: Path, cpp: str | None) -> list[tuple[str, str, int]]:
    diagnostics = Diagnostics()
    regions = preprocessed(text, str(path), FLAGS, cpp, diagnostics)
    assert diagnostics.items == []
    return [
        (token.value, Path(token.filename).name, token.lineno)
        for region in regions
        for token in lex(region.text, region.path, region.line).tokens
    ]


@needs_cpp
@pytest.mark.compiler
@pytest.mark.parametrize("name", TEXTS)
def test_every_token_is_cpps_and_in_the_same_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text(TEXTS[name], encoding="utf-8")
    (tmp_path / "part.h").write_text("#ifndef PART\n#define PART 4\nint part;\n#endif\n")
    (tmp_path / "once.h").write_text("#pragma once\nint once;\n")
    assert tokens(TEXTS[name], path, None) == tokens(TEXTS[name], path, "cpp -nostdinc")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("#error not here\nint x;\n", ["SAD108 main.c:1"]),
        ("#if 1\nint x;\n", ["SAD108 main.c:1"]),
        ("int x;\n#endif\n", ["SAD108 main.c:2"]),
        ("#if 1\n#else\n#else\n#endif\n", ["SAD108 main.c:3"]),
        ("#if 1 +\nint x;\n#endif\n", ["SAD108 main.c:1"]),
        ("#if f(1)\n#endif\n", ["SAD108 main.c:1"]),
        ("#frobnicate\nint x;\n", ["SAD108 main.c:1"]),
        ("#define 3\n", ["SAD108 main.c:1"]),
        ("int x;\n/* for ever\nint y;\n", ["SAD108 main.c:2"]),
        ("#include nonsense\n", ["SAD108 main.c:1"]),
        ("#if 0\n#error skipped\n#include <nowhere.h>\n#endif\nint x;\n", []),
        ('#warning just so\n#ident "x"\nint x;\n', []),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: list[str]) -> None:
    assert Reading(text).said == said


def test_a_missing_header_is_named_with_the_folders_and_the_rest_is_read() -> None:
    reading = Reading("#include <no/such.h>\nint f(void) { return 1; }\n", include_paths=("inc",))
    (item,) = reading.items
    assert (item.code, item.message) == ("SAD107", "include file not found: no/such.h")
    assert "inc" in item.hint
    assert reading.functions() == ["f"]


def test_a_file_that_includes_itself_ends(tmp_path: Path) -> None:
    path = tmp_path / "self.c"
    path.write_text('#include "self.c"\nint x;\n')
    assert Reading("", str(path)).said == ["SAD107 self.c:1"]


def test_macros_that_grow_without_bound_end() -> None:
    doubling = "".join(f"#define M{i} M{i + 1} M{i + 1}\n" for i in range(40))
    reading = Reading(f"{doubling}int x = M0;\nint f(void) {{ return 1; }}\n")
    assert reading.said[0] == "SAD108 main.c:41"
    assert reading.functions() == ["f"]


def test_what_follows_a_string_of_two_lines_is_in_its_second_line() -> None:
    nodes = Reading('char *s = "a\\\nb"; int x;\nint y;\n').tree.ext
    assert [node.coord.line for node in nodes if node.coord] == [1, 2, 3]


def test_a_define_without_a_value_keeps_its_name() -> None:
    text = "#ifndef N\n#define N 100\n#endif\n#if N\ndouble a[N];\n#endif\n"
    options = {"defines": {"N": None}}
    assert Reading(text, **options).c == "extern const int N; double a[N];"
    assert Reading(text, defines={"N": "5"}).c == "double a[5];"
    assert Reading(text).c == "double a[100];"


def test_a_define_that_is_only_tested_declares_nothing() -> None:
    assert Reading("#ifdef DEBUG\nint x;\n#endif\n", defines={"DEBUG": None}).c == "int x;"


def test_standards_are_told_apart() -> None:
    from frontends.c.reading.predefined import predefined

    versions = {
        name: dict(predefined(name)).get("__STDC_VERSION__") for name in ("c99", "gnu11", "", "c89")
    }
    assert {name: macro and "".join(macro.body) for name, macro in versions.items()} == {
        "c99": "199901L",
        "gnu11": "201112L",
        "": "201710L",
        "c89": None,
    }
    assert "__STRICT_ANSI__" in dict(predefined("c99"))
    assert "__STRICT_ANSI__" not in dict(predefined("gnu99"))
