"""Limits of this process, and what the computer has."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_RESERVED = 1 << 30  # bytes of stacks and libraries that are reserved and hardly used


def limit_memory(most_bytes: int) -> None:
    """Let this process fail to get more memory than this, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on all systems

        most = most_bytes + _RESERVED
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def processor_seconds(process: int) -> float | None:
    """Return how long processors have worked for a process [s]; None where the system does not tell."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return None


def memory_of_computer() -> int:
    """Return the bytes of memory of this computer; 4 GiB where the system does not tell."""
    with suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 4 << 30
