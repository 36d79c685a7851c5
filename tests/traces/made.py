"""Traces for tests, from text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.traces.format import read_trace

if TYPE_CHECKING:
    from pathlib import Path

    from sad.traces.format import Trace

RING = """\
# clock cpu
0 0 begin
1 0 begin
0 10 isend 1 800 7
0 10 irecv 1 400 8
1 20 recv 0 800 7
1 25 send 0 400 8
0 30 wait
0 31 coll allreduce 8
1 26 coll allreduce 8
0 40 end
1 40 end
"""


def trace_of(text: str, folder: Path, name: str = "made.txt") -> Trace:
    """Return the trace of a text, read from a file."""
    path = folder / name
    path.write_text(text)
    return read_trace(str(path))
