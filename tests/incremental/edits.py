"""Random edits of a program's files, of its options and of what it includes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from sad.reading.options import Reading

_NUMBER = re.compile(r"(?<![\w.'])\d+(?![\w.'])")
_DIRECTIVES = ("!$omp parallel do", "!$ KX = 1", "!DIR$ IVDEP", "C$SAD CONTRACT order = n")
_SUFFIXES = (".f", ".F", ".f90", ".c", ".h", ".inc", ".yaml")


@dataclass
class Program:
    """A program in a folder that edits change; ``kept`` are the files as they were."""

    folder: Path
    reading: Reading
    kept: dict[Path, bytes] = field(default_factory=dict["Path", bytes])

    def __post_init__(self) -> None:
        """Keep the files as they are."""
        self.kept = {path: path.read_bytes() for path in self.files()}

    def files(self) -> list[Path]:
        """Return all files that edits may change."""
        return sorted(path for path in self.folder.rglob("*") if path.suffix in _SUFFIXES)

    def edit(self, chance: random.Random) -> str:
        """Make one random edit; return what it was."""
        kinds = [_number, _number, _number, _call, _line, _comment, _comment, _line_gone, _loop]
        kinds += [_options, _back, _file_gone, _rename_variable]
        for _ in range(50):
            said = chance.choice(kinds)(self, chance)
            if said:
                return said
        return "nothing"


def _text(program: Program, chance: random.Random) -> tuple[Path, list[str]]:
    path = chance.choice(program.files())
    return path, path.read_text("latin-1").split("\n")


def _code(path: Path, lines: list[str]) -> list[int]:
    """The lines that are no comments."""
    marks = ("C", "c", "*", "!") if path.suffix in (".f", ".F", ".inc") else ("//", "#", "!")
    return [n for n, line in enumerate(lines) if line.strip() and not line.startswith(marks)]


def _write(path: Path, lines: list[str], what: str, number: int) -> str:
    path.write_text("\n".join(lines), "latin-1")
    return f"{what} {path.name}:{number + 1}: {lines[number] if number < len(lines) else ''}"


def _number(program: Program, chance: random.Random) -> str:
    """A bound, a constant, an argument or a load-time value."""
    path, lines = _text(program, chance)
    found = [(n, m) for n in _code(path, lines) for m in _NUMBER.finditer(lines[n])]
    found = [item for item in found if path.suffix not in (".f", ".F") or item[1].start() > 6]
    if not found:
        return ""
    number, match = chance.choice(found)
    line = lines[number]
    value = str(max(1, int(match[0]) + chance.choice((-1, 1, 2))))
    lines[number] = line[: match.start()] + value + line[match.end() :]
    return _write(path, lines, "number", number)


def _call(program: Program, chance: random.Random) -> str:
    """A call that is made twice, or no longer."""
    path, lines = _text(program, chance)
    word = re.compile(r"^\s+(?:CALL |call |\w+\(.*\);)")
    found = [
        n for n in _code(path, lines) if word.match(lines[n]) and lines[n].endswith((")", ";"))
    ]
    if not found:
        return ""
    number = chance.choice(found)
    if chance.random() < 0.5:
        lines.insert(number, lines[number])
        return _write(path, lines, "call twice", number)
    del lines[number]
    return _write(path, lines, "call gone", number)


def _line(program: Program, chance: random.Random) -> str:
    """A line that stands twice."""
    path, lines = _text(program, chance)
    number = chance.choice(_code(path, lines) or [0])
    lines.insert(number, lines[number])
    return _write(path, lines, "line twice", number)


def _line_gone(program: Program, chance: random.Random) -> str:
    path, lines = _text(program, chance)
    number = chance.choice(_code(path, lines) or [0])
    del lines[number]
    return _write(path, lines, "line gone", number)


def _comment(program: Program, chance: random.Random) -> str:
    """A comment, a blank line or, in Fortran, what looks like one and may say something."""
    path, lines = _text(program, chance)
    number = chance.randrange(len(lines))
    mark = {".c": "// note", ".h": "// note", ".yaml": "# note"}.get(path.suffix)
    if mark is None:
        mark = chance.choice(("!     note", "!     note", "", "  ! & note", "*/", *_DIRECTIVES))
    lines.insert(number, mark)
    return _write(path, lines, "comment", number)


def _loop(program: Program, chance: random.Random) -> str:
    """A loop around a statement."""
    path, lines = _text(program, chance)
    if path.suffix not in (".f", ".F"):
        return ""
    found = [
        n
        for n in _code(path, lines)
        if re.match(r"^      +(?:CALL \w+ ?\(.*\)|\w+(?:\(\w+\))? = .*)$", lines[n])
    ]
    if not found:
        return ""
    number = chance.choice(found)
    lines[number : number + 1] = ["      DO KX = 1, 3", lines[number], "      END DO"]
    return _write(path, lines, "loop around", number)


def _rename_variable(program: Program, chance: random.Random) -> str:
    """A name that becomes another one on one line: often another COMMON or dummy variable."""
    path, lines = _text(program, chance)
    names = sorted({name for line in lines for name in re.findall(r"\b[A-Z]\w*\b", line)})
    number = chance.choice(_code(path, lines) or [0])
    found = re.findall(r"\b[A-Z]\w*\b", lines[number])
    if not found:
        return ""
    old, new = chance.choice(found), chance.choice(names)
    lines[number] = re.sub(rf"\b{old}\b", new, lines[number], count=1)
    return _write(path, lines, f"{old} to {new}", number)


def _options(program: Program, chance: random.Random) -> str:
    """Macros, and stubs."""
    reading = program.reading
    defines = dict(reading.defines)
    stubs: tuple[str, ...] = ()
    name, value = chance.choice((("TWICE", "1"), ("WIDTH", "5"), ("SLOW", None)))
    if name in defines:
        del defines[name]
    else:
        defines[name] = value
    files = [str(path) for path in program.files() if path.suffix == ".yaml"]
    if chance.random() < 0.7:
        stubs = (*files, "blas")
    program.reading = replace(reading, defines=defines, stubs=stubs)
    return f"options {defines} {stubs}"


def _back(program: Program, chance: random.Random) -> str:
    """A file as it was in the beginning."""
    path = chance.choice(sorted(program.kept))
    path.write_bytes(program.kept[path])
    return f"back {path.name}"


def _file_gone(program: Program, chance: random.Random) -> str:
    files = program.files()
    if len(files) < 3:
        return ""
    path = chance.choice(files)
    path.unlink()
    return f"file gone {path.name}"
