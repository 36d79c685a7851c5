"""Application files to applications: strict, nothing guessed, every error at its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sad.applications.check import check_names
from sad.applications.formulas import COMMAS, expression, formula_of
from sad.applications.read_rates import read_rates
from sad.applications.schema import (
    SCHEMA_VERSION,
    Application,
    Choice,
    Expression,
    Gap,
    Need,
    Option,
    Parameter,
    Part,
)
from sad.diagnostics import Span, input_error
from sad.document import parse_document
from sad.machine.values import require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item

_TOP = (
    *("schema", "application", "description", "source", "dimensions", "parameters", "choices"),
    *("where", "needs", "repeat", "phases", "rates", "unknown"),
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_COMPARISON = re.compile(r"^(.*?)(<=|>=)(.*)$")
_KINDS = ("power_of_two", "whole", "holds")


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
        return Need(kind, expression(stated), None, text, only, because)
    match = _COMPARISON.match(text)
    if match is None:
        stated.fail("SAD861", f"{text!r} is no comparison", "for instance nprocs <= psize")
    left, right = (Expression(stated, formula_of(stated, side)) for side in (match[1], match[3]))
    if match[2] == ">=":
        left, right = right, left
    return Need(kind, left, right, text, only, because)


def _part(item: Item) -> Part:
    entries = item.mapping(("name", "computation", "communication", "only", "source"), COMMAS)
    require(item, entries, ("name",))
    kinds = [kind for kind in ("computation", "communication") if kind in entries]
    if len(kinds) != 1:
        hint = "give its seconds as a formula under one of the two keys"
        item.fail("SAD869", "a phase is either computation or communication", hint)
    return Part(
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
