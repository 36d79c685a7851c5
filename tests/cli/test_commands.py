"""What each subcommand answers on good input."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from tests.support.command import CORPUS, ROOT, sad, without_next

MD1 = CORPUS / "md1" / "md1.f"
MATMUL = """\
      SUBROUTINE MATMUL1 (N, A, B, C)
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N)
      DO 30 J = 1, N
      DO 30 K = 1, N
      DO 30 I = 1, N
   30 C(I,J) = C(I,J) + A(I,K)*B(K,J)
      END
"""


@pytest.fixture
def matmul(tmp_path):
    path = tmp_path / "matmul.f"
    path.write_text(MATMUL)
    return path


def test_analyze_without_a_machine_counts_arithmetic(matmul):
    result = sad("analyze", matmul)
    assert result.code == 0
    assert "work grows as N**3 (floating-point operations)" in result.out
    assert re.search(r"^formula, flop\n +2\*N\*\*3$", result.out, re.MULTILINE)


def test_analyze_predicts_seconds_once_all_is_set(matmul):
    symbolic = sad("analyze", matmul, "--machine", "sparc2")
    assert re.search(r"^formula, time \[s\]\n +\S+\*N\*\*3$", symbolic.out, re.MULTILINE)
    assert "time grows as N**3" in symbolic.out
    assert "--set N=1000" in symbolic.out
    report = json.loads(
        sad("analyze", matmul, "--machine", "sparc2", "--set", "n=100", "--format", "json").out
    )
    blocks = [block for unit in report["units"] for block in unit["blocks"]]
    assert report["seconds"]["value"] == pytest.approx(
        sum(block["seconds"]["value"] for block in blocks)
    )
    assert sum(block["share"] for block in blocks) == pytest.approx(1)
    assert report["coverage"]["exact"] == 1


def test_values_may_be_expressions_over_each_other(matmul):
    direct = sad("analyze", matmul, "--machine", "sparc2", "--set", "N=64").out
    derived = sad(
        "analyze", matmul, "--machine", "sparc2", "--set", "n=2*half", "--set", "half=2**5"
    ).out
    assert without_next(direct) == without_next(derived)


def test_machine_may_be_a_file_or_a_name(matmul):
    by_name = sad("analyze", matmul, "--machine", "sparc2").out
    by_file = sad("analyze", matmul, "--machine", ROOT / "machine_db" / "sparc2.yaml").out
    assert without_next(by_name) == without_next(by_file)


def test_another_toolchain_gives_other_times(matmul):
    times = [
        json.loads(
            sad(
                "analyze",
                matmul,
                "--machine",
                "sparc2",
                "--toolchain",
                chain,
                "--set",
                "N=10",
                "--format",
                "json",
            ).out
        )["seconds"]["value"]
        for chain in ("f77-O", "f77")
    ]
    assert times[0] < times[1]


def test_md1_report_names_everything_that_is_missing():
    result = sad("analyze", MD1, "--machine", "sparc2", "--no-config")
    assert result.code == 0
    assert result.err == ""
    for part in (
        "MD1 ",
        "sparc2: f77-O, estimated",
        "time grows as ",
        "where the time goes",
        "formula, time [s]",
        "what only a run can tell, by influence",
        "34 more govern ",
        "inputs    NUNIT, NVAC (is read, line 121), ",
        "next",
        "rests on",
    ):
        assert part in result.out
    listed = sad("analyze", MD1, "--machine", "sparc2", "--all", "--no-config").out
    assert len(re.findall(r"^  (?:[PXV]\d+|NRSAM) ", listed, re.MULTILINE)) == 38


def test_the_demo_ends_in_a_time_on_one_screen(monkeypatch):
    monkeypatch.chdir(ROOT)
    target = (ROOT / "Makefile").read_text().partition("\ndemo:")[2].partition("\n\n")[0]
    commands = [line.split()[1:] for line in target.splitlines() if "$(BIN)/sad" in line]
    assert len(commands) == 2
    results = [sad(*words) for words in commands]
    assert [result.code for result in results] == [0, 0]
    lines = "".join(result.out for result in results).splitlines()
    assert len(lines) + len(commands) <= 40
    assert max(map(len, lines)) <= 100
    assert re.search(r"^  \d+ s    \d+ to \d+ s in 9 of 10 cases", results[0].out, re.MULTILINE)
    assert "\nnext\n  sad " in results[0].out


def test_openmp_is_counted_where_it_says_what_the_report_rests_on(tmp_path):
    path = tmp_path / "omp.f"
    path.write_text(MATMUL.replace("      DO 30 J", "!$OMP PARALLEL DO\n      DO 30 J"))
    result = sad("analyze", path)
    text = " ".join(result.out.split())
    assert "parallel: 1 loop, 1 region; times are of one thread" in text


def test_entry_follows_the_calls_of_one_unit():
    result = sad("analyze", MD1, "--entry", "forces")
    assert result.out.startswith("FORCES ")
    assert "PAIR" in result.out
    assert "RDINP" not in result.out


def test_standard_input_and_output_file(tmp_path, monkeypatch):
    code = "from sad.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
    target = tmp_path / "report.txt"
    run = subprocess.run(
        [sys.executable, "-c", code, "analyze", "-", "-o", str(target)],
        input=MATMUL,
        text=True,
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert target.read_text().startswith("MATMUL1   <stdin>")


def test_saved_description_gives_the_same_report_without_the_source(matmul, tmp_path):
    saved = tmp_path / "matmul.sad.json"
    assert sad("dump", "--description", matmul, "-o", saved).code == 0
    before = sad("analyze", matmul, "--machine", "sparc2", "--set", "N=9").out
    matmul.unlink()
    after = sad("analyze", saved, "--machine", "sparc2", "--set", "N=9").out
    assert without_next(after) == without_next(before)


def test_strict_turns_warnings_into_failure(tmp_path):
    path = tmp_path / "a.f"
    path.write_text("      SUBROUTINE S(A)\n      REAL A(9)\n      A = A[2]\n      END\n")
    assert sad("analyze", path).code == 0
    assert sad("analyze", path, "--strict").code == 3


def test_coverage_gate():
    assert sad("analyze", MD1, "--min-coverage", "5", "--no-config").code == 0
    refused = sad("analyze", MD1, "--min-coverage", "95", "--no-config")
    assert refused.code == 4
    assert "is below --min-coverage 95" in refused.err


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_other_formats_hold_the_formula(matmul, form):
    out = sad("analyze", matmul, "--machine", "sparc2", "--format", form).out
    assert ("N**3" if form == "markdown" else "N^{3}") in out


def test_annotate_prints_counts_beside_the_source(matmul):
    lines = sad("annotate", matmul).out.splitlines()
    assert lines[7].split() == [
        "=",
        "N**3",
        "6:",
        "30",
        "C(I,J)",
        "=",
        "C(I,J)",
        "+",
        "A(I,K)*B(K,J)",
    ]
    assert lines[4].split()[:2] == ["=", "1"]
    assert lines[0] == "formulas are shown for N >= 1 (values are computed exactly)"


def test_annotate_json_has_every_executable_line(matmul):
    report = json.loads(sad("annotate", matmul, "--format", "json", "--set", "N=7").out)
    lines = report["files"][str(matmul)]
    counts = {number: entry["count"]["value"] for number, entry in lines.items()}
    assert counts == {"3": 1, "4": 7, "5": 49, "6": 343}
    assert all(entry["exact"] for entry in lines.values())


@pytest.mark.parametrize(
    ("target", "parts"),
    [
        ("X7", ["FORCES.trips@do60.do60.do60.goto20", "indeterminate", "806"]),
        ("FORCES.trips@do60.do60.do60.goto20", ["(X7)", "806"]),
        (f"{MD1}:817", ["exact     no", "do50", "goto40"]),
        ("MX", ["SETBOX.MX", "trunc(LCNUM*NUNIT/max(LCDEN, 1)) + 2", "indirect", "151"]),
    ],
)
def test_explain_says_why(target, parts):
    result = sad("explain", target, MD1)
    assert result.code == 0
    for part in parts:
        assert part in result.out


def test_dumps_show_ir_cfg_and_description(matmul):
    assert "do J = 1, N, 1" in sad("dump", "--ir", matmul).out
    assert "loop entry" in sad("dump", "--cfg", matmul).out
    saved = json.loads(sad("dump", "--description", matmul).out)
    assert saved["schema"] == "sad-description/1"


def test_machine_commands():
    listed = sad("machine", "list").out
    assert "sparc2" in listed
    assert "x86_64-generic" in listed
    shown = sad("machine", "show", "sparc2").out
    assert "40 MHz" in shown
    assert "mul.double" in shown
    for name in ("sparc2", "x86_64-generic"):
        checked = sad("machine", "check", name)
        assert (checked.code, checked.out.strip()) == (0, f"{name}: ok")


def test_version_and_usage():
    assert re.fullmatch(r"sad \d+\.\d+\.\d+\n", sad("--version").out)
    assert sad().code == 2
    assert sad("analyze").code == 2
