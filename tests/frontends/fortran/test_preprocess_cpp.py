"""The built-in preprocessor against ``cpp -traditional-cpp``, the one gfortran calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from frontends.fortran.preprocess import Preprocessor, macros_from_options
from sad.diagnostics import Diagnostics
from tests.support.command import CORPUS
from tests.support.compiler import CPP, needs_cpp, run

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    "nothing": "      X = 1\nC it's a comment // with ' in it\n      END\n",
    "object macro": "#define N 10\n      DO 10 I = 1, N\n      NN = N*N + N2\n",
    "no macro in strings": "#define N 10\n      WRITE(*,*) 'N = ', N, \"N\"\n",
    "function macro": "#define SQ(x) ((x)*(x))\n      Y = SQ(A+B) + SQ (C) + SQ\n",
    "two parameters": "#define AT(i,j) ((j)*LD+(i))\n      K = AT(I,AT(J,L))\n",
    "macro of macro": "#define A B\n#define B C\n      X = A\n",
    "self reference": "#define A A+1\n      X = A\n",
    "undef": "#define A 1\n#undef A\n      X = A\n",
    "redefinition": "#define A 1\n      X = A\n#undef A\n#define A 2\n      Y = A\n",
    "ifdef else": "#ifdef GIVEN\n      X = 1\n#else\n      X = 2\n#endif\n",
    "ifndef": "#ifndef MISSING\n      X = 1\n#endif\n      Y = 1\n",
    "nested": "#ifdef GIVEN\n#ifdef MISSING\n      X = 1\n#else\n      X = 2\n#endif\n#endif\n",
    "hidden nested": "#ifdef MISSING\n#ifdef GIVEN\n      X = 1\n#else\n      X = 2\n#endif\n"
    "#else\n      X = 3\n#endif\n",
    "if expression": "#if GIVEN > 2 && defined(GIVEN) || MISSING\n      X = 1\n#endif\n",
    "if arithmetic": "#if (GIVEN * 2 - 1) % 4 == 1 && !defined MISSING\n      X = 1\n#endif\n",
    "elif chain": "#if GIVEN == 1\n      X = 1\n#elif GIVEN == 3\n      X = 3\n#elif 1\n"
    "      X = 4\n#else\n      X = 5\n#endif\n",
    "undefined is zero": "#if MISSING\n      X = 1\n#else\n      X = 2\n#endif\n",
    "ternary and shift": "#if (GIVEN ? 1 << 3 : 0) == 8\n      X = 1\n#endif\n",
    "spaces": "#  define  N   7\n# ifdef N\n      X = N\n# endif\n",
    "continued directive": "#define LONG 1 + \\\n  2\n      X = LONG\n      Y = 1\n",
    "comment in directive": "#define N 5 /* five */\n      X = N\n#endif_is_no_directive_here\n",
    "block comment": "/* one\n   two */\n      X = 1\n",
    "empty macro": "#define EMPTY\n      X = EMPTY 1\n#ifdef EMPTY\n      Y = 1\n#endif\n",
    "concatenation of strings": "      C = 'a'//'b' // \"c\"\n",
}
DEFINES = {"GIVEN": "3"}


def significant(text: str) -> list[str]:
    """Lines without blank ones, line markers and differences in blanks."""
    lines = (" ".join(line.split()) for line in text.split("\n") if not line.startswith("#"))
    return [line for line in lines if line]


def by_us(text: str, path: Path) -> list[str]:
    preprocessor = Preprocessor([], Diagnostics(), macros_from_options(DEFINES))
    return significant(preprocessor.run(text, str(path)))


def by_cpp(path: Path) -> list[str]:
    assert CPP is not None
    flags = [f"-D{name}={value}" for name, value in DEFINES.items()]
    done = run([CPP, "-traditional-cpp", "-P", *flags, str(path)], path.parent)
    return significant(done.stdout)


@pytest.mark.compiler
@needs_cpp
@pytest.mark.parametrize("name", TEXTS)
def test_text_equals_what_cpp_makes_of_it(name: str, tmp_path: Path):
    path = tmp_path / "source.F"
    path.write_text(TEXTS[name])
    expected = by_cpp(path)
    assert expected, "cpp printed nothing"
    assert by_us(TEXTS[name], path) == expected


@pytest.mark.compiler
@needs_cpp
@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.glob("*/*.F")))
def test_corpus_equals_what_cpp_makes_of_it(name: str):
    path = next(CORPUS.glob(f"*/{name}"))
    assert by_us(path.read_text(), path) == by_cpp(path)


def test_what_follows_the_name_of_an_included_file_is_a_comment(tmp_path: Path):
    (tmp_path / "sizes.fh").write_text("      INTEGER N\n")
    text = '#include "sizes.fh"  ! of everything\n#include <sizes.fh> and more\n'
    assert by_us(text, tmp_path / "main.F").count("INTEGER N") == 2
