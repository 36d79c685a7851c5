"""The other end of ``server``: runs of the command line, with and without the replay."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.support.command import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_TICK = 0.06
"""Seconds after which a file that was just written is taken to be complete."""


@dataclass(frozen=True)
class Answer:
    """What a run did; ``computed``: its answer was not known."""

    code: int
    out: str
    err: str
    computed: bool
    told: dict[str, Any]

    @property
    def said(self) -> tuple[int, str, str]:
        return self.code, self.out, self.err


class Runs:
    """Runs in a folder, with a cache beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        self.cache = folder / "cache"
        self._own = folder / "said"
        self._own.mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.replay.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "SAD_CACHE_DIR": str(self.cache)},
        )

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(
        self,
        *arguments: str,
        replay: bool = True,
        cwd: str = ".",
        environment: Mapping[str, str] | None = None,
        watched: bool = False,
    ) -> Answer:
        """Run ``sad ARGUMENTS``; without ``replay`` from nothing."""
        time.sleep(_TICK if replay else 0)
        request = {
            "folder": str(self._own),
            "cwd": str(self.folder / cwd),
            "arguments": arguments,
            "replay": replay,
            "environment": {} if environment is None else dict(environment),
            "watched": watched,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        code = int(self._process.stdout.readline())
        out, err = ((self._own / name).read_text() for name in ("out", "err"))
        told = json.loads((self._own / "told").read_text())
        return Answer(code, out, err, told["computed"], told)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
