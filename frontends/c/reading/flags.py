"""How a C file is compiled: from the command line and from ``compile_commands.json``."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sad.diagnostics import Span, argument_error, input_error
from sad.files import no_pipe
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.registry import SourceOptions

_WITH_VALUE = ("-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include", "-imacros")
CPP_HINT = "give a command that writes the preprocessed text, such as 'gcc -E'"
_FORMAT = "a list of objects with directory, file, and command or arguments is expected"


@record
class Flags:
    """Options of one file. ``macros``: name and text; None as text undefines the name.

    ``parameters`` are the names of ``-D NAME``: macros that stand for themselves.
    """

    include_paths: tuple[str, ...] = ()
    quote_paths: tuple[str, ...] = ()
    macros: tuple[tuple[str, str | None], ...] = ()
    before: tuple[str, ...] = ()
    standard: str = ""
    parameters: frozenset[str] = frozenset()


def flags_for(path: str, options: SourceOptions) -> Flags:
    """Return the options of a file; those of the command line come first.

    Raises ``SadError`` SAD113 if the file of compile commands cannot be used.
    """
    listed = Flags()
    if options.compile_commands is not None:
        listed = _listed(options.compile_commands).get(os.path.realpath(path), listed)
    bare = frozenset(name for name, value in options.defines.items() if value is None)
    own = tuple((name, name if text is None else text) for name, text in options.defines.items())
    return Flags(
        (*options.include_paths, *listed.include_paths),
        listed.quote_paths,
        (*listed.macros, *own),
        listed.before,
        listed.standard,
        bare,
    )


def check_options(options: SourceOptions) -> None:
    """Raise ``SadError`` SAD112 or SAD113 if no file at all can be read with these options."""
    if options.compile_commands is not None:
        _listed(options.compile_commands)
    words = shlex.split(options.cpp or "")
    if options.cpp is not None and (not words or shutil.which(words[0]) is None):
        message = (
            f"--cpp {options.cpp}: No such file or directory" if words else "--cpp: no command"
        )
        raise argument_error("SAD112", message, CPP_HINT)


@lru_cache(maxsize=8)
def _listed(path: str) -> dict[str, Flags]:
    try:
        content: object = json.loads(Path(no_pipe(path)).read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or "read error"
        hint = "CMake writes it with -D CMAKE_EXPORT_COMPILE_COMMANDS=ON"
        raise input_error("SAD113", f"cannot be read: {reason}", Span.at(path), hint) from None
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        line = getattr(error, "lineno", 1)
        raise input_error(
            "SAD113", f"no valid JSON: {error}", Span.at(path, line), _FORMAT
        ) from None
    found: dict[str, Flags] = {}
    for item in _entries(content, path):
        directory = os.path.join(os.path.dirname(path), str(item.get("directory", ".")))
        words = item.get("arguments")
        if words is None:
            words = shlex.split(str(item.get("command", "")))
        file = os.path.realpath(os.path.join(directory, str(item["file"])))
        found.setdefault(file, _flags([str(word) for word in words], directory))
    return found


def _entries(content: object, path: str) -> list[dict[str, Any]]:
    if not isinstance(content, list):
        raise input_error("SAD113", "no list of compile commands", Span.at(path), _FORMAT)
    entries = cast("list[object]", content)
    for entry in entries:
        if not isinstance(entry, dict) or "file" not in entry:
            raise input_error("SAD113", "an entry without a file", Span.at(path), _FORMAT)
        if not isinstance(cast("dict[str, object]", entry).get("arguments", []), list):
            raise input_error("SAD113", "arguments are no list", Span.at(path), _FORMAT)
    return cast("list[dict[str, Any]]", entries)


def _flags(words: Sequence[str], directory: str) -> Flags:
    """Return what a compile command's words mean for reading; paths are made absolute."""
    folders: dict[str, list[str]] = {"-I": [], "-isystem": [], "-iquote": [], "-idirafter": []}
    macros: list[tuple[str, str | None]] = []
    before: list[str] = []
    standard = ""
    rest = iter(words)
    for word in rest:
        if word.startswith("-std="):
            standard = word[5:]
            continue
        option = next((name for name in _WITH_VALUE if word.startswith(name)), None)
        if option is None:
            continue
        value = word[len(option) :] or next(rest, "")
        if option in folders:
            folders[option].append(os.path.normpath(os.path.join(directory, value)))
        elif option == "-D":
            name, equals, text = value.partition("=")
            macros.append((name, text if equals else "1"))
        elif option == "-U":
            macros.append((value, None))
        else:
            beside = os.path.join(directory, value)
            before.append(beside if os.path.exists(beside) else value)
    paths = (*folders["-I"], *folders["-isystem"], *folders["-idirafter"])
    return Flags(paths, tuple(folders["-iquote"]), tuple(macros), tuple(before), standard)
