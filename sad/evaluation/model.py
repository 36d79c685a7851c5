"""A described program seen from one entry, with the values given so far.

Over 400 lines: the model and the steps that build it name each other's parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly
from sad.diagnostics import argument_error, did_you_mean
from sad.evaluation.assume import NEAR_INDICES, Assumed, assumptions_of, without_zeros
from sad.evaluation.assume import assume as put_in
from sad.evaluation.given import resolve
from sad.evaluation.names import Names
from sad.evaluation.open_values import is_whole
from sad.evaluation.specialised import inside_atoms, specialised_expansion, with_formulas
from sad.mapping.bound import unknown_calls
from sad.model.expand import Expansion, default_entry, expand
from sad.model.parameters import Class, Kind
from sad.model.walks import formulas
from sad.model.walks.specialise import specialise
from sad.model.work import walked_symbols
from sad.parallel import OF_PROCESSES
from sad.profiles.misses.rates import Misses, miss_name, misses_of
from sad.profiles.settings import Origin
from sad.records import field, record, replace
from sad.symbols import INDEX_MARK, NTHREADS, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.at_run import Places
    from sad.evaluation.evaluated import Evaluated
    from sad.evaluation.joint_counts import JointCounts
    from sad.evaluation.library_report import LibraryReport
    from sad.evaluation.open_values import OpenValue
    from sad.model.expand import BlockCount
    from sad.model.nodes import Description, UnitDescription
    from sad.profiles.distributions import Distribution
    from sad.profiles.run_counts import Together
    from sad.profiles.settings import Settings


_DECIDING = {Kind.PROBABILITY: (0, 1), Kind.TRIP_COUNT: (0,)}
"""Values that decide which parts run at all, by kind of parameter."""
FAR = 2.0
"""A size is extrapolated beyond so many times the largest that was measured, or below its part."""


@record
class Model:
    """Counts of a program from ``entry``, names of what they depend on, and given values.

    ``values`` and ``origins`` are keyed by symbol, ``used`` are the symbols in any count, ``unused``
    given names of inputs on which no count depends. Without an entry every unit is described by
    itself, its calls left open. ``assumed`` are the probabilities an assumption has decided,
    ``assuming`` the assumptions that a block's count rests on, by the block's identity. ``random`` are
    the values that differ from run to run, independent of each other; ``values`` has their means.
    ``spreads`` are those that are measured values with a distribution around: these values are there.
    ``notes`` tell in words, by symbol, where defaults come from. ``misses`` are measured rates of
    mispredictions, by unit and id of branches and loops of the description. ``library`` is
    what is known of all units where the description has only some of them.
    ``open`` are values given as formulas of symbols without a value: polynomials are put into the
    counts, the symbols of ``derived``, some of them, stay there.
    ``evaluated`` are counts that running the program's slice at these values gave.
    ``together`` is what products of means were multiplied with, by block id, as was measured.
    ``joint`` are counts as functions of sizes of their own, which are not used at the sizes of a run.
    ``measured`` are the smallest and largest values of sizes in the runs of a profile, ``fitted`` the
    functions of sizes that were found for parameters, both by symbol.
    ``doubts`` are sentences about what counts hold for only if it is so, because of threads;
    ``supposed`` are names of assumptions that times rest on, and no counts.
    ``computed`` keeps blocks' counts by id once they are evaluated, ``below`` those that fitted
    functions of sizes let fall below 0, which are taken as 0; ``made`` the specialised model.
    """

    description: Description
    entry: UnitDescription | None
    expansion: Expansion
    names: Names
    values: Mapping[str, Number]
    origins: Mapping[str, Origin]
    unused: tuple[str, ...]
    used: frozenset[str]
    assumed: tuple[Assumed, ...] = ()
    assuming: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    random: Mapping[str, Distribution] = field(default_factory=dict[str, "Distribution"])
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    deciding: Mapping[int, frozenset[str]] = field(default_factory=dict[int, "frozenset[str]"])
    spreads: frozenset[str] = frozenset()
    misses: Misses = field(default_factory=Misses)
    library: LibraryReport | None = None
    open: Mapping[str, OpenValue] = field(default_factory=dict[str, "OpenValue"])
    derived: frozenset[str] = frozenset()
    evaluated: Evaluated | None = None
    doubts: tuple[str, ...] = ()
    supposed: tuple[str, ...] = ()
    together: Mapping[str, Together] = field(default_factory=dict[str, "Together"])
    joint: JointCounts | None = None
    measured: Mapping[str, tuple[float, float]] = field(
        default_factory=dict[str, "tuple[float, float]"]
    )
    fitted: Mapping[str, str] = field(default_factory=dict[str, str])
    computed: dict[str, Number | None] = field(
        default_factory=dict[str, "Number | None"], init=False, compare=False
    )
    below: set[str] = field(default_factory=set[str], init=False, compare=False)
    made: list[Model] = field(default_factory=list["Model"], init=False, compare=False)

    @property
    def specialised(self) -> Model:
        """The model with known numbers put into its counts: what they decide never to run is gone.

        What is random stays a symbol. Blocks that are left keep their ids; ``values`` and ``origins``
        are the same, and ``rests_on`` still names what was put in. Made once.
        """
        if not self.made:
            self.made.append(self._specialised())
        return self.made[0]

    def _specialised(self) -> Model:
        known = {name: value for name, value in self.values.items() if name not in self.random}
        if self.used.isdisjoint(known):
            return self
        expansion = specialised_expansion(self.expansion, known)
        rests = {id(block.block): self.rests_on(block) for block in self.expansion.blocks}
        used, derived = _needed(expansion, self.open)
        found = replace(self, expansion=expansion, used=used, derived=derived, deciding=rests)
        found.made.append(found)
        return found

    @property
    def as_arguments(self) -> Model:
        """The model with every symbol in its counts under its own name, as what computes with it needs.

        Values that are calculated from others are among ``symbols`` then, as if they were not given.
        """
        if not self.derived:
            return self
        own = self.derived & used_symbols(self.expansion)
        return replace(self, used=self.used | own, derived=frozenset[str]())

    @property
    def needed(self) -> frozenset[str]:
        """The symbols counts depend on, but those that the values given leave without any effect."""
        if self.used <= self.values.keys():
            return self.used
        own = self.used.intersection(self.values) | self.used.intersection(self.open)
        return own | self.specialised.used

    def rests_on(self, block: BlockCount) -> frozenset[str]:
        """Return the symbols a block's count depends on, those that were put into it included."""
        decided = self.deciding.get(id(block.block), frozenset[str]())
        found = atoms.free_symbols(block.count) | decided
        return found.union(*(self.open[symbol].needs for symbol in found & self.open.keys()))

    def joint_symbol(self, block: BlockCount) -> str | None:
        """Return the symbol of the function that a block's count has of its own, if it has one."""
        joint = set[str]() if self.joint is None else self.joint.functions.keys()
        return next(iter(joint & atoms.free_symbols(block.count)), None)

    def assumptions_of(self, block: BlockCount) -> tuple[str, ...]:
        """Return the assumptions that a block's count rests on."""
        if self.evaluated is not None and block.id in self.evaluated.counts:
            return self.evaluated.assumed.get(block.id, ())
        return self.assuming.get(id(block.block), ())

    @property
    def missing(self) -> list[str]:
        """Symbols the counts need that have no value, in source order."""
        missing = [symbol for symbol in self.symbols if symbol not in self.values]
        if self.evaluated is None or not missing:
            return missing
        counts = [
            block.count for block in self.expansion.blocks if block.id not in self.evaluated.counts
        ]
        counts += [
            count
            for name, count in self.expansion.externals.items()
            if name not in self.evaluated.externals
        ]
        needed = frozenset[str]().union(*map(atoms.free_symbols, set(counts)))
        return [
            symbol for symbol in missing if symbol in needed or symbol not in self.names.parameters
        ]

    @property
    def symbols(self) -> list[str]:
        """Symbols the counts depend on: parameters in source order, then times of unknown calls."""
        needed = self.needed
        known = [symbol for symbol in self.names.parameters if symbol in needed]
        return [*known, *sorted(needed.difference(known))]

    def is_exact(self, count: Poly) -> bool:
        """Whether a count depends on nothing but the program's inputs.

        None does where several threads may make it another.
        """
        if self.doubts:
            return False
        symbols = atoms.free_symbols(count)
        return symbols.isdisjoint(self.derived) and all(map(self.is_determined, symbols))

    def is_determined(self, symbol: str) -> bool:
        """Whether a symbol is fixed by the program's input: no measured total, no mean."""
        if self.origins.get(symbol) is Origin.EVALUATED:
            return False
        parameter = self.names.parameters.get(symbol)
        if parameter is not None and parameter.kind is Kind.TRIP_COUNT:  # rows of an array
            is_input = self.entry is not None and self.entry.unit.upper() == parameter.unit.upper()
            is_input = is_input and self.origins.get(symbol) is not Origin.PROFILE
            return is_input and parameter.cls is Class.DIRECT
        if parameter is None:
            return not is_unresolved(symbol)
        return parameter.cls is not Class.INDETERMINATE


