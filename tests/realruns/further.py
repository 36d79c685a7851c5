"""Programs of Debian source packages that only profiles are proved with.

No result of them was looked at before the run that wrote the page first; ``LAST`` were added for a
later one, and none of them was looked at before it. ``scipy`` and ``lapack`` are the sources of the
Debian packages of these names, ``ncl`` those of the NCAR command language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.realruns.c_programs import driven_in_c
from tests.realruns.kernels import LINEAR
from tests.realruns.programs import driven
from tests.support.realcode import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

    from tests.realruns.programs import RealProgram

_SCIPY = FOLDER / "scipy" / "scipy"
_STATISTICS = (_SCIPY / "stats" / "statlib", *LINEAR)
_INTERPOLATIVE = (_SCIPY / "linalg" / "src" / "id_dist" / "src", *LINEAR)
_FACTORS = (_SCIPY / "linalg" / "src", *LINEAR)
_BESSEL = (_SCIPY / "special" / "amos", _SCIPY / "special" / "mach", *LINEAR)
_NCL = (FOLDER / "ncl" / "ni" / "src" / "lib" / "nfpfort", *LINEAR)

_STATS = (FOLDER / "r-base" / "src" / "library" / "stats" / "src", *LINEAR)
_OCTAVE = FOLDER / "octave" / "liboctave" / "external"
_DASSL = (_OCTAVE / "dassl", _OCTAVE / "slatec-err", _SCIPY / "special" / "mach", *LINEAR)


def _in_c(package: str, folder: str, names: str, name: str, *sizes: int) -> list[RealProgram]:
    """A driver that reads ``n``, with files of a package, if that was downloaded."""
    where = FOLDER / package / folder
    units: tuple[Path, ...] = tuple(where / f"{item}.c" for item in names.split())
    tuples = tuple((size,) for size in sizes)
    return [driven_in_c(package, name, units, where, "n", *tuples)] if where.is_dir() else []


_BZIP2 = "bzlib compress decompress huffman blocksort crctable randtable"
_ZOPFLI = (
    "blocksplitter cache deflate gzip_container hash katajainen lz77 squeeze tree util"
    " zlib_container zopfli_lib"
)
_R = (
    driven("r-base", "stl", _STATS, "N", (36,), (120,), (600,)),
    driven("r-base", "hclust", _STATS, "N", (8,), (30,), (100,)),
    driven("r-base", "eureka", _STATS, "N", (5,), (20,), (80,)),
)
_FROM_OCTAVE = (
    driven("octave", "ddassl", _DASSL, "N", (5,), (15,), (40,)),
    driven("octave", "ranlib", (_OCTAVE / "ranlib", *LINEAR), "N", (20,), (200,), (2000,)),
)
LAST = (
    *_in_c("bzip2", "", _BZIP2, "bzip2", 100, 2000, 20000),
    *_in_c("zopfli", "src/zopfli", _ZOPFLI, "zopfli", 50, 400, 1500),
    *_in_c("kissfft", "", "kiss_fft kiss_fftr", "kissfft", 12, 60, 360),
    *_in_c("cliquer", "", "cliquer graph reorder", "cliquer", 10, 25, 50),
    *_in_c("liblzf", "", "lzf_c lzf_d", "lzf", 100, 2000, 50000),
    *(_R if _STATS[0].is_dir() else ()),
    *(_FROM_OCTAVE if _OCTAVE.is_dir() else ()),
)
FURTHER = (
    driven("lapack", "dposv", LINEAR, "N NRHS", (10, 2), (30, 3), (100, 5)),
    driven("lapack", "dppsv", LINEAR, "N", (10,), (30,), (100,)),
    driven("lapack", "dptsv", LINEAR, "N NRHS", (20, 1), (100, 2), (500, 4)),
    driven("lapack", "dsptrf", LINEAR, "N", (10,), (30,), (100,)),
    driven("lapack", "dgehd2", LINEAR, "N", (10,), (30,), (80,)),
    driven("lapack", "dsterf", LINEAR, "N", (10,), (40,), (200,)),
    driven("lapack", "dstebz", LINEAR, "N", (10,), (30,), (100,)),
    driven("lapack", "dlasrt", LINEAR, "N", (100,), (1000,), (10000,)),
    driven("lapack", "dtrti2", LINEAR, "N", (10,), (30,), (100,)),
    driven("lapack", "dgeqr2", LINEAR, "M N", (10, 8), (40, 30), (100, 80)),
    driven("lapack", "dpstf2", LINEAR, "N", (10,), (30,), (100,)),
    driven("lapack", "dgttrf", LINEAR, "N", (20,), (100,), (500,)),
    driven("lapack", "dgetf2", LINEAR, "M N", (10, 8), (40, 30), (100, 80)),
    driven("lapack", "dpbtf2", LINEAR, "N KD", (12, 2), (50, 5), (100, 20)),
    driven("lapack", "dlagtf", LINEAR, "N", (20,), (100,), (500,)),
    driven("scipy", "dfft", _INTERPOLATIVE, "N", (16,), (128,), (960,)),
    driven("scipy", "iddqrp", _INTERPOLATIVE, "M N", (10, 8), (30, 20), (80, 60)),
    driven("scipy", "zbesj", _BESSEL, "N M", (3, 5), (8, 20), (20, 60)),
    driven("scipy", "swilk", _STATISTICS, "N", (20,), (100,), (1000,)),
    driven("scipy", "gscale", _STATISTICS, "M N", (5, 6), (15, 20), (40, 50)),
    driven("scipy", "dlu", _FACTORS, "M N", (8, 6), (30, 20), (80, 60)),
    driven("ncl", "dpsort", _NCL, "N", (100,), (1000,), (10000,)),
    driven("ncl", "kmns136", _NCL, "M K", (50, 3), (200, 5), (1000, 8)),
    driven("ncl", "dsmth9", _NCL, "NI NJ", (8, 10), (20, 30), (60, 90)),
    driven("ncl", "drmsd", _NCL, "N", (50,), (300,), (4000,)),
    driven("ncl", "kronsqm", _NCL, "N", (3,), (8,), (18,)),
    driven("ncl", "simpson", _NCL, "N", (11,), (101,), (4001,)),
    driven("ncl", "dtaper", _NCL, "N", (50,), (300,), (4000,)),
    driven("ncl", "roteof", _NCL, "NV NF", (10, 4), (40, 8), (200, 15)),
    driven("ncl", "kerdeni", _NCL, "N M", (20, 10), (80, 30), (400, 90)),
    *LAST,
)
