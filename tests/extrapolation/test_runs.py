"""Traces on machines: by hand, what must hold for all, and what is told of mistakes."""

from __future__ import annotations

import gzip
import itertools
import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from sad.diagnostics import SadError
from sad.extrapolation import runs
from sad.extrapolation.ratio import Ratio, ratio_of
from sad.extrapolation.runs import Target, extrapolate, target_of
from sad.extrapolation.source import ratio_of_loop
from sad.machine.database import get_machine
from sad.simulation.service import Barrier, Service
from sad.traces.building import engine
from sad.traces.format import COLLECTIVES
from sad.traces.intervals import translated
from tests.support.command import ROOT, sad
from tests.support.schemas import validate
from tests.traces.made import RING, random_text, trace_of
from tests.traces.test_intervals import turns

if TYPE_CHECKING:
    from pathlib import Path

TRACES = ROOT / "corpus" / "traces"
MACHINE = """\
schema: 1
name: plain
extends: cm5
network: {topology: {kind: crossbar}}
programming_models:
  %s:
    parameters: {start_s: 1.0e-5, rate_s_per_byte: 1.0e-7}
    primitives:
%s
      allreduce: 2*start_s
"""
ONE_SIDED = "      communicate: start_s + bytes*rate_s_per_byte"
TWO_SIDED = "      send: start_s + bytes*rate_s_per_byte\n      receive: start_s"


def target(folder: Path, text: str = ONE_SIDED) -> Target:
    (folder / "plain.yaml").write_text(MACHINE % ("plain", text))
    return target_of(get_machine(str(folder / "plain.yaml")), "plain", None, None)


def microseconds(found: Any) -> list[tuple[float, ...]]:
    return [
        tuple(round(time * 1e6, 6) for time in (r.computation, r.overhead, r.waiting, r.end))
        for r in found.ranks
    ]


def test_a_ring_by_hand(tmp_path: Path):
    """Rank 0 sends 800 B (90 us) and posts at 10, waits at 30; rank 1 receives at 20."""
    found = extrapolate(trace_of(RING, tmp_path), target(tmp_path), Ratio(1.0, "given"))
    # rank 1: 20, waits until 100, 5 of work, sends 400 B until 155, 1 of work: 156
    # rank 0: 30, its own send until 100, waits until 155, 1 of work: 156
    # both leave the operation at 176, and compute 9 and 14
    assert microseconds(found) == [(40, 70 + 20, 55, 185), (40, 50 + 20, 80, 190)]
    assert found.seconds * 1e6 == pytest.approx(190)
    assert found.efficiencies["parallel"] == pytest.approx(40 / 190)
    assert found.efficiencies["load balance"] == 1.0
    assert sum(found.path_ranks) + found.path_messages == pytest.approx(found.seconds)
    by_routine = {item.routine: item for item in found.sites}
    assert by_routine["mpi_recv"].waits_for == "rank 0, made.txt:4"
    assert by_routine["mpi_waitall"].waits_for == "rank 1, made.txt:7"


def test_both_sides_of_a_message_take_their_time(tmp_path: Path):
    found = extrapolate(trace_of(RING, tmp_path), target(tmp_path, TWO_SIDED), Ratio(1.0, "given"))
    # rank 1: 20, until 100, receives until 110, 115, sends until 165
    # rank 0: until 100, 165 and 10 more
    assert microseconds(found)[0] == (40, 70 + 10 + 20, 65, 205)


def test_long_messages_wait_for_their_receive(tmp_path: Path):
    text = "# clock cpu\n0 0 begin\n1 0 begin\n0 0 send 1 800\n1 50 recv 0 800\n0 1 end\n1 51 end\n"
    plain = target(tmp_path)
    trace = trace_of(text, tmp_path)
    at_once = extrapolate(trace, plain, Ratio(1.0, "given"))
    assert microseconds(at_once) == [(1, 90, 0, 91), (51, 0, 40, 91)]
    later = Target(plain.machine, "plain", eager_below=800)
    waits = extrapolate(trace, later, Ratio(1.0, "given"))
    assert microseconds(waits) == [(1, 90, 50, 141), (51, 90, 0, 141)]


