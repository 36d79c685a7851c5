"""Theta beside the time of a parallel model: in reports as text, and in pages as values move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.command import CORPUS, sad

if TYPE_CHECKING:
    from pathlib import Path

    from tests.report.html.chromium import Page

REPAIR = CORPUS / "pamela" / "repair.pam"
SAID = {
    "1": "theta -2.40: critical path, s is busiest",
    "8": "theta -0.32: mixed, s is busiest",
    "20": "theta +0.60: mixed, s decides",
    "80": "theta +1.98: contended, s decides",
}


@pytest.mark.parametrize("clients", SAID)
def test_reports_say_theta_beside_the_time(clients: str):
    given = ("analyze", REPAIR, "--set", f"P={clients}")
    assert sad(*given).out.splitlines()[2].endswith(SAID[clients])
    assert SAID[clients] in sad(*given, "--format", "markdown").out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("L = delay(1 ms) || delay(2 ms);", "theta -inf: critical path"),
        ("L = delay(1 ms);", ""),
        ("param n;\nresource s;\nL = par (i = 1, n) use(s, 1 ms);", ""),
    ],
)
def test_where_nothing_is_shared_parallel_or_known(tmp_path: Path, text: str, said: str):
    path = tmp_path / "model.pam"
    path.write_text(text + "\n")
    out = sad("analyze", path).out
    assert f"{said}\n" in out if said else "theta" not in out


def test_a_page_works_theta_out_anew_as_values_move(page: Page, tmp_path: Path):
    target = tmp_path / "report.html"
    assert sad("analyze", REPAIR, "--format", "html", "-o", target).code == 0
    page.open(target)
    for clients, said in SAID.items():
        page.type("L.P", clients)
        page.settle()
        assert page.find("#theta").text == said
    assert page.complaints() == []


def test_a_page_of_a_program_has_no_theta(page: Page, tmp_path: Path):
    target = tmp_path / "report.html"
    source = CORPUS / "ludec" / "ludec.f"
    done = sad("analyze", source, "--machine", "sparc2", "--format", "html", "-o", target)
    assert done.code == 0
    page.open(target)
    assert not page.find("#theta").is_displayed()
