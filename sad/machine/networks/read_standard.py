"""The key ``point_to_point`` of a programming model: a standard model of messages by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.dimensions import dimension_of_name
from sad.expr.parse import parse
from sad.machine.networks.model import Primitive
from sad.machine.values import number_not_negative, one_of, read_value
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from sad.document import Item
    from sad.machine.values import MachineValue

_UNITS = ("_bytes_per_s", "_s_per_byte", "_bytes", "_s")


def read_standard(
    item: Item, known: Collection[str]
) -> tuple[str, dict[str, MachineValue], dict[str, Primitive]]:
    """Return a standard model's name, its parameters, and its primitives as formulas over them.

    A parameter that the network or the programming model has already (``known``) need not be given. One
    that is a list is a table by message length. Raises SAD425 for a parameter that is nowhere.
    """
    if not item.is_mapping:
        entries = dict[str, "Item"]()
        name = one_of(item, STANDARD)
    else:
        entries = item.mapping()
        if "model" not in entries:
            item.fail("SAD403", "the key model is missing", f"one of {', '.join(STANDARD)}")
        name = one_of(entries.pop("model"), STANDARD)
        of_model = (*STANDARD[name].needed, *STANDARD[name].optional)
        item.mapping(("model", *of_model))
    standard = STANDARD[name]
    parameters: dict[str, MachineValue] = {}
    places: dict[str, str] = {}
    for key in (*standard.needed, *standard.optional):
        if key in entries:
            places[key] = _parameter(key, entries[key], parameters)
        elif key in known:
            places[key] = key
        elif key in standard.needed:
            hint = f"it needs {', '.join(standard.needed)}, here or as parameters"
            item.fail("SAD425", f"the model {name} lacks {key}", hint)
    primitives = {
        key: Primitive(
            key,
            written.formula,
            parse(written.formula),
            written.source,
            written.uncertainty,
            busy=parse(written.busy) if written.busy else None,
            busy_text=written.busy,
            span=item.span,
        )
        for key, written in standard.primitives(places).items()
    }
    return name, parameters, primitives


def _parameter(name: str, item: Item, parameters: dict[str, MachineValue]) -> str:
    """Add a parameter, or the limits and values of its table; return what stands for it in formulas."""
    positive = dimension_of_name(name).seconds < 0 or name == "packet_bytes"
    if not item.is_sequence:
        parameters[name] = read_value(item, positive=positive)
        return name
    stem, unit = next((name.removesuffix(unit), unit) for unit in _UNITS if name.endswith(unit))
    arguments = ["bytes"]
    for number, (begin, value) in enumerate(_table(item, positive=positive), 1):
        limit, own = f"{stem}{number}_from_bytes", f"{stem}{number}{unit}"
        parameters[limit], parameters[own] = begin, value
        arguments += [limit, own]
    return f"steps({', '.join(arguments)})"


def _table(item: Item, *, positive: bool) -> Iterator[tuple[MachineValue, MachineValue]]:
    """Message lengths, from 0 on and rising, and the values from there on."""
    last = -1.0
    rows = item.sequence()
    if not rows:
        item.fail("SAD403", "an empty table", "- {from_bytes: 0, value: ..., source: ...}")
    for row in rows:
        entries = row.mapping(("from_bytes", "value", "source", "uncertainty"))
        if "from_bytes" not in entries:
            row.fail("SAD403", "the key from_bytes is missing", "the length from which it counts")
        begin = number_not_negative(entries["from_bytes"])
        if begin <= last or (last < 0 and begin > 0):
            hint = "the first one is 0, and they rise"
            entries["from_bytes"].fail("SAD407", f"{begin:g} cannot be", hint)
        last = begin
        value = read_value(row, positive=positive, beside=("from_bytes",))
        yield read_value(entries["from_bytes"]), value


# Standard models of messages: what a file that names one need not write as formulas.


@record
class Written:
    """A primitive's formula, where it is from, its busy part ("" for all of it), and how sure it is."""

    formula: str
    source: str
    busy: str = ""
    uncertainty: float | None = None


@record
class Standard:
    """The parameters of a model, and its primitives given what stands for each parameter."""

    needed: tuple[str, ...]
    optional: tuple[str, ...]
    primitives: Callable[[Mapping[str, str]], dict[str, Written]]


