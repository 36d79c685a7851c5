"""LOOP programs by name: those that come along, and files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from frontends.loop.reader import file_text
from frontends.loop.write import write
from machine_db import FOLDER
from sad.diagnostics import argument_error, did_you_mean
from sad.records import record

if TYPE_CHECKING:
    from frontends.loop.write import Written

SUFFIX = ".loop"


@record
class LoopProgram:
    """A program: its name, where it is, its text, and the C it becomes."""

    name: str
    path: str
    text: str
    written: Written

    @property
    def purpose(self) -> str:
        """The first sentence of its first comment."""
        comment = self.text.partition("/*")[2].partition("*/")[0]
        return " ".join(comment.split()).partition(". ")[0].rstrip(".")


def standard_names() -> list[str]:
    """Return the names of the programs that come along."""
    folder = FOLDER / "loops"
    return sorted(
        item.name.removesuffix(SUFFIX) for item in folder.iterdir() if item.name.endswith(SUFFIX)
    )


def load_program(name: str) -> LoopProgram:
    """Return a program by its name or its file; a file wins.

    Raises ``SadError``: SAD633 (there is none), and as ``write``.
    """
    path = Path(name)
    if path.suffix == SUFFIX:
        text = file_text(name)
        return LoopProgram(path.stem, name, text, write(text, path.name))
    names = standard_names()
    if name not in names:
        hint = did_you_mean(name, names, f"there are: {', '.join(names)}, and files *.loop")
        raise argument_error("SAD633", f"there is no LOOP program {name!r}", hint)
    text = (FOLDER / "loops" / f"{name}{SUFFIX}").read_text(encoding="utf-8")
    return LoopProgram(name, f"{name}{SUFFIX}", text, write(text, f"{name}{SUFFIX}"))
