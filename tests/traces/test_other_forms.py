"""Traces of other recorders, and schedules: what is read is what was written."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from sad.traces.format import CODE, read_trace
from sad.traces.intervals import computation, senders
from sad.traces.recorded import messages_of
from tests.support.command import sad
from tests.traces.made import trace_of
from tests.traces.test_exports import GRID

if TYPE_CHECKING:
    from pathlib import Path

    from sad.traces.format import Trace

MESSAGES = """\
# clock cpu
0 0 begin
1 0 begin
2 0 begin
0 10 isend 1 800 7
0 12 irecv 1 400 8
1 20 recv 0 800 7
1 25 send 0 400 8
0 30 wait
0 31 coll bcast 16 1
1 26 coll bcast 16 1
2 3 coll bcast 16 1
0 35 coll alltoallv 24
1 36 coll alltoallv 24
2 37 coll alltoallv 24
2 39 send 0 40 3
0 41 recv 2 40 3
0 42 end
1 42 end
2 42 end
"""


def test_otf2_is_read_as_it_was_written(tmp_path: Path):
    pytest.importorskip("otf2", reason="the package otf2 is not installed")
    trace = trace_of(MESSAGES, tmp_path)
    folder = tmp_path / "o"
    result = sad("trace", "convert", tmp_path / "made.txt", "--to", "otf2", "-o", folder)
    assert result.code == 0, result.err
    for name in (folder, folder / "traces.otf2"):
        found = read_trace(str(name))
        assert [table_of(found, rank) for rank in range(3)] == [
            table_of(trace, rank) for rank in range(3)
        ]
        assert found.communicators == trace.communicators
    words = ("--machine", "cm5", "--ratio", "1", "--format", "json")
    rows = [
        json.loads(sad("extrapolate", name, *words).out)["rows"][0]
        for name in (folder, tmp_path / "made.txt")
    ]
    # behind the last call, 3 us before its end, a text has an end and OTF2 has nothing
    assert rows[0]["seconds"] == pytest.approx(rows[1]["seconds"] - 3e-6)
    assert "SAD661" in sad("trace", "show", tmp_path / "none.otf2").err


def table_of(trace: Trace, rank: int) -> list[tuple[object, ...]]:
    """What a rank passes, call by call, without what other tools do not keep."""
    rows = trace.rows[rank]
    whom = senders(rows).tolist()
    return [
        (
            trace.routines[int(row["routine"]) & CODE],
            *(int(row[name]) for name in ("bytes", "tag", "request", "communicator")),
            whom[place],
            int(row["wall_in"]),
        )
        for place, row in enumerate(rows)
        if trace.routines[int(row["routine"]) & CODE] not in ("begin", "end")
    ]


PRV = """\
#Paraver (29/11/2026 at 10:00):60000_ns:1(2):1:2(1:1,1:1),1
c:1:1:2:1:2
1:1:1:1:1:0:10000:1
2:1:1:1:1:0:50000003:31
2:1:1:1:1:1000:50000003:0
2:2:1:2:1:0:50000003:31
2:2:1:2:1:1000:50000003:0
2:1:1:1:1:11000:50000001:3:42000050:9
2:1:1:1:1:12000:50000001:0
2:1:1:1:1:13000:50000001:4
2:1:1:1:1:14000:50000001:0
2:2:1:2:1:21000:50000001:2
2:2:1:2:1:22000:50000001:0
2:2:1:2:1:25000:50000001:41
2:2:1:2:1:26000:50000001:0
2:1:1:1:1:30000:50000001:6
2:1:1:1:1:31000:50000001:0
3:1:1:1:1:11500:11500:2:1:2:1:21000:21900:800:7
3:2:1:2:1:25000:25000:1:1:1:1:13000:30500:400:8
2:1:1:1:1:32000:50000002:7:50100001:0:50100002:16:50100004:1
2:2:1:2:1:33000:50000002:7:50100001:16:50100002:0:50100003:1:50100004:1
2:1:1:1:1:34000:50000002:0
2:2:1:2:1:34000:50000002:0
2:1:1:1:1:50000:50000003:32
2:2:1:2:1:51000:50000003:32
2:1:1:1:1:52000:50000003:0
2:2:1:2:1:52000:50000003:0
"""
PCF = """\
EVENT_TYPE
9   50000001    MPI Point-to-point
VALUES
2   MPI_Recv
3   MPI_Isend
4   MPI_Irecv
6   MPI_Waitall
41   MPI_Sendrecv
0   Outside MPI


