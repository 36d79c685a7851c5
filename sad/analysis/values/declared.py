"""Variables that the user declares inputs: ``FILE:LINE:NAME``.

After the statements of that line the variable is a parameter of its own name, whatever it was before.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.values.cells import is_traced, is_traced_element
from sad.diagnostics import argument_error, did_you_mean
from sad.ir import stmt as st
from sad.ir.walk import statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.diagnostics import Span
    from sad.ir.program import Program, Unit

Declared = dict[str, dict[tuple[str, int], list[str]]]
"""Names of variables by unit key, and by file and line."""


def declared_inputs(program: Program, requests: Iterable[str]) -> Declared:
    """Return what ``--input`` options declare.

    Raises ``SadError`` SAD509 for another form than ``FILE:LINE:NAME``, for a line at which no
    executable statement starts, and for a name that is no scalar variable there, nor an element of an
    array: ``NAME(3)``, of C also ``NAME[3]``.
    """
    found: Declared = {}
    places: dict[str, dict[int, list[Unit]]] | None = None
    for request in requests:
        file, line, name = _parts(request)
        if places is None:
            places = _places(program)
        known = _file(request, file, places)
        units = places[known].get(line)
        if units is None:
            near = min(places[known], key=lambda number: abs(number - line))
            message = f"--input {request}: no executable statement starts at {known}:{line}"
            raise argument_error("SAD509", message, f"the nearest one is at line {near}")
        for unit in units:
            by_place = found.setdefault(unit_key(unit), {})
            by_place.setdefault((known, line), []).append(_variable(request, name, unit))
    return found


def _parts(request: str) -> tuple[str, int, str]:
    place, colon, name = request.rpartition(":")
    file, second, line = place.rpartition(":")
    if not colon or not second or not file or not line.isdecimal() or not name:
        hint = "for instance --input solve.f:12:NB"
        raise argument_error("SAD509", f"--input {request!r}: FILE:LINE:NAME expected", hint)
    return file, int(line), name


def _places(program: Program) -> dict[str, dict[int, list[Unit]]]:
    """The units whose executable statements start on a line, by file and line."""
    found: dict[str, dict[int, list[Unit]]] = {}
    for unit in program.units:
        for span in _spans(unit):
            units = found.setdefault(span.file, {}).setdefault(span.line, [])
            if unit not in units:
                units.append(unit)
    return found


def _spans(unit: Unit) -> Iterator[Span]:
    for statement in statements(unit.body):
        yield statement.span
        if isinstance(statement, st.If):
            yield from (arm.span for arm in statement.arms)


def _file(request: str, file: str, places: Mapping[str, object]) -> str:
    """The file as the program knows it: by its path, or by its name alone where that is clear."""
    if file in places:
        return file
    matches = [known for known in places if Path(known).name == Path(file).name]
    if len(matches) == 1:
        return matches[0]
    close = matches or get_close_matches(file, places, 1)
    hint = f"did you mean {close[0]}?" if close else f"files: {', '.join(list(places)[:4])}"
    message = f"--input {request}: no file {file!r} with executable statements"
    raise argument_error("SAD509", message, hint)


def _variable(request: str, name: str, unit: Unit) -> str:
    """The variable's name in the unit, or that of one element of an array."""
    found = _ELEMENT.fullmatch(name)
    array, subscripts = (name, "") if found is None else found.groups()
    names = {item.lower(): item for item in unit.symbols}
    known = array if array in unit.symbols else names.get(array.lower())
    if known is None:
        scalars = [item for item in unit.symbols if is_traced(unit.symbols[item])]
        hint = f"variables: {', '.join(scalars[:8])}"
        hint = did_you_mean(name.upper(), scalars, did_you_mean(name, scalars, hint))
        message = f"--input {request}: {unit.name} has no variable {name!r}"
        raise argument_error("SAD509", message, hint)
    if subscripts:
        inside = ",".join(part for part in re.split(r"[\s,\[\]]+", subscripts) if part)
        element = f"{known}({inside})"
        if not is_traced_element(element, unit):
            message = f"--input {request}: {known} has no such element whose value can be traced"
            hint = "an integer, logical or short character array of known bounds: KOUNT(3)"
            raise argument_error("SAD509", message, hint)
        return element
    if not is_traced(unit.symbols[known]):
        message = f"--input {request}: {known} is no scalar variable whose value can be traced"
        hint = "of an array one element, NAME(3); else a scalar that is computed from it"
        raise argument_error("SAD509", message, hint)
    return known


_ELEMENT = re.compile(r"([^()\[\]]+)[(\[]([-\d\s,\[\]]+)[)\]]")
