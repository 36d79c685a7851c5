"""What ``sad tune`` tries that formulas do not have: for each value the program is read or placed anew.

These are parameters of the machine, layouts of arrays, mappings of processes, message-passing
libraries, and constants of the source.
"""

from __future__ import annotations

import copy
import re
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from sad.cli.common import chosen_machine
from sad.cli.tune_search import is_parallel, one_by_one, searched
from sad.diagnostics import argument_error
from sad.records import record, replace

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from sad.diagnostics import Diagnostics
    from sad.tuning.candidates import Candidates
    from sad.tuning.source_constants import SourceConstant

_LAYOUT, _CONSTANT = "distribute", "constant"
_OPTIONS = ("mapping", "library")
_MOST = 1000


@record
class Alternatives:
    """Values of one parameter: ``texts`` in their order, ``put`` sets one of them in the arguments.

    ``numbers`` are the values; of words their places. ``kind`` is what it is a parameter of.
    """

    name: str
    kind: str
    texts: tuple[str, ...]
    numbers: tuple[float, ...]
    put: Callable[[argparse.Namespace, str], None]

    @property
    def words(self) -> dict[str, float]:
        """The numbers that stand for words; empty of numbers."""
        return dict(zip(self.texts, self.numbers, strict=True)) if self.kind in _WORDS else {}


_WORDS = (_LAYOUT, *_OPTIONS)


def alternatives(args: argparse.Namespace) -> list[Alternatives]:
    """Take what formulas do not have out of ``--over``.

    Raises SAD641 for what does not fit the machine, SAD680 for layouts, SAD681 for others.
    """
    found = [*_layouts(args), *_options(args), *_machine_values(args)]
    _check(args, found)
    return found


def constants(args: argparse.Namespace) -> tuple[list[Alternatives], list[SourceConstant]]:
    """Take constants of the source out of ``--over``; raises SAD681 as ``constant_of``."""
    from sad.experiments.axes import parse_axis  # noqa: PLC0415 - heavy
    from sad.tuning.source_constants import constant_of, texts_of, with_values  # noqa: PLC0415

    texts = texts_of(args.sources)
    given = {item.partition("=")[0] for item in args.define}
    names = [text.partition("=")[0].strip() for text in args.over]
    items = [constant_of(name, texts) for name in names if name not in given]
    known = {item.name: item for item in items if item is not None}
    found: list[Alternatives] = []
    args.values_of_constants = {}

    def put(name: str, own: argparse.Namespace, text: str) -> None:
        own.values_of_constants = {**own.values_of_constants, name: text}
        chosen = [known[item] for item in own.values_of_constants]
        own.texts = with_values(texts, chosen, own.values_of_constants)

    for name, over in zip(names, args.over, strict=True):
        if name in known:
            axis = parse_axis(over)
            numbers = [float(number) for number in axis.numbers or ()]
            if not numbers or min(numbers) < 0:
                raise argument_error("SAD681", f"{name}: values are numbers, 0 or more")
            texts_ = tuple(f"{number:.15g}" for number in numbers)
            own = Alternatives(name, _CONSTANT, texts_, tuple(numbers), partial(put, name))
            found.append(own)
    args.over = [o for n, o in zip(names, args.over, strict=True) if n not in known]
    _check(args, found)
    return found, list(known.values())


def _check(args: argparse.Namespace, found: Sequence[Alternatives]) -> None:
    points = prod(len(item.texts) for item in found)
    if points > _MOST:
        what, code = ("machines", "SAD641") if found[-1].kind == "machine" else ("values", "SAD681")
        message = f"{points:,} {what} to try"
        raise argument_error(code, message, f"give at most {_MOST:,}: coarser ranges")
    for item in found:
        for option in ("simulate", *(("measure", "export") if item.kind != _CONSTANT else ())):
            if getattr(args, option):
                message = f"--over {item.name} and --{option}: it is tried by formula alone"
                code = {_LAYOUT: "SAD680", "machine": "SAD641"}.get(item.kind, "SAD681")
                raise argument_error(code, message, f"leave --{option} out")


