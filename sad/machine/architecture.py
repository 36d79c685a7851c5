"""Instruction set architectures by one name each, and whether a machine has this computer's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.machine.schema import Machine

_OTHER_NAMES = {
    "x86_64": "x86-64",
    "amd64": "x86-64",
    "x64": "x86-64",
    "i386": "x86",
    "i486": "x86",
    "i586": "x86",
    "i686": "x86",
    "ia32": "x86",
    "arm64": "aarch64",
    "armv8": "aarch64",
    "ppc64le": "powerpc64",
    "ppc64": "powerpc64",
    "sun4": "sparc",
}


def canonical_architecture(name: str) -> str:
    """Return the one name of an architecture: ``x86-64`` for ``x86_64`` and ``AMD64``."""
    lower = name.strip().lower()
    return _OTHER_NAMES.get(lower, lower)


def this_architecture() -> str:
    """Return the architecture of the computer that runs ``sad``."""
    if hasattr(os, "uname"):
        return canonical_architecture(os.uname().machine)
    import platform  # noqa: PLC0415 - slow to import

    return canonical_architecture(platform.machine())


def is_foreign(machine: Machine, architecture: str = "") -> bool:
    """Whether ``machine`` is another architecture than ``architecture`` (default: this computer's).

    False where the machine does not say its own.
    """
    other = canonical_architecture(architecture) if architecture else this_architecture()
    return machine.architecture not in ("", other)