def build_model(
    description: Description,
    entry: str | None,
    settings: Settings,
    assume: Collection[str] = (),
) -> Model:
    """Return the model of a description under assumptions (names in ``assume.SENTENCES``).

    Raises ``SadError``: SAD505 (no such entry), SAD501 (unknown name), SAD502 (bad expression),
    SAD503 (a value that cannot be), SAD510 to SAD512 (distributions that are none, that cannot be, or
    that stand where only a number can).
    """
    return model_of(counted(description, entry, settings, assume), settings)


@record
class Counted:
    """A description under assumptions with its counts, before any value is put in.

    ``assuming`` are the assumptions that changed a block's count, by the block's identity, ``places``
    where blocks are in counts of runs, if there are some among the settings. ``supposed`` are names of
    assumptions about memory.
    """

    description: Description
    entry: UnitDescription | None
    expansion: Expansion
    assumed: tuple[Assumed, ...]
    assuming: Mapping[int, tuple[str, ...]]
    places: Places | None
    supposed: tuple[str, ...] = ()


def counted(
    description: Description, entry: str | None, settings: Settings, assume: Collection[str]
) -> Counted:
    """Return the counts that ``model_of`` puts values into; raises SAD505 (no such entry).

    Of the settings only the names matter: what has a value is not assumed.
    """
    assumed: tuple[Assumed, ...] = ()
    unassumed = description
    if assume:
        given = {name.lower() for name in settings.items}
        description, assumed = put_in(description, assume, given)
    supposed: tuple[str, ...] = ()
    if NEAR_INDICES in assume:
        from sad.model.walks.near import near_indices  # noqa: PLC0415 - seldom assumed

        before, description = description, near_indices(description)
        supposed = (NEAR_INDICES,) * (description is not before)
    start = find_entry(description, entry)
    first = expand(description, start)
    assuming: dict[int, tuple[str, ...]] = {}
    if assumed:
        names = names_of(first)
        symbols = {names.find(name) or "" for name in settings.items}
        first, assumed = without_zeros(first, assumed, symbols)
        reached = _units_reached(first)
        assumed = tuple(item for item in assumed if item.parameter.unit.upper() in reached)
        plain = expand(unassumed, find_entry(unassumed, entry))
        assuming = assumptions_of(plain, first, assumed)
    places = None
    if settings.runs:
        from sad.evaluation.at_run import places_of  # noqa: PLC0415 - needs what is here

        places = places_of(unassumed, settings)
    return Counted(first.description, start, first, assumed, assuming, places, supposed)


