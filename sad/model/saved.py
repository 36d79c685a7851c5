"""Descriptions as JSON, to be read back without the source (``*.sad.json``).

Over 400 lines: writer and reader of each part say the same form twice and change together.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import starmap
from sys import intern
from typing import TYPE_CHECKING, Any, assert_never, cast

from sad.algebra.codes import Coding, code_of_real, coded_reals
from sad.algebra.domains import Index
from sad.algebra.json_form import PolyReader, Writer
from sad.diagnostics import Span, input_error
from sad.model.code_lines import Places, line_at
from sad.model.directives import Directive
from sad.model.nodes import (
    Activations,
    Block,
    Both,
    Branch,
    Call,
    Definition,
    Description,
    Law,
    Line,
    Loop,
    Message,
    Node,
    Par,
    Passed,
    Resource,
    Seq,
    UnitDescription,
    Use,
    Weighted,
    timed,
)
from sad.model.parameters import Class, Kind, Parameter
from sad.model.work import NOTHING, ActionWork, Chain, LoopWork, Reference, Vector
from sad.records import fields, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.poly import Poly
    from sad.model.nodes import Operations

# Work of compiled code as JSON, part of a saved description.


def action_to_json(work: ActionWork | None) -> Json:
    """Return an action's work as JSON; None stays None."""
    if work is None:
        return None
    return [dict(work.plain), dict(work.optimised), work.branch, work.enters]


def action_from_json(value: Json) -> ActionWork | None:
    """Return the work of an action in a JSON value."""
    if value is None:
        return None
    plain, optimised, branch, enters = value
    return ActionWork(plain or NOTHING, optimised or NOTHING, branch, enters)


def loop_to_json(loop: LoopWork, polys: Writer) -> Json:
    """Return a loop's work as JSON."""
    vector = loop.vector
    return {
        "path": loop.path,
        "parent": loop.parent,
        "chains": [[item.number, item.view, item.carried, item.restarts] for item in loop.chains],
        "references": [_reference(item, polys) for item in loop.references],
        "vector": None
        if vector is None
        else {item.name: getattr(vector, item.name) for item in fields(Vector)},
        "unrolled": loop.unrolled,
        **({"inlines": list(loop.inlines)} if loop.inlines else {}),
    }


def loop_from_json(value: Json, polys: PolyReader) -> LoopWork:
    """Return the work of a loop in a JSON value."""
    vector = value["vector"]
    return LoopWork(
        value["path"],
        value["parent"],
        tuple(Chain(*item) for item in value["chains"]),
        tuple(_read_reference(item, polys) for item in value["references"]),
        None if vector is None else Vector(**vector),
        value["unrolled"],
        tuple(value.get("inlines", ())),
    )


def _reference(item: Reference, polys: Writer) -> Json:
    return {
        "array": item.array,
        "bytes": item.element_bytes,
        "strides": [
            [path, None if stride is None else polys.poly(stride)] for path, stride in item.strides
        ],
        "offset": None if item.offset is None else polys.poly(item.offset),
        "writes": item.writes,
        "count": item.count,
        "size": None if item.size_bytes is None else polys.poly(item.size_bytes),
        "passed": None if item.passed is None else list(item.passed),
    }


def _read_reference(value: Json, polys: PolyReader) -> Reference:
    offset, size, passed = value["offset"], value["size"], value["passed"]
    return Reference(
        value["array"],
        value["bytes"],
        tuple(
            (path, None if stride is None else polys.poly(stride))
            for path, stride in value["strides"]
        ),
        None if offset is None else polys.poly(offset),
        value["writes"],
        value["count"],
        None if size is None else polys.poly(size),
        None if passed is None else (passed[0], passed[1]),
    )


SCHEMA = "sad-description/1"
Json = Any

_PARAMETER = tuple("class" if item.name == "cls" else item.name for item in fields(Parameter))

_mixes: dict[tuple[tuple[str, int], ...], Operations] = {}
"""Operation mixes of lines read so far: most lines of a library do what another does."""


def to_json(
    description: Description, places: Places | None = None, *, with_reals: bool = True
) -> Json:
    """Return a description as a JSON value, its places as ``places`` says.

    Without the numbers that codes of this process stand for (``with_reals``), these are kept elsewhere.
    """
    writer = _Writer(places)
    units = [writer.unit(unit) for unit in description.units]
    commons = {name: writer.polys.poly(value) for name, value in description.commons.items()}
    return {
        "schema": SCHEMA,
        "files": list(description.files),
        "lines": description.lines,
        "commons": commons,
        "given": dict(description.given),
        "has_times": description.has_times,
        "units": units,
        "atoms": writer.polys.table,
        "reals": [str(value) for _, value in sorted(coded_reals().items())] if with_reals else [],
    }


