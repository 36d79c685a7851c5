"""Programs in C: gsl, zlib and lz4 called from drivers of our own, their own tests, the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.realcode.c_libraries import GSL, LZ4, ZLIB, gsl_library, gsl_test
from tests.realruns.places import DRIVERS
from tests.realruns.programs import Input, RealProgram
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

_LINEAR = ("linalg", "blas", "cblas", "permutation", "matrix", "vector", "block", "complex")
_COMMON = ("err", "sys", "utils", "ieee-utils")
_LZ4_SOURCES = ("lz4.c", "lz4hc.c", "lz4frame.c", "lz4file.c", "xxhash.c")


def driven_in_c(
    group: str,
    name: str,
    units: tuple[Path, ...],
    include: Path,
    reads: str,
    *sizes: tuple[int, ...],
) -> RealProgram:
    """A program with a driver of our own that reads the numbers ``reads`` names, in order."""
    names = reads.split()
    inputs = tuple(
        Input(" ".join(map(str, size)) + "\n", dict(zip(names, size, strict=True)))
        for size in sizes
    )
    source = DRIVERS / f"run_{name}.c"
    return RealProgram(name, group, (source,), (), inputs, "c", units, (include,))


def _gsl(*directories: str) -> tuple[Path, ...]:
    return tuple(gsl_library(*directories, *_COMMON))


def _gsl_tests(directory: str) -> RealProgram:
    sources, units = gsl_test(directory)
    name = f"gsl_{directory}_test"
    return RealProgram(
        name, "gsl tests", tuple(sources), (), (Input(""),), "c", tuple(units), (GSL,)
    )


def _gsl_programs() -> list[RealProgram]:
    if not GSL.is_dir():
        return []
    linear, sort = _gsl(*_LINEAR), _gsl("sort", *_LINEAR)
    spline = _gsl("interpolation", *_LINEAR)
    return [
        driven_in_c(
            "gsl", "cblas", _gsl("cblas"), GSL, "m n k", (5, 6, 7), (20, 30, 10), (40, 50, 60)
        ),
        driven_in_c("gsl", "gsl_lu", linear, GSL, "n", (5,), (20,), (60,)),
        driven_in_c("gsl", "gsl_cholesky", linear, GSL, "n", (5,), (20,), (60,)),
        driven_in_c("gsl", "gsl_qr", linear, GSL, "m n", (6, 4), (20, 15), (60, 40)),
        driven_in_c("gsl", "gsl_svd", linear, GSL, "m n", (6, 4), (20, 15), (40, 30)),
        driven_in_c("gsl", "gsl_fft", _gsl("fft"), GSL, "k n", (3, 12), (6, 100), (10, 1001)),
        driven_in_c("gsl", "gsl_integration", _gsl("integration"), GSL, "n", (1,), (4,), (12,)),
        driven_in_c("gsl", "gsl_sort", sort, GSL, "n k", (10, 3), (100, 10), (2000, 20)),
        driven_in_c("gsl", "gsl_spline", spline, GSL, "n m", (5, 10), (50, 100), (500, 1000)),
        *map(_gsl_tests, ("linalg", "fft", "integration", "sort")),
    ]


def _zlib_programs() -> list[RealProgram]:
    if not ZLIB.is_dir():
        return []
    units = tuple(sorted(ZLIB.glob("*.c")))
    example, minigzip = ZLIB / "test" / "example.c", ZLIB / "test" / "minigzip.c"
    text = "".join(f"line {number} of a text\n" for number in range(500))
    return [
        driven_in_c("zlib", "zlib", units, ZLIB, "n", (100,), (2000,), (50000,)),
        RealProgram("zlib_example", "zlib", (example,), (), (Input(""),), "c", units, (ZLIB,)),
        RealProgram(
            "minigzip",
            "zlib",
            (minigzip,),
            (),
            (Input(text), Input(text, arguments=("-9",)), Input(text, arguments=("-h",))),
            "c",
            units,
            (ZLIB,),
        ),
    ]


def _lz4_programs() -> list[RealProgram]:
    if not LZ4.is_dir():
        return []
    library, programs = LZ4 / "lib", LZ4 / "programs"
    units = (*(library / name for name in _LZ4_SOURCES), programs / "datagen.c")
    include = (library, programs)
    data = LZ4 / "tests" / "datagencli.c"
    whole = LZ4 / "tests" / "roundTripTest.c"
    file = str(LZ4 / "lib" / "lz4.h")
    return [
        driven_in_c("lz4", "lz4", units, library, "n", (100,), (2000,), (50000,)),
        RealProgram(
            "lz4_simple",
            "lz4",
            (LZ4 / "examples" / "simple_buffer.c",),
            (),
            (Input(""),),
            "c",
            units,
            include,
        ),
        RealProgram(
            "lz4_datagen",
            "lz4",
            (data,),
            (),
            (Input("", arguments=("-g1000",)), Input("", arguments=("-g100000", "-P70"))),
            "c",
            units,
            include,
        ),
        RealProgram(
            "lz4_round_trip",
            "lz4",
            (whole,),
            (),
            (Input("", arguments=(file,)),),
            "c",
            units,
            include,
        ),
    ]


def _parity() -> list[RealProgram]:
    """The corpus's kernels in both languages: one program calls both."""
    found: list[RealProgram] = []
    for driver in sorted(CORPUS.glob("parity/*/driver.c")):
        name = driver.parent.name
        sources = (driver, driver.with_name(f"{name}.c"), driver.with_name(f"{name}.f"))
        program = RealProgram(
            f"parity_{name}", "both languages", sources, (), (Input(""),), "c", (), (driver.parent,)
        )
        found.append(program)
    return found


C_PROGRAMS = (*_gsl_programs(), *_zlib_programs(), *_lz4_programs(), *_parity())
