"""Where Python programs start: sources or a saved description to a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING, cast

from sad.diagnostics import Diagnostics, ExitCode, SadError, Severity, argument_error
from sad.evaluation.assume import SENTENCES
from sad.large_stack import on_large_stack
from sad.library.model import Model
from sad.library.state import State, with_values
from sad.loading.describe import load_description
from sad.profiles.settings import Settings
from sad.reading.loaded import Loaded
from sad.reading.options import Choice, Reading
from sad.reading.saved import read_saved
from sad.slicing import EVALUATE_STEPS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sad.library.swept import Sweep

Path = str | PathLike[str]


@on_large_stack
def analyze(
    source: Path | Iterable[Path],
    *,
    entry: str | None = None,
    values: Mapping[str, object] | None = None,
    params: Path | None = None,
    include: Path | Iterable[Path] = (),
    define: Mapping[str, object] | None = None,
    stubs: Path | Iterable[Path] = (),
    inputs: str | Iterable[str] = (),
    assume: str | Iterable[str] = (),
    defaults: str | None = None,
    cpp: str | None = None,
    compile_commands: Path | None = None,
    text: str | None = None,
    evaluate_steps: int = EVALUATE_STEPS,
    strict: bool = False,
) -> Model:
    """Read Fortran or C and return the model of the program; needs no machine and runs nothing.

    ``source`` is a file, a folder, a saved description, or several files. With ``text`` it is the
    content of the file, which need not exist; its suffix tells the language. Everything else is as on
    the command line: ``entry`` the unit to start from, ``values`` and ``params`` (a file) what is known
    of parameters, ``include`` folders, ``define`` macros (None: it stays a parameter, in C), ``stubs``
    costs of procedures that are not in the source, ``inputs`` variables FILE:LINE:NAME to be taken as
    inputs, ``assume`` and ``defaults`` what fills the rest in, ``cpp`` and ``compile_commands`` how C
    is preprocessed. Once all inputs have values, at most ``evaluate_steps`` steps of the statements
    that decide control flow are run to find counts without a formula.

    Raises ``sad.SadError`` if nothing can be read, or for an option that is none; what is wrong with
    parts is in ``Model.diagnostics``. ``strict`` raises for these as well.
    Raises TypeError if ``define`` is no mapping.

    >>> import sad
    >>> axpy = "void axpy(int n, double a, double *x, double *y)"
    >>> axpy += "{ for (int i = 0; i < n; i++) y[i] += a * x[i]; }"
    >>> print(sad.analyze("axpy.c", text=axpy).operations("mul.double"))
    n
    """
    _check_mapping(define)
    sources = _paths(source)
    if not sources:
        raise argument_error("SAD101", "no source is given", "name a file or a folder")
    assumed = _known("assume", assume, SENTENCES)
    filled = _known("defaults", defaults or (), ("heuristics",))
    reading = Reading(
        sources,
        _paths(include),
        {name: None if value is None else str(value) for name, value in (define or {}).items()},
        cpp,
        None if compile_commands is None else fspath(compile_commands),
        stubs=_paths(stubs),
        inputs=_texts(inputs),
        texts={} if text is None else {sources[0]: text},
    )
    loaded = load_description(reading, with_work=True)
    settings = Settings()
    if params is not None:
        from sad.profiles.params_file import load_params  # noqa: PLC0415 - YAML
        from sad.profiles.params_header import warn_of_changes  # noqa: PLC0415

        settings = load_params(fspath(params))
        warn_of_changes(fspath(params), loaded.diagnostics)
    settings = with_values(settings, values or {})
    choice = Choice(
        *(entry, settings, assumed, filled[0] if filled else None), evaluate_steps=evaluate_steps
    )
    return _model(loaded, reading, choice, strict=strict)


@on_large_stack
def load(
    path: Path, *, entry: str | None = None, values: Mapping[str, object] | None = None
) -> Model:
    """Return the model of a description that ``Model.save`` or ``sad dump --description`` wrote.

    Raises ``sad.SadError``: SAD101, SAD106 or SAD110 if the file is none.

    >>> import sad
    >>> sad.analyze("solve.f").save("solve.sad.json")
    >>> sad.load("solve.sad.json").count("SOLVE", line=5)
    Count(N*X1)
    """
    reading = Reading((fspath(path),))
    loaded = Loaded(read_saved(fspath(path)), Diagnostics())
    return _model(
        loaded, reading, Choice(entry, with_values(Settings(), values or {})), strict=False
    )


@on_large_stack
def compare(
    models: Sequence[Model],
    vary: Mapping[str, Iterable[object] | str] | None = None,
    *,
    machines: Sequence[str] | str = (),
    quantities: Sequence[str] | str = (),
) -> Sweep:
    """Return programs, or one program on several machines, side by side, as ``sad compare`` does.

    With one varied parameter, ``comparisons`` of the result tells where curves cross. Raises
    ``sad.SadError`` as ``Model.sweep``, and SAD855 if there is nothing to compare; TypeError for files
    in place of models.

    >>> import sad
    >>> solve = sad.analyze("solve.f").with_values(X1=40, P1=0.1)
    >>> both = sad.compare([solve], {"N": "10:1000:log9"}, machines=["sparc2", "t3d"])
    >>> both.comparisons[0].crossings
    ()
    """
    _check_models(models)
    from sad.library.swept import swept  # noqa: PLC0415 - heavy

    return swept([model.state for model in models], vary or {}, machines, quantities, compared=True)


def _check_mapping(define: object) -> None:
    if define is not None and not isinstance(define, Mapping):
        message = f"define: a mapping is expected, such as {{'DEBUG': None}}, not {define!r}"
        raise TypeError(message)


def _check_models(models: object) -> None:
    """Raise TypeError for anything but a list of models: a file, for instance."""
    given = cast("Sequence[object]", models) if isinstance(models, list | tuple) else (None,)
    if not all(isinstance(each, Model) for each in given):
        message = f"a list of models is expected, such as [sad.analyze('a.f')], not {models!r}"
        raise TypeError(message)


def _model(loaded: Loaded, reading: Reading, choice: Choice, *, strict: bool) -> Model:
    items = loaded.diagnostics.items
    grave = [item for item in items if item.severity is not Severity.NOTE]
    if strict and grave:
        raise SadError(grave[-1], ExitCode.BAD_INPUT, tuple(grave[:-1]))
    state = State(loaded, reading, choice)
    _ = state.model  # an entry or values that cannot be are told at once
    return Model(state)


def _known(option: str, given: str | Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    names = _texts(given)
    for name in names:
        if name not in known:
            raise argument_error(
                "SAD502", f"{option}: {name!r} is none", f"known: {', '.join(known)}"
            )
    return names


def _texts(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _paths(given: Path | Iterable[Path]) -> tuple[str, ...]:
    if isinstance(given, str | PathLike):
        return (fspath(given),)
    return tuple(fspath(path) for path in given)
