"""A parameter document of a program: made, or an existing one brought up to date."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sad.diagnostics import SadError
from sad.evaluation.assume import assume as put_in
from sad.evaluation.bind_model import bind_model
from sad.evaluation.defaults.fill import fill, heuristic_values
from sad.evaluation.linear import total_of
from sad.evaluation.model import build_model
from sad.evaluation.open_values import without_open
from sad.evaluation.predict import predict
from sad.evaluation.uncertainty.sensitivity import elasticities
from sad.profiles.params_document import PARAMETERS, SIZES, ParamsDocument
from sad.profiles.params_file import params_in
from sad.profiles.params_header import (
    HEADER_FIELDS,
    Header,
    checksum,
    header_fields,
    relative,
    shell_words,
)
from sad.profiles.settings import Origin, Settings
from sad.records import record, replace
from sad.report.export.params.merge import changed_lines, merge, rows
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sad.evaluation.model import Model
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion
    from sad.model.nodes import Description
    from sad.profiles.yaml_edit import YamlValue
    from sad.report.export.params.merge import ParamRow

_INTRODUCTION = """\
# What only a run can tell about {what}: write what you know behind 'value', then
#     sad analyze {words} --params {file}
# A value is a number, a formula such as 0.5*N, or a distribution such as lognormal(1.1, 0.2).
# Comments and values stay when the file is exported again.

