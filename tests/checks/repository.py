"""A small git repository with settings, a snapshot and two commits, the second of which is dearer."""

from __future__ import annotations

import contextlib
import os
import subprocess
from typing import TYPE_CHECKING

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = 'sources = "src"\nsizes = {n = 1000}\n\n[check]\nforbid = "leading"\n'
CHEAP = """\
      SUBROUTINE SOLVE (N, A, X)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), X(N)
      DO 20 I = 1, N
         DO 10 J = 1, I
   10    X(I) = X(I) + A(I,J)
   20 CONTINUE
      END
"""
DEARER = CHEAP.replace("   10    X(I)", "         DO 10 K = 1, N\n   10    X(I)")
COMMENTED = CHEAP.replace("      INTEGER", "C     a comment\n      INTEGER")
_IDENTITY = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


def git(folder: Path, *arguments: str) -> str:
    """Run git; return what it printed."""
    run = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env={**os.environ, **_IDENTITY},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def make_repository(folder: Path, second: str = DEARER) -> Path:
    """Make a repository on ``main`` and a branch ``change`` whose commit has another source."""
    (folder / "src").mkdir(parents=True)
    (folder / "sad.toml").write_text(SETTINGS)
    (folder / "src" / "solve.f").write_text(CHEAP)
    with contextlib.chdir(folder):
        assert sad("snapshot").code == 0
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    git(folder, "switch", "--quiet", "--create", "change")
    (folder / "src" / "solve.f").write_text(second)
    git(folder, "commit", "--quiet", "-am", "second")
    return folder