EVENT_TYPE
9   50000002    MPI Collective Comm
VALUES
7   MPI_Bcast
0   Outside MPI

EVENT_TYPE
9   50000003    MPI Other
VALUES
31   MPI_Init
32   MPI_Finalize
0   Outside MPI
"""


def test_paravers_traces_are_read(tmp_path: Path):
    (tmp_path / "run.prv").write_text(PRV)
    (tmp_path / "run.pcf").write_text(PCF)
    trace = read_trace(str(tmp_path / "run.prv"))
    assert trace.complete == (True, True)
    first, second = (
        [
            (trace.routines[int(row["routine"]) & CODE], int(row["partner"]), int(row["bytes"]))
            for row in rows
        ]
        for rows in trace.rows
    )
    assert first == [
        *(("mpi_init", -3, 0), ("mpi_isend", 1, 800), ("mpi_irecv", 1, 400)),
        *(("mpi_waitall", 1, 400), ("mpi_bcast", 1, 16), ("mpi_finalize", -3, 0)),
    ]
    assert second == [
        *(("mpi_init", -3, 0), ("mpi_recv", 0, 800), ("mpi_sendrecv", 0, 400)),
        *(("mpi_sendrecv", -2, 0), ("mpi_bcast", 1, 16), ("mpi_finalize", -3, 0)),
    ]
    assert computation(trace, 0).total == pytest.approx((10 + 1 + 16 + 1 + 16) * 1e-6)
    assert len(messages_of(trace)) == 2
    result = sad("extrapolate", tmp_path / "run.prv", "--machine", "cm5", "--ratio", "1")
    assert result.code == 0, result.err
    back = sad("trace", "convert", tmp_path / "run.prv", "-o", tmp_path / "run.sadtrace")
    assert back.code == 0, back.err
    assert read_trace(str(tmp_path / "run.sadtrace")).routines == trace.routines


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("#Paraver", "Paraver"), "does not begin as a trace of Paraver"),
        ((":1:2(1:1", ":2:2(1:1"), "2 applications"),
        (("2:1:1:1:1:12000", "2:1:x:1:1:12000"), "cannot be read"),
        ((":500000", ":700000"), "it has no calls of MPI"),
    ],
)
def test_what_is_no_trace_of_paraver(change: tuple[str, str], said: str, tmp_path: Path):
    (tmp_path / "run.prv").write_text(PRV.replace(*change))
    assert "run.pcf" in sad("trace", "show", tmp_path / "run.prv").err
    (tmp_path / "run.pcf").write_text(PCF)
    result = sad("trace", "show", tmp_path / "run.prv")
    assert result.code == 3
    assert "SAD661" in result.err
    assert said in result.err


def test_goal_has_every_message_with_both_ends(tmp_path: Path):
    trace_of(MESSAGES, tmp_path)
    text = sad("trace", "convert", tmp_path / "made.txt", "--to", "goal").out
    assert text.splitlines()[:4] == ["num_ranks 3", "", "rank 0 {", "l1: calc 10000"]
    sides: Counter[tuple[int, int, int, int]] = Counter()
    rank = -1
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["rank"]:
            rank = int(words[1])
        elif words[1:2] in (["send"], ["recv"]):
            other, sends = int(words[4]), words[1] == "send"
            pair = (rank, other) if sends else (other, rank)
            sides[*pair, int(words[2][:-1]), int(words[6])] += 1 if sends else -1
    assert len(sides) == 3 + 2 + 6
    assert not any(sides.values())
    # what follows the wait requires the send and the receive that it waits for
    assert "l2: send 800b to 1 tag 0\nl2 requires l1" in text
    assert "l6 requires l5\nl6 requires l2\nl6 requires l4" in text
    assert "SAD643" in sad("trace", "convert", str(GRID), "--to", "goal").err
