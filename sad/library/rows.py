"""Tables that notebooks show: sequences of rows with named columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from sad.extras import need
from sad.report.units import aligned, number_text, seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterable

Row = TypeVar("Row")


class Rows(Sequence[Row], Generic[Row]):
    """Rows of one kind of record. ``print`` shows them aligned, a notebook as a table."""

    hidden: ClassVar[frozenset[str]] = frozenset()
    """Columns that are not shown, only in ``to_frame``."""

    def __init__(self, kind: type[Any], rows: Iterable[Row]) -> None:
        self._columns = [field.name for field in fields(kind)]
        self._rows = tuple(rows)

    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[Row]: ...
    def __getitem__(self, key: int | slice) -> Row | Sequence[Row]:
        return self._rows[key]

    def __len__(self) -> int:
        return len(self._rows)

    def to_frame(self) -> Any:
        """Return the rows as a ``pandas.DataFrame``; raises ``SadError`` SAD854 without pandas."""
        pandas = need("pandas", "data frames", "frames")
        rows = [asdict(row) for row in self._rows]  # type: ignore[call-overload]
        return pandas.DataFrame(rows, columns=self._columns)

    def __str__(self) -> str:
        if not self._rows:
            return "  (none)"
        return "\n".join(aligned(self._texts(), right=0))

    __repr__ = __str__

    def html(self) -> str:
        """Return the rows as an HTML table."""
        return html_table(self._texts())

    def _repr_html_(self) -> str:
        return self.html()

    def _texts(self) -> list[list[str]]:
        shown = [name for name in self._columns if name not in self.hidden]
        body = [[_cell(name, getattr(row, name)) for name in shown] for row in self._rows]
        return [[_title(name) for name in shown], *body]


def html_table(rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """Return rows, the header first, as an HTML table."""
    head, *body = rows
    top = f"<caption>{escape(caption)}</caption>" if caption else ""
    parts = [_html_row("th", head), *(_html_row("td", row) for row in body)]
    return f"<table>{top}<thead>{parts[0]}</thead><tbody>{''.join(parts[1:])}</tbody></table>"


def _html_row(tag: str, cells: Sequence[str]) -> str:
    style = ' style="text-align:left"'
    return "<tr>" + "".join(f"<{tag}{style}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _title(name: str) -> str:
    return {"seconds": "time", "share": "share"}.get(name, name)


def _cell(name: str, value: object) -> str:
    if value is None:
        return "?"
    if name == "seconds" and isinstance(value, float):
        return seconds_text(value)
    if name == "share" and isinstance(value, float):
        return share_text(value)
    if isinstance(value, float):
        return number_text(value)
    return str(value)
