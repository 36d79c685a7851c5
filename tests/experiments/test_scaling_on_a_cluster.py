"""Scaling on a real cluster of processes: every byte as here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sad.cli.parser import build_parser
from sad.cli.scale import scaled_table
from sad.cli.scale_subject import subject_of
from sad.cluster.connection import connect
from sad.diagnostics import Diagnostics, SadError
from sad.experiments.remote import OnCluster
from tests.cluster.work import digest
from tests.support.command import CORPUS, sad

pytest.importorskip("distributed", reason="Dask is not installed: f2sad[dask]")

RING = (str(CORPUS / "mpi" / "ring" / "source.f"), "--set", "NREPS=10")
HEAT = (str(CORPUS / "mpi" / "heat2d" / "source.c"), "--set", "input(1)=10")
CASES = {
    "application": ("mm2", "--procs", "1:60", "--vary", "psize=1:90"),
    "needs": ("cg", "--procs", "1:60", "--vary", "psize=1:90"),
    "options": ("pstswm", "--procs", "1:64:x2", "--vary", "timesteps=1:60"),
    "source": (*RING, "--procs", "1:60", "--vary", "N=1:90"),
    "grids": (*HEAT, "--procs", "1:60", "--vary", "input(0)=1024:20480:1024"),
    "impossible": (*RING, "--procs", "1:600:9", "--vary", "N=1:90"),
}


@pytest.mark.parametrize("arguments", CASES.values(), ids=CASES)
def test_tables_are_the_same(arguments, address):
    args = build_parser().parse_args(["scale", *arguments, "--machine", "paragon"])
    subject = subject_of(args, Diagnostics())
    with connect(address, digest) as cluster:
        there = replace(subject, program=OnCluster(subject.program, cluster, 777))
        _, found = scaled_table(args, there)
    _, expected = scaled_table(args, subject)
    assert len(expected) > 777
    assert (found.about, found.reasons) == (expected.about, expected.reasons)
    for name in ("computation", "communication", "speedup", "reason", "best"):
        assert getattr(found, name).tobytes() == getattr(expected, name).tobytes(), name
    for one, other in zip(found.phases, expected.phases, strict=True):
        assert (one.name, one.seconds.tobytes()) == (other.name, other.seconds.tobytes())


def test_the_command_says_the_same(address):
    arguments = ["scale", "mm2", "--machine", "paragon", "--procs", "1:512", "--format", "csv"]
    arguments += ["--vary", "psize=1:150"]
    here, there = sad(*arguments), sad(*arguments, "--scheduler", address)
    assert there == here
    assert here.out.count("\n") > 1 << 16


class Unsendable:
    """A program that holds what no other process has."""

    name = "unsendable"

    def __init__(self):
        self.times = lambda points: points


def test_what_cannot_be_sent_is_told():
    with pytest.raises(SadError, match="SAD954"):
        OnCluster(Unsendable(), None)


class Moody:
    """A program whose parts tell different things of impossible points."""

    name, parameters, dimensions = "moody", (), 1

    def times(self, points):
        from sad.parallel import Times

        nprocs = np.asarray(points["nprocs"])
        bad = nprocs % 7 == 0
        reason = f"of {nprocs.size} points" if bad.any() else ""
        return Times(1 / nprocs, nprocs, (), bad, reason)


def test_where_parts_disagree_the_program_is_asked_here(address):
    points = {"nprocs": np.arange(1.0, 100.0)}
    with connect(address, digest) as cluster:
        found = OnCluster(Moody(), cluster, 10).times(points)
    assert found.reason == "of 99 points"
    assert found.computation.tolist() == (1 / points["nprocs"]).tolist()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--procs", "1:4", "--scheduler", "nowhere"], "SAD951"),
        (["--partition-search", "--scheduler", "tcp://127.0.0.1:1"], "SAD954"),
        (["--distribute", "A(block,*)", "--scheduler", "tcp://127.0.0.1:1"], "SAD954"),
        (["--validate", "times.csv", "--scheduler", "tcp://127.0.0.1:1"], "SAD896"),
    ],
)
def test_where_a_cluster_is_no_help_that_is_told(options, code):
    result = sad("scale", "mm2", "--machine", "paragon", *options)
    assert (result.code, result.out) == (2, "")
    assert f"error[{code}]" in result.err
