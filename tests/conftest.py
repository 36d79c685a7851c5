"""Fixtures and options for all tests."""

from __future__ import annotations

import gc
import os
import tempfile
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.support.cluster import local_cluster
from tests.support.realcode import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    PartOf = Callable[[list[Path], int], list[Path]]


# Threads of a linear algebra library wait busily for each other where all cores have work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Processes that tests start find the tool compiled, as users do: that is half a second for each.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


# An example that takes long on a loaded computer is no error.
settings.register_profile("loaded", deadline=None)
settings.load_profile("loaded")

# Nothing of the user's cache is read or changed.
_CACHE = tempfile.TemporaryDirectory(prefix="sad-cache-")
os.environ["SAD_CACHE_DIR"] = _CACHE.name
# Two mpirun that start at once may both make Open MPI's folder of the session, and one fails.
_SESSIONS = tempfile.TemporaryDirectory(prefix="mpi")
os.environ.update({"OMPI_MCA_orte_tmpdir_base": _SESSIONS.name})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--whole-real-code",
        action="store_true",
        help="analyse every file in tests/realcode, not one in so many",
    )
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write the golden files of corpus/ anew instead of comparing with them",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as proofs all but one in so many of the cases of tests that are ``sampled``."""
    seen = Counter[str]()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is not None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % sampled.args[0]:
                item.add_marker("proof")
            seen[test] += 1


def pytest_collection_finish() -> None:
    """Collect garbage seldom, as the command line does: a seventh of the time goes there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The scheduler of a real cluster of two processes."""
    with local_cluster() as found:
        yield found


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))


@pytest.fixture(scope="session")
def part_of(request: pytest.FixtureRequest) -> PartOf:
    """What takes one file in so many; all of them with ``--whole-real-code``."""
    whole = request.config.getoption("--whole-real-code")
    return lambda files, step: files if whole else files[::step]


@pytest.fixture(scope="session")
def lapack() -> Path:
    return _downloaded("lapack")


@pytest.fixture(scope="session")
def scipy_sources() -> Path:
    return _downloaded("scipy")


@pytest.fixture(scope="session")
def c_sources() -> Path:
    for name in ("gsl", "zlib", "lz4"):
        _downloaded(name)
    return FOLDER


def _downloaded(name: str) -> Path:
    path = FOLDER / name
    if not path.is_dir():
        reason = f"{name} is not downloaded; run: make real-code"
        if os.environ.get("SAD_REQUIRE_REALCODE") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return path
