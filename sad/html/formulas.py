"""The counts of a program as JavaScript that takes all parameters at once.

Where the exported module has one function per count (``sad.export.javascript_source``), a page needs
all of them after every move of a slider: one function fills an array, and shared parts are computed
once. Sums that take too long for a page give no value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.emit import Emitter
from sad.export.javascript_source import HELPERS, JavaScriptDialect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly

_UPTO = (
    "function upto(first, last) {",
    "    if (last >= first) steps.left -= last - first + 1;",
    "    return steps.left < 0 ? NaN : last;",
    "}",
)


class PageDialect(JavaScriptDialect):
    """JavaScript whose sums share a number of steps that is left (``steps.left``)."""

    words = JavaScriptDialect.words | {"p", "c", "steps", "upto"}
    margin = ""

    def open_sum(self, total: str, index: str, first: str, last: str, spare: str) -> list[str]:
        """Return the statements before a sum's body; NaN as the total if steps run out."""
        return [
            f"const {spare} = upto({first}, {last});",
            f"let {total} = 0*({first} + {spare});",
            f"for (let {index} = {first}; {index} <= {spare}; {index} += 1) {{",
        ]


class Counts:
    """Formulas by number, in groups that share a function.

    ``arguments`` are the places of symbols in the array ``p`` of values.
    """

    def __init__(self, arguments: Mapping[str, int]) -> None:
        self._arguments = arguments
        self._numbers: dict[Poly, int] = {}
        self._groups: dict[str, list[Poly]] = {}
        self._needs: dict[tuple[int, ...], int] = {}
        self.needs_of: list[int] = []

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, count: Poly, group: str = "") -> int:
        """Return the place of a formula's value, which is computed with its group's first use."""
        known = self._numbers.get(count)
        if known is None:
            known = self._numbers[count] = len(self._numbers)
            self._groups.setdefault(group, []).append(count)
            needs = tuple(sorted(self._arguments[item] for item in atoms.free_symbols(count)))
            self.needs_of.append(self._needs.setdefault(needs, len(self._needs)))
        return known

    @property
    def needs(self) -> list[tuple[int, ...]]:
        """The different sets of arguments that formulas need; ``needs_of`` refers to them."""
        return list(self._needs)

    def source(self) -> str:
        """Return the JavaScript: ``fill(p, c)`` writes every formula's value to ``c``."""
        dialect = PageDialect()
        places = {symbol: f"p[{place}]" for symbol, place in self._arguments.items()}
        functions: list[str] = []
        for polys in self._groups.values():
            emitter = Emitter(dialect, places)
            for poly in polys:
                text = emitter.poly(poly)
                emitter.lines.append(f"c[{self._numbers[poly]}] = {text};")
            functions.append("\n".join(["(p, c) => {", *emitter.lines, "}"]))
        helpers = ["\n".join(HELPERS[name]) for name in sorted(dialect.called)]
        return "\n".join(
            [
                "const steps = {left: 0};",
                *_UPTO,
                *helpers,
                "const fills = [",
                ",\n".join(functions),
                "];",
            ]
        )
