"""Who calls whom: the units of a program by key, from their links alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.summary import DUMMY
from sad.analysis.cfg.components import components
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.calls.summary import Links, Place

Dummy = tuple[str, str]
"""A dummy argument: the key of its unit and its name."""


MOST_REACHED = 100
"""Units that a function may reach of which callers want to know its value for their constants."""
MOST_TRACED = 2_000
"""Values that one value for constant arguments may need before it counts as unknown."""
MOST_ASKED = 3_000
"""Units of a program in which partners of messages are looked for in tables that others fill."""


@mutable
class Connections:
    """What ``CallGraph`` says in units and procedures, in keys and names.

    ``far`` are the units that reach, by calls, more than ``MOST_REACHED`` units, themselves included.
    What procedures they are passed is not told for each start of units in ``again``: the recursive
    ones, and those that pass their arguments on to such.
    """

    components: list[list[str]] = field(default_factory=list[list[str]])
    recursive: set[str] = field(default_factory=set[str])
    once: set[str] = field(default_factory=set[str])
    handed: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    through: dict[Dummy, list[str]] = field(default_factory=dict[Dummy, list[str]])
    far: set[str] = field(default_factory=set[str])
    again: set[str] = field(default_factory=set[str])


def connect(links: Mapping[str, Links], procedures: Mapping[str, Place]) -> Connections:
    """Return the connections of units; ``procedures`` are what the program defines, by name."""
    found = Connections()
    edges: dict[str, dict[str, None]] = {key: {} for key in links}
    for key, item in links.items():
        for name, through in item.called().items():
            if not through and name in procedures:
                edges[key][procedures[name].key] = None
        found.handed[key] = [name for name in item.handed() if name in procedures]
        edges[key].update((procedures[name].key, None) for name in found.handed[key])
    holds, unclear = _through_dummies(links, procedures)
    for (key, _), targets in holds.items():
        edges[key].update((procedures[name].key, None) for name in targets)
    found.through = {place: list(names) for place, names in holds.items() if place not in unclear}
    position = {key: index for index, key in enumerate(links)}
    for component in components(edges):
        keys = sorted(component, key=position.__getitem__)
        found.components.append(keys)
        if len(keys) > 1 or keys[0] in edges[keys[0]]:
            found.recursive.update(keys)
    _find_once(links, procedures, found)
    _find_far(edges, found)
    _find_again(links, procedures, found)
    return found


def _find_again(
    links: Mapping[str, Links], procedures: Mapping[str, Place], found: Connections
) -> None:
    passes: dict[str, list[str]] = {}
    for key, item in links.items():
        for call in item.calls:
            callee = None if call.through else procedures.get(call.name)
            if callee is not None and any(name.startswith(DUMMY) for name in call.arguments):
                passes.setdefault(callee.key, []).append(key)
    found.again = set(found.recursive)
    pending = [*found.recursive]
    while pending:
        new = set(passes.get(pending.pop(), ())) - found.again
        found.again |= new
        pending += new


def _find_far(edges: Mapping[str, Mapping[str, None]], found: Connections) -> None:
    """Callees first: what is reached is counted as long as it is little."""
    near: dict[str, frozenset[str]] = {}
    for keys in found.components:
        called = {callee for key in keys for callee in edges[key]} - set(keys)
        if len(keys) > MOST_REACHED or not called <= near.keys():
            found.far.update(keys)
            continue
        reached = frozenset(keys).union(*map(near.__getitem__, called))
        if len(reached) > MOST_REACHED:
            found.far.update(keys)
        else:
            near.update(dict.fromkeys(keys, reached))


def _find_once(
    links: Mapping[str, Links], procedures: Mapping[str, Place], found: Connections
) -> None:
    """Callers first: a unit runs once if it has one call, outside loops, in a unit that runs once."""
    calls: dict[str, list[bool]] = {key: [] for key in links}
    for key in reversed([key for keys in found.components for key in keys]):
        once = key not in found.recursive and calls[key] in ([], [True])
        if once:
            found.once.add(key)
        for call in links[key].calls:
            if not call.through and call.name in procedures:
                calls[procedures[call.name].key].append(once and not call.repeated)
        for name in found.handed[key]:
            calls[procedures[name].key].append(False)


def _through_dummies(
    links: Mapping[str, Links], procedures: Mapping[str, Place]
) -> tuple[dict[Dummy, dict[str, None]], set[Dummy]]:
    """What the source passes to dummy procedures that are called, by dummy.

    Besides the dummies that may also be something else: they are passed what the source does not have.
    What calls of dummy procedures pass on is known once it is known what these are.
    """
    called = {
        (key, name)
        for key, item in links.items()
        for name, through in item.called().items()
        if through
    }
    holds: dict[Dummy, dict[str, None]] = {}
    while True:
        flows = _flows_into(called, links, procedures, holds)
        found, unclear = _held(flows, procedures)
        if found == holds:
            break
        holds = found
    return {place: targets for place, targets in holds.items() if place in called}, unclear


def _held(
    given: list[tuple[str, str, Dummy]], procedures: Mapping[str, Place]
) -> tuple[dict[Dummy, dict[str, None]], set[Dummy]]:
    """What is passed to dummies, directly and from one to the next, and which may be something else."""
    holds: dict[Dummy, dict[str, None]] = {}
    flows: list[tuple[Dummy, Dummy]] = []
    unclear: set[Dummy] = set()
    for key, name, place in given:
        if name.startswith(DUMMY):
            flows.append(((key, name.removeprefix(DUMMY)), place))
        elif name in procedures:
            holds.setdefault(place, {})[procedures[name].name] = None
        else:
            unclear.add(place)
    changed = True
    while changed:
        changed = False
        for source, place in flows:
            if source in unclear and place not in unclear:
                unclear.add(place)
                changed = True
            new = holds.get(source, {}).keys() - holds.get(place, {}).keys()
            if new:
                holds.setdefault(place, {}).update(dict.fromkeys(sorted(new)))
                changed = True
    return holds, unclear


def _flows_into(
    called: set[Dummy],
    links: Mapping[str, Links],
    procedures: Mapping[str, Place],
    holds: Mapping[Dummy, Mapping[str, None]],
) -> list[tuple[str, str, Dummy]]:
    """What is passed to some dummies, and to those that are passed on to them: by whom, what, where."""
    if not called:
        return []
    flows: list[tuple[str, str, Dummy]] = []
    before: dict[Dummy, list[Dummy]] = {}
    for key, item in links.items():
        for call in item.calls:
            names = holds.get((key, call.name), ()) if call.through else (call.name,)
            for callee in (procedures[name] for name in names if name in procedures):
                for dummy, argument in zip(callee.dummies, call.arguments, strict=False):
                    place = callee.key, dummy
                    flows.append((key, argument, place))
                    if argument.startswith(DUMMY):
                        before.setdefault(place, []).append((key, argument.removeprefix(DUMMY)))
    wanted, pending = set(called), list(called)
    while pending:
        for source in before.get(pending.pop(), ()):
            if source not in wanted:
                wanted.add(source)
                pending.append(source)
    return [item for item in flows if item[2] in wanted]