def _hockney(p: Mapping[str, str]) -> dict[str, Written]:
    text = f"{p['alpha_s']} + bytes*{p['beta_s_per_byte']}"
    return {"communicate": Written(text, "Hockney 1994: alpha + beta*b")}


def _logp(p: Mapping[str, str]) -> dict[str, Written]:
    packets = f"max(ceil(bytes/{p['packet_bytes']}), 1)"
    further = f"({packets} - 1)*max({p['o_s']}, {p['g_s']})"
    source = "Culler et al. 1993: o + L + o, further packets every max(o, g)"
    busy = f"{packets}*{p['o_s']}"
    return {
        "send": Written(f"{p['o_s']} + {further}", source, busy),
        "receive": Written(f"{p['o_s']} + {further}", source, busy),
        "communicate": Written(f"2*{p['o_s']} + {p['L_s']} + {further}", source, f"2*{busy}"),
    }


def _loggp(p: Mapping[str, str]) -> dict[str, Written]:
    long = f"max(bytes - byte, 0)*{p['G_s_per_byte']}"
    source = "Alexandrov et al. 1995: o + (b - 1)*G + L + o"
    return {
        "send": Written(f"{p['o_s']} + {long}", source, p["o_s"]),
        "receive": Written(p["o_s"], source),
        "communicate": Written(f"2*{p['o_s']} + {p['L_s']} + {long}", source, f"2*{p['o_s']}"),
    }


_STAGES = "ceil(log2(nprocs))"
_RECOVERED = "recovered from Tab. 6.8 and 6.10 (0.1 %), not printed; other forms fit nearly as well"
_LIBRARY = {
    "exchange": Written("2*communicate", "choice: one after the other; not printed"),
    "simple_bcast": Written(
        "(nprocs - 1)*communicate",
        "choice: one after the other; not printed. Beyond 2 processors the thesis' tables are faster",
        uncertainty=0.7,
    ),
    "simple_collect": Written(
        "(nprocs - 1)*communicate", "choice: as simple_bcast; not printed", uncertainty=0.7
    ),
    "tree_bcast": Written(f"({_STAGES} - 1)*send + communicate", _RECOVERED, uncertainty=0.1),
    "tree_collect": Written(
        f"sum(level, 0, {_STAGES} - 2, transfer(bytes*2**level))"
        f" + communicate(bytes*2**({_STAGES} - 1))",
        f"{_RECOVERED}; pieces of a vector double from level to level",
        uncertainty=0.1,
    ),
    "tree_collect_scalar": Written(
        f"({_STAGES} - 1)*transfer + communicate",
        f"{_RECOVERED}; nothing doubles",
        uncertainty=0.1,
    ),
    "butterfly": Written(f"{_STAGES}*exchange", "choice: one exchange a stage; not printed"),
}


def _perpret(p: Mapping[str, str]) -> dict[str, Written]:
    copies = {
        key: f" + bytes/{p[key]}" if key in p else ""
        for key in ("copy_in_bytes_per_s", "copy_out_bytes_per_s")
    }
    prepare = f"{p['send_setup_s']}{copies['copy_in_bytes_per_s']}"
    transfer = f"bytes/{p['link_bytes_per_s']}"
    source = "Brehm 1999, section 6.1.2"
    receive = f"{p['receive_setup_s']}{copies['copy_out_bytes_per_s']}"
    return {
        "transfer": Written(transfer, f"{source}: T3"),
        "send": Written(f"{prepare} + {transfer}", f"{source}: T1 + T2 + T3", prepare),
        "receive": Written(receive, f"{source}: T4 + T5"),
        "communicate": Written("send + receive", f"{source}: T1 to T5"),
        **_LIBRARY,
    }


STANDARD: Mapping[str, Standard] = {
    "hockney": Standard(("alpha_s", "beta_s_per_byte"), (), _hockney),
    "logp": Standard(("L_s", "o_s", "g_s", "packet_bytes"), (), _logp),
    "loggp": Standard(("L_s", "o_s", "G_s_per_byte"), ("g_s",), _loggp),
    "perpret": Standard(
        ("send_setup_s", "link_bytes_per_s", "receive_setup_s"),
        ("copy_in_bytes_per_s", "copy_out_bytes_per_s"),
        _perpret,
    ),
}
