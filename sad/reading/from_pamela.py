"""PAMELA files: a model of ``use`` and ``delay``, that of the machine perhaps in another file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.files import no_pipe
from sad.reading.loaded import Loaded, ModelReader, Wanted, check_no_options
from sad.records import replace

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.pamela.tree import File
    from sad.reading.options import Reading

SUFFIX = ".pam"


def _accepts(sources: tuple[str, ...]) -> bool:
    return bool(sources) and all(name.endswith(SUFFIX) for name in sources)


def _read(reading: Reading, diagnostics: Diagnostics, wanted: Wanted) -> Loaded:
    """Raises SAD101 for what cannot be read, and as ``parse`` and ``model_of``."""
    del wanted  # there is no code to look at
    from sad.pamela.lower import model_of  # noqa: PLC0415 - every command loads the registry

    check_no_options(reading, PAMELA.name, "leave {} out")
    files: dict[str, File] = {}
    for path in reading.sources:
        _add(path, reading, files, None)
    first, *others = files.values()
    whole = replace(
        first,
        parameters=tuple(item for file in files.values() for item in file.parameters),
        resources=tuple(item for file in files.values() for item in file.resources),
        servers=tuple(item for file in files.values() for item in file.servers),
        equations=tuple(item for file in files.values() for item in file.equations),
        mixed=tuple(item for file in files.values() for item in file.mixed),
        lines=first.lines + sum(item.lines for item in others),
    )
    return Loaded(model_of(whole, tuple(files), diagnostics), diagnostics)


def _add(path: str, reading: Reading, files: dict[str, File], place: Span | None) -> None:
    """Read a file and those it imports, each once."""
    from sad.pamela.parse import parse  # noqa: PLC0415 - as above

    if path in files:
        return
    text = reading.texts.get(path)
    if text is None:
        try:
            text = Path(no_pipe(path)).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
            message = f"cannot read {path}: {reason}"
            raise input_error("SAD101", message, place or Span.at(path), "") from None
    file = parse(text, path)
    files[path] = file
    for name, span in file.imports:
        _add(str(Path(path).parent / name), reading, files, span)


PAMELA = ModelReader("PAMELA file", _accepts, _read)
