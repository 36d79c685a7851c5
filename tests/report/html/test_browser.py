"""Reports in a real browser: every number against the evaluator in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sad.machine.database import get_machine
from tests.report.html.pages import report
from tests.report.html.reference import check_page, same
from tests.support.command import CORPUS, sad
from tests.support.model import prediction_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.report.html.chromium import Page

RIGHT, LEFT, PAGE_UP, HOME, END = "\ue014", "\ue012", "\ue00e", "\ue011", "\ue010"
PROGRAM = """\
      PROGRAM P
      READ *, N, M
      X = 0.0
      DO 20 I = 1, N
         DO 10 J = I, M/2
   10    X = X + 1.0/J
         IF (X .GT. 2.0) THEN
            CALL WORK (N - I, X)
         ELSE
            CALL OUTER (X)
         END IF
   20 CONTINUE
   30 X = X/3.0
      IF (X .GT. 0.1) GOTO 30
      END
      SUBROUTINE WORK (K, X)
      DO 40 L = 1, K
      DO 40 LL = 1, L*L, 3
   40 X = SQRT(X + L)
      END
"""
PROB, TRIPS = "P.prob@do20.if1", "P.trips@goto30"


def test_a_page_shows_what_python_computes(page: Page, tmp_path: Path):
    target = report(tmp_path, PROGRAM, "--machine", "sparc2", "--also-machine", "t3e")
    page.open(target)
    sparc, other = get_machine("sparc2"), get_machine("t3e")
    source = tmp_path / "main.f"

    check_page(page.numbers(), prediction_of(source, sparc))  # nothing is set, nothing is guessed
    assert page.numbers()["total"] is None
    assert page.find("#total").text.startswith("grows as")

    values: dict[str, Any] = {"N": 40, "M": 301, PROB: 0.3, TRIPS: 7.5, "OUTER.seconds": 2e-4}
    for name, value in values.items():
        page.type(next(s for s in symbols(page) if s.endswith(name)), str(value))
    page.settle()
    check_page(page.numbers(), prediction_of(source, sparc, **values))

    first = page.numbers()["total"]
    page.slide("P.N", RIGHT * 30)
    page.settle()
    moved = page.argument("P.N")
    assert moved is not None
    assert moved > 40
    assert moved == int(moved)
    values["N"] = int(moved)
    after = page.numbers()
    check_page(after, prediction_of(source, sparc, **values))
    assert after["total"] > first

    page.choose("machine", 1)
    page.settle()
    expected = prediction_of(source, other, **values)
    check_page(page.numbers(), expected)
    assert not same(expected.total, after["total"])

    page.find(f'.argument[data-argument="{TRIPS}"] .unset').click()
    page.settle()
    del values[TRIPS]
    check_page(page.numbers(), prediction_of(source, other, **values))
    assert page.complaints() == []


def symbols(page: Page) -> list[str]:
    return page.run(
        "return [...document.querySelectorAll('.argument')].map((row) => row.dataset.argument)"
    )


def test_curves_are_the_totals_of_all_machines(page: Page, tmp_path: Path):
    options = ("--set", "M=301", "--set", "N=40", "--set", f"{PROB}=0.3", "--set", f"{TRIPS}=7")
    options += ("--set", "OUTER.seconds=0.0002", "--machine", "sparc2", "--also-machine", "t3e")
    page.open(report(tmp_path, PROGRAM, *options))
    points = page.numbers()["curve"]
    assert len(points) > 40
    machines = [get_machine("sparc2"), get_machine("t3e")]
    name = page.find("#curve-argument option:checked").text
    for x, *totals in (points[0], points[20], points[-1]):
        given = {"M": 301, "N": 40, PROB: 0.3, TRIPS: 7, "OUTER.seconds": 0.0002, name: int(x)}
        for total, machine in zip(totals, machines, strict=True):
            assert same(total, prediction_of(tmp_path / "main.f", machine, **given).total)
    assert page.run("return document.querySelectorAll('#curve svg .mark-line path').length") == 2
    assert page.run("return document.querySelectorAll('#icicle svg .mark-rect path').length") > 4
    assert page.complaints() == []


def test_sliders_work_from_the_keyboard(page: Page, tmp_path: Path):
    page.open(report(tmp_path, PROGRAM, "--set", "N=10", "--set", "M=20"))
    slider = page.find('.argument[data-argument="P.N"] input[type=range]')
    page.run(
        "document.querySelector('.argument[data-argument=\"P.N\"] input[type=number]').focus()"
    )
    active = "return document.activeElement === arguments[0]"
    page.driver.switch_to.active_element.send_keys("\ue004\ue004")  # past the button that unsets
    assert page.run(active, slider)
    outline = page.run("return getComputedStyle(arguments[0]).outlineStyle", slider)
    assert outline == "solid"
    before = page.argument("P.N")
    for keys, change in ((RIGHT, 1), (LEFT, 0), (RIGHT * 3, 3)):  # one step is one, though rounded
        slider.send_keys(keys)
        assert page.argument("P.N") == (before or 0) + change
    slider.send_keys(END)
    assert page.argument("P.N") == 10000
    assert slider.get_attribute("aria-valuetext") == "10000"
    page.slide(PROB, RIGHT)  # not set before: from the typical value on
    assert page.argument(PROB) == 0.501
    assert page.complaints() == []


def test_units_of_a_library_by_themselves(page: Page, tmp_path: Path):
    library = "      SUBROUTINE ONE (N, X)\n      DO 5 I = 1, N\n    5 X = X + 1.0\n      END\n"
    library += "      SUBROUTINE TWO (N, M, X)\n      DO 6 I = 1, N\n      DO 6 J = 1, M\n"
    library += "      IF (X .GT. 1.0) X = X/2.0\n    6 CONTINUE\n      END\n"
    page.open(report(tmp_path, library, "--machine", "sparc2"))
    assert page.find("#unit option:checked").text == "TWO"  # it takes most, with typical values
    order = (
        "return [...document.querySelectorAll('#units tbody tr')].map((row) => row.dataset.unit)"
    )
    assert page.run(order) == ["TWO", "ONE"]
    assert "M" in page.find("#formula").text
    given = {"TWO.N": 12, "TWO.M": 5, "TWO.prob@do6.do6.if1": 0.25}
    for symbol, value in given.items():
        page.type(symbol, str(value))
    page.settle()
    source, machine = tmp_path / "main.f", get_machine("sparc2")
    expected = prediction_of(source, machine, **given)
    check_page(page.numbers(), expected, "TWO")
    assert expected.total is None
    page.choose("unit", 0)
    page.settle()
    assert page.numbers()["total"] is None  # ONE.N is another N, which nobody has set
    assert "M" not in page.find("#formula").text
    visible = (
        "return [...document.querySelectorAll('.argument')].filter((row) => !row.hidden).length"
    )
    assert page.run(visible) == 1
    page.type("ONE.N", "7")
    page.settle()
    check_page(page.numbers(), prediction_of(source, machine, **{**given, "ONE.N": 7}), "ONE")
    assert page.complaints() == []


def test_md1_follows_its_fitted_parameters(page: Page, tmp_path: Path):
    """Values given as formulas of a size are computed anew when the size moves."""
    target = tmp_path / "step.html"
    options = [f"--set={n}={v}" for n, v in (("MX", 12), ("MY", "MX"), ("MZ", "MX"), ("NNEIB", 13))]
    source, params = CORPUS / "md1" / "md1.f", CORPUS / "md1" / "step.params.yaml"
    arguments = ["analyze", source, "--entry", "STEP", "--machine", "sparc2", "--params", params]
    result = sad(*arguments, *options, "--set", "NPART=15000", "--format", "html", "-o", target)
    assert result.code == 0
    assert min(page.open(target) for _ in range(3)) < 4  # a second on a quiet computer
    for size in (15000, 4000):
        page.type("/SIZES/+0", str(size))
        page.settle()
        expected = prediction(arguments, options, size)
        shown = page.numbers()
        check_page(shown, expected)
    assert page.complaints() == []


def prediction(arguments: list[Any], options: list[str], size: int):
    from sad.cli.common import choice_of, reading_of
    from sad.cli.parser import build_parser
    from sad.loading.prediction import load_prediction

    args = build_parser().parse_args([*map(str, arguments), *options, "--set", f"NPART={size}"])
    return load_prediction(reading_of(args), choice_of(args))[0]


OPTIONS = """\
      SUBROUTINE OPT (UPLO, FLAG, ALPHA, N, X)
      CHARACTER UPLO
      LOGICAL FLAG
      DOUBLE PRECISION ALPHA, X(N)
      IF (ALPHA .EQ. 0.5D0) RETURN
      IF (UPLO .EQ. 'U') THEN
         DO 10 I = 1, N
   10    X(I) = ALPHA*X(I)
      ELSE IF (FLAG) THEN
         DO 20 I = 1, N*N
   20    X(1) = X(1) + 1.0D0
      END IF
      END
