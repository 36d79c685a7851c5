"""Text of any origin made safe inside a page."""

from __future__ import annotations

from html import escape


def text(value: object) -> str:
    """Return text for the content of an element or a quoted attribute; control characters go."""
    shown = "".join(
        char if char.isprintable() or char in "\t\n" else "\ufffd" for char in str(value)
    )
    return escape(shown, quote=True)
