"""What Extra-P's users bring: models of an experiment (``.extra-p``), or measurements in its JSON.

An experiment is a ZIP archive with ``experiment.json``, which may also stand alone; measurements are
one JSON object, an older form of it with numbered lists, or one JSON object per line. A call path is
the name of a parameter.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn, TypeVar

from sad.diagnostics import SadError, Span, input_error
from sad.files import no_pipe
from sad.profiles.counts import Measured, Sample
from sad.profiles.fitting.extrap_json import METRIC, Node
from sad.profiles.fitting.forms import ONE, weighted_sum

_Entry = TypeVar("_Entry")
_MEMBER = "experiment.json"
_LARGEST = 1 << 28  # bytes: experiments have thousands of models, not millions
_ROOT = "<root>"
_HEAD = 1 << 12


@dataclass(slots=True)
class ExtrapFile:
    """Functions as expressions, and measured values, both by parameter.

    ``sizes`` are Extra-P's parameters: the names in the functions and the sizes of the samples.
    """

    sizes: tuple[str, ...]
    models: dict[str, str] = field(default_factory=dict[str, str])
    samples: dict[str, list[Sample]] = field(default_factory=dict[str, list[Sample]])

    def measured(self, path: str) -> list[Measured]:
        """Return the samples as readers of other profiles give them; ``path`` is what was read."""
        return [Measured(name, tuple(each), path) for name, each in self.samples.items()]


def is_extrap(path: str) -> bool:
    """Whether a file looks like one of Extra-P: an experiment, also a damaged one, or its JSON."""
    if path.endswith(".extra-p"):
        return True
    try:
        if zipfile.is_zipfile(no_pipe(path)):
            with zipfile.ZipFile(path) as archive:
                return _MEMBER in archive.namelist()
        with open(path, "rb") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError, zipfile.BadZipFile):
        return False
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start.startswith(b"{"):
        return False
    return b'"parameters"' in head or (b'"params"' in head and b'"value"' in head)


def read_extrap(path: str) -> ExtrapFile:
    """Return the models and the measurements in a file of Extra-P.

    Of several sets of models the last one made counts; measurements are returned of what has no model.

    Raises ``SadError``: SAD740 (no file of Extra-P, or not whole), SAD741 (a field is missing or has
    another type), SAD742 (a model that is no expression), SAD743 (several metrics for one call path).
    """
    try:
        is_archive = zipfile.is_zipfile(no_pipe(path))
        if is_archive:
            return _experiment(Node(_parsed(_unpacked(path), path), "$", path))
        with open(path, "rb") as file:
            text = _decoded(file.read(_LARGEST + 1), path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise input_error("SAD740", f"cannot be read: {reason}", Span.at(path)) from None
    return _measurements(text, path)


def _foreign(path: str, message: str, line: int = 1) -> NoReturn:
    hint = "known are Extra-P's experiments (.extra-p), its JSON and its JSON Lines"
    raise input_error("SAD740", message, Span.at(path, line), hint)


def _decoded(data: bytes, path: str) -> str:
    if len(data) > _LARGEST:
        _foreign(path, f"larger than {_LARGEST >> 20} MiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        _foreign(path, "no text in UTF-8")


def _unpacked(path: str) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            if _MEMBER not in archive.namelist():
                _foreign(path, f"an archive without {_MEMBER}")
            with archive.open(_MEMBER) as member:
                return _decoded(member.read(_LARGEST + 1), path)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        _foreign(path, f"a damaged archive: {error}")


def _parsed(text: str, path: str, line: int | None = None) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        _foreign(path, f"no JSON: {error.msg}", line or error.lineno)
    except RecursionError:
        _foreign(path, "no JSON of Extra-P: nested too deeply", line or 1)


def _experiment(root: Node) -> ExtrapFile:
    sizes = _sizes(root)
    found = ExtrapFile(sizes)
    modelers = root.member("modelers").items() if root.has("modelers") else []
    for modeler in modelers:
        for callpath, metrics in modeler.member("models").members():
            name, model = _only_metric(callpath, metrics)
            function = model.member("hypothesis").member("function")
            found.models[name] = model_text(function, sizes)
    if root.has("measurements"):
        for callpath, metrics in root.member("measurements").members():
            name, rows = _only_metric(callpath, metrics)
            if name not in found.models:
                found.samples[name] = [
                    _sample(row.member("coordinate"), row.member("mean"), sizes)
                    for row in rows.items()
                ]
    if not found.models and not found.samples:
        root.fail("the experiment holds no models", "make models in Extra-P and save it again")
    return found


def _measurements(text: str, path: str) -> ExtrapFile:
    lines = [(at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        _foreign(path, "the file is empty")
    by_line = len(lines) > 1 and all(line.lstrip().startswith("{") for _, line in lines)
    try:
        root = Node(_parsed(text, path), "$", path)
    except SadError:
        if not by_line:
            raise
        return _lines([Node(_parsed(line, path, at), "$", path, at) for at, line in lines])
    if root.has("params"):
        return _lines([root])
    if root.has("modelers"):
        return _experiment(root)
    if not (root.has("parameters") and root.has("measurements")):
        _foreign(path, "no measurements of Extra-P: no parameters, or no measurements")
    if root.has("callpaths"):
        return _numbered(root)
    sizes = _sizes(root)
    found = ExtrapFile(sizes)
    for callpath, metrics in root.member("measurements").members():
        name, rows = _only_metric(callpath, metrics)
        found.samples[name] = [
            _sample(row.member("point"), value, sizes)
            for row in rows.items()
            for value in row.member("values").items()
        ]
    return found


def _lines(nodes: list[Node]) -> ExtrapFile:
    sizes = tuple(name for name, _ in nodes[0].member("params").members())
    found = ExtrapFile(sizes)
    metrics: dict[str, str] = {}
    for node in nodes:
        callpath = node.member("callpath").text() if node.has("callpath") else _ROOT
        metric = node.member("metric").text() if node.has("metric") else METRIC
        name = metric if callpath == _ROOT else callpath
        if metrics.setdefault(name, metric) != metric:
            _ambiguous(node, name, [metrics[name], metric])
        at = {size: node.member("params").member(size).number() for size in sizes}
        value = node.member("value")
        values = value.items() if isinstance(value.value, list) else [value]
        samples = found.samples.setdefault(name, [])
        samples += [Sample(at, item.number(), 1.0, f"{node.file}:{node.line}") for item in values]
    return found


def _numbered(root: Node) -> ExtrapFile:
    """Read the older form: lists whose entries have numbers, and values that refer to them.

    Values refer to the n-th entry in the order of the numbers, as Extra-P's reader takes it.
    """
    sizes = tuple(item.member("name").text() for item in _in_order(root, "parameters"))
    names = [item.member("name").text() for item in _in_order(root, "callpaths")]
    metrics = [item.member("name").text() for item in _in_order(root, "metrics")]
    points = [_coordinate(item, sizes) for item in _in_order(root, "coordinates")]
    found = ExtrapFile(sizes)
    of_name: dict[str, str] = {}
    for row in root.member("measurements").items():
        callpath = _entry(names, row.member("callpath_id"))
        metric = _entry(metrics, row.member("metric_id"))
        at = _entry(points, row.member("coordinate_id"))
        name = metric if callpath == _ROOT else callpath
        if of_name.setdefault(name, metric) != metric:
            _ambiguous(row, name, [of_name[name], metric])
        sample = Sample(at, row.member("value").number(), 1.0, root.file)
        found.samples.setdefault(name, []).append(sample)
    return found


def _in_order(root: Node, key: str) -> list[Node]:
    return sorted(root.member(key).items(), key=lambda item: item.member("id").number())


def _coordinate(item: Node, sizes: tuple[str, ...]) -> dict[str, float]:
    pairs = item.member("parameter_value_pairs").items()
    pairs.sort(key=lambda pair: pair.member("parameter_id").number())
    if len(pairs) != len(sizes):
        item.fail(f"{len(pairs)} values for {len(sizes)} parameters")
    return {
        size: pair.member("parameter_value").number()
        for size, pair in zip(sizes, pairs, strict=True)
    }


def _entry(entries: list[_Entry], number: Node) -> _Entry:
    """Return the entry with a number, counted from 1."""
    index = number.number()
    if not (index.is_integer() and 1 <= index <= len(entries)):
        number.fail("there is no such entry", "numbers count the entries of a list from 1")
    return entries[int(index) - 1]


def _sizes(root: Node) -> tuple[str, ...]:
    return tuple(item.text() for item in root.member("parameters").items())


def _sample(point: Node, value: Node, sizes: tuple[str, ...]) -> Sample:
    numbers = [item.number() for item in point.items()]
    if len(numbers) != len(sizes):
        point.fail(f"{len(numbers)} values for {len(sizes)} parameters")
    at = dict(zip(sizes, numbers, strict=True))
    return Sample(at, value.number(), 1.0, value.file)


def _only_metric(callpath: str, metrics: Node) -> tuple[str, Node]:
    """Return a parameter's name and what is said of its metric: the only one, or ``value``."""
    found = dict(metrics.members())
    if not found:
        metrics.fail("no metrics")
    metric = METRIC if METRIC in found else next(iter(found))
    if len(found) > 1 and metric != METRIC:
        _ambiguous(metrics, callpath, list(found))
    return (metric if callpath == _ROOT else callpath), found[metric]


