"""LOOP programs: what is generated, run under Open MPI, counted, and predicted.

Over 400 lines: all of them build, start and read programs with the same few functions.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from frontends.loop.write import write
from sad.diagnostics import SadError
from sad.generator.compare import compare
from sad.generator.programs import load_program, standard_names
from sad.generator.result import Process, Result, read_result
from sad.generator.sheet import sheet_of
from tests.support.command import ROOT, sad
from tests.support.mpi import ENVIRONMENT, MPIRUN_WORDS, needs_mpi

if TYPE_CHECKING:
    from pathlib import Path

LOOPS = ROOT / "machine_db" / "loops"
ALL = (ROOT / "tests" / "generator" / "all.loop").read_text()
MPIRUN = f"mpirun --allow-run-as-root {' '.join(MPIRUN_WORDS)}"
RENDEZVOUS = ("--mca", "btl_vader_eager_limit", "80")
"""Messages above so few bytes wait until their receive is there (what a header needs at least)."""


def built(text: str, name: str, folder: Path) -> Path:
    source, program = folder / f"{name}.c", folder / name
    source.write_text(write(text, f"{name}.loop").text)
    flags = ("-O2", "-Wall", "-Werror", "-Wno-unused-but-set-variable", "-Wno-maybe-uninitialized")
    command = ["mpicc", *flags, "-DLOOP_RUN", str(source), "-o", str(program), "-lm"]
    subprocess.run(command, check=True, timeout=120)
    return program


def run(program: Path, nprocs: int, *words: str, more: tuple[str, ...] = ()) -> str:
    command = ["mpirun", *MPIRUN_WORDS, *more, "-n", str(nprocs), str(program), *words]
    environment = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(output: str) -> list[dict[str, float]]:
    """What each process measured, in their order."""
    lines = sorted(
        (line for line in output.splitlines() if line.startswith("loop:")),
        key=lambda line: int(line.split()[2]),
    )
    return [
        {word: float(value) for word, value in re.findall(r"([a-z]+) (\S+)", line[5:])}
        for line in lines
    ]


def check_all(program: Path, nprocs: int, more: tuple[str, ...] = ()) -> None:
    output = run(program, nprocs, "7", "3", "500", more=more)
    assert output.count("wrong 0 of process") == nprocs
    others = nprocs - 1

    def far(distances: tuple[int, ...]) -> int:
        return sum(distance % nprocs != 0 for distance in distances)

    for item in told(output):
        rank = int(item["process"])
        pair = rank + 1 if rank % 2 == 0 else rank - 1
        block = rank + 4 if rank // 4 % 2 == 0 else rank - 4
        sends = 3 * (2 * far((1, 2)) + far((2, 4, 6)) + 2 * far((1,)) + 2 * far((2,)))
        sends += 3 * ((pair < nprocs) + (block < nprocs))
        sends += 3 * others + (nprocs > 1)
        trees = _tree_sends(rank, nprocs)
        assert item["sends"] == sends + trees


def _tree_sends(rank: int, nprocs: int) -> int:
    """Sends of a broadcast, of dealing out and of collecting in binary trees."""
    found, step = 0, 1
    while step < nprocs:
        found += rank < step and rank + step < nprocs  # broadcast
        found += rank % (2 * step) == 0 and rank + step < nprocs  # deal out
        found += rank % (2 * step) == step  # collect
        step *= 2
    return found


@needs_mpi
@pytest.mark.parametrize(
    "sizes", [(1, 3, 4), pytest.param((2, 5, 6, 7, 8, 9), marks=pytest.mark.proof)]
)
def test_every_construct_ends_and_carries_what_it_must(sizes, tmp_path: Path):  # L6
    program = built(ALL, "all", tmp_path)
    for nprocs in sizes:
        check_all(program, nprocs)
        if nprocs in (3, 9):
            check_all(program, nprocs, RENDEZVOUS)


def test_the_fingerprint_has_so_many_operations():  # L1
    text = sad("analyze", str(LOOPS / "fingerprint.loop"), "--set", "psize=100").out
    assert "\n  20 kflop\n" in text
    assert "\nformula, flop\n    2e+04\n" in text
    assert "fingerprint.loop:" in text  # lines of the program, not of the C


@needs_mpi
def test_messages_of_the_fingerprint(tmp_path: Path):  # L2
    program = built((LOOPS / "fingerprint.loop").read_text(), "fingerprint", tmp_path)
    for item in told(run(program, 5, "20")):
        assert item["sends"] == 3 * 4 + 5
        assert item["bytes"] == 4 * (1 + 500 + 1000) + 5
        assert item["checksum"] == 20 * 1.0 + 20 * 2.0 + 20 * 2.0


def test_orders_of_machines_for_the_fingerprint():  # L5
    times: dict[str, list[float]] = {}
    for machine in ("paragon", "ncube2", "meiko-cs"):
        words = ("--machine", machine, "--procs", "16,32", "--set", "psize=100", "--format", "json")
        done = sad("scale", str(LOOPS / "fingerprint.loop"), *words)
        assert done.code == 0, done.err
        times[machine] = [row["total"] for row in json.loads(done.out)["rows"]]
    for place in (0, 1):
        assert times["paragon"][place] < times["ncube2"][place] < times["meiko-cs"][place]


@pytest.mark.parametrize("name", ["mmm_s", "mmm_a"])
def test_the_matrix_product_has_the_messages_of_perpret(name: str):  # L3
    """P - 1 messages of 8 psize**2/P bytes: the communication of the application ``mm2``."""
    words = ("--machine", "ncube2", "--procs", "16", "--set", "psize=256", "--format", "json")
    (own,) = json.loads(sad("scale", str(LOOPS / f"{name}.loop"), *words).out)["rows"]
    (told_by,) = json.loads(sad("scale", "mm2", *words).out)["rows"]
    assert own["communication"] == pytest.approx(told_by["communication"], rel=1e-6)


@needs_mpi
@pytest.mark.parametrize(
    ("name", "words"),
    [("mmm_s", ()), ("mmm_a", ()), ("red_black", ("3",)), ("cg", ("4",)), ("fft", ())],
)
def test_work_is_that_of_a_serial_program(name: str, words: tuple[str, ...], tmp_path: Path):
    """With one process nothing is exchanged; the checksum is that of the same work in Python."""
    program = built((LOOPS / f"{name}.loop").read_text(), name, tmp_path)
    (item,) = told(run(program, 1, "8", *words))
    assert item["sends"] == 0
    assert item["checksum"] == pytest.approx(SERIAL[name](8), rel=1e-12)


def _random(count: int, state: list[int]) -> list[float]:
    found = []
    for _ in range(count):
        state[0] = (state[0] * 1103515245 + 12345) % 2**32
        found.append((state[0] >> 8) / 16777216.0)
    return found


def _product(n: int) -> float:
    state = [12345]
    left, right = _random(n * n, state), _random(n * n, state)
    cells = sum(
        left[i * n + k] * right[k * n + j] for i in range(n) for j in range(n) for k in range(n)
    )
    return sum(left) + sum(right) + cells


def _relaxed(n: int) -> float:
    values = _random((n + 2) * n, [12345])
    grid = [values[i * n : (i + 1) * n] for i in range(n + 2)]
    for _ in range(3):
        for colour in (0, 1):
            for i in range(n):
                for j in range(1 + (i + colour) % 2, n - 1, 2):
                    up, down, row = grid[i], grid[i + 2], grid[i + 1]
                    row[j] = 0.25 * (up[j] + down[j] + row[j - 1] + row[j + 1])
    return sum(map(sum, grid))


def _gradients(n: int) -> float:
    values = _random(n * n, [12345])
    matrix = [values[i * n : (i + 1) * n] for i in range(n)]
    direction, residual = [1.0] * n, [1.0] * n
    product, alpha, beta = [0.0] * n, 0.0, 0.0
    for _ in range(4):
        product = [sum(a * d for a, d in zip(row, direction, strict=True)) for row in matrix]
        alpha = sum(p * r for p, r in zip(product, residual, strict=True))
        residual = [0.5 * r + 0.001 * p for r, p in zip(residual, product, strict=True)]
        beta = sum(r * r for r in residual)
        direction = [0.5 * d + 0.25 * r for d, r in zip(direction, residual, strict=True)]
    return sum(map(sum, matrix)) + sum(direction) + sum(product) + sum(residual) + alpha + beta


def _transformed(n: int) -> float:
    values = _random(n * n, [12345])
    total = 0.0
    for i in range(n):
        row = [complex(value) for value in values[i * n : (i + 1) * n]]
        for _ in range(2 * 3):
            for j in range(0, n, 2):
                turned = row[j + 1] * complex(0.8, 0.6)
                row[j], row[j + 1] = 0.5 * (row[j] + turned), 0.5 * (row[j] - turned)
        total += sum(value.real + value.imag for value in row)
    return total


SERIAL = {
    "mmm_s": _product,
    "mmm_a": _product,
    "red_black": _relaxed,
    "cg": _gradients,
    "fft": _transformed,
}


@needs_mpi
def test_run_keeps_a_result_and_its_sheet(tmp_path: Path):
    words = ("--set", "psize=16", "--mpirun", MPIRUN, "--launches", "2", "--machine", "paragon")
    folder = tmp_path / "here-2"
    done = sad("loop", "run", "fingerprint", "--procs", "2", *words, "-o", str(folder))
    assert done.code == 0, done.err
    assert done.out == sad("loop", "sheet", str(folder)).out
    assert "predicted, paragon" in done.out
    assert "All 2 launches have the same checksums." in done.out
    page = tmp_path / "sheet.html"
    assert sad("loop", "sheet", str(folder), "-o", str(page)).code == 0
    assert "<meter" in page.read_text()
    rows = sad("loop", "compare", str(folder), "--reference", "paragon", "--format", "csv").out
    assert rows.splitlines()[0] == "time [s],here,paragon"
    assert rows.splitlines()[-1].endswith(",1.000")
    assert (folder / "program.c").read_text() == sad("loop", "build", "fingerprint").out


@needs_mpi
def test_a_recorded_run_is_extrapolated_beside_the_others(tmp_path: Path):
    folder = tmp_path / "here-3"
    words = ("--mpirun", MPIRUN, "--launches", "1", "--machine", "cm5", "--trace")
    given = ("loop", "run", "mmm_s", "--procs", "3", "--set", "psize=12", *words, "-o", str(folder))
    done = sad(*given, "--ratio", "10")
    assert done.code == 0, done.err
    assert "extrapolated, cm5  predicted, cm5" in done.out
    trace = str(folder / "run.sadtrace")
    found = sad("extrapolate", trace, "--machine", "cm5", "--ratio", "10", "--format", "json")
    assert "views.html beside the result shows the run on cm5" in done.out
    assert (
        "<svg" in (folder / "views.html").read_text()
        or "canvas" in (folder / "views.html").read_text()
    )
    kept = read_result(str(folder)).extrapolated
    assert kept is not None
    inboxes = read_result(str(folder)).recorded
    assert [item.received for item in inboxes] == [2, 2, 2]  # of both others
    assert all(1 <= item.queue <= 2 and item.least <= item.mean <= item.most for item in inboxes)
    assert "longest queue" in done.out
    assert "Canary: " in done.out
    assert json.loads(found.out)["rows"][0]["seconds"] == pytest.approx(kept.seconds)
    counts = sad("trace", "counts", trace).out
    assert re.search(r"mpi_sendrecv +6 +6 ", counts), counts  # two of each process
    assert "error[SAD670]" in sad(*given).err  # nothing tells the ratio


TABLE_4_20 = {  # MEIKO, nCUBE/2, Paragon: seconds as printed
    "fp 16": (0.282, 0.073, 0.024),
    "fp 32": (0.559, 0.112, 0.036),
    "cg 16": (0.601, 0.299, 0.062),
    "cg 32": (0.624, 0.237, 0.055),
    "mmm_s 16": (13.461, 8.586, 1.692),
    "mmm_s 32": (7.788, 4.643, 0.885),  # printed 0.855, which its own slowdowns contradict
    "mmm_a 16": (13.680, 8.437, 1.692),
    "mmm_a 32": (7.922, 4.470, 0.886),
    "r_b 16": (6.885, 4.439, 0.567),
    "r_b 32": (3.621, 2.210, 0.284),
}
TABLE_4_21 = {
    "fp 16": (11.729, 3.033),
    "fp 32": (15.517, 3.111),
    "cg 16": (9.931, 4.823),
    "cg 32": (11.345, 4.309),
    "mmm_s 16": (7.956, 5.074),
    "mmm_s 32": (8.800, 5.246),
    "mmm_a 16": (8.085, 4.986),
    "mmm_a 32": (8.941, 5.045),
    "r_b 16": (12.121, 7.743),
    "r_b 32": (12.750, 7.782),
}


def test_slowdowns_of_table_4_21():  # L4, H3
    machines = ("meiko", "ncube", "paragon")
    times = {name: dict(zip(machines, row, strict=True)) for name, row in TABLE_4_20.items()}
    found = compare(times, "paragon")
    off = [
        abs(found.ratios[name][machine] / printed - 1)
        for name, row in TABLE_4_21.items()
        for machine, printed in zip(machines, row, strict=False)
    ]
    assert max(off) < 0.025  # times have two or three digits
    assert sum(value < 0.012 for value in off) >= 18


TABLES_4_18_19 = {  # processes: total, computation, communication [s], ratio, as printed
    16: {"nCUBE/2": (0.0765, 0.0367, 0.0398, 0.922), "MEIKO": (0.282, 0.060, 0.222, 0.270)},
    32: {"nCUBE/2": (0.1122, 0.0367, 0.0755, 0.486), "MEIKO": (0.559, 0.060, 0.499, 0.120)},
}
FASTER = {16: 3.68, 32: 4.98}


@pytest.mark.parametrize("nprocs", TABLES_4_18_19)
def test_derived_columns_of_tables_4_18_and_4_19(nprocs: int):  # L4, H2
    totals: dict[str, float] = {}
    for machine, (total, computation, communication, ratio) in TABLES_4_18_19[nprocs].items():
        assert computation + communication == pytest.approx(total, abs=1e-12)
        process = Process(total, communication, 0.0, 0, 0, 0.0)
        sheet = sheet_of(Result("fp", {"psize": 100}, {}, ((process,) * nprocs,)))
        measures = {item.name: item.value for item in sheet.measures}
        assert measures["computation"] == pytest.approx(computation, abs=1e-12)
        assert round(measures["ratio"] or 0.0, 3) == ratio
        totals[machine] = total
    found = compare({"fp": totals}, "nCUBE/2").ratios["fp"]["MEIKO"]
    assert found == pytest.approx(FASTER[nprocs], abs=0.01)  # cut or rounded in print


def test_standard_programs_say_what_they_are_for():
    done = sad("loop", "list")
    assert [line.split()[0] for line in done.out.splitlines()] == standard_names()
    assert set(standard_names()) == {"cg", "fft", "fingerprint", "mmm_a", "mmm_s", "red_black"}
    assert all(load_program(name).purpose for name in standard_names())


FRAME = """\
int main(void)
{{
    int nprocs, me, host, psize;
    double s;
    \\OPEN0(&nprocs, &me, &host, &psize);
{0}
    \\CLOSE0();
}}
"""


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        (r"\VEC(double) v", "SAD627", "7:5"),
        (r"\VEC(SIZE: 2) v;", "SAD627", "6:6"),
        (r"\VEC(double) 2;", "SAD627", "6:14"),
        (r"\LOOP (1, 2) { }", "SAD627", "6:1"),
        (r"\LOOP i;", "SAD627", "6:1"),
        (r"\INIT_ARRAY(s);", "SAD630", "6:13"),
        (r"\MATPROD(s, s, s);", "SAD630", "6:10"),
        (r"\TREE_COLLECT_VEC(s);", "SAD630", "6:19"),
        (r"\VEC(double) v; \LOOP (v) { }", "SAD630", "6:24"),
        (r"\EXCHANGE(amount, 1, 2);", "SAD629", "6:11"),
        (r"\EXCHANGE(s, 1, 2", "SAD631", "6:1"),
        (r"\OPEN0(&nprocs, &me, &host, &psize);", "SAD632", "6:1"),
        (r"\PARAM(width, s);", "SAD627", "6:1"),
        (r"\NEEDS();", "SAD627", "6:1"),
        (r"\NEEDS(amount > 1);", "SAD629", "6:8"),
        (r"\TREE_BCAST(0, 8);", "SAD630", "6:13"),
        (r"\TREE_BCAST(me, 8);", "SAD630", "6:13"),
        (r"\Tree(1);", "SAD626", "6:1"),
        ("/* no end", "SAD631", "6:1"),
    ],
)
def test_mistakes_are_told_at_their_place(line: str, code: str, place: str):
    with pytest.raises(SadError) as raised:
        write(FRAME.format(line), "x.loop")
    assert raised.value.diagnostic.code == code
    assert str(raised.value.diagnostic.span) == f"x.loop:{place}"


WITH_TIMES = FRAME.format("""\\
    \\NEEDS(nprocs % 2 == 0 && psize > 1);
    \\LOOP (10) { \\COMPUTE(500); \\EXCHANGE(8, 1, 1); }""")


def test_time_that_passes_is_predicted_as_such(tmp_path: Path):
    path = tmp_path / "passes.loop"
    path.write_text(WITH_TIMES)
    words = ("--machine", "paragon", "--set", "psize=4", "--format", "json")
    (row,) = json.loads(sad("scale", str(path), "--procs", "4", *words).out)["rows"]
    path.write_text(WITH_TIMES.replace("\\COMPUTE(500);", ""))
    (without,) = json.loads(sad("scale", str(path), "--procs", "4", *words).out)["rows"]
    assert row["computation"] - without["computation"] == pytest.approx(10 * 500e-6, rel=0.02)
    assert row["communication"] == without["communication"]
    rows = json.loads(sad("scale", str(path), "--procs", "2,3", *words).out)["rows"]
    assert [row["total"] is None for row in rows] == [False, True]  # what it needs is not there


@needs_mpi
def test_what_a_program_needs_is_told_at_its_line(tmp_path: Path):
    path = tmp_path / "needs.loop"
    path.write_text(WITH_TIMES)
    words = ("--set", "psize=4", "--mpirun", MPIRUN, "--launches", "1", "-o", str(tmp_path / "r"))
    done = sad("loop", "run", str(path), "--procs", "3", *words)
    assert "needs.loop:7: it needs nprocs % 2 == 0 && psize > 1" in done.err
    done = sad("loop", "run", str(path), "--procs", "2", *words)
    assert done.code == 0, done.err
    assert 10 * 500e-6 < read_result(str(tmp_path / "r")).times[0] < 1


MESSAGES_WAIT = """\
#include "LOOP.h"
int main(void)
{
    int nprocs, me, host, psize;
    \\OPEN0(&nprocs, &me, &host, &psize);
    if (me == 1)
        \\COMPUTE(30000);
    \\MULTIBCAST0(8);
    \\CLOSE0();
}
"""


@needs_mpi
def test_how_long_messages_are_under_way_is_told(tmp_path: Path):
    """Of two messages one waits 30 ms for its receiver; the call that sends it takes little."""
    path = tmp_path / "wait.loop"
    path.write_text(MESSAGES_WAIT)
    words = ("--set", "psize=4", "--mpirun", MPIRUN, "--launches", "3", "-o", str(tmp_path / "r"))
    done = sad("loop", "run", str(path), "--procs", "2", *words)
    assert done.code == 0, done.err
    measures = {
        item.name: item.value or 0 for item in sheet_of(read_result(str(tmp_path / "r"))).measures
    }
    assert 0.014 < measures["under way"] < 0.06
    assert measures["send"] < 0.005


SIMULATED = ["all", *standard_names()]


@pytest.mark.parametrize("name", SIMULATED)
def test_programs_end_where_every_message_waits_for_its_receive(name: str, tmp_path: Path):  # L6
    text = (ROOT / "machine_db" / "paragon.yaml").read_text()
    machine = tmp_path / "waits.yaml"
    machine.write_text(text.replace("\n  picl:\n", "\n  picl:\n    eager_below_bytes: 0\n"))
    path = ROOT / "tests" / "generator" / "all.loop" if name == "all" else LOOPS / f"{name}.loop"
    words = [f"--set={key.name}=12" for key in load_program(str(path)).written.parameters]
    given = ("scale", str(path), "--procs", "1:9", *words, "--simulate", "--format", "json")
    eager, waiting = (
        json.loads(sad(*given, "--machine", machine).out)["rows"]
        for machine in ("paragon", str(machine))
    )
    assert len(waiting) == 9
    for one, other in zip(eager, waiting, strict=True):
        assert other["total"] is not None
        assert other["total"] >= one["total"] * (1 - 1e-12)


def test_iterations_of_ones_own_and_constructs_in_texts_stay():
    own = FRAME.format('    \\LOOP (ITERATIONS) { s = 1; }\n    puts("\\\\LOOP");')
    found = write(f"#define ITERATIONS 9\n{own}", "x.loop")
    assert [item.name for item in found.parameters] == ["psize"]
    assert "< ITERATIONS;" in found.text
    assert 'puts("\\\\LOOP");' in found.text


@pytest.mark.parametrize("name", sorted(SERIAL))
def test_programs_are_predicted_for_any_number_of_processes(name: str):
    """With one process the loops over a tree have no pass."""
    settings = {item.name: "16" for item in load_program(name).written.parameters}
    words = [f"--set={key}={value}" for key, value in settings.items()]
    path = str(LOOPS / f"{name}.loop")
    done = sad(
        "scale", path, "--machine", "paragon", "--procs", "1,3,16", *words, "--format", "json"
    )
    assert done.code == 0, done.err
    rows = json.loads(done.out)["rows"]
    assert rows[0]["communication"] == 0
    assert all(row["communication"] > 0 for row in rows[1:])
