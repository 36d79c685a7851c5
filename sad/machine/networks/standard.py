"""Standard models of messages: what a file that names one need not write as formulas.

``send`` is how long a send keeps its process, ``receive`` how long a receive does if the message is
there, and ``communicate`` the time from the start of the send to the end of the receive; ``busy`` is
what the processor itself has to do.

* ``hockney``: alpha + beta*b (Hockney 1994, r_inf and n_1/2 as start-up and time per byte).
* ``logp``: Culler et al. 1993. Messages are packets of ``packet_bytes``: o + L + o, and every
  further packet after the larger of o and g.
* ``loggp``: Alexandrov et al. 1995, section 2.1: o + (b - 1)*G + L + o.
* ``perpret``: Brehm 1999, section 6.1.2: T1 start-up of the send, T2 copy to the communication
  buffer, T3 link, T4 start-up of the receive, T5 copy from the buffer; some systems do not copy. With
  it comes PerPreT's library: the thesis names its functions (chapter 6) and does not print their
  formulas, so each says in its source where it is from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


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
