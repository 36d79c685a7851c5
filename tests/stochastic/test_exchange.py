"""Nets written and read again, files in the manner of other tools, and what PRISM is told."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.stochastic.chains import chain_of, steady_state
from sad.stochastic.nets import drawing, pnml, prism, write
from sad.stochastic.nets.bind import bind
from sad.stochastic.nets.net import ENDLESS, Kind
from sad.stochastic.nets.read import read
from tests.stochastic.nets import CORPUS, corpus, measures, net_from, random_net, solved

NAMES = sorted(path.name.removesuffix(".net.yaml") for path in CORPUS.glob("*.net.yaml"))


def plain(model, given=None):
    found = bind(model, model.parameters.values(given or {}))
    places = [(item.name, item.tokens) for item in found.net.places]
    transitions = [
        (item.name, item.kind, dict(item.takes), dict(item.gives), dict(item.unless), item.servers)
        + ((item.priority,) if item.kind is Kind.IMMEDIATE else ())
        for item in found.net.transitions
    ]
    return found.net.title, places, transitions, [float(speed) for speed in found.speeds]


@pytest.mark.parametrize("name", NAMES)
def test_a_net_written_and_read_is_the_same(name):  # N2
    model = corpus(name)
    again = pnml.read(pnml.write(model, {}), "again.pnml")
    assert plain(again) == plain(model)
    assert measures(solved(again)) == pytest.approx(measures(solved(model)))
    assert pnml.write(again, {}) == pnml.write(model, {})


def test_what_pnml_has_no_words_for_is_kept():
    model = net_from(
        "net: a < b & c\nplaces: {a: 3, b: 0}\ntransitions:\n"
        "  two: {rate_per_s: 1, takes: a, gives: b, servers: 2}\n"
        "  all: {rate_per_s: 2, takes: {b: 2}, gives: {a: 2}, servers: inf}\n"
        "  first: {weight: 3, priority: 4, takes: {a: 9}, unless: {b: 2}}\n"
        "  fixed: {delay_s: 0.25, takes: b, gives: a, unless: {a: 1}}\n"
        "measures: {m: probability(a < 2 and b > 0)}\n"
    )
    again = pnml.read(pnml.write(model, {}), "again.pnml")
    assert plain(again) == plain(model)
    assert again.measures["m"].text() == "probability(a < 2 and b > 0)"


STORM = """<?xml version="1.0"?>
<pnml>
  <net id="net">
    <place id="queue"><initialMarking><value>Default,2</value></initialMarking></place>
    <place id="done"><capacity><value>0</value></capacity></place>
    <transition id="serve">
      <rate><value>0.4</value></rate><timed><value>true</value></timed>
      <infiniteServer><value>true</value></infiniteServer>
    </transition>
    <transition id="again">
      <rate><value>2.0</value></rate><timed><value>false</value></timed>
      <priority><value>3</value></priority>
    </transition>
    <arc id="a1" source="queue" target="serve"><inscription><value>Default,1</value></inscription></arc>
    <arc id="a2" source="serve" target="done"/>
    <arc id="a3" source="done" target="again">
      <inscription><value>Default,2</value></inscription><type value="normal"/></arc>
    <arc id="a4" source="again" target="queue"><inscription><value>2</value></inscription></arc>
    <arc id="a5" source="queue" target="again"><type value="inhibitor"/></arc>
  </net>
</pnml>
"""


def test_a_net_in_the_manner_of_pipe_and_storm():  # N2
    model = pnml.read(STORM, "storm.pnml")
    _, places, (serve, again), speeds = plain(model)
    assert places == [("queue", 2), ("done", 0)]
    assert serve == ("serve", Kind.EXPONENTIAL, {0: 1}, {1: 1}, {}, ENDLESS)
    assert again == ("again", Kind.IMMEDIATE, {1: 2}, {0: 2}, {0: 1}, 1, 3)
    assert speeds == [0.4, 2.0]
    tokens = {part.name: part.values[0] for part in solved(model).tables[0].parts}
    assert tokens["queue"] == pytest.approx(4 / 3)  # two for 1/0.8 s, one for 1/0.4 s


CONTEST = """<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
  <net id="Ring-PT-2" type="http://www.pnml.org/version-2009/grammar/ptnet">
    <name><text>Ring-PT-2</text></name>
    <page id="one">
      <place id="p-1"><name><text>first</text></name>
        <graphics><position x="1" y="2"/></graphics>
        <initialMarking><text>1</text></initialMarking></place>
      <transition id="t.1"><name><text>1go</text></name>
        <toolspecific tool="other" version="1"><delay>7</delay></toolspecific></transition>
      <arc id="x1" source="p-1" target="t.1"/>
      <arc id="x2" source="t.1" target="r2"><inscription><text>1</text></inscription></arc>
      <referencePlace id="r2" ref="p-2"/>
      <page id="inner">
        <place id="p-2"/>
        <transition id="t-1"/>
        <arc id="x3" source="p-2" target="t-1"/>
        <arc id="x4" source="t-1" target="p-1"/>
      </page>
    </page>
  </net>