"""


def test_options_are_texts_truth_values_and_real_numbers(page: Page, tmp_path: Path):
    page.open(report(tmp_path, OPTIONS, "--machine", "sparc2"))
    page.type("OPT.N", "9")
    totals: set[float] = set()
    for text, truth, number in (("U", "true", "2"), ("L", "true", "0.3"), ("L", "false", "0.5")):
        given = {"UPLO": text, "FLAG": truth, "ALPHA": number}
        for name, value in given.items():
            page.type(f"OPT.{name}", value)
        page.settle()
        expected = prediction_of(tmp_path / "main.f", get_machine("sparc2"), N=9, **given)
        shown = page.numbers()
        check_page(shown, expected)
        totals.add(shown["total"])
    assert len(totals) == 3
    assert page.complaints() == []


LIMITED = """\
      SUBROUTINE FIND (N, A, X)
      DIMENSION A(N)
      DO 10 I = 1, N
         IF (A(I) .EQ. X) GOTO 20
         X = X/2.0
   10 CONTINUE
   20 CONTINUE
      END
"""


def test_values_that_contradict_each_other_are_named(page: Page, tmp_path: Path):
    """What the command line refuses, the page says; curves have no points there."""
    probability = "--set=FIND.prob@do10.if1=0.1"
    page.open(report(tmp_path, LIMITED, "--machine", "sparc2", "--set=N=10", probability))
    page.type("FIND.trips@do10", "12")
    page.settle()
    assert "the loop's bounds allow 10 iterations" in page.find("#warnings").text
    points = page.numbers()["curve"]
    assert {time is None for x, time in points if x > 10.001} == {True}
    assert {time is None for x, time in points if x <= 10.001} == {False}
    page.type("FIND.trips@do10", "8")
    page.settle()
    assert page.find("#warnings").text == ""
    assert page.complaints() == []


def test_times_that_hold_for_one_run_are_called_so(page: Page, tmp_path: Path):
    """Under the throughput model nothing is promised for other values than the page's own."""
    machine = ("--machine", "xeon-emerald-rapids")
    path = tmp_path / "main.f"
    path.write_text(LIMITED)
    target = tmp_path / "report.html"
    options = ("--set=N=50", "--set=FIND.trips@do10=20", "--set=FIND.prob@do10.if1=0.1")
    assert sad("analyze", path, *machine, *options, "--format", "html", "-o", target).code == 0
    page.open(target)
    note = page.find("#machine-note")
    assert "those of the run the page was made for" in note.text
    assert "no prediction" not in note.text
    page.type("FIND.trips@do10", "30")
    page.settle()
    assert "no prediction" in note.text
    assert "block times are held" in page.find("#curve-note").text
    assert sad("analyze", path, *machine, "--format", "html", "-o", target).code == 0
    page.open(target)
    assert "without overlap and without caches" in page.find("#machine-note").text


