"""The page's own style and scripts, and the chart library it carries."""

from __future__ import annotations

import base64
import gzip
from functools import cache
from importlib.resources import files

_SCRIPTS = (
    *("format.js", "evaluate.js", "controls.js", "params.js", "views.js", "charts.js", "main.js"),
)


def style() -> str:
    """Return the style sheet."""
    return _text("assets/page.css")


def script() -> str:
    """Return the page's script, to follow what ``ModelData.source`` returns."""
    return "\n".join(_text(f"assets/{name}") for name in _SCRIPTS)


def part(name: str) -> str:
    """Return a part of the page that is the same in every report."""
    return _text(f"assets/{name}.html")


@cache
def chart_library() -> str:
    """Return Vega with its licences as a comment before it, packed by gzip, as base64."""
    licences = _text("vendor/LICENSES.txt").replace("*/", "* /")
    source = f"/*! {licences}*/\n{_text('vendor/vega.min.js')}"
    return packed(source)


def packed(content: str) -> str:
    """Return text packed by gzip, as base64: harmless in a page, whatever it says."""
    return base64.b64encode(gzip.compress(content.encode(), 9, mtime=0)).decode("ascii")


def chart_version() -> str:
    """Return name and version of the chart library."""
    return " ".join(_text("vendor/VERSION").split()[:2])


def _text(name: str) -> str:
    return files("sad.report.html").joinpath(name).read_text(encoding="utf-8")
