"""Traces as files: what is written is read again, and what cannot be is told."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from sad.diagnostics import Diagnostics, SadError
from sad.traces.format import HEAD, RECORD, Trace, read_trace, trace_bytes
from sad.traces.text import text_lines
from tests.support.command import sad
from tests.support.schemas import validate
from tests.traces.made import RING, trace_of


def written(trace: Trace, path: Path) -> Path:
    path.write_bytes(trace_bytes(trace))
    return path


def unpacked(trace: Trace, folder: Path) -> Path:
    with zipfile.ZipFile(written(trace, folder / "packed")) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def problem(path: Path) -> tuple[str, str]:
    with pytest.raises(SadError) as raised:
        read_trace(str(path))
    found = raised.value.diagnostic
    return found.code, f"{Path(found.span.file).name}: {found.message}"


def test_a_record_has_64_bytes():
    assert RECORD.itemsize == 64


def test_what_is_written_is_read_again(tmp_path: Path):
    trace = trace_of(RING, tmp_path)
    for path in (written(trace, tmp_path / "a.sadtrace"), unpacked(trace, tmp_path)):
        again = read_trace(str(path))
        assert again.head() == trace.head()
        for own, its in zip(again.rows, trace.rows, strict=True):
            assert np.array_equal(own, its)


def test_the_head_is_as_its_schema_says(tmp_path: Path):
    head = json.loads((unpacked(trace_of(RING, tmp_path), tmp_path) / HEAD).read_text())
    validate(head, "sad-trace-1")


def test_text_is_written_as_it_was_read(tmp_path: Path):
    trace = trace_of(RING, tmp_path)
    lines = list(text_lines(trace))
    assert list(text_lines(trace_of("\n".join(lines), tmp_path))) == lines
    assert sorted(line.split()[2] for line in lines[1:]) == sorted(
        line.split()[2] for line in RING.splitlines()[1:]
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("cut", "r0.bin: a record cannot be: 36 bytes of 64, at byte 64"),
        ("short", "r0.bin: a record cannot be: 1 records, but trace.json says 7"),
        ("backwards", "r0.bin: a record cannot be: communicator 16540"),
        ("turned", "r0.bin: a record cannot be: its time goes back"),
        ("swapped", "r0.bin: a record cannot be: routine 1792, there are"),
    ],
)
def test_records_that_cannot_be_are_told_with_their_place(change: str, said: str, tmp_path: Path):
    folder = unpacked(trace_of(RING, tmp_path), tmp_path)
    file = folder / "r0.bin"
    data = file.read_bytes()
    changed = {
        "cut": data[:100],
        "short": data[:64],
        "backwards": data[::-1],
        "turned": data[64:] + data[:64],
        "swapped": np.frombuffer(data, RECORD).byteswap().tobytes(),
    }
    file.write_bytes(changed[change])
    code, message = problem(folder)
    assert code == "SAD662"
    assert message.startswith(said)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("partner", 2, "rank 2"),
        ("partner", -4, "rank -4"),
        ("matched", 2, "rank 2"),
        ("bytes", 1 << 63, "9223372036854775808 bytes"),
        ("communicator", 1, "communicator 1, there are 1"),
        ("site", 99, "site 99, there are 13"),
    ],
)
def test_numbers_of_what_is_not_there_are_told(column: str, value: int, said: str, tmp_path: Path):
    trace = trace_of(RING, tmp_path)
    trace.rows[0][column][2] = value
    path = written(trace, tmp_path / "a.sadtrace")
    assert problem(path) == ("SAD662", f"r0.bin: a record cannot be: {said}, at byte 128")


def test_a_missing_file_of_a_rank_is_told(tmp_path: Path):
    folder = unpacked(trace_of(RING, tmp_path), tmp_path)
    (folder / "r1.bin").unlink()
    assert problem(folder) == (
        "SAD661",
        "unpacked: no trace: the file r1.bin of a rank is missing",
    )


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("{", "Expecting property name"),
        ("[]", "its schema is not sad-trace/1"),
        ('{"schema": "sad-trace/2"}', "its schema is not sad-trace/1"),
        ('{"schema": "sad-trace/1", "clock": "sun"}', "its clock is none of cpu, wall"),
        ('{"schema": "sad-trace/1"}', "KeyError: 'routines'"),
    ],
)
def test_a_head_that_cannot_be_is_told(head: str, said: str, tmp_path: Path):
    folder = unpacked(trace_of(RING, tmp_path), tmp_path)
    (folder / HEAD).write_text(head)
    code, message = problem(folder)
    assert code == "SAD661"
    assert said in message


def test_ranks_that_ended_early_are_told(tmp_path: Path):
    trace = trace_of(RING, tmp_path)
    trace.complete = (True, False)
    result = sad("trace", "show", str(written(trace, tmp_path / "a.sadtrace")))
    assert result.code == 0
    assert "warning[SAD663]: the records of rank 1 end before MPI_Finalize" in result.err


def test_calls_that_are_not_modelled_are_told(tmp_path: Path):
    trace = trace_of(RING.replace("coll allreduce 8", "other mpi_put"), tmp_path)
    diagnostics = Diagnostics()
    trace.check(diagnostics)
    (found,) = diagnostics.items
    assert (found.code, found.message) == (
        "SAD668",
        "calls that are not modelled take no time: mpi_put",
    )
    assert "0 31.000 other mpi_put" in list(text_lines(trace))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0 1", "'0 1' is no event"),
        ("x 1 begin", "'x 1 begin' is no event"),
        ("0 nan begin", "'0 nan begin' is no event"),
        ("0 1e400 begin", "'0 1e400 begin' is no event"),
        ("0 1 jump", "'jump' is no event"),
        ("0 1 send 1", "'send 1' is no event"),
        ("0 1 send 1 -8", "'send 1 -8' is no event"),
        ("0 1 send 9 8", "there is no rank 9"),
        ("0 1 coll nothing 8", "'coll nothing 8' is no event"),
        ("# clock sun", "clock sun: one of cpu, wall, one-processor"),
        ("# clock cpu -1", "clock cpu costs -1: a number of microseconds"),
    ],
)
def test_lines_that_cannot_be_are_told(line: str, said: str, tmp_path: Path):
    with pytest.raises(SadError) as raised:
        trace_of(f"0 0 begin\n1 0 begin\n{line}\n", tmp_path)
    found = raised.value.diagnostic
    assert (found.code, found.message, found.span.line) == ("SAD666", said, 3)


def test_times_that_go_back_are_told(tmp_path: Path):
    with pytest.raises(SadError, match="1 is earlier than the event before"):
        trace_of("0 2 begin\n1 1 begin\n", tmp_path)
    assert trace_of("# clock cpu\n0 2 begin\n1 1 begin\n", tmp_path).ranks == 2


@pytest.mark.parametrize(("text", "said"), [("", "no events"), ("1 0 begin", "rank 0 has none")])
def test_a_text_without_events_of_all_ranks_is_no_trace(text: str, said: str, tmp_path: Path):
    said = said.replace("has none", "has no events")
    with pytest.raises(SadError, match=said):
        trace_of(text, tmp_path)
