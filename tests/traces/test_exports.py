"""Traces in other forms: by what the formats' own readers and simulators find in them."""

from __future__ import annotations

import csv
import random
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest

from sad.diagnostics import Diagnostics, SadError
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.runs import extrapolate
from sad.extrapolation.simgrid import platform_text, replay_files
from sad.traces.format import COLLECTIVES, read_trace
from sad.traces.paje import paje_lines
from sad.traces.recorded import check_messages, messages_of, states_of
from sad.traces.tables import csv_text
from tests.extrapolation.test_runs import target
from tests.support.command import ROOT, sad
from tests.support.simgrid import needs_simgrid, replayed
from tests.traces.made import RING, random_text, trace_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.traces.format import Trace

HALO = str(ROOT / "corpus" / "traces" / "halo.trace")
GRID = str(ROOT / "corpus" / "traces" / "grid.trace")


@needs_simgrid
def test_messages_that_wait_for_their_receive_take_as_long_as_in_simgrid(tmp_path: Path):
    """X10: SimGrid writes whole microseconds."""
    plain = replace(target(tmp_path), eager_below=0.0)
    for seed in range(10):
        trace = trace_of(random_text(seed), tmp_path, f"{seed}.txt")
        found = extrapolate(trace, plain, Ratio(1.0, "given")).seconds
        other = replayed(trace, tmp_path / f"ti{seed}", 1e-5, 1e-7, 0.0)
        assert found == pytest.approx(other, abs=0.6e-6), seed


@needs_simgrid
def test_messages_sent_at_once_take_as_long_as_in_simgrid(tmp_path: Path):
    """A ring in which all compute equally long, where nobody waits behind its own send."""
    plain = target(tmp_path)
    for ranks in (4, 16):
        lines = ["# clock cpu", *(f"{rank} 0 begin" for rank in range(ranks))]
        for turn, rank in ((turn, rank) for turn in range(20) for rank in range(ranks)):
            time = 50_000 * (turn + 1)
            lines.append(f"{rank} {time} isend {(rank + 1) % ranks} 5000")
            lines.append(f"{rank} {time} recv {(rank - 1) % ranks} 5000")
            lines.append(f"{rank} {time} wait")
        trace = trace_of("\n".join(lines), tmp_path, f"ring{ranks}.txt")
        found = extrapolate(trace, plain, Ratio(1.0, "given")).seconds
        other = replayed(trace, tmp_path / f"ti{ranks}", 1e-5, 1e-7, None)
        assert found == pytest.approx(other, abs=0.6e-6)


@needs_simgrid
@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        *(("bcast", "binomial_tree"), ("reduce", "binomial"), ("gather", "ompi_binomial")),
        *(
            ("barrier", "ompi_bruck"),
            ("allreduce", "rdb"),
            ("allgather", "ring"),
            ("alltoall", "pair"),
        ),
    ],
)
def test_operations_of_all_as_messages_take_as_long_as_in_simgrid(
    name: str, algorithm: str, tmp_path: Path
):
    """The same algorithm on both sides; SimGrid's scatter and scan are others."""
    plain = replace(target(tmp_path), eager_below=0.0, collectives="messages")
    root = " 0" if name in ("bcast", "reduce", "gather") else ""
    for ranks in (4, 8):
        late = [(rank * 7) % 5 * 40 for rank in range(ranks)]
        lines = ["# clock cpu", *(f"{rank} 0 begin" for rank in range(ranks))]
        lines += [f"{rank} {100 + late[rank]} coll {name} 80000{root}" for rank in range(ranks)]
        trace = trace_of("\n".join(lines), tmp_path, f"{ranks}.txt")
        found = extrapolate(trace, plain, Ratio(1.0, "given")).seconds
        option = (f"--cfg=smpi/{name}:{algorithm}",)
        other = replayed(trace, tmp_path / f"ti{ranks}", 1e-5, 1e-7, 0.0, option)
        assert found == pytest.approx(other, abs=0.6e-6)


@needs_simgrid
def test_simgrid_replays_every_operation_of_all(tmp_path: Path):
    rooted = ("bcast", "reduce", "gather", "gatherv", "scatter", "scatterv")
    lines = ["# clock cpu", *(f"{rank} 0 begin" for rank in range(4))]
    for place, name in enumerate(COLLECTIVES):
        word = name.removeprefix("mpi_")
        root = " 1" if word in rooted else ""
        lines += [f"{rank} {1000 * (place + 1)} coll {word} 800{root}" for rank in range(4)]
    trace = trace_of("\n".join(lines), tmp_path)
    least = len(COLLECTIVES) * 1e-3
    assert replayed(trace, tmp_path / "ti", 1e-5, 1e-7, None) > least


def test_a_replay_by_hand(tmp_path: Path):
    files = dict(replay_files(trace_of(RING, tmp_path)))
    assert files["trace.list"] == "rank-0.txt\nrank-1.txt\n"
    assert files["rank-0.txt"].splitlines() == [
        *("0 init", "0 compute 10000.000", "0 isend 1 7 800", "0 irecv 1 8 400"),
        *("0 compute 20000.000", "0 wait 0 1 7", "0 wait 1 0 8", "0 compute 1000.000"),
        *("0 allreduce 8 0", "0 compute 9000.000", "0 finalize"),
    ]
    text = platform_text(2, 0.5, 1e-5, 1e-7, eager=None, about="a -- b")
    assert 'speed="2000000000f"' in text
    assert "a - - b" in text


