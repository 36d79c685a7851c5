"""``--format html``: machines, files, errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.one_error import PROGRAM, USAGE, check_one_error
from tests.report.html.unpacked import model_in
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "main.f"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("command", ["analyze", "annotate"])
def test_a_page_goes_to_standard_output_or_to_a_file(source: Path, command: str):
    printed = sad(command, source, "--format", "html")
    assert (printed.code, printed.err) == (0, "")
    target = source.with_name("page.html")
    written = sad(command, source, "--format", "html", "-o", target)
    assert (written.code, written.out, written.err) == (0, "", "")
    assert target.read_text() == printed.out
    assert printed.out.startswith("<!DOCTYPE html>")
    assert printed.out.endswith("</html>\n")


@pytest.mark.parametrize(
    "options",
    [
        ["--also-machine", "t3e"],
        ["--also-machine", "t3e", "--format", "html"],
        ["--also-machine", "t3e", "--machine", "sparc2"],
    ],
)
def test_further_machines_need_a_first_one_and_a_page(source: Path, options: list[str]):
    result = sad("analyze", source, *options)
    check_one_error(result, "SAD800", USAGE)


def test_a_further_machine_must_be_there(source: Path, tmp_path: Path):
    target = tmp_path / "page.html"
    start = ["analyze", source, "--format", "html", "--machine", "sparc2", "-o", target]
    for name in ("t3f", "t3e,gcc-O9"):
        result = sad(*start, "--also-machine", name)
        check_one_error(result, "SAD401", USAGE)
        assert not target.exists()


def test_a_machine_and_toolchain_come_once(source: Path):
    same = ["--also-machine", "sparc2", "--also-machine", "sparc2,f77-O", "--also-machine", "t3e"]
    page = sad("analyze", source, "--format", "html", "--machine", "sparc2", *same).out
    machines = [(item["name"], item["toolchain"]) for item in model_in(page)["machines"]]
    assert machines == [("sparc2", "f77-O"), ("t3e", "f90-O3")]


def test_models_of_different_kinds_stand_side_by_side(source: Path):
    """The second machine needs what compiled code does, the first one does not."""
    page = sad(
        *("analyze", source, "--format", "html", "--machine", "sparc2"),
        *("--also-machine", "xeon-emerald-rapids,gfortran-O2"),
    ).out
    assert [item["model"] for item in model_in(page)["machines"]] == ["additive", "throughput"]


def test_coverage_that_is_too_low_fails_after_the_page_is_written(source: Path):
    source.write_text("      PROGRAM P\n    1 X = X/2\n      IF (X .GT. 1.0) GOTO 1\n      END\n")
    target = source.with_name("page.html")
    result = sad("analyze", source, "--format", "html", "-o", target, "--min-coverage", "90")
    assert result.code == 4
    assert target.exists()
