"""Values for parameters from a YAML file, written by hand or by ``sad params export``.

    schema: 1
    parameters:
      FORCES.trips@do60.goto20: 13.5
      WRAP.prob@do10.if1: {value: 1.3e-4, origin: profile}

Beside a value may stand ``misses``, the mispredictions per execution of the parameter's branch or per
time its loop is entered; those of other branches and loops are in ``branches``, by the names of
``misses.rates``. An entry without a value is skipped: an exported file may be filled in step by step.
Sizes stand in a section of their own, ``sizes``; ``about`` says what the file is for, ``vanished``
keeps entries that the program has no more, ``counts`` are those of whole runs (``run_counts``). JSON
with the same content is read as well.
"""

from __future__ import annotations

from math import inf
from pathlib import Path

import yaml

from sad.diagnostics import Span, input_error
from sad.document import Item, parse_document
from sad.files import no_pipe
from sad.profiles.misses.rates import miss_name
from sad.profiles.run_counts import runs_in, together_in
from sad.profiles.settings import Origin, Setting, Settings

SCHEMA, JSON_SCHEMA = 1, "sad-params/1"
SECTIONS = ("sizes", "parameters")
DESCRIPTIVE = (
    *("alias", "kind", "type", "class", "unit", "place", "source", "lower", "upper", "reason"),
    *("tests", "depends", "governs"),
)
"""Fields that ``sad params export`` keeps up to date."""
MISSES, SIMULATED = "misses", "simulated"
FIELDS = (
    *(*DESCRIPTIVE, "value", "spread", "origin", "fit", "samples"),
    *(MISSES, SIMULATED, "comment"),
)
"""What an entry may say."""
BRANCHES, COUNTS, TOGETHER = "branches", "counts", "together"
BRANCH_FIELDS = ("place", "source", MISSES, SIMULATED, "comment")
"""What an entry of ``branches`` may say."""
_ORIGINS = {"user": Origin.USER, "profile": Origin.PROFILE, "default": Origin.DEFAULT}


def load_params(path: str) -> Settings:
    """Read a parameter file.

    Raises ``SadError``: SAD504 (cannot be read), SAD402 (no YAML), SAD403 (unknown key), SAD404
    (wrong type), SAD406 (twice), SAD407 (unknown schema), SAD752 (a rate that cannot be).
    """
    return params_in(params_text(path), path)


def params_text(path: str) -> str:
    """Return the text of a parameter file; raise ``SadError`` SAD504 if it cannot be read."""
    try:
        return Path(no_pipe(path)).read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        hint = "check the path; a parameter file is UTF-8 text in YAML"
        raise input_error("SAD504", f"cannot be read: {reason}", Span.at(path), hint) from None


def params_in(text: str, file: str) -> Settings:
    """Return the values in the text of a parameter file; errors as of ``load_params``."""
    known = ("schema", "about", *SECTIONS, BRANCHES, "vanished", COUNTS, TOGETHER)
    entries = parse_document(text, file).mapping(known)
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
            if section == "vanished":
                continue
            if setting is not None:
                settings.add(setting)
            rate = _rate(name, item)
            if rate is not None:
                settings.misses[miss_name(name) or name] = rate
    _read_branches(entries.get(BRANCHES), settings)
    if COUNTS in entries and not _is_empty(entries[COUNTS]):
        settings.runs = runs_in(entries[COUNTS])
    if TOGETHER in entries and not _is_empty(entries[TOGETHER]):
        settings.together = together_in(entries[TOGETHER])
    return settings


def _read_branches(section: Item | None, settings: Settings) -> None:
    if section is None or _is_empty(section):
        return
    for name, item in section.mapping().items():
        if miss_name(name) != name:
            hint = "UNIT.branch@ID is the branch of a unit with this id, UNIT.loop@ID the loop"
            item.fail("SAD752", f"{name!r} names no branch and no loop", hint)
        rate = _rate(name, item, BRANCH_FIELDS)
        if rate is not None:
            settings.misses[name] = rate


def _rate(name: str, item: Item, allowed: tuple[str, ...] = FIELDS) -> float | None:
    """The mispredictions of an entry; of a branch at most one per execution."""
    if allowed == FIELDS and not item.is_mapping:
        return None
    given = item.mapping(allowed).get(MISSES) if item.is_mapping else item
    if given is None or _is_empty(given):
        return None
    try:
        rate = float(given.text())  # 4e-05, too, which YAML takes for a text
    except ValueError:
        given.fail("SAD752", f"{given.text()!r} is no rate", "a number, for instance 0.03")
    most = inf if ".loop@" in (miss_name(name) or "") else 1.0
    if not 0 <= rate <= most or rate == inf:
        what = "a branch is mispredicted 0 to 1 times each time" if most == 1 else "it is 0 or more"
        given.fail("SAD752", f"{given.text()} is no rate of mispredictions", what)
    return rate


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