def test_what_simgrid_has_no_word_for_is_told():
    with pytest.raises(SadError, match="no word for remote accesses of threads"):
        dict(replay_files(read_trace(GRID)))


def paje_events(trace: Trace) -> list[dict[str, str]]:
    """Events by their definitions; every line has the fields that its definition says."""
    definitions: dict[str, tuple[str, list[str]]] = {}
    events: list[dict[str, str]] = []
    number = ""
    for line in paje_lines(trace):
        if line.startswith("%EventDef"):
            _, name, number = line.split()
            definitions[number] = name, []
        elif line.startswith("%  "):
            definitions[number][1].append(line.split()[1])
        elif not line.startswith("%"):
            kind, *cells = re.findall(r'"[^"]*"|\S+', line)
            name, fields = definitions[kind]
            cells = [cell.strip('"') for cell in cells]
            events.append({"event": name, **dict(zip(fields, cells, strict=True))})
    return events


@pytest.mark.parametrize("name", [HALO, GRID, "random"])
def test_paje_is_as_its_description_says(name: str, tmp_path: Path):
    trace = trace_of(random_text(1), tmp_path) if name == "random" else read_trace(name)
    events = paje_events(trace)
    there, types, last = {"0"}, {"0"}, 0.0
    open_links: dict[str, str] = {}
    for event in events:
        if "Time" in event:
            assert float(event["Time"]) >= last
            last = float(event["Time"])
        if event["event"].startswith("PajeDefine"):
            assert event.get("Type", "0") in types
            types.add(event["Alias"])
            continue
        assert event["Type"] in types
        if event["event"] == "PajeCreateContainer":
            there.add(event["Alias"])
        elif event["event"] == "PajeSetState":
            assert event["Container"] in there
            assert event["Value"] in types
        elif event["event"] == "PajeStartLink":
            open_links[event["Key"]] = event["StartContainer"]
        elif event["event"] == "PajeEndLink":
            assert open_links.pop(event["Key"]) in there
    assert not open_links
    counts = Counter(event["event"] for event in events)
    assert counts["PajeSetState"] == len(list(states_of(trace)))
    assert counts["PajeStartLink"] == len(messages_of(trace))


@pytest.mark.skipif(shutil.which("pj_dump") is None, reason="pajeng's pj_dump is not installed")
def test_pajeng_reads_what_is_written(tmp_path: Path):
    trace = trace_of(random_text(2), tmp_path)
    (tmp_path / "run.paje").write_text("\n".join([*paje_lines(trace), ""]))
    result = subprocess.run(
        ["pj_dump", "run.paje"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    rows = [row.split(", ") for row in result.stdout.splitlines()]
    links = sorted(float(row[3]) for row in rows if row[0] == "Link")
    assert links == pytest.approx(sorted(item.sent for item in messages_of(trace)), abs=1e-6)
    assert sum(row[0] == "Container" for row in rows) == trace.ranks + 1


def test_parquet_has_what_csv_has(tmp_path: Path):
    parquet: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    result = sad("trace", "convert", HALO, "--to", "parquet", "-o", tmp_path / "halo.parquet")
    assert result.code == 0, result.err
    rows = parquet.read_table(str(tmp_path / "halo.parquet")).to_pylist()
    expected = list(csv.DictReader(StringIO(csv_text(read_trace(HALO)))))
    assert [
        {key: f"{cell:.9f}" if isinstance(cell, float) else str(cell) for key, cell in row.items()}
        for row in rows
    ] == expected


def test_a_message_leaves_in_its_send_and_comes_in_its_wait(tmp_path: Path):
    messages = messages_of(trace_of(RING, tmp_path))
    assert [(item.source, item.target, item.tag, item.nbytes) for item in messages] == [
        *((1, 0, 8, 400), (0, 1, 7, 800))
    ]
    assert [round(item.sent * 1e6) for item in messages] == [25, 10]
    assert [round(item.came * 1e6) for item in messages] == [30, 20]


def test_options_that_do_not_fit_are_told():
    for words, text in [
        (["--to", "ti"], "--to ti cannot be written to the screen"),
        (["--to", "ti", "-o", "ti", "--machine", "cm5"], "--platform and --machine go together"),
        (["--to", "csv", "--machine", "cm5"], "are about --to ti"),
    ]:
        result = sad("trace", "convert", HALO, *words)
        assert result.code != 0
        assert text in result.err


def test_messages_with_one_end_are_named(tmp_path: Path):
    for seed in range(20):
        lines = random_text(seed).splitlines()
        whole = Diagnostics()
        check_messages(trace_of("\n".join(lines), tmp_path), whole)
        assert not whole.items
        sends = [line for line in lines if "send" in line]
        lines.remove(random.Random(seed).choice(sends))
        said = Diagnostics()
        check_messages(trace_of("\n".join(lines), tmp_path), said)
        assert [item.code for item in said.items] == ["SAD646"]
        assert "1 receive is never sent to" in said.items[0].message
