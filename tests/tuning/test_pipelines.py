"""``sad tune --pipeline`` and ``--profile``: constants of the formula from loops and from runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sad.dependence.wavefronts import wavefronts
from sad.loading.describe import load_description
from sad.machine.database import get_machine
from sad.reading.options import Reading
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.support.command import sad
from tests.support.schemas import validate

HEAD = """\
      SUBROUTINE S (U, V, N, M, K)
      INTEGER N, M, K, I, J, L
      DOUBLE PRECISION U(0:M,0:N), V(0:M,0:N), T
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def _nest(*body: str) -> str:
    lines = ("DO J = 2, N - 1", "   DO I = 2, M - 1", *(f"      {line}" for line in body))
    return (
        HEAD
        + "".join(f"      {line}\n" for line in (*lines, "   END DO", "END DO"))
        + "      END\n"
    )


NESTS = {  # whether later iterations wait for no later item of earlier ones, and wait at all
    "left and upper": (["U(I,J) = U(I-1,J) + U(I,J-1)"], True),
    "from the corner": (["U(I,J) = U(I-1,J-1)*0.5D0"], True),
    "an item behind": (["U(I,J) = U(I-1,J) + U(I-2,J-1)"], True),
    "two arrays": (["U(I,J) = V(I,J-1)", "V(I,J) = U(I-1,J)"], True),
    "an old value of the next": (["U(I,J) = U(I,J-1) + U(I,J+1)"], True),
    "a later item": (["U(I,J) = U(I-1,J) + U(I+1,J-1)"], False),
    "nobody waits": (["U(I,J) = V(I-1,J) + V(I,J-1)"], False),
    "a sum": (["T = T + U(I,J)", "U(I,J) = U(I,J-1)"], False),
    "in any order": (["U(I,J) = U(MOD(I*K,M),J-1)"], False),
    "transposed": (["U(I,J) = U(J,I)"], False),
}


@pytest.mark.parametrize("name", NESTS)
def test_nests_of_loops_that_are_pipelines(name: str):
    body, expected = NESTS[name]
    Path("s.f90").write_text(_nest(*body).replace("\n      ", "\n").lstrip())
    analysis = load_description(Reading(("s.f90",)), with_work=True).analysis
    assert analysis is not None
    assert bool(list(wavefronts(analysis))) is expected


C_NEST = """\
void s(int n, int m, double u[n][m])
{
    for (int j = 1; j < n; j++)
        for (int i = 1; i < m; i++)
            u[j][i] = 0.5 * (u[j][i - 1] + u[j - 1][i]);
}
"""


def tuned(*words: str) -> dict[str, Any]:
    done = sad("tune", *words, "--format", "json")
    assert done.code == 0, done.err
    value: dict[str, Any] = json.loads(done.out)
    validate(value, "sad-tune-1")
    return value


@pytest.mark.parametrize("language", ["f90", "c"])
def test_constants_are_those_of_the_loops_and_the_machine(language: str):
    text = C_NEST if language == "c" else _nest("U(I,J) = 0.5D0*(U(I-1,J) + U(I,J-1))")
    Path(f"s.{language}").write_text(text.replace("\n      ", "\n").lstrip())
    sizes = ("--set", f"n={65 if language == 'c' else 66}", "--set", "m=34")
    over = ("--over", "G=1:32:x2", "--over", "B=1:32:x2", "--procs", "2")
    value = tuned(f"s.{language}", "--pipeline", "--machine", "paragon", *sizes, *over)
    texts = value["given"].items()
    given = {name: float(text.split()[0]) for name, text in texts if name != "bands"}
    assert (given["N"], given["M"]) == (64, 33 if language == "c" else 32)
    report = sad("analyze", f"s.{language}", "--machine", "paragon", *sizes, "--format", "json")
    own = given["N"] * (given["t0"] + given["t1"] * given["M"])
    # but for what the unit does around
    assert own == pytest.approx(json.loads(report.out)["seconds"]["value"], rel=0.02)
    assert get_machine("paragon").name in value["origins"][1]


def test_which_loops_are_meant():
    one = _nest("U(I,J) = U(I,J-1)")
    body = one[len(HEAD) : -len("      END\n")]
    Path("two.f90").write_text(
        (HEAD + body + body + "      END\n").replace("\n      ", "\n").lstrip()
    )
    Path("none.f90").write_text(_nest("U(I,J) = V(I,J)").replace("\n      ", "\n").lstrip())
    common = (
        "--machine",
        "paragon",
        "--procs",
        "2",
        "--over",
        "B=1:4",
        "--set",
        "n=34",
        "--set",
        "m=34",
    )
    done = sad("tune", "two.f90", "--pipeline", *common)
    check_one_error(done, "SAD679", USAGE, "2 nests")
    assert sad("tune", "two.f90", *common, "--pipeline", "4", "--over", "G=1").code == 0
    check_one_error(
        sad("tune", "none.f90", "--pipeline", *common), "SAD679", BAD_INPUT, "no two loops"
    )
    check_one_error(
        sad("tune", "two.f90", "--pipeline", "x", *common), "SAD679", USAGE, "line of a loop"
    )


TRACE = """\
# clock cpu
# thread time event arguments
0 0 begin
1 0 begin
2 0 begin
0 100 send 1 80 1
0 200 send 1 80 1
0 250 end
1 110 recv 0 80 1
1 150 send 2 80 1
1 160 recv 0 80 1
1 200 send 2 80 1
1 210 end
2 160 recv 1 80 1
2 260 recv 1 80 1
2 360 end
"""


def test_times_of_a_recorded_run():
    Path("run.trace").write_text(TRACE)
    words = ("llp", "--set", "N=8", "--set", "M=20", "--procs", "2", "--over", "B=1:4")
    given = tuned(*words, "--profile", "run.trace,2")["given"]
    # rank 1: 40 us behind each receive, 10 us between send and receive; 20 items of 8 bytes, 2 stages
    assert float(given["t1"]) == pytest.approx(80e-6 / (20 * 2), rel=1e-4)
    assert float(given["t2"]) == pytest.approx(10e-6 / (20 * 2), rel=1e-4)
    alone = tuned(*words, "--profile", "run.trace")["given"]
    assert float(alone["t1"]) == pytest.approx(2 * float(given["t1"]))
    kept = tuned(*words, "--profile", "run.trace", "--set", "t1=1e-3")["given"]
    assert float(kept["t1"]) == 1e-3
    check_one_error(sad("tune", *words, "--profile", "run.trace,0"), "SAD679", USAGE, "grain")
    check_one_error(
        sad("tune", "mm1", *words[1:], "--profile", "run.trace"), "SAD679", USAGE, "llp"
    )
