"""A program as a graph of networkx: its units, their loops, and who calls whom how often."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sad.algebra.poly import ZERO, Poly
from sad.evaluation.predict import values_of
from sad.model.expand import count_in
from sad.model.walks.terms import CallTerm, all_terms, loop_terms
from sad.report.json_report import number_value
from sad.report.view import View
from sad.symbols import dimension_of
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.evaluation.predict import Prediction
    from sad.model.nodes import Call, UnitDescription
    from sad.model.walks.terms import Factor

SCHEMA = "sad-graph/1"


def program_graph(prediction: Prediction, view: str = "all") -> Any:
    """Return a ``networkx.MultiDiGraph`` of a program.

    Nodes are units, loops (unless ``view`` is "calls"), and procedures that are not in the program
    ("loops" leaves these and all calls out). They have ``kind`` (unit, loop, external), ``label``,
    ``file``, ``line`` and ``count``: how often a unit starts or a loop's body runs in all, a formula,
    with ``value``, the same as a number where all it needs is known. Loops have ``trips``: how often
    their body runs each time they are entered, in terms of their unit. With a machine units and loops
    have ``seconds``, of what is directly in them. Edges have ``kind`` (contains, calls); calls have
    ``line`` and ``count``: how often they are made each time the caller starts.
    """
    return _Builder(prediction, view).graph


class _Builder:
    def __init__(self, prediction: Prediction, view: str) -> None:
        self._prediction = prediction
        self._model = prediction.model
        self._expansion = prediction.model.expansion
        self._view = View(prediction, aliases=False)
        self._has_loops, self._has_calls = view != "calls", view != "loops"
        entry = self._model.entry
        self.graph: Any = import_module("networkx").MultiDiGraph(
            schema=SCHEMA, tool=f"sad {tool_version()}", entry="" if entry is None else entry.name
        )
        self._counts: dict[str, Poly] = {}
        self._seconds = self._times()
        units = self._model.description.units[::-1]  # callers first
        for unit in units:
            self._unit(unit)
        for unit in units:
            if self._has_loops:
                self._loops(unit)
            if self._has_calls:
                self._calls(unit)
        for node, value in values_of(self._model, self._counts).items():
            self._add(node, count=self._view.formula(self._counts[node]), value=number_value(value))

    def _times(self) -> dict[tuple[str, tuple[str, ...]], float | None]:
        """Seconds by unit and loops of what is directly there; nothing without a machine."""
        if self._prediction.bound is None:
            return {}
        groups: dict[tuple[str, tuple[str, ...]], list[Any]] = {}
        for block in self._expansion.blocks:
            path = _path(block.loops) if self._has_loops else ()
            groups.setdefault((block.unit.name, path), []).append(block)
        return {key: self._view.seconds_of(blocks) for key, blocks in groups.items()}

    def _add(self, node: str, **attributes: object) -> None:
        """Add a node, or attributes of it; what is not known is left out."""
        known = {name: value for name, value in attributes.items() if value is not None}
        self.graph.add_node(node, **known)

    def _unit(self, unit: UnitDescription) -> None:
        self._add(
            unit.name,
            kind="unit",
            label=unit.name,
            file=unit.file,
            line=unit.line,
            language=unit.language,
            seconds=self._seconds.get((unit.name, ())),
        )
        self._counts[unit.name] = self._expansion.activations.get(unit.name, ZERO)

    def _loops(self, unit: UnitDescription) -> None:
        for loop, context in loop_terms(unit.tree):
            path = _path(context.loops)
            span, node = loop.span, _node(unit, path)
            if node not in self._counts:
                self._counts[node] = ZERO
                self._add(
                    node,
                    kind="loop",
                    label=loop.id,
                    file=span.file,
                    line=span.line,
                    unit=unit.name,
                    variable=_variable(loop.variable),
                    trips=self._view.formula(loop.trips),
                    seconds=self._seconds.get((unit.name, path)),
                )
                self.graph.add_edge(_node(unit, path[:-1]), node, kind="contains")
            self._counts[node] += count_in(self._expansion, unit, context)

    def _calls(self, unit: UnitDescription) -> None:
        found: dict[tuple[str, str, str, int], Poly] = {}
        for term in all_terms(unit.tree):
            if not isinstance(term, CallTerm):
                continue
            caller = _node(unit, _path(term.context.loops) if self._has_loops else ())
            for target in self._targets(unit, term.call):
                key = (caller, target, term.call.span.file, term.call.span.line)
                found[key] = found.get(key, ZERO) + term.context.count()
        for (caller, target, file, line), count in found.items():
            formula = self._view.formula(count)
            self.graph.add_edge(caller, target, kind="calls", file=file, line=line, count=formula)

    def _targets(self, unit: UnitDescription, call: Call) -> Sequence[str]:
        """The nodes of what a call starts; one for a procedure that is not in the program is made."""
        if call.target is not None:
            return (call.target,)
        passed = {
            procedure.target
            for instance in self._expansion.instances.get(unit.name, ())
            for dummy, procedure in instance.procedures.items()
            if dummy == call.through
        }
        if passed:
            return sorted(passed)
        node = f"{call.name}()"
        if node not in self.graph:
            self._add(node, kind="external", label=call.name)
            self._counts[node] = self._expansion.externals.get(call.name, ZERO)
        return (node,)


def _variable(name: str | None) -> str | None:
    """A loop's variable as the source has it; of an array statement the dimension."""
    dimension = dimension_of(name)
    return name if dimension is None else f"dim {dimension}"


def _path(loops: tuple[Factor, ...]) -> tuple[str, ...]:
    return tuple(loop.id for loop in loops)


def _node(unit: UnitDescription, path: tuple[str, ...]) -> str:
    """The name of a loop's node; the unit's, outside of all loops."""
    return f"{unit.name}@{path[-1]}" if path else unit.name


# A program's graph as text: DOT for Graphviz, GraphML, or JSON as networkx reads it.


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
