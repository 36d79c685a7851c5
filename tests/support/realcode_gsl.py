"""The headers that gsl's build generates: ``config.h`` and the folder ``gsl/``.

The package runs ``configure`` and links all public headers into one folder. Here ``config.h`` is
filled in from its template with what ``configure`` finds on x86-64 Linux with glibc and gcc.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_UNDEF = re.compile(r"^#undef (\w+)$", re.MULTILINE)
_PRESENT = re.compile(r"HAVE_(?!\w+_IEEE_INTERFACE$)\w+|STDC_HEADERS")
_ABSENT = frozenset({"HAVE_DOPRNT", "HAVE_IEEEFP_H"})
_NOT_DECLARED = frozenset({"HAVE_DECL_FESETTRAPENABLE", "HAVE_DECL_FPRND_T"})
_VALUES = {
    "HAVE_GNUX86_IEEE_INTERFACE": "1",
    "PACKAGE": '"gsl"',
    "RELEASED": "/**/",
    "VERSION": '"2.7.1"',
}


def make_headers(folder: Path) -> None:
    """Write the generated headers below the unpacked source."""
    template = (folder / "config.h.in").read_text(encoding="ascii")
    (folder / "config.h").write_text(_UNDEF.sub(_filled_in, template), encoding="ascii")
    public = folder / "gsl"
    public.mkdir(exist_ok=True)
    for header in (*folder.glob("gsl*.h"), *folder.glob("*/gsl*.h")):
        if header.parent != public:
            (public / header.name).symlink_to(f"../{header.relative_to(folder)}")


def _filled_in(undef: re.Match[str]) -> str:
    name = undef[1]
    if name in _VALUES:
        return f"#define {name} {_VALUES[name]}"
    if name in _NOT_DECLARED:
        return f"#define {name} 0"
    if _PRESENT.fullmatch(name) and name not in _ABSENT:
        return f"#define {name} 1"
    return f"/* #undef {name} */"
