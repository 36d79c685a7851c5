"""Everything for one compiler and its flags: files, build, check, rounds, and where it was."""

from __future__ import annotations

import hashlib
import json
import math
import platform
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from importlib.resources import files
from statistics import median
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind
from sad.calibration.kernels.generate import kernels
from sad.calibration.measure import FlagSet, Provenance
from sad.calibration.running import place
from sad.calibration.running.compiler import first_lines
from sad.calibration.running.folder import part
from sad.calibration.running.place import cpu_count
from sad.calibration.running.rounds import DEFAULT_PROTOCOL, Journal, Protocol, Rounds, is_slow
from sad.calibration.running.session import (
    How,
    ask,
    block_sizes,
    numbered,
    placed,
    plan_entry,
    plan_head,
)
from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Kernel, KernelArgument, Language
    from sad.calibration.measure import Canary, Measured
    from sad.calibration.running.compiler import Compiler
    from sad.calibration.running.session import Answers
    from sad.diagnostics import SadError


_REFERENCE = "-O0"
_PATIENCE = 120.0
_TOLERANCE = 1e-6  # reordered sums of some thousand numbers are much closer
_SINGLE_TOLERANCE = 1e-3
_SINGLE = {Kind.REAL, Kind.COMPLEX}
_PROGRAM = "driver"
_DRIVER_FLAGS = ("-O1",)  # the driver's own loops are the same for every flag set
_OWN_STANDARD: dict[Language, tuple[str, ...]] = {"c": ("-std=gnu11",), "fortran": ()}
_APART = ("-fno-lto",)  # kernels and driver are not to see each other
_PER_FILE = 25
_SUFFIX = {"fortran": ".f", "c": ".c"}
_C_SCALARS = {Kind.INTEGER: "int", Kind.REAL: "float", Kind.DOUBLE: "double"}


@record
class Job:
    """A compiler with flags to measure in ``folder`` on ``cpu``, anywhere if that is None.

    ``tell`` hears what is done and which share.
    """

    compiler: Compiler
    flags: str
    folder: Path
    cpu: int | None
    tell: Callable[[str, float], None]
    protocol: Protocol = DEFAULT_PROTOCOL
    chosen: Sequence[Kernel] | None = None

    def measure(self) -> FlagSet:
        """Return the times of all kernels; what an interrupted run measured is used."""
        cpu = self.cpu
        found = place.caches(cpu)
        every = tuple(self.chosen or kernels(self.compiler.language, found))
        program = self._program(self.flags, every, 0.3)
        if self.flags.split() != [_REFERENCE]:
            reference = self._program(_REFERENCE, every, 0.1)
            compare(
                every,
                self.flags,
                sums(program, every, self.flags),
                sums(reference, every, _REFERENCE),
            )
        journal = Journal(program.with_name("journal.jsonl"))
        rounds = Rounds(program, every, journal, cpu, self.protocol, self._broken)
        rounds.run(lambda share: self.tell("timing", 0.4 + 0.6 * share))
        measured, canary = rounds.results()
        return FlagSet(
            measured,
            canary,
            self._provenance(measured, canary, cpu, len(journal.rounds), found),
            tuple(rounds.unmeasured()),
        )

    def _program(self, flags: str, every: Sequence[Kernel], share: float) -> Path:
        what = hashlib.sha256()
        for kernel in every:
            what.update(f"{kernel.source}{kernel.arguments}{kernel.sizes}".encode())
        what.update(place.cpu_model().encode())
        folder = part(self.folder, self.compiler, flags, what.hexdigest())
        words = shlex.split(flags)
        return build(
            self.compiler, words, every, folder, lambda done: self.tell("compiling", share * done)
        )

    def _broken(self, kernel: Kernel, answers: Answers) -> SadError:
        return broken(self.flags, kernel, answers)

    def _provenance(
        self,
        measured: Sequence[Measured],
        canary: Canary,
        cpu: int | None,
        rounds: int,
        found: place.Caches,
    ) -> Provenance:
        steady = [item.spread for item in measured if not is_slow(item.kernel)]
        return Provenance(
            compiler=self.compiler.command,
            compiler_version=self.compiler.version,
            flags=self.flags,
            language=self.compiler.language,
            cpu_model=place.cpu_model(),
            architecture=platform.machine(),
            clock_hz=place.clock_hz(canary.chain_s),
            cpu=cpu,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            rounds=rounds,
            noise=median(steady) if steady else 0.0,
            caches_bytes={"l1": found.l1, "l2": found.l2, "l3": found.l3},
            microcode=place.microcode(),
            caches_ways=place.caches_ways(cpu),
        )


