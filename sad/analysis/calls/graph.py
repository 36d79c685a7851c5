"""The call graph of a program: procedures by name, who calls whom, callees first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.connect import MOST_ASKED, connect
from sad.analysis.calls.summary import (
    Procedure,
    entries_of,
    links_of,
    place_of,
    procedures_of,
    unit_key,
)
from sad.analysis.messages.catalogue import routine_of
from sad.ir.program import Storage
from sad.records import field, mutable

if TYPE_CHECKING:
    from sad.analysis.calls.facts import UnitFacts
    from sad.analysis.messages.tables import Routine
    from sad.ir.program import Program, Unit


@mutable
class CallGraph:
    """Procedures by name, facts of each unit, units in bottom-up order, recursive units.

    ``once`` are the units that run at most once each time the program, or a unit nobody calls, runs.
    ``components`` are the units of ``order`` in groups that call each other.
    ``handed`` are the procedures a unit passes as arguments: whoever gets them may call them;
    ``bounded`` are procedures outside the source that change nothing but their arguments.
    ``through`` is what a unit's dummy procedures can be, where the source says that for all its calls.
    ``far`` are units that reach too many others to be followed for each of their calls. What they are
    passed is not told for each start of those in ``again``.
    Units are keyed by ``unit_key``: names may repeat between files.
    """

    procedures: dict[str, Procedure] = field(default_factory=dict[str, Procedure])
    facts: dict[str, UnitFacts] = field(default_factory=dict[str, "UnitFacts"])
    order: list[Unit] = field(default_factory=list["Unit"])
    components: list[list[Unit]] = field(default_factory=list["list[Unit]"])
    recursive: set[str] = field(default_factory=set[str])
    once: set[str] = field(default_factory=set[str])
    handed: dict[str, list[Procedure]] = field(default_factory=dict[str, "list[Procedure]"])
    bounded: frozenset[str] = frozenset()
    through: dict[tuple[str, str], tuple[Procedure, ...]] = field(
        default_factory=dict[tuple[str, str], tuple[Procedure, ...]]
    )
    far: set[str] = field(default_factory=set[str])
    again: set[str] = field(default_factory=set[str])
    _cycles: dict[str, frozenset[str]] = field(
        default_factory=dict[str, frozenset[str]], init=False, repr=False
    )

    def callees(self, name: str, caller: Unit) -> tuple[Procedure, ...]:
        """Return what a call by ``name`` may start; nothing if that is not in the program."""
        procedure = self.procedure(name, caller)
        if procedure is not None:
            return (procedure,)
        return self.through.get((unit_key(caller), name), ())

    def procedure(self, name: str, caller: Unit) -> Procedure | None:
        """Return the procedure that ``caller`` means by ``name``; None if it is not in the program."""
        symbol = caller.symbols.get(name)
        if symbol is not None and symbol.storage is Storage.DUMMY:
            return None
        return self.procedures.get(name)

    def routine(self, name: str, caller: Unit) -> Routine | None:
        """Return the message-passing routine ``caller`` means by ``name``, if it is one."""
        symbol = caller.symbols.get(name)
        if name in self.procedures or (symbol is not None and symbol.storage is Storage.DUMMY):
            return None
        return routine_of(name)

    def of(self, unit: Unit) -> UnitFacts:
        """Return the facts of a unit."""
        return self.facts[unit_key(unit)]

    def is_recursive(self, unit: Unit) -> bool:
        """Whether a unit may run again before it has ended."""
        return unit_key(unit) in self.recursive

    def cycle(self, unit: Unit) -> frozenset[str]:
        """Return the keys of the units that call each other with this one; of most units none."""
        key = unit_key(unit)
        if key not in self.recursive:
            return frozenset()
        if key not in self._cycles:
            for units in self.components:
                keys = frozenset(map(unit_key, units))
                self._cycles.update(dict.fromkeys(keys & self.recursive, keys))
        return self._cycles[key]

    def is_bounded(self, name: str, caller: Unit) -> bool:
        """Whether a procedure outside the source changes nothing but what its arguments lead to."""
        return name in self.bounded or self.routine(name, caller) is not None


def build_call_graph(program: Program) -> CallGraph:
    """Return the call graph of a program. Of several units with one name the first is meant."""
    from sad.analysis.calls.facts import Collected  # noqa: PLC0415 - not for who looks units up

    graph = CallGraph(bounded=frozenset[str]().union(*(file.bounded for file in program.files)))
    units = {unit_key(unit): unit for unit in program.units}
    pairs = ((unit, entries_of(unit)) for unit in program.units)
    graph.procedures = procedures_of(pairs, program.aliases)
    for key, unit in units.items():
        graph.facts[key] = Collected(unit).facts(graph.procedures)
    links = {key: links_of(unit, graph.facts[key]) for key, unit in units.items()}
    found = connect(links, {name: place_of(item) for name, item in graph.procedures.items()})
    graph.components = [[units[key] for key in keys] for keys in found.components]
    graph.order = [unit for group in graph.components for unit in group]
    graph.recursive, graph.once, graph.far = found.recursive, found.once, found.far
    graph.again = found.again
    for key, names in found.handed.items():
        graph.handed[key] = [graph.procedures[name] for name in names]
    for place, names in found.through.items():
        graph.through[place] = tuple(graph.procedures[name] for name in names)
    if len(units) <= MOST_ASKED:
        _add_tables(graph)
    return graph


def _add_tables(graph: CallGraph) -> None:
    """Let units trace the elements of tables that they, or others, look partners up in."""
    from sad.analysis.calls.partner_tables import (  # noqa: PLC0415
        common_tables,
        dummy_tables,
        wanted_of_callees,
    )

    dummies = dummy_tables(graph)
    for unit in graph.order:
        tables = dummies.get(id(unit), {})
        if tables:
            _again(unit, graph, set(), tables)
        wanted = set(wanted_of_callees(unit, graph))
        if wanted - graph.of(unit).wanted:
            _again(unit, graph, wanted, tables)
    common = common_tables(graph)
    for unit in graph.order:
        if id(unit) in common:
            _again(unit, graph, set(), common[id(unit)])


def _again(unit: Unit, graph: CallGraph, names: set[str], tables: dict[str, list[str]]) -> None:
    """Collect the facts of a unit of which some more elements are wanted."""
    from sad.analysis.calls.facts import Collected  # noqa: PLC0415

    before = graph.of(unit)
    tables = before.tables | tables
    elements = {name for array in tables.values() for name in array}
    found = Collected(unit).facts(graph.procedures, before.wanted | names | elements, tables)
    graph.facts[unit_key(unit)] = found
