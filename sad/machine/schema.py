"""The typed model of a machine file (schema 1). Times in seconds, sizes in bytes, SI units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.machine.values import MachineValue
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Span
    from sad.expr.tree import Expr
    from sad.machine.networks.model import Network, ProgrammingModel
    from sad.machine.provenance import Provenance
    from sad.machine.throughput import Throughput

SCHEMA_VERSION = 1


@record
class Toolchain:
    """A compiler with its flags, and the average time of each operation in its code [s].

    ``operations`` maps operation keys or their dotted prefixes to times; the most specific one counts.
    ``fallback`` maps an operation to another one whose time is taken for it, openly.
    ``instructions`` are times of machine instructions [s], of which ``rules`` made the operations
    named in ``derived``. ``calibration`` says how measured numbers came about. ``throughput`` are the
    parameters of the throughput model, ``asm`` those of the model that reads object code, None where
    there are none. ``language`` is what the compiler reads, empty if that does not matter.
    """

    name: str
    compiler: str
    flags: str
    model: str
    operations: Mapping[str, MachineValue]
    fallback: Mapping[str, str] = field(default_factory=dict[str, str])
    rules: str = ""
    instructions: Mapping[str, MachineValue] = field(default_factory=dict[str, MachineValue])
    derived: frozenset[str] = frozenset()
    calibration: Provenance | None = None
    throughput: Throughput | None = None
    language: str = ""
    asm: Throughput | None = None


LINE_TIMES = (
    "sequential_s_per_line",
    "strided_s_per_line",
    "crowded_s_per_line",
    "rewritten_s_per_line",
)
"""What a memory level says of the time of a line that comes from it, by field."""


@record
class MemoryLevel:
    """One level of the memory hierarchy, or a TLB (``entries`` and ``page_bytes`` are given).

    ``latency_s`` is the time of a dependent load that hits here [s]; of a TLB, what a miss costs.
    ``sequential_s_per_line`` and ``strided_s_per_line`` are the times a line takes that comes from
    this level in a sequential walk, and in one with a long stride [s]; ``crowded_s_per_line`` that of
    one for which its set of the level before had no room, ``rewritten_s_per_line`` that of such a line
    which comes in, is written and goes out. ``ways`` is how many lines a set of this
    cache holds, None where any line may be anywhere. A TLB's ``size_bytes`` is what it reaches, its
    ``line_bytes`` the page.
    """

    name: str
    size_bytes: MachineValue
    line_bytes: MachineValue
    latency_s: MachineValue
    sequential_s_per_line: MachineValue | None = None
    strided_s_per_line: MachineValue | None = None
    crowded_s_per_line: MachineValue | None = None
    rewritten_s_per_line: MachineValue | None = None
    ways: MachineValue | None = None
    page_bytes: MachineValue | None = None
    entries: MachineValue | None = None

    @property
    def is_tlb(self) -> bool:
        """Whether this is a table of address translations."""
        return self.entries is not None

    @property
    def way_bytes(self) -> float | None:
        """How far apart addresses are that compete for one set [bytes]; None: for no set."""
        return None if self.ways is None else self.size_bytes.value / self.ways.value


THREADS = "threads"
"""The name of the number of threads in formulas."""
ALONE = "atomic_alone_s"
"""The one time of the run-time library that a single thread takes."""


@record
class SharedLevel:
    """A level of memory that cores share: what all of them together get from it [bytes/s].

    ``one_core`` is what one core alone gets, None where nothing is said. There is one for every
    ``cores`` of them, 0: for every socket. A line that is written counts twice.
    """

    name: str
    level: str
    bytes_per_s: MachineValue
    one_core: MachineValue | None
    cores: int
    span: Span


@record
class ThreadCost:
    """A time of the run-time library of OpenMP [s], a formula in the number of threads."""

    name: str
    text: str
    formula: Expr
    source: str
    uncertainty: float | None
    span: Span

    def seconds(self, threads: int) -> float:
        """Return the time for so many threads; raises ``ExpressionError`` where there is none."""
        from sad.expr.numbers import value_of  # noqa: PLC0415 - for programs of threads

        def lookup(name: str) -> Number:
            assert name == THREADS
            return threads

        return float(value_of(self.formula, lookup))


@record
class Multicore:
    """The cores of a machine, 0 where nothing is said, on so many sockets, and what threads share."""

    cores: int = 0
    sockets: int = 1
    shared: tuple[SharedLevel, ...] = ()
    costs: Mapping[str, ThreadCost] = field(default_factory=dict[str, "ThreadCost"])

    def cost(self, name: str, threads: int) -> float:
        """Return a time of the run-time library [s]: nothing where none is given.

        One thread has only to do its atomic updates.
        """
        known = self.costs.get(name)
        if known is None or (threads == 1 and name != ALONE):
            return 0.0
        return known.seconds(threads)

    def atomic(self, threads: int, *, one_place: bool) -> float:
        """Return the time of an atomic update [s], of one variable or of places all over an array.

        Of those a line was changed last by any of the threads, all alike, and comes from there.
        """
        alone = self.cost(ALONE, threads)
        if threads == 1:
            return alone
        if one_place or "line_s" not in self.costs:
            return self.cost("atomic_s", threads)
        return alone + (1.0 - 1.0 / threads) * self.cost("line_s", threads)

    def groups(self, level: SharedLevel) -> int:
        """Return how many such levels the machine has."""
        return max(1, -(-self.cores // level.cores)) if level.cores else self.sockets

    def sharing(self, level: SharedLevel) -> int:
        """Return how many cores share one of them; 0 where the file does not say."""
        return level.cores or -(-self.cores // self.sockets)


@record
class Machine:
    """A machine. ``kind`` says how its numbers were had: estimate, measured or vendor."""

    name: str
    file: str
    description: str
    kind: str
    processor: str
    clock_hz: float
    toolchains: Mapping[str, Toolchain]
    memory: tuple[MemoryLevel, ...] = ()
    architecture: str = ""
    network: Network | None = None
    programming_models: Mapping[str, ProgrammingModel] = field(
        default_factory=dict[str, "ProgrammingModel"]
    )
    multicore: Multicore = field(default_factory=Multicore)
    rating_mflops: float | None = None
    """Of its processor by a benchmark, to compare it with another one's by the same."""

    @property
    def default_toolchain(self) -> Toolchain:
        """The first toolchain of the file."""
        return next(iter(self.toolchains.values()))

    def toolchain_for(self, languages: Collection[str]) -> Toolchain:
        """Return the toolchain that is taken where none is asked for.

        Of those whose compiler reads one of the languages (of all, if none does) it is the first with
        ``-O2``, as programs are compiled as a rule; the first, if none has that.
        """
        known = list(self.toolchains.values())
        fitting = [item for item in known if item.language in languages or not item.language]
        found = fitting or known
        return next((item for item in found if "-O2" in item.flags.split()), found[0])