def model_of(before: Counted, settings: Settings) -> Model:
    """Return the model with values put in; raises as ``build_model``."""
    description, start, first = before.description, before.entry, before.expansion
    assumed = before.assumed
    names = names_of(first)
    threads = {NTHREADS: "1"} if NTHREADS in names.parameters else {}
    settings = settings.after({**description.given, **threads}, description.files[0])
    run, joint, fitted = None, None, settings
    if before.places is not None:
        from sad.evaluation.at_run import run_and_settings  # noqa: PLC0415 - as above
        from sad.evaluation.joint_counts import joint_counts  # noqa: PLC0415 - as above

        own = "" if start is None or start.kind == "program" else start.name
        run, settings = run_and_settings(settings, names, own)
        fitted = settings if run is None else fitted
        names = names_of(first, _sizes_of_runs(settings, names))
        joint = joint_counts(first, before.places, settings, names, own)
    at_run = run is not None
    if joint is not None and not at_run:
        settings = fitted = joint.settings
        description = joint.declared(description)
        first = replace(first, description=description)
        names = names_of(first, names.used.union(joint.functions))
    given = resolve(settings, names)
    needs = frozenset[str]().union(*(item.needs for item in given.open.values()))
    if not needs <= names.used:
        names = names_of(first, needs | names.used)
    values, random = given.values, given.random
    notes = {
        symbol: setting.note
        for setting in settings.items.values()
        if setting.note and (symbol := names.find(setting.name)) is not None
    }
    spreads = random.keys() & {
        names.find(setting.name) for setting in settings.items.values() if setting.spread
    }
    misses = misses_of(_by_site(settings, names))
    decided = {
        symbol: ONE if value == 1 else ZERO
        for symbol, value in values.items()
        if is_decisive(kind_of(names, symbol), value) and symbol not in random
    }
    deciding: dict[int, frozenset[str]] = {}
    put_in = decided.keys() | given.open.keys()
    if put_in:
        deciding = {
            id(block.block): atoms.free_symbols(block.count).intersection(put_in)
            for block in first.blocks
        }
    if decided:
        description = specialise(description, decided, frozenset(values))
        start = None if start is None else description.unit(start.name)
        first = expand(description, start)
        description = first.description
    if given.open:
        first = with_formulas(first, _formulas(given.open, first, names))
    together: Mapping[str, Together] = {}
    if before.places is not None and settings.together:
        from sad.evaluation.at_run import corrected  # noqa: PLC0415 - as above

        first, together = corrected(
            *(first, before.places, settings, names), None if at_run else joint
        )
    used, derived = _needed(first, given.open)
    model = Model(
        *(description, start, first, names, values, given.origins, given.unused, used),
        *(assumed, before.assuming, random, notes, deciding, frozenset(spreads), misses),
        open=given.open,
        derived=derived,
        doubts=_doubts(first, values, settings),
        together=together,
        joint=joint,
        supposed=before.supposed,
        measured=_measured(settings, names),
        fitted={
            symbol: setting.text
            for setting in fitted.items.values()
            if setting.origin is Origin.PROFILE
            and not _is_number(setting.text)
            and (symbol := names.find(setting.name)) is not None
        },
    )
    if run is None or before.places is None:
        return model
    from sad.evaluation.at_run import with_run  # noqa: PLC0415 - as above

    return with_run(model, run, before.places)


