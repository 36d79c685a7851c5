"""Examples in docstrings become code: Markdown takes their prompts for quotations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from griffe import Extension

if TYPE_CHECKING:
    from griffe import Object

_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>>)\S.*\n?)*)+", re.MULTILINE)


class Examples(Extension):
    """Puts runs of ``>>>`` lines, with what they print, into code blocks."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of one object."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(_block, obj.docstring.value)


def _block(match: re.Match[str]) -> str:
    return f"\n```pycon\n{match[0].rstrip()}\n```\n"
