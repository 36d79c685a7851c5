"""Lists for gcov, TAU and Score-P, read as these tools say they read them.

None of TAU and Score-P runs here: ``tau`` and ``scorep`` below are readers written from what their
manuals and their own readers take, strict where those are.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import pytest

from tests.support.command import CORPUS, sad

if TYPE_CHECKING:
    from pathlib import Path

MD1 = CORPUS / "md1" / "md1.f"
C = """\
static int find(const char *s, int c)
{
    int i = 0;
    while (s[i] && s[i] != c)
        i++;
    return i;
}
double *grow(double *p, int n)
{
    for (int i = 0; i < n; i++)
        if (p[i] > 1.0)
            p[i] = 2.0;
    return p;
}
int idle(void) { return 1; }
int main(int argc, char **argv)
{
    double d[9] = {0};
    find(argv[0], '/');
    grow(d, argc);
    return idle();
}
"""


def listed(form: str, *arguments: str | Path) -> str:
    result = sad("params", "export", *arguments, "--format", form, "--no-config")
    assert (result.code, result.err) == (0, "")
    return result.out


@pytest.fixture
def c_source(tmp_path: Path) -> Path:
    path = tmp_path / "main.c"
    path.write_text(C)
    return path


# --- TAU -----------------------------------------------------------------------------------------


@dataclass
class Tau:
    """What a selective-instrumentation file says: lists by name, and (file, routine) of loops."""

    lists: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    loops: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def takes(self, prototype: str) -> bool:
        return any(tau_match(item, prototype) for item in self.lists["INCLUDE_LIST"])


def tau(text: str) -> Tau:
    """Lines; # starts a comment at the begin of a line only; quotes protect a leading wildcard."""
    found, section = Tau(), ""
    for raw in text.splitlines():
        line = raw.lstrip(" \t")
        if not line or line.startswith("#"):
            continue
        if not section:
            begin = re.fullmatch(r"BEGIN_((FILE_)?(INCLUDE|EXCLUDE)_LIST|INSTRUMENT_SECTION)", line)
            assert begin, line
            section = begin[1]
            found.lists.setdefault(section, [])
        elif line == f"END_{section}":
            section = ""
        elif section == "INSTRUMENT_SECTION":
            command = re.fullmatch(
                r'loops\s+(?:file\s*=\s*"([^"]+)"\s+)?routine\s*=\s*"([^"]+)"', line
            )
            assert command, line
            found.loops.append((command[1], command[2]))
        else:
            found.lists[section].append(line[1 : line.index('"', 1)] if line[0] == '"' else line)
    assert not section, "a section is not closed"
    return found


def tau_match(pattern: str, name: str) -> bool:
    """# stands for any characters, ? for one."""
    wild = re.escape(pattern).replace(r"\#", ".*").replace(r"\?", ".")
    return re.fullmatch(wild, name) is not None


def test_tau_takes_the_routines_with_parameters_and_those_they_call():
    selection = tau(listed("tau", MD1, "--entry", "STEP"))
    for name in ("WRAP", "EDGES", "FORCES", "PAIR"):
        assert selection.takes(name)
        assert selection.takes(name.lower())
        assert ("md1.f", name) in selection.loops
    assert not any(map(selection.takes, ("KICK", "MD1", "STEP", "DRIFT", "LINKS")))
    assert selection.lists["FILE_INCLUDE_LIST"] == ["md1.f"]


def test_tau_knows_c_functions_by_their_prototypes(c_source: Path):
    selection = tau(listed("tau", c_source))
    assert selection.takes("int find(const char *, int) C")
    assert selection.takes("double *grow(double *, int) C")
    assert not selection.takes("int idle(void) C")
    assert not selection.takes("int main(int, char **) C")
    assert {file for file, _ in selection.loops} == {"main.c"}


# --- Score-P -------------------------------------------------------------------------------------


