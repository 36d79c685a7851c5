"""Pages of small programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path


def report(folder: Path, source: str, *options: str | Path) -> Path:
    path, target = folder / "main.f", folder / "report.html"
    path.write_text(source)
    result = sad("analyze", path, "--format", "html", "-o", target, *options)
    assert (result.code, result.err) == (0, "")
    return target