def test_free_messages_leave_what_was_translated(tmp_path: Path):
    """X6."""
    free = Target(get_machine("cm5"), "extrap", None, Service("interrupt"), Barrier("hardware"))
    for seed in range(60):
        trace = trace_of(turns(random.Random(seed))[0], tmp_path)
        last = max(thread[-1][1] for thread in translated(trace))
        assert extrapolate(trace, free, Ratio(1.0, "given")).seconds == pytest.approx(last)
        assert extrapolate(trace, free, Ratio(2.0, "given")).seconds == pytest.approx(2 * last)


def test_the_ratio_has_four_sources_and_no_default():
    """X2, H9."""
    cm5 = get_machine("cm5")
    assert ratio_of(None, "1.1360:2.7645", None, cm5).value == pytest.approx(0.41092, abs=5e-6)
    assert ratio_of("0.41", None, None, cm5).value == 0.41
    with pytest.raises(SadError, match="how much longer computation takes on cm5 is not known"):
        ratio_of(None, None, None, cm5)
    assert ratio_of(None, None, cm5, cm5).value == 1.0
    found = ratio_of_loop(get_machine("zen3"), cm5, "extrap")
    assert 2000 < found.value < 5000  # 682 ns by the file of cm5; measured on an AMD EPYC: 0.146 ns
    assert found.source == "y[i] += a*x[i] by the files of zen3 and cm5"
    assert ratio_of_loop(cm5, cm5, "extrap").value == 1.0


def test_machine_files_without_ratings_have_the_ratio_of_a_loop():
    halo = str(TRACES / "halo.trace")
    for words in (("--here", "zen3"), ("--here", "zen3", "--ratio", "2"), ("--here", "cm5")):
        result = sad("extrapolate", halo, "--machine", "cm5", *words)
        assert result.code == 0, result.err
        assert ("y[i] += a*x[i]" in result.out) == (words == ("--here", "zen3"))


def test_the_shown_json_is_as_its_schema_says():
    traces = [str(TRACES / name) for name in ("halo.trace", "grid.trace")]
    for trace in traces:
        result = sad("extrapolate", trace, "--machine", "cm5", "--ratio", "1", "--format", "json")
        assert result.code == 0, result.err
        validate(json.loads(result.out), "sad-extrapolation-1")


@pytest.mark.parametrize("policy", ["none", "interrupt", "poll"])
def test_threads_with_a_policy(policy: str):
    words = ("--machine", "cm5", "--ratio", "0.41", "--policy", policy)
    result = sad("extrapolate", str(TRACES / "grid.trace"), *words)
    assert result.code == 0, result.err
    assert f"policy {policy}; linear barrier" in result.out


def test_several_policies_are_told_one_by_one():
    words = ("--machine", "cm5", "--ratio", "0.41", "--format", "json")
    grid, policies = str(TRACES / "grid.trace"), ("none", "interrupt", "poll")
    rows = json.loads(sad("extrapolate", grid, *words, "--policy", ",".join(policies)).out)["rows"]
    alone = [
        json.loads(sad("extrapolate", grid, *words, "--policy", policy).out)["rows"][0]["seconds"]
        for policy in policies
    ]
    assert [(row["values"]["policy"], row["seconds"]) for row in rows] == list(
        zip(policies, alone, strict=True)
    )


def test_what_if_takes_all_combinations():
    words = ("--what-if", "startup_s=1e-6,1e-4", "--what-if", "ratio=1,10", "--format", "json")
    result = sad(
        "extrapolate", str(TRACES / "halo.trace"), "--machine", "cm5", "--ratio", "1", *words
    )
    rows = json.loads(result.out)["rows"]
    assert [row["values"]["startup_s"] for row in rows] == ["1e-6", "1e-6", "1e-4", "1e-4"]
    seconds = [row["seconds"] for row in rows]
    assert seconds[0] < seconds[2] < seconds[1]
    assert [row["ratio"]["value"] for row in rows] == [1, 10, 1, 10]


def slices(data: bytes) -> list[dict[str, Any]]:
    return json.loads(gzip.decompress(data))["traceEvents"]


