"""What reading packages in Fortran 90 and later gives: ``python -m tests.realcode.modern``.

Prints the table of docs/real-code.md, with each kind of statement that is not modelled. All files of a
package are read together.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics, Severity
from sad.gc_policy import collector_paused
from sad.ir import stmt as st
from sad.ir.walk import statements
from tests.realcode.libraries import version
from tests.support.realcode import FOLDER, fortran_files


@dataclass(frozen=True, slots=True)
class Package:
    """A package: names of its files end so, and have none of ``without`` in their paths."""

    name: str
    without: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    defines: tuple[tuple[str, str], ...] = ()

    @property
    def files(self) -> list[Path]:
        """The files that are compiled by themselves; none when the code is not downloaded."""
        return [
            path
            for path in fortran_files(self.name)
            if not any(word in path.as_posix() for word in self.without)
        ]


_ELPA_INCLUDED = (
    "elpa1/elpa_", "elpa2/redist_band", "elpa2/pack_unpack_cpu", "elpa2/compute_hh_trafo",
    "helpers/fortran_", "general/sanity", "general/precision_kinds", "src/fortran_constants",
)  # fmt: skip
PACKAGES = (
    Package(
        "mumps",
        ("/libseq/", "/examples/", "/src/c", "/src/s", "/src/z"),
        ("src", "include", "libseq"),
    ),
    Package(
        "netcdf-fortran",
        ("/fortran/netcdf.f90",),  # what is built without NetCDF-4, of the same module
        ("fortran",),
        (("NCBYTE_T", "byte"), ("NCSHORT_T", "integer*2")),
    ),
    Package("wsjtx", (), ("lib", "lib/ft8", "lib/ft4")),
    Package("etsf-io"),
    Package(
        "elpa-with-headers", ("_template", "/kernels/", "/GPU/", *_ELPA_INCLUDED), (".", "src")
    ),
)
"""Of MUMPS double precision; of ELPA what others do not include, and no kernels.

Macros of the NetCDF library are those that its ``configure`` finds.
"""


@dataclass(slots=True)
class Read:
    """What reading a package gave; ``opaque`` are statements that are not modelled, by reason."""

    package: Package
    files: int = 0
    lines: int = 0
    statements: int = 0
    seconds: float = 0.0
    opaque: Counter[str] = field(default_factory=Counter[str])
    errors: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def good(self) -> float:
        """The share of the files without an error."""
        return 1 - len(self.errors) / max(self.files, 1)

    @property
    def opaque_share(self) -> float:
        """The share of the statements that are not modelled."""
        return self.opaque.total() / max(self.statements, 1)


def read(package: Package) -> Read:
    """Read all files of a package as one program."""
    files = package.files
    root = FOLDER / package.name
    found = Read(package, len(files))
    found.lines = sum(path.read_bytes().count(b"\n") for path in files)
    said = Diagnostics()
    options = SourceOptions(
        include_paths=[str(root / place) for place in package.include],
        defines=dict(package.defines),
    )
    started = time.process_time()
    with collector_paused():  # as the command does
        program = read_program([str(path) for path in files], options, said)
    found.seconds = time.process_time() - started
    for unit in program.units:
        for statement in statements(unit.body):
            found.statements += 1
            if isinstance(statement, st.Opaque):
                found.opaque[statement.reason] += 1
    for item in said.items:
        if item.severity is Severity.ERROR:
            file = Path(item.span.file).resolve().relative_to(root.resolve()).as_posix()
            found.errors.setdefault(file, item.message)
    return found


def main() -> int:
    """Read the packages that are downloaded, and print what that gave."""
    packages = [item for item in PACKAGES if item.files]
    if not packages:
        sys.stderr.write("nothing is downloaded: run python -m tests.support.realcode --oracle\n")
        return 1
    sys.stdout.write(
        "| package | files | lines | statements | without an error | not modelled | lines/s |\n"
        "|---|--:|--:|--:|--:|--:|--:|\n"
    )
    results = [read(item) for item in packages]
    for item in results:
        sys.stdout.write(
            f"| {item.package.name} {version(item.package.name)} | {item.files:,} | {item.lines:,}"
            f" | {item.statements:,} | {item.files - len(item.errors):,} ({item.good:.1%})"
            f" | {item.opaque.total():,} ({item.opaque_share:.2%})"
            f" | {item.lines / item.seconds:,.0f} |\n"
        )
    for item in results:
        sys.stdout.write(f"\n{item.package.name}\n")
        for reason, times in item.opaque.most_common():
            sys.stdout.write(f"  {times} {reason}\n")
        for file, message in sorted(item.errors.items()):
            sys.stdout.write(f"  {file}: {message}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
