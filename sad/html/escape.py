"""Text of any origin made safe inside a page."""

from __future__ import annotations

import json
from html import escape
from typing import Any

_IN_SCRIPT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def text(value: object) -> str:
    """Return text for the content of an element or a quoted attribute; control characters go."""
    shown = "".join(
        char if char.isprintable() or char in "\t\n" else "\ufffd" for char in str(value)
    )
    return escape(shown, quote=True)


def data(value: Any) -> str:
    """Return a value as JSON that cannot end the ``script`` element it stands in.

    Floats keep all their digits. Raises ``ValueError`` for numbers JSON does not have.
    """
    written = json.dumps(value, separators=(",", ":"), allow_nan=False)
    for char, escaped in _IN_SCRIPT.items():
        written = written.replace(char, escaped)
    return written
