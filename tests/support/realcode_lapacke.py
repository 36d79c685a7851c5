"""The headers that the builds of LAPACKE and CBLAS generate: how Fortran's names look to C.

Without a Fortran compiler to ask, both builds copy a template, which lets macros decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def name_manglings(folder: Path) -> None:
    """Write the generated headers below the unpacked source."""
    for library in ("LAPACKE", "CBLAS"):
        include = folder / library / "include"
        template = include / f"{library.lower()}_mangling_with_flags.h.in"
        text = template.read_text(encoding="ascii")
        (include / f"{library.lower()}_mangling.h").write_text(text, encoding="ascii")
