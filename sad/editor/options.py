"""What an editor can set: the keys of ``sad.toml`` that say how to read and predict, and a few more.

They come from ``initializationOptions``, from the editor's configuration (section ``sad``) and from
``sad lsp --settings FILE``; those of the project are below them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sad.checks.settings.project import find_project
from sad.diagnostics import Span, did_you_mean, input_error
from sad.evaluation.assume import SENTENCES
from sad.mapping.bind import COST_MODELS
from sad.profiles.params_file import load_params
from sad.profiles.settings import Origin, Setting, Settings
from sad.reading.options import Choice, Reading, macros
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTION = "sad"
"""The section of an editor's configuration."""
_TEXTS = ("machine", "toolchain", "model", "entry", "defaults", "params", "compile_commands")
_LISTS = ("sources", "include", "define", "stubs", "assume")
_KEYS = (*_TEXTS, *_LISTS, "sizes")
_CHOICES = {"model": tuple(COST_MODELS), "defaults": ("heuristics",), "assume": tuple(SENTENCES)}


@record
class Options:
    """How to read files and what to predict. ``reading`` has no texts yet, ``choice`` no session.

    ``program`` are the files and folders that are analysed together; a file outside them is
    analysed by itself.
    """

    program: tuple[str, ...] = ()
    reading: Reading = field(default_factory=lambda: Reading(()))
    choice: Choice = field(default_factory=Choice)


def checked(value: object, place: str) -> dict[str, Any]:
    """Return settings as they are read from JSON; SAD870 if a key or a value cannot be.

    They may stand in an object of their own, under ``sad``. ``place`` is shown in messages.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _error(place, "the settings are no object", 'for instance {"machine": "sparc2"}')
    items = cast("dict[str, Any]", value)
    if set(items) == {SECTION}:
        return checked(items[SECTION], place)
    for key, item in items.items():
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS, f"settings: {', '.join(_KEYS)}")
            raise _error(place, f"unknown setting {key!r}", hint)
        if item is not None and not _fits(key, item):
            raise _error(place, f"{key}: {_expected(key)} expected", "docs/editor.md has all")
    return {key: item for key, item in items.items() if item is not None}


def read_settings(path: str) -> dict[str, Any]:
    """Return the settings of a JSON file; raises SAD101 or SAD870."""
    try:
        value = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise input_error("SAD101", "no such file", Span.at(path), "check the path") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        message = f"no valid JSON: {error}"
        raise input_error("SAD870", message, Span.at(path, line), "docs/editor.md") from None
    return checked(value, path)


def options_of(settings: Mapping[str, Any], root: Path) -> Options:
    """Return the options of a project's folder, with an editor's settings above those of ``sad.toml``.

    Paths are relative to the current folder, which is ``root``. Raises as ``find_project``,
    ``load_params`` and ``macros``.
    """
    project = find_project(root)
    values = Settings()
    params = settings.get("params")
    layers = [project.sizes, *([load_params(params)] if params else [])]
    if (
        params is None and project.params is not None and os.path.isfile(project.params)
    ):  # or not yet
        layers.insert(0, load_params(project.params))
    for layer in layers:
        values.misses.update(layer.misses)
        values.runs += layer.runs
        values.together = {**values.together, **layer.together}
        for setting in layer.items.values():
            values.add(setting)
    for name, text in settings.get("sizes", {}).items():
        values.add(user_value(name, str(text)))

    def texts(key: str, below: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(settings[key]) if key in settings else below

    machine = project.machines[0] if project.machines else None
    toolchain = project.toolchain if "machine" not in settings else None
    program = [str(root / item) for item in texts("sources", project.sources)]
    reading = Reading(
        (),
        texts("include", project.include),
        macros(texts("define", project.define)),
        compile_commands=settings.get("compile_commands"),
        stubs=texts("stubs", project.stubs),
    )
    choice = Choice(
        settings.get("entry", project.entry),
        values,
        texts("assume", project.assume),
        settings.get("defaults"),
        settings.get("machine", machine),
        settings.get("toolchain", toolchain),
        settings.get("model"),
    )
    return Options(tuple(program), reading, choice)


def user_value(name: str, text: str) -> Setting:
    """Return a value that a person has given in the editor."""
    return Setting(name, text, Origin.USER, Span.at("<settings>"))


def with_values(choice: Choice, values: Mapping[str, str]) -> Choice:
    """Return a choice with a session's values above its own."""
    settings = choice.settings.copy()
    for name, text in values.items():
        settings.add(user_value(name, text))
    return replace(choice, settings=settings)


def _fits(key: str, item: object) -> bool:
    if key == "sizes":
        numbers = cast("dict[str, object]", item).values() if isinstance(item, dict) else [None]
        return all(isinstance(number, str | int | float) for number in numbers)
    known = _CHOICES.get(key)
    if key in _TEXTS:
        return isinstance(item, str) and (known is None or item in known)
    texts = cast("list[object]", item) if isinstance(item, list) else [None]
    return all(isinstance(text, str) and (known is None or text in known) for text in texts)


def _expected(key: str) -> str:
    if key in _CHOICES:
        what = " or ".join(_CHOICES[key])
        return what if key in _TEXTS else f"a list of {what}"
    if key == "sizes":
        return "an object of names and values"
    return "text" if key in _TEXTS else "a list of texts"


def _error(place: str, message: str, hint: str) -> Exception:
    return input_error("SAD870", message, Span.at(place), hint)
