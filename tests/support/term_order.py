"""Runs of ``sad`` with the terms of all polynomials in another order: it must not show.

``python -m tests.support.term_order up|down FILE...`` prints what ``analyze`` and ``snapshot`` print.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from tests.support.command import ROOT, sad

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_COMMANDS = (("analyze", "--format", "json", "--jobs", "1"), ("snapshot", "-o", "-"))


def _keep_terms(*, downwards: bool) -> None:
    made = Poly.__init__

    def ordered(self: Poly, terms: dict[tuple[str, ...], int], den: int = 1) -> None:
        made(self, terms, den)
        self.terms = dict(sorted(self.terms.items(), reverse=downwards))

    Poly.__init__ = ordered


def said_with(order: str, files: Iterable[Path]) -> list[str]:
    """Return all lines said of files by a process that keeps terms in this order."""
    command = [sys.executable, "-m", __name__, order, *map(str, files)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def main() -> int:
    """Say everything of each file."""
    order, *files = sys.argv[1:]
    _keep_terms(downwards=order == "down")
    for file in files:
        for command in _COMMANDS:
            result = sad(*command, file, "--no-cache")
            print(f"{file}: {command[0]}: {result.code}", result.out, result.err, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