</pnml>
"""


def test_a_net_of_the_model_checking_contest():  # N2
    model = pnml.read(CONTEST, "ring.pnml")
    title, places, transitions, _ = plain(model)
    assert title == "Ring-PT-2"
    assert places == [("first", 1), ("p_2", 0)]
    assert [item[:4] for item in transitions] == [
        ("t_1", Kind.IMMEDIATE, {0: 1}, {1: 1}),
        ("t_1_", Kind.IMMEDIATE, {1: 1}, {0: 1}),
    ]
    found = solved(model, structure=True)
    assert "No times are told of t_1, t_1_" in found.remarks[-1]
    assert {item.name: item.value for item in found.measures}["live"] == 2


def test_room_in_a_place_stops_what_gives_to_it():
    text = STORM.replace("<capacity><value>0</value>", "<capacity><value>1</value>")
    text = text.replace("Default,2</value></inscription>", "Default,1</value></inscription>")
    _, _, (serve, _), _ = plain(pnml.read(text, "storm.pnml"))
    assert serve[4] == {1: 1}


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("<pnml>", '<!DOCTYPE p [<!ENTITY a "b">]><pnml>', "SAD623", ":2"),
        ("</pnml>", "", "SAD623", ":"),
        ("<pnml>", "<pnml", "SAD623", ":"),
        ('<net id="net">', '<net id="net" type="http://x/symmetricnet">', "SAD624", ":3:3"),
        ("Default,2</value></init", "Red,2</value></init", "SAD624", ":4:"),
        ("Default,2</value></init", "many</value></init", "SAD980", ":4:"),
        ('target="done"/>', 'target="gone"/>', "SAD620", ":"),
        ('target="done"/>', 'target="again"/>', "SAD624", ":"),
        ('"inhibitor"', '"reset"', "SAD624", ":"),
        ("<value>0.4</value>", "<value>fast</value>", "SAD980", ":7:"),
    ],
)
def test_what_is_not_read_is_named_with_its_place(old, new, code, place):
    assert old in STORM
    with pytest.raises(SadError) as caught:
        pnml.read(STORM.replace(old, new, 1), "bad.pnml")
    assert caught.value.diagnostic.code == code
    assert place in str(caught.value.diagnostic.span)


@pytest.mark.parametrize("name", ["random", "common", "next", "shortest", "multiprocessor"])
def test_the_chain_that_is_written_has_the_means_of_the_net(name):
    model = corpus(name)
    head, *rows = prism.write_chain(model, {}).splitlines()
    size, count = map(int, head.split())
    assert len(rows) == count
    arcs = [(int(a), int(b), float(rate)) for a, b, rate in map(str.split, rows)]
    chances = steady_state(chain_of(size, *zip(*arcs, strict=True))).probabilities
    names, *states = prism.write_states(model, {}).splitlines()
    places = names.strip("()").split(",")
    tokens = np.array(
        [[int(n) for n in row.partition(":")[2].strip("()").split(",")] for row in states]
    )
    means = dict(zip(places, chances @ tokens, strict=True))
    known = {part.name: part.values[0] for part in solved(model).tables[0].parts}
    assert means == pytest.approx(known)


def run_module(text):
    """The arcs of a module, by its own variables and commands: a small reader of PRISM's language."""
    start = {
        name: int(value) for name, value in re.findall(r"^  (\w+) : \[.*\] init (\d+);", text, re.M)
    }
    commands = re.findall(r"^  \[\w+\] (.*) -> (.*) : (.*);", text, re.M)
    arcs, waiting = {}, [tuple(start.values())]
    while waiting:
        state = waiting.pop()
        if state in arcs:
            continue
        arcs[state] = []
        values = dict(zip(start, state, strict=True)) | {"min": min, "floor": int}
        for guard, rate, update in commands:
            if eval(guard.replace("&", " and ").replace("true", "True"), {}, values):
                after = dict(zip(start, state, strict=True))
                for name, value in re.findall(r"\((\w+)'=([^)]*)\)", update):
                    after[name] = eval(value, {}, values)
                arcs[state].append((tuple(after.values()), eval(rate, {}, values)))
                waiting.append(tuple(after.values()))
    return arcs


@pytest.mark.parametrize("name", ["tandem", "repair"])
def test_a_module_has_the_chain_of_the_net(name):
    given = {"K": "2"} if name == "tandem" else {"N": "4"}
    arcs = run_module(prism.write(corpus(name), given))
    written = prism.write_chain(corpus(name), given).splitlines()[1:]
    rates = sorted(float(row.split()[2]) for row in written)
    assert sorted(rate for row in arcs.values() for _, rate in row) == pytest.approx(rates)
    states = prism.write_states(corpus(name), given).splitlines()[1:]
    assert len(arcs) == len(states)


