"""Which folders of the downloaded code are which library, in groups of comparable size."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.support.realcode import (
    C_SOURCES,
    FOLDER,
    FOR_EXACTNESS,
    MODERN,
    SOURCES,
    fortran_files,
)

if TYPE_CHECKING:
    from pathlib import Path

_VERSION = re.compile(r"[_-](\d+(?:\.\d+)+)")


@dataclass(frozen=True, slots=True)
class Group:
    """Part of a library: the files below ``folder`` whose names start with one of ``initials``."""

    name: str
    source: str
    folder: str
    initials: str = ""
    below: bool = True  # whether files in folders below count, too

    @property
    def files(self) -> list[Path]:
        """The group's files; none when the code is not downloaded."""
        base = FOLDER / self.source / self.folder
        return [
            path
            for path in fortran_files(self.source, self.folder)
            if (self.below or path.parent == base)
            and (not self.initials or path.name[0].lower() in self.initials)
        ]


_OTHER_INITIALS = "abefghijklmnopqrtuvwxy"
_SRC = tuple(
    Group(f"SRC/{name}", "lapack", "SRC", initials, below=False)
    for name, initials in (*((f"{x}*", x) for x in "cdsz"), ("others", _OTHER_INITIALS))
)
LAPACK = (
    *_SRC,
    Group("SRC/DEPRECATED", "lapack", "SRC/DEPRECATED"),
    Group("SRC/VARIANTS", "lapack", "SRC/VARIANTS"),
    Group("BLAS/SRC", "lapack", "BLAS/SRC"),
)
LAPACK_TESTS = (
    Group("BLAS/TESTING", "lapack", "BLAS/TESTING"),
    Group("INSTALL", "lapack", "INSTALL"),
    Group("TESTING/EIG", "lapack", "TESTING/EIG"),
    Group("TESTING/LIN", "lapack", "TESTING/LIN"),
    Group("TESTING/MATGEN", "lapack", "TESTING/MATGEN"),
)
SCIPY = (
    Group("ARPACK", "scipy", "scipy/sparse/linalg/_eigen/arpack/ARPACK"),
    Group("MINPACK", "scipy", "scipy/optimize/minpack"),
    Group("ODEPACK", "scipy", "scipy/integrate/odepack"),
    Group("QUADPACK", "scipy", "scipy/integrate/quadpack"),
    Group("FITPACK", "scipy", "scipy/interpolate/fitpack"),
)


def version(source: str) -> str:
    """Return the version of a downloaded source, from its address."""
    url = next(
        item.url for item in (*SOURCES, *C_SOURCES, *FOR_EXACTNESS, *MODERN) if item.name == source
    )
    found = _VERSION.search(url.rpartition("/")[2])
    return found[1] if found else "unknown"


def rest(source: str, groups: tuple[Group, ...]) -> list[Path]:
    """Return the files of a source that are in no group."""
    known = {path for group in groups for path in group.files}
    return [path for path in fortran_files(source) if path not in known]