def test_perfetto_gets_slices_that_do_not_overlap(tmp_path: Path):
    path = tmp_path / "run.json.gz"
    words = ("--machine", "cm5", "--ratio", "1", "--perfetto", str(path))
    result = sad("extrapolate", str(TRACES / "halo.trace"), *words)
    assert result.code == 0, result.err
    events = slices(path.read_bytes())
    for rank in range(2):
        own = [item for item in events if item["ph"] == "X" and item["pid"] == rank]
        for before, after in itertools.pairwise(own):
            assert before["ts"] + before["dur"] <= after["ts"] + 1e-6
    arrows = [item for item in events if item["ph"] in "sf"]
    assert arrows
    for start, end in zip(arrows[::2], arrows[1::2], strict=True):
        assert (start["ph"], end["ph"], end["bp"]) == ("s", "f", "e")
        assert start["id"] == end["id"]
    for arrow in arrows:
        assert any(
            item["ts"] <= arrow["ts"] <= item["ts"] + item["dur"]
            for item in events
            if item["ph"] == "X" and item["pid"] == arrow["pid"]
        )


def test_a_folder_stands_for_its_traces(tmp_path: Path):
    one = "# clock cpu\n0 0 begin\n0 100 end\n"
    rows = ("0 begin", "50 coll barrier", "50 end")
    two = "# clock cpu\n" + "".join(f"{rank} {row}\n" for row in rows for rank in (0, 1))
    for number, text in ((1, one), (2, two)):
        source = tmp_path / "source.txt"
        source.write_text(text)
        result = sad("trace", "convert", str(source), "-o", str(tmp_path / f"p{number}.sadtrace"))
        assert result.code == 0, result.err
    result = sad("extrapolate", str(tmp_path), "--machine", "cm5", "--ratio", "1")
    table = [line.split() for line in result.out.splitlines()[2:]]
    assert [row[0] for row in table] == ["ranks", "1", "2"]
    assert table[1][5] == "1"  # the speed-up; its barrier takes 72 us
    assert float(table[2][5]) == pytest.approx(100 / 122, rel=1e-2)
    words = ("--machine", "cm5", "--ratio", "1", "--procs", "1,2,3", "--format", "json")
    rows = json.loads(sad("scale", str(tmp_path), *words).out)["rows"]
    totals = [row["total"] for row in rows[:2]]
    assert totals == [pytest.approx(100e-6), pytest.approx(122e-6)]
    assert sad("tune", str(tmp_path), "--machine", "cm5", "--procs", "1,2").code == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "SAD670"),
        (("--ratio", "0"), 2, "--ratio 0: no ratio"),
        (("--ratings", "3"), 2, "--ratings 3: HERE:THERE expected"),
        (("--ratio", "1", "--what-if", "start=1"), 2, "did you mean startup_s?"),
        (("--ratio", "1", "--what-if", "policy=never"), 2, "policy=never: not known"),
        (("--ratio", "1", "--policy", "poll,never"), 2, "policy=never: not known"),
        (("--ratio", "1", "--what-if", "startup_s=-1"), 2, "startup_s=-1: no number"),
        (("--ratio", "1", "--eager", "8", "--library", "cmmd"), 0, ""),
        (("--ratio", "1", "--speed-up", "6"), 2, "--speed-up 6: LINE=FACTOR expected"),
        (("--ratio", "1", "--speed-up", "6=0"), 2, "--speed-up 6=0: LINE=FACTOR expected"),
        (("--ratio", "1", "--speed-up", "99=2"), 2, "halo.trace has no call in line 99"),
        (("--ratio", "1", "--speed-up", "other.c:6=2"), 2, "no call in other.c:6"),
        (("--ratio", "1", "--compare"), 2, "--compare shows two runs as text, here are 1"),
        (("--ratio", "1", "--perfetto", "x", "--what-if", "ratio=1,2"), 2, "shows one run"),
    ],
)
def test_mistakes_are_told(words: tuple[str, ...], code: int, said: str):
    result = sad("extrapolate", str(TRACES / "halo.trace"), "--machine", "cm5", *words)
    assert result.code == code, result.err
    assert said in result.err


