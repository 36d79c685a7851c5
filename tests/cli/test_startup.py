"""What a command loads before it works, and how its process ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sad.cli.parser import COMMANDS, module_of
from tests.support.command import CORPUS, ROOT, sad

MD1 = str(CORPUS / "md1" / "md1.f")
_LOADED = """
import json, sys
from sad.cli import main
code = main(sys.argv[1:])
sys.stderr.write(json.dumps([*sys.modules]))
sys.exit(code)
"""


def python(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        **options,
    )


def loaded_by(*arguments: str) -> set[str]:
    run = python("-c", _LOADED, *arguments)
    assert run.returncode == 0, run.stderr
    return set(json.loads(run.stderr))


def test_a_command_loads_no_other_command():
    commands = {module_of(name) for name in COMMANDS}
    assert loaded_by("--version") & commands == set()
    assert loaded_by("machine", "list") & commands == {"sad.cli.machine"}


def test_the_library_loads_nothing_for_sweeps_clusters_and_arrays():
    run = python("-c", "import json, sys, sad; sad.analyze; print(json.dumps([*sys.modules]))")
    seldom = {"sad.library.swept", "sad.contention", "sad.cluster", "sad.report.annotate"}
    heavy = {"asyncio", "ssl", "dask", "numpy", "yaml", *seldom}
    assert heavy & set(json.loads(run.stdout)) == set()


SMALL = """
      PROGRAM P
      INTEGER I, N
      READ *, N
      S = 0.0
      DO 10 I = 1, N
         S = S + 1.0/I
   10 CONTINUE
      PRINT *, S
      END
