"""What ``scanf`` and ``strtol`` make of a text.

What the rules of C leave to the library, or what is seldom met, loses the place: ``None``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sad.slicing.runtime import f32

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.slicing.runtime import Unknown

_CONVERSION = re.compile(
    r"%(?P<skip>\*?)(?P<width>\d*)(?P<size>hh|h|ll|l|L|z|j|t|q)?"
    r"(?P<kind>\[\^?\]?[^\]]*\]|[diouxXeEfgGscn%])|(?P<space>\s+)|(?P<letter>.)",
    re.DOTALL,
)
_SPACE = re.compile(r"[ \t\n\v\f\r]*")
_NUMBERS = {
    "d": re.compile(r"[-+]?[0-9]+"),
    "i": re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|[0-9]+)"),
    "o": re.compile(r"[-+]?[0-7]+"),
    "x": re.compile(r"[-+]?(?:0[xX])?[0-9a-fA-F]+"),
    "f": re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"),
}
_LIKE = {
    **dict.fromkeys("du", "d"), "i": "i", "o": "o",
    **dict.fromkeys("xX", "x"), **dict.fromkeys("eEfgG", "f"),
}  # fmt: skip
_BASES = {"d": 10, "i": 0, "o": 8, "x": 16}
_LETTERS = {0: "i", 8: "o", 10: "d", 16: "x"}
_BITS = {"hh": 8, "h": 16, "": 32}
_REAL = 1


@dataclass(slots=True)
class Scanned:
    """What a format made of a text: the place after it (None: it is not known), the values it stores
    (texts as codes), how many conversions count, and whether the end was met.
    """

    place: int | None
    values: list[Any] = field(default_factory=list[Any])
    count: int = 0
    met_end: bool = False


def stored(form: str) -> list[str]:
    """Return the kinds of values that a format stores: ``text``, ``letter`` or ``number``."""
    found: list[str] = []
    for item in _CONVERSION.finditer(form):
        kind = item["kind"]
        if kind and kind != "%" and not item["skip"]:
            is_letter = kind == "c" and item["width"] in ("", "1")
            found.append("letter" if is_letter else "text" if kind[0] in "sc[" else "number")
    return found


def scan(text: str, place: int, form: str, cause: Unknown) -> Scanned:
    """Return what ``scanf`` with a format reads from a place on; a character is one byte."""
    found = Scanned(place)
    converted = 0
    for item in _CONVERSION.finditer(form):
        assert found.place is not None
        kind = item["kind"]
        if item["space"] or (kind and (kind == "%" or kind[0] not in "c[n")):
            found.place = _after_space(text, found.place)
            found.met_end |= found.place >= len(text)
        if item["space"]:
            continue
        if kind == "n":
            if not item["skip"]:
                found.values.append(found.place - place)
            continue
        if found.place >= len(text):
            found.met_end = True
            if not converted:
                found.count = -1
            return found
        if item["letter"] or kind == "%":
            if text[found.place] != (item["letter"] or "%"):
                return found
            found.place += 1
            continue
        width = int(item["width"] or 0)
        read = _read(text, found.place, kind, width)
        if read is None:
            found.place = None
            return found
        if read == found.place:
            return found
        word = text[found.place : read]
        found.met_end |= read >= len(text) and kind[0] != "c"
        found.place = read
        converted += 1
        if not item["skip"]:
            found.count += 1
            found.values.append(_value(word, kind, item["size"] or "", cause))
    return found


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return place if found is None else found.end()


def _read(text: str, place: int, kind: str, width: int) -> int | None:
    """Where a conversion ends: where it began if nothing fits, None if that is not told."""
    last = min(place + width, len(text)) if width else len(text)
    if kind == "c":
        wanted = place + (width or 1)
        return wanted if wanted <= len(text) else None
    if kind == "s" or kind[0] == "[":
        fits = _spaceless if kind == "s" else _members(kind)
        end = place
        while end < last and fits(text[end]):
            end += 1
        return end
    if kind not in _LIKE:
        return None
    match = _NUMBERS[_LIKE[kind]].match(text, place, last)
    if match is not None:
        rest = text[match.end() : last][:1].lower()
        is_zero = match[0].lstrip("+-") == "0" and _LIKE[kind] in "ixf"
        is_cut = (rest == "x" and is_zero) or (rest == "e" and _LIKE[kind] == "f")
        return None if is_cut else match.end()
    return None if text[place] in "+-.nNiI" else place


def _spaceless(letter: str) -> bool:
    return letter not in " \t\n\v\f\r"


def _members(kind: str) -> Callable[[str], bool]:
    inside = kind[1:-1]
    is_other = inside.startswith("^")
    letters: set[str] = set()
    rest = inside[is_other:]
    at = 0
    while at < len(rest):
        if rest[at + 1 : at + 2] == "-" and at + 2 < len(rest):
            letters.update(map(chr, range(ord(rest[at]), ord(rest[at + 2]) + 1)))
            at += 3
        else:
            letters.add(rest[at])
            at += 1

    def fits(letter: str) -> bool:
        return (letter in letters) != is_other

    return fits


def codes_of(word: str) -> list[int]:
    """Return the characters of a text of bytes as C has them: as signed numbers."""
    return [code - 256 if code > 127 else code for code in map(ord, word)]


def _value(word: str, kind: str, size: str, cause: Unknown) -> Any:
    if kind == "c":
        return codes_of(word) if len(word) > 1 else codes_of(word)[0]
    if kind == "s" or kind[0] == "[":
        return [*codes_of(word), 0]
    like = _LIKE[kind]
    if like == "f":
        return f32(float(word)) if size == "" else cause if size == "L" else float(word)
    return _integer(word, _BASES[like], _BITS.get(size, 64), cause, signed=kind in "di")


def _integer(word: str, base: int, bits: int, cause: Unknown, *, signed: bool) -> Any:
    digits = word.lstrip("+-")
    if base == 0 and digits[:1] == "0" and digits[1:2] not in ("x", "X"):
        base = 8
        if not set(digits) <= set("01234567"):
            return cause
    value = int(digits, base)
    value = -value if word.startswith("-") else value
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return value if least <= value <= most else cause


def number_of(text: str | Unknown, form: str, cause: Unknown) -> Any:
    """Return what ``atoi`` and the like make of a text: 0 if it is no number. ``form`` is the format
    of ``scanf`` for the same.
    """
    if not isinstance(text, str):
        return text
    item = _CONVERSION.fullmatch(form)
    kind = "" if item is None else item["kind"]
    if item is None or kind not in _LIKE:
        return cause
    like = _LIKE[kind]
    end = _end(text, like)
    if end is None:
        return cause
    word = text[:end].strip(" \t\n\v\f\r")
    return _value(word, kind, item["size"] or "", cause) if word else 0.0 if like == "f" else 0


def end_of_number(text: str | Unknown, base: int, cause: Unknown) -> Any:
    """Return how many characters of a text ``strtol`` takes in a base; 1 stands for ``strtod``."""
    if not isinstance(text, str):
        return text
    like = "f" if base == _REAL else _LETTERS.get(base)
    end = None if like is None else _end(text, like)
    return cause if end is None else end


def _end(text: str, like: str) -> int | None:
    """Where the number ends that a text begins with, 0 if it begins with none."""
    start = _after_space(text, 0)
    match = _NUMBERS[like].match(text, start)
    if match is None:
        return (
            None if like == "f" and text[start : start + 2].lstrip("+-")[:1] in tuple("nNiI") else 0
        )
    if like == "f" and text[match.end() : match.end() + 1] in tuple("xX"):
        return None
    if like == "i" and match[0].lstrip("+-")[:1] == "0" and "x" not in match[0].lower():
        octal = re.compile(r"[-+]?[0-7]+").match(text, start)
        return None if octal is None else octal.end()
    return match.end()
