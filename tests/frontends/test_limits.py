"""Source that asks for more than there is: lengths, powers and nesting that no machine holds."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.calls import counted_calls
from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Callable

_FORTRAN = {
    "a long Hollerith descriptor": "      WRITE (*,10)\n   10 FORMAT (99999999999HTE)\n",
    "a long Hollerith constant": "      DATA K /2147483648HTE/\n      X = 1\n",
    "a power of thousands of digits": "      DO 10 I = 1, 7**99999999\n   10 Z = Z + 1\n",
    "powers of powers": "      PARAMETER (K = ((7**64)**64)**64)\n      DO 10 I = 1, K\n   10 Z = 1\n",
    "a call that is none": "      DIMENSION A(5)\n      CALL F (A(1), COMMON /X/, K\n      X = 1\n",
}
_C = {
    "real subscripts": "int main(void) { int a[3] = {1, 2, 3}; a[.5] = 1; return a[1.0]; }\n",
    "a switch without a case": "int main(void) { int i = 0; switch (i) i++; return i; }\n",
}


def _nested() -> str:
    lines = ["      F0(X) = X + 1.0"]
    lines += [f"      F{n}(X) = F{n - 1}(X)*F{n - 1}(X + 1.0)" for n in range(1, 27)]
    return "\n".join([*lines, "      Z = F26(2.0)", ""])


_FORTRAN["statement functions in each other"] = _nested()


@pytest.mark.parametrize("what", [*_FORTRAN, *_C])
def test_it_is_told_or_left_out_in_no_time(what: str, tmp_path: Path) -> None:
    source = tmp_path / ("t.c" if what in _C else "t.f")
    source.write_text(_C.get(what) or f"      PROGRAM T\n{_FORTRAN[what]}      END\n")
    start = time.monotonic()
    done = sad("analyze", source, "--no-cache")
    assert done.code in (0, 2, 3), done.err
    assert "internal error" not in done.err
    assert time.monotonic() - start < 20


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_no_source(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "t.c")
    done = sad("analyze", tmp_path / "t.c")
    assert done.code == 3
    assert "SAD106" in done.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("analyze", "a.sad.json"), "SAD106"),
        (("analyze", "t.f", "--params", "a.yaml"), "SAD504"),
        (("annotate", "t.f", "--stdin", "a"), "SAD504"),
        (("analyze", "t.f", "--config", "a"), "SAD106"),
        (("analyze", "t.f", "--compile-commands", "a.json"), "SAD113"),
        (("params", "import", "a.json", "--source", "t.f", "-o", "o"), "SAD701"),
        (("check", "a.c"), "SAD106"),
        (("diff", "a.c", "t.f"), "SAD106"),
    ],
)
def test_a_pipe_is_no_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.f").write_text("      END\n")
    os.mkfifo(
        next(word for word in words if word[:1] == "a" and word not in ("analyze", "annotate"))
    )
    done = sad(*words)
    assert done.code == 3
    assert code in done.err


def test_a_name_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    source = os.fsencode(tmp_path) + b"/\xff.c"
    try:
        with open(source, "w") as file:
            file.write("int main(void) { return 0; }\n")
    except OSError:
        pytest.skip("the file system takes no such names")
    for command in (("snapshot", "-o", "-"), ("params", "export", "-o", "-")):
        done = sad(*command, os.fsdecode(source))
        assert done.code == 3, done.err
        assert "SAD106" in done.err


def _jumping_back(number: int) -> str:
    """Loops made of jumps, each around all that follow."""
    lines = ["      PROGRAM T", "      I = 0"]
    for label in range(1, number + 1):
        lines.append(f"{label:5d} I = I + 1")
        lines.append(f"      IF (I .LT. {label}) GOTO {max(1, label - 7)}")
    return "\n".join([*lines, "      END", ""])


def _loops(number: int) -> str:
    return f"int main(void) {{ int i = 0; {'for (int j = 0; j < 3; j++) ' * number} i++; return i; }}\n"


def _changing(number: int) -> str:
    """Loops that change the counters of all around them: no counted ones."""
    names = [f"i{index}" for index in range(number)]
    heads = " ".join(f"for ({name} = 0; {name} < 3; {name}++)" for name in names)
    inside = " ".join(f"{name} += 2;" for name in names)
    return f"int main(void) {{ int {', '.join(names)}; {heads} {{ {inside} }} return 0; }}\n"


@pytest.mark.parametrize(
    ("make", "size", "suffix", "most"),
    # Each loop made of jumps is around all that follow: together they have a square of blocks.
    # The formula of the innermost of n loops has n factors. A cube would be 8.
    [(_jumping_back, 60, ".f", 4.5), (_loops, 200, ".c", 3.6), (_changing, 12, ".c", 3.2)],
)
def test_nests_take_calls_by_the_square_at_most(
    make: Callable[[int], str], size: int, suffix: str, most: float, tmp_path: Path
) -> None:
    """Calls of functions are counted, not seconds: they do not depend on what else runs."""

    def calls(number: int) -> int:
        source = tmp_path / f"t{number}{suffix}"
        source.write_text(make(number))
        done, made = counted_calls(
            partial(sad, "analyze", source, "--no-cache", "--evaluate-steps", "0")
        )
        assert done.code in (0, 3), done.err
        return made

    calls(size // 5)  # loads modules
    assert calls(2 * size) < most * calls(size)