def _doubts(
    expansion: Expansion, values: Mapping[str, Number], settings: Settings
) -> tuple[str, ...]:
    """What makes counts doubtful: teams of OpenACC, and what several threads of OpenMP may change."""
    units = [unit for unit in expansion.description.units if unit.name in expansion.activations]
    constructs = [item for unit in units for item in unit.directives]
    found: list[str] = []
    if any(item.team and not item.shared for item in constructs if item.language == "OpenACC"):
        found.append("a team of OpenACC has one thread")
    given = settings.items.get(NTHREADS)  # also where no count depends on it
    if values.get(NTHREADS, 1) != 1 or (given is not None and given.text.strip() != "1"):
        found += [
            f"several threads do not change what one does: {text} ({span})"
            for unit in units
            for text, span in unit.doubts
        ]
    return tuple(dict.fromkeys(found))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _sizes_of_runs(settings: Settings, names: Names) -> frozenset[str]:
    """The sizes of runs that were measured: functions that were fitted may be all that needs them."""
    found = {names.meant(name) for run in settings.runs for name in run.at}
    return frozenset(symbol for symbol in found if symbol is not None)


def _measured(settings: Settings, names: Names) -> dict[str, tuple[float, float]]:
    """The smallest and the largest value of each size in the runs that were measured."""
    found: dict[str, tuple[float, float]] = {}
    for run in settings.runs:
        for name, value in run.at.items():
            symbol = names.find(name)
            if symbol is not None:
                low, high = found.get(symbol, (value, value))
                found[symbol] = min(low, value), max(high, value)
    return found


def names_of(expansion: Expansion, more: frozenset[str] = frozenset()) -> Names:
    """Return the names counts go by in a report on a program; ``more`` are symbols beside these."""
    used = used_symbols(expansion)
    if expansion.description.has_times:  # a run needs what a bound may do without
        trees = (formulas.used_symbols(unit.tree) for unit in expansion.description.units)
        inside = frozenset[str]().union(*trees)
        used |= {symbol for symbol in inside if not symbol.startswith(INDEX_MARK)}
    limits = limit_symbols(expansion.description, used) | _of_processes(expansion)
    limits |= _of_walks(expansion)
    return Names(expansion.description, used | _call_symbols(expansion) | more, limits)


