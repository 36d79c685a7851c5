"""What a parameter document says about the program it is for, and how to read the program again.

Paths are written relative to the document's folder, and are understood so.
"""

from __future__ import annotations

import hashlib
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, cast

import yaml

from sad.diagnostics import Span
from sad.profiles.params_file import params_text
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.diagnostics import Diagnostics
    from sad.profiles.yaml_edit import Plain, YamlValue

HEADER_FIELDS = (
    *("tool", "entry", "arguments", "language", "include", "define", "cpp", "compile_commands"),
    *("stubs", "inputs", "assume", "machine", "toolchain", "at", "governs", "sources"),
)
"""The fields of ``about``."""
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@record
class Header:
    """The section ``about``, with paths that are valid in this process.

    ``arguments`` are the SOURCE arguments; ``include``, ``define``, ``cpp``, ``compile_commands``,
    ``stubs``, ``inputs`` and ``language`` are what the options of the same kind said. ``sources`` are
    files with their SHA-256, None where the file could not be read. ``at`` are the values that
    ``governs`` was computed for, as written; ``governs`` says what it is.
    """

    tool: str
    arguments: tuple[str, ...]
    sources: Mapping[str, str | None]
    entry: str = ""
    language: str = ""
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    cpp: str = ""
    compile_commands: str = ""
    stubs: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    machine: str = ""
    toolchain: str = ""
    at: Mapping[str, str] = field(default_factory=dict[str, str])
    governs: str = ""

    def changed_sources(self) -> list[str]:
        """Return the sources whose text is not what it was, or that are not there any more."""
        return [
            path
            for path, known in self.sources.items()
            if known is not None and checksum(path) != known
        ]


def warn_of_changes(path: str, diagnostics: Diagnostics) -> None:
    """Warn (SAD723) if sources are not those that the parameter file at ``path`` was written for.

    The file must be one that can be read; sources that are not there any more are no matter.
    """
    document = cast("Plain", yaml.load(params_text(path), Loader=_LOADER))
    about = document.get("about") if isinstance(document, dict) else None
    if not isinstance(about, dict):
        return
    before = read_header(about, path)
    changed = [source for source in before.changed_sources() if checksum(source) is not None]
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        sources = shell_words(before) or "SOURCE"
        diagnostics.warning(
            "SAD723",
            f"written for another version of {changed[0]}{more}; names may mean something else now",
            Span.at(path),
            f"sad params export {sources} -o {path} brings it up to date",
        )


def checksum(path: str) -> str | None:
    """Return the SHA-256 of a file; None if it cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def header_fields(header: Header, document: str) -> dict[str, YamlValue]:
    """Return the fields of ``about`` in a document to be written to the path ``document``."""
    folder = Path(document).parent
    moved = _moved(header, lambda path: relative(path, folder))
    fields: dict[str, YamlValue] = {
        "tool": moved.tool,
        "entry": moved.entry,
        "arguments": list(moved.arguments),
        "language": moved.language,
        "include": list(moved.include),
        "define": list(moved.define),
        "cpp": moved.cpp,
        "compile_commands": moved.compile_commands,
        "stubs": list(moved.stubs),
        "inputs": list(moved.inputs),
        "assume": list(moved.assume),
        "machine": moved.machine,
        "toolchain": moved.toolchain,
        "at": dict(moved.at),
        "governs": moved.governs,
        "sources": [{"path": path, "sha256": known} for path, known in moved.sources.items()],
    }
    return {key: value for key, value in fields.items() if value not in ("", [], {})}


def read_header(fields: Mapping[str, Plain], document: str) -> Header:
    """Return what ``about`` says in the document at the path ``document``; fields may be missing."""
    folder = Path(document).parent
    at, sources = fields.get("at"), fields.get("sources")
    listed = (
        [item for item in sources if isinstance(item, dict)] if isinstance(sources, list) else []
    )
    header = Header(
        tool=_text(fields, "tool"),
        arguments=_list(fields, "arguments"),
        sources={_text(item, "path"): _text(item, "sha256") or None for item in listed},
        entry=_text(fields, "entry"),
        language=_text(fields, "language"),
        include=_list(fields, "include"),
        define=_list(fields, "define"),
        cpp=_text(fields, "cpp"),
        compile_commands=_text(fields, "compile_commands"),
        stubs=_list(fields, "stubs"),
        inputs=_list(fields, "inputs"),
        assume=_list(fields, "assume"),
        machine=_text(fields, "machine"),
        toolchain=_text(fields, "toolchain"),
        at={key: str(value) for key, value in at.items()} if isinstance(at, dict) else {},
        governs=_text(fields, "governs"),
    )
    return _moved(header, lambda path: os.path.normpath(folder / path))


def shell_words(header: Header, folder: Path | None = None) -> str:
    """Return the arguments that read the program again, typed in this folder or another one."""
    seen = header if folder is None else _moved(header, lambda path: relative(path, folder))
    options = {
        "--entry": [seen.entry],
        "--language": [seen.language],
        "-I": seen.include,
        "-D": seen.define,
        "--cpp": [seen.cpp],
        "--compile-commands": [seen.compile_commands],
        "--stub": seen.stubs,
        "--input": seen.inputs,
        "--assume": seen.assume,
    }
    given = [
        word
        for name, values in options.items()
        for value in values
        if value
        for word in (name, value)
    ]
    return shlex.join([*seen.arguments, *given])


def _text(fields: Mapping[str, Plain], key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def _list(fields: Mapping[str, Plain], key: str) -> tuple[str, ...]:
    value = fields.get(key)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _moved(header: Header, move: Callable[[str], str]) -> Header:
    """The header with every path changed."""

    def named(name: str) -> str:  # a name in the database, or a file
        return move(name) if "/" in name or name.endswith((".yaml", ".yml")) else name

    def place(text: str) -> str:
        file, colon, rest = text.partition(":")
        return f"{move(file)}{colon}{rest}"

    return replace(
        header,
        arguments=tuple(item if item == "-" else move(item) for item in header.arguments),
        sources={move(path): known for path, known in header.sources.items()},
        include=tuple(map(move, header.include)),
        compile_commands=header.compile_commands and move(header.compile_commands),
        stubs=tuple(map(named, header.stubs)),
        inputs=tuple(map(place, header.inputs)),
        machine=named(header.machine),
    )


def relative(path: str, folder: Path) -> str:
    """Return a path as seen from a folder."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive
        return Path(path).resolve().as_posix()