def _machine_values(args: argparse.Namespace) -> list[Alternatives]:
    from sad.machine.changed import is_of_messages  # noqa: PLC0415 - heavy
    from sad.tuning.machine_values import taken_out  # noqa: PLC0415

    chosen = chosen_machine(args) if args.over else None
    if chosen is None:
        return []
    library = args.library or next(iter(chosen[0].programming_models), "")
    args.over, found = taken_out(args.over, chosen[0], library)
    messages = [name for name in found if is_of_messages(name, chosen[0])]
    if messages and not is_parallel(args):
        message = f"{messages[0]}: only a program of several processes has messages"
        raise argument_error("SAD641", message, "give their numbers: --procs 4")

    return [
        Alternatives(
            f"{chosen[0].name}.{name}",
            "machine",
            tuple(map(repr, values)),
            tuple(values),
            partial(_put, name),
        )
        for name, values in found.items()
    ]


def _put(name: str, own: argparse.Namespace, text: str) -> None:
    own.machine_values = {**getattr(own, "machine_values", {}), name: float(text)}


def _layouts(args: argparse.Namespace) -> list[Alternatives]:
    """LAYOUT is A(block,*), of several arrays joined by +."""
    found = _words(args, _LAYOUT, r",(?![^(]*\))")
    if found is None:
        return []
    if not found:
        hint = "for instance --over 'distribute=A(block,*),A(*,block)'"
        raise argument_error("SAD680", f"--over {_LAYOUT}: no layout", hint)
    if args.distribute:
        message = "--over distribute and --distribute: layouts are tried by formula alone"
        raise argument_error("SAD680", message, "leave --distribute out")
    if args.procs is None:
        message = "--over distribute: arrays are spread over several processes"
        raise argument_error("SAD680", message, "give their numbers: --procs 4")
    return [_of_words(_LAYOUT, found, lambda text: text.split("+"))]


def _options(args: argparse.Namespace) -> list[Alternatives]:
    """Mappings and libraries, where no application has a choice of that name."""
    from sad.applications.database import means_application  # noqa: PLC0415 - heavy

    if any(means_application(source) for source in args.sources):
        return []
    found: list[Alternatives] = []
    for name in _OPTIONS:
        words = _words(args, name, ",")
        if words is None:
            continue
        if not words or getattr(args, name) or not is_parallel(args):
            message = f"--over {name}: names for a program of several processes, without --{name}"
            hint = f"for instance --procs 16 --over {name}=" + (
                "row_major,gray" if name == "mapping" else "picl,mpi"
            )
            raise argument_error("SAD681", message, hint)
        found.append(_of_words(name, words, lambda text: text))
    return found


def _words(args: argparse.Namespace, name: str, comma: str) -> list[str] | None:
    """Take the values of a name out of ``--over``; None if it is not there."""
    mine = [text for text in args.over if text.partition("=")[0].strip() == name]
    args.over = [text for text in args.over if text not in mine]
    values = ",".join(text.partition("=")[2] for text in mine)
    found = [part.strip() for part in re.split(comma, values) if part.strip()]
    return list(dict.fromkeys(found)) if mine else None


def _of_words(
    name: str, texts: Sequence[str], value: Callable[[str], str | list[str]]
) -> Alternatives:
    def put(own: argparse.Namespace, text: str) -> None:
        setattr(own, name, value(text))

    return Alternatives(name, name, tuple(texts), tuple(map(float, range(len(texts)))), put)


def on_alternatives(
    args: argparse.Namespace, tried: Sequence[Alternatives], diagnostics: Diagnostics
) -> Candidates:
    """All combinations with each of what is ``tried``; what is said of the program is said once."""
    from sad.tuning.machine_values import beside  # noqa: PLC0415

    def at(texts: tuple[str, ...], said: Diagnostics) -> Candidates:
        own = copy.copy(args)
        for item, text in zip(tried, texts, strict=True):
            item.put(own, text)
        return searched(own, said)[0]

    points, parts = one_by_one(product(*(item.texts for item in tried)), at, diagnostics)
    numbers = [
        {
            item.name: item.numbers[item.texts.index(text)]
            for item, text in zip(tried, point, strict=True)
        }
        for point in points
    ]
    found = beside(parts, numbers)
    words = {item.name: item.words for item in tried if item.words}
    label = found.label
    if _LAYOUT in words:
        label = label.partition(" with ")[0]
    names = {item.name for item in tried}
    given = {name: text for name, text in found.given.items() if name not in names}
    return replace(found, label=label, given=given, words={**found.words, **words})
