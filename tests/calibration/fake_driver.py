"""A driver that measures nothing: it answers a plan as the one beside it says.

``behave.json`` beside the program gives ``ratios`` (of successive rounds, the last one again and
again), ``quiet`` likewise, ``seconds`` of a call, and perhaps ``die``: the number of a kernel to end
in.
"""

from __future__ import annotations

import json
import os
import signal
import stat
import sys
from pathlib import Path

_CHAIN = 1.25  # [ns]


def make_driver(folder: Path, **behaviour: object) -> Path:
    """Return the program, with its behaviour written beside it."""
    (folder / "behave.json").write_text(json.dumps(behaviour))
    program = folder / "driver"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {__file__} {folder}\n")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    return program


def answer(folder: Path) -> None:
    """Read a plan, write the answers."""
    behaviour = json.loads((folder / "behave.json").read_text())
    count = folder / "rounds"
    number = int(count.read_text()) if count.exists() else 0
    count.write_text(str(number + 1))
    ratios, quiets = behaviour["ratios"], behaviour.get("quiet", [2.0])
    ratio, quiet = ratios[min(number, len(ratios) - 1)], quiets[min(number, len(quiets) - 1)]
    lines = sys.stdin.read().splitlines()
    print(f"r {quiet}")
    at = 1
    while at < len(lines):
        kernel, _, wanted, _, arrays = map(int, lines[at].split())
        at += 1 + arrays
        print(f"b {kernel}", flush=True)
        if behaviour.get("die") == kernel:
            os.kill(os.getpid(), signal.SIGSEGV)
        if kernel == 0:
            print("m 0.1")
            continue
        sample = f" {behaviour['seconds'] * 1e9} {_CHAIN} {ratio}"
        print(f"t {kernel} 1{sample * wanted}")


if __name__ == "__main__":
    answer(Path(sys.argv[1]))
