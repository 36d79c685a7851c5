"""Applications by name, and application files to applications: strict, every error at its line."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from machine_db import FOLDER
from sad.applications.check import check_names
from sad.applications.schema import (
    SCHEMA_VERSION,
    Application,
    Choice,
    Expression,
    Gap,
    Need,
    Option,
    Parameter,
    PhaseCost,
    Rate,
)
from sad.diagnostics import Span, argument_error, did_you_mean, input_error
from sad.document import parse_document
from sad.expr.functions import is_condition
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError, Name
from sad.machine.database import database_names
from sad.machine.values import number_not_negative, positive_number, require
from sad.stubs.keys import closest_operation, is_operation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item


_SUFFIXES = (".yaml", ".yml")
_FOLDER = "applications"
_TOP = (
    *("schema", "application", "description", "source", "dimensions", "parameters", "choices"),
    *("where", "needs", "repeat", "phases", "rates", "unknown"),
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_KINDS = ("power_of_two", "whole", "holds")
COMMAS = "put a formula with commas in quotes, or write it on a line of its own"


def application_names() -> list[str]:
    """Return the names of the applications that come with the tool."""
    return database_names(_FOLDER)


def find_application(name: str) -> str | None:
    """Return the path of an application file: as given, with .yaml behind it, or one of the tool's."""
    for suffix in ("", *_SUFFIXES):
        path = f"{name}{suffix}"
        if path.endswith(_SUFFIXES) and os.path.isfile(path):
            return path
    if name in application_names():
        return str(FOLDER.joinpath(_FOLDER, f"{name}.yaml"))
    return None


def means_application(name: str) -> bool:
    """Whether ``name`` is that of an application, be it there or not: YAML, or one of the tool's."""
    return name.endswith(_SUFFIXES) or find_application(name) is not None


def load(name: str) -> Application:
    """Return the application of a file or a name; SAD860 if there is none, else as the reader."""
    path = find_application(name)
    if path is None:
        names = application_names()
        hint = did_you_mean(name, names, f"known applications: {', '.join(names)}")
        message = f"no application {name!r}, as a YAML file or among those that come with sad"
        raise argument_error("SAD860", message, hint)
    return read_application(path)


