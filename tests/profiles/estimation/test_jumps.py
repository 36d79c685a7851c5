"""Conditions of C in front of jumps, in all loops and layouts: gcc's ways say what clang's counts do.

``break`` is where gcc lays out the last operand of ``||`` the other way round, and no other jump.
"""

from __future__ import annotations

import shutil
from itertools import product
from pathlib import Path

import pytest
import yaml

from tests.support.command import sad
from tests.support.compiler import needs, needs_gcc, needs_gcov

A, B, C = "(r[k] % 3 == 0)", "(r[k] % 5 > 1)", "(r[k] % 7 < 4)"
CONDITIONS = (f"{A} || {B}", f"{A} && {B}", f"{A} || ({B} && {C})", f"({A} && {B}) || {C}", f"!{A}")
JUMPS = ("break;", "continue;", "goto out;", "goto next;", "goto again;", "return s;")
LOOPS = {
    "for": ("for (k = 0; k < n; k++) {", "}"),
    "while": ("k = 0; while (k++ < n) {", "}"),
    "do": ("k = 0; do {", "} while (k++ < n);"),
}
LAYOUTS = ("one", "two", "several", "all")


def function(name: str, condition: str, jump: str, loop: str, layout: str) -> str:
    """A function with one jump in a loop; ``all`` has the loop on one line."""
    head, end = LOOPS[loop]
    if layout == "several":
        condition = condition.replace("|| ", "\n|| ").replace("&& ", "\n&& ")
    test = f"if ({condition}){' ' if layout in ('one', 'all') else chr(10)}{jump}"
    body = [head, test, "s += r[k];", "next: s ^= 3;" if "next" in jump else "s ^= 2;", end]
    body.insert(0, "again: if (t++ > 20) return s;" if "again" in jump else "s++;")
    body.append("out: s -= 7;" if "out" in jump else "s -= 5;")
    text = (" " if layout == "all" else "\n").join(body)
    return f"static int {name}(int n)\n{{\nint k, t = 0, s = 0;\n{text}\nreturn s;\n}}\n"


def program(loop: str) -> str:
    made = [*product(CONDITIONS, JUMPS, [loop], LAYOUTS)]
    functions = [function(f"f{number}", *choice) for number, choice in enumerate(made)]
    calls = "".join(f"s += f{number}(25 + m);\n" for number in range(len(made)))
    return (
        f"#include <stdio.h>\nstatic int r[99];\n{''.join(functions)}int main(void)\n{{\n"
        "int k, m, s = 0, x = 7;\nfor (m = 0; m < 40; m++) {\nfor (k = 0; k < 99; k++) {\n"
        f"x = (x * 1103 + 12345) % 10007;\nr[k] = x;\n}}\n{calls}}}\n"
        'printf("%d\\n", s);\nreturn 0;\n}\n'
    )


def measured(compiler: str) -> dict[str, object]:
    build = f"{compiler} -w -O0 {{coverage}} a.c -o {compiler}"
    file = f"{compiler}.yaml"
    command = ("--build", build, "--run", f"./{compiler}", "-o", file, "--quiet")
    result = sad("profile", "a.c", *command)
    assert result.code == 0, result.err
    assert "its values give 100.0 %" in result.out
    found = yaml.safe_load(Path(file).read_text())["parameters"]
    return {name: entry.get("value") for name, entry in found.items()}


@pytest.mark.sampled(3)
@pytest.mark.compiler
@needs_gcc
@needs_gcov
@needs(shutil.which("clang"), "clang")
@pytest.mark.parametrize("loop", LOOPS)
def test_operands_in_front_of_jumps(loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(program(loop))
    ours, clangs = measured("gcc"), measured("clang")
    both = [
        name for name, value in ours.items() if value is not None and clangs.get(name) is not None
    ]
    assert {name: ours[name] for name in both} == {name: clangs[name] for name in both}
    assert len(both) > 0.95 * sum(value is not None for value in clangs.values())