def test_what_never_comes_is_told_with_its_line(tmp_path: Path):
    trace = tmp_path / "odd.trace"
    trace.write_text("# clock cpu\n0 0 begin\n1 0 begin\n0 5 recv 1 8\n1 9 end\n")
    result = sad("extrapolate", str(trace), "--machine", "cm5", "--ratio", "1")
    assert result.code == 3
    assert "odd.trace:4: error[SAD671]: rank 0 waits for ever in mpi_recv" in result.err


def test_options_about_threads_are_told_where_ranks_pass_messages():
    words = ("--machine", "cm5", "--ratio", "1")
    halo, grid = str(TRACES / "halo.trace"), str(TRACES / "grid.trace")
    what_if = ("--what-if", "poll_interval_s=1e-4,1e-3", "--what-if", "startup_s=1e-6,1e-5")
    said = sad("extrapolate", halo, *words, "--policy", "none,poll", *what_if)
    assert said.err.count("SAD642") == 1
    assert "--policy, --what-if poll_interval_s change nothing here" in said.err
    assert "SAD642" not in sad("extrapolate", grid, *words, "--policy", "none,poll").err
    assert "SAD642" not in sad("extrapolate", halo, *words, *what_if[2:]).err


def test_a_policy_is_about_messages_that_wait_for_their_receive(tmp_path: Path):
    """One sends without waiting, and computes; the other waits for it."""
    trace, words = tmp_path / "long.trace", ("--machine", "cm5", "--ratio", "1")
    events = ("0 0 isend 1 8000", "1 0 recv 0 8000", "0 5000 wait", "0 5001 end", "1 1 end")
    trace.write_text("\n".join(("# clock cpu", "0 0 begin", "1 0 begin", *events)) + "\n")
    policies = ("--policy", "none,poll,interrupt", "--format", "json")
    long = sad("extrapolate", str(trace), *words, "--eager", "4000", *policies)
    assert "SAD642" not in long.err
    rows = json.loads(long.out)["rows"]
    assert [row["policy"] for row in rows] == ["none", "poll", "interrupt"]
    late, soon, at_once = ([rank["end_s"] for rank in row["ranks"]] for row in rows)
    message = at_once[1] - 1e-6
    assert at_once[0] == pytest.approx(5.001e-3)
    assert soon == pytest.approx([5.001e-3, at_once[1] + 100e-6])  # after the first stretch
    assert late == pytest.approx([5.001e-3 + message, at_once[1] + 5e-3], rel=1e-3)
    assert "SAD642" in sad("extrapolate", str(trace), *words, *policies).err
    alone = sad("extrapolate", str(trace), *words, "--eager", "4000", "--policy", "none").out
    assert "eager below 4000 bytes; policy none" in alone
    shared = ("--processors", "1", "--policy", "none")
    said = sad("extrapolate", str(trace), *words, "--eager", "4000", *shared)
    assert "SAD673" in said.err
    often = ("--policy", "poll", "--what-if", "poll_interval_s=1e-3,0")
    said = sad("extrapolate", str(trace), *words, "--eager", "4000", *often)
    assert "SAD649" in said.err


def test_messages_take_from_send_to_receive():
    """By hand: sent at 49.2 and 61.5 us, both waits end at 165.9 us."""
    words = ("--machine", "cm5", "--ratio", "0.41", "--format", "json")
    row = json.loads(sad("extrapolate", str(TRACES / "halo.trace"), *words).out)["rows"][0]
    assert (row["messages"], row["longest_queue"]) == (2, 1)
    assert row["under_way_s"] == pytest.approx(110.5e-6, abs=0.1e-6)
    grid = json.loads(sad("extrapolate", str(TRACES / "grid.trace"), *words).out)["rows"][0]
    assert (grid["messages"], grid["under_way_s"], grid["longest_queue"]) == (0, None, 1)