def read_application(path: str) -> Application:
    """Read an application file.

    Raises ``SadError``: SAD860 (cannot be read), SAD402 to SAD407 (the YAML, as of machine files),
    SAD861 (no formula), SAD862 (unknown names), SAD863 (circles), SAD869 (parts that do not fit).
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        hint = "an application file is UTF-8 text in YAML; see docs/applications.md"
        raise input_error("SAD860", f"cannot be read: {reason}", Span.at(path), hint) from None
    root = parse_document(text, path)
    entries = root.mapping(_TOP)
    require(root, entries, ("schema", "application", "phases"))
    if entries["schema"].number() != SCHEMA_VERSION:
        hint = f"this version reads schema {SCHEMA_VERSION}"
        entries["schema"].fail("SAD407", "this schema is not known", hint)
    if not entries["application"].text():
        entries["application"].fail("SAD404", "text is expected here", "give it a name")
    application = Application(
        _text(entries, "application"),
        root,
        _text(entries, "description"),
        _text(entries, "source"),
        _dimensions(entries),
        {name: _parameter(name, item) for name, item in _named(entries, "parameters").items()},
        {name: _choice(name, item) for name, item in _named(entries, "choices").items()},
        {name: expression(item) for name, item in _named(entries, "where").items()},
        tuple(map(_need, _list(entries, "needs"))),
        expression(entries["repeat"]) if "repeat" in entries else None,
        tuple(map(_part, entries["phases"].sequence())),
        {name: read_rates(item) for name, item in _mapping(entries, "rates").items()},
        tuple(map(_gap, _list(entries, "unknown"))),
    )
    if not application.parts:
        entries["phases"].fail("SAD869", "there are no phases", "list at least one")
    check_names(application)
    return application


def _text(entries: Mapping[str, Item], key: str) -> str:
    return entries[key].text() if key in entries else ""


def _mapping(entries: Mapping[str, Item], key: str) -> dict[str, Item]:
    return entries[key].mapping() if key in entries else {}


def _list(entries: Mapping[str, Item], key: str) -> list[Item]:
    return entries[key].sequence() if key in entries else []


def _named(entries: Mapping[str, Item], key: str) -> dict[str, Item]:
    """The entries of a mapping whose keys are to be used in formulas."""
    found = _mapping(entries, key)
    for name, item in found.items():
        if not _NAME.fullmatch(name):
            item.fail("SAD869", f"{name!r} is no name", "letters, digits and _; a letter first")
    return found


def _dimensions(entries: Mapping[str, Item]) -> int:
    if "dimensions" not in entries:
        return 1
    number = entries["dimensions"].number()
    if number not in (1, 2, 3):
        entries["dimensions"].fail("SAD407", f"{number:g} dimensions cannot be", "1, 2 or 3")
    return int(number)


def _parameter(name: str, item: Item) -> Parameter:
    """``name: 256`` is a parameter with a default."""
    if not item.is_mapping:
        return Parameter(name, item.number(), 0.0)
    entries = item.mapping(("default", "at_least", "description"))
    default = entries["default"].number() if "default" in entries else None
    at_least = entries["at_least"].number() if "at_least" in entries else 0.0
    if default is not None and default < at_least:
        entries["default"].fail("SAD407", f"{default:g} is below {at_least:g}, its smallest value")
    return Parameter(name, default, at_least, _text(entries, "description"))


def _choice(name: str, item: Item) -> Choice:
    entries = item.mapping(("default", "description", "options"))
    require(item, entries, ("default", "options"))
    options = {key: _option(key, entry) for key, entry in entries["options"].mapping().items()}
    default = entries["default"].text()
    if default not in options:
        hint = f"there are: {', '.join(options)}"
        entries["default"].fail("SAD869", f"{default} is none of the options", hint)
    return Choice(name, default, options, _text(entries, "description"))


def _option(name: str, item: Item) -> Option:
    """``name: text`` is an option that sets nothing."""
    if not item.is_mapping:
        return Option(name, {}, item.text())
    entries = item.mapping(("description", "source", "values"))
    values = {key: expression(entry) for key, entry in _named(entries, "values").items()}
    return Option(name, values, _text(entries, "description"), _text(entries, "source"))


def _need(item: Item) -> Need:
    entries = item.mapping((*_KINDS, "only", "because"), COMMAS)
    kinds = [kind for kind in _KINDS if kind in entries]
    if len(kinds) != 1:
        item.fail("SAD869", "one thing is needed at a time", f"write one of {', '.join(_KINDS)}")
    (kind,) = kinds
    stated, text = entries[kind], entries[kind].text()
    only, because = _only(entries), _text(entries, "because")
    if kind != "holds":
        return Need(kind, expression(stated), text, only, because)
    stands = expression(stated)
    if not is_condition(stands.formula) or isinstance(stands.formula, Name):
        stated.fail("SAD861", f"{text!r} is no comparison", "for instance nprocs <= psize")
    return Need(kind, stands, text, only, because)


def _part(item: Item) -> PhaseCost:
    entries = item.mapping(("name", "computation", "communication", "only", "source"), COMMAS)
    require(item, entries, ("name",))
    kinds = [kind for kind in ("computation", "communication") if kind in entries]
    if len(kinds) != 1:
        hint = "give its seconds as a formula under one of the two keys"
        item.fail("SAD869", "a phase is either computation or communication", hint)
    return PhaseCost(
        entries["name"].text(),
        kinds[0] == "communication",
        expression(entries[kinds[0]]),
        _only(entries),
        _text(entries, "source"),
    )


def _only(entries: Mapping[str, Item]) -> dict[str, tuple[str, ...]]:
    """``only: {choice: [option, option]}``."""
    return {
        name: tuple(entry.text() for entry in item.sequence())
        for name, item in _mapping(entries, "only").items()
    }


def _gap(item: Item) -> Gap:
    entries = item.mapping(("only", "because"))
    require(item, entries, ("only", "because"))
    return Gap(_only(entries), entries["because"].text(), item)


# Rates of application files: how fast a machine does the application's work.


def expression(item: Item) -> Expression:
    """Return a formula; SAD861 if the text is none. ``{value: FORMULA, source: TEXT}`` is one, too."""
    source = ""
    if item.is_mapping:
        entries = item.mapping(("value", "source"), COMMAS)
        require(item, entries, ("value",))
        item = entries["value"]
        source = entries["source"].text() if "source" in entries else ""
    text = item.text()
    try:
        return Expression(item, parse(text), source)
    except ExpressionError as error:
        item.fail("SAD861", f"{text!r} is no formula: {error}", "for instance 2*psize**3/nprocs")


def read_rates(item: Item) -> dict[str, Rate]:
    """Return the rates for one machine, by name.

    ``values`` are numbers [1/s], or ``{by: psize, at: {64: 3.95e+6}}``; ``operations`` are counts per
    unit of work. A rate both ways is SAD869, an operation that there is not SAD603.
    """
    entries = item.mapping(("source", "values", "operations"))
    source = entries["source"].text() if "source" in entries else ""
    rates: dict[str, Rate] = {}
    if "values" in entries:
        for name, entry in entries["values"].mapping().items():
            rates[name] = _value(name, entry, source)
    if "operations" in entries:
        for name, entry in entries["operations"].mapping().items():
            if name in rates:
                entry.fail("SAD869", "this rate has a value already", "remove one of the two")
            rates[name] = Rate(name, None, (), _operations(entry), source, entry)
    if not rates:
        item.fail("SAD869", "there are no rates", "give values, or operations per unit of work")
    return rates


def _value(name: str, item: Item, source: str) -> Rate:
    if not item.is_mapping:
        return Rate(name, None, ((0.0, positive_number(item)),), {}, source, item)
    entries = item.mapping(("by", "at", "source"))
    require(item, entries, ("by", "at"))
    steps: list[tuple[float, float]] = []
    for size, entry in entries["at"].mapping().items():
        steps.append((_size(size, entry), positive_number(entry)))
        if len(steps) > 1 and steps[-2][0] >= steps[-1][0]:
            entry.fail("SAD407", f"{size} is not above the size before it", "let sizes rise")
    if not steps:
        entries["at"].fail("SAD869", "there are no sizes", "for instance at: {64: 3.95e+6}")
    own = entries["source"].text() if "source" in entries else source
    return Rate(name, expression(entries["by"]), tuple(steps), {}, own, item)


def _size(text: str, item: Item) -> float:
    try:
        return float(text)
    except ValueError:
        item.fail("SAD404", f"a size is expected, not {text!r}", "for instance at: {64: 3.95e+6}")


def _operations(item: Item) -> Mapping[str, float]:
    counts: dict[str, float] = {}
    for key, entry in item.mapping().items():
        if not is_operation(key):
            close = closest_operation(key)
            hint = f"did you mean {close}?" if close else "see docs/operations.md"
            entry.fail("SAD603", f"there is no operation {key}", hint)
        counts[key] = number_not_negative(entry)
    if not any(counts.values()):
        item.fail("SAD869", "a unit of work performs no operation", "count at least one")
    return counts