def scorep(text: str) -> list[tuple[bool, bool, str]]:
    """Return rules (included, mangled, pattern) in order: words between the marks of a block."""
    rules: list[tuple[bool, bool, str]] = []
    block, mode, mangled = False, "", False
    words = [word for line in text.splitlines() for word in line.partition("#")[0].split()]
    for word in words:
        if word == "SCOREP_REGION_NAMES_BEGIN":
            assert not block
            block = True
        elif word == "SCOREP_REGION_NAMES_END":
            assert block
            block, mode = False, ""
        elif word in ("EXCLUDE", "INCLUDE"):
            assert block
            mode, mangled = word, False
        elif word == "MANGLED":
            assert mode
            mangled = True
        else:
            assert mode, word
            rules.append((mode == "INCLUDE", mangled, word))
    assert not block, "the block is not closed"
    return rules


def records(rules: list[tuple[bool, bool, str]], shown: str, mangled: str) -> bool:
    """Whether a region is recorded: the last rule that fits counts."""
    recorded = True
    for included, by_mangled, pattern in rules:
        if fnmatchcase(mangled if by_mangled else shown, pattern):
            recorded = included
    return recorded


def test_scorep_records_the_routines_with_parameters_only():
    rules = scorep(listed("scorep", MD1, "--entry", "STEP"))
    assert rules[0] == (False, False, "*")
    for name in ("wrap", "edges", "forces", "pair"):
        assert records(rules, name, f"{name}_")
        assert records(rules, name.upper(), "anything")
        assert records(rules, "anything", f"{name}_")
    for name in ("kick", "md1", "step", "links"):
        assert not records(rules, name, f"{name}_")


def test_scorep_knows_the_main_program_by_the_name_of_the_linker(tmp_path: Path):
    path = tmp_path / "a.f"
    path.write_text(
        "      PROGRAM RUN\n   10 X = RAND()\n      IF (X .LT. 0.5) GOTO 10\n      END\n"
    )
    rules = scorep(listed("scorep", path))
    assert records(rules, "run", "MAIN__")
    assert records(rules, "other", "MAIN__")
    assert not records(rules, "other", "other_")


def test_scorep_takes_c_functions_by_name(c_source: Path):
    rules = scorep(listed("scorep", c_source))
    assert records(rules, "find", "find")
    assert records(rules, "grow", "grow")
    assert not records(rules, "idle", "idle")


# --- gcov ----------------------------------------------------------------------------------------


def lines(text: str) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            file, _, number = line.rpartition(":")
            found.append((file, int(number)))
    return found


def test_lines_are_those_of_the_loop_of_its_body_and_of_what_is_around(tmp_path: Path):
    path = tmp_path / "main.c"
    path.write_text(C)
    target = tmp_path / "lines"
    assert sad("params", "export", path, "--format", "gcov-lines", "-o", target).code == 0
    found = lines(target.read_text())
    assert {file for file, _ in found} == {"main.c"}
    assert {line for _, line in found} >= {
        3,
        4,
        5,
        11,
        12,
    }  # what is before, test, body; branch, arm
    assert not {line for _, line in found} & {1, 2, 6, 15, 16}


@pytest.mark.compiler
@pytest.mark.parametrize("name", ["md1.f", "main.c"])
def test_every_line_is_one_that_gcov_counts(tmp_path: Path, name: str):
    compiler = "gfortran" if name == "md1.f" else "gcc"
    if not shutil.which(compiler) or not shutil.which("gcov"):
        pytest.skip(f"{compiler} and gcov are not installed")
    path = tmp_path / name
    path.write_text(MD1.read_text() if name == "md1.f" else C)
    command = [compiler, "-O0", "--coverage", "-w", "-c", name, "-o", "out.o"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    gcov = ["gcov", "-t", "out.o"]
    run = subprocess.run(
        gcov, cwd=tmp_path, check=True, timeout=120, capture_output=True, text=True
    )
    counted = {
        int(cells[1])
        for row in run.stdout.splitlines()
        if len(cells := row.split(":")) > 2 and cells[0].strip() != "-"
    }
    found = lines(listed("gcov-lines", path))
    assert len(found) > 4
    assert {line for _, line in found} <= counted
