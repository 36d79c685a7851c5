"""Values for parameters from a YAML file.

    schema: 1
    parameters:
      FORCES.trips@do60.goto20: 13.5
      WRAP.prob@do10.if1: {value: 1.3e-4, origin: profile}

An entry without a value is skipped: an exported file may be filled in step by step.
"""

from __future__ import annotations

from pathlib import Path

from sad.diagnostics import Span, input_error
from sad.document import Item, parse_document
from sad.profiles.settings import Origin, Setting, Settings

_SCHEMA_VERSION = 1
_ORIGINS = {"user": Origin.USER, "profile": Origin.PROFILE, "default": Origin.DEFAULT}


def load_params(path: str) -> Settings:
    """Read a parameter file.

    Raises ``SadError``: SAD504 (cannot be read), SAD402 (no YAML), SAD403 (unknown key), SAD404
    (wrong type), SAD406 (twice), SAD407 (unknown schema).
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        hint = "check the path; a parameter file is UTF-8 text in YAML"
        raise input_error("SAD504", f"cannot be read: {reason}", Span.at(path), hint) from None
    entries = parse_document(text, path).mapping(("schema", "parameters"))
    if "schema" in entries and entries["schema"].number() != _SCHEMA_VERSION:
        version, hint = entries["schema"].text(), f"this version reads schema {_SCHEMA_VERSION}"
        entries["schema"].fail("SAD407", f"schema {version} is not known", hint)
    settings = Settings()
    if "parameters" not in entries:
        return settings
    for name, item in entries["parameters"].mapping().items():
        setting = _setting(name, item)
        if setting is not None:
            settings.add(setting)
    return settings


def _setting(name: str, item: Item) -> Setting | None:
    origin = Origin.USER
    value = item
    if item.is_mapping:
        entries = item.mapping(("value", "origin", "comment"))
        if "value" not in entries:
            return None
        value = entries["value"]
        if "origin" in entries:
            word = entries["origin"].text()
            if word not in _ORIGINS:
                known = ", ".join(_ORIGINS)
                entries["origin"].fail("SAD404", f"origin {word!r} is not known", f"one of {known}")
            origin = _ORIGINS[word]
    text = value.text().strip()
    if text in ("", "~", "null"):
        return None
    return Setting(name, text, origin, value.span)
