"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from sad.diagnostics import Span, input_error


def write_whole(content: str | bytes, path: str) -> None:
    """Write a file; one that is there is replaced at once. Raises ``SadError`` SAD111."""
    data = content.encode() if isinstance(content, str) else content
    target = Path(path).resolve()
    aside = target.parent / f".{target.name}.{os.getpid()}"
    try:
        if target.exists() and not target.is_file():  # a device or a pipe stays what it is
            target.write_bytes(data)
            return
        try:
            aside.write_bytes(data)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or "write error"
        place = Span.at(path or "<arguments>")
        hint = "name a file in a folder that exists and that you may write to"
        raise input_error("SAD111", f"cannot be written: {reason}", place, hint) from None
