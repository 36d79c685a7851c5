"""The kinds of models that ``sad solve`` reads, by the suffix of their files.

A kind is an entry of ``KINDS``; its module is loaded when a file of that kind is read.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sad.diagnostics import Span, argument_error, input_error
from sad.files import no_pipe
from sad.records import fields, record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.diagnostics import Diagnostics
    from sad.stochastic.parameters import Parameters
    from sad.stochastic.solution import Solution


@record
class Options:
    """What is asked of a solver besides the model.

    ``half_throughput`` gives the throughput of parallel stations as Brehm's thesis does: per station.
    ``states`` asks for the probabilities of states as well. ``exact`` asks for fractions, ``symbolic``
    for formulas, ``structure`` for what holds whatever the times are. ``at`` is a time [s] in place of
    the long run. ``simulate`` asks for runs by chance, to half-widths of ``precision`` as a share of
    each mean; ``seed`` decides them. ``most_markings`` is None for what the solver allows by itself.
    """

    half_throughput: bool = False
    states: bool = False
    exact: bool = False
    symbolic: bool = False
    structure: bool = False
    at: float | None = None
    simulate: bool = False
    precision: float = 0.01
    seed: int = 0
    most_markings: int | None = None


class Model(Protocol):
    """What a reader makes of a file."""

    @property
    def path(self) -> str:
        """The file."""
        ...

    @property
    def title(self) -> str:
        """What the model is of, in a few words."""
        ...

    @property
    def parameters(self) -> Parameters:
        """The names that may be set."""
        ...

    def solve(
        self, given: Mapping[str, str], options: Options, diagnostics: Diagnostics
    ) -> Solution:
        """Return the measures, with texts for parameters; raises ``SadError``."""
        ...


@record
class Kind:
    """One kind of file: a text ending in ``suffix`` is read by ``module.read(text, path)``.

    ``options`` are the fields of ``Options`` that it knows.
    """

    suffix: str
    title: str
    module: str
    options: tuple[str, ...]


_NET = ("states", "exact", "symbolic", "structure", "at", "simulate", "precision", "seed")
KINDS = (
    Kind(
        ".qn.yaml",
        "queueing network",
        "sad.stochastic.queueing.read",
        ("half_throughput", "states"),
    ),
    Kind(".net.yaml", "Petri net", "sad.stochastic.nets.read", (*_NET, "most_markings")),
    Kind(".pnml", "Petri net in PNML", "sad.stochastic.nets.pnml", (*_NET, "most_markings")),
)
_FLAGS = {"half_throughput": "brehm", "most_markings": "most-markings"}


def check_options(path: str, options: Options, kinds: Sequence[Kind] = KINDS) -> None:
    """Raise SAD502 if something is asked for that is nothing of this kind of file."""
    plain = Options()
    for kind in kinds:
        if not path.endswith(kind.suffix):
            continue
        for item in fields(Options):
            name = item.name
            if name not in kind.options and getattr(options, name) != getattr(plain, name):
                others = [f"*{other.suffix}" for other in kinds if name in other.options]
                flag = f"--{_FLAGS.get(name, name)}"
                message = f"{flag} is nothing of a {kind.title} ({path})"
                raise argument_error("SAD502", message, f"it is for {', '.join(others)}")


def read_model(path: str, kinds: Sequence[Kind] = KINDS) -> Model:
    """Return the model in a file.

    Raises ``SadError``: SAD101 (cannot be read), SAD982 (no kind of model), and as the reader.
    """
    for kind in kinds:
        if path.endswith(kind.suffix):
            return import_module(kind.module).read(model_text(path), path)
    known = ", ".join(f"*{kind.suffix} ({kind.title})" for kind in kinds)
    raise input_error("SAD982", "no kind of model by its name", Span.at(path), f"known: {known}")


def model_text(path: str, place: Span | None = None) -> str:
    """Return the text of a model file, which ``place`` names; raises SAD101."""
    try:
        return Path(no_pipe(path)).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        message = f"cannot read {path}: {reason}"
        raise input_error("SAD101", message, place or Span.at(path), "check the path") from None