def _formulas(
    open_values: Mapping[str, OpenValue], expansion: Expansion, names: Names
) -> dict[str, Poly]:
    """The open values that may be put into counts as polynomials.

    Roundings and conditions in counts hold for whole numbers: no average goes into these.
    """
    rounded = inside_atoms(expansion)
    return {
        symbol: item.poly
        for symbol, item in open_values.items()
        if item.poly is not None
        and (symbol not in rounded or all(is_whole(name, names) for name in item.needs))
    }


def _needed(
    expansion: Expansion, open_values: Mapping[str, OpenValue]
) -> tuple[frozenset[str], frozenset[str]]:
    """The symbols that counts need, and those in them whose values are calculated from others.

    Times of unknown calls are among the second only.
    """
    found = used_symbols(expansion)
    derived = (found | _call_symbols(expansion)) & open_values.keys()
    needs = (open_values[symbol].needs for symbol in derived)
    return (found - derived).union(*needs), derived


def _by_site(settings: Settings, names: Names) -> dict[str, float]:
    """Rates by the names of sites; they may be given beside short names of parameters."""
    return {
        miss_name(names.find(name) or name) or name: rate for name, rate in settings.misses.items()
    }


def is_decisive(kind: Kind, value: Number) -> bool:
    """Whether a value of a kind of parameter decides what runs at all, so that counts are made anew."""
    return value in _DECIDING.get(kind, ())


def _units_reached(expansion: Expansion) -> set[str]:
    """Return the units that start at all."""
    return {
        unit.unit.upper()
        for unit in expansion.description.units
        if expansion.activations.get(unit.name)
    }


def find_entry(description: Description, name: str | None) -> UnitDescription | None:
    """Return the unit to start from; raise SAD505 if ``name`` is none."""
    if name is None:
        return default_entry(description)
    for unit in description.units:
        if name in (unit.name, unit.unit):
            return unit
    for unit in description.units:
        if name.lower() in (unit.name.lower(), unit.unit.lower()):
            return unit
    known = [unit.name for unit in description.units]
    hint = f"units: {', '.join(known[:8])}"
    hint = did_you_mean(name, known, did_you_mean(name.upper(), known, hint))
    raise argument_error("SAD505", f"no unit {name!r} to start from", hint)


def used_symbols(expansion: Expansion) -> frozenset[str]:
    """Return the symbols that occur in any count."""
    found: set[str] = set()
    for count in {block.count for block in expansion.blocks}:
        found |= atoms.free_symbols(count)
    for count in expansion.externals.values():
        found |= atoms.free_symbols(count)
    return frozenset(found)


def limit_symbols(description: Description, used: frozenset[str]) -> frozenset[str]:
    """Return what the limits of used trip counts depend on: counts may not, but values must fit."""
    limits = [
        parameter.limit
        for unit in description.units
        for parameter in unit.parameters
        if parameter.symbol in used and parameter.limit is not None
    ]
    return frozenset[str]().union(*map(atoms.free_symbols, limits))


def _of_walks(expansion: Expansion) -> frozenset[str]:
    """What may be given though only walks through memory use it, in the entry's terms."""
    found: set[str] = set()
    for unit in expansion.description.units:
        for instance in expansion.instances.get(unit.name, ())[:1]:
            for symbol in walked_symbols(unit.loops):
                found |= atoms.free_symbols(instance.bindings.get(symbol, Poly.symbol(symbol)))
    return frozenset(found)


def _of_processes(expansion: Expansion) -> frozenset[str]:
    """What a program of processes may be given though only its messages use it."""
    return OF_PROCESSES if expansion.messages else frozenset()


def _call_symbols(expansion: Expansion) -> frozenset[str]:
    return frozenset(call.symbol for call in unknown_calls(expansion))


def kind_of(names: Names, symbol: str) -> Kind:
    """Return the kind of a symbol; one that is no parameter is a value."""
    parameter = names.parameters.get(symbol)
    return Kind.VALUE if parameter is None else parameter.kind