def sums(program: Path, kernels: Sequence[Kernel], flags: str) -> dict[str, float]:
    """Return a sum over all data after one call of each kernel that fits in a core's caches."""
    store = program.with_name("sums.json")
    if store.exists():
        return json.loads(store.read_text(encoding="utf-8"))
    numbers = numbered(kernels)
    entries = [
        plan_entry(numbers[kernel.name], kernel, How.PLAIN, 1, 1)
        for kernel in kernels
        if not is_slow(kernel)
    ]
    answers = ask(program, "".join([plan_head(0.0, 0.0, 1, check=True), *entries]), None, _PATIENCE)
    if answers.ended != 0:
        raise broken(flags, kernels[max(answers.last, 1) - 1], answers)
    found = {kernel.name: answers.sums.get(numbers[kernel.name], math.nan) for kernel in kernels}
    found = {kernel.name: found[kernel.name] for kernel in kernels if not is_slow(kernel)}
    aside = store.with_suffix(".new")
    aside.write_text(json.dumps(found), encoding="utf-8")
    aside.replace(store)
    return found


def compare(
    kernels: Sequence[Kernel], flags: str, found: Mapping[str, float], right: Mapping[str, float]
) -> None:
    """Raise SAD433 if a kernel's sum is not the one without optimisation."""
    for kernel in kernels:
        if kernel.name not in right:
            continue
        single = any(argument.kind in _SINGLE for argument in kernel.arguments)
        tolerance = _SINGLE_TOLERANCE if single else _TOLERANCE
        one, other = found[kernel.name], right[kernel.name]
        if not math.isclose(one, other, rel_tol=tolerance):
            message = f"with {flags!r} the kernel {kernel.name!r} computes something else"
            hint = f"a sum of {one:.9g}, not {other:.9g}: leave out the flags that change results"
            raise argument_error("SAD433", message, hint)


def broken(flags: str, kernel: Kernel, answers: Answers) -> SadError:
    """Return the error of a kernel that crashed or did not end."""
    hint = "do these flags suit this processor (-march) and this operating system?"
    message = f"with {flags!r} the kernel {kernel.name!r} {answers.death}"
    return argument_error("SAD433", message, hint)


def build(
    compiler: Compiler,
    flags: Sequence[str],
    kernels: Sequence[Kernel],
    folder: Path,
    tell: Callable[[float], None] = lambda _share: None,
) -> Path:
    """Return the program for these kernels in ``folder``; one that is there whole is used again.

    ``tell`` hears which share is compiled. Raises SAD431 with the compiler's message.
    """
    program = folder / _PROGRAM
    if program.exists():
        return program
    texts = source_files(kernels, compiler.language)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    standard = _OWN_STANDARD[compiler.language] if _standard(flags) else ()
    driver_flags = (*_DRIVER_FLAGS, *standard)
    apart = _APART if any(flag.startswith("-flto") for flag in flags) else ()
    done = 0

    def compile_one(name: str) -> str:
        nonlocal done
        own = driver_flags if name.startswith("driver.") else ()
        result = name.partition(".")[0] + ".o"
        _succeed(compiler, flags, [*flags, *own, *apart, "-c", name, "-o", result], folder)
        done += 1
        tell(done / (len(texts) + 1))
        return result

    with ThreadPoolExecutor(cpu_count()) as pool:
        objects = list(pool.map(compile_one, sorted(texts)))
    libraries = ["-lm"] if compiler.language == "c" else []
    aside = f"{_PROGRAM}.new"
    _succeed(compiler, flags, [*flags, *apart, *objects, "-o", aside, *libraries], folder)
    (folder / aside).replace(program)
    tell(1.0)
    return program


def _standard(flags: Sequence[str]) -> bool:
    """Whether flags say which C is meant: for the kernels, the driver needs its own."""
    return any(flag == "-ansi" or flag.startswith("-std=") for flag in flags)


def _succeed(compiler: Compiler, flags: Sequence[str], arguments: list[str], folder: Path) -> None:
    shown = " ".join([compiler.command, *flags])
    try:
        result = compiler.run(arguments, folder)
    except subprocess.TimeoutExpired:
        hint = "try it by hand with these flags"
        raise argument_error(
            "SAD431", f"{shown}: the compiler does not come to an end", hint
        ) from None
    except OSError as error:
        hint = "is it a compiler for this machine?"
        message = f"{shown}: the compiler cannot be run: {error.strerror}"
        raise argument_error("SAD431", message, hint) from None
    if result.returncode != 0:
        message = f"{shown}: the compiler failed (exit status {result.returncode})"
        said = (result.stderr or result.stdout).strip()
        hint = f"it said:{first_lines(said)}" if said else "try it by hand with these flags"
        raise argument_error("SAD431", message, hint)


