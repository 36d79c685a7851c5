"""Pages without a browser: self-contained, harmless, and the same every time."""

from __future__ import annotations

import hashlib
import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from sad.report.html.page import chart_library
from sad.report.html.sections import micro, text
from tests.report.html.unpacked import model_in, unpacked
from tests.support.command import CORPUS, ROOT, sad

if TYPE_CHECKING:
    from pathlib import Path

MD1 = CORPUS / "md1" / "md1.f"
EVIL = "</script><script>alert(1)</script><!-- <script> --> &amp; \u2028"
VOID = {"meta", "input"}
OPTIONAL = {"td"}


class Structure(HTMLParser):
    """Checks that elements close in order; collects attributes that would load something."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag == "td" and self.open[-1] == "td":
            self.open.pop()
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "data", "action", "srcset", "poster"):
                self.loads.append(value)
            if name == "id":
                self.ids.append(value)

    def handle_endtag(self, tag):
        while self.open[-1] != tag and self.open[-1] in OPTIONAL:
            self.open.pop()
        assert self.open.pop() == tag


def checked(page: str) -> Structure:
    structure = Structure()
    structure.feed(page)
    structure.close()
    assert structure.open == []
    assert structure.loads == []
    assert len(structure.ids) == len(set(structure.ids))
    return structure


def page_of(*arguments: str | Path) -> str:
    result = sad("analyze", *arguments, "--format", "html")
    assert (result.code, result.err) == (0, "")
    return result.out


def test_a_page_loads_nothing_and_closes_what_it_opens():
    page = page_of(MD1, "--machine", "sparc2", "--also-machine", "t3e")
    structure = checked(page)
    assert {"model", "total", "tree", "icicle", "curve", "inputs", "open-rows", "L0-809"} <= set(
        structure.ids
    )
    own = page.replace(chart_library(), "")
    urls = set(re.findall(r"https?://[^\"'\s<)]*", own))
    assert urls <= {"https://vega.github.io/schema/vega/v6.json"}  # a name, loaded by nobody
    assert "default-src 'none'" in page
    assert len(page) < 600_000


def test_pages_are_the_same_every_time():
    assert page_of(MD1, "--machine", "sparc2") == page_of(MD1, "--machine", "sparc2")


def test_the_data_is_json_with_every_block_and_line():
    options = (MD1, "--machine", "sparc2", "--no-config")
    value = model_in(page_of(*options, "--set", "NUNIT=6"))
    report = json.loads(sad("analyze", *options, "--format", "json").out)
    assert [unit["name"] for unit in value["units"]] == [
        unit["name"] for unit in reversed(report["units"])
    ]
    assert len(value["blocks"]) == sum(len(unit["blocks"]) for unit in report["units"])
    assert {row["symbol"] for row in value["arguments"]} == {
        p["symbol"] for p in report["parameters"] if p["symbol"]
    }
    assert next(row for row in value["arguments"] if row["name"] == "NUNIT")["value"] == 6
    assert all(row["value"] is None for row in value["arguments"] if row["name"] != "NUNIT")


def test_text_is_harmless():
    assert "<" not in text(EVIL)
    assert text("a\x00b\x1bc\td") == "a\ufffdb\ufffdc\td"


@pytest.mark.parametrize("command", ["analyze", "annotate"])
def test_source_cannot_end_the_page_or_a_script(command: str, tmp_path: Path):
    source = tmp_path / "<b>'&\".f"
    source.write_text(
        f"      PROGRAM P\nC {EVIL}\n      READ *, N\n      DO 1 I = 1, N\n"
        f"    1 PRINT *, '{EVIL[:30]}'\n      END\n"
    )
    result = sad(command, source, "--format", "html", "--machine", "sparc2")
    assert result.code == 0
    checked(result.out)
    assert "alert(1)</script>" not in result.out
    assert result.out.count("&lt;/script&gt;&lt;script&gt;alert(1)") == 2


def test_the_chart_library_is_the_one_of_the_lock():
    version, kind, digest = (
        (files("sad.report.html") / "vendor/VERSION").read_text().removeprefix("vega ").split()
    )
    library = (files("sad.report.html") / "vendor/vega.min.js").read_bytes()
    assert (kind, hashlib.sha256(library).hexdigest()) == ("sha256", digest)
    lock = json.loads((ROOT / "vendor" / "package-lock.json").read_text())
    assert lock["packages"]["node_modules/vega"]["version"] == version
    assert f't.version="{version}"'.encode() in library
    licences = (files("sad.report.html") / "vendor/LICENSES.txt").read_text()
    bundled = [name for name in lock["packages"] if "/vega" in name or "/d3-" in name]
    assert len(bundled) > 40
    for name in bundled:
        assert re.search(rf"\b{re.escape(name.rpartition('node_modules/')[2])}\b", licences), name


def test_pages_carry_the_library_with_its_licences():
    packed = unpacked(page_of(MD1), "chart-library")
    licences = (files("sad.report.html") / "vendor/LICENSES.txt").read_text()
    library = (files("sad.report.html") / "vendor/vega.min.js").read_text()
    assert packed == f"/*! {licences}*/\n{library}"


def test_an_annotated_source_is_small_and_has_no_script():
    page = sad("annotate", MD1, "--format", "html", "--machine", "sparc2").out
    checked(page)
    assert "<script" not in page
    assert len(page) < 350_000


def test_an_annotated_source_says_what_the_text_says(tmp_path: Path):
    path = tmp_path / "a.f"
    path.write_text("      SUBROUTINE S(N, X)\n      DO 1 I = 1, N\n    1 X = X/2.0\n      END\n")
    page = sad("annotate", path, "--format", "html", "--machine", "sparc2", "--set", "N=50").out
    plain = sad("annotate", path, "--machine", "sparc2", "--set", "N=50").out
    ((share, count),) = re.findall(r"([\d.]+ %) += (\d+) +3:", plain)
    (row,) = re.findall(
        r'<tr id="L0-3"[^>]*style="--heat:([\d.]+)"><td>([^<]*)<td>[^<]*<td>([^<]*)<td>3', page
    ) or [None]
    assert row is not None
    assert (row[1], row[2]) == (share, count)
    assert float(row[0]) == pytest.approx((float(share[:-2]) / 100) ** 0.5, abs=5e-3)
    unknown = sad("annotate", path, "--format", "html").out
    assert "<td><math><mrow><mi>N</mi></mrow></math><td>3<td>" in unknown


def test_the_heads_say_what_the_text_report_says(tmp_path: Path):
    path = tmp_path / "a.f"
    used = "      PROGRAM P\n      READ *, N\n      DO 1 I = 1, N\n    1 X = X/2.0\n      END\n"
    path.write_text(f"{used}      SUBROUTINE UNUSED\n      END\n")
    options = [path, "--machine", "sparc2", "--set", "N=50"]
    report = sad("analyze", *options, "--width", "400").out.splitlines()
    beside = [part.strip() for part in report[2].split("    ") if part][1:]
    title, source, machine = report[0].split("   ")
    assert source.endswith("a.f, 7 lines, 2 units")
    for command in ("analyze", "annotate"):
        page = sad(command, *options, "--format", "html").out
        shown = f'<h1>{title}</h1>\n<p class="soft">{text(source)}</p>\n'
        assert f'{shown}<p class="soft">{text(machine)}</p>' in page
    time = report[2].strip().split("    ")[0]
    interactive = sad("analyze", *options, "--format", "html").out
    assert len(beside) == 2
    assert f'id="interval" class="soft">{micro("; ".join(beside))}; interval: ' in interactive
    assert f'<strong id="total">{micro(time)}</strong>' in page
