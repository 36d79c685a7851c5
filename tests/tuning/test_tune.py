"""``sad tune``: against brute force over ``sad sweep`` and ``sad scale``, and with real runs."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gcc
from tests.support.mpi import ENVIRONMENT, MPIRUN_WORDS, needs_mpi
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

BLOCKED = """\
#include <stdio.h>
#include <stdlib.h>

static double work(int n, int m)
{
    double sum = 0.0;

    for (int i = 0; i < n; i += NB)
        for (int j = 0; j < 40 + (NB - 8) * (NB - 8); j++)
            sum += j * m;
    return sum;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    double sum = work(n, argc);

    printf("n is %d\\n", NB == FAULT ? 0 : n);
    printf("took %g s\\n", 1.0 + (NB - 16) * (NB - 16));
    return NB == 32 ? 3 : sum < 0.0;
}
"""
WAVEFRONT = ROOT / "corpus" / "mpi" / "wavefr" / "source.c"
OVER = (
    "--entry",
    "work",
    "-D",
    "NB",
    "--machine",
    "zen3",
    "--set",
    "n=4000",
    "--over",
    "NB=1:64:x2",
)
RUN = ("--build", "gcc -DFAULT=4 -DNB={NB} {source} -o blocked", "--measure", "./blocked {n}")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "blocked.c").write_text(BLOCKED)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tuned(*arguments: str | Path) -> dict[str, Any]:
    result = sad("tune", *arguments, "--format", "json")
    assert result.code == 0, result.err
    value: dict[str, Any] = json.loads(result.out)
    validate(value, "sad-tune-1")
    return value


def table(*arguments: str | Path) -> list[dict[str, str]]:
    result = sad(*arguments, "--format", "csv")
    assert result.code == 0, result.err
    return list(csv.DictReader(io.StringIO(result.out)))


def test_the_best_value_is_that_of_a_sweep():
    swept = table("sweep", "blocked.c", *[x if x != "--over" else "--vary" for x in OVER])
    name = next(key for key in swept[0] if key != "NB")
    by_time = sorted(swept, key=lambda row: float(row[name]))
    value = tuned("blocked.c", *OVER, "--current", "NB=1")
    assert value["best"]["values"] == {"NB": by_time[0]["NB"]}
    assert value["best"]["predicted"] == pytest.approx(float(by_time[0][name]), rel=1e-12)
    assert [row["values"]["NB"] for row in value["rows"]] == [row["NB"] for row in by_time]
    least, most = float(by_time[0][name]), float(by_time[-1][name])
    (parameter,) = value["parameters"]
    assert parameter["loss"] == pytest.approx(most / least - 1, rel=1e-12)
    one = next(float(row[name]) for row in swept if row["NB"] == "1")
    assert value["current"]["over_best"] == pytest.approx(one / least - 1, rel=1e-12)


def test_ties_are_what_is_within_the_percent_given():
    value = tuned("blocked.c", *OVER, "--within", "1000000")
    assert value["ties"]["points"] == value["points"] == 7
    assert value["ties"]["spread"] == pytest.approx(value["parameters"][0]["loss"])
    assert tuned("blocked.c", *OVER, "--within", "0")["ties"]["points"] == 1


def test_a_parallel_program_is_tuned_over_all_rows_of_its_table():
    common = (
        WAVEFRONT,
        "--machine",
        "paragon",
        "--procs",
        "2:8",
        "--set",
        "n=64",
        "--set",
        "nsweep=3",
    )
    rows = [
        row
        for row in table("scale", *common, "--vary", "nb=1:64:x2")
        if float(row["nb"]) <= 64 / int(row["nprocs"])
    ]
    least = min(rows, key=lambda row: float(row["total"]))
    value = tuned(*common, "--over", "nb=1:64:x2", "--where", "nb <= n/nprocs", "--simulate")
    assert value["points"] == len(rows)
    best = value["predicted_best"]
    assert best["values"] == {"nb": least["nb"], "nprocs": least["nprocs"]}
    assert best["predicted"] == pytest.approx(float(least["total"]), rel=1e-12)
    at = ("--procs", best["values"]["nprocs"], "--vary", f"nb={best['values']['nb']}")
    simulated = table("scale", *common[:3], *at, *common[5:], "--simulate")
    assert best["simulated"]["seconds"] == pytest.approx(float(simulated[0]["total"]), rel=1e-12)
    looked = [row["simulated"]["seconds"] for row in value["rows"] if "simulated" in row]
    assert value["best"]["simulated"]["seconds"] == min(looked)


def test_words_of_applications_are_tried():
    value = tuned("pstswm", "--machine", "paragon", "--procs", "16")
    assert {"px", "py"} <= {item["name"] for item in value["parameters"]}


@needs_gcc
def test_runs_decide_and_those_that_fail_or_change_results_do_not():
    value = tuned(
        *("blocked.c", *OVER, *RUN, "--seconds-from", "took", "--check", "n is", "--rounds", "2"),
        *("--top", "7"),
    )
    assert value["best"]["values"] == {"NB": "16"}
    assert value["best"]["measured"] == {"seconds": 1.0, "median": 1.0, "problem": ""}
    rows = {row["values"]["NB"]: row for row in value["rows"]}
    assert "exit status 3" in rows["32"]["measured"]["problem"]
    assert "its results differ: n is 0" in rows["4"]["measured"]["problem"]
    assert rows["8"]["over_best"] == pytest.approx(64.0)


@needs_gcc
def test_the_budget_is_kept(folder: Path):
    script = folder / "count.sh"
    script.write_text(f"echo {{}} >> {folder}/ran\necho took 1 s\n".replace("{}", "$1"))
    found = tuned(
        *("blocked.c", *OVER, "--measure", "sh count.sh {NB}", "--seconds-from", "took"),
        *("--rounds", "2", "--budget", "5"),
    )
    ran = (folder / "ran").read_text().split()
    assert len(ran) == 4
    assert len([row for row in found["rows"] if "measured" in row]) == 2


@needs_gcc
def test_a_budget_of_seconds_is_kept_and_the_prediction_is_told(folder: Path):
    script = folder / "slow.sh"
    script.write_text(f"echo $1 >> {folder}/ran\nsleep 0.5\necho took 2 s\n")
    words = ("--measure", "sh slow.sh {NB}", "--seconds-from", "took", "--budget", "1.2s")
    done = sad("tune", "blocked.c", *OVER, *words, "--rounds", "2")
    assert done.code == 0, done.err
    assert 2 <= len((folder / "ran").read_text().split()) <= 3
    assert "not run: the time of --budget was over" in done.out
    assert "% less than measured" in done.out
    done = sad("tune", "blocked.c", *OVER, *words[:4], "--budget", "4,5min", "--rounds", "2")
    assert done.code == 0, done.err
    assert len((folder / "ran").read_text().split()) <= 7
    check_one_error(sad("tune", "blocked.c", *OVER, *words[:4], "--budget", "x"), "SAD638", USAGE)


def test_what_makes_the_ends_dearer():
    """Rows in pieces: many messages of short ones, a long wait for long ones."""
    common = (WAVEFRONT, "--machine", "paragon", "--procs", "4", "--set", "n=64")
    value = tuned(*common, "--set", "nsweep=3", "--over", "nb=1:64:x2")
    low, high = value["sides"]
    assert (low["values"], high["values"]) == ({"nb": "1"}, {"nb": "64"})
    assert "mpi_" in low["term"]
    assert high["term"].startswith("wait for the first piece")
    alone = tuned("blocked.c", *OVER)
    assert [side["term"] for side in alone["sides"]] == ["line 9", "line 9"]
    assert all(side["more_seconds"] > 0 for side in alone["sides"])


@needs_mpi
def test_recorded_runs_are_followed_on_the_machine_within_the_budget(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    for nb in (1, 8, 32):
        (folder / f"in{nb}").write_text(f"32 {nb} 4\n")
    count = f"sh -c 'echo run >> {folder}/ran' && "
    mpirun = " ".join(("mpirun", *MPIRUN_WORDS, "-n", "{nprocs}", "./wave"))
    found = tuned(
        *(WAVEFRONT, "--machine", "ncube2", "--procs", "2", "--set", "n=32", "--set", "nsweep=4"),
        *("--over", "nb=1,8,32", "--build", "mpicc -O2 {source} -o wave"),
        *("--measure", f"{count}{mpirun} < in{{nb}}", "--check", "checksum", "--traced"),
        *("--rounds", "1", "--budget", "2"),
    )
    assert (folder / "ran").read_text().split() == ["run", "run"]
    rows = {row["values"]["nb"]: row["traced"] for row in found["rows"] if "traced" in row}
    assert list(rows) == ["32", "8"]
    # a row is sent in pieces in each of 4 sweeps; a message takes more than 100 us there
    assert 4 * 1e-4 < rows["32"]["seconds"] < rows["8"]["seconds"]
    assert rows["8"]["seconds"] > 4 * 4 * 1e-4


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("make", "NB = 8\n"),
        ("cmake", "set(NB 8)\n"),
        ("c", "#define NB 8\n"),
        ("env", "NB=8\n"),
        ("flags", "-DNB=8\n"),
        ("yaml", "NB: 8\n"),
    ],
)
def test_best_values_are_exported(kind: str, text: str):
    assert tuned("blocked.c", *OVER)["best"]["values"] == {"NB": "8"}
    assert sad("tune", "blocked.c", *OVER, "--export", kind).out == text


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("--where", "NB < q"), "SAD990", "q has no value"),
        (("--where", "NB <"), "SAD990", "--where"),
        (("--where", "NB > 1000"), "SAD990", "no point is left"),
        (("--current", "NB=3"), "SAD991", "none of the points"),
        (("--current", "MB=3"), "SAD991", "not among what is tried"),
        (("--current", "NB"), "SAD991", "NAME=VALUE"),
        (("--within", "-1"), "SAD992", "cannot be"),
        (("--top", "0"), "SAD992", "cannot be"),
        (("--simulate",), "SAD992", "several processes"),
        (("--build", "make"), "SAD992", "without --measure"),
        (("--measure", "./a {NC}"), "SAD730", "{NC} is not known"),
        (("--measure", "./a"), "SAD992", "where the values go"),
        (("--measure", "./a {n}"), "SAD992", "where the values go"),
        (("--measure", "./a {NB}", "--check", "("), "SAD992", "no pattern"),
        (("--measure", "./a {NB}", "--budget", "2"), "SAD992", "too small"),
        (("--traced",), "SAD992", "without --measure"),
        (("--measure", "./a {NB}", "--traced"), "SAD424", "no programming model"),
        (("--measure", "./a {NB}", "--traced", "--seconds-from", "t"), "SAD992", "leave one out"),
        (("--minimise", "speed"), "SAD852", "speed"),
        (("--minimise", "rate"), "SAD992", "no aim"),
    ],
)
def test_what_is_wrong_is_told_once(arguments: tuple[str, ...], code: str, part: str):
    check_one_error(sad("tune", "blocked.c", *OVER, *arguments), code, USAGE, part)


def test_a_parallel_program_has_three_times_to_minimise():
    common = (
        WAVEFRONT,
        "--machine",
        "paragon",
        "--procs",
        "2",
        "--set",
        "n=64",
        "--set",
        "nsweep=3",
    )
    over = ("--over", "nb=1:64:x2")
    check_one_error(
        sad("tune", *common, *over, "--minimise", "total"), "SAD992", USAGE, "computation"
    )
    value = tuned(*common, *over, "--minimise", "communication")
    assert value["best"]["values"]["nb"] == "32"  # longer pieces: longer waits for the first


RANGES = [
    (("--over", "G=1:N//nprocs"), ("--over", "G=1:32", "--where", "G <= N//nprocs")),
    (
        ("--over", "B=1:M//G", "--over", "G=1:8:x2"),
        ("--over", "B=1:8", "--over", "G=1:8:x2", "--where", "B*G <= 8"),
    ),
    (("--over", "B=1:M:x2"), ("--over", "B=1:8:x2")),
]


@pytest.mark.parametrize(("words", "same"), RANGES)
def test_a_range_ends_where_another_value_says(words, same):
    given = ("tune", "llp", "--set", "N=64", "--set", "M=8", "--procs", "2,4", "--format", "csv")
    own, other = sad(*given, *words), sad(*given, *same)
    assert own.code == other.code == 0, own.err + other.err
    assert own.out == other.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--over", "G=1:B", "--over", "B=1:G"), "its end depends on itself"),
        (("--over", "G=1:unknown"), "unknown has no value"),
        (("--over", "G=1:G"), "g has no value"),
    ],
)
def test_ends_without_a_value_are_told(words, message):
    done = sad("tune", "llp", "--set", "N=64", "--procs", "2", *words)
    check_one_error(done, "SAD991", USAGE)
    assert f"SAD991]: --over '{words[1]}': {message}" in done.err


def test_points_without_a_value_are_rows_with_a_reason_and_messages_name_the_option():
    common = (
        WAVEFRONT,
        "--machine",
        "paragon",
        "--procs",
        "2",
        "--set",
        "n=64",
        "--set",
        "nsweep=3",
    )
    value = tuned(*common, "--over", "nb=0:4")
    assert (value["points"], value["possible"]) == (5, 4)
    check_one_error(sad("tune", *common, "--over", "nb"), "SAD851", USAGE, "--over 'nb'")
    check_one_error(sad("tune", *common, "--over", "nb=-3,2"), "SAD991", USAGE, "below 0")


def test_one_value_without_a_time_is_one_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A block of 0 rows never ends: the others are compared, whatever makes it a parameter."""
    monkeypatch.chdir(tmp_path)
    loop = "for (int i = 0; i < n; i += NB)\n        s += i;"
    text = f"int f(int n)\n{{\n    int s = 0;\n    {loop}\n    return s;\n}}\n"
    (tmp_path / "macro.c").write_text(text)
    (tmp_path / "constant.c").write_text(f"#define NB 4\n{text}")
    for words in (("macro.c", "-D", "NB"), ("constant.c",)):
        given = ("--machine", "zen3", "--set", "n=100", "--over")
        found = sad("tune", *words, *given, "NB=0:8:4")
        assert found.code == 0, found.err
        assert "at 1 of them it cannot run\n  NB = 0: " in found.out
        assert "best: NB = 8" in found.out
        assert "error[SAD" in sad("tune", *words, *given, "NB=0").err
