"""Networks as files of JMVA, the solver of the Java Modelling Tools; qnsolver of LQNS reads them too.

A station with several servers, or a rate by load, is one with a service time for each number of jobs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from sad.diagnostics import input_error
from sad.stochastic.queueing.solve import is_product_form, network_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.stochastic.queueing.network import JobClass, Network, Station
    from sad.stochastic.queueing.read import NetworkModel

_SCHEMA = {
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:noNamespaceSchemaLocation": "JMTmodel.xsd",
}


def write(model: NetworkModel, given: Mapping[str, str]) -> str:
    """Return a network as XML; raises SAD988 for what JMVA has no words for, and as ``bind``."""
    network = network_of(model, model.parameters.values(given))
    _check(network)
    root = Xml.Element("model", _SCHEMA)
    parameters = Xml.SubElement(root, "parameters")
    names = [of.name or "jobs" for of in network.classes]
    classes = Xml.SubElement(parameters, "classes", {"number": str(len(names))})
    for name, of in zip(names, network.classes, strict=True):
        if of.jobs is None:
            Xml.SubElement(classes, "openclass", {"name": name, "rate": repr(of.rate)})
        else:
            Xml.SubElement(classes, "closedclass", {"name": name, "population": str(of.jobs)})
    stations = Xml.SubElement(parameters, "stations", {"number": str(len(network.stations))})
    for place, item in enumerate(network.stations):
        _add_station(stations, network, place, item, names)
    references = Xml.SubElement(parameters, "ReferenceStation", {"number": str(len(names))})
    for name, of in zip(names, network.classes, strict=True):
        station = "Arrival Process" if of.jobs is None else _reference(network, of)
        Xml.SubElement(references, "Class", {"name": name, "refStation": station})
    solver = Xml.SubElement(root, "algParams")
    method = {"name": "MVA", "tolerance": "1.0E-7", "maxSamples": "10000"}
    Xml.SubElement(solver, "algType", method)
    Xml.SubElement(solver, "compareAlgs", {"value": "false"})
    Xml.indent(root, " ")
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    return f"{head}{Xml.tostring(root, encoding='unicode')}\n"


def _check(network: Network) -> None:
    if not is_product_form(network) or network.capacity is not None:
        message = "JMVA has no capacity, no tokens and no choice of a queue"
        raise input_error("SAD988", message, network.span, "leave them out")
    is_open = any(of.jobs is None for of in network.classes)
    for item in network.stations:
        if item.rates and is_open:
            message = f"{item.name}: JMVA has rates by load in closed networks only"
            raise input_error("SAD988", message, item.span, "a constant rate")
        if not item.is_plain and len(network.classes) > 1:
            message = f"{item.name}: several classes at several servers or rates by load"
            raise input_error("SAD988", message, item.span, "one class, or one server")


def _add_station(
    stations: Xml.Element, network: Network, place: int, item: Station, names: Sequence[str]
) -> None:
    jobs = sum(of.jobs or 0 for of in network.classes)
    by_load = not item.is_plain and jobs > 0
    if item.is_delay:
        station = Xml.SubElement(stations, "delaystation", {"name": item.name})
    else:
        kind = "ldstation" if by_load else "listation"
        servers = "1" if by_load else str(item.servers)
        station = Xml.SubElement(stations, kind, {"name": item.name, "servers": servers})
    times, visits = Xml.SubElement(station, "servicetimes"), Xml.SubElement(station, "visits")
    for of, (name, own) in enumerate(zip(names, network.classes, strict=True)):
        tag = "servicetimes" if by_load else "servicetime"
        time = Xml.SubElement(times, tag, {"customerclass": name})
        time.text = (
            ";".join(repr(1 / item.rate(count)) for count in range(1, jobs + 1))
            if by_load
            else repr(item.times[of])
        )
        Xml.SubElement(visits, "visit", {"customerclass": name}).text = repr(own.visits[place])


def _reference(network: Network, of: JobClass) -> str:
    """A station that a job comes to once in a cycle, the first one that is a delay if there is."""
    places = sorted(
        range(len(network.stations)),
        key=lambda place: (abs(of.visits[place] - 1) > 1e-9, not network.stations[place].is_delay),
    )
    return network.stations[places[0]].name
