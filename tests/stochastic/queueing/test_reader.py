"""What is wrong with a file is one message at its line and column, with a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jsonschema
import pytest
import yaml

from sad.diagnostics import SadError
from sad.stochastic.queueing.read import read
from tests.stochastic.queueing.models import MODELS, of_text
from tests.support.schemas import validate

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "schema: 1\n"
TWO = HEAD + "stations:\n  a: {mean_s: 1}\n  b: {mean_s: 2}\n"
REFUSED = {
    "no schema": ("stations: {a: {mean_s: 1}}\njobs: 2\n", "1:1", "SAD403"),
    "schema 2": ("schema: 2\nstations: {a: {mean_s: 1}}\njobs: 2\n", "1:9", "SAD407"),
    "no stations": (HEAD + "jobs: 2\n", "1:1", "SAD403"),
    "unknown key": (TWO + "jobs: 2\nrouts: {a: b}\n", "6:1", "SAD403"),
    "no service": (HEAD + "stations:\n  a: {servers: 2}\njobs: 2\n", "3:6", "SAD403"),
    "two services": (
        HEAD + "stations:\n  a: {mean_s: 1, rate_per_s: 1}\njobs: 2\n",
        "3:6",
        "SAD403",
    ),
    "out": (HEAD + "stations: {out: {mean_s: 1}}\njobs: 2\n", "2:17", "SAD404"),
    "unknown name": (HEAD + "stations: {a: {mean_s: x}}\njobs: 2\n", "2:24", "SAD980"),
    "no expression": (HEAD + "stations: {a: {mean_s: 1 +}}\njobs: 2\n", "2:24", "SAD980"),
    "division": (HEAD + "stations: {a: {mean_s: 1/0}}\njobs: 2\n", "2:24", "SAD980"),
    "in a circle": (
        HEAD + "parameters: {x: y, y: x}\nstations: {a: {mean_s: x}}\njobs: 2\n",
        "2:23",
        "SAD980",
    ),
    "no value": (
        HEAD + "parameters: {x: null}\nstations: {a: {mean_s: x}}\njobs: 2\n",
        "2:17",
        "SAD980",
    ),
    "time 0": (HEAD + "stations: {a: {mean_s: 0}}\njobs: 2\n", "2:24", "SAD981"),
    "negative rate": (HEAD + "stations: {a: {rate_per_s: -1}}\njobs: 2\n", "2:28", "SAD981"),
    "half a server": (
        HEAD + "stations: {a: {mean_s: 1, servers: 1/2}}\njobs: 2\n",
        "2:36",
        "SAD981",
    ),
    "population 0": (TWO + "jobs: 0\n", "5:7", "SAD981"),
    "probability 2": (TWO + "jobs: 2\nrouting: {a: {b: 2}, b: a}\n", "6:18", "SAD981"),
    "not 1": (TWO + "jobs: 2\nrouting: {a: {b: 0.5, a: 0.4}, b: a}\n", "6:14", "SAD983"),
    "not told": (TWO + "jobs: 2\nrouting: {a: b}\n", "6:10", "SAD983"),
    "no such station": (TWO + "jobs: 2\nrouting: {a: b, b: c}\n", "6:20", "SAD983"),
    "never left": (TWO + "jobs: 2\nrouting: {a: {a: 0.5, b: 0.5}, b: b}\n", "6:35", "SAD983"),
    "never reached": (TWO + "jobs: 2\nrouting: {a: a, b: a}\n", "6:20", "SAD983"),
    "leaves a closed one": (TWO + "jobs: 2\nrouting: {a: b, b: out}\n", "6:20", "SAD983"),
    "no way out": (
        TWO + "arrivals: {rate_per_s: 0.1}\nrouting: {a: b, b: a}\n",
        "6:14",
        "SAD983",
    ),
    "list without shares": (TWO + "jobs: 2\nrouting: {a: [a, b], b: a}\n", "6:14", "SAD983"),
    "neither": (TWO, "1:1", "SAD984"),
    "both": (TWO + "jobs: 1\narrivals: {rate_per_s: 0.1}\n", "1:1", "SAD984"),
    "not stable": (TWO + "arrivals: {rate_per_s: 0.75}\n", "4:6", "SAD985"),
    "jobs of classes": (TWO + "jobs: 2\nclasses: {x: {jobs: 1}}\n", "5:7", "SAD984"),
    "class with the name of a station": (
        HEAD + "stations: {a: {mean_s: 1}}\nclasses: {a: {jobs: 1}, b: {jobs: 1}}\n",
        "3:14",
        "SAD984",
    ),
    "no such class": (
        HEAD + "stations: {a: {mean_s: {y: 1}}}\nclasses: {x: {jobs: 1}}\n",
        "2:28",
        "SAD984",
    ),
    "class without time": (
        HEAD + "stations: {a: {mean_s: {x: 1}}}\nclasses: {x: {jobs: 1}, y: {jobs: 2}}\n",
        "2:24",
        "SAD984",
    ),
    "servers of classes": (
        HEAD
        + "stations:\n  a: {mean_s: 1, servers: 2}\nclasses: {x: {jobs: 100}, y: {jobs: 99}}\n",
        "3:6",
        "SAD986",
    ),
    "way to choose": (TWO + "arrivals: {rate_per_s: 0.1}\nchoose: best\n", "6:9", "SAD404"),
    "closed ones choose": (TWO + "jobs: 2\nchoose: next\n", "6:9", "SAD984"),
    "no part": (
        HEAD + "stations:\n  a: {aggregate: nowhere.qn.yaml}\njobs: 2\n",
        "3:18",
        "SAD101",
    ),
    "itself": (HEAD + "stations:\n  a: {aggregate: model.qn.yaml}\njobs: 2\n", "3:18", "SAD983"),
    "too many": (
        HEAD + "stations:\n  a: {mean_s: 1, servers: 2}\njobs: 30000\n",
        "1:1",
        "SAD987",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_told_at_its_place(name: str):
    text, place, code = REFUSED[name]
    with pytest.raises(SadError) as raised:
        of_text(text)
    found = raised.value.diagnostic
    assert f"{found.span}: {found.code}" == f"model.qn.yaml:{place}: {code}", found.message
    assert found.hint


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.qn.yaml")), ids=lambda path: path.name)
def test_files_that_are_read_keep_to_the_schema(path: Path):
    read(path.read_text(), str(path))
    validate(yaml.safe_load(path.read_text()), "sad-network-1")


@pytest.mark.parametrize("name", REFUSED)
def test_the_schema_refuses_what_the_reader_refuses_for_its_form(name: str):
    text, _, code = REFUSED[name]
    if code in ("SAD403", "SAD404", "SAD407"):
        with pytest.raises(jsonschema.ValidationError):
            validate(yaml.safe_load(text), "sad-network-1")


def test_values_are_expressions_over_parameters():
    text = HEAD + "parameters: {x: 2*y, y: 3}\nstations: {a: {mean_s: x + 1}}\njobs: 1\n"
    assert of_text(text)["throughput"] == pytest.approx(1 / 7)
    assert of_text(text, y="1/2")["throughput"] == pytest.approx(1 / 2)
    assert of_text(text, x="y")["throughput"] == pytest.approx(1 / 4)
    with pytest.raises(SadError, match="SAD501"):
        of_text(text, z="1")
    with pytest.raises(SadError, match="SAD502"):
        of_text(text, x="1 +")


def test_visits_stand_for_routing():
    head = HEAD + "stations:\n  a: {kind: delay, mean_s: 5}\n  b: {mean_s: 0.5}\njobs: 4\n"
    routed = of_text(head + "routing: {a: b, b: {a: 0.25, b: 0.75}}\n")
    assert of_text(head + "visits: {a: 1, b: 4}\n")["throughput"] == pytest.approx(
        routed["throughput"], rel=1e-12
    )


def test_a_cycle_is_counted_at_the_reference():
    head = HEAD + "stations:\n  a: {kind: delay, mean_s: 5}\n  b: {mean_s: 0.5}\njobs: 4\n"
    text = head + "routing: {a: b, b: {a: 0.25, b: 0.75}}\n"
    by_b, by_a = of_text(text + "reference: b\n"), of_text(text)
    assert by_b["throughput"] == pytest.approx(4 * by_a["throughput"], rel=1e-12)
    assert by_b["throughput:b"] == pytest.approx(by_a["throughput:b"], rel=1e-12)


@pytest.mark.parametrize("servers", [1, 2])
def test_a_class_without_jobs_is_not_there(servers: int):
    text = f"{HEAD}parameters: {{n: 0}}\nstations:\n  a: {{kind: delay, mean_s: 5}}\n"
    text += f"  b: {{mean_s: {{x: 0.5, y: 0.9}}, servers: {servers}}}\n"
    found = of_text(text + "classes: {x: {jobs: 4}, y: {jobs: n}}\n")
    alone = of_text(text.replace("{x: 0.5, y: 0.9}", "0.5") + "jobs: 4\n")
    assert found["throughput"] == pytest.approx(alone["throughput"], rel=1e-12)
    assert found["throughput:y"] == 0
    assert "response:y" not in found


def test_a_part_that_leads_back_to_the_file_is_refused(tmp_path: Path):
    (tmp_path / "below").mkdir()
    file = tmp_path / "a.qn.yaml"
    file.write_text(HEAD + "stations: {a: {aggregate: below/../a.qn.yaml}}\njobs: 2\n")
    with pytest.raises(SadError, match="has itself as a part"):
        read(file.read_text(), str(file))
