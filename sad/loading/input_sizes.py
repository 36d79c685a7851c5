"""Sizes that a program's own input tells: numbers that its first READs get, or all that it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.evaluation.model import build_model
from sad.expr.numbers import evaluate_expression
from sad.files import source_lines
from sad.model.parameters import Kind
from sad.profiles.running.vary import values_read
from sad.profiles.settings import Origin, Setting, Settings
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.evaluate import Number
    from sad.ir.program import Program
    from sad.loading.evaluating import Evaluator
    from sad.model.nodes import UnitDescription
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice


def input_sizes(program: Program, units: Iterable[UnitDescription], text: str) -> dict[str, str]:
    """Return sizes by their labels, as the input ``text`` has them."""
    lines: dict[str, list[str]] = {}

    def line_of(path: str, line: int) -> str:
        if path not in lines:
            lines[path] = source_lines(path)
        return lines[path][line - 1] if 0 < line <= len(lines[path]) else ""

    values = values_read(program, text, line_of)
    found: dict[str, str] = {}
    for parameter in (item for unit in units for item in unit.parameters) if values else ():
        name = parameter.label.rpartition(".")[2].upper()
        value = values.get((parameter.span.file, parameter.span.line, name))
        if value is not None and parameter.kind is Kind.SIZE:
            found[parameter.label] = value
    return found


def with_input_sizes(choice: Choice, loaded: Loaded) -> Choice:
    """Return a choice with the sizes that its input tells; values that users give stay."""
    if choice.stdin is None or loaded.program is None:
        return choice
    settings = choice.settings.copy()
    given = {name.lower() for name in settings.items}
    found = input_sizes(loaded.program, loaded.description.units, choice.stdin)
    for name, text in found.items():
        if given.isdisjoint((name.lower(), name.rpartition(".")[2].lower())):
            place = Span.at("<stdin>")
            settings.add(Setting(name, text, Origin.USER, place, is_optional=True))
    return replace(choice, settings=settings)


def at_given_input(choice: Choice, loaded: Loaded, evaluator: Evaluator) -> Choice:
    """Return a choice with the sizes of the runs of a profile as the input that is given has them.

    Its own sizes hold for the input that it was made with. What a user says stays. Where running the
    slice does not tell all of them, its counts come before those of the profile if it ended; else
    SAD753 warns.
    """
    runs, settings = choice.settings.runs, choice.settings
    if not (runs and choice.has_input and choice.evaluate_steps) or loaded.source is None:
        return choice
    own = {name: item for name, item in settings.items.items() if item.origin is Origin.USER}
    bare = replace(choice, settings=Settings(own), params=None)
    model = build_model(loaded.description, choice.entry, bare.settings, choice.assume)
    if model.entry is None:
        return choice
    names, told = model.names, dict[str, "Number"]()
    if choice.stdin is not None and loaded.program is not None:
        units = loaded.description.units
        for name, text in input_sizes(loaded.program, units, choice.stdin).items():
            told[names.meant(name) or name] = evaluate_expression(text)
    ran = evaluator.model(model, bare)
    means = evaluator.means(ran)
    told |= {**means, **evaluator.told}
    given = {names.same(name) for name in own}
    found, left = settings.copy(), dict[str, None]()
    for name in dict.fromkeys(name for run in runs for name in run.at):
        value = told.get(names.meant(name) or name)
        if names.same(name) in given:
            continue
        if value is None:
            left[name] = None
        else:
            found.add(Setting(name, str(value), Origin.USER, Span.at("<input>"), is_optional=True))
    if left and ran.evaluated is not None and means.keys() >= set(ran.missing):
        return bare
    if left:
        message = f"the input that is given does not tell {', '.join(left)}: taken from the profile"
        hint = f"give --set {next(iter(left))}=VALUE, or more --evaluate-steps"
        loaded.diagnostics.warning("SAD753", message, Span.at(choice.params or "<input>"), hint)
    return replace(choice, settings=found)
