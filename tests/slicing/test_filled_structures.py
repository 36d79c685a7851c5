"""Structures that C's library fills through one pointer and a slice reads through another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.cli import main

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM = """\
#include <stdlib.h>
#include <string.h>
struct h {{ int m; int n; }};
static void wipe(struct h *x) {{ memset(x, 0, sizeof(struct h)); }}
static void move(struct h *to, const struct h *from) {{ memmove(to, from, sizeof *to); }}
int main(void)
{{
    int k = 0;
    double w = 0;
    struct h *p = malloc(2 * sizeof *p), *r = p;
    for (int i = 0; i < 7; i++)
        if (i * i % 3 == 1)
            k++;
    p[0].n = k;
    p[1].n = k + 2;
    {call};
    for (int i = 0; i < p->n; i++)
        w += 1.0;
    for (int i = 0; i < p[1].n; i++)
        w += 2.0;
    return w > 100;
}}
"""
_CALLS = {  # and how often the two statements run
    "memset(r, 0, sizeof *r)": ("0", "6"),
    "memset(r + 1, 0, sizeof *r)": ("4", "0"),
    "memset(p + 1, 0, sizeof *p)": ("4", "0"),
    "memcpy(r, r + 1, sizeof *r)": ("6", "6"),
    "memmove(r + 1, r, sizeof *r)": ("4", "4"),
    "memcpy(r++, p + 1, sizeof *r)": ("6", "6"),
    "wipe(r)": ("0", "6"),
    "wipe(&p[1])": ("4", "0"),
    "move(p, r + 1)": ("6", "6"),
}


@pytest.mark.parametrize("call", _CALLS)
def test_no_count_is_that_before_the_call(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "filled.c"
    path.write_text(_PROGRAM.format(call=call), encoding="ascii")
    assert main(["annotate", "--no-cache", str(path)]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "w +=" in line]
    for line, runs in zip(lines, _CALLS[call], strict=True):
        mark, count, *_ = line.split()
        assert mark == "?" or count == runs, line


_STORED = """\
struct s {{ int a, b; }};
static struct s g = {{4, 4}}, *gp = &g, *none;
static int *ip = &g.b;
static void f(struct s *v) {{ {store}; }}
int main(void)
{{
    struct s v = {{2, 3}};
    double w = 0;
    f(&v);
    for (int i = 0; i < g.a + g.b; i++)
        w += 1.0;
    return w > 100;
}}
"""


@pytest.mark.parametrize(
    ("store", "runs"),
    [
        ("*gp = *v", "5"),
        ("gp->a = v->a", "6"),
        ("none = gp; none->b = 1", "5"),
        ("*ip = v->b", "7"),
        ("(void)v", "8"),
    ],
)
def test_no_count_is_that_before_a_store_through_a_pointer_set_at_load(
    store: str, runs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "stored.c"
    path.write_text(_STORED.format(store=store), encoding="ascii")
    assert main(["annotate", "--no-cache", str(path)]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "w +=" in line)
    mark, count, *_ = line.split()
    assert mark == "?" or count == runs
