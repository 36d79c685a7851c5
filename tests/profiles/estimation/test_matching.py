"""Which file of a profile is which source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.counts import FileCounts, LineCount, Profile
from sad.profiles.estimation.matching import match_files

if TYPE_CHECKING:
    from pathlib import Path

RAN, DID_NOT_RUN = FileCounts({1: LineCount(3)}), FileCounts({1: LineCount(0)})


def test_of_several_files_of_one_name_the_one_that_ran_is_the_source(tmp_path: Path):
    source = str(tmp_path / "main.f")
    for names in (("old/main.f", "main.f"), ("main.f", "old/main.f")):
        files = dict(zip(names, (DID_NOT_RUN, RAN), strict=True))
        assert match_files(Profile("gcov", "run", files, {}), [source]) == ({source: RAN}, [])


def test_the_same_file_comes_before_another_of_its_name(tmp_path: Path):
    source, counts = str(tmp_path / "main.f"), FileCounts({1: LineCount(5)})
    files = {"/elsewhere/main.f": RAN, source: counts}
    assert match_files(Profile("gcov", "run", files, {}), [source]) == ({source: counts}, [])


def test_two_files_that_may_be_a_source_are_left_out(tmp_path: Path):
    source = str(tmp_path / "main.f")
    files = {"/one/main.f": RAN, "/other/main.f": RAN}
    matched, (warning,) = match_files(Profile("gcov", "run", files, {}), [source])
    assert matched == {}
    assert warning.code == "SAD711"
