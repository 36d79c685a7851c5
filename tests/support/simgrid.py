"""SimGrid, where it is installed: replays of traces, to compare times with."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.extrapolation.simgrid import platform_text, replay_files, replay_words

if TYPE_CHECKING:
    from pathlib import Path

    from sad.traces.format import Trace

needs_simgrid = pytest.mark.skipif(
    shutil.which("smpirun") is None, reason="SimGrid's smpirun is not installed"
)
_TIME = re.compile(r"Simulation time ([\d.]+)")


def replayed(
    trace: Trace,
    folder: Path,
    startup_s: float,
    byte_s: float,
    eager: float | None,
    options: tuple[str, ...] = (),
) -> float:
    """Return when SimGrid's replay of a trace ends [s]; links are not shared."""
    folder.mkdir()
    for name, text in replay_files(trace):
        (folder / name).write_text(text)
    platform = platform_text(trace.ranks, 1.0, startup_s, byte_s, eager=eager, about="test")
    (folder / "p.xml").write_text(_not_shared(platform, trace.ranks))
    result = subprocess.run(
        [*replay_words("p.xml", trace.ranks), "--log=replay.fmt:%m%n", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    found = _TIME.search(result.stderr + result.stdout)
    assert found is not None, result.stderr
    return float(found[1])


def _not_shared(platform: str, ranks: int) -> str:
    """A platform whose messages do not slow each other down: one link that all have to themselves."""
    cluster = re.search(r"<cluster.*/>", platform, re.DOTALL)
    assert cluster is not None
    speed, bandwidth, latency = re.findall(r'(?:speed|bw|lat)="([\d.e+-]+)', cluster[0])
    link = f'<link id="l" bandwidth="{bandwidth}Bps" latency="{2 * float(latency)!r}s"'
    hosts = [f'<host id="rank-{rank}" speed="{speed}f"/>' for rank in range(ranks)]
    routes = [
        f'<route src="rank-{one}" dst="rank-{other}"><link_ctn id="l"/></route>'
        for one in range(ranks)
        for other in range(one + 1, ranks)
    ]
    parts = [*hosts, f'{link} sharing_policy="FATPIPE"/>', *routes]
    return platform.replace(cluster[0], "\n".join(parts))
