"""A long profile is never held whole."""

from __future__ import annotations

import gc
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from benchmarks.profiles import write_gcov, write_llvm
from sad.profiles.counts import Profile
from sad.profiles.readers.detect import read_profiles
from sad.profiles.readers.source import CHUNK

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HELD = (
    6 * CHUNK
)  # bytes: a piece as bytes and as text, joined to what was left, and one file's counts


def peak_and_rest(path: Path) -> tuple[int, int, int]:
    """Return the bytes that reading took at most, those it left, and the lines that were read."""
    gc.collect()
    tracemalloc.start()
    try:
        (profile,) = read_profiles(str(path), {})
        rest, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(profile, Profile)
    return peak, rest, sum(len(file.lines) for file in profile.files.values())


@pytest.mark.parametrize("write", [write_gcov, write_llvm])
def test_what_is_held_beyond_the_counts_is_a_few_pieces(
    tmp_path: Path, write: Callable[[Path, int], None]
):
    path = tmp_path / "long.json"
    size = 4_000_000
    write(path, size)
    assert path.stat().st_size >= size
    peak, rest, lines = peak_and_rest(path)
    assert lines > 10_000
    assert peak - rest < HELD < size / 2
