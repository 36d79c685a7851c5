"""The layout of a generated C program."""

from __future__ import annotations

_STEP = 4


def indented(text: str) -> str:
    """Return the text, each line indented by the braces around it and by ifs and loops without."""
    depth, guarded, out = 0, 0, list[str]()
    for line in text.splitlines():
        depth -= line.startswith("}")
        level = 0 if line.startswith("#") else depth
        out.append(" " * (_STEP * (level + guarded)) + line)
        depth += line.endswith("{")
        alone = line.startswith(("if (", "for (", "while (")) and line.endswith(")")
        guarded = guarded + 1 if alone else 0
    return "".join(f"{line}\n" for line in out)
