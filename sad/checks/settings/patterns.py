"""Warns of patterns in the settings that match no unit or loop."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.checks.costs.record import State
    from sad.checks.settings.project import Project
    from sad.diagnostics import Diagnostics

_WILD = re.compile(r"[*?\[]")


def warn_of_patterns(project: Project, state: State, diagnostics: Diagnostics) -> None:
    """Warn (SAD845) of patterns that match nothing, unless only part of the sources is checked."""
    if not project.is_whole:
        return
    for pattern in project.patterns:
        text = pattern.text.lower()
        of_loops = pattern.key == "loops"
        if _is_loop(text, state) if of_loops else _is_unit(text, state):
            continue
        what, hint = "unit", "names as sad analyze prints them, for instance DG*"
        if of_loops:
            what, hint = "loop", "UNIT.LOOP as sad analyze prints them, for instance DGEMM.do*"
        message = f"{pattern.key}: {pattern.text!r} matches no {what}"
        diagnostics.warning("SAD845", message, pattern.span, hint)


def _is_unit(pattern: str, state: State) -> bool:
    return any(fnmatchcase(name.lower(), pattern) for name in state.units)


def _is_loop(pattern: str, state: State) -> bool:
    """Skips units whose name rules a match out: reading one from the cache takes time."""
    start = _WILD.split(pattern)[0]
    for name in state.units:
        unit = f"{name.lower()}."
        if not unit.startswith(start) and not start.startswith(unit):
            continue
        if any(
            fnmatchcase(f"{unit}{loop.id.lower()}", pattern) for loop in state.units[name].loops
        ):
            return True
    return False
