"""What tells a regression of the benchmarks: accepted ratios, the table, the exit code."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from benchmarks.__main__ import GROUPS, main, verdict
from benchmarks.accepted import accept, accepted, is_worse
from benchmarks.measure import Figure
from benchmarks.page import table, write_page

if TYPE_CHECKING:
    from pathlib import Path

RATIO = Figure("reading / fparser2", 0.022, 0.025, "2 s and 90 s", ratio=True)
TIME = Figure("a point [us]", 99.0, 3.0, "slow machine")


def test_only_ratios_are_accepted_and_others_stay_if_not_measured(tmp_path: Path):
    table = tmp_path / "ratios.json"
    assert accepted(table) == {}
    accept([RATIO, TIME], table)
    assert accepted(table) == {"reading / fparser2": 0.022}
    other = Figure("rest / reading", 1.23456, 2.0, "", ratio=True)
    accept([other], table, all_measured=False)
    assert accepted(table) == {"reading / fparser2": 0.022, "rest / reading": 1.235}
    accept([other], table)
    assert accepted(table) == {"rest / reading": 1.235}


@pytest.mark.parametrize(
    ("figure", "before", "worse"),
    [
        (RATIO, 0.022, False),
        (RATIO, 0.0184, False),  # 19.6 % more
        (RATIO, 0.0183, True),  # 20.2 % more
        (RATIO, None, False),
        (TIME, 1.0, False),
    ],
)
def test_a_fifth_more_is_a_regression(
    figure: Figure, before: float | None, worse: bool, capsys: pytest.CaptureFixture[str]
):
    known = {} if before is None else {figure.what: before}
    assert is_worse(figure, known) is worse
    assert verdict([figure], known) == int(worse)
    assert (figure.what in capsys.readouterr().err) is worse


def test_the_table_has_what_was_before():
    rows = table([RATIO, TIME], {"reading / fparser2": 0.01}).splitlines()
    assert rows[0].split("|")[2].strip() == "before"
    assert "| 0.01 | 0.022 | at most 0.025 | met, WORSE |" in rows[2]
    assert "|  | 99 | at most 3 | MISSED |" in rows[3]
    assert "before" not in table([RATIO])
    assert len({row.count("|") for row in rows}) == 1


def test_the_page_keeps_what_is_around_the_figures(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- figures: start -->\nold\n<!-- figures: end -->\nafter\n")
    write_page(page, [RATIO], {})
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| reading / fparser2 |" in text


def test_every_group_has_its_function():
    for name in GROUPS:
        assert callable(getattr(import_module(f"benchmarks.{name}"), name))


@pytest.mark.parametrize("wrong", [["--only", "nothing"], ["--sample", "0"]])
def test_wrong_options_are_refused(wrong: list[str]):
    with pytest.raises(SystemExit) as stopped:
        main(wrong)
    assert stopped.value.code == 2
