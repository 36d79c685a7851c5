"""What keeps teams from being faster: where it is said, with which numbers, and where it is not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import sad
from tests.support.schemas import validate
from tests.threads.programs import counting_machine

if TYPE_CHECKING:
    from pathlib import Path

COSTS = """\
threading:
  fork_join_s: {value: 100, source: x}
"""


def advice(folder: Path, body: str, threads: int, machine: str = "") -> list[dict[str, Any]]:
    """What ``sad contention`` and ``sad scale`` say of a function with this body; both the same."""
    source = folder / "f.c"
    source.write_text(f"double s[100000];\nvoid f(int n, int m) {{\n{body}}}\n")
    options = ("--machine", machine or counting_machine(folder, COSTS))
    options += ("--set", "n=1000", "--set", "m=50", "--format", "json", "--threads")
    one = sad("contention", source, *options, str(threads))
    assert one.code == 0, one.err
    found = json.loads(one.out)
    validate(found, "sad-threads-1")
    several = json.loads(sad("scale", source, *options, f"1,{threads}").out)
    validate(several, "sad-scale-1")
    rows = [row["threads"]["advice"] for row in several["rows"]]
    assert rows == [[], found["advice"]]
    return found["advice"]


LOOP = "for (int i = 0; i < n; i++) s[i] = s[i] + 1.0;\n"


def test_nothing_is_said_of_a_good_loop(tmp_path: Path):
    assert not advice(tmp_path, f"#pragma omp parallel for\n{LOOP}", 4)


def test_a_shared_loop_whose_length_an_outer_loop_decides(tmp_path: Path):
    body = "#pragma omp parallel\nfor (int k = 0; k < m; k++) {\n#pragma omp for\n"
    body += "for (int i = k + 1; i < n; i++) s[i] = s[i] + 1.0;\n}\n"
    assert not advice(tmp_path, body, 4, "xeon-gold-6148")


def test_serial_code_by_line(tmp_path: Path):
    (found,) = advice(tmp_path, f"{LOOP}#pragma omp parallel for\n{LOOP * 1}", 4)
    assert (found["kind"], found["line"], found["factor"]) == ("serial share", 3, 2.0)
    assert "line 3 50 %" in found["text"]


def test_teams_that_start_more_often_than_they_work(tmp_path: Path):
    body = "for (int t = 0; t < 20; t++) {\n#pragma omp parallel for\nfor (int i = 0; i < m; i++)"
    found = advice(tmp_path, f"{body} s[i] = s[i] + 1.0;\n}}\n", 5)
    assert [(item["kind"], item["line"]) for item in found] == [("fork-join", 4)]
    assert found[0]["factor"] == pytest.approx(100 / (50 / 5))
    assert "20 times" in found[0]["text"]


def test_uneven_shares(tmp_path: Path):
    body = "#pragma omp parallel for\nfor (int i = 0; i < m; i++)\nfor (int j = i; j < m; j++)"
    found = advice(tmp_path, f"{body} s[j] = s[j] + 1.0;\n", 5)
    assert [(item["kind"], item["line"]) for item in found] == [("imbalance", 3)]
    block = sum(50 - i for i in range(10))
    dealt = sum(50 - i for i in range(0, 50, 5))
    assert found[0]["factor"] == pytest.approx(block / dealt)


@pytest.mark.parametrize(
    ("schedule", "said"),
    [
        ("", False),
        (" schedule(static,1)", True),
        (" schedule(static,8)", False),
        (" schedule(dynamic)", True),
        (" schedule(static,7)", True),
    ],
)
def test_lines_that_threads_share(tmp_path: Path, schedule: str, said: bool):
    found = advice(tmp_path, f"#pragma omp parallel for{schedule}\n{LOOP}", 4, "xeon-gold-6148")
    kinds = [item["kind"] for item in found]
    assert ("false sharing" in kinds) is said
    if said:
        (item,) = [item for item in found if item["kind"] == "false sharing"]
        assert "threads write s 8 bytes apart in lines of 64" in item["text"]


def test_a_result_for_each_thread_in_one_line(tmp_path: Path):
    body = "#pragma omp parallel for\nfor (int t = 0; t < 4; t++)\nfor (int i = 0; i < n; i++)"
    found = advice(tmp_path, f"{body} s[t] = s[t] + 1.0*i;\n", 4, "xeon-gold-6148")
    assert [item["kind"] for item in found] == ["false sharing"]
