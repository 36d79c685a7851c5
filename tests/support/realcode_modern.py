"""Packages in Fortran 90 and later, and the files that their builds would generate."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = (".f90", ".F90", ".f", ".F", ".h", ".inc", ".f03")


def netcdf_header(folder: Path) -> None:
    """Write ``netcdf.inc`` as the package's Makefile does, from its parts."""
    inside = folder / "fortran"
    parts = [(inside / f"netcdf{number}.inc").read_text() for number in (3, 4)]
    (inside / "netcdf.inc").write_text("\n".join(parts))


ELPA_SUFFIXES = (*SUFFIXES, ".c", ".s", ".h.in")
_ELPA_INTERFACES = (
    "src/*.[ch]", "src/helpers/*.c", "src/elpa2/kernels/*.[cs]", "src/elpa_generalized/*.[ch]",
)  # fmt: skip


def elpa_headers(folder: Path) -> None:
    """Write the headers that ELPA's Makefile generates, as ``generated_headers.am`` has it.

    ``configure`` finds nothing of what is optional; the constants are written by the C preprocessor.
    """
    (folder / "config-f90.h").write_text("")
    for name, mark, places in (
        ("elpa_generated_fortran_interfaces.h", "!f>", _ELPA_INTERFACES),
        ("elpa_generated_public_fortran_interfaces.h", "!pf>", _ELPA_INTERFACES[:1]),
    ):
        marked = re.compile(rf"^ *#?{mark}(.*)$", re.MULTILINE)
        files = sorted(path for place in places for path in folder.glob(place))
        parts = [line for path in files for line in marked.findall(path.read_text())]
        (folder / "src" / name).write_text("\n".join(parts) + "\n")
    for path in folder.glob("elpa/*.h.in"):
        path.with_suffix("").write_text(re.sub(r"@\w+@", "0", path.read_text()))
    source = folder / "src" / "fortran_constants.h"
    made = subprocess.run(
        ["gcc", "-E", "-P", "-x", "c", f"-I{folder}", str(source)],
        capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    lines = [line for line in made.splitlines() if "!ELPA_C_DEFINE" in line]
    text = "\n".join(lines).replace("!ELPA_C_DEFINE", "\n").replace("NEWLINE", "\n")
    (folder / "src" / "fortran_constants.F90").write_text(text + "\n")