def unit_to_json(unit: UnitDescription, places: Places) -> Json:
    """Return the description of one unit as a JSON value, without the real numbers in it."""
    return to_json(Description((), 0, (unit,), {}), places, with_reals=False)


def unit_from_json(value: Json, file: str) -> UnitDescription:
    """Return the description in a JSON value of a unit that is in a file; raises as ``from_json``."""
    return from_json(value, file).units[0]


def from_json(value: Json, path: str) -> Description:
    """Return the description in a JSON value; raise ``SadError`` SAD110 if it holds none."""
    hint = f"write one with: sad dump --description SOURCE -o {path}"
    table = cast("dict[str, Json]", value) if isinstance(value, dict) else {}
    found = table.get("schema")
    if found != SCHEMA:
        message = f"no saved description of schema {SCHEMA}: {found!r}"
        raise input_error("SAD110", message, Span.at(path), hint)
    try:
        reader = _Reader(table["atoms"])
        for text in table.get("reals", ()):
            code_of_real(Fraction(text))  # so that it can be shown
        return Description(
            tuple(table["files"]),
            int(table["lines"]),
            tuple(reader.unit(unit) for unit in table["units"]),
            {name: reader.polys.poly(item) for name, item in table["commons"].items()},
            {str(name): str(text) for name, text in table.get("given", {}).items()},
            bool(table.get("has_times")),
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        message = f"damaged description: {type(error).__name__} {error}"
        raise input_error("SAD110", message, Span.at(path), hint) from None


class _Writer:
    """Writes short forms of parameters, and of places in the file of the unit, if these are kept."""

    def __init__(self, places: Places | None) -> None:
        self.polys, self._is_short, self._file = Writer(), places is not None, ""
        self._places = places or Places()
        self._line = self._places.line

    def _span(self, span: Span) -> Json:
        value = self._places.span(span)
        return value[1:] if self._is_short and value[0] == self._file else value

    def unit(self, unit: UnitDescription) -> Json:
        self._file = unit.file
        poly, line = self.polys.poly, self._line
        return {
            "name": unit.name,
            "entry": unit.entry,
            "unit": unit.unit,
            "kind": unit.kind,
            "language": unit.language,
            "file": unit.file,
            "line": line(unit.file, unit.line),
            "end_line": line(unit.file, unit.end_line),
            "tree": self._node(unit.tree),
            "parameters": [self._parameter(item) for item in unit.parameters],
            "definitions": [
                [item.variable, poly(item.value), self._span(item.span)]
                for item in unit.definitions
            ],
            "calls": list(unit.calls),
            "statements": unit.statements,
            "opaque": unit.opaque,
            "dead_lines": [self._span(span) for span in unit.dead_lines],
            "labels": dict(unit.labels),
            "types": dict(unit.types),
            "stops_at": None if unit.stops_at is None else self._span(unit.stops_at),
            "recursion": _activations(unit.recursion),
            "handed": _activations(unit.handed),
            "hands": list(unit.hands),
            "dummies": [item and list(item) for item in unit.dummies],
            "loops": [loop_to_json(loop, self.polys) for loop in unit.loops],
            "directives": [
                [
                    *(
                        item.language,
                        item.name,
                        item.text,
                        self._span(item.span),
                        item.team,
                        item.shared,
                    ),
                    *([list(pair) for pair in item.clauses], item.argument),
                    line(item.span.file, item.end),
                    [line(item.span.file, section) for section in item.sections],
                    line(item.span.file, item.inside),
                ]
                for item in unit.directives
            ],
            "doubts": [[text, self._span(span)] for text, span in unit.doubts],
        }

    def _parameter(self, item: Parameter) -> Json:
        value = {
            "symbol": item.symbol,
            "label": item.label,
            "kind": item.kind,
            "class": item.cls,
            "unit": item.unit,
            "span": self._span(item.span),
            "reason": item.reason,
            "limit": self._optional(item.limit),
            "definition": self._optional(item.definition),
            "least": item.least,
            "without_errors": item.without_errors,
            "without_zeros": item.without_zeros,
            "type": item.type,
            "length": item.length,
            "tests": item.tests,
            "guess": None if item.guess is None else str(item.guess),
            "guess_from": item.guess_from,
            "arm_of": item.arm_of,
        }
        return [*value.values()] if self._is_short else value

    def _optional(self, value: Poly | None) -> Json:
        return None if value is None else self.polys.poly(value)

    def _index(self, index: Index | None) -> Json:
        if index is None:
            return None
        poly = self.polys.poly
        return [index.name, poly(index.first), poly(index.last), self._optional(index.count)]

    def _resource(self, item: Resource | None) -> Json:
        if item is None:
            return None
        ends = [self._optional(item.first), self._optional(item.last)]
        return [item.name, self._span(item.span), self.polys.poly(item.servers), *ends]

    def _node(self, node: Node) -> Json:
        poly = self.polys.poly
        match node:
            case Block(lines):
                return {
                    "block": [
                        [
                            *(
                                self._span(line.span),
                                dict(line.operations),
                                line.starts,
                                line.opaque,
                            ),
                            action_to_json(line.work),
                        ]
                        for line in lines
                    ]
                }
            case Seq(parts):
                return {"seq": [self._node(part) for part in parts]}
            case Weighted(weight, part):
                return {"weighted": [poly(weight), self._node(part)]}
            case Branch(name, span, arms):
                written = [[label, poly(weight), self._node(part)] for label, weight, part in arms]
                return {"branch": [name, self._span(span), written]}
            case Call(name=name, target=target, bindings=bindings, span=span, recursive=recursive):
                bound = {symbol: poly(value) for symbol, value in bindings.items()}
                passed = {
                    dummy: [
                        item.target,
                        item.own,
                        {cell: poly(value) for cell, value in item.commons.items()},
                    ]
                    for dummy, item in node.procedures.items()
                }
                arguments = [item and [item[0], poly(item[1])] for item in node.arguments]
                through = [node.through, arguments]
                return {"call": [name, target, bound, self._span(span), recursive, passed, through]}
            case Message():
                values = [poly(node.nbytes), self._optional(node.partner), self._optional(node.tag)]
                values += [poly(node.comm), poly(node.group), poly(node.present)]
                words = [node.id, self._span(node.span), node.model, node.routine, node.primitive]
                return {"message": [*words, values, node.part]}
            case Use():
                values = [self._optional(node.member), poly(node.seconds), poly(node.spread)]
                resource = self._resource(node.resource)
                return {"use": [node.id, self._span(node.span), resource, *values, node.law]}
            case Par():
                index = self._index(node.index)
                return {"par": [node.id, self._span(node.span), index, self._node(node.body)]}
            case Both():
                return {"both": [node.id, self._span(node.span), [*map(self._node, node.parts)]]}
            case Loop():
                return {
                    "loop": {
                        "id": node.id,
                        "span": self._span(node.span),
                        "trips": poly(node.trips),
                        "index": self._index(node.index),
                        "head": self._node(node.head),
                        "body": self._node(node.body),
                        "last": poly(node.last),
                        "variable": node.variable,
                        "parameter": node.parameter,
                        "limit": self._optional(node.limit),
                        "leaving": poly(node.leaving),
                        "full": self._index(node.full),
                    }
                }
            case _:
                assert_never(node)


def _activations(item: Activations | None) -> Json:
    return None if item is None else [item.starts, list(item.members), dict(item.values)]


def _read_activations(value: Json) -> Activations | None:
    return None if value is None else Activations(value[0], tuple(value[1]), value[2])


def _guess(value: Json) -> Fraction | None:
    return None if value is None else Fraction(value)


class _Reader:
    """Reads units. What is equal is kept once: a library has the same places and counts everywhere."""

    def __init__(self, atoms: Json) -> None:
        self.polys, self._file = PolyReader(atoms), ""
        self._spans: dict[tuple[str | int | None, ...], Span] = {}

    def unit(self, value: Json) -> UnitDescription:
        self._file = value["file"]
        stops = value["stops_at"]
        return UnitDescription(
            value["name"],
            value["entry"],
            value["unit"],
            value["kind"],
            value["language"],
            value["file"],
            line_at(value["file"], value["line"]),
            line_at(value["file"], value["end_line"]),
            self._node(value["tree"]),
            tuple(self._parameter(item) for item in value["parameters"]),
            tuple(
                Definition(name, self.polys.poly(item), self._span(span))
                for name, item, span in value["definitions"]
            ),
            tuple(value["calls"]),
            value["statements"],
            value["opaque"],
            tuple(self._span(span) for span in value["dead_lines"]),
            value["labels"],
            None if stops is None else self._span(stops),
            _read_activations(value["recursion"]),
            _read_activations(value["handed"]),
            tuple(value["hands"]),
            tuple(item and (item[0], item[1]) for item in value["dummies"]),
            types={name: Coding(item) for name, item in value.get("types", {}).items()},
            loops=tuple(loop_from_json(item, self.polys) for item in value.get("loops", ())),
            directives=tuple(self._directive(item) for item in value.get("directives", ())),
            doubts=tuple((text, self._span(span)) for text, span in value.get("doubts", ())),
        )

    def _directive(self, item: Sequence[Json]) -> Directive:
        language, name, text, span, team, shared, *more = item
        found = Directive(language, name, text, self._span(span), team, shared)
        if not more:  # an older file
            return found
        clauses, argument, end, sections, inside = more
        return replace(
            found,
            clauses=tuple((clause, said) for clause, said in clauses),
            argument=argument,
            end=line_at(found.span.file, end),
            sections=tuple(line_at(found.span.file, section) for section in sections),
            inside=line_at(found.span.file, inside),
        )

    def _parameter(self, value: Json) -> Parameter:
        if isinstance(value, list):  # what is kept is short
            value = dict(zip(_PARAMETER, cast("list[Json]", value), strict=True))
        return Parameter(
            intern(value["symbol"]),
            intern(value["label"]),
            Kind(value["kind"]),
            Class(value["class"]),
            intern(value["unit"]),
            self._span(value["span"]),
            intern(value["reason"]),
            self._optional(value["limit"]),
            self._optional(value["definition"]),
            value["least"],
            value["without_errors"],
            value["without_zeros"],
            Coding(value.get("type", Coding.INTEGER)),
            value.get("length"),
            intern(value.get("tests", "")),
            _guess(value.get("guess")),
            intern(value.get("guess_from", "")),
            intern(value.get("arm_of", "")),
        )

    def _span(self, value: Json) -> Span:
        key = tuple(value) if len(value) > 3 else (self._file, *value)
        known = self._spans.get(key)
        if known is None:
            file, line, end, column = key
            lines = line_at(file, line), line_at(file, end)
            known = self._spans[key] = Span(intern(file), *lines, column)
        return known

    def _line(
        self, span: Json, operations: dict[str, int], starts: bool, opaque: int, *work: Json
    ) -> Line:
        sum(operations.values())  # raises TypeError where one is no number
        mix = _mixes.setdefault(tuple(operations.items()), operations)
        return Line(self._span(span), mix, starts, opaque, *map(action_from_json, work))

    def _optional(self, value: Json) -> Poly | None:
        return None if value is None else self.polys.poly(value)

    def _index(self, value: Json) -> Index | None:
        if value is None:
            return None
        name, first, last, count = value
        return Index(name, self.polys.poly(first), self.polys.poly(last), self._optional(count))

    def _resource(self, value: Json) -> Resource | None:
        if value is None:
            return None
        name, span, servers, first, last = value
        ends = self._optional(first), self._optional(last)
        return Resource(name, self._span(span), self.polys.poly(servers), *ends)

    def _node(self, value: Json) -> Node:
        poly = self.polys.poly
        ((kind, body),) = value.items()
        match kind:
            case "block":
                return Block(tuple(starmap(self._line, body)))
            case "seq":
                return Seq(tuple(self._node(part) for part in body))
            case "weighted":
                return Weighted(poly(body[0]), self._node(body[1]))
            case "branch":
                name, span, arms = body
                read = tuple((label, poly(w), self._node(part)) for label, w, part in arms)
                return Branch(name, self._span(span), read)
            case "call":
                name, target, bindings, span, recursive, passed, (through, arguments) = body
                return Call(
                    name,
                    target,
                    {symbol: poly(item) for symbol, item in bindings.items()},
                    self._span(span),
                    recursive,
                    {
                        dummy: Passed(goal, own, {cell: poly(item) for cell, item in given.items()})
                        for dummy, (goal, own, given) in passed.items()
                    },
                    through,
                    tuple(item and (item[0], poly(item[1])) for item in arguments),
                )
            case "message":
                name, span, model, routine, primitive, values, part = body
                nbytes, partner, tag, comm, group, present = map(self._optional, values)
                assert nbytes is not None
                assert comm is not None
                assert group is not None
                assert present is not None
                words = model, routine, primitive
                return Message(
                    name, self._span(span), *words, nbytes, partner, tag, comm, group, present, part
                )
            case "use":
                name, place, resource, member, seconds, spread, law = body
                span = self._span(place)
                return Use(
                    *(name, span, self._resource(resource), self._optional(member), poly(seconds)),
                    *(timed(span), Law(law), poly(spread)),
                )
            case "par":
                name, place, ends, inside = body
                index, span = self._index(ends), self._span(place)
                assert index is not None
                return Par(name, span, index, self._node(inside), timed(span))
            case "both":
                name, place, parts = body
                span = self._span(place)
                return Both(name, span, tuple(map(self._node, parts)), timed(span))
            case "loop":
                index = self._index(body["index"])
                if index is None:
                    raise ValueError("a loop without an index")
                return Loop(
                    body["id"],
                    self._span(body["span"]),
                    poly(body["trips"]),
                    index,
                    self._node(body["head"]),
                    self._node(body["body"]),
                    poly(body["last"]),
                    body["variable"],
                    body["parameter"],
                    self._optional(body["limit"]),
                    poly(body["leaving"]),
                    self._index(body["full"]),
                )
            case _:
                raise ValueError(f"node {kind!r}")
