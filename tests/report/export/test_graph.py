"""``sad graph``: units, loops and calls, in three languages that others read."""

from __future__ import annotations

import json
import re
from importlib import import_module
from typing import Any

import pytest

from sad.machine.database import get_machine
from sad.report.export.graph import program_graph
from tests.support.command import sad
from tests.support.corpus import PROGRAMS
from tests.support.model import prediction_of
from tests.support.schemas import validate

nx: Any = import_module("networkx")

SOURCE = """\
      PROGRAM P
      EXTERNAL F, G
      READ *, N
      DO 10 I = 1, N
         IF (MOD(I, 2) .EQ. 0) CALL S (I)
         CALL OUTER (F, I)
   10 CONTINUE
      CALL AWAY (N)
      END
      SUBROUTINE S (M)
      DO 20 J = 1, M
      DO 20 K = J, M
   20 X = X + F(K)
      END
      SUBROUTINE OUTER (FUN, I)
      EXTERNAL FUN
      X = FUN(I)
      END
      FUNCTION F (K)
      F = K
      END
      SUBROUTINE UNUSED
      CALL S (3)
      END
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "p.f"
    path.write_text(SOURCE)
    return path


def graph_of(source, *more: str) -> Any:
    result = sad("graph", source, "--format", "json", *more)
    assert result.code == 0, result.err
    value = json.loads(result.out)
    validate(value, "sad-graph-1")
    return nx.node_link_graph(value, edges="edges")


def calls(graph: Any) -> list[tuple[str, str, int, str]]:
    return [
        (start, end, about["line"], about["count"])
        for start, end, about in graph.edges(data=True)
        if about["kind"] == "calls"
    ]


@pytest.mark.proof
def test_who_calls_whom_from_which_loop_and_how_often(source):
    found = calls(graph_of(source))
    assert sorted(found) == [
        ("OUTER", "F", 17, "1"),  # through its dummy procedure
        ("P", "AWAY()", 8, "1"),
        ("P@do10", "OUTER", 6, "N"),
        ("P@do10", "S", 5, "floor(N/2)"),
        ("S@do20.do20", "F", 13, "(M*(M + 1)/2 if M >= 1 else 0)"),
        ("UNUSED", "S", 23, "1"),
    ]


def test_nodes_say_what_they_are_and_how_often_they_run(source):
    graph = graph_of(source, "--set", "N=6")
    nodes = dict(graph.nodes(data=True))
    known = {
        name: (about["kind"], about.get("line"), about["value"]) for name, about in nodes.items()
    }
    inner = 2 * 3 // 2 + 4 * 5 // 2 + 6 * 7 // 2
    assert known == {
        "P": ("unit", 1, 1),
        "S": ("unit", 10, 3),
        "OUTER": ("unit", 15, 6),
        "F": ("unit", 19, 6 + inner),
        "UNUSED": ("unit", 22, 0),
        "P@do10": ("loop", 4, 6),
        "S@do20": ("loop", 11, 2 + 4 + 6),
        "S@do20.do20": ("loop", 12, inner),
        "AWAY()": ("external", None, 1),
    }
    assert nodes["S@do20"]["trips"] == "max(0, M)"
    assert nodes["S@do20.do20"]["variable"] == "K"
    assert nodes["P"]["file"] == str(source)


def test_loops_hang_below_what_they_are_in(source):
    graph = graph_of(source, "--view", "loops")
    assert {(start, end) for start, end, _ in graph.edges} == {
        ("P", "P@do10"),
        ("S", "S@do20"),
        ("S@do20", "S@do20.do20"),
    }
    assert "AWAY()" not in graph


def test_calls_by_themselves_go_from_unit_to_unit(source):
    graph = graph_of(source, "--view", "calls")
    assert {about["kind"] for _, about in graph.nodes(data=True)} == {"unit", "external"}
    assert ("P", "S", 5, "floor(N/2)") in calls(graph)


def test_times_are_those_of_the_parts(source):
    values = ("--machine", "sparc2", "--set", "N=6", "--set", "AWAY.seconds=0")
    whole = json.loads(sad("analyze", source, "--format", "json", *values).out)["seconds"]["value"]
    for view in ("all", "calls"):
        nodes = graph_of(source, "--view", view, *values).nodes(data=True)
        parts = sum(about.get("seconds", 0) for _, about in nodes)
        assert parts == pytest.approx(whole)


def test_recursion_is_a_circle(tmp_path):
    path = tmp_path / "r.c"
    path.write_text("int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n")
    assert {(start, end) for start, end, *_ in calls(graph_of(path))} == {("f", "f")}


def test_a_library_has_no_entry(tmp_path):
    path = tmp_path / "l.f"
    path.write_text("      SUBROUTINE A\n      END\n      SUBROUTINE B\n      END\n")
    graph = graph_of(path)
    assert graph.graph["entry"] == ""
    assert [about["value"] for _, about in graph.nodes(data=True)] == [1, 1]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PROGRAMS)
def test_counts_are_those_of_the_blocks(name: str):
    """Something in the body of every innermost DO loop runs as often as the graph says of it."""
    prediction = prediction_of(PROGRAMS[name].source, get_machine("sparc2"))
    graph = program_graph(prediction)
    inside: dict[str, set[str]] = {}
    for block in prediction.model.expansion.blocks:
        if block.loops and not block.branches:
            node = f"{block.unit.name}@{block.loops[-1].id}"
            inside.setdefault(node, set()).add(block.id)
    source = PROGRAMS[name].source
    view = sad("analyze", source, "--no-config", "--format", "json", "--machine", "sparc2")
    counts = {
        block["id"]: block["count"]["formula"]
        for unit in json.loads(view.out)["units"]
        for block in unit["blocks"]
    }
    looked_at = 0
    for node, about in graph.nodes(data=True):
        if about["kind"] == "loop" and about["label"].rpartition(".")[2].startswith("do"):
            blocks = inside.get(node, set())
            looked_at += bool(blocks)
            assert not blocks or about["count"] in {counts[block] for block in blocks}
    assert looked_at or name not in ("md1", "dgemm")


# --- languages ----------------------------------------------------------------------------------

_NAME = r'"((?:[^"\\]|\\.)*)"'
_NODE = re.compile(rf"  {_NAME} \[(.*)\];")
_EDGE = re.compile(rf"  {_NAME} -> {_NAME} \[(.*)\];")


def read_dot(text: str) -> tuple[dict[str, dict[str, str]], list[tuple[str, str, dict[str, str]]]]:
    """Nodes and edges of a file in the language of Graphviz, each a line."""
    first, *lines, last = text.splitlines()
    assert (first, last) == ("digraph sad {", "}")
    nodes: dict[str, dict[str, str]] = {}
    edges: list[tuple[str, str, dict[str, str]]] = []
    for line in lines[2:]:
        if found := _EDGE.fullmatch(line):
            edges.append((_plain(found[1]), _plain(found[2]), _values(found[3])))
        else:
            found = _NODE.fullmatch(line)
            assert found is not None, line
            nodes[_plain(found[1])] = _values(found[2])
    return nodes, edges


def _values(text: str) -> dict[str, str]:
    assert re.fullmatch(rf"(\w+={_NAME}(, |$))*", text)
    return {name: _plain(value) for name, value in re.findall(rf"(\w+)={_NAME}", text)}


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def test_dot_says_the_same(tmp_path):
    path = tmp_path / 'a "b\\n".f'
    path.write_text(SOURCE)
    graph = graph_of(path, "--set", "N=6")
    nodes, edges = read_dot(sad("graph", path, "--set", "N=6").out)
    assert {
        name: (about["file"], about["count"]) for name, about in nodes.items() if "file" in about
    } == {
        name: (about["file"], about["count"])
        for name, about in graph.nodes(data=True)
        if "file" in about
    }
    assert nodes["P@do10"]["label"] == f"do10\n{path}:4\n6 times"
    assert sorted((start, end, about["kind"]) for start, end, about in edges) == sorted(
        (start, end, about["kind"]) for start, end, about in graph.edges(data=True)
    )


def test_graphml_says_the_same(source):
    graph = graph_of(source, "--machine", "sparc2")
    read = nx.parse_graphml(sad("graph", source, "--machine", "sparc2", "--format", "graphml").out)
    assert dict(read.nodes(data=True)) == dict(graph.nodes(data=True))
    found = {(start, end): about for start, end, about in read.edges(data=True)}
    for start, end, key, about in graph.edges(data=True, keys=True):
        assert found.pop((start, end)) == {**about, "id": str(key)}
    assert found == {}


@pytest.mark.parametrize("form", ["dot", "graphml", "json"])
def test_a_graph_goes_to_a_file(source, tmp_path, form):
    printed = sad("graph", source, "--format", form)
    output = tmp_path / "out"
    assert sad("graph", source, "--format", form, "-o", output).out == ""
    assert output.read_text() == printed.out
    assert printed.out.endswith("\n")
