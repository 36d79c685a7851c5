"""Bounds of programs whose messages share links: the paper's table of transfers, models in PAMELA."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest

from sad.communication.links import Links
from sad.loading.describe import load_description
from sad.machine.database import get_machine
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.spmd.program import spmd_of
from sad.spmd.traffic import events_of
from tests.contention.test_closed_forms import bounds_of
from tests.spmd.rank_programs import PROGRAMS as OPEN
from tests.support.command import CORPUS, ROOT, sad

TRANSFERS = CORPUS / "mpi" / "transfers"
TABLE_1 = {
    "once01": (0.9, 0.9, "link 0>1"),
    "once02": (1.5, 1.5, "forward 1"),
    "twice01": (1.8, 0.9, "link 0>1"),
    "twice02": (3.0, 1.5, "forward 1"),
    "both": (1.8, 1.5, "link 0>1"),
    "two_one": (2.7, 1.5, "link 0>1"),
    "one_two": (3.0, 1.5, "forward 1"),
    "three": (5.4, 1.5, "link 0>1"),
}
"""T^l and T^t of van Gemund's Table 1 [s], and what decides."""
LINK, FORWARD, PACKET = 108e-6, 181e-6, 120


def bounded(*arguments: str | Path, phases: bool = False) -> list[dict]:
    """Return the programs in the JSON of ``sad scale --contention``."""
    more = ("--phases",) if phases else ()
    result = sad("scale", *arguments, "--contention", "--format", "json", *more)
    assert result.code == 0, result.err
    value = json.loads(result.out)
    schema = json.loads((ROOT / "docs" / "schema" / "sad-bounds-1.json").read_text())
    jsonschema.validate(value, schema)
    return value["programs"]


def test_the_table_of_transfers():
    files = [TRANSFERS / f"{name}.f" for name in TABLE_1]
    found = bounded(*files, "--machine", "t800", "--procs", "3", phases=True)
    assert len(found) == len(TABLE_1)
    for program, (name, (lower, critical, decides)) in zip(found, TABLE_1.items(), strict=True):
        (row,) = program["rows"]
        bounds = row["bounds"]
        assert round(bounds["lower_seconds"], 1) == lower, name
        assert round(bounds["critical_path_seconds"], 1) == critical, name
        assert bounds["decides"] == decides
        text = (TRANSFERS / f"{name}.f").read_text().splitlines()
        for line in bounds["resources"][0]["used_by"]:
            assert Path(line["file"]).name == f"{name}.f"
            assert "MPI_ISEND" in text[line["line"] - 1]


def test_the_model_of_the_same_transfers_in_pamela_has_the_same_bounds():
    model = bounds_of(str(CORPUS / "pamela" / "t800.pam"))
    files = [TRANSFERS / f"{part.name}.f" for part in model.parts]
    found = bounded(*files, "--machine", "t800", "--procs", "3", phases=True)
    for program, part in zip(found, model.parts, strict=True):
        phase = max(program["rows"][0]["phases"], key=lambda item: item["lower_seconds"])
        assert phase["contention_seconds"] == pytest.approx(part.contention, rel=1e-12)
        # the model has packets as tasks of their own: the first one's way is not in its bound
        assert part.lower <= phase["lower_seconds"] <= part.lower + 2 * FORWARD


