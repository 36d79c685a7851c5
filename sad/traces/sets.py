"""Sets of traces: of one program with several numbers of ranks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SUFFIX = ".sadtrace"


def trace_files(names: Sequence[str]) -> list[str]:
    """Return traces by name; a folder that is no trace itself stands for those in it.

    Raises SAD661 for a folder without any.
    """
    from sad.traces.format import HEAD, OTF2, no_trace  # noqa: PLC0415 - every scaling asks for the suffix

    found: list[str] = []
    for name in names:
        path = Path(name)
        if not path.is_dir() or (path / HEAD).exists() or (path / OTF2).exists():
            found.append(name)
            continue
        inside = sorted(str(item) for item in path.glob(f"*{SUFFIX}"))
        if not inside:
            raise no_trace(name, f"the folder has no files *{SUFFIX}")
        found += inside
    return found
