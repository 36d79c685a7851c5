"""Traces beside their source: cut at the same calls, ratios by stretch, differences told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.communication.times import model_for
from sad.diagnostics import Diagnostics, SadError
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.runs import extrapolate, target_of
from sad.extrapolation.source import (
    END,
    Source,
    beside_source,
    ratio_from_source,
    with_network_of,
)
from sad.extrapolation.validation import compare
from sad.machine.database import get_machine
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.traces.format import Site, trace_bytes
from tests.support.command import sad
from tests.support.schemas import validate
from tests.traces.made import trace_of

if TYPE_CHECKING:
    from sad.traces.format import Trace

PROGRAM = """\
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, n;
    double x = 1.0, y = 0.0, *a = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    scanf("%d", &n);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < n; i++)
            x = x * 1.5 + 1.0;
        if (rank == 0)
            MPI_Send(&x, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
        else {
            for (int i = 0; i < n; i++)
                x = x / 1.5;
            MPI_Recv(&y, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Wtime();
    for (int i = 0; i < 3 * n; i++)
        x = x * 1.5 + 1.0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
SEND, RECV, BARRIER = (
    next(at for at, line in enumerate(PROGRAM.splitlines(), 1) if f"MPI_{name}(" in line)
    for name in ("Send", "Recv", "Barrier")
)
# the clocks' look at line 22 cuts nothing: what is before it belongs to the barrier
TRACE = """\
# clock cpu
0 0 begin
1 0 begin
0 10 send 1 8 7
0 20 send 1 8 7
1 30 recv 0 8 7
1 60 recv 0 8 7
0 24 other mpi_wtime
1 61 other mpi_wtime
0 50 coll barrier 0
1 91 coll barrier 0
0 52 end
1 93 end
"""
LINES = {4: SEND, 5: SEND, 6: RECV, 7: RECV, 8: 21, 9: 21, 10: BARRIER, 11: BARRIER}


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "prog.c"
    path.write_text(PROGRAM)
    return Source(Reading((str(path),)), Choice(settings=settings_from_arguments(["n=10000"])))


def recorded(folder: Path) -> Trace:
    """A trace as a recorder makes it: call sites are lines of the program."""
    trace = trace_of(TRACE, folder)
    trace.sites = tuple(
        Site("/built/prog.c", LINES[site.line], "main") if site.line in LINES else Site("", 0, "")
        for site in trace.sites
    )
    return trace


def places(*lines: int) -> list[tuple[str, int]]:
    return [("prog.c", line) if line else END for line in lines]


def test_source_and_trace_are_cut_at_the_same_calls(source: Source, tmp_path: Path):
    machine = get_machine("cm5")
    target = target_of(machine, "extrap", None, None)
    diagnostics = Diagnostics()
    found = extrapolate(recorded(tmp_path), target, Ratio(2.0, "given"))
    rows = {(item.file, item.line): item for item in beside_source(found, source, diagnostics)}
    assert not diagnostics.items
    assert set(rows) == set(places(SEND, RECV, BARRIER, 0))
    micro = {
        place: (round(item.recorded * 1e6, 6), round(item.extrapolated * 1e6, 6))
        for place, item in rows.items()
    }
    assert [micro[place] for place in places(SEND, RECV, BARRIER, 0)] == [
        *((20, 40), (60, 120), (4 + 26 + 1 + 30, 122), (4, 8)),
    ]
    static = [rows[place].static or 0.0 for place in places(SEND, RECV, BARRIER)]
    # the barrier has 3 n trips on two ranks, the send 2 n on one, the receive as many and divisions
    assert static[2] / static[0] == pytest.approx(3.0, rel=0.05)
    assert static[1] > 1.5 * static[0]
    assert (
        rows["prog.c", RECV].waits_for.startswith("rank 0, prog.c")
        or not rows["prog.c", RECV].waiting
    )
    whole = sum(item.extrapolated for item in rows.values())
    assert whole == pytest.approx(sum(rank.computation for rank in found.ranks))


def test_each_stretch_has_its_ratio(source: Source, tmp_path: Path):
    there, here = get_machine("cm5"), get_machine("zen3")
    library = model_for(there, "extrap")
    trace = recorded(tmp_path)
    said = source.on(there, library, 2)
    base = source.on(with_network_of(here, there), library, 2)
    ratio = ratio_from_source(trace, said, base, ("cm5", "zen3"))
    found = extrapolate(trace, target_of(there, library, None, None), ratio)
    rows = beside_source(found, source, Diagnostics())
    factors = {item.line: item.extrapolated / item.recorded for item in rows}
    for place in places(SEND, RECV, BARRIER):
        own = said.seconds[place] / base.seconds[place]
        assert factors[place[1]] == pytest.approx(own)
    assert factors[SEND] != pytest.approx(factors[RECV], rel=0.01)  # divisions cost otherwise
    assert ratio.value == pytest.approx(said.total / base.total)
    same = ratio_from_source(trace, said, said, ("cm5", "cm5"))
    assert {round(float(x), 9) for row in same.by_record for x in row} == {1.0}


def test_other_values_are_told_and_what_cannot_be_followed(source: Source, tmp_path: Path):
    target = target_of(get_machine("cm5"), "extrap", None, None)
    found = extrapolate(recorded(tmp_path), target, Ratio(1.0, "given"))
    path = tmp_path / "prog.c"
    path.write_text(PROGRAM.replace("k < 2", "k < 3"))
    diagnostics = Diagnostics()
    beside_source(found, replace(source, _loaded={}), diagnostics)
    assert [(item.code, item.span.line) for item in diagnostics.items] == [
        ("SAD675", SEND),
    ]
    assert f"other numbers on line {RECV}, too" in diagnostics.items[0].message
    assert "3 times in 2 ranks by the source, 2 times in" in diagnostics.items[0].message
    path.write_text(PROGRAM.replace("MPI_DOUBLE, 0, 7", "MPI_DOUBLE, MPI_ANY_SOURCE, 7"))
    diagnostics = Diagnostics()
    rows = beside_source(found, replace(source, _loaded={}), diagnostics)
    assert [item.code for item in diagnostics.items] == ["SAD676"]
    assert {item.static for item in rows} == {None}
    assert sum(item.recorded for item in rows) * 1e6 == pytest.approx(145)
    with pytest.raises(SadError, match="no value for n"):
        beside_source(found, Source(source.reading, Choice()), Diagnostics())


def test_the_command_shows_both(source: Source, tmp_path: Path):
    del source
    path = str(tmp_path / "run.sadtrace")
    Path(path).write_bytes(trace_bytes(recorded(tmp_path)))
    words = ("extrapolate", path, "--machine", "cm5", "--library", "extrap")
    given = ("--source", str(tmp_path / "prog.c"), "--set", "n=10000")
    result = sad(*words, "--ratio", "source", "--here", "zen3", *given)
    assert (result.code, result.err) == (0, "")
    assert "(source, call by call: cm5 over zen3)" in result.out
    (head,) = (line.split() for line in result.out.splitlines() if line.startswith("  before  "))
    assert head == ["before", "at", "static", "recorded", "scaled", "waiting", "waits", "for"]
    assert f"prog.c:{BARRIER}" in result.out
    assert max(len(line) for line in result.out.splitlines()[1:]) <= 80
    result = sad(*words, "--ratio", "1", *given, "--format", "json")
    value = json.loads(result.out)
    validate(value, "sad-extrapolation-1")
    assert {item["line"] for item in value["by_source"]} == {SEND, RECV, BARRIER, 0}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--ratio", "1", "--set", "n=3"), "are about a source"),
        (("--ratio", "source", "--source", "prog.c"), "where was the trace recorded?"),
        (("--ratio", "1", "--source", "prog.c", "--what-if", "ratio=1,2"), "shows one run"),
    ],
)
def test_options_that_do_not_fit(words: tuple[str, ...], said: str, source: Source, tmp_path: Path):
    del source
    path = str(tmp_path / "run.sadtrace")
    Path(path).write_bytes(trace_bytes(recorded(tmp_path)))
    words = tuple(str(tmp_path / word) if word == "prog.c" else word for word in words)
    result = sad("extrapolate", path, "--machine", "cm5", *words)
    assert (result.code, said in result.err) == (2, True), result.err


def test_ranks_are_compared_call_by_call_and_add_up(source: Source, tmp_path: Path):
    machine = get_machine("cm5")
    target = target_of(machine, "extrap", None, None)
    trace, diagnostics = recorded(tmp_path), Diagnostics()
    each = compare(trace, source, target, Ratio(2.0, "given"), "corners", diagnostics)
    both = compare(trace, source, target, Ratio(2.0, "given"), "all", diagnostics)
    assert not diagnostics.items
    assert (list(each.experiment), list(both.experiment)) == (["0", "1"], ["all"])
    run = extrapolate(trace, target, Ratio(2.0, "given"))
    for rank, times in enumerate(run.ranks):
        computed, passed = map(sum, zip(*each.experiment[str(rank)].values(), strict=True))
        assert computed == pytest.approx(times.computation)
        assert computed + passed == pytest.approx(times.end)
    for side in ("model", "experiment"):
        parts, whole = getattr(each, side), getattr(both, side)["all"]
        for place, item in whole.items():
            own = [rank.get(place, [0.0, 0.0]) for rank in parts.values()]
            assert item == pytest.approx([sum(column) for column in zip(*own, strict=True)])
    assert set(each.model["0"]) == set(places(SEND, BARRIER, 0))
    assert set(each.model["1"]) == set(places(RECV, BARRIER, 0))
    ends = [sum(map(sum, rank.values())) for rank in each.model.values()]
    assert max(ends) == pytest.approx(each.end)


def test_a_trace_takes_the_place_of_measured_times(source: Source, tmp_path: Path):
    path = tmp_path / "run.sadtrace"
    path.write_bytes(trace_bytes(recorded(tmp_path)))
    words = ["scale", source.reading.sources[0], "--machine", "cm5", "--set", "n=10000"]
    words += ["--validate", str(path)]
    table = sad(*words, "--ranks", "1").out.splitlines()
    assert [line.split()[1] for line in table if line.startswith("   1")] == [
        *(f"prog.c:{line}" for line in (RECV, BARRIER)),
        *("end", "sum"),
    ]
    value = json.loads(sad(*words, "--format", "json").out)
    validate(value, "sad-trace-validation-1")
    assert len(sad(*words, "--format", "csv").out.splitlines()) == 1 + len(
        value["traces"][0]["rows"]
    )
    refused = sad(*words, "--ranks", "2")
    assert refused.code != 0
    assert "SAD896" in refused.err
    assert "ranks 0 to 1" in refused.err
    assert "SAD896" in sad(*words, "--plot", "x.svg").err
    assert "SAD896" in sad(*words[:-2], "--procs", "2", "--ranks", "0").err
    trace = recorded(tmp_path)
    trace.command = ("mpirun", "-n", "2", "./prog")
    path.write_bytes(trace_bytes(trace))
    missing = sad(*(word for word in words if word not in ("--set", "n=10000")))
    assert "SAD891" in missing.err
    assert "the run was mpirun -n 2 ./prog" in missing.err
