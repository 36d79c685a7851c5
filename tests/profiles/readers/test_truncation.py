"""A profile that is cut anywhere is an error, or, if it is whole still, has the same data."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.profiles.counts import Profile
from sad.profiles.readers.detect import read_profiles
from tests.profiles.readers.test_gcov_json import document, line
from tests.profiles.readers.test_lcov import RECORD
from tests.profiles.readers.test_llvm_json import branch, export, function

if TYPE_CHECKING:
    from pathlib import Path

GCOV = document(line(4, 3, 3, 0), line(5, 10**12)) + "\n"
LLVM = export({"branches": [branch(2, 3, 0)]}, function(branch(2, 3, 0), branch(30, 1, 2, 2)))
CODES = {"SAD702", "SAD703", "SAD704"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("gcov.json", GCOV.encode()),
        ("gcov-pretty.json", json.dumps(json.loads(GCOV), indent=1).encode()),
        ("gcov.json.gz", gzip.compress(GCOV.encode(), mtime=0)),
        ("llvm.json", LLVM.encode()),
        ("lcov.info", RECORD.encode()),
        ("lcov.info.gz", gzip.compress(RECORD.encode(), mtime=0)),
    ],
)
def test_a_cut_profile(tmp_path: Path, name: str, content: bytes):
    path = tmp_path / name
    path.write_bytes(content)
    whole = read_profiles(str(path), {})
    refused = 0
    for size in range(len(content)):
        path.write_bytes(content[:size])
        try:
            found = read_profiles(str(path), {})
        except SadError as error:
            assert error.diagnostic.code in CODES, (size, error)  # noqa: PT017
            refused += 1
            continue
        assert found == whole, size
    assert len(content) - 2 <= refused <= len(content)  # a last end of line may go


def test_documents_one_after_the_other_that_are_cut_between_them_are_fewer(tmp_path: Path):
    path = tmp_path / "all.json"
    path.write_text(GCOV)
    single = read_profiles(str(path), {})
    for size in range(len(GCOV) + 1, 2 * len(GCOV) - 1):
        path.write_text((GCOV + GCOV)[:size])
        with pytest.raises(SadError):
            read_profiles(str(path), {})
    path.write_text((GCOV + GCOV)[: len(GCOV)])
    assert read_profiles(str(path), {}) == single


def test_a_cut_table_has_the_rows_that_are_left(tmp_path: Path):
    """A table has no end mark; what is left of its last row may be a row."""
    path = tmp_path / "a.csv"
    content = "file,line,count,n\na.f,1,20,5\na.f,2,30,5\n"
    path.write_text(content)
    (whole,) = read_profiles(str(path), {})
    assert isinstance(whole, Profile)
    for size in range(len(content)):
        path.write_text(content[:size])
        try:
            found = read_profiles(str(path), {})
        except SadError as error:
            assert error.diagnostic.code in CODES  # noqa: PT017
            continue
        first = found[0]
        assert isinstance(first, Profile)
        lines = first.files["a.f"].lines.items()
        assert lines <= whole.files["a.f"].lines.items()


@pytest.mark.parametrize(
    "text", [GCOV, LLVM, RECORD, "file,line,count,n\na.f,1,20,5\na.f,2,30,5\n"]
)
def test_a_profile_with_any_byte_changed_is_read_or_refused(tmp_path: Path, text: str):
    path = tmp_path / "profile"
    content = text.encode()
    for at in range(0, len(content), 3):
        for new in b'\0"{],-9\xff':
            path.write_bytes(content[:at] + bytes([new]) + content[at + 1 :])
            try:
                found = read_profiles(str(path), {})
            except SadError as error:
                assert error.diagnostic.code.startswith("SAD70")  # noqa: PT017
                continue
            assert found
