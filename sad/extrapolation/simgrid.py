"""A trace as SimGrid's time-independent one, with a platform file of a machine.

A file for each rank has what it computes and passes, one action a line; SimGrid's ``smpirun -replay``
follows them on a platform where messages share links. A unit of computation is a nanosecond on the
computer of the recording, so that a host of 1 Gf is as fast as that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.steps import Costs, program_of
from sad.simulation.ranks import ALL, IRECV, ISSEND, RECV, SSEND, WAIT, WORK
from sad.traces.format import CODE, COLLECTIVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.extrapolation.steps import Program
    from sad.simulation.columns import Steps
    from sad.traces.format import Trace

    Action = tuple[object, ...]

LIST, HOSTS = "trace.list", "hosts"
_UNITS = 1e9
_ENVELOPE = 16
"""Bytes that SimGrid adds to each message."""
_SENDS = {SSEND: "send", ISSEND: "isend"}
_POSTS = {RECV: "recv", IRECV: "irecv"}
_PLATFORM = """\
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!-- {about} -->
<platform version="4.1">
  <config>
    <prop id="network/TCP-gamma" value="0"/>
    <prop id="network/crosstraffic" value="0"/>
    <prop id="smpi/os" value="0:0:0"/>
    <prop id="smpi/or" value="0:0:0"/>
    <prop id="smpi/ois" value="0:0:0"/>
    <prop id="smpi/async-small-thresh" value="{eager}"/>
    <prop id="smpi/send-is-detached-thresh" value="{eager}"/>
  </config>
  <zone id="machine" routing="Full">
    <cluster id="ranks" prefix="rank-" suffix="" radical="0-{last}" speed="{speed:.17g}f"
             bw="{bandwidth:.17g}Bps" lat="{latency:.17g}s" sharing_policy="SPLITDUPLEX"/>
  </zone>
</platform>
"""


def platform_text(
    ranks: int, ratio: float, startup_s: float, byte_s: float, *, eager: float | None, about: str
) -> str:
    """Return a platform where each rank has a host and a link to a crossbar.

    A message of n bytes takes ``startup_s + n*byte_s`` where nothing else is under way; messages of
    ``eager`` bytes and more wait for their receive. Messages that a rank sends at once share its link.
    """
    return _PLATFORM.format(
        about=about.replace("--", "- -"),
        eager=(1 << 31) - 1 if eager is None else int(eager),
        last=ranks - 1,
        speed=_UNITS / ratio,
        bandwidth=1.0 / byte_s if byte_s else 1e18,
        latency=max(startup_s - _ENVELOPE * byte_s, 0.0) / 2,  # a route has two links
    )


def replay_files(trace: Trace) -> Iterator[tuple[str, str]]:
    """Yield the files of a folder: names and texts.

    Raises SAD643 for what the format has no word for: threads, operations of a part of the ranks.
    """
    if not trace.is_mpi:
        raise _no_word(trace, "remote accesses of threads", 1)
    names = [f"rank-{rank}.txt" for rank in range(trace.ranks)]
    yield LIST, "".join(f"{name}\n" for name in names)
    yield HOSTS, "".join(f"rank-{rank}\n" for rank in range(trace.ranks))
    program = program_of(trace, Costs(None, trace.ranks, 0.0), Ratio(1.0, ""))
    sizes = _sizes(trace, program)
    for rank, name in enumerate(names):
        actions = [("init",), *_actions(trace, rank, program.steps[rank], sizes), ("finalize",)]
        rows = (f"{rank} {' '.join(map(str, action))}\n" for action in actions)
        yield name, "".join(rows)


def replay_command(folder: str, platform: str, ranks: int) -> str:
    """Return the command that replays a folder on a platform, in the folder."""
    return f"cd {folder} && {' '.join(replay_words(platform or 'PLATFORM.xml', ranks))}"


def replay_words(platform: str, ranks: int) -> list[str]:
    """Return the words of that command; smpirun takes no model from a platform file."""
    words = f"smpirun -n {ranks} -platform {platform} -hostfile {HOSTS} -replay {LIST}"
    return [*words.split(), "--cfg=network/model:CM02"]


def _sizes(trace: Trace, program: Program) -> list[list[int]]:
    """What each member passes to the operations of all, by their number."""
    found: list[list[int]] = []
    for rank, steps in enumerate(program.steps):
        numbers = trace.rows[rank]["bytes"]
        for number, place in enumerate(steps.place[steps.kind >= ALL].tolist()):
            if number == len(found):
                found.append([0] * trace.ranks)
            found[number][rank] = int(numbers[place])
    return found


def _actions(trace: Trace, rank: int, steps: Steps, sizes: list[list[int]]) -> Iterator[Action]:
    rows = trace.rows[rank]
    routines: list[int] = (rows["routine"] & CODE).tolist()
    nbytes, tags = rows["bytes"].tolist(), rows["tag"].tolist()
    requests: dict[int, Action] = {}
    operations = 0
    for kind, seconds, partner, _, request, place in steps:
        if kind == WORK:
            yield "compute", f"{seconds * _UNITS:.3f}"
        elif kind == WAIT:
            if seconds:  # in a file
                yield "compute", f"{seconds * _UNITS:.3f}"
            elif request in requests:
                yield requests.pop(request)
        elif kind in _SENDS:
            yield _SENDS[kind], partner, max(tags[place], 0), nbytes[place]
            if kind == ISSEND:
                requests[request] = ("wait", rank, partner, max(tags[place], 0))
        elif kind in _POSTS:
            yield _POSTS[kind], partner, max(tags[place], 0), nbytes[place]
            if kind == IRECV:
                requests[request] = ("wait", partner, rank, max(tags[place], 0))
        else:
            row: int = place
            name = trace.routines[routines[row]]
            members = trace.communicators[int(rows["communicator"][place])].members
            if members != tuple(range(trace.ranks)):
                line = trace.sites[int(rows["site"][place])].line
                raise _no_word(trace, f"{name} of a part of the ranks", line or 1)
            root = int(rows["partner"][place])
            yield _operation(name, nbytes[place], root, sizes[operations])
            operations += 1


def _operation(name: str, own: int, root: int, sizes: list[int]) -> Action:
    """What all ranks do together; ``own`` are a rank's bytes, ``sizes`` those of all."""
    word = name.removeprefix("mpi_")
    ranks = len(sizes)
    if word == "barrier":
        return (word,)
    if word == "bcast":
        return word, own, root
    if word == "reduce":
        return word, own, 0, root
    if word in ("allreduce", "scan", "exscan"):
        return word, own, 0
    if word in ("gather", "scatter"):
        return word, own, own, root
    if word == "gatherv":
        return word, own, *sizes, root
    if word == "scatterv":
        return word, *sizes, own, root
    if word == "allgatherv":
        return word, own, *sizes
    if word == "allgather":
        return word, own, own
    if COLLECTIVES[name] == "alltoall":
        return "alltoall", own // ranks, own // ranks
    even, rest = divmod(own, ranks)
    return "reducescatter", *(even + (rank < rest) for rank in range(ranks)), 0


def _no_word(trace: Trace, what: str, line: int) -> Exception:
    message = f"SimGrid's time-independent traces have no word for {what}"
    hint = "--to csv has all columns, --to paje and --to otf2 the run as it was recorded"
    return input_error("SAD643", message, Span.at(trace.file, line), hint)
