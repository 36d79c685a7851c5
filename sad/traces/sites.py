"""Call sites as source lines: what ``addr2line`` says of addresses in programs and libraries."""

from __future__ import annotations

import shutil
import struct
import subprocess
from typing import TYPE_CHECKING

from sad.traces.format import Site

if TYPE_CHECKING:
    from collections.abc import Sequence

_PATIENCE = 120.0  # seconds
_EXECUTABLE = 2  # ELF's type of a program at fixed addresses
_LOAD = 1  # ELF's type of a part that is loaded


def sites_of(places: Sequence[tuple[str, int]]) -> tuple[Site, ...]:
    """Return the sites of return addresses: files with offsets from where they were loaded.

    Without ``addr2line``, or debugging information, a site is the program and no line.
    """
    by_file: dict[str, list[int]] = {}
    for file, offset in places:
        by_file.setdefault(file, []).append(offset)
    found: dict[tuple[str, int], Site] = {}
    for file, offsets in by_file.items():
        base = _base(file)
        # the call is before the address to which it returns
        answers = _asked(file, [base + offset - 1 for offset in offsets])
        found.update({(file, at): site for at, site in zip(offsets, answers, strict=True)})
    return tuple(found[place] for place in places)


def _asked(file: str, addresses: Sequence[int]) -> list[Site]:
    unknown = [Site(file, 0, "")] * len(addresses)
    tool = shutil.which("addr2line")
    if tool is None:
        return unknown
    try:
        answer = subprocess.run(
            [tool, "-f", "-C", "-e", file],
            input="".join(f"{address:#x}\n" for address in addresses),
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired):
        return unknown
    lines = answer.stdout.splitlines()
    if answer.returncode or len(lines) != 2 * len(addresses):
        return unknown
    return [
        _site(file, function, place)
        for function, place in zip(lines[::2], lines[1::2], strict=True)
    ]


def _site(program: str, function: str, place: str) -> Site:
    name = "" if function == "??" else function
    file, _, rest = place.rpartition(":")
    digits = rest.split()[0] if rest.split() else ""
    if file in ("", "??") or not digits.isdigit() or digits == "0":
        return Site(program, 0, name)
    return Site(file, int(digits), name)


def _base(file: str) -> int:
    """Where an ELF file of 64 bits wants to be loaded; 0 for what can be loaded anywhere."""
    try:
        with open(file, "rb") as stream:
            data = stream.read(64)
            if data[:5] != b"\x7fELF\x02" or struct.unpack_from("<H", data, 16)[0] != _EXECUTABLE:
                return 0
            start, size, count = (
                struct.unpack_from("<Q", data, 32)[0],
                *struct.unpack_from("<HH", data, 54),
            )
            stream.seek(start)
            table = stream.read(size * count)
    except (OSError, struct.error):
        return 0
    loads = [
        struct.unpack_from("<Q", table, at * size + 16)[0]
        for at in range(count)
        if struct.unpack_from("<I", table, at * size)[0] == _LOAD
    ]
    return min(loads, default=0)
