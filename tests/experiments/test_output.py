"""Tables as text, CSV, JSON, frames and pictures; on a terminal with rich."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from xml.etree import ElementTree

import jsonschema
import pytest

import sad as library
from sad.experiments import sweep_output, sweep_plot
from tests.support.command import sad
from tests.support.schemas import validate

GRID = ("solve.f", "--vary", "N=10:30:10", "--vary", "P1=0,0.5", "--set", "X1=4")
TIMES = (*GRID, "--machine", "sparc2", "--machine", "t3d")


class Terminal(io.StringIO):
    """A stream that says it is a sweep_output."""

    def isatty(self):
        return True


def test_plain_text_is_aligned_and_complete():
    lines = sad("sweep", *TIMES).out.splitlines()
    assert lines[0] == "SOLVE: solve.f"
    assert lines[2] == "at X1 = 4"
    table = [line.split("  ") for line in lines[4:]]
    assert len(table) == 7
    assert len({len(line) for line in lines[4:]}) == 1
    assert lines[4].split() == ["N", "P1", "sparc2", "t3d"]


def test_csv_and_json_have_the_same_numbers():
    rows = list(csv.reader(io.StringIO(sad("sweep", *TIMES, "--format", "csv").out)))
    report = json.loads(sad("sweep", *TIMES, "--format", "json").out)
    validate(report, "sad-sweep-1")
    assert rows[0] == ["N", "P1", "sparc2 [s]", "t3d [s]"]
    assert [row[:2] for row in rows[1:]] == [
        [n, p] for n in ("10", "20", "30") for p in ("0", "0.5")
    ]
    for place, column in enumerate(report["columns"]):
        assert [float(row[2 + place]) for row in rows[1:]] == column["values"]


def test_comparisons_keep_to_their_schema_and_it_notices_changes(tmp_path):
    out = tmp_path / "out.json"
    arguments = ["--vary", "N=1:100:log3", "--machine", "sparc2", "--format", "json", "-o", out]
    assert sad("compare", "direct.f", "table.f", *arguments).out == ""
    report = json.loads(out.read_text())
    validate(report, "sad-compare-1")
    assert report["comparisons"][0]["crossings"]
    del report["comparisons"][0]["crossings"][0]["above"]
    with pytest.raises(jsonschema.ValidationError):
        validate(report, "sad-compare-1")


def test_pictures_are_drawn_the_same_each_time(tmp_path):
    for name in ("a.png", "a.svg", "b.svg", "a.pdf"):
        assert sad("sweep", *TIMES, "--plot", name, "--log", "x,y").code == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    drawn = ElementTree.parse(tmp_path / "a.svg")
    lines = [item for item in drawn.iter() if re.fullmatch(r"line2d_\d+", item.get("id", ""))]
    assert len(lines) > 4


def test_lines_of_a_picture_have_the_values_of_the_table():
    from matplotlib.figure import Figure

    model = library.analyze("solve.f", values={"X1": 4})
    sweep = model.sweep({"N": [10, 20, 30], "P1": ["0", "0.5"]}, machines=["sparc2", "t3d"])
    axes = Figure().subplots()
    sweep.plot(log="y").draw(axes)
    lines = {line.get_label(): list(line.get_ydata()) for line in axes.get_lines()}
    assert lines == {
        f"{name}, P1 = {p}": list(sweep[name][start::2])
        for name in ("sparc2", "t3d")
        for start, p in enumerate(("0", "0.5"))
    }
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--vary", "N=0:3", "--plot", "a.png", "--log", "x"], "no logarithm"),
        (["--vary", "N=1:60", "--vary", "X1=1:60", "--plot", "a.png"], "60 lines are too many"),
        (["--vary", "N=1:3", "--plot", "nowhere/a.png"], "error[SAD111]"),
        (["--vary", "N=1:3", "--plot", "a"], "no picture format"),
    ],
)
def test_pictures_that_cannot_be_leave_nothing_behind(tmp_path, arguments, said):
    before = sorted(tmp_path.iterdir())
    given = ["--set", "P1=0.5"] + (["--set", "X1=2"] if "X1=1:60" not in arguments else [])
    result = sad("sweep", "solve.f", *arguments, *given, "--quantity", "operations")
    assert result.code in (2, 3)
    assert result.out == ""
    assert said in result.err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("log", "scales"),
    [(None, ("log", "log")), ("none", ("linear", "linear")), ("y", ("linear", "log"))],
)
def test_scales_of_a_picture_follow_the_range_or_the_option(monkeypatch, log, scales):

    found = []
    monkeypatch.setattr(sweep_plot, "saved", lambda figure, _: found.append(figure) or b"")
    values = ("--vary", "N=10:1000:log20", "--set", "P1=0.5", "--set", "X1=4")
    option = () if log is None else ("--log", log)
    assert sad("sweep", "solve.f", *values, *option, "--plot", "a.png").code == 0
    (axes,) = found[0].axes
    assert (axes.get_xscale(), axes.get_yscale()) == scales


@pytest.mark.parametrize(
    ("package", "extra"), [("matplotlib", "plot"), ("pandas", "frames"), ("xarray", "frames")]
)
def test_what_is_not_installed_is_named_with_the_way_to_get_it(monkeypatch, package, extra):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setitem(sys.modules, f"{package}.figure", None)
    sweep = library.analyze("direct.f").sweep({"N": [1, 2]})
    calls = {"matplotlib": sweep.plot().save, "pandas": sweep.to_pandas, "xarray": sweep.to_xarray}
    with pytest.raises(library.SadError, match="SAD854") as caught:
        calls[package](*(["a.png"] if package == "matplotlib" else []))
    assert f"pip install 'f2sad[{extra}]'" in caught.value.diagnostic.hint


def test_frames_have_the_values_of_the_table():
    model = library.analyze("solve.f", values={"X1": 4})
    sweep = model.sweep({"N": [10, 20, 30], "P1": [0, 0.5]}, machines=["sparc2", "t3d"])
    frame = sweep.to_pandas()
    assert list(frame.index.names) == ["N", "P1"]
    assert frame.attrs["units"] == {"sparc2": "s", "t3d": "s"}
    labelled = sweep.to_xarray()
    assert dict(labelled.sizes) == {"N": 3, "P1": 2}
    for number, (n, p) in enumerate((n, p) for n in (10, 20, 30) for p in (0, 0.5)):
        assert frame.loc[(n, p), "t3d"] == sweep["t3d"][number]
        assert float(labelled["t3d"].sel(N=n, P1=p)) == sweep["t3d"][number]


def test_a_terminal_gets_the_same_cells_from_rich(monkeypatch):
    screen = Terminal()
    monkeypatch.setenv("COLUMNS", "100")
    plain = sad("sweep", *TIMES).out
    sweep = library.analyze("solve.f", values={"X1": 4}).sweep(
        {"N": "10:30:10", "P1": "0,0.5"}, machines=["sparc2", "t3d"]
    )
    sweep_output.print_table(sweep._table, screen)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert "\x1b[" in screen.getvalue()
    assert [w for w in shown.split() if not set(w) <= {"─", "━"}] == plain.split()
