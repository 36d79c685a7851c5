"""``sad init`` writes settings that the other commands can use; ``sad doctor`` tells what there is."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sad.calibration.running.place import cpu_model, microcode
from sad.cli.doctor import EXTRAS, Findings, version_of
from sad.cli.init import MOST_NAMED, look_at
from sad.machine.architecture import this_architecture
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.cli.test_examples import FILES
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gcc, needs_gfortran
from tests.support.schemas import validate

MAKEFILE = """\
FC = no-such-fortran
solve: solve.o
\t$(FC) $(FFLAGS) -o solve solve.o
.f.o:
\t$(FC) $(FFLAGS) -c $<
run: solve
\t./solve < solve.in
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("solve.f", "solve.in"):
        Path(name).write_text(FILES[name])


def written() -> dict[str, object]:
    return tomllib.loads(Path("sad.toml").read_text())


def test_sources_main_program_and_input_are_found():
    result = sad("init", "--machine", "sparc2")
    assert result.code == 0, result.err
    assert result.out == ("wrote sad.toml: 1 source, main program SOLVE (solve.f)\nnext: sad try\n")
    assert written() == {
        "sources": ["solve.f"],
        "machine": "sparc2",
        "params": "solve.params.yaml",
        "run": "./solve",
        "stdin": "solve.in",
    }


@needs_gfortran
def test_what_it_writes_is_enough_to_try():
    assert sad("init").code == 0
    for _ in range(2):  # the second time there are values already
        result = sad("try")
        assert result.code == 0, result.err
        assert "2 of 2 parameters measured" in result.out
    assert "again    sad analyze --set N=300\n" in result.out


@needs_gfortran
def test_a_makefile_says_how_it_is_built_and_run():
    Path("Makefile").write_text(MAKEFILE)
    assert sad("init").code == 0
    found = written()
    assert found["build"] == "make -B FC=gfortran FFLAGS={coverage}"
    assert (found["run"], found["stdin"]) == ("./solve", "solve.in")
    result = sad("try")
    assert result.code == 0, result.err
    assert "2 of 2 parameters measured" in result.out


def test_of_several_programs_one_is_taken_and_the_others_are_named():
    Path("other.f").write_text("      PROGRAM OTHER\n      END\n")
    Path("main.c").write_text("#include <stdio.h>\nint main(void)\n{ return 0; }\n")
    found = look_at(Path())
    assert [(main.name, main.file) for main in found.mains] == [
        ("main", "main.c"),
        ("OTHER", "other.f"),
        ("SOLVE", "solve.f"),
    ]
    assert sad("init").code == 0
    assert written()["entry"] == "main"
    assert "# one of main, OTHER, SOLVE" in Path("sad.toml").read_text()


def test_many_files_are_named_by_their_folders():
    Path("solve.f").unlink()
    for number in range(MOST_NAMED + 1):
        place = Path("src" if number % 2 else "lib", f"u{number}.f")
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"      SUBROUTINE U{number}\n      END\n")
    Path("build").mkdir()
    Path("build", "old.f").write_text("      END\n")
    assert look_at(Path()).sources == ("lib", "src")
    result = sad("init")
    assert result.out.endswith(f"{MOST_NAMED + 1} sources, no main program\nnext: sad analyze\n")


def test_a_file_that_is_there_stays_unless_forced():
    Path("sad.toml").write_text("# mine\n")
    check_one_error(sad("init"), "SAD111", BAD_INPUT, "--force")
    assert Path("sad.toml").read_text() == "# mine\n"
    assert sad("init", "--force").code == 0
    assert "sources" in written()


def test_folders_and_machines_that_there_are_not(tmp_path: Path):
    check_one_error(sad("init", "gone"), "SAD101", BAD_INPUT, "no such folder")
    Path("empty").mkdir()
    check_one_error(sad("init", "empty"), "SAD101", BAD_INPUT, "no Fortran or C source")
    check_one_error(sad("init", "--machine", "sparc3"), "SAD401", USAGE, "sparc2")
    assert not Path("sad.toml").exists()


def test_at_a_terminal_it_asks_with_what_it_found():
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sad", "init", "--machine", "sparc2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    os.write(ours, b"\nmake solve\n./solve 3\n\n")
    text = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(ours)
    assert run.wait() == 0, text
    assert b"command that runs it [./solve]: " in text
    found = written()
    assert (found["build"], found["run"], found["stdin"]) == ("make solve", "./solve 3", "solve.in")
    assert found["machine"] == "sparc2"


# --- doctor ----------------------------------------------------------------------------------


@needs_gcc
def test_doctor_tells_what_there_is_and_what_to_type():
    result = sad("doctor")
    assert result.code == 0
    text = result.out
    assert "  compilers   " in text
    assert "gcc " in text.partition("counters")[0]
    assert "machine files that fit, best first" in text
    assert "  sad machine calibrate --compiler " in text
    assert "  sad init\n" in text
    assert max(map(len, text.splitlines())) <= 100
    Path("sad.toml").write_text('sources = ["solve.f"]\n')
    assert sad("doctor").out.endswith("\n  sad try\n")


def test_doctor_as_json_follows_its_schema():
    value = json.loads(sad("doctor", "--format", "json").out)
    validate(value, "sad-doctor-1")
    assert value["machines"]
    assert value["settings"] is None


def write_calibrated(cpu: str, compiler: str, microcode: str) -> None:
    today = datetime.now(UTC).date().isoformat()
    made = {"date": today, "cpu": cpu, "compiler_version": compiler, "microcode": microcode}
    Path("here.yaml").write_text(
        f"schema: 1\nname: here\nkind: measured\nprocessor:\n  architecture: {this_architecture()}\n"
        "  clock_hz: 1.0e+9\n  toolchains:\n    gcc-O2:\n      compiler: gcc\n"
        "      operations_s: {add: 1.0e-9}\n"
        f"      calibration: {json.dumps({**made, 'kernels': 1})}\n"
    )


@needs_gcc
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, None),
        ({"cpu": "Z80"}, "here.yaml was measured on another processor, Z80"),
        ({"compiler": "gcc 1.0"}, "gcc-O2 was measured with gcc 1.0, now there is "),
        ({"microcode": "0x0"}, "the processor's microcode was 0x0, now it is "),
    ],
)
def test_doctor_tells_what_a_calibration_was_made_with(
    changed: dict[str, str], said: str | None
) -> None:
    now = {"cpu": cpu_model(), "compiler": version_of("gcc") or "", "microcode": microcode()}
    write_calibrated(**{**now, **changed})
    found = json.loads(sad("doctor", "--format", "json").out)["outdated"]
    assert found is None if said is None else found.startswith(said)


def test_the_extras_are_those_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert EXTRAS.keys() | {"all"} == project["optional-dependencies"].keys()


def test_without_a_compiler_one_is_to_be_installed():
    nothing = dict.fromkeys(("gfortran", "gcc"))
    found = Findings("1", "3", "x", "y", 1, nothing, {}, {}, {}, (), "", None)
    assert found.next_steps[0].startswith("install gfortran or gcc")
