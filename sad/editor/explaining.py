"""What is said on hover: of the name under the pointer, and why the line's count is what it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.report.explain import explain

if TYPE_CHECKING:
    from sad.report.view import View


def explain_at(view: View, path: str, line: int, word: str = "") -> str:
    """Return what is known of a line and of a name in it; empty if nothing is."""
    texts: list[str] = []
    for target in (word, f"{path}:{line}"):
        try:
            text = explain(view, target) if target else ""
        except SadError:  # no parameter, or no statement starts there
            continue
        texts.append(text)
    folder = f"{Path(path).parent}/"
    return "\n".join(texts).replace(folder, "").strip()
