"""Packages in Fortran 90 and later, and the files that their builds would generate."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = (".f90", ".F90", ".f", ".F", ".h", ".inc", ".f03")


def netcdf_header(folder: Path) -> None:
    """Write ``netcdf.inc`` as the package's Makefile does, from its parts."""
    inside = folder / "fortran"
    parts = [(inside / f"netcdf{number}.inc").read_text() for number in (3, 4)]
    (inside / "netcdf.inc").write_text("\n".join(parts))


def empty_configuration(folder: Path) -> None:
    """Write ELPA's ``config-f90.h`` without any of what ``configure`` may find."""
    (folder / "config-f90.h").write_text("")
