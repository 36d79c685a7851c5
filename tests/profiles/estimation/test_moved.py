"""Counts of an earlier text are used where its lines are now, and not where statements changed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from sad.profiles.counts import FileCounts, LineCount
from sad.profiles.estimation.moved import moved
from tests.support.command import sad

FIXED = """\
      PROGRAM P
C a comment
      READ *, N
      DO 10 I = 1, N
      IF (MOD(I, 3) .EQ. 0) A = A + 1.0
   10 PRINT *, 'it''s ! no comment', A
      END
"""


def at(before: str, now: str, *, is_c: bool = False):
    lines = before.splitlines()
    counts = FileCounts({n: LineCount(100 + n) for n in range(1, len(lines) + 1)}, text=lines)
    return moved(counts, now.splitlines(), is_c=is_c)


def where(found):
    return {line: count.count - 100 for line, count in found.counts.lines.items()}


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (FIXED, FIXED, {n: n for n in range(1, 8)}),
        (FIXED, FIXED + "\n\n", {n: n for n in range(1, 8)}),
        (
            FIXED,
            FIXED.replace("C a comment\n", ""),
            {1: 1, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7},
        ),
        (
            FIXED,
            FIXED.replace("      DO 10", "! new\n\n      do   10").replace("A + 1", "A  +  1"),
            {1: 1, 3: 3, 6: 4, 7: 5, 8: 6, 9: 7},
        ),
    ],
)
def test_lines_move_with_comments_and_blanks(before: str, now: str, expected: dict[int, int]):
    found = at(before, now)
    assert not found.changes
    assert {k: v for k, v in where(found).items() if v != 2 or before is now} == {
        k: v for k, v in expected.items() if v != 2 or before is now
    }


def test_a_line_that_was_broken_has_no_count():
    found = at(FIXED, FIXED.replace(" A = A + 1.0", "\n     &   A = A + 1.0"))
    assert not found.changes
    assert found.left_out == (5,)
    assert where(found)[7] == 6


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("A + 1.0", "A + 2.0", 5),
        ("it''s", "its", 6),
        ("it''s !", "it''s  !", 6),
        ("      DO 10", "      K = 1\n      DO 10", 4),
        ("      READ *, N\n", "", 3),
    ],
)
def test_statements_that_changed_are_listed(old: str, new: str, line: int):
    found = at(FIXED, FIXED.replace(old, new))
    assert [change.line for change in found.changes] == [line]


def test_each_line_that_changed_is_listed_and_none_that_was_only_broken():
    changed = FIXED.replace(" A = A + 1.0", "\n     &   A = A + 1.0")
    changed = changed.replace("      READ *, N\n", "      READ *, M\n")
    assert [change.line for change in at(FIXED, changed).changes] == [3]
    both = FIXED.replace("A + 1.0", "A + 2.0").replace("it''s", "its")
    assert [change.line for change in at(FIXED, both).changes] == [5, 6]


C = """\
int f(int n) {
    int s = 0; /* sum */
    for (int i = 0; i < n; i++)
        if (i % 3 == 0 && i > 4) s += i;
    return s; // "the sum"
}
int main(void) { int t = 0; for (int k = 0; k < 9; k++) t += f(k * k); return t > 999; }
"""
MOVED_C = """\
/* a comment
   of two lines */
int f(int n) {
  int s = 0;

  for (int i = 0;  i < n;  i++)   // all
      if (i % 3 == 0   &&  i > 4)  s += i;
  return s;
}
int main(void) {int t = 0; for (int k = 0; k < 9; k++) t += f(k * k); return t > 999; }
"""


def test_c_with_comments_and_blanks():
    found = at(C, MOVED_C, is_c=True)
    assert not found.changes
    assert where(found) == {3: 1, 4: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7}
    assert at(C, MOVED_C.replace("i > 4", "i > 5"), is_c=True).changes
    assert at(C, C.replace('"the sum"', "another"), is_c=True).changes == ()
    assert at('char *s = "a //b";\n', 'char *s = "a //c";\n', is_c=True).changes


@pytest.mark.parametrize(
    ("compiler", "name", "text", "now"),
    [
        ("gcc", "a.c", C, MOVED_C),
        ("clang", "a.c", C, MOVED_C),
        ("gfortran", "a.f", FIXED, "C one\n\n" + FIXED.replace("DO 10 I = 1,N", "do 10  i=1, n")),
    ],
)
def test_saved_counts_are_used_in_another_folder(
    compiler: str, name: str, text: str, now: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What they tell of the moved source is what a profile of it tells."""
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    folders = [tmp_path / "there", tmp_path / "here"]
    reports = []
    for folder, source in zip(folders, (text, now), strict=True):
        folder.mkdir()
        (folder / name).write_text(source)
        (folder / "in").write_text("20\n")
        monkeypatch.chdir(folder)
        build = f"{compiler} -O0 -w {{coverage}} {name} -o prog"
        options = ("--allow-failure", "--quiet", "-o", "p.yaml", "--save", "counts.json")
        result = sad("profile", name, "--build", build, "--run", "./prog < in", *options)
        assert result.code == 0, result.err
    saved = json.loads((folders[0] / "counts.json").read_text())
    assert list(saved["sources"]) == [name]
    result = sad(
        "params", "import", str(folders[0] / "counts.json"), "--source", name, "-o", "q.yaml"
    )
    assert result.code == 0, result.err
    assert result.err == ""
    reports = [Path(file).read_text().replace("q.yaml", "p.yaml") for file in ("p.yaml", "q.yaml")]
    parts = [report[report.index("schema:") :] for report in reports]
    assert parts[0] == parts[1]
    (folders[1] / name).write_text(now.replace("3", "4"))
    result = sad(
        "params", "import", str(folders[0] / "counts.json"), "--source", name, "-o", "r.yaml"
    )
    assert result.code == 3
    assert "SAD711" in result.err
    assert not Path("r.yaml").exists()
