"""The page of a run: slices and bins against the run's own sums, and the picture in a real browser."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from sad.extrapolation import page as pages
from sad.extrapolation.page import page_html
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.runs import extrapolate, target_of
from sad.extrapolation.slices import COMPUTATION, MESSAGES, WAITING, queues_of, slices_of
from sad.machine.database import get_machine
from sad.traces.format import read_trace
from sad.traces.show import lengths, matrix
from tests.report.html.conftest import page  # noqa: F401 - a fixture
from tests.support.command import ROOT, sad
from tests.traces.made import RING, random_text, trace_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.extrapolation.runs import Extrapolated
    from tests.report.html.chromium import Page

TRACES = ROOT / "corpus" / "traces"


@pytest.fixture
def ring(tmp_path: Path) -> Extrapolated:
    target = target_of(get_machine("cm5"), "extrap", None, None)
    return extrapolate(trace_of(RING, tmp_path), target, Ratio(3.0, "given"))


def data_of(text: str) -> dict[str, Any]:
    match = re.search(r'id="run">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    return json.loads(match[1])


def shares(found: Extrapolated) -> list[list[float]]:
    """What each rank does, as parts of the whole run."""
    return [
        [x / found.seconds for x in (row.computation, row.overhead, row.waiting)]
        for row in found.ranks
    ]


def test_slices_add_up_to_the_times_of_ranks(ring: Extrapolated):
    for slices, row in zip(slices_of(ring, "--html"), ring.ranks, strict=True):
        for edges in (np.array([0.0, ring.seconds]), np.linspace(0.0, ring.seconds, 18)):
            sums = slices.binned(edges).sum(axis=1)
            assert sums[COMPUTATION] == pytest.approx(row.computation)
            assert sums[MESSAGES] == pytest.approx(row.overhead)
            assert sums[WAITING] == pytest.approx(row.waiting)
        assert slices.ends[-1] == pytest.approx(row.end)
        assert (np.diff(slices.ends) > 0).all()


def test_queues_are_those_of_the_messages(tmp_path: Path):
    """Every message is sent and received; by hand, two that wait to be received."""
    cm5 = target_of(get_machine("cm5"), "extrap", None, None)
    text = "# clock cpu\n0 0 begin\n1 0 begin\n0 1 send 1 8 5\n0 2 send 1 8 6\n"
    text += "1 50 recv 0 8 6\n1 51 recv 0 8 5\n0 3 end\n1 60 end\n"
    found = extrapolate(trace_of(text, tmp_path), cm5, Ratio(1.0, "given"))
    assert found.flow is not None
    assert found.program is not None
    first, second = queues_of(found.flow, found.program)
    assert (first.longest, second.longest) == (0, 2)
    assert len(second.sent) == len(second.received) == 2
    assert second.lengths(np.array([0.0, found.seconds])).tolist() == [0, 0]
    for seed in range(20):
        made = extrapolate(trace_of(random_text(seed), tmp_path), cm5, Ratio(1.0, "given"))
        assert made.flow is not None
        assert made.program is not None
        for own in queues_of(made.flow, made.program):
            assert len(own.sent) == len(own.received)
            assert (own.sent <= own.received + 1e-12).all()
            assert own.longest <= len(own.sent)


def test_the_page_has_slices_or_bins_with_the_same_sums(
    ring: Extrapolated, monkeypatch: pytest.MonkeyPatch
):
    value = data_of(page_html(ring))
    for flat, own in zip(value["slices"], shares(ring), strict=True):
        sums, before = [0.0, 0.0, 0.0], 0
        for end, kind, _ in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
            sums[kind] += (end - before) / value["ticks"]
            before = end
        assert sums == pytest.approx(own, abs=1e-5)
    whole = sum(end - start for _, start, end in value["path"]) / value["ticks"]
    assert whole == pytest.approx(sum(ring.path_ranks) / ring.seconds, abs=1e-5)
    monkeypatch.setattr(pages, "MOST_SLICES", 3)
    text = page_html(ring)
    value = data_of(text)
    assert "slices" not in value
    assert "the shares of what its rank does then" in text
    for tiles, own in zip(value["bins"], shares(ring), strict=True):
        parts = [np.frombuffer(base64.b64decode(row), np.uint8).mean() / 255 for row in tiles]
        assert parts == pytest.approx(own, abs=2e-3)
    curve = np.array(value["curve"]).mean(axis=1)
    assert curve == pytest.approx(np.sum(shares(ring), axis=0), abs=2e-3)


def test_bytes_of_many_ranks_are_in_blocks(tmp_path: Path):
    rows = [f"{rank} 0 begin\n" for rank in range(60)]
    rows += [f"{rank} {rank + 1} send {(rank + 1) % 60} 100\n" for rank in range(60)]
    rows += [f"{rank} {rank + 2} recv {(rank - 1) % 60} 100\n" for rank in range(60)]
    rows += [f"{rank} {rank + 3} end\n" for rank in range(60)]
    trace = trace_of("# clock cpu\n" + "".join(rows), tmp_path)
    found = extrapolate(trace, target_of(get_machine("cm5"), "extrap", None, None), Ratio(1.0, "x"))
    text = page_html(found)
    (table,) = re.findall(r'id="matrix">(.*?)</section>', text, re.DOTALL)
    cells = [int(cell) for cell in re.findall(r">([\d,]+)</span>", table)]
    assert sum(cells) == 6000
    assert "57-59" in table


def test_names_do_not_end_the_page(tmp_path: Path):
    trace = trace_of(RING, tmp_path)
    name = "a<!--<b>.c"  # a file may be called so
    trace.sites = tuple(replace(site, file=name) for site in trace.sites)
    found = extrapolate(trace, target_of(get_machine("cm5"), "extrap", None, None), Ratio(1.0, "x"))
    text = page_html(found)
    assert name not in text
    assert name in "".join(data_of(text)["names"])


def test_files_and_threads(tmp_path: Path):
    words = ("--machine", "cm5", "--ratio", "1", "--html")
    target = tmp_path / "mine.html"
    target.write_text("<p>mine</p>")
    result = sad("extrapolate", str(TRACES / "halo.trace"), *words, str(target))
    assert (result.code, target.read_text()) == (3, "<p>mine</p>")
    assert "error[SAD111]" in result.err
    result = sad("extrapolate", str(TRACES / "grid.trace"), *words, str(tmp_path / "t.html"))
    assert result.code == 2
    assert "error[SAD673]: the run of threads has no slices" in result.err
    what_if = ("--what-if", "ratio=1,2")
    result = sad("extrapolate", str(TRACES / "halo.trace"), *words, str(tmp_path / "t"), *what_if)
    assert "error[SAD673]: --html shows one run" in result.err
    for _ in range(2):  # a page of its own may be replaced
        result = sad("extrapolate", str(TRACES / "halo.trace"), *words, str(tmp_path / "t.html"))
        assert result.code == 0, result.err


_PIXELS = """
const canvas = document.getElementById('timeline'), ratio = window.devicePixelRatio || 1;
const data = canvas.getContext('2d').getImageData(
    44*ratio, arguments[0]*ratio, canvas.width - 44*ratio, 1).data;
