"""A program to be scaled, with what its source knows about its parameters."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.parallel import Scalable


@record
class Subject:
    """A program on a machine.

    ``defaults`` are the values of parameters that are not given; ``optional`` are further names that
    may be given values and need none. ``words`` are the numbers of the texts that parameters may be, by
    name; ``least`` the smallest values of parameters that have one. ``origins`` say where numbers come
    from, one text each. ``longer`` are parameters' names by longer ones that mean the same.
    """

    program: Scalable
    machine: str = ""
    library: str = ""
    defaults: Mapping[str, float] = field(default_factory=dict[str, float])
    optional: tuple[str, ...] = ()
    words: Mapping[str, Mapping[str, float]] = field(default_factory=dict[str, "dict[str, float]"])
    least: Mapping[str, float] = field(default_factory=dict[str, float])
    origins: tuple[str, ...] = ()
    longer: Mapping[str, str] = field(default_factory=dict[str, str])


def word_of(words: Mapping[str, Mapping[str, float]], name: str, value: float) -> str:
    """Return the value of a parameter as it is written: the word it stands for, or the number."""
    found = [word for word, number in words.get(name, {}).items() if number == value]
    return found[0] if found else f"{value:.12g}"
