"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from sad.diagnostics import SadError, Span, input_error

_OPEN_FILE = re.compile(r"/dev/(stdout|stderr|fd/\d+)|/proc/[^/]+/fd/\d+")


def is_stream(path: str) -> bool:
    """Whether a path names no file of its own: ``/dev/stdout`` is what standard output is now."""
    return _OPEN_FILE.fullmatch(os.path.abspath(path)) is not None


def check_folder(path: str) -> None:
    """Raise SAD111 where no file can be written, before a long run rather than after it."""
    target = Path(path).absolute()
    folder = target.parent
    if target.exists() and not target.is_file():  # a device or a pipe
        return
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise _unwritten(path, "no such folder" if not folder.is_dir() else "Permission denied")


def _unwritten(path: str, reason: str) -> SadError:
    hint = "name a file in a folder that exists and that you may write to"
    return input_error(
        "SAD111", f"cannot be written: {reason}", Span.at(path or "<arguments>"), hint
    )


def write_whole(content: str | bytes, path: str) -> None:
    """Write a file; one that is there is replaced at once, and keeps its mode.

    What ``is_stream`` is written to where it stands. Raises ``SadError`` SAD111.
    """
    data = content.encode() if isinstance(content, str) else content
    target = Path(path).resolve()
    aside = target.parent / f".{target.name}.{os.getpid()}"
    try:
        if is_stream(path):
            with open(path, "ab") as stream:
                stream.write(data)
            return
        if target.exists() and not target.is_file():  # a device or a pipe stays what it is
            target.write_bytes(data)
            return
        try:
            aside.write_bytes(data)
            if target.exists():
                aside.chmod(stat.S_IMODE(target.stat().st_mode))
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritten(path, error.strerror or "write error") from None