"""


@record
class Asked:
    """What to export: ``header`` says how the program was read, without sources and results.

    ``target`` is the path the document is for; paths in it are relative to that one's folder.
    """

    header: Header
    target: str
    given: Settings
    machine: tuple[Machine, Toolchain] | None = None
    defaults: bool = False
    by_governs: bool = False


@record
class Built:
    """The document, its parameters, and what happened to entries that were there before.

    ``vanished`` are those the program has no more with the names they may have now; ``changed`` those
    with a value whose line is another one, with the line as it was.
    """

    document: ParamsDocument
    rows: Sequence[ParamRow]
    vanished: Mapping[str, str]
    changed: Mapping[str, str]
    model: Model


def build_document(description: Description, asked: Asked, old: ParamsDocument | None) -> Built:
    """Return the parameter document of a description; ``old`` is changed, if there is one.

    Values that are functions of what has no value stay, and ``governs`` is left out. Raises
    ``SadError`` as ``build_model`` does for the values given and those in the old document.
    """
    header = asked.header
    values = Settings() if old is None else params_in(old.text(), old.file)
    fixed = {name.lower() for name in (*values.items, *asked.given.items)}
    entry = header.entry or None
    if header.assume:
        description, _ = put_in(description, header.assume, fixed)
    model = build_model(description, entry, Settings())
    view = View(predict(model, None), aliases=False)
    found = rows(view, with_calls=asked.machine is not None)
    folder = Path(asked.target).parent
    document = old or ParamsDocument.new({}, asked.target)
    changed = changed_lines(document, found)
    vanished = merge(document, found, model.names, lambda file: relative(file, folder))
    settings = _settings(document, model, values, asked.given)
    settings, missing = without_open(settings, model.names)
    if asked.defaults:
        kept = {model.names.find(name) for name in values.items} - settings.items.keys()
        settings = _with_defaults(document, description, entry, settings, kept)
    basis = _set_governs(document, description, entry, settings, asked, missing)
    if asked.by_governs:
        _sort(document)
    _set_header(document, asked, description, found, basis, old is None)
    return Built(document, found, vanished, changed, model)


def renew_governs(
    document: ParamsDocument, description: Description, entry: str | None, given: Settings
) -> None:
    """Compute ``governs`` again at the values the document has now and those given.

    Where these contradict each other, ``about`` says so instead.
    """
    model = build_model(description, entry, Settings())
    values = params_in(document.text(), document.file)
    asked = Asked(Header("", (), {}), document.file, given)
    settings = _settings(document, model, values, given)
    settings, missing = without_open(settings, model.names)
    try:
        basis = _set_governs(document, description, entry, settings, asked, missing)
    except SadError as error:
        basis = f"not known: {error.diagnostic.message}"
        for section in (SIZES, PARAMETERS):
            for name in document.names(section):
                document.drop_fields(name, ("governs",))
    at = {name: item.text for name, item in given.items.items()}
    document.set_header({"at": at, "governs": basis} if at else {"governs": basis})


def _settings(
    document: ParamsDocument, model: Model, values: Settings, given: Settings
) -> Settings:
    """The values of the document that still mean something, and those given."""
    kept = Settings(misses={**values.misses, **given.misses})
    current = {*document.names(SIZES), *document.names(PARAMETERS)}
    for setting in values.items.values():
        symbol = model.names.find(setting.name)
        if setting.name in current or symbol in current:
            kept.add(setting if symbol is None else replace(setting, name=symbol))
    for setting in given.items.values():
        symbol = model.names.find(setting.name)
        kept.add(setting if symbol is None else replace(setting, name=symbol))
    return kept


def _with_defaults(
    document: ParamsDocument,
    description: Description,
    entry: str | None,
    settings: Settings,
    kept: Collection[str | None],
) -> Settings:
    """Write heuristic values to entries that have none, and renew those written before.

    ``kept`` are entries with values that cannot be calculated yet.
    """
    known = Settings(
        {name: item for name, item in settings.items.items() if item.origin is not Origin.DEFAULT},
        dict(settings.misses),
    )
    filled = fill(description, known, entry).settings
    for name, setting in filled.items.items():
        if name in kept:
            continue
        if setting.origin is Origin.DEFAULT and document.section_of(name) in (SIZES, PARAMETERS):
            document.set_entry(name, {"value": setting.text, "origin": str(Origin.DEFAULT)})
    return filled


def _set_governs(
    document: ParamsDocument,
    description: Description,
    entry: str | None,
    settings: Settings,
    asked: Asked,
    missing: Sequence[str],
) -> str:
    """Write elasticities to the entries; return at which values they are.

    ``missing`` are names without which values in the document cannot be calculated.
    """
    model = build_model(description, entry, settings)
    bound = None
    if asked.machine is not None:
        bound = bind_model(model, *asked.machine)
    found = not_known(missing) if missing else governs(model, bound)
    for section in (SIZES, PARAMETERS):
        for name in document.names(section):
            share = found.by_symbol.get(name)
            if share is None:
                document.drop_fields(name, ("governs",))
            else:
                document.set_entry(name, {"governs": float(f"{share:.3g}")})
    return found.basis


def _sort(document: ParamsDocument) -> None:
    """Bring what governs most to the front."""

    def weight(name: str) -> float:
        return -abs(float(str(document.entry(name).get("governs") or 0)))

    for section in (SIZES, PARAMETERS):
        document.reorder(section, sorted(document.names(section), key=weight))


def _set_header(
    document: ParamsDocument,
    asked: Asked,
    description: Description,
    found: Sequence[ParamRow],
    basis: str,
    is_new: bool,
) -> None:
    files = dict.fromkeys(description.files)
    files.update(dict.fromkeys(row.span.file for row in found if row.span is not None))
    header = replace(
        asked.header,
        sources={**asked.header.sources, **{file: checksum(file) for file in files}},
        at={name: item.text for name, item in asked.given.items.items()},
        governs=basis,
    )
    fields: dict[str, YamlValue] = header_fields(header, asked.target)
    document.drop_header([name for name in HEADER_FIELDS if name not in fields])
    document.set_header(fields)
    if is_new:
        folder = Path(asked.target).parent
        what = header.entry or "the program"
        words = shell_words(asked.header, folder)
        file = shlex.quote(Path(asked.target).name)
        document.set_introduction(_INTRODUCTION.format(what=what, words=words, file=file))


# How much of the total each parameter governs, for people to fill in first what matters most.


_MOST = 6


class Governs(NamedTuple):
    """Elasticities of the total by symbol, and a sentence that says at which values."""

    by_symbol: Mapping[str, float | None]
    basis: str


def governs(model: Model, bound: BoundExpansion | None) -> Governs:
    """Return the elasticities at the model's values and heuristic ones for what has none.

    The total is the predicted time, or without a machine the number of executed statements. Sizes
    have no heuristic value: while one is missing, nothing is known.
    """
    if model.entry is None:
        return Governs({}, "not known: no entry, so there is no total")
    values = heuristic_values(model)
    total = "the number of executed statements" if bound is None else "the predicted time"
    needed = list(model.symbols)
    if bound is not None:
        needed += [call.symbol for call in bound.calls if call.symbol not in needed]
    missing = [model.names.label(symbol) for symbol in needed if symbol not in values]
    if missing:
        return not_known(missing)
    found = elasticities(model, bound, values)
    guessed = sum(symbol not in model.values for symbol in needed)
    basis = f"by how many percent {total} grows for 1 percent more, at the values under 'at'"
    if guessed:
        basis += f"; heuristic values for {guessed} parameter{'s' * (guessed != 1)} without one"
    if not total_of(model, bound):
        basis = "not known: nothing is executed"
    return Governs(found, basis)


def not_known(missing: Sequence[str]) -> Governs:
    """Return that nothing is known without values for these names."""
    more = f" and {len(missing) - _MOST} more" if len(missing) > _MOST else ""
    return Governs({}, f"not known without values (--set) for {', '.join(missing[:_MOST])}{more}")
