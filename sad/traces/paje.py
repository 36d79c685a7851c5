"""A trace as Paje, for ViTE and pajeng: what each rank is in, and messages as arrows.

The run as it was recorded: times are those of the clock of the wall [s], where ranks have one of their
own. Traces of threads that took turns have their turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.traces.recorded import COMPUTATION, messages_of, states_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.traces.format import Trace

_DEFINITIONS = (
    ("PajeDefineContainerType", "Alias string", "Type string", "Name string"),
    ("PajeDefineStateType", "Alias string", "Type string", "Name string"),
    (
        *("PajeDefineLinkType", "Alias string", "Type string"),
        *("StartContainerType string", "EndContainerType string", "Name string"),
    ),
    ("PajeDefineEntityValue", "Alias string", "Type string", "Name string", "Color color"),
    (
        *("PajeCreateContainer", "Time date", "Alias string", "Type string"),
        *("Container string", "Name string"),
    ),
    ("PajeDestroyContainer", "Time date", "Type string", "Name string"),
    ("PajeSetState", "Time date", "Type string", "Container string", "Value string"),
    (
        *("PajeStartLink", "Time date", "Type string", "Container string"),
        *("StartContainer string", "Value string", "Key string"),
    ),
    (
        *("PajeEndLink", "Time date", "Type string", "Container string"),
        *("EndContainer string", "Value string", "Key string"),
    ),
)
_CONTAINER, _STATE, _LINK, _VALUE, _CREATE, _DESTROY, _SET, _START, _END = range(9)
_COLORS = ("0.2 0.6 0.3", "0.8 0.3 0.2", "0.2 0.4 0.8", "0.8 0.6 0.1", "0.5 0.3 0.7", "0.4 0.5 0.5")


def paje_lines(trace: Trace) -> Iterator[str]:
    """Yield a trace as lines."""
    for number, (name, *fields) in enumerate(_DEFINITIONS):
        yield f"%EventDef {name} {number}"
        yield from (f"%  {field}" for field in fields)
        yield "%EndEventDef"
    kind = "Rank" if trace.is_mpi else "Thread"
    yield f'{_CONTAINER} R 0 "{kind}"'
    yield f'{_STATE} S R "State"'
    yield f'{_LINK} M 0 R R "Message"'
    states = list(states_of(trace))
    names = dict.fromkeys((COMPUTATION, *(state.name for state in states)))
    values = {name: f"v{number}" for number, name in enumerate(names)}
    for number, (name, value) in enumerate(values.items()):
        yield f'{_VALUE} {value} S "{name}" "{_COLORS[number % len(_COLORS)]}"'
    for rank in range(trace.ranks):
        yield f'{_CREATE} 0 r{rank} R 0 "{kind.lower()} {rank}"'
    events = [
        (state.begin, 1, f"{_SET} {state.begin:.9f} S r{state.rank} {values[state.name]}")
        for state in states
    ]
    for number, item in enumerate(messages_of(trace)):
        size = f'"{item.nbytes} bytes" m{number}'
        events.append((item.sent, 2, f"{_START} {item.sent:.9f} M 0 r{item.source} {size}"))
        events.append((item.came, 3, f"{_END} {item.came:.9f} M 0 r{item.target} {size}"))
    events.sort(key=lambda event: event[:2])
    yield from (line for *_, line in events)
    last = max((state.end for state in states), default=0.0)
    for rank in range(trace.ranks):
        yield f"{_DESTROY} {last:.9f} R r{rank}"
