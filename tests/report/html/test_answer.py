"""What a page says of a program whose values are open, and the ways to give them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from sad.evaluation.influence import typical_values
from sad.machine.database import get_machine
from sad.report.answer import Answer
from sad.report.html.sections import micro
from sad.report.view import View
from tests.report.html.pages import report
from tests.report.html.reference import same
from tests.support.command import CORPUS, sad
from tests.support.model import prediction_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.report.html.chromium import Page

RIGHT = "\ue014"
RELAX = """\
      PROGRAM RELAX
      DOUBLE PRECISION A(1000000), S
      READ *, N
   10 S = 0.0D0
      DO 20 I = 1, N
         A(I) = A(I)*0.5D0 + 1.0D0
         IF (A(I) .GT. 2.0D0) A(I) = SQRT(A(I))
   20 S = S + A(I)
      IF (S .GT. 1.0D0) GOTO 10
      END
"""
TRIPS, PROB = "RELAX.trips@goto10", "RELAX.prob@goto10.do20.if1"
LATER = "      PROGRAM P\n      READ *, N\n      DO 1 I = 1, N\n    1 X = X/2.0\n"
CALLING = f"{LATER}      CALL OUTER (X)\n      END\n"


@pytest.fixture
def narrow(page: Page) -> Iterator[Page]:
    size = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    yield page
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture
def dark(page: Page) -> Iterator[Page]:
    feature = {"name": "prefers-color-scheme", "value": "dark"}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    yield page
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def typical_of(source: Path, **given: Any) -> dict[str, Any]:
    return dict(typical_values(prediction_of(source, get_machine("sparc2"), **given).model).values)


def each(page: Page, selector: str, what: str) -> list[Any]:
    """A property of all elements that a selector finds."""
    found = f"[...document.querySelectorAll(arguments[0])].map((item) => item.{what})"
    return page.run(f"return {found}", selector)


def placeholder(page: Page, symbol: str) -> str:
    return page.find(f'.argument[data-argument="{symbol}"] input[type=number]').get_attribute(
        "placeholder"
    )


def test_without_values_a_page_says_the_law_and_an_example(page: Page, tmp_path: Path):
    page.open(report(tmp_path, RELAX, "--machine", "sparc2"))
    law = "".join(page.find("#total").text.split())
    assert law.startswith("growsas")
    assert {"N", "X"} <= set(law)
    assert page.numbers()["total"] is None
    expected = typical_of(tmp_path / "main.f")
    assert float(placeholder(page, TRIPS)) == pytest.approx(float(expected[TRIPS]), rel=1e-3)
    assert float(placeholder(page, PROB)) == pytest.approx(float(expected[PROB]), rel=1e-3)
    assert placeholder(page, "RELAX.N") == str(expected["RELAX.N"])
    assert "not set" not in page.find("body").text
    assert "?" not in page.find("#answer").text
    example = page.find("#example").text
    assert re.search(r"for example [\d.]+ m?s with N = 1000, 2 typical values", example)
    shares = each(page, "#hottest tbody tr", "cells[0].dataset.value")
    assert sum(map(float, shares)) == pytest.approx(1, abs=0.01)
    assert page.complaints() == []


def test_typical_values_yield_a_time(page: Page, tmp_path: Path):
    page.open(report(tmp_path, RELAX, "--machine", "sparc2"))
    example = page.find("#example").text.split(" with ")[0].removeprefix("for example ")
    page.find("#typical").click()
    page.settle()
    typical = typical_of(tmp_path / "main.f")
    expected = prediction_of(tmp_path / "main.f", get_machine("sparc2"), **typical)
    assert same(page.numbers()["total"], expected.total)
    assert page.numbers()["coverage"]["default"] > 0.99
    assert page.find("#total").text == example
    assert page.find("#example").text == "with 3 typical values"
    assert "defaults" in page.find("#coverage-list").text
    assert not page.find("#typical").is_enabled()
    before = page.numbers()["total"]
    page.slide(TRIPS, RIGHT * 40)
    page.settle()
    assert page.numbers()["total"] > before
    page.find("#reset").click()
    page.settle()
    assert page.numbers()["total"] is None


def test_what_matters_comes_first_and_the_rest_is_folded(page: Page, tmp_path: Path):
    target = tmp_path / "md1.html"
    options = ("--machine", "sparc2", "--no-config")
    command = ("analyze", CORPUS / "md1" / "md1.f", *options)
    assert sad(*command, "--format", "html", "-o", target).code == 0
    page.open(target)
    assert "grows as" in page.find("#total").text
    for form in ("#inputs", "#open-rows"):
        assert page.run(f"return document.querySelectorAll('{form} > .argument').length") == 5
    rows = each(page, "#open-rows .argument", "dataset.argument")
    text = sad(*command).out
    section = text.split("what only a run can tell, by influence")[1].splitlines()[1:5]
    aliases = each(page, "#open-rows > .argument label", "textContent")
    assert aliases[:4] == [line.split()[0] for line in section]
    prediction = prediction_of(CORPUS / "md1" / "md1.f", get_machine("sparc2"))
    places = Answer(View(prediction)).spots[:4]
    shares = each(page, "#hottest tbody tr", "cells[0].dataset.value")
    assert [float(share) for share in shares[:4]] == pytest.approx(
        [place.share for place in places], rel=1e-9
    )
    assert each(page, "#hottest tbody tr", "cells[2].textContent")[:4] == [
        str(place.line) for place in places
    ]
    assert len(rows) == len(set(rows)) == 38
    folded = page.find("#open-rows details summary").text
    assert folded.startswith("33 more, each governs ")
    assert not page.find("#bar").is_displayed()
    page.run("document.getElementById('typical').scrollIntoView({block: 'center'})")
    page.find("#typical").click()
    page.settle()
    assert page.find("#bar-total").text == page.find("#total").text != ""
    assert page.complaints() == []


def test_a_file_of_parameters_is_taken_over(page: Page, tmp_path: Path):
    page.open(report(tmp_path, RELAX, "--machine", "sparc2"))
    file = tmp_path / "relax.params.yaml"
    exported = sad("params", "export", tmp_path / "main.f", "-o", file)
    assert exported.code == 0
    given = {"RELAX.N": "50", TRIPS: "7.5", PROB: "0.25"}
    text = file.read_text()
    for name, value in given.items():
        before, after = text.split(f"  {name}:\n")
        text = f"{before}  {name}:\n{after.replace('    value:', f'    value: {value}', 1)}"
    file.write_text(f'{text}  OTHER.trips@do1:\n    value: "3"\n')
    page.find("#params-file").send_keys(str(file))
    wait_for(page, "taken")
    said = page.find("#dropped").text
    assert said == "relax.params.yaml: 3 values taken; nothing here is called OTHER.trips@do1"
    expected = prediction_of(tmp_path / "main.f", get_machine("sparc2"), **given)
    assert expected.total is not None
    assert same(page.numbers()["total"], expected.total)
    assert page.run("return document.querySelector('#coverage-bar .profiled').dataset.value") != "0"


DROP = """
const data = new DataTransfer();
data.items.add(new File([arguments[1]], arguments[0]));
const how = {dataTransfer: data, bubbles: true, cancelable: true};
document.body.dispatchEvent(new DragEvent("drop", how));
"""


def test_files_can_be_dropped_and_say_what_they_lack(page: Page, tmp_path: Path):
    page.open(report(tmp_path, RELAX, "--machine", "sparc2"))
    text = (
        'parameters:\n  X1: {value: 3}\n  N: 12\n  "P1":\n    value: lognormal(1, 2)  # a guess\n'
    )
    page.run(DROP, "mine.yaml", text.replace("{value: 3}", "4"))
    wait_for(page, "mine.yaml")
    assert page.find("#dropped").text.startswith("mine.yaml: 2 values taken; P1 is no number")
    assert (page.argument(TRIPS), page.argument("RELAX.N"), page.argument(PROB)) == (4, 12, None)
    page.run(DROP, "mine.json", '{"parameters": {"P1": {"value": 0.5}}}')
    wait_for(page, "mine.json")
    assert page.argument(PROB) == 0.5
    page.run(DROP, "broken.json", "{")
    wait_for(page, "broken.json cannot be read")
    assert page.complaints() == []


def wait_for(page: Page, text: str) -> None:
    for _ in range(200):
        if text in page.find("#dropped").text:
            return page.settle()
        page.run("return new Promise((done) => setTimeout(done, 10))")
    raise AssertionError(page.find("#dropped").text)


def test_calls_of_unknown_cost_have_no_part_in_the_law(page: Page, tmp_path: Path):
    page.open(report(tmp_path, CALLING, "--machine", "sparc2"))
    assert "".join(page.find("#total").text.split()) == "growsasN"
    assert "calls of OUTER" in page.find("#missing").text
    said = sad("analyze", tmp_path / "main.f", "--machine", "sparc2").out
    assert "time grows as N\n" in said


def test_calls_of_unknown_cost_leave_a_bound(page: Page, tmp_path: Path):
    page.open(report(tmp_path, CALLING, "--machine", "sparc2", "--set", "N=1000"))
    known = prediction_of(tmp_path / "main.f", get_machine("sparc2"), N=1000).known
    assert known is not None
    assert page.find("#total").text.startswith("at least ")
    assert "calls of OUTER" in page.find("#missing").text
    page.find("#missing button").click()
    page.driver.switch_to.active_element.send_keys("0.5\ue007")
    page.settle()
    assert page.numbers()["total"] == pytest.approx(known + 0.5, rel=1e-9)
    assert page.find("#missing").text == ""


@pytest.mark.parametrize("source", [RELAX, CALLING])
def test_narrow_pages_do_not_stick_out(narrow: Page, tmp_path: Path, source: str):
    narrow.open(report(tmp_path, source, "--machine", "sparc2"))
    narrow.run("for (const box of document.querySelectorAll('details')) box.open = true")
    narrow.settle()
    assert narrow.run("return document.documentElement.scrollWidth") <= 400


def test_md1_is_readable_on_a_narrow_screen(narrow: Page, tmp_path: Path):
    target = tmp_path / "md1.html"
    options = ("--machine", "sparc2", "--format", "html", "-o", target)
    assert sad("analyze", CORPUS / "md1" / "md1.f", *options).code == 0
    narrow.open(target)
    assert narrow.run("return document.documentElement.scrollWidth") <= 400
    narrow.run("for (const box of document.querySelectorAll('details')) box.open = true")
    narrow.settle()
    assert narrow.run("return document.documentElement.scrollWidth") <= 400
    assert narrow.complaints() == []


CONTRAST = """
const level = (text) => {
    const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => Number(part) / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const page = level(getComputedStyle(document.body).backgroundColor);
return [...document.querySelectorAll(arguments[0])].map((element) => {
    const style = getComputedStyle(element);
    const own = level(element.closest("svg") ? style.fill : style.color);
    return (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05);
});
"""
TICKS = "#curve svg .role-axis-label text"
TEXTS = f"#total, #example, .soft, .about, .argument label, #hottest td, {TICKS}"


def test_a_dark_page_has_light_text(dark: Page, tmp_path: Path):
    dark.open(report(tmp_path, RELAX, "--machine", "sparc2"))
    ground = dark.run("return getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", ground)[:3])) < 60
    found = dark.run(CONTRAST, TEXTS)
    assert len(found) > 15
    assert min(found) >= 4.5
    dark.find("#theme").click()
    dark.settle()
    assert min(dark.run(CONTRAST, TEXTS)) >= 4.5
    assert dark.complaints() == []


def test_nothing_open_is_shown_in_red(page: Page, tmp_path: Path):
    page.open(report(tmp_path, RELAX, "--machine", "sparc2"))
    color = "return getComputedStyle(document.querySelector(arguments[0])).borderColor"
    assert page.run(color, ".argument input[type=number]") == page.run(color, "#reset")
    assert page.find("#warnings").text == ""


def test_ticks_have_si_prefixes(page: Page, tmp_path: Path):
    page.open(report(tmp_path, RELAX, "--machine", "sparc2", "--set", f"{TRIPS}=2"))
    ticks = each(page, TICKS, "textContent")
    assert any(re.fullmatch(r"\d+ k", tick) for tick in ticks)
    assert any(re.fullmatch(r"\d+ (m|µ)?s", tick) for tick in ticks)
    assert not any(re.search(r"e-?\d|us", tick) for tick in ticks)


def test_microseconds_have_one_spelling():
    assert micro("3.2 us to 4 us; bus, 12 users") == "3.2 µs to 4 µs; bus, 12 users"