const style = getComputedStyle(document.documentElement);
const wanted = ['--user', '--default', '--unresolved'].map((name) => {
    const text = style.getPropertyValue(name).trim();
    return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
});
const found = [0, 0, 0];
for (let at = 0; at < data.length; at += 4) {
    const place = wanted.findIndex((c) => c.every((x, part) => Math.abs(x - data[at + part]) < 3));
    if (place >= 0 && data[at + 3] > 250) found[place] += 4/data.length;
}
return found;
"""


def test_the_picture_has_what_each_rank_does(page: Page, tmp_path: Path):  # noqa: F811
    target = tmp_path / "run.html"
    words = ("--machine", "cm5", "--ratio", "3", "--html", str(target))
    assert sad("extrapolate", str(TRACES / "halo.trace"), *words).code == 0
    page.open(target)
    assert not page.complaints()
    canvas = page.find("#timeline")
    canvas.send_keys("++")
    ends = [int(canvas.get_attribute(f"data-{name}")) for name in ("from", "to")]
    assert ends == [3_750_000, 6_250_000]
    canvas.send_keys("0")
    assert int(canvas.get_attribute("data-to")) == 10_000_000
    assert not page.complaints()
    trace = read_trace(str(TRACES / "halo.trace"))
    cm5 = get_machine("cm5")
    found = extrapolate(trace, target_of(cm5, "extrap", None, None), Ratio(3.0, "given"))
    for rank, own in enumerate(shares(found)):
        assert page.run(_PIXELS, 28 * rank + 4) == pytest.approx(own, abs=0.02)


def test_messages_are_counted_by_their_lengths(tmp_path: Path):
    sizes = (0, 1, 1023, 1024, 1500, 2047, 2048)
    lines = ["# clock cpu", "0 0 begin", "1 0 begin"]
    lines += [f"0 {at} send 1 {size}" for at, size in enumerate(sizes, 1)]
    lines += [f"1 {at} recv 0 {size}" for at, size in enumerate(sizes, 1)]
    trace = trace_of("\n".join(lines), tmp_path)
    assert lengths(trace) == [
        *((0, 1, 0), (1, 1, 1), (512, 1, 1023), (1024, 3, 1024 + 1500 + 2047), (2048, 1, 2048)),
    ]
    assert matrix(trace).tolist() == [[0, sum(sizes)], [0, 0]]
    cm5 = target_of(get_machine("cm5"), "extrap", None, None)
    text = page_html(extrapolate(trace, cm5, Ratio(1.0, "given")))
    assert "1,024 to 2,047" in text
