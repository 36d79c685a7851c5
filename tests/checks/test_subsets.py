"""Some sources of a project named on the command line: the settings are for all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import sad

ONE = "void one(int n, double *x) { for (int i = 0; i < n; i++) x[i] = 0.0; }\n"
TWO = "void two(int m, double *x) { for (int i = 0; i < m; i++) x[i] = 0.0; }\n"
SETTINGS = 'sources = "src"\nmachine = "sparc2"\nsizes = {n = 10, m = 20}\n'


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    Path("src/one.c").write_text(ONE)
    Path("src/two.c").write_text(TWO)
    Path("sad.toml").write_text(SETTINGS)


def test_sizes_that_a_subset_lacks_are_passed_over():
    assert sad("snapshot").code == 0
    result = sad("check", "src/one.c", "--no-cache")
    assert (result.code, result.err) == (0, "")
    result = sad("diff", "src/one.c", "src/two.c")
    assert (result.code, result.err) == (0, "")
    result = sad("diff", "src/one.c", "src/one.c", "--set", "q=3")
    assert (result.code, "no unit has a 'q'" in result.err) == (2, True)


@pytest.mark.parametrize("command", ["check", "snapshot"])
def test_sizes_that_the_whole_project_lacks_are_errors(command: str):
    assert sad("snapshot").code == 0
    Path("sad.toml").write_text(SETTINGS.replace("m = 20", "k = 20"))
    result = sad(command)
    assert result.code == 3
    assert result.err.startswith("sad.toml:3: error[SAD501]: no unit has a 'k'")


def test_a_baseline_may_lack_a_size_that_is_new():
    Path("old").mkdir()
    Path("old/one.c").write_text(ONE)
    assert sad("check", "--baseline", "old").code == 0
    Path("sad.toml").write_text("sizes = {n = 10, k = 20}\n")
    result = sad("check", "--baseline", "old")
    assert (result.code, "no unit has a 'k'" in result.err) == (3, True)


def test_a_snapshot_says_what_it_wrote_and_what_it_holds_no_longer():
    assert sad("snapshot").err == "wrote sad.snapshot: 2 units\n"
    assert sad("snapshot", "src/one.c", "-o", "one.snapshot").err == "wrote one.snapshot: 1 unit\n"
    strict = sad("snapshot", "src/one.c", "--strict")
    assert strict.code == 3
    assert "unit two:" in Path("sad.snapshot").read_text()
    result = sad("snapshot", "src/one.c")
    assert (result.code, result.err.splitlines()[0]) == (
        0,
        "sad.snapshot:1: warning[SAD844]: no longer in it, as the sources named do not have them: two",
    )
    assert result.err.splitlines()[-1] == "wrote sad.snapshot: 1 unit"
    assert "unit two:" not in Path("sad.snapshot").read_text()
    assert sad("snapshot").err == "wrote sad.snapshot: 2 units\n"


@pytest.mark.parametrize("extra", [(), ("--no-cache",)])
def test_patterns_that_match_nothing_are_told_unless_sources_are_named(extra: tuple[str, ...]):
    Path("sad.toml").write_text(
        'sources = "src"\nunits = ["ONE", "t?o",\n "foo*"]\nloops = ["o*.*", "two.nope*"]\n'
        '[check]\nforbid = "order"\n[check.unit."three"]\nforbid = "any"\n'
        '[check.unit."T*"]\nforbid = "any"\n'
    )
    expected = [
        "sad.toml:2: warning[SAD845]: units: 'foo*' matches no unit",
        "sad.toml:4: warning[SAD845]: loops: 'two.nope*' matches no loop",
        "sad.toml:7: warning[SAD845]: check.unit: 'three' matches no unit",
    ]
    for command in ("snapshot", "check"):
        result = sad(command, *extra)
        assert result.code == 0
        assert [line for line in result.err.splitlines() if "SAD" in line] == expected
    assert sad("check", "src/one.c", *extra).err == ""


@pytest.mark.parametrize("suffix", ["f", "c"])
def test_an_empty_file_found_in_a_folder_is_a_warning(suffix: str):
    empty = f"src/empty.{suffix}"
    Path(empty).write_text("\n")
    assert sad("snapshot").code == 0
    result = sad("check", "--no-cache")
    assert (result.code, result.err.splitlines()[0]) == (
        0,
        f"{empty}:1: warning[SAD104]: empty file",
    )
    assert sad("check", empty, "src/one.c").code == 3
    Path("src/one.c").unlink()
    Path("src/two.c").unlink()
    result = sad("analyze", "src")
    assert (result.code, "error[SAD104]" in result.err) == (3, True)


@pytest.mark.parametrize(
    "command", [("check", "--baseline", ""), ("diff", ""), ("diff", "src", "")]
)
def test_a_side_without_a_name_is_refused(command: tuple[str, ...]):
    result = sad(*command)
    assert (result.code, result.err.partition(": a side")[0]) == (
        2,
        "<arguments>:1: error[SAD818]",
    )


@pytest.mark.parametrize("percent", ["120", "-1", "nan", "x"])
def test_a_coverage_that_cannot_be_is_refused(percent: str):
    for command in ("check", "analyze"):
        result = sad(command, "src", f"--min-coverage={percent}")
        assert result.code == 2
        assert f"--min-coverage: a number from 0 to 100 is expected, not '{percent}'" in result.err


def test_a_path_that_is_none_outside_git_is_named():
    result = sad("diff", "typo", "src")
    assert result.code == 2
    assert "no such path: 'typo', and . is in no git work tree" in result.err
