"""Writing the files to compile, and compiling kernels and driver into one program, on all cores."""

from __future__ import annotations

import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind
from sad.calibration.running.compiler import first_lines
from sad.calibration.running.place import cpu_count
from sad.calibration.running.session import block_sizes, numbered, placed
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Argument, Kernel, Language
    from sad.calibration.running.compiler import Compiler


_PROGRAM = "driver"
_DRIVER_FLAGS = ("-O1",)  # the driver's own loops are the same for every flag set
_OWN_STANDARD: dict[Language, tuple[str, ...]] = {"c": ("-std=gnu11",), "fortran": ()}
_APART = ("-fno-lto",)  # kernels and driver are not to see each other
_PER_FILE = 25
_SUFFIX = {"fortran": ".f", "c": ".c"}
_C_SCALARS = {Kind.INTEGER: "int", Kind.REAL: "float", Kind.DOUBLE: "double"}


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


def _scalar(kernel: Kernel, argument: Argument, language: Language) -> str:
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
