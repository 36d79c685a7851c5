"""gcc's own coverage files: which belong together, and whether they are whole and of one build.

A notes file (.gcno) is written by the compiler, a data file (.gcda) by the run. Both begin with a
magic number, the compiler's version and a stamp that is new with every compilation; then come
records of a tag, a length and that much data, and in data files a tag 0 at the end (gcc's
``gcov-io.h``). gcov reads files that are cut without a word, and misses counts; so they are looked at
here. Only notes that end between two records of their last function cannot be told from whole ones.
"""

from __future__ import annotations

import os
import struct

from sad.diagnostics import SadError, Span, input_error
from sad.profiles.readers.source import ended, unreadable
from sad.records import record

DATA, NOTES = ".gcda", ".gcno"
_REBUILD = (
    "build it, run it, and keep the data files (.gcda) beside the notes (.gcno) of that build"
)
_NEVER_RAN = "run the program that was built with --coverage; it writes the data when it ends"


@record
class Header:
    """How a file of gcov begins; ``order`` is that of its bytes, for ``struct``."""

    magic: bytes
    version: str
    stamp: int
    order: str


def data_files(path: str) -> list[str]:
    """Return the files to give to gcov: one for each notes file in a directory, or that of ``path``.

    Raises ``SadError``: SAD701 (cannot be read, no data), SAD708 (no notes).
    """
    if not os.path.isdir(path):
        return [_with_notes(os.path.splitext(path)[0] + DATA)]
    notes, data = _files(path)
    if not data:
        what = "was compiled for gcov but did not run" if notes else "has no files of gcov"
        raise input_error("SAD701", f"what is in this directory {what}", Span.at(path), _NEVER_RAN)
    found = [_with_notes(name) for name in data]
    stems = {os.path.splitext(name)[0] for name in data}
    return sorted(found + [name for name in notes if os.path.splitext(name)[0] not in stems])


def _files(path: str) -> tuple[list[str], list[str]]:
    def stop(error: OSError) -> None:
        raise unreadable(os.fsdecode(error.filename or path), error)

    notes: list[str] = []
    data: list[str] = []
    for folder, folders, names in os.walk(path, onerror=stop):
        folders.sort()
        for name in sorted(names):
            if name.endswith(NOTES):
                notes.append(os.path.join(folder, name))
            elif name.endswith(DATA):
                data.append(os.path.join(folder, name))
    return notes, data


def _with_notes(data: str) -> str:
    notes = os.path.splitext(data)[0] + NOTES
    if not os.path.exists(data):
        raise input_error("SAD701", "no such file", Span.at(data), _NEVER_RAN)
    if not os.path.exists(notes):
        message = f"its notes file {os.path.basename(notes)} is not there"
        raise input_error("SAD708", message, Span.at(data), _REBUILD)
    return data


def check(data: str) -> None:
    """Check that a data file and its notes are whole and of one build.

    Raises ``SadError``: SAD701 (cannot be read), SAD703 (cut), SAD708 (not gcov's, another version),
    SAD709 (of another build).
    """
    notes = os.path.splitext(data)[0] + NOTES
    content, plan = _content(data), _content(notes)
    measured, built = _header(data, content, b"gcda"), _header(notes, plan, b"gcno")
    if measured.version != built.version:
        message = f"written by gcov {measured.version}, its notes by {built.version}"
        raise input_error("SAD708", message, Span.at(data), _REBUILD)
    if measured.stamp != built.stamp:
        message = "the data is of another build than its notes: the source may have changed"
        hint = "run the program again, or put back the notes of the build that ran"
        raise input_error("SAD709", message, Span.at(data), hint)
    for name, file, header in ((data, content, measured), (notes, plan, built)):
        if not _is_whole(file, header):
            raise ended(Span.at(name))


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _header(path: str, content: bytes, magic: bytes) -> Header:
    for order, mark in ((">", magic), ("<", magic[::-1])):
        if content[:4] == mark and len(content) >= 12:
            version, stamp = struct.unpack(order + "4sI", content[4:12])
            text = version if order == ">" else version[::-1]
            return Header(magic, text.decode("latin-1"), stamp, order)
    raise _foreign(path)


def _foreign(path: str) -> SadError:
    return input_error("SAD708", "this is no file of gcov", Span.at(path), _REBUILD)


def _is_whole(content: bytes, header: Header) -> bool:
    """Whether the records lead to the end: a tag 0 in data, the end of the file in notes."""
    if not header.version[0].isalpha():
        return True  # of clang, which says it is gcc 4: gcov tells that it cannot read it
    newer = header.version >= "B2"
    unit = 1 if newer else 4  # gcc 12 counts in bytes, those before in words of 4
    at = 16 if newer else 12  # gcc 12 has a checksum behind the stamp
    if header.magic == b"gcno":  # the folder of the compilation, and a flag
        at += 8 + unit * _word(content, at, header)
    while at + 8 <= len(content) and _word(content, at, header):
        length = _word(content, at + 4, header)
        at += 8 + max(length, 0) * unit  # negative: so many counters that are all 0
    if header.magic == b"gcno":
        return at == len(content)
    return at + 4 == len(content) and _word(content, at, header) == 0


def _word(content: bytes, at: int, header: Header) -> int:
    """Return the number at a place; 0 behind the end."""
    return struct.unpack_from(header.order + "i", content.ljust(at + 4, b"\0"), at)[0]