"""
NOT_FOR_A_SMALL_PROGRAM = (
    *("sad.objectcode", "sad.incremental", "sad.workers.pool", "sad.slicing.", "sad.spmd"),
    *("sad.report.html", "sad.report.export", "sad.machine.networks.read", "frontends.c"),
    *("sad.evaluation.uncertainty.stochastic", "sad.evaluation.library_report"),
    *("sad.analysis.messages.trace", "sad.stubs.load", "sad.lowering.guesses"),
)


def test_a_small_program_loads_what_it_needs(tmp_path: Path):
    source = tmp_path / "p.f"
    source.write_text(SMALL)
    report = str(tmp_path / "report.txt")
    loaded = loaded_by("analyze", str(source), "--no-cache", "--machine", "sparc2", "-o", report)
    ours = {name for name in loaded if name.split(".")[0] in ("sad", "frontends", "machine_db")}
    assert len(ours) <= 311
    assert [name for name in ours if name.startswith(NOT_FOR_A_SMALL_PROGRAM)] == []
    assert loaded & {"dataclasses", "inspect", "shutil", "hashlib"} == set()  # 15 ms


def test_looking_a_small_program_up_loads_no_more(tmp_path: Path):
    source, cache = tmp_path / "p.f", str(tmp_path / "cache")
    source.write_text(SMALL)
    for _ in range(2):
        loaded = loaded_by("analyze", str(source), "--cache", cache, "-o", str(tmp_path / "out"))
    assert loaded & {"dataclasses", "inspect", "shutil", "hashlib"} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_its_options_and_says_what_it_is(name):
    result = sad(name, "--help")
    assert result.code == 0
    assert result.out.startswith(f"usage: sad {name} ")
    lines = result.out.splitlines()
    assert any(line.startswith("  -h, --help") for line in lines)
    module = __import__(module_of(name), fromlist=["__doc__"])
    assert module.__doc__.split()[0] in result.out.split()


@pytest.mark.parametrize("name", COMMANDS)
def test_options_of_a_command_load_nothing_of_the_analysis(name):
    heavy = (
        "sad.algebra",
        "sad.ir",
        "sad.analysis",
        "sad.model",
        "sad.lowering",
        "frontends",
        "sympy",
    )
    found = [module for module in loaded_by(name, "--help") if module.startswith(heavy)]
    assert found == []


# --- the end of the process ------------------------------------------------------------------


def command(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return python("-m", "sad", *arguments, **options)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--version"], 0),
        ([], 2),
        (["analyze"], 2),
        (["analyze", "no-such-file.f"], 3),
        (["analyze", MD1, "--no-config", "--machine", "sparc2", "--min-coverage", "100"], 4),
    ],
)
def test_the_process_ends_with_the_exit_code(arguments, code):
    assert command(*arguments).returncode == code


def test_nothing_of_the_output_is_lost(tmp_path):
    whole = command("dump", MD1, "--description").stdout
    assert len(whole) > 100_000
    target = tmp_path / "out"
    with target.open("w") as out:
        run = subprocess.run(
            [sys.executable, "-m", "sad", "dump", MD1, "--description"],
            stdout=out,
            check=False,
            cwd=ROOT,
        )
    assert run.returncode == 0
    assert target.read_text() == whole


def test_a_pipe_that_closes_is_no_error():
    line = f"{sys.executable} -m sad dump {MD1} --description | head -c 10 >&2; echo ${{PIPESTATUS[0]}}"
    run = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert run.stdout.splitlines()[-1] == "0"
    assert run.stderr == '{"schema":'


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["--version"], ["analyze", MD1]])
def test_output_that_cannot_be_written_is_no_success(arguments):
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "sad", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=ROOT,
        )
    assert run.returncode != 0
    assert "No space left" in run.stderr


@pytest.mark.parametrize("first", [True, False])
def test_what_others_want_done_at_the_end_is_done(first, tmp_path):
    """A measurement of coverage writes its data at the end; a temporary folder goes then."""
    mark, folder = tmp_path / "mark", tmp_path / "made"
    before = f"atexit.register(open({str(mark)!r}, 'w').write, 'done')\n" if first else ""
    code = (
        f"import atexit, os, shutil, sys\n{before}"
        "sys.argv[1:] = ['--version']\n"
        "from sad.cli import entry\n"
        "def late(run=entry.main):\n"
        f"    os.mkdir({str(folder)!r}); atexit.register(shutil.rmtree, {str(folder)!r})\n"
        "    return run()\n"
        "entry.main = late\n"
        "entry.console()\n"
    )
    run = python("-c", code)
    assert run.returncode == 0, run.stderr
    assert not folder.exists()
    assert Path(mark).exists() == first
    assert not first or mark.read_text() == "done"


def test_memory_is_not_freed_object_by_object():
    """An object that would be freed at the end is not; a caller of ``main`` keeps the usual way."""
    seen = (
        "import sys\n"
        "class Noisy:\n"
        "    def __del__(self): sys.stdout.write('freed')\n"
        "keep = Noisy()\n"
        "sys.argv[1:] = ['--version']\n"
    )
    quick = python("-c", f"{seen}from sad.cli.entry import console; console()")
    usual = python("-c", f"{seen}from sad.cli import main; main()")
    assert quick.stdout.startswith("sad ")
    assert "freed" not in quick.stdout
    assert usual.stdout.endswith("freed")


@pytest.mark.parametrize("kept", [("--no-cache",), ("--jobs", "2", "--unit-timeout", "200"), ()])
def test_closed_standard_output_is_an_error_with_a_hint(tmp_path, kept):
    run = _closed(1, tmp_path, kept)
    assert run.returncode == 3
    assert "SAD111" in run.stderr
    assert "Traceback" not in run.stderr


def test_closed_standard_error_and_input_change_nothing(tmp_path):
    usual = _closed(9, tmp_path, ())
    assert usual.returncode == 0
    for number in (0, 2):
        run = _closed(number, tmp_path, ("--no-cache",))
        assert (run.returncode, run.stdout) == (0, usual.stdout)


def _closed(
    number: int, folder: Path, options: tuple[str, ...]
) -> subprocess.CompletedProcess[str]:
    """Run an analysis in a process whose stream of a number is closed."""
    text = "      SUBROUTINE S (N)\n      DO 10 I = 1, N\n   10 X = X + 1.0\n      END\n"
    (folder / "s.f").write_text(text)
    start = (
        "import os, sys\n"
        f"os.close({number}) if {number} < 3 else None\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'sad', *sys.argv[1:]])\n"
    )
    words = ("analyze", str(folder / "s.f"), *options)
    return python("-c", start, *words, env={**os.environ, "SAD_CACHE_DIR": str(folder / "kept")})
