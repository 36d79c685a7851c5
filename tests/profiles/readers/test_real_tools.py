"""What real tools write of real runs: every reader says the same of the same run."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.profiles.readers.measured_programs import (
    c_program,
    done,
    fortran_program,
    gcov_json,
    lcov_info,
    llvm_export,
    needs_clang,
    needs_lcov,
    one,
)
from tests.profiles.readers.refusals import refusal
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from sad.profiles.counts import FileCounts, Profile

pytestmark = pytest.mark.compiler
C_NAMES = ("main.c", "other.c", "clip.h")


@pytest.fixture(scope="module")
def c_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return c_program(tmp_path_factory.mktemp("c"))


def by_name(profile: Profile) -> dict[str, FileCounts]:
    found = {Path(name).name: counts for name, counts in profile.files.items()}
    assert len(found) == len(profile.files)
    return found


def plain(profile: Profile) -> dict[str, object]:
    """What gcov and lcov both say: counts of lines, ways and calls."""
    return {
        name: (
            {n: (line.count, [way.times for way in line.ways]) for n, line in file.lines.items()},
            file.functions,
        )
        for name, file in by_name(profile).items()
    }


@needs_gfortran
@needs_gcov
def test_counts_of_a_fortran_run(tmp_path: Path):
    profile = one(fortran_program(tmp_path))
    (counts,) = profile.files.values()
    assert profile.tool == "gcov"
    assert profile.folder == str(tmp_path)
    assert [*profile.files] == ["loops.f"]
    assert {line: count.count for line, count in counts.lines.items()} == {
        1: 1, 2: 1, 3: 1, 4: 6, 5: 5, 6: 1, 7: 6, 8: 6, 9: 1, 10: 0, 12: 1, 13: 5, 14: 5, 15: 5,
    }  # fmt: skip
    assert [tuple(way) for way in counts.lines[5].ways] == [(3, True), (2, False)]
    calls = {function.name: (function.line, function.count) for function in counts.functions}
    assert calls == {"MAIN__": (1, 1), "main": (12, 1), "s_": (13, 5)}


@needs_gfortran
@needs_gcov
def test_a_module_without_procedures_has_no_counts(tmp_path: Path):
    path = fortran_program(tmp_path)
    (tmp_path / "only.f90").write_text("module only\n  real :: x = 1\nend module\n")
    done(["gfortran", "-O0", "--coverage", "-c", "only.f90"], tmp_path)
    assert (tmp_path / "only.gcno").exists()
    assert [*one(path).files] == ["loops.f"]


@needs_gcc
@needs_gcov
def test_functions_on_one_line_and_a_header_in_two_units_add_up(c_folder: Path):
    files = by_name(one(c_folder))
    assert set(files) == set(C_NAMES)
    shared = files["main.c"].lines[4]
    assert (shared.count, [way.times for way in shared.ways]) == (10, [8, 2])
    assert len(files["clip.h"].functions) == 1
    assert files["clip.h"].functions[0].count == files["clip.h"].lines[5].count == 102


@needs_gcc
@needs_gcov
def test_json_of_several_data_files_gives_the_counts_of_their_folder(
    c_folder: Path, tmp_path: Path
):
    text = gcov_json(c_folder)
    (tmp_path / "all.json").write_text(text)
    (tmp_path / "all.json.gz").write_bytes(gzip.compress(text.encode()))
    assert one(tmp_path / "all.json").files == one(c_folder).files
    assert one(tmp_path / "all.json.gz").files == one(c_folder).files


@needs_gcc
@needs_gcov
def test_a_data_file_alone_and_what_gcov_writes_of_it_agree(c_folder: Path, tmp_path: Path):
    done(["gcov", "-b", "--json-format", str(c_folder / "main.gcda")], tmp_path)
    written, alone = one(tmp_path / "main.gcov.json.gz"), one(c_folder / "main.gcda")
    assert written.files == alone.files
    assert alone.files["main.c"] == one(c_folder).files["main.c"]
    assert "other.c" not in alone.files


@needs_gcc
@needs_gcov
@needs_lcov
def test_lcov_and_gcov_agree_on_c(c_folder: Path):
    assert plain(one(lcov_info(c_folder))) == plain(one(c_folder))


@needs_gfortran
@needs_gcov
@needs_lcov
def test_lcov_and_gcov_agree_on_fortran(tmp_path: Path):
    folder = fortran_program(tmp_path)
    assert plain(one(lcov_info(folder))) == plain(one(folder))


@needs_clang
def test_lines_of_llvm_are_those_that_llvm_shows(tmp_path: Path):
    (tmp_path / "all.json").write_text(llvm_export(tmp_path))
    (tmp_path / "all.info").write_text(llvm_export(tmp_path, "-format=lcov"))
    exported, shown = one(tmp_path / "all.json"), one(tmp_path / "all.info")
    assert (exported.tool, shown.tool) == ("llvm-cov", "lcov")
    assert set(by_name(exported)) == set(C_NAMES)
    for name, file in shown.files.items():
        counts = {line: count.count for line, count in exported.files[name].lines.items()}
        assert counts == {line: count.count for line, count in file.lines.items()}


@needs_clang
@pytest.mark.parametrize("options", ["--counts", "--text"])
def test_counters_without_lines_lead_to_the_export(tmp_path: Path, options: str):
    llvm_export(tmp_path)
    shown = done(["llvm-profdata", "show", "--all-functions", options, "all.profdata"], tmp_path)
    (tmp_path / "shown").write_text(shown)
    found = refusal(tmp_path / "shown")
    assert found.code == "SAD702"
    assert "llvm-profdata" in found.message
    assert "llvm-cov export" in found.hint


@needs_clang
def test_conditions_are_those_that_llvm_shows_and_stand_where_they_are_used(tmp_path: Path):
    (tmp_path / "all.json").write_text(llvm_export(tmp_path))
    (tmp_path / "all.info").write_text(llvm_export(tmp_path, "-format=lcov"))
    exported, shown = one(tmp_path / "all.json"), one(tmp_path / "all.info")
    main = by_name(exported)["main.c"]
    assert [(each.column, each.true, each.false) for each in main.lines[9].conditions] == [
        (13, 5, 5),
        (22, 3, 2),
    ]
    uses = [(each.column, each.true, each.false) for each in main.lines[8].conditions]
    assert uses == [(9, 6, 4), (9, 5, 1), (18, 7, 3), (18, 5, 2)]  # each use of CLIP by itself
    assert main.lines[14].conditions == ()  # while (1)
    assert [(c.true, c.false) for c in main.lines[2].conditions] == [(8, 2)]  # fa and fb together
    for name, file in shown.files.items():
        for line, counts in file.lines.items():
            conditions = exported.files[name].lines[line].conditions
            ours = sum(each.true + each.false for each in conditions)
            assert ours == sum(way.times for way in counts.ways), (name, line)


@needs_clang
def test_an_export_without_functions_has_the_conditions_that_are_written(tmp_path: Path):
    (tmp_path / "all.json").write_text(llvm_export(tmp_path, "-skip-functions"))
    main = by_name(one(tmp_path / "all.json"))["main.c"]
    assert [(each.true, each.false) for each in main.lines[9].conditions] == [(5, 5), (3, 2)]
    assert main.functions == []


@needs_gcc
@needs_gcov
@needs_clang
def test_llvm_and_gcov_agree_on_simple_lines(c_folder: Path, tmp_path: Path):
    (tmp_path / "all.json").write_text(llvm_export(tmp_path))
    llvm, gcov = by_name(one(tmp_path / "all.json")), by_name(one(c_folder))
    compared = 0
    for name, lines in (
        ("main.c", (10, 12, 15, 18, 20, 22)),
        ("other.c", (4, 6, 8)),
        ("clip.h", (5,)),
    ):
        for line in lines:
            assert llvm[name].lines[line].count == gcov[name].lines[line].count, (name, line)
            compared += 1
    assert compared == 10
    calls = {function.name: function.count for function in gcov["main.c"].functions}
    assert {f.name.rpartition(":")[2]: f.count for f in llvm["main.c"].functions} == calls


@needs_clang
def test_segments_say_how_often_a_place_ran(tmp_path: Path):
    (tmp_path / "all.json").write_text(llvm_export(tmp_path))
    segments = by_name(one(tmp_path / "all.json"))["main.c"].segments
    assert segments == sorted(segments, key=lambda each: each[:2])
    assert [each.times for each in segments if (each.line, each.column) == (9, 22)] == [5]
    assert segments[-1].times is None
