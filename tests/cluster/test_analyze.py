"""``sad analyze --scheduler``: files read and units analysed by a real cluster."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from sad.cluster.connection import connect
from tests.cli.made_library import write_library
from tests.cluster.work import digest
from tests.support.command import sad, without_next

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_cluster_says_what_one_process_says(address: str, tmp_path: Path):
    write_library(tmp_path / "library")
    words = ("analyze", str(tmp_path / "library"), "--entry", "TOP", "--no-cache")
    alone = sad(*words, "--jobs", "1")
    there = sad(*words, "--scheduler", address)
    assert (without_next(there.out), there.err, there.code) == (
        without_next(alone.out),
        alone.err,
        0,
    )


def test_a_worker_killed_meanwhile_does_not_show(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write_library(tmp_path / "library")
    words = ("analyze", str(tmp_path / "library"), "--entry", "TOP", "--no-cache")
    alone = sad(*words, "--jobs", "1")
    with connect(address, digest) as cluster:
        processes = list(cluster.client.run(os.getpid).values())
    analysed: list[int] = []

    def step(what: str, done: float, of: float) -> None:
        if what == "analysing":
            analysed.append(int(done))
            if len(analysed) == 10:
                os.kill(processes[0], signal.SIGKILL)

    monkeypatch.setattr("sad.incremental.schedule.step", step)
    there = sad(*words, "--scheduler", address)
    assert analysed[-1] > 30
    assert (without_next(there.out), there.err, there.code) == (
        without_next(alone.out),
        alone.err,
        0,
    )


def test_nobody_at_the_address(tmp_path: Path):
    write_library(tmp_path / "library")
    run = sad("analyze", str(tmp_path / "library"), "--scheduler", "tcp://127.0.0.1:9")
    assert run.code == 2
    assert "SAD952" in run.err
