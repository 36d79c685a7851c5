"""Pointers that lead into unions: what is stored through them, all members of the union hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sad

TEXT = """\
struct leaf { int a, b; };
static union { struct { struct leaf leaf; int k; } p; struct { int x, z; } q; } cells;
static void set(struct leaf *to, int n)
{
    to->b = n;
}
int main(void)
{
    int s = 0;
    STATEMENTS
    for (int i = 0; i < cells.q.z; i++)
        s++;
    return s;
}
"""


@pytest.mark.parametrize(
    ("statements", "runs"),
    [
        ("struct leaf *leaf = &cells.p.leaf; set(leaf, 5);", 5),
        ("struct leaf *leaf = &cells.p.leaf; leaf->b = 4;", 4),
        ("int *b = &cells.p.leaf.b; *b = 3;", 3),
        ("int *x = &cells.q.x; x[1] = 6;", 6),
        ("set(&cells.p.leaf, 7);", 7),
    ],
)
def test_no_count_is_of_what_was_held_before(
    statements: str, runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("t.c").write_text(TEXT.replace("STATEMENTS", statements))
    done = sad("annotate", "t.c", "--format", "json")
    line = json.loads(done.out)["files"]["t.c"]["12"]
    assert not line["exact"] or line["count"]["value"] == runs
