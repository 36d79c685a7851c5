"""A verdict is one line at the line that changed, with the reason in words below it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sad

OLD = """\
      SUBROUTINE SOLVE (N, M, A, X)
      INTEGER N, M, I, J, K
      DOUBLE PRECISION A(N,N), X(N)
      DO 20 I = 1, N
         DO 10 J = 1, M
            X(I) = X(I) + A(I,J)
   10    CONTINUE
   20 CONTINUE
      END
"""
C = """\
void f(int n, double *x) {
  int i, k;
  for (i = 0; i < n; i++)
    x[i] = x[i] + 1.0;
}
"""


def edited(old: str, new: str, text: str = OLD) -> str:
    assert old in text
    return text.replace(old, new)


CASES = {
    "a third loop": (
        edited("            X(I)", "            DO 10 K = 1, N\n            X(I)"),
        "SOLVE  s.f:6   O(M*N) -> O(M*N**2)",
        "a third loop (K = 1, N) around X(I) = X(I) + A(I,J); new >= old for all M >= 1, N >= 1",
    ),
    "a loop around all": (
        edited("      DO 20 I", "      DO 20 K = 1, N\n      DO 20 I"),
        "SOLVE  s.f:4   O(M*N) -> O(M*N**2)",
        "a new loop (K = 1, N) around X(I) = X(I) + A(I,J); new >= old for all M >= 1, N >= 1",
    ),
    "a longer loop": (
        edited("J = 1, M", "J = 1, M*M"),
        "SOLVE  s.f:5   O(M*N) -> O(M**2*N)",
        "the loop (J = 1, M*M) runs M*N*(M - 1) times more; new >= old for all M >= 1, N >= 1",
    ),
    "a statement": (
        edited("X(I) + A(I,J)", "X(I) + A(I,J)*A(J,I)"),
        "SOLVE  s.f:6   ",
        "changed: X(I) = X(I) + A(I,J)*A(J,I); new >= old for all M >= 1, N >= 1",
    ),
    "a bound that is set before": (
        edited("      DO 20 I", "      K = M*M\n      DO 20 I").replace("J = 1, M", "J = 1, K"),
        "SOLVE  s.f:6   O(M*N) -> O(M**2*N)",
        "the loop (J = 1, K) runs M*N*(M - 1) times more",
    ),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for side in ("old", "new"):
        Path(side).mkdir()


def write(old: str, new: str, name: str = "s.f") -> None:
    Path("old", name).write_text(old)
    Path("new", name).write_text(new)


@pytest.mark.parametrize("case", CASES)
def test_the_line_that_changed(case: str):
    new, head, reason = CASES[case]
    write(OLD, new)
    lines = sad("diff", "old", "new").out.splitlines()
    assert lines[0].startswith(head)
    assert lines[1].strip().startswith(reason)


def test_what_is_gone_is_told_at_the_line_after_it():
    new = CASES["a third loop"][0]
    write(new, OLD)
    lines = sad("diff", "old", "new").out.splitlines()
    assert lines[0] == "SOLVE  s.f:6   O(M*N**2) -> O(M*N)"
    assert lines[1].strip().startswith("gone: DO 10 K = 1, N; new <= old for all")


def test_c():
    write(C, edited("    x[i]", "    for (k = 0; k < i; k++)\n    x[i]", C), "s.c")
    lines = sad("diff", "old", "new").out.splitlines()
    assert lines[0] == "f  s.c:4   O(n) -> O(n**2)"
    assert (
        lines[1].strip().startswith("a second loop (k = 0; k < i; k++) around x[i] = x[i] + 1.0;")
    )


def test_times_and_sizes_are_in_the_line():
    write(OLD, CASES["a third loop"][0])
    sizes = ("--set", "n=1000", "--set", "m=10")
    first = sad("diff", "old", "new", "--machine", "sparc2", *sizes).out.splitlines()[0]
    assert first.startswith("SOLVE  s.f:6   O(M*N) -> O(M*N**2)    ")
    assert first.endswith(" s at N = 1000, M = 10 on sparc2")
    first = sad("diff", "old", "new", *sizes).out.splitlines()[0]
    assert first.endswith(" % at N = 1000, M = 10")


def test_the_others_are_counted():
    others = "".join(
        f"      SUBROUTINE S{n}(N, X)\n      REAL X(N)\n      DO 10 I = 1, N\n      X(I) = X(I)*X(I)\n"
        "   10 CONTINUE\n      END\n"
        for n in range(5)
    )
    cheaper = others.replace("X(I)*X(I)", "X(I)", 2)
    write(OLD + others, CASES["a third loop"][0] + cheaper)
    lines = sad("diff", "old", "new").out.splitlines()
    assert len(lines) == 4
    assert lines[2] == "2 other units got cheaper, 3 are as they were"
    detailed = sad("diff", "old", "new", "--details").out
    assert detailed.count("  verdict     cheaper") == 2
    assert "  difference  " in detailed


def test_every_form_has_the_line_and_the_text():
    write(OLD, CASES["a third loop"][0])
    forms = ("github", "gitlab", "sarif", "junit", "markdown", "json")
    outputs = [word for form in forms for word in ("--output", f"{form}:{form}.out")]
    assert sad("check", "new", "--baseline", "old", *outputs).code == 1
    said = "SOLVE: O(M*N) -> O(M*N**2); a third loop (K = 1, N) around X(I) = X(I) + A(I,J); new >= old"
    texts = {form: Path(f"{form}.out").read_text() for form in forms}
    assert texts["github"].startswith(
        "::error file=new/s.f,line=6,endLine=6,title=sad forbid.order::"
    )
    assert said in texts["github"]
    (issue,) = json.loads(texts["gitlab"])
    assert issue["description"].startswith(said)
    assert issue["location"]["lines"] == {"begin": 6}
    (result,) = json.loads(texts["sarif"])["runs"][0]["results"]
    assert result["message"]["text"].startswith(said)
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 6, "endLine": 6}
    assert said.replace(">", "&gt;") in texts["junit"]
    assert "new/s.f:6" in texts["junit"]
    assert texts["markdown"].count("\n| ") == 2
    assert (
        "| `new/s.f:6` | O(M\\*N) -> O(M\\*N\\*\\*2) | a third loop (K = 1, N)" in texts["markdown"]
    )
    (change,) = json.loads(texts["json"])["changes"]
    assert change["headline"] == "O(M*N) -> O(M*N**2)"
    assert change["reason"].startswith("a third loop (K = 1, N)")
    assert change["changed_line"] == 6