def test_ranks_share_processors():
    halo, words = str(TRACES / "halo.trace"), ("--machine", "cm5", "--ratio", "1")
    rows = json.loads(
        sad("extrapolate", halo, *words, "--what-if", "processors=1,2,9", "--format", "json").out
    )["rows"]
    one, two, nine = (row["seconds"] for row in rows)
    assert two == nine < one
    result = sad("extrapolate", halo, *words, "--processors", "1", "--placement", "cyclic")
    assert "on 1 processor, cyclic" in result.out
    for wrong in ("0", "1.5", "many"):
        assert "SAD673" in sad("extrapolate", halo, *words, "--processors", wrong).err
    grid = str(TRACES / "grid.trace")
    what_if = ("--what-if", "processors=1,2,4", "--what-if", "placement=block,cyclic")
    shown = sad("extrapolate", grid, *words, *what_if, "--format", "json").out
    times = [row["seconds"] for row in json.loads(shown)["rows"]]
    assert times[0] == times[1] == pytest.approx(1140e-6 + 2 * 17e-6, abs=1e-6)
    assert times[4] == times[5] < min(times[2:4])
    assert "on 2 processors, block" in sad("extrapolate", grid, *words, "--processors", "2").out


def test_operations_of_all_as_messages(tmp_path: Path):
    """A message of 800 B takes 90 us: the root of four sends two, rank 2 one of them on to rank 3."""
    text = "".join(f"{rank} 0 begin\n{rank} 100 coll bcast 800 0\n" for rank in range(4))
    trace = trace_of(f"# clock cpu\n{text}", tmp_path)
    as_messages = replace(target(tmp_path), collectives="messages")
    found = extrapolate(trace, as_messages, Ratio(1.0, "given"))
    assert [round(rank.end * 1e6) for rank in found.ranks] == [280, 280, 280, 280]
    waits = replace(as_messages, eager_below=1.0)  # and so do messages that wait for their receive
    late = text.replace("2 100 coll", "2 150 coll")
    trace = trace_of(f"# clock cpu\n{late}", tmp_path)
    found = extrapolate(trace, waits, Ratio(1.0, "given"))
    assert [round(rank.end * 1e6) for rank in found.ranks] == [330, 330, 330, 330]


def test_every_operation_as_messages_ends_and_nobody_leaves_a_barrier_early(tmp_path: Path):
    plain = replace(target(tmp_path), collectives="messages")
    rooted = ("bcast", "reduce", "gather", "gatherv", "scatter", "scatterv")
    for seed in range(20):
        draw = random.Random(seed)
        ranks = draw.randrange(1, 8)
        times = [0] * ranks
        lines = ["# clock cpu", *(f"{rank} 0 begin" for rank in range(ranks))]
        for name in draw.sample([*COLLECTIVES], 8):
            word = name.removeprefix("mpi_")
            root = f" {draw.randrange(ranks)}" if word in rooted else ""
            for rank in range(ranks):
                times[rank] += draw.randrange(500)
                lines.append(f"{rank} {times[rank]} coll {word} {8 * ranks}{root}")
        lines += [f"{rank} {time} coll barrier 0" for rank, time in enumerate(times)]
        trace = trace_of("\n".join(lines), tmp_path, f"{seed}.txt")
        for eager in (None, 0.0):
            found = extrapolate(trace, replace(plain, eager_below=eager), Ratio(1.0, "given"))
            assert min(rank.end for rank in found.ranks) >= max(times) * 1e-6


@pytest.mark.skipif(engine() is None, reason="no C compiler")
def test_the_engine_in_c_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    choices: tuple[dict[str, Any], ...] = (
        *({}, {"processors": 2}, {"eager_below": 0.0}, {"eager_below": 0.0, "policy": "none"}),
        *({"eager_below": 1e5, "collectives": "messages"}, {"eager_below": 10.0, "policy": "poll"}),
    )
    for seed in range(12):
        trace = trace_of(random_text(seed), tmp_path)
        for choice in choices:
            there = replace(target(tmp_path), **choice)
            found: list[Any] = []
            for least in (0, 1 << 40):
                monkeypatch.setattr(runs, "_LEAST_COMPILED", least)
                made = extrapolate(trace, there, Ratio(1.5, "given"))
                found.append(
                    (made.ranks, made.sites, made.path_ranks, made.path_messages, made.ideal)
                )
            assert found[0] == found[1]
