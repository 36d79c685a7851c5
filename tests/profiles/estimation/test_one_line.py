"""Loops and conditions of C on one line: what is measured is what is measured over several lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from tests.support.command import sad
from tests.support.compiler import needs, needs_gcc, needs_gcov

SOURCE = """\
#include <stdio.h>
#define ROW for (j = 0; j < w[i]; j++)
static int w[64], x = 7;
static int next(void) { x = (x * 37 + 11) % 1009; return x; }
static int use(int a, int b) { return a > b; }
int main(void)
{
    int n = 60, s = 0, i, j, *p = n > 50 ? w : 0;
    for (i = 0; i < n; i++)@ w[i] = next() % 20;
    for (i = 0; i < n; i++)@ if (w[i] > 5)@ s++;
    for (i = 0; i < n; i++)@ if (w[i] > 3)@ for (j = 0; j < w[i]; j++)@ s += j;
    for (i = 0; i < n; i++) {@ if (w[i] == 4)@ s++;@ else@ s += 2;@ ROW@ if (w[j] == 3)@ break;@ }
    i = 0;@ while (i < n) {@ i += next() % 3 == 0 ? x % 5 + 1 : x % 2 + 1;@ if (x > 500)@ s++; }
    i = 0;@ do {@ if (next() > 300)@ s++;@ i++;@ } while (i < n);
    for (i = 0; i < n; i++) {
        if (w[i] % 3 == 0)
            continue;
        j = w[i];
        while (j > 0)@ j -= 2;
    }
    for (i = 0; i < n; i++) {
        if (w[i] % 3 == 0)
            continue;
        s += i;
        if (w[i] % 5 == 0)@ s += 2;
    }
    if (w[5] >= 0)@ s = (p && w[3] > 5) ? w[i % 64] + s : x + s;
    for (i = 0; i < n; i++)@ s += (p && w[i] > 5) ? w[i] + 1 : x + 2;
    for (i = 0; i < n; i++) {
        int k = w[i] > 9 ? 2 : 4;
        int l = w[n - 1 - i] > 15 ? x : 3 - i;
        s += use(l, k);
    }
    printf("%d\\n", s);
    return 0;
}
"""
ARGUMENTS = "s += use(w[n - 1 - i] > 15 ? x : 3 - i, w[i] > 9 ? 2 + i : 4 - i);"


def values(name: str, source: str, compiler: str) -> dict[str, object]:
    """The measured values by the parameters' names."""
    Path(f"{name}.c").write_text(source)
    build = f"{compiler} -w -O0 {{coverage}} {name}.c -o {name}"
    said = sad(
        "profile",
        f"{name}.c",
        "--build",
        build,
        "--run",
        f"./{name}",
        "-o",
        f"{name}.yaml",
        "--quiet",
    )
    assert said.code == 0, said.err
    entries = yaml.safe_load(Path(f"{name}.yaml").read_text())["parameters"]
    return {key: item["value"] for key, item in entries.items()}


@pytest.mark.compiler
@needs_gcc
@needs_gcov
@pytest.mark.parametrize(
    "compiler", ["gcc", pytest.param("clang", marks=needs(shutil.which("clang"), "clang"))]
)
def test_breaking_lines_changes_no_value(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    broken = values("broken", SOURCE.replace("@ ", "\n"), compiler)
    joined = values("joined", SOURCE.replace("@", ""), compiler)
    assert len(broken) > 12
    unknown = [key for key, value in joined.items() if value is None]
    assert len(unknown) == (compiler == "clang")  # the loop of do with an if on its line
    known = {key: value for key, value in joined.items() if value is not None}
    assert {key: value for key, value in known.items() if value != broken[key]} == {}


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_choices_that_are_arguments_are_in_no_known_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """gcc evaluates the last argument first; so the ways of the line are nobody's."""
    monkeypatch.chdir(tmp_path)
    source = SOURCE.replace("@ ", "\n").replace("s += use(l, k);", ARGUMENTS)
    found = values("arguments", source, "gcc")
    apart = values("broken", SOURCE.replace("@ ", "\n"), "gcc")
    known = {key: value for key, value in found.items() if value is not None}
    assert len(known) >= len(found) - 2
    assert {key: value for key, value in known.items() if apart.get(key, value) != value} == {}


OPERANDS = """\
#include <stdio.h>
static int grow(int *p, int n) { *p = n; return n % 2; }
int main(void)
{
    int n = 5, a = 0, b = 0, c = 3, d = 9, k = 0;
    while (k < 40 &&@ a + b < 90)
    {
        if ((a + n > c && !grow(&c, 2 * c + n)) ||@ (b + n > d &&@ !grow(&d, 2 * d + n)))
            a -= 1;
        a += k & 3;
        b += k % 5;
        k++;
    }
    printf("%d %d\\n", a, b);
    return 0;
}
"""


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_operands_on_several_lines_are_measured_as_on_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    found = values("one", OPERANDS.replace("@", ""), "gcc")
    assert len(found) > 4
    assert None not in found.values()
    assert values("several", OPERANDS.replace("@", "\n"), "gcc") == found


JUMPS = """\
#include <stdio.h>
int main(void)
{
    int i, j, s = 0;
    for (i = 0; i < 40; i++) {
        for (j = 0; j < 9; j++) { if (i % 5 == 0 || j > 6)@break; s += j; }
        for (j = 0; j < 9; j++) { if (i % 7 == 0 || j % 2 == 0)@{ continue; } s += j; }
        for (j = 0; j < 9; j++) { if (i % 3 == 0 && j > 4)@break; s += j; }
        for (j = 0; j < 9; j++) { if (i % 3 == 0 || (j > 4 && i % 2))@break; s += j; }
        for (j = 0; j < 9; j++) { if (i % 3 == 0 && (j > 4 || i % 4 == 1))@goto on; s += j; }
        on:
        for (j = 0; j < 9; j++) { if (i % 3 == 1 && (j > 5 || i % 4 == 1))@break; s += j; }
    }
    for (i = 0; i < 40; i++) if (s < 0 || i > 30)@return 0;
    printf("%d\\n", s);
    return 0;
}
"""


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_jumps_behind_several_operands_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A statement before the jump has gcc lay out the operands as those of any other arm."""
    monkeypatch.chdir(tmp_path)
    found = values("jumps", JUMPS.replace("@", " "), "gcc")
    other = JUMPS.replace("@{ continue; }", "{ s++; continue; }")
    for jump in ("break", "goto on", "return 0"):
        other = other.replace(f"@{jump};", f"{{ s++; {jump}; }}")
    assert found == values("others", other, "gcc")
    assert sum(value is not None for value in found.values()) >= 12