def test_a_picture_has_all_places_and_arcs():
    model = corpus("readers")
    text = drawing.write(model, {})
    net = bind(model, model.parameters.values({})).net
    assert text.count("shape=circle") == len(net.places)
    assert text.count("shape=box") == len(net.transitions)
    arcs = sum(len(item.takes) + len(item.gives) + len(item.unless) for item in net.transitions)
    assert text.count("->") == arcs
    assert text.count("odot") == 1


@pytest.mark.parametrize("name", ["readers", "next", "tandem"])
def test_a_drawing_has_all_parts_and_none_on_top_of_another(name):
    model = corpus(name)
    root = ElementTree.fromstring(drawing.write_svg(model, {}))
    net = bind(model, model.parameters.values({})).net
    tag = "{http://www.w3.org/2000/svg}"
    points = [(float(c.get("cx")), float(c.get("cy"))) for c in root.findall(f"{tag}circle")]
    boxes = root.findall(f"{tag}rect")
    assert len(points) == len(net.places)
    assert len(boxes) == len(net.transitions)
    points += [(float(b.get("x")), float(b.get("y")) + 14) for b in boxes]
    assert all(np.hypot(a - c, b - d) > 25 for (a, b), (c, d) in combinations(points, 2))
    arcs = sum(len(item.takes) + len(item.gives) + len(item.unless) for item in net.transitions)
    assert len(root.findall(f"{tag}line")) == arcs
    width, height = (float(root.get(key)) for key in ("width", "height"))
    assert all(0 < x < width and 0 < y < height for x, y in points)


@pytest.mark.parametrize("seed", range(5))
def test_random_nets_written_and_read_are_the_same(seed):
    model = random_net(random.Random(seed), with_delay=bool(seed % 2))
    assert plain(pnml.read(pnml.write(model, {}), "x.pnml")) == plain(model)


def test_rates_are_decimals_for_other_tools():
    text = pnml.write(corpus("random"), {"lambda": "1/3"})
    rates = re.findall(r"<rate><value>([^<]*)</value></rate>", text)
    assert sorted({float(rate) for rate in rates}) == [1 / 6, 1.0]
    assert "<speed>1/6</speed>" in text  # what this tool reads


@pytest.mark.parametrize("name", ["readers", "random", "multiprocessor", "tandem", "repair"])
def test_a_net_written_as_a_file_of_ours_is_the_same(name):
    model = corpus(name)
    again = read(write.write(model, {}), "x.net.yaml")
    assert plain(again) == plain(model)
    assert measures(solved(again)) == pytest.approx(measures(solved(model)))


@pytest.mark.parametrize("seed", range(6))
def test_random_nets_written_as_files_of_ours_are_the_same(seed):
    model = random_net(random.Random(seed), with_delay=bool(seed % 2))
    assert plain(read(write.write(model, {}), "x.net.yaml")) == plain(model)


def test_what_storm_finds_of_a_module_is_what_is_solved(tmp_path: Path):
    stormpy = pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    for name, given in (("repair", {}), ("tandem", {"K": "4"})):
        model = corpus(name)
        path = tmp_path / f"{name}.sm"
        path.write_text(prism.write(model, given))
        program = stormpy.parse_prism_program(str(path), prism_compatibility=True)
        (places, _) = solved(model, given).tables
        for place in places.parts:
            (asked, *_) = stormpy.parse_properties(f"LRA=? [ {place.name}>0 ]", program)
            found = stormpy.build_model(program, [asked])
            value = stormpy.model_checking(found, asked).get_value(found.initial_states[0])
            assert value == pytest.approx(place.values[1], abs=1e-5)


def test_the_example_of_storm_is_read():  # N2
    stormpy = pytest.importorskip("stormpy", reason="the model checker Storm is not installed")
    path = Path(stormpy.__file__).parent / "examples/files/gspn/gspn_simple.pnml"
    found = solved(pnml.read(path.read_text(), str(path)))
    # each place has room for one token: a queue with two places, and the third always ready
    assert {part.name: part.values[1] for part in found.tables[0].parts} == pytest.approx(
        {"place_1": 1, "place_2": 1 / 3, "place_3": 2 / 3, "place_4": 0}
    )


def test_fractions_survive():
    model = corpus("readers_random")
    again = pnml.read(pnml.write(model, {"p": "1/3"}), "x.pnml")
    exact = solved(model, {"p": "1/3"}, exact=True).measures
    found = solved(again, exact=True).measures
    assert [item.note for item in found] == [item.note for item in exact]
    assert all(Fraction(item.note.removeprefix("= ")) > 0 for item in found)
