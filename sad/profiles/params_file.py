"""Values for parameters from a YAML file, written by hand or by ``sad params export``.

    schema: 1
    parameters:
      FORCES.trips@do60.goto20: 13.5
      WRAP.prob@do10.if1: {value: 1.3e-4, origin: profile}

An entry without a value is skipped: an exported file may be filled in step by step. Sizes stand in a
section of their own, ``sizes``; ``about`` says what the file is for, ``vanished`` keeps entries that
the program has no more. JSON with the same content is read as well.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from sad.diagnostics import Span, input_error
from sad.document import Item, parse_document
from sad.profiles.settings import Origin, Setting, Settings

SCHEMA, JSON_SCHEMA = 1, "sad-params/1"
SECTIONS = ("sizes", "parameters")
DESCRIPTIVE = (
    *("alias", "kind", "type", "class", "unit", "place", "source", "lower", "upper", "reason"),
    *("tests", "depends", "governs"),
)
"""Fields that ``sad params export`` keeps up to date."""
FIELDS = (*DESCRIPTIVE, "value", "spread", "origin", "fit", "samples", "comment")
"""What an entry may say."""
_ORIGINS = {"user": Origin.USER, "profile": Origin.PROFILE, "default": Origin.DEFAULT}


def load_params(path: str) -> Settings:
    """Read a parameter file.

    Raises ``SadError``: SAD504 (cannot be read), SAD402 (no YAML), SAD403 (unknown key), SAD404
    (wrong type), SAD406 (twice), SAD407 (unknown schema).
    """
    return params_in(params_text(path), path)


def params_text(path: str) -> str:
    """Return the text of a parameter file; raise ``SadError`` SAD504 if it cannot be read."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        hint = "check the path; a parameter file is UTF-8 text in YAML"
        raise input_error("SAD504", f"cannot be read: {reason}", Span.at(path), hint) from None


def params_in(text: str, file: str) -> Settings:
    """Return the values in the text of a parameter file; errors as of ``load_params``."""
    entries = parse_document(text, file).mapping(("schema", "about", *SECTIONS, "vanished"))
    version = entries.get("schema")
    if version is not None and version.text() != JSON_SCHEMA and version.number() != SCHEMA:
        hint = f"this version reads schema {SCHEMA}"
        version.fail("SAD407", f"schema {version.text()} is not known", hint)
    settings = Settings()
    seen: dict[str, Item] = {}
    for section in (*SECTIONS, "vanished"):
        if section not in entries or _is_empty(entries[section]):
            continue
        for name, item in entries[section].mapping().items():
            if name in seen:
                item.fail(
                    "SAD406", "this parameter stands in two sections", "remove one of the two"
                )
            seen[name] = item
            setting = _setting(name, item)
            if setting is not None and section != "vanished":
                settings.add(setting)
    return settings


def _setting(name: str, item: Item) -> Setting | None:
    origin, spread = Origin.USER, ""
    value = item
    if item.is_mapping:
        entries = item.mapping(
            FIELDS, 'a value with commas needs quotes: value: "table(N, 5: 1.2)"'
        )
        if "value" not in entries:
            return None
        value = entries["value"]
        if "spread" in entries and not _is_empty(entries["spread"]):
            spread = entries["spread"].text().strip()
        if "origin" in entries:
            word = entries["origin"].text()
            if word not in _ORIGINS:
                known = ", ".join(_ORIGINS)
                entries["origin"].fail("SAD404", f"origin {word!r} is not known", f"one of {known}")
            origin = _ORIGINS[word]
    text = value.text().strip()
    if text in ("", "~", "null"):
        return None
    return Setting(name, text, origin, value.span, spread=spread)


def _is_empty(item: Item) -> bool:
    """Whether nothing stands behind a key."""
    return isinstance(item.node, yaml.ScalarNode) and item.text() in ("", "~", "null")