HOSTILE = """\
      PROGRAM P
C </script><script>window.broken = 1</script> <!-- <img src=x onerror="window.broken=1">
      READ *, N
      DO 10 I = 1, N
   10 PRINT *, '</script><!-- <b>', "&amp; ]]>", I
      IF (N .GT. 0) PRINT *, '<script>window.broken=1</script>'
      END
"""


def test_source_text_is_harmless(page: Page, tmp_path: Path):
    page.open(report(tmp_path, HOSTILE, "--set", "N=5", "--machine", "sparc2"))
    assert page.run("return window.broken") is None
    rows = "[...document.querySelectorAll('table.source tbody tr')]"
    shown = page.run(f"return {rows}.map((row) => row.cells[4].textContent)")
    assert shown == HOSTILE.splitlines()
    check_page(page.numbers(), prediction_of(tmp_path / "main.f", get_machine("sparc2"), N=5))
    assert page.complaints() == []


@pytest.mark.parametrize("width", [400, 700, 1100, 2000])
def test_nothing_sticks_out(page: Page, tmp_path: Path, width: int):
    page.open(report(tmp_path, PROGRAM, "--machine", "sparc2", "--set", "N=40", "--set", "M=3"))
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page.run("dispatchEvent(new Event('resize'))")
        page.settle()
        assert page.run("return document.documentElement.scrollWidth") <= width
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_controls_have_names_and_charts_have_tables(page: Page, tmp_path: Path):
    options = ("--machine", "sparc2", "--defaults", "heuristics", "--set", "N=9", "--set", "M=8")
    page.open(report(tmp_path, PROGRAM, *options))
    nameless = """
        return [...document.querySelectorAll('input, select, button')]
            .filter((element) => !element.labels?.length && !element.getAttribute('aria-label'))
            .filter((element) => !element.textContent.trim()).map((element) => element.outerHTML);"""
    assert page.run(nameless) == []
    ids = page.run("return [...document.querySelectorAll('[id]')].map((element) => element.id)")
    assert len(ids) == len(set(ids))
    page.type("OUTER.seconds", "0.001")
    page.settle()
    for table in ("hottest", "curve-table", "units"):
        assert page.run(f"return document.querySelectorAll('#{table} tbody tr').length") > 0