@pytest.mark.parametrize("seed", range(6))
def test_random_transfers_against_packets_in_a_simulated_model(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    chosen = random.Random(seed)
    side = 4  # the whole grid of t800
    transfers = []
    for _ in range(chosen.randint(2, 12)):
        one, other = chosen.sample(range(side * side), 2)
        transfers.append((one, other, chosen.randint(1, 20) * 1200))
    Path("random.f").write_text(program_of(transfers))
    Path("random.pam").write_text(packets_of(transfers, side))
    (program,) = bounded("random.f", "--machine", "t800", "--procs", str(side * side), phases=True)
    phase = max(program["rows"][0]["phases"], key=lambda item: item["lower_seconds"])
    held = demands_of(transfers, side)
    assert {item["name"]: item["seconds"] for item in phase["resources"]} == pytest.approx(held)
    model = bounds_of("random.pam")
    assert phase["contention_seconds"] == pytest.approx(model.contention, rel=1e-12)
    result = sad("contention", "random.pam", "--simulate", "--format", "json")
    simulated = json.loads(result.out)["simulated"]["seconds"]
    assert phase["lower_seconds"] <= simulated * (1 + 1e-9)


def program_of(transfers: list[tuple[int, int, int]]) -> str:
    """Return a program that makes the transfers (from, to, bytes) all at once."""
    lines = [
        "      PROGRAM MOVE",
        "      INCLUDE 'mpif.h'",
        f"      INTEGER A(6000,{len(transfers)}), REQ({2 * len(transfers)}), ME, NP, IERR, N",
        "      CALL MPI_INIT (IERR)",
        "      CALL MPI_COMM_RANK (MPI_COMM_WORLD, ME, IERR)",
        "      N = 0",
    ]
    for tag, (one, other, nbytes) in enumerate(transfers, 1):
        for rank, partner, routine in ((other, one, "IRECV"), (one, other, "ISEND")):
            lines += [
                f"      IF (ME .EQ. {rank}) THEN",
                "         N = N + 1",
                f"         CALL MPI_{routine} (A(1,{tag}), {nbytes // 4}, MPI_INTEGER,",
                f"     &     {partner}, {tag}, MPI_COMM_WORLD, REQ(N), IERR)",
                "      END IF",
            ]
    lines += [
        "      CALL MPI_WAITALL (N, REQ, MPI_STATUSES_IGNORE, IERR)",
        "      CALL MPI_FINALIZE (IERR)",
        "      END",
    ]
    return "\n".join(lines) + "\n"


def way_of(one: int, other: int, side: int) -> list[int]:
    """Return the nodes on the way in a square of nodes: along the row first, then down or up."""
    way = [one]
    while way[-1] % side != other % side:
        way.append(way[-1] + (1 if other % side > way[-1] % side else -1))
    while way[-1] != other:
        way.append(way[-1] + (side if other > way[-1] else -side))
    return way


def demands_of(transfers: list[tuple[int, int, int]], side: int) -> dict[str, float]:
    """Return how long each link and node is held [s]."""
    held: Counter[str] = Counter()
    for one, other, nbytes in transfers:
        way, packets = way_of(one, other, side), -(-nbytes // PACKET)
        for here, there in pairwise(way):
            held[f"link {here}>{there}"] += packets * LINK
        for node in way[1:-1]:
            held[f"forward {node}"] += packets * FORWARD
    return dict(held)


def packets_of(transfers: list[tuple[int, int, int]], side: int) -> str:
    """Return the same transfers as a model whose packets follow each other on their ways."""
    nodes = side * side
    moves = []
    for one, other, nbytes in transfers:
        way = way_of(one, other, side)
        steps = [
            f"{{ use(f[{there}], 181 us) || use(x[{here * nodes + there}], 108 us) }}"
            for here, there in pairwise(way[:-1])
        ]
        steps.append(f"use(x[{way[-2] * nodes + way[-1]}], 108 us)")
        moves.append(f"par (i = 1, {-(-nbytes // PACKET)}) {{ {'; '.join(steps)} }}")
    return (
        f"resource f[0..{nodes - 1}], x[0..{nodes * nodes - 1}];\n"
        f"L = {{ {' || '.join(f'{{ {move} }}' for move in moves)} }};\n"
    )


BLOCKING = """\
      PROGRAM LINE
      INCLUDE 'mpif.h'
      INTEGER ME, NP, IERR, K, A(3000), ST(MPI_STATUS_SIZE)
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NP, IERR)
      DO 20 K = 1, 100
      IF (ME .EQ. 0) THEN
        CALL MPI_RECV (A, 3000, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ST,
     &    IERR)
      ELSE IF (ME .EQ. 1) THEN
        CALL MPI_SEND (A, 3000, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, IERR)
        CALL MPI_SEND (A, 3000, MPI_INTEGER, 2, 1, MPI_COMM_WORLD, IERR)
      ELSE IF (ME .EQ. 2) THEN
        CALL MPI_RECV (A, 3000, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ST,
     &    IERR)
      END IF
   20 CONTINUE
      CALL MPI_FINALIZE (IERR)
      END
"""


def test_blocking_messages_of_a_rank_follow_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("line.f").write_text(BLOCKING)
    (program,) = bounded("line.f", "--machine", "t800", "--procs", "3", phases=True)
    phase = max(program["rows"][0]["phases"], key=lambda item: item["lower_seconds"])
    assert phase["critical_path_seconds"] == pytest.approx(2 * 100 * 100 * LINK)
    assert phase["contention_seconds"] == pytest.approx(100 * 100 * LINK)
    plain = sad("scale", "line.f", "--machine", "t800", "--procs", "3", "--format", "csv")
    (total,) = [row["total"] for row in csv.DictReader(io.StringIO(plain.out))]
    whole = program["rows"][0]["bounds"]["critical_path_seconds"]
    assert whole == pytest.approx(float(total), rel=1e-9)


def test_what_only_a_run_tells_is_laid_on_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("h.f").write_text(OPEN["hypercube"][1])
    (program,) = bounded("h.f", "--machine", "ncube2", "--procs", "2,4,8")
    rows = [row["bounds"] for row in program["rows"]]
    names = [{item["name"] for item in row["resources"]} for row in rows]
    assert [len(item) for item in names] == [2, 8, 24]  # every link of the cube, both ways
    times = [row["contention_seconds"] for row in rows]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("source", "values"),
    [
        ("heat2d/source.f", ("INPUT(1)=24", "INPUT(2)=10")),
        ("wavefr/source.f", ("N=24", "NB=5", "NSWEEP=3")),
        ("nonblk/source.c", ("m=5", "n=24", "nsteps=6")),
    ],
)
def test_the_critical_path_is_no_more_than_the_time_without_contention(source, values):
    settings = [text for value in values for text in ("--set", value)]
    arguments = (CORPUS / "mpi" / source, "--machine", "paragon", "--procs", "4,16", *settings)
    (program,) = bounded(*arguments)
    plain = sad("scale", *arguments, "--format", "csv")
    totals = [float(row["total"]) for row in csv.DictReader(io.StringIO(plain.out))]
    for row, total in zip(program["rows"], totals, strict=True):
        bounds = row["bounds"]
        assert 0 < bounds["critical_path_seconds"] <= total * (1 + 1e-9)
        assert bounds["lower_seconds"] >= bounds["critical_path_seconds"]
        assert bounds["lower_seconds"] >= bounds["contention_seconds"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mm2", "--machine", "paragon"), "SAD977"),
        (("three.f", "--machine", "cm5"), "SAD975"),
        (("three.f", "--machine", "sparc2"), "SAD424"),
        (("three.f", "--machine", "t800", "--plot", "x.svg"), "SAD977"),
        (("three.f", "--machine", "t800", "--simulate"), "SAD977"),
        (("three.f",), "SAD895"),
        (("three.f", "--machine", "t800", "--distribute", "A(block,*)"), "SAD977"),
    ],
)
def test_what_cannot_be_is_one_error(arguments, message, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(TRANSFERS)
    result = sad("scale", *arguments, "--procs", "3", "--contention")
    assert result.code in (2, 3)
    assert result.err.count("error[") == 1
    assert f"error[{message}]" in result.err
    assert "hint:" in result.err


PASSED = {
    "ring/source.f": ("N=64", "NREPS=2"),
    "farmst/source.f": ("NTASKS=31",),
    "heat1d/source.c": ("n=24", "nsteps=25"),
    "nonblk/source.f": ("M=5", "N=24", "NSTEPS=6"),
    "persis/source.f": ("N=24", "NSTEPS=20"),
    "wavefr/source.f": ("N=24", "NB=5", "NSWEEP=3"),
    "mgrid/source.f": ("N=32", "LEVELS=4", "NCYCLE=2"),
    "tables/source.f": ("N=32", "NC=16", "NCYCLE=3"),
    "roles/source.f": ("N=24", "NTURNS=3"),
}


@pytest.mark.parametrize("source", PASSED)
def test_links_are_held_by_every_message_that_ranks_send(source: str):
    path, nprocs = str(CORPUS / "mpi" / source), 8
    settings = [text for value in PASSED[source] for text in ("--set", value)]
    (program,) = bounded(path, "--machine", "t800", "--procs", nprocs, *settings)
    found = program["rows"][0]["bounds"]["resources"]
    choice = Choice(settings=settings_from_arguments(PASSED[source]), evaluate_steps=2_000_000)
    events = events_of(spmd_of(load_description(Reading((path,))), choice), nprocs)
    assert not events.open
    links, held = Links(get_machine("t800"), "parix"), Counter[str]()
    for event, times in events.sends.items():
        if event.partner >= 0:
            for item in links.held(event.rank, event.partner, float(event.nbytes), nprocs):
                held[item.name] += times * item.seconds
    assert {item["name"]: item["seconds"] for item in found} == pytest.approx(dict(held))


TO_ALL = """\
      PROGRAM TOALL
      INCLUDE 'mpif.h'
      INTEGER ME, NP, IERR, K, P, N, A(3000,64), B(3000,64), REQ(128)
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NP, IERR)
      DO 20 K = 1, 10
        DO 10 P = 0, NP - 1
          CALL MPI_IRECV (B(1,P+1), 3000, MPI_INTEGER, P, 1,
     &      MPI_COMM_WORLD, REQ(2*P+1), IERR)
          CALL MPI_ISEND (A(1,P+1), 3000, MPI_INTEGER, P, 1,
     &      MPI_COMM_WORLD, REQ(2*P+2), IERR)
   10   CONTINUE
        CALL MPI_WAITALL (2*NP, REQ, MPI_STATUSES_IGNORE, IERR)
   20 CONTINUE
      CALL MPI_FINALIZE (IERR)
      END
"""


def test_messages_of_a_loop_are_under_way_together_until_the_wait_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("all.f").write_text(TO_ALL)
    (program,) = bounded("all.f", "--machine", "t800", "--procs", "16", phases=True)
    phase = max(program["rows"][0]["phases"], key=lambda item: item["lower_seconds"])
    held = demands_of(
        [(one, other, 12000) for one in range(16) for other in range(16) if one != other], 4
    )
    assert phase["contention_seconds"] == pytest.approx(10 * max(held.values()))
    assert phase["lower_seconds"] == pytest.approx(phase["contention_seconds"])
    # six links at most: five nodes between, 100 packets
    far = 10 * (5 * FORWARD + LINK + 99 * FORWARD)
    assert phase["critical_path_seconds"] == pytest.approx(far)


DEALT = """\
      PROGRAM DEAL
      INCLUDE 'mpif.h'
      INTEGER ME, NP, IERR, K, A(3000), ST(MPI_STATUS_SIZE)
      CALL MPI_INIT (IERR)
      CALL MPI_COMM_RANK (MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE (MPI_COMM_WORLD, NP, IERR)
      IF (ME .EQ. 0) THEN
        DO 10 K = 1, 5*(NP - 1)
          CALL MPI_SEND (A, 3000, MPI_INTEGER, 1 + MOD(K, NP - 1), 1,
     &      MPI_COMM_WORLD, IERR)
   10   CONTINUE
      ELSE
        DO 20 K = 1, 5
          CALL MPI_RECV (A, 3000, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, ST,
     &      IERR)
   20   CONTINUE
      END IF
      CALL MPI_FINALIZE (IERR)
      END
"""


def test_partners_that_a_loop_of_one_rank_goes_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("deal.f").write_text(DEALT)
    (program,) = bounded("deal.f", "--machine", "t800", "--procs", "9", phases=True)
    phase = max(program["rows"][0]["phases"], key=lambda item: item["lower_seconds"])
    held = demands_of([(0, other, 12000) for other in range(1, 9)], 3)
    assert phase["contention_seconds"] == pytest.approx(5 * max(held.values()))
    hops = [len(way_of(0, other, 3)) - 1 for other in range(1, 9)]
    times = [(hop - 1) * FORWARD + LINK + 99 * (FORWARD if hop > 1 else LINK) for hop in hops]
    assert phase["critical_path_seconds"] == pytest.approx(5 * sum(times))
    # the same without contention: each message by its own distance
    plain = sad("scale", "deal.f", "--machine", "t800", "--procs", "9", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(plain.out))
    assert float(row["communication"]) == pytest.approx(5 * sum(times))
