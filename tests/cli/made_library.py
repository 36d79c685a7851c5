"""A library of many small files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_library(folder: Path) -> None:
    """Write forty units in as many files that call each other, a dummy procedure and a function."""
    folder.mkdir()
    for number in range(40):
        below = f"      CALL U{number - 1} (N - 1, X, S)\n" if number else ""
        (folder / f"u{number}.f").write_text(
            f"      SUBROUTINE U{number} (N, X, S)\n      REAL X(N)\n      EXTERNAL S\n"
            f"      DO 10 I = 1, MIN(N, {number} + IPICK({number}))\n   10 X(I) = X(I) + 1.0\n"
            f"{below}      CALL S (X(1))\n      END\n"
        )
    (folder / "ipick.f").write_text(
        "      INTEGER FUNCTION IPICK (K)\n      IPICK = 1\n      IF (K .GT. 20) IPICK = K/2\n"
        "      END\n      SUBROUTINE HALVE (Y)\n      Y = 0.5*Y\n      END\n"
    )
    (folder / "top.f").write_text(
        "      SUBROUTINE TOP (N, X)\n      REAL X(N)\n      EXTERNAL HALVE\n"
        "      CALL U39 (N, X, HALVE)\n      END\n"
    )