def source_files(kernels: Sequence[Kernel], language: Language) -> dict[str, str]:
    """Return the texts of all files by name, kernels and driver apart: nothing is inlined."""
    texts: dict[str, str] = {}
    for at in range(0, len(kernels), _PER_FILE):
        part = kernels[at : at + _PER_FILE]
        name = f"kernels{at // _PER_FILE + 1:02d}{_SUFFIX[language]}"
        texts[name] = _kernel_file(part, language)
    if language == "fortran":
        texts["driver.f90"] = _fortran_driver(kernels)
    else:
        texts["driver.c"] = _c_driver(kernels)
    return texts


def _kernel_file(kernels: Sequence[Kernel], language: Language) -> str:
    if language == "fortran":
        return "".join(kernel.source for kernel in kernels)
    includes: dict[str, None] = {}
    bodies: list[str] = []
    for kernel in kernels:
        lines = kernel.source.splitlines(keepends=True)
        includes.update(dict.fromkeys(line for line in lines if line.startswith("#include")))
        bodies.append("".join(line for line in lines if not line.startswith("#include")))
    return "".join(includes) + "".join(bodies)


def _put(text: str, part: str, lines: str) -> str:
    """Return the driver with what is between BEGIN and END of a part replaced."""
    pattern = rf"([^\n]*BEGIN {part}[^\n]*\n).*?(?=[^\n]*END {part})"
    return re.sub(pattern, lambda match: match[1] + lines, text, count=1, flags=re.DOTALL)


def _template(name: str) -> str:
    return files("sad.calibration.running").joinpath(name).read_text(encoding="utf-8")


def _c_driver(kernels: Sequence[Kernel]) -> str:
    sizes = block_sizes(kernels)
    defines = "".join(f"#define {name.upper()} {size}\n" for name, size in sizes.items())
    numbers = numbered(kernels)
    prototypes: list[str] = []
    cases: list[str] = []
    for kernel in kernels:
        starts = {item.argument.name: item for item in placed(kernel)}
        types: list[str] = []
        actuals: list[str] = []
        for argument in kernel.arguments:
            item = starts.get(argument.name)
            if item is None:
                types.append(_C_SCALARS[argument.kind])
                actuals.append(_scalar(kernel, argument, "c"))
            else:
                types.append("void *")
                actuals.append(f"{item.block.name} + {item.start}")
        prototypes.append(f"void {kernel.entry}({', '.join(types)});\n")
        call = f"{kernel.entry}({', '.join(actuals)})"
        cases.append(f"    case {numbers[kernel.name]}: {call}; break;\n")
    body = "static void run(int number)\n{\n    switch (number) {\n"
    calls = "".join(prototypes) + body + "".join(cases) + "    default: break;\n    }\n}\n"
    return _put(_put(_template("driver.c"), "sizes", defines), "calls", calls)


def _fortran_driver(kernels: Sequence[Kernel]) -> str:
    sizes = block_sizes(kernels)
    parameters = ", ".join(f"n_{name} = {size}" for name, size in sizes.items())
    numbers = numbered(kernels)
    lines = ["subroutine sad_run(number)", "  use sad_data", "  implicit none"]
    lines += ["  integer, intent(in) :: number", "  select case (number)"]
    for kernel in kernels:
        starts = {item.argument.name: item for item in placed(kernel)}
        actuals = [
            f"{starts[argument.name].block.name}({starts[argument.name].start})"
            if argument.name in starts
            else _scalar(kernel, argument, "fortran")
            for argument in kernel.arguments
        ]
        lines.append(f"  case ({numbers[kernel.name]})")
        joined = ", &\n      ".join(actuals)
        lines.append(f"    call {kernel.entry}({joined})")
    lines += ["  end select", "end subroutine", ""]
    text = _put(_template("driver.f90"), "sizes", f"  integer, parameter :: {parameters}\n")
    return _put(text, "calls", "\n".join(lines))


def _scalar(kernel: Kernel, argument: KernelArgument, language: Language) -> str:
    """Return the value of a scalar argument: a size, or the constant it is filled with."""
    sizes = {name.lower(): size for name, size in kernel.sizes.items()}
    if argument.name in sizes:
        return str(sizes[argument.name])
    value = argument.fill.low
    if argument.kind is Kind.INTEGER:
        return str(int(value))
    if language == "fortran":
        return f"{value!r}" if argument.kind is Kind.REAL else f"{value!r}d0"
    return repr(value)