def _ambiguous(node: Node, name: str, metrics: list[str]) -> NoReturn:
    message = f"{name} has several metrics: {', '.join(metrics)}"
    hint = f"keep one, or name one of them {METRIC}"
    raise input_error("SAD743", message, Span.at(node.file, node.line), hint)


# A function of Extra-P as an expression.


_LARGEST_DENOMINATOR = 100


def model_text(function: Node, sizes: tuple[str, ...]) -> str:
    """Return a function over ``sizes`` as an expression.

    Raises ``SadError``: SAD741 (a field is missing or has another type), SAD742 (it has segments, or
    terms that are not known).
    """
    if function.has("segments"):
        _unknown(function, "a function with segments is no expression")
    constant = 0.0
    if function.has("constant_coefficient"):
        constant = function.member("constant_coefficient").number()
    parts: list[tuple[str, float]] = []
    if function.has("compound_terms"):
        parts = [_term(term, sizes) for term in function.member("compound_terms").items()]
    return weighted_sum([(ONE, constant), *parts])


def _unknown(node: Node, message: str) -> None:
    hint = "make models without segments, of polynomial and logarithmic terms"
    where = Span.at(node.file, node.line)
    raise input_error("SAD742", f"{node.path}: {message}", where, hint)


def _term(term: Node, sizes: tuple[str, ...]) -> tuple[str, float]:
    """Return a term's factors and its coefficient."""
    coefficient = term.member("coefficient").number()
    factors: list[str] = []
    if term.has("parameter_term_pairs"):
        for index, inner in term.member("parameter_term_pairs").members():
            if inner.has("segments"):
                _unknown(inner, "a term with segments is no expression")
            if not index.isdecimal() or int(index) >= len(sizes):
                inner.fail(f"there is no parameter {index}")
            coefficient *= inner.member("coefficient").number()
            factors += _powers(inner, sizes[int(index)])
    else:
        if not sizes:
            term.fail("there is no parameter")
        factors = _powers(term, sizes[0])
    return "*".join(factors) or ONE, coefficient


def _powers(term: Node, size: str) -> list[str]:
    found: list[str] = []
    for simple in term.member("simple_terms").items():
        exponent = _exponent(simple.member("exponent"))
        match simple.member("term_type").text():
            case "polynomial":
                base = size
            case "logarithm":
                base = f"log2({size})"
            case other:
                _unknown(simple, f"terms of type {other} are not known")
                continue
        if exponent:
            found.append(base + _raised(exponent))
    return found


def _exponent(node: Node) -> Fraction:
    """Return an exponent, which is a number or a text such as ``5/2``."""
    if not isinstance(node.value, str):
        return Fraction(node.number()).limit_denominator(_LARGEST_DENOMINATOR)
    try:
        return Fraction(node.value).limit_denominator(_LARGEST_DENOMINATOR)
    except (ValueError, ZeroDivisionError):
        node.fail(f"{node.value!r} is no exponent")


def _raised(exponent: Fraction) -> str:
    if exponent == 1:
        return ""
    if exponent.denominator == 1 and exponent > 0:
        return f"**{exponent}"
    return f"**({exponent})"
