"""Models in the formats of other tools: which kinds of files are written as what."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.stochastic.models import read_model

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.stochastic.models import Model

WRITERS = {
    ("jmva", ".qn.yaml"): "sad.stochastic.queueing.jmva",
    **{
        (name, suffix): f"sad.stochastic.nets.{module}"
        for suffix in (".net.yaml", ".pnml")
        for name, module in (
            ("net", "write"),
            ("pnml", "pnml"),
            ("prism", "prism"),
            ("tra", "prism.write_chain"),
            ("sta", "prism.write_states"),
            ("dot", "drawing"),
            ("svg", "drawing.write_svg"),
        )
    },
}
"""By format and suffix, the module that has ``write(model, given)``, or another function of it."""


def exported(path: str, to: str, given: Mapping[str, str]) -> str:
    """Return the model in a file in another format, with texts for parameters.

    Raises ``SadError``: SAD988 (not written as this), and as ``read_model`` and the writer.
    """
    return written(read_model(path), path, to, given)


def written(model: Model, path: str, to: str, given: Mapping[str, str]) -> str:
    """Return a model in another format; the suffix of ``path`` says of which kind it is.

    Raises ``SadError``: SAD988 (not written as this), and as the writer.
    """
    for (name, suffix), module in WRITERS.items():
        if name == to and path.endswith(suffix):
            home, _, function = module.partition(".write_")
            write = getattr(import_module(home), f"write_{function}" if function else "write")
            return write(model, given)
    known = ", ".join(f"*{suffix}" for name, suffix in WRITERS if name == to)
    raise input_error("SAD988", f"this is not written as {to}", Span.at(path), f"what is: {known}")
