"""What is no profile is named as what it is."""

from __future__ import annotations

import gzip
import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.profiles.readers.measured_programs import one
from tests.profiles.readers.refusals import refusal

if TYPE_CHECKING:
    from pathlib import Path

GCOV = (
    '{"format_version": "1", "current_working_directory": "/w", "files": [{"file": "a.f", "lines": '
    '[{"line_number": 1, "count": 2, "branches": []}], "functions": []}]}'
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "the file is empty"),
        (b'<?xml version="1.0"?><coverage/>', "XML"),
        (b"\x7fELF\x02\x01\x01\0\0", "a binary file"),
        ("Grüße".encode("utf-16"), "a binary file"),
        (b"{}", "JSON, but no profile"),
        (b"[1, 2]", "no profile that is known"),
        (b'{"name": "web", "version": "1.0.0", "files": ["dist"]}', "JSON, but no profile: files"),
        (b'{"data": {"id": 7}}', "JSON, but no profile: data"),
        (b'{"data": [{"id": 7}], "type": "users"}', "JSON, but no profile"),
        (b'{"data": [], "type": "llvm.coverage.json.export", "version": "9.0"}', "version '9.0'"),
        (b'{"format_version": "7", "files": []}', "format_version '7'"),
        (b'{"format_version": "1", "files": []}', "holds no counts"),
        (b'{"data": [], "type": "llvm.coverage.json.export", "version": "2.0.1"}', "no counts"),
        (b"TN:\n", "holds no counts"),
        (b"file,line,count\n", "holds no counts"),
        (b"name,value\n", "holds no values"),
        (b"        -:    0:Source:a.f\n", "the profile holds no counts"),
        (b"      PROGRAM A\n      END\n", "no profile that is known"),
        (b"a,b,c\n1,2,3\n", "no profile that is known"),
        (b"adcg*22B" + bytes(8), "a binary file"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_foreign_content(tmp_path: Path, content: bytes, message: str, packed: bool):
    path = tmp_path / "profile"
    path.write_bytes(gzip.compress(content) if packed else content)
    found = refusal(path)
    assert found.code == "SAD702"
    assert message in found.message


def test_hints_lead_to_what_can_be_read(tmp_path: Path):
    path = tmp_path / "profile"
    for content, advice in (
        (b"\xfflprofi\x81\0\0", "llvm-cov export"),
        (b"adcg*22B\0", "name it .gcda"),
    ):
        path.write_bytes(content)
        assert advice in refusal(path).hint


def test_what_cannot_be_read(tmp_path: Path):
    missing = refusal(tmp_path / "nowhere.json")
    assert (missing.code, missing.span.line) == ("SAD701", 1)
    assert "No such file" in missing.message
    assert refusal(tmp_path).code == "SAD701"
    assert refusal(tmp_path / "no.gcda").code == "SAD701"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_what_may_not_be_read(tmp_path: Path):
    path = tmp_path / "secret.json"
    path.write_text(GCOV)
    path.chmod(0)
    assert refusal(path).code == "SAD701"


def test_a_device_that_fails_while_it_is_read():
    if not sys.platform.startswith("linux"):
        pytest.skip("needs /proc")
    assert refusal("/proc/self/mem").code == "SAD701"


def test_compressed_content_that_is_cut_or_spoilt(tmp_path: Path):
    path = tmp_path / "profile.json.gz"
    packed = gzip.compress(GCOV.encode() + b" " * 1000)
    path.write_bytes(packed[:-20])
    assert refusal(path).code == "SAD703"
    path.write_bytes(packed[:30] + b"\xff\xff\xff" + packed[33:])
    assert refusal(path).code == "SAD701"


def test_a_byte_order_mark_is_no_content(tmp_path: Path):
    for name, text in (("a.json", GCOV), ("a.csv", "file,line,count\na.f,1,2\n")):
        (tmp_path / name).write_text("\ufeff" + text, encoding="utf-8")
        assert one(tmp_path / name).files["a.f"].lines[1].count == 2


def test_names_that_are_no_utf_8_stay_the_names_of_their_files(tmp_path: Path):
    name = os.fsdecode(b"caf\xe9.f")
    path = tmp_path / os.fsdecode(b"profil\xe9.json")
    path.write_bytes(GCOV.replace("a.f", name).encode("utf-8", "surrogateescape"))
    assert [*one(path).files] == [name]
    path.write_bytes(b"SF:caf\xe9.f\nDA:1,2\nend_of_record\n")
    assert [*one(path).files] == [name]
    path.write_bytes(b"file,line,count\ncaf\xe9.f,1,2\n")
    assert [*one(path).files] == [name]
    path.write_bytes(b"")
    assert refusal(path).code == "SAD702"
