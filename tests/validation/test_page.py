"""The page of accuracy: one table for each set of flags, with intervals and causes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from validation.results import Results, Row, load, save

if TYPE_CHECKING:
    from pathlib import Path


def row(half: str, program: str, flags: str, ratio: float) -> Row:
    predicted = {"throughput": ratio * 1e-3, "asm": 1.1e-3}
    bands = {"throughput": (0.8 * ratio * 1e-3, 1.3 * ratio * 1e-3)}
    return Row(half, program, "c", "cache", flags, 1e-3, True, predicted, bands=bands)


def test_it_has_a_table_for_each_set_of_flags_with_intervals_and_causes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    from validation import page

    programs = (("third", "new", 0.5), ("open", "fft", 0.4), ("open", "lu", 1.1))
    rows = [row(half, name, flags, r) for flags in ("-O2", "-O3") for half, name, r in programs]
    path = tmp_path / "results.json"
    save(Results("today", "a processor", {"gcc": "gcc 12"}, rows), path)
    monkeypatch.setattr(page, "DOCS", tmp_path)
    monkeypatch.setattr(page, "PAGE", tmp_path / "accuracy.md")
    (tmp_path / "pictures").mkdir()
    page.PAGE.write_text(
        "words\n<!-- figures: start -->\nfrom before\n<!-- figures: end -->\nmore\n"
    )
    page.write_page(load(path))
    text = page.PAGE.read_text()
    assert text.startswith("words\n")
    assert text.endswith("\nmore\n")
    assert "from before" not in text
    assert text.count("### `-O") == 2
    lines = text.partition("### `-O3`")[2].splitlines()
    (throughput, asm) = [line for line in lines if line.startswith("| open, in cache")]
    assert throughput.startswith("| open, in cache | throughput | 2 |")
    assert throughput.endswith("| 1 of 2 |")
    assert asm.endswith("| - |")
    (fft,) = [line for line in lines if line.startswith("| fft |")]
    assert fft.startswith("| fft | open | 1000 us | 0.40 | 1.10 | - | - | strides of powers of two")
    # of sets that nobody opens no cause is told, and none where there is no error
    assert [line for line in lines if line.startswith(("| new |", "| lu |"))] == [
        "| new | third | 1000 us | 0.50 | 1.10 | - | - |  |",
        "| lu | open | 1000 us | 1.10 | 1.10 | - | - |  |",
    ]
