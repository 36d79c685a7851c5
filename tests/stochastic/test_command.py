"""``sad solve`` as a user has it: text, JSON, CSV, curves, comparison, errors."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import pytest

from tests.support.command import sad
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

REPAIR = "corpus/stochastic/repair.qn.yaml"
CENTRE = "corpus/stochastic/centre_a.qn.yaml"
SERVER = "corpus/stochastic/server.qn.yaml"
PARTS = "corpus/stochastic/io.qn.yaml"
CLASSES = "corpus/stochastic/classes.qn.yaml"


@pytest.mark.parametrize("arguments", [(REPAIR,), (CENTRE, "--states"), (CLASSES, REPAIR)])
def test_json_keeps_to_its_schema(arguments: tuple[str, ...]):
    value = json.loads(sad("solve", *arguments, "--format", "json").out)
    validate(value, "sad-solve-1")
    assert [item["file"] for item in value["models"]] == [
        text for text in arguments if text.endswith(".yaml")
    ]


def test_csv_has_every_number_of_the_json():
    value = json.loads(sad("solve", CENTRE, "--states", "--format", "json").out)
    (model,) = value["models"]
    known = {("", item["name"]): item["value"] for item in model["measures"]}
    for table in model["tables"]:
        for part in table["parts"]:
            for column, number in zip(table["columns"], part["values"], strict=True):
                known[part["name"], column["name"]] = number
    rows = list(
        csv.DictReader(io.StringIO(sad("solve", CENTRE, "--states", "--format", "csv").out))
    )
    assert {(row["part"], row["measure"]): float(row["value"]) for row in rows} == known


def test_the_page_has_every_row_of_the_text_and_loads_nothing():
    page = sad("solve", CENTRE, CLASSES, "--states", "--format", "html").out
    root = Xml.fromstring(page.partition("<body>")[2].partition("</body>")[0].join(("<b>", "</b>")))
    rows = [[*row.itertext()] for row in root.iter("tr")]
    text = sad("solve", CENTRE, CLASSES, "--states").out
    for name in ("throughput", "response", "cpu", "disk", "batch", "4"):
        (first, *_) = [row for row in rows if row[0] == name]
        (line, *_) = [line for line in text.splitlines() if line.split()[:1] == [name]]
        for word in "".join(first[1:]).replace("µs", "us").split():
            assert word in line.split()
    assert "default-src 'none'" in page
    assert "<script" not in page


def test_curves_have_the_values_of_single_points():
    table = json.loads(sad("solve", REPAIR, "--vary", "N=1,7,20", "--format", "json").out)
    validate(table, "sad-sweep-1")
    columns = {item["quantity"]: item["values"] for item in table["columns"]}
    for place, jobs in enumerate((1, 7, 20)):
        value = json.loads(sad("solve", REPAIR, "--set", f"N={jobs}", "--format", "json").out)
        for item in value["models"][0]["measures"]:
            if item["name"] in ("throughput", "response", "jobs"):
                assert columns[f"measure:{item['name']}"][place] == item["value"]


def test_several_models_have_a_column_each(tmp_path: Path):
    faster = tmp_path / "faster.qn.yaml"
    faster.write_text("schema: 1\nparameters: {N: 1}\nstations: {a: {mean_s: 0.001}}\njobs: N\n")
    lines = sad("solve", REPAIR, str(faster), "--vary", "N=1:3", "--format", "csv").out.split("\n")
    assert lines[0] == "N,repair [s],faster [s]"
    text = sad("solve", REPAIR, str(faster), "--compare").out
    assert text.splitlines()[-1].startswith("faster.qn.yaml")


def test_curves_have_a_gap_where_a_station_is_not_stable():
    found = sad("solve", SERVER, "--vary", "lambda=30:50:10", "--format", "json")
    assert found.code == 0
    assert found.err.count("SAD985") == 1
    assert "data is not stable: rho = 1 at lambda = 40" in found.err
    for column in json.loads(found.out)["columns"]:
        assert [value is None for value in column["values"]] == [False, True, True]
    found = sad("solve", SERVER, "--vary", "lambda=40:50:10")
    assert "error[SAD850]" in found.err


def test_a_part_takes_values_of_the_whole():
    first = json.loads(sad("solve", PARTS, "--format", "json").out)["models"][0]
    assert first["measures"][0]["value"] == pytest.approx(0.920254, abs=5e-7)
    slow = sad("solve", PARTS, "--set", "controller_s=3", "--format", "json").out
    assert json.loads(slow)["models"][0]["measures"][0]["value"] < 1 / 3


def test_text_fits_eighty_columns():
    for model in (REPAIR, CENTRE, CLASSES, SERVER, PARTS):
        text = sad("solve", model, "--width", "80").out
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((REPAIR, "--plot", "a.svg"), "SAD502"),
        ((REPAIR, "--quantity", "jobs"), "SAD502"),
        ((REPAIR, "--vary", "N=1:3", "--quantity", "job"), "did you mean jobs?"),
        ((REPAIR, "--set", "M=1"), "SAD501"),
        ((REPAIR, "--vary", "M=1:3"), "SAD501"),
        ((REPAIR, "--set", "N=1/0"), "SAD502"),
        ((REPAIR, "--compare", "--format", "csv"), "SAD502"),
        ((REPAIR, "--vary", "N=1:3", "--format", "html"), "SAD502"),
        (("corpus/stochastic/README.md",), "SAD982"),
    ],
)
def test_what_cannot_be_is_told(arguments: tuple[str, ...], message: str):
    found = sad("solve", *arguments)
    assert message in found.err
    assert found.out == ""
    assert found.code in (2, 3)
