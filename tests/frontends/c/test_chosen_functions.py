"""Calls through local pointers that are set to functions which the source names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sad import analyze
from tests.support.command import sad

CHOSEN = """\
typedef double (*fn)(double);
static double once(double x) {
    return x + 1;
}
static double often(double x) {
    for (int i = 0; i < 7; i++)
        x += 0.5;
    return x;
}
static double apply(fn f, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += f(i);
    return s;
}
static void start(int n, fn f, double *to) {
    if (n > 0)
        *to = f(n);
}
int main(int argc, char **argv) {
    fn f = once, g = argc > 1 ? often : once;
    double s = 0, t = 0;
    int n = 10;
    if (argc > 2)
        f = &often;
    s += apply(f, n);
    start(n, g, &t);
    for (int k = 0; k < n; k++)
        s += f(k) + (*g)(k);
    for (int k = 0; k < n; k++) {
        fn h = k % 2 ? once : often;
        s += h(k);
    }
    return s + t > 0;
}
"""
SHARED = """\
typedef void (*fn)(int, double *);
static void forces(int n, double *a) {
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
static void first(int n, double *a) {
    forces(n, a);
}
static void second(int n, double *a) {
    forces(n, a);
    forces(n, a);
}
static void third(int n, double *a) {
    forces(n, a);
}
void run(double d, int n, int steps, double *a) {
    fn step = d > 0.5 ? first : third;
    forces(n, a);
    for (int k = 0; k < steps; k++)
        step(n, a);
    second(n, a);
}
"""
LET_GO = """\
typedef int (*fn)(int);
struct holder { fn f; };
static int one(int x) { return x + 1; }
static int two(int x) {
    return x + 2;
}
static void change(fn *f) {
    *f = two;
}
int main(int argc, char **argv) {
    fn f = one, g = one;
    struct holder h = { one };
    int n = 3;
    change(&f);
    if (argc > 1)
        g = two;
    h.f = g;
    n = f(n) + h.f(n);
    return n;
}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)


def _lines(text: str, *options: str) -> dict[str, Any]:
    Path("t.c").write_text(text)
    done = sad("annotate", "t.c", "--format", "json", *options)
    assert done.code == 0, done.err
    return json.loads(done.out)["files"]["t.c"]


@pytest.mark.parametrize(
    ("arguments", "once", "often"), [("", 36, 5), ("a", 25, 16), ("a b", 5, 36)]
)
def test_each_call_goes_where_the_pointer_points(arguments: str, once: int, often: int):
    """Figures of gcov: lines 3 and 8, and the loop of the second function."""
    lines = _lines(CHOSEN, f"--args={arguments}")
    counted = {number: lines[number]["count"]["value"] for number in ("3", "7", "8", "13")}
    assert counted == {"3": once, "7": 7 * often, "8": often, "13": 10}
    assert all(line["exact"] for line in lines.values())


def test_which_one_is_open_costs_its_own_share():
    text = CHOSEN.replace("int main(int argc, char **argv) {", "int run(double d) {")
    text = text.replace("argc > 1 ? often : once", "d > 0.5 ? often : once")
    text = text.replace("argc > 2", "d > 1.5")
    Path("t.c").write_text(text)
    done = sad("annotate", "t.c", "--entry", "run", "--format", "json")
    lines = json.loads(done.out)["files"]["t.c"]
    assert lines["13"]["exact"]
    assert lines["13"]["count"]["value"] == 10
    assert not lines["7"]["exact"]
    count = analyze("t.c", entry="run").count("apply", line=13)
    assert (str(count), count.is_exact) == ("10", True)


def test_what_every_choice_calls_is_known():
    """A call before the choice and calls after it do not hide that the shares add up to 1."""
    Path("t.c").write_text(SHARED)
    count = analyze("t.c", entry="run").count("forces", line=4)
    assert count.is_exact
    assert count.evaluate(n=5, steps=4) == 35


def test_a_pointer_that_others_may_set_is_not_believed():
    lines = _lines(LET_GO, "--args=")
    for number in ("3", "5"):
        assert not lines[number]["exact"] or lines[number]["count"]["value"] == 1  # gcov: 1 each
