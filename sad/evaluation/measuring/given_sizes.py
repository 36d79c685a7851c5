"""Sizes that runs are said to have had: names that mean something, or slips of the pen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sad.evaluation.names import Names

_WORD = re.compile(r"[A-Za-z_$][\w$]*(?:[.@][\w$]+)*")


def check_given(runs: Iterable[Mapping[str, str]], names: Names, own: Collection[str]) -> None:
    """Refuse a name that the program does not have and that no value uses.

    ``runs`` are the values of each run by name, ``own`` names that people use in a parameter file. A
    name of one's own stands if values of the run use it, or if it is all that tells runs apart and is
    not nearly one of the program's. Raises ``SadError`` SAD715.
    """
    owned = {name.lower() for name in own}
    for at in runs:
        used = {word.lower() for text in at.values() for word in _WORD.findall(text)} | owned
        known = [name for name in at if names.find(name) is not None or names.is_input(name)]
        for name in at:
            if name in known or name.lower() in used:
                continue
            if known or names.close(name) is not None:
                message = f"the program has no size {name!r}, and no value uses it"
                raise argument_error("SAD715", message, names.suggestion(name))
