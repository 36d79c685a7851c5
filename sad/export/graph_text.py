"""A program's graph as text: DOT for Graphviz, GraphML, or JSON as networkx reads it."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

_SHAPES = {"unit": "box", "loop": "ellipse", "external": "note"}
_LONGEST = 48  # of a formula in a label; the attribute count has all of it


def graph_text(graph: Any, form: str) -> str:
    """Return a graph of ``program_graph`` as dot, graphml or json."""
    match form:
        case "graphml":
            return "\n".join(import_module("networkx").generate_graphml(graph)) + "\n"
        case "json":
            return json_text(graph)
        case _:
            return dot_text(graph)


def json_text(graph: Any) -> str:
    """Return a graph as JSON, schema ``sad-graph/1``: what ``networkx.node_link_graph`` reads."""
    networkx: Any = import_module("networkx")
    about = dict(graph.graph)
    value = {
        "schema": about.pop("schema"),
        "tool": about.pop("tool"),
        **networkx.node_link_data(graph, edges="edges"),
        "graph": about,
    }
    return json.dumps(value, indent=1) + "\n"


def dot_text(graph: Any) -> str:
    """Return a graph in the language of Graphviz: ``dot -Tsvg``."""
    lines = ["digraph sad {", "  rankdir=LR;", '  node [fontname="sans-serif"];']
    for name, about in graph.nodes(data=True):
        label = about["label"]
        if "line" in about:
            label += f"\n{about['file']}:{about['line']}"
        label += f"\n{_times(about)}"
        shown = {**about, "label": label, "shape": _SHAPES[about["kind"]]}
        lines.append(f"  {_quoted(name)} [{_attributes(shown)}];")
    for start, end, about in graph.edges(data=True):
        if about["kind"] == "contains":
            shown = {**about, "style": "dashed", "arrowhead": "none"}
        else:
            shown = {**about, "label": f"{_short(about['count'])}"}
        lines.append(f"  {_quoted(start)} -> {_quoted(end)} [{_attributes(shown)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _attributes(values: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_quoted(str(value))}" for name, value in values.items())


def _quoted(text: str) -> str:
    """A text as DOT has it: a backslash stands for itself, a line ends with a sign of its own."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{inside}"'


def _times(about: dict[str, Any]) -> str:
    """How often something runs: in numbers, if it is known."""
    count = _short(about["count"])
    if "value" in about:
        count = (
            f"{about['value']:.6g}" if isinstance(about["value"], float) else str(about["value"])
        )
    return "once" if count == "1" else f"{count} times"


def _short(formula: str) -> str:
    return formula if len(formula) <= _LONGEST else f"{formula[:_LONGEST].rsplit(' ', 1)[0]} ..."
