"""A stub file by itself: the model of a library of which only the costs are known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.files import no_pipe
from sad.reading.loaded import Loaded, ModelReader, Wanted, check_no_options
from sad.records import replace

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.reading.options import Reading


def _accepts(sources: tuple[str, ...]) -> bool:
    """Whether the one source is a YAML file with stubs in it."""
    if len(sources) != 1 or not sources[0].endswith((".yaml", ".yml")):
        return False
    try:
        text = Path(no_pipe(sources[0])).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return any(line.startswith("stubs:") for line in text.splitlines())


def _read(reading: Reading, diagnostics: Diagnostics, wanted: Wanted) -> Loaded:
    """Raises as ``get_stubs`` and ``check_no_options``."""
    del wanted  # there is no code to look at
    from sad.analysis.unit import analyse  # noqa: PLC0415 - heavy
    from sad.ir.program import Program  # noqa: PLC0415
    from sad.lowering.build import describe  # noqa: PLC0415
    from sad.stubs.library import get_stubs  # noqa: PLC0415
    from sad.stubs.link import joined  # noqa: PLC0415

    check_no_options(reading, STUBS.name, "give it with the source of a program")
    (path,) = reading.sources
    linked = joined(Program(()), get_stubs(path), {})
    description = describe(analyse(linked.program), linked.outside)
    lines = len(Path(path).read_text(encoding="utf-8").splitlines())
    return Loaded(replace(description, files=(path,), lines=lines), diagnostics)


STUBS = ModelReader("stub file", _accepts, _read)
