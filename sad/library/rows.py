"""Tables that notebooks show: sequences of rows with named columns; the table of parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from sad.extras import need
from sad.model.parameters import Class
from sad.report.units import aligned, number_text, seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.report.view import View


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
        return [[{"seconds": "time", "share": "share"}.get(name, name) for name in shown], *body]


def html_table(rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """Return rows, the header first, as an HTML table."""
    head, *body = rows
    top = f"<caption>{escape(caption)}</caption>" if caption else ""
    parts = [_html_row("th", head), *(_html_row("td", row) for row in body)]
    return f"<table>{top}<thead>{parts[0]}</thead><tbody>{''.join(parts[1:])}</tbody></table>"


def _html_row(tag: str, cells: Sequence[str]) -> str:
    style = ' style="text-align:left"'
    return "<tr>" + "".join(f"<{tag}{style}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


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


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. ``name`` is its short name, ``full_name`` stays when code elsewhere is edited.

    ``kind`` is ``size``, ``trip_count``, ``probability``, ``value`` or ``seconds``; ``resolved`` is
    whether the program's input determines it. ``value`` is what was given, as text, None without.
    """

    name: str
    full_name: str
    kind: str
    resolved: bool
    place: str
    source: str
    reason: str
    value: str | None


class Parameters(Rows[Parameter]):
    """The parameters in source order.

    >>> import sad
    >>> for parameter in sad.analyze("solve.f").parameters:
    ...     print(parameter.name, parameter.kind, parameter.resolved)
    N size True
    X1 trip_count False
    P1 probability False
    """

    def __init__(self, view: View) -> None:
        super().__init__(Parameter, _rows(view))

    @property
    def missing(self) -> tuple[str, ...]:
        """Short names of parameters without a value."""
        return tuple(row.name for row in self if row.value is None)


def _rows(view: View) -> list[Parameter]:
    found: list[Parameter] = []
    model = view.model
    shown = {*model.symbols, *model.open}
    order = [symbol for symbol in model.names.parameters if symbol in shown]
    for symbol in (*order, *sorted(shown.difference(order))):
        item = view.model.names.parameters.get(symbol)
        value = view.given(symbol)
        shown = None if value == "?" else value
        if item is None:
            found.append(
                Parameter(view.own_name(symbol), symbol, "value", False, "", "", "", shown)
            )
            continue
        row = view.parameter_row(item)
        found.append(
            Parameter(
                view.own_name(symbol),
                symbol,
                str(item.kind),
                item.cls is not Class.INDETERMINATE,
                f"{item.span.file}:{item.span.line}",
                row.source,
                item.reason,
                shown,
            )
        )
    found.extend(
        Parameter(
            symbol,
            symbol,
            "seconds",
            False,
            "",
            "",
            "time of one call that is not in the source",
            None,
        )
        for symbol in view.missing_calls()
    )
    return found
