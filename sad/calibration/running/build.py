"""Compiling kernels and driver into one program, on all cores."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sad.calibration.running.compiler import first_lines
from sad.calibration.running.place import cpu_count
from sad.calibration.running.sources import source_files
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sad.calibration.kernel import Kernel, Language
    from sad.calibration.running.compiler import Compiler

_PROGRAM = "driver"
_DRIVER_FLAGS = ("-O1",)  # the driver's own loops are the same for every flag set
_OWN_STANDARD: dict[Language, tuple[str, ...]] = {"c": ("-std=gnu11",), "fortran": ()}
_APART = ("-fno-lto",)  # kernels and driver are not to see each other


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
