"""Our own headers: each can be read, alone, twice and with all others; none breaks real code."""

from __future__ import annotations

from pathlib import Path

import pytest

from frontends.c.reading.find import BUNDLED
from tests.frontends.c.reading import Reading
from tests.support.compiler import GCC, needs_gcc, run

HEADERS = sorted(
    str(path.relative_to(BUNDLED)) for path in Path(BUNDLED).rglob("*.h") if path.name[0] != "_"
)
STANDARD = [
    "assert",
    "complex",
    "ctype",
    "errno",
    "fenv",
    "float",
    "inttypes",
    "iso646",
    "limits",
    "locale",
    "math",
    "setjmp",
    "signal",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "stdnoreturn",
    "string",
    "tgmath",
    "threads",
    "time",
    "uchar",
    "wchar",
    "wctype",
]


def whole(text: str) -> Reading:
    """Read a text with all that its headers declare: as if it were one file."""
    from frontends.c.reading.flags import Flags
    from frontends.c.reading.regions import preprocessed
    from sad.diagnostics import Diagnostics

    regions = preprocessed(text, "main.c", Flags(), None, Diagnostics())
    return Reading("".join(region.text for region in regions) or ";")


def test_all_of_iso_c_and_what_scientific_code_includes_is_there() -> None:
    expected = {f"{name}.h" for name in STANDARD} | {"mpi.h", "omp.h", "unistd.h", "sys/time.h"}
    assert expected <= set(HEADERS)


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_is_read_alone_and_twice(name: str) -> None:
    reading = whole(f"#include <{name}>\n#include <{name}>\nint last;\n")
    assert reading.items == []


def test_all_headers_are_read_together() -> None:
    text = "".join(f"#include <{name}>\n" for name in HEADERS if name != "iso646.h")
    assert whole(text).items == []


@pytest.mark.parametrize("name", [name for name in HEADERS if name not in ("stdbool.h",)])
def test_no_header_takes_names_from_the_program(name: str) -> None:
    text = f"#include <{name}>\nenum {{ false, true }}; typedef int bool; typedef int item;\n"
    if name not in ("complex.h", "tgmath.h"):
        text += "int I, complex;\n"
    assert Reading(text).items == []


@needs_gcc
@pytest.mark.compiler
@pytest.mark.parametrize(
    "name", ["limits.h", "float.h", "stdint.h", "math.h", "errno.h", "signal.h"]
)
def test_numbers_are_those_of_the_system(name: str, tmp_path: Path) -> None:
    assert GCC is not None
    (tmp_path / "main.c").write_text(f"#include <{name}>\n")
    listing = [GCC, "-E", "-dM", "-D_GNU_SOURCE"]
    bare = macros(run([*listing, "-xc", "/dev/null"], tmp_path).stdout)
    ours = macros(run([*listing, "-nostdinc", f"-I{BUNDLED}", "main.c"], tmp_path).stdout)
    system = macros(run([*listing, "main.c"], tmp_path).stdout)
    names = [name for name in ours if name in system and name not in bare and comparable(name)]
    assert len(names) > 20
    checks = "".join(f'if (!(({name}) == ({ours[name]}))) puts("{name}");\n' for name in names)
    (tmp_path / "compare.c").write_text(
        f"#include <stdio.h>\n#include <{name}>\nint main(void) {{\n{checks}return 0;\n}}\n"
    )
    built = run([GCC, "-w", "-D_GNU_SOURCE", "compare.c", "-o", "compare"], tmp_path)
    assert built.returncode == 0, built.stderr[:2000]
    assert run(["./compare"], tmp_path).stdout == ""


@needs_gcc
@pytest.mark.compiler
@pytest.mark.parametrize(
    "options",
    ["", "-D_GNU_SOURCE", "-D_XOPEN_SOURCE=500", "-D_ISOC99_SOURCE", "-D_POSIX_SOURCE", "-std=c99"],
)
def test_what_programs_may_use_is_that_of_the_system(options: str, tmp_path: Path) -> None:
    assert GCC is not None
    (tmp_path / "main.c").write_text("#include <stdio.h>\n")
    listing = [GCC, "-E", "-dM", *options.split()]
    ours = macros(run([*listing, "-nostdinc", f"-I{BUNDLED}", "main.c"], tmp_path).stdout)
    system = macros(run([*listing, "main.c"], tmp_path).stdout)
    names = (
        "_POSIX_SOURCE",
        "_POSIX_C_SOURCE",
        "_DEFAULT_SOURCE",
        "_XOPEN_SOURCE",
        "_ATFILE_SOURCE",
    )
    assert [ours.get(name) for name in names] == [system.get(name) for name in names]


def comparable(name: str) -> bool:
    """Whether a macro is a number, and one that is equal to itself."""
    return name.isupper() and name[0] != "_" and name not in ("NAN", "NULL")


def macros(text: str) -> dict[str, str]:
    """The object-like macros in the output of ``gcc -dM``."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        _, name, *body = line.split(" ", 2)
        if "(" not in name and body and body[0]:
            found[name] = body[0]
    return found
