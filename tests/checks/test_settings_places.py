"""What is wrong with a value in sad.toml is said at its line there, not at the arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import sad

ADD = """\
      SUBROUTINE ADD (N, X, S)
      REAL X(N), S
      DO 10 I = 1, N
   10 S = S + X(I)
      END
"""


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('machine = "nope"\n', "sad.toml:2: error[SAD401]: no machine 'nope'"),
        ('stubs = ["blas", "nope"]\n', "sad.toml:2: error[SAD601]: no stub file 'nope'"),
        (
            'machine = "sparc2"\ntoolchain = "q"\n',
            "sad.toml:3: error[SAD401]: no toolchain 'q'",
        ),
        ('define = ["3"]\n', "sad.toml:2: error[SAD108]: -D '3': NAME or NAME=VALUE"),
        (
            'machine = "sparc2"\nsizes = {n = "q+1"}\n',
            "sad.toml:3: error[SAD502]: q has no value\n  hint: give it a value, too, in sizes: q =",
        ),
        (
            'assume = ["foo"]\n',
            "sad.toml:2: error[SAD832]: assume: 'foo' is not one of no-error-exits, no-zeros",
        ),
        (
            '[tool.sad.check]\nforbid = "any"\n',
            "sad.toml:2: error[SAD831]: tool: unknown key\n  hint: in this file tables stand ",
        ),
    ],
)
def test_a_bad_value_is_placed_in_the_settings(
    settings: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("a.f").write_text(ADD)
    Path("sad.toml").write_text(f'sources = "a.f"\n{settings}')
    result = sad("snapshot", "-o", "-")
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith(said)


@pytest.mark.parametrize(
    "arguments", [("--machine", "nope"), ("--toolchain", "q"), ("--machine", "t3d", "-D", "3")]
)
def test_a_bad_argument_stays_one(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("a.f").write_text(ADD)
    Path("sad.toml").write_text('machine = "sparc2"\ndefine = "X"\n')
    result = sad("snapshot", *arguments, "-o", "-")
    assert result.code == 2
    assert result.err.startswith("<arguments>:1: error")
