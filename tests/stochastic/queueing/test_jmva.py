"""Files for JMVA: solved again from what is in them, they give the same throughput."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import pytest

from sad.diagnostics import SadError
from sad.stochastic.exports import exported
from sad.stochastic.queueing.mva import class_means
from tests.stochastic.queueing.models import MODELS, of_file, of_text


def written(name: str, **given: str) -> Xml.Element:
    return Xml.fromstring(exported(str(MODELS / f"{name}.qn.yaml"), "jmva", given))


def needs(root: Xml.Element, of: str, kind: str) -> list[float]:
    """The demands of a class at the stations of a kind [s]."""
    found: list[float] = []
    for station in root.iter(kind):
        (time,) = [item for item in station.iter("servicetime") if item.get("customerclass") == of]
        (visits,) = [item for item in station.iter("visit") if item.get("customerclass") == of]
        found.append(float(time.text or "") * float(visits.text or ""))
    return found


@pytest.mark.parametrize("name", ["repair", "classes"])
def test_a_closed_network_is_all_in_the_file(name: str):
    root = written(name)
    classes = list(root.iter("closedclass"))
    names = [item.get("name", "") for item in classes]
    jobs = [int(item.get("population", "")) for item in classes]
    found = class_means(
        [needs(root, of, "listation") for of in names],
        [sum(needs(root, of, "delaystation")) for of in names],
        jobs,
    )
    assert sum(found.throughputs) == pytest.approx(of_file(name)["throughput"], rel=1e-12)
    stations = {item.get("name") for item in root.find("parameters/stations") or ()}
    assert {item.get("refStation") for item in root.iter("Class")} <= stations
    numbers = [(item.tag, item.get("number"), str(len(item))) for item in root.iter()]
    assert all(said == counted for _, said, counted in numbers if said is not None)


def test_a_rate_by_load_has_a_time_for_each_number_of_jobs():
    root = written("four_users", users="6")
    (station,) = root.iter("ldstation")
    (times,) = station.findall("servicetimes/servicetimes")
    rates = ", ".join(f"1/{text}" for text in (times.text or "").split(";"))
    assert len((times.text or "").split(";")) == 6
    text = f"""\
schema: 1
stations: {{a: {{kind: delay, mean_s: 2}}, b: {{rates_per_s: [{rates}]}}}}
jobs: 6
"""
    known = of_file("four_users", users="6")["throughput"]
    assert of_text(text)["throughput"] == pytest.approx(known, rel=1e-12)


def test_an_open_network_keeps_its_servers_and_its_rate():
    root = written("server")
    assert [item.get("servers") for item in root.iter("listation")] == ["1", "2", "1"]
    assert [item.get("rate") for item in root.iter("openclass")] == ["20.0"]


@pytest.mark.parametrize("name", ["centre_a", "links", "next"])
def test_what_has_no_product_form_is_not_written(name: str):
    with pytest.raises(SadError, match="SAD988"):
        written(name)
