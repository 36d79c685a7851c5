"""What is kept of headers does not show: every unit reads as if it were the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from frontends.c.reading import header_memo
from frontends.c.reading.flags import flags_for
from frontends.c.reading.regions import preprocessed
from frontends.registry import SourceOptions
from sad.diagnostics import Diagnostics

if TYPE_CHECKING:
    from pathlib import Path

HEADERS = {
    "kind.h": "#ifdef LONG\ntypedef long kind;\n#else\ntypedef int kind;\n#endif\n",
    "sets.h": "#define SIZE 3\n#undef WIDTH\n",
    "paste.h": "#define NAME(a) a ## _t\n#define MAKE(a) typedef int NAME(a);\nMAKE(new)\n",
    "once.h": "#pragma once\nint declared_once;\n",
    "outer.h": '#include "once.h"\n#include "kind.h"\n',
    "body.c": "SCALAR value = SIZE;\n",
    "counted.h": "int a = __COUNTER__;\n",
}
UNITS = {
    "a condition": ('#include "kind.h"\n', '#define LONG\n#include "kind.h"\n'),
    "a macro set to something else before": (
        '#include "sets.h"\nint a = SIZE, b = WIDTH;\n',
        '#define SIZE 7\n#define WIDTH 9\n#include "sets.h"\nint a = SIZE, b = WIDTH;\n',
    ),
    "a macro already what the header makes it": (
        '#define SIZE 3\n#include "sets.h"\nint a = SIZE;\n',
        '#include "sets.h"\nint a = SIZE;\n',
    ),
    "a name put together": (
        '#include "paste.h"\n',
        '#define new_t other\n#include "paste.h"\n',
    ),
    "a file read once": (
        '#include "outer.h"\n',
        '#include "once.h"\n#include "outer.h"\n',
    ),
    "a source file included": (
        '#define SCALAR int\n#define SIZE 1\n#include "body.c"\n',
        '#define SCALAR float\n#define SIZE 2\n#include "body.c"\n',
    ),
    "a counter": (
        '#include "counted.h"\n#include "counted.h"\n',
        'int b = __COUNTER__;\n#include "counted.h"\n',
    ),
}


def _text(source: str, folder: Path) -> list[tuple[str, int, str]]:
    path = str(folder / "main.c")
    flags = flags_for(path, SourceOptions())
    regions = preprocessed(source, path, flags, None, Diagnostics())
    return [(region.path, region.line, region.text) for region in regions]


@pytest.mark.parametrize("units", UNITS.values(), ids=UNITS)
def test_a_unit_reads_the_same_after_another(units: tuple[str, str], tmp_path: Path):
    for name, text in HEADERS.items():
        (tmp_path / name).write_text(text)
    alone: list[object] = []
    for unit in units:
        _forget()
        alone.append(_text(unit, tmp_path))
    _forget()
    for _ in range(2):
        assert [_text(unit, tmp_path) for unit in units] == alone


def test_a_changed_header_is_read_again(tmp_path: Path):
    header = tmp_path / "kind.h"
    header.write_text("int old;\n")
    unit = '#include "kind.h"\n'
    before = _text(unit, tmp_path)
    header.write_text("int changed;\n")
    assert _text(unit, tmp_path) != before


def test_a_header_is_carried_out_once_for_units_alike(tmp_path: Path):
    (tmp_path / "kind.h").write_text(HEADERS["kind.h"])
    _forget()
    first, second = (_text('#include "kind.h"\n', tmp_path) for _ in range(2))
    assert first == second
    assert sum(map(len, header_memo.EFFECTS.values())) == 1


def _forget() -> None:
    header_memo.EFFECTS.clear()
    header_memo.EXPANSIONS.clear()
