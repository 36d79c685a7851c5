"""lcov's tracefiles of both versions, and what is wrong with a malformed one."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

import pytest

from tests.profiles.readers.measured_programs import one
from tests.profiles.readers.refusals import refusal, refused

if TYPE_CHECKING:
    from pathlib import Path

    from sad.profiles.counts import FileCounts

RECORD = """\
TN:
SF:a.f
FN:1,MAIN__
FN:9,s_
FNDA:1,MAIN__
FNDA:5,s_
FNF:2
FNH:2
DA:4,6
DA:5,5
DA:6,0
BRDA:4,0,0,5
BRDA:4,0,1,1
BRDA:5,0,0,3
BRDA:5,0,1,2
BRDA:5,1,0,-
BRDA:5,1,1,-
BRF:6
BRH:4
LF:3
LH:2
end_of_record
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "all.info"


def counts(path: Path, text: str) -> FileCounts:
    path.write_text(text)
    return one(path).files["a.f"]


def functions(file: FileCounts) -> list[tuple[str, int, int]]:
    return [(each.name, each.line, each.count) for each in file.functions]


def ways(file: FileCounts) -> dict[int, list[int]]:
    return {n: [way.times for way in line.ways] for n, line in file.lines.items() if line.ways}


def test_a_record(path: Path):
    file = counts(path, RECORD)
    assert {line: count.count for line, count in file.lines.items()} == {4: 6, 5: 5, 6: 0}
    assert ways(file) == {4: [5, 1], 5: [3, 2, 0, 0]}
    assert functions(file) == [("MAIN__", 1, 1), ("s_", 9, 5)]


def test_records_of_one_file_add_up(path: Path):
    file = counts(path, RECORD + RECORD.replace("TN:", "TN:second"))
    assert {line: count.count for line, count in file.lines.items()} == {4: 12, 5: 10, 6: 0}
    assert ways(file) == {4: [10, 2], 5: [6, 4, 0, 0]}
    assert functions(file) == [("MAIN__", 1, 2), ("s_", 9, 10)]


def test_functions_of_version_2(path: Path):
    ends = RECORD.replace("FN:1,", "FN:1,7,").replace("FN:9,", "FN:9,12,")
    assert counts(path, ends) == counts(path, RECORD)
    indexed = "SF:a.f\nFNL:0,1,7\nFNA:0,1,MAIN__\nFNL:1,9\nFNA:1,5,s_\nend_of_record\n"
    assert functions(counts(path, indexed)) == functions(counts(path, RECORD))


def test_names_with_commas(path: Path):
    text = "SF:a.f\nFN:3,f(int, int)\nFN:5,9,g(int, int)\nFNDA:2,f(int, int)\nFNDA:4,g(int, int)\n"
    file = counts(path, text + "DA:3,2\nBRDA:3,e0,jump to a, b,2\nend_of_record\n")
    assert functions(file) == [("f(int, int)", 3, 2), ("g(int, int)", 5, 4)]
    assert ways(file) == {3: [2]}


def test_layout_does_not_matter(path: Path):
    expected = counts(path, RECORD)
    assert counts(path, "# written by hand\n\n" + RECORD.replace("\n", "\r\n")) == expected
    assert counts(path, RECORD.rstrip("\n")) == expected


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("DA:5,5", "DA:5,-5", 10),
        ("DA:5,5", f"DA:5,{2**63}", 10),
        ("DA:5,5", "DA:5,1.8e+19", 10),
        ("DA:5,5", "DA:5," + "9" * 5000, 10),
        ("DA:5,5", "DA:5,nan", 10),
        ("DA:5,5", "DA:5,", 10),
        ("DA:5,5", "DA:5,٣", 10),
        ("BRDA:4,0,0,5", "BRDA:4,0,0,-1", 12),
        ("FNDA:5,s_", "FNDA:many,s_", 6),
    ],
)
def test_impossible_counts(path: Path, old: str, new: str, line: int):
    path.write_text(RECORD.replace(old, new))
    assert refused(path) == ("SAD705", line)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("DA:5,5", "DB:5,5", 10),
        ("DA:5,5", "5,5", 10),
        ("DA:5,5", "DA:5", 10),
        ("DA:5,5", "DA:x,5", 10),
        ("DA:5,5", "DA:-5,5", 10),
        ("BRDA:4,0,0,5", "BRDA:4,0,5", 12),
        ("FN:1,MAIN__", "FN:MAIN__", 3),
        ("FN:1,MAIN__", "FNA:0,1,MAIN__", 3),
        ("SF:a.f\n", "", 2),
        ("DA:5,5", "SF:b.f", 10),
        ("DA:5,5", "end_of_record\nend_of_record", 11),
    ],
)
def test_malformed(path: Path, old: str, new: str, line: int):
    path.write_text(RECORD.replace(old, new))
    assert refused(path) == ("SAD704", line)


def test_a_file_without_lines_to_speak_of(path: Path):
    path.write_text("SF:" + "x" * (1 << 21))
    assert refused(path) == ("SAD704", 1)


def test_a_checksum_says_whether_the_source_is_the_one_that_was_measured(
    path: Path, tmp_path: Path
):
    source = tmp_path / "a.f"
    source.write_text("      K = 1\n      END\n")
    digest = base64.b64encode(hashlib.md5(b"      K = 1").digest()).decode().rstrip("=")
    path.write_text(f"SF:{source}\nDA:1,5,{digest}\nend_of_record\n")
    assert one(path).files[str(source)].lines[1].count == 5
    source.write_text("      K = 2\n      END\n")
    found = refusal(path)
    assert (found.code, found.span.line) == ("SAD709", 2)
    source.write_text("")
    assert refused(path) == ("SAD709", 2)
    source.unlink()
    assert one(path).files[str(source)].lines[1].count == 5  # nothing to compare with
