"""What is said of each parameter in a parameter document, apart from its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.mapping.bind import unknown_calls
from sad.model.parameters import Class, Kind, Parameter
from sad.profiles.params_document import PARAMETERS, SIZES
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.profiles.yaml_edit import Value
    from sad.report.view import View


@record
class ParamRow:
    """One parameter. ``span`` is None for the time of a call whose procedure is not in the source.

    ``lower`` and ``upper`` are formulas over other parameters, empty if nothing is known; ``depends``
    are the names in them and in what defines the parameter.
    """

    name: str
    section: str
    alias: str
    kind: Kind
    cls: Class
    type: Coding
    unit: str
    span: Span | None
    source: str
    lower: str
    upper: str
    reason: str
    tests: str
    depends: tuple[str, ...]

    def fields(self, path: str) -> dict[str, Value]:
        """Return the fields of a document's entry; ``path`` is the file as the document names it."""
        found: dict[str, Value] = {
            "alias": self.alias,
            "kind": str(self.kind),
            "type": "" if self.type is Coding.INTEGER else str(self.type),
            "class": str(self.cls),
            "unit": self.unit,
            "place": "" if self.span is None else f"{path}:{self.span.line}",
            "source": self.source,
            "lower": _number_or_text(self.lower),
            "upper": _number_or_text(self.upper),
            "reason": self.reason,
            "tests": self.tests,
            "depends": list(self.depends),
        }
        return {key: value for key, value in found.items() if value not in ("", [])}


def _number_or_text(text: str) -> Value:
    return int(text) if text.lstrip("-").isdecimal() else text


def rows(view: View, *, with_calls: bool) -> list[ParamRow]:
    """Return the parameters that counts depend on, sizes and others, in source order.

    Without an entry no aliases are given: they would change
    with every unit. ``with_calls`` adds the times of calls that are not in the source.
    """
    model = view.model
    found = [
        _row(view, parameter)
        for symbol in model.symbols
        if (parameter := model.names.parameters.get(symbol)) is not None
        and parameter.cls in (Class.DIRECT, Class.INDETERMINATE)
    ]
    if with_calls:
        found.extend(_calls(view))
    return found


def _row(view: View, parameter: Parameter) -> ParamRow:
    names, symbol, span = view.model.names, parameter.symbol, parameter.span
    direct = parameter.cls is Class.DIRECT
    alias = names.aliases.get(symbol, "") if view.model.entry is not None else ""
    if direct:
        label = names.label(symbol)
        alias = label if label != symbol else ""
    formulas = [item for item in (parameter.limit, parameter.definition) if item is not None]
    upper = "1" if parameter.kind is Kind.PROBABILITY else ""
    if parameter.limit is not None:
        upper = view.printer.poly(parameter.limit)
    return ParamRow(
        symbol,
        SIZES if direct else PARAMETERS,
        alias,
        parameter.kind,
        parameter.cls,
        parameter.type,
        parameter.unit,
        span,
        view.source_line(span.file, span.line),
        "" if parameter.lower is None else str(parameter.lower),
        upper,
        parameter.reason,
        parameter.tests,
        _names_in(view, formulas),
    )


def _names_in(view: View, formulas: list[Poly]) -> tuple[str, ...]:
    symbols = frozenset[str]().union(*map(atoms.free_symbols, formulas))
    return tuple(sorted(map(view.name, symbols)))


def _calls(view: View) -> Iterator[ParamRow]:
    for call in unknown_calls(view.model.expansion):
        yield ParamRow(
            call.symbol,
            PARAMETERS,
            "",
            Kind.SECONDS,
            Class.INDETERMINATE,
            Coding.INTEGER,
            call.name,
            None,
            "",
            "0",
            "",
            "the time of one call [s]; not in the source",
            "",
            (),
        )
