"""Groups of LAPACK files: drivers with all they call, each one program under revision."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tests.support.realcode import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

GROUPS = {
    "dpotrf": 1.0,
    "dgetrf": 1.0,
    "dgeqrf": 1.0,
    "dsteqr": 1.0,
    "dgbsv": 1.0,
    "dsysv": 0.3,
    "dsyev": 0.15,
    "dgesvd": 0.1,
}
"""The driver each group is named for, and how many revisions it gets, relative to the others."""
_LEFT_OUT = ("XERBLA", "ILAENV")


@cache
def _places() -> dict[str, Path]:
    return {
        path.stem.upper(): path
        for folder in ("BLAS/SRC", "SRC")
        for path in sorted((FOLDER / "lapack" / folder).glob("*.f"))
    }


def group(driver: str) -> dict[str, str]:
    """Return the text of a driver's file and of those it needs, by file name."""
    places = _places()
    found: dict[str, str] = {}
    pending = [driver.upper()]
    while pending:
        name = pending.pop()
        file = f"{name.lower()}.f"
        if file in found:
            continue
        found[file] = places[name].read_text(encoding="ascii")
        lines = [line for line in found[file].upper().splitlines() if line[:1] not in ("C", "*")]
        words = set(re.findall(r"[A-Z]\w+", "\n".join(lines)))
        pending += sorted(word for word in words if word in places and word not in _LEFT_OUT)
    return dict(sorted(found.items()))
