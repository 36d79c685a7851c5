"""Bytes of a source file to text with ``\\n`` line ends.

Old source is rarely UTF-8: comments hold Latin-1 letters, files end in Ctrl-Z, lines in CR LF.
None of that changes a statement, so every byte is read as the Latin-1 character of its value,
unless the file is UTF-16 or UTF-8 with a byte-order mark.
"""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path

from sad.diagnostics import Span, input_error

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FREE_SUFFIXES = frozenset(f".{f}{year}" for f in "fF" for year in ("90", "95", "03", "08"))


def is_free_form(path: str) -> bool:
    """Whether Fortran in a file is read in free form: the suffix has the year of a standard."""
    return Path(path).suffix in _FREE_SUFFIXES


def read_source(path: str) -> str:
    """Return the text of ``path``.

    Raises ``SadError`` SAD101 (no such file), SAD102 (a directory), SAD103 (binary), SAD104
    (nothing in it) or SAD106 (cannot be read).
    """
    _refuse_what_is_no_file(path)
    try:
        raw = Path(path).read_bytes()
    except FileNotFoundError:
        hint = "check the path, or quote it if it contains blanks"
        raise input_error("SAD101", "no such file", Span.at(path), hint) from None
    except IsADirectoryError:
        hint = "name the files inside it, or let the shell expand them"
        raise input_error("SAD102", "this is a directory", Span.at(path), hint) from None
    except OSError as error:
        reason = error.strerror or "read error"
        hint = "check the permissions"
        raise input_error("SAD106", f"cannot be read: {reason}", Span.at(path), hint) from None
    return decode(raw, path)


def _refuse_what_is_no_file(path: str) -> None:
    """Raise ``SadError`` SAD106 for what may never end, and for names that no report can hold."""
    try:
        path.encode()
    except UnicodeEncodeError:
        shown = path.encode("utf-8", "backslashreplace").decode()
        hint = "rename the file"
        raise input_error("SAD106", "its name is not UTF-8", Span.at(shown), hint) from None
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        hint = "save what it gives as a file, or give that on standard input: -"
        raise input_error("SAD106", "this is no file but a pipe or device", Span.at(path), hint)


def decode(raw: bytes, path: str) -> str:
    """Return source bytes as text; raise ``SadError`` SAD103 or SAD104 if they are no source."""
    for bom, encoding in _BOMS:
        if raw.startswith(bom):
            text = raw[len(bom) :].decode(encoding, errors="replace")
            break
    else:
        if b"\0" in raw:
            hint = "an object file or an archive? give its source"
            line = raw[: raw.index(b"\0")].count(b"\n") + 1
            raise input_error("SAD103", "binary file (null byte)", Span.at(path, line), hint)
        text = raw.decode("latin-1")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        # Old computers end lines with CR alone; among other lines it ends none, as compilers say.
        text = text.replace("\r", " " if "\n" in text else "\n")
    end = text.find("\x1a")
    if end >= 0:
        text = text[:end]
    if not text.strip():
        hint = "remove it from the list if that is intended"
        raise input_error("SAD104", "empty file", Span.at(path), hint)
    return text
