"""``--compile-commands`` and ``--cpp``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from frontends.c.reading.flags import flags_for
from frontends.registry import SourceOptions
from tests.frontends.c.reading import Reading
from tests.support.command import sad
from tests.support.compiler import needs_gcc

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = '#include "size.h"\n#ifdef FAST\nint fast;\n#endif\ndouble a[SIZE];\nint k = K;\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "inc").mkdir()
    (tmp_path / "src" / "main.c").write_text(SOURCE)
    (tmp_path / "inc" / "size.h").write_text("#define SIZE 12\n")
    (tmp_path / "inc" / "first.h").write_text("#define K 5\n")
    return tmp_path


def commands(project: Path, **entry: object) -> str:
    path = project / "compile_commands.json"
    path.write_text(json.dumps([{"directory": str(project), "file": "src/main.c", **entry}]))
    return str(path)


ARGUMENTS = ["cc", "-Iinc", "-DFAST", "-include", "inc/first.h", "-std=c99", "-c", "src/main.c"]


@pytest.mark.parametrize("form", [{"arguments": ARGUMENTS}, {"command": " ".join(ARGUMENTS)}])
def test_a_file_is_read_as_it_is_compiled(form: dict[str, object], project: Path) -> None:
    path = str(project / "src" / "main.c")
    reading = Reading("", path, compile_commands=commands(project, **form))
    assert reading.items == []
    assert reading.c == "int fast; double a[12]; int k = 5;"


def test_the_command_line_wins(project: Path) -> None:
    path = str(project / "src" / "main.c")
    listed = commands(project, arguments=["cc", "-I", "inc", "-D", "K=1", "-U", "FAST"])
    options = SourceOptions(("mine",), {"K": "2", "N": None}, None, listed)
    flags = flags_for(path, options)
    assert flags.include_paths == ("mine", str(project / "inc"))
    assert flags.macros == (("K", "1"), ("FAST", None), ("K", "2"), ("N", "N"))
    assert flags.parameters == {"N"}
    assert "int k = 2;" in Reading("", path, defines={"K": "2"}, compile_commands=listed).c


def test_a_file_that_is_not_listed_has_no_flags(project: Path) -> None:
    listed = commands(project, arguments=ARGUMENTS)
    assert flags_for("other.c", SourceOptions(compile_commands=listed)).include_paths == ()


@pytest.mark.parametrize("content", ["{", "3", "[3]", "[{}]", '[{"file": "a.c", "arguments": 1}]'])
def test_a_file_that_lists_no_commands_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(content)
    reading = Reading("int x;\n", compile_commands=str(path))
    assert reading.said == ["SAD113 c.json:1"]


def test_a_missing_file_of_commands_is_refused() -> None:
    assert Reading("int x;\n", compile_commands="nowhere.json").said == ["SAD113 nowhere.json:1"]


@needs_gcc
@pytest.mark.compiler
@pytest.mark.parametrize("cpp", ["cpp", "gcc -E", "gcc", "cc -E -P -dD"])
def test_a_preprocessor_of_the_users_gives_the_same_tree(cpp: str, project: Path) -> None:
    path = str(project / "src" / "main.c")
    options: dict[str, object] = {"include_paths": (str(project / "inc"),), "defines": {"K": "3"}}
    assert Reading("", path, cpp=cpp, **options).c == Reading("", path, **options).c


@needs_gcc
@pytest.mark.compiler
def test_with_it_a_missing_header_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text('#include "gone.h"\n#include <far/gone.h>\nint f(void) { return 1; }\n')
    reading = Reading("", str(path), cpp="gcc -E")
    assert reading.said == ["SAD107 main.c:1", "SAD107 main.c:2"]
    assert reading.functions() == ["f"]


@needs_gcc
@pytest.mark.compiler
def test_with_it_an_error_of_the_source_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text("int x;\n#error not here\nint f(void) { return 1; }\n")
    reading = Reading("", str(path), cpp="gcc -E")
    assert reading.said == ["SAD108 main.c:2"]
    assert reading.functions() == ["f"]


@needs_gcc
@pytest.mark.compiler
def test_it_reads_what_our_headers_lack_from_the_system() -> None:
    text = '#include <regex.h>\nint f(regex_t *r) { return regexec(r, "", 0, 0, 0); }\n'
    assert Reading(text).said == ["SAD107 main.c:1", "SAD215 main.c:2"]
    assert Reading(text, cpp="gcc -E").items == []


@pytest.mark.parametrize("cpp", ["", "no-such-cpp", "false"])
def test_a_command_that_cannot_be_run_is_refused(cpp: str) -> None:
    assert [item.code for item in Reading("int x;\n", cpp=cpp).items] == ["SAD112"]


def test_the_command_line_has_the_options(project: Path) -> None:
    listed = commands(project, arguments=ARGUMENTS)
    result = sad("dump", project / "src" / "main.c", "--ir", "--compile-commands", listed)
    assert (result.code, result.err) == (0, "")
    assert "main.c" in result.out
    assert sad("dump", project / "src" / "main.c", "--ir", "--cpp", "no-such-cpp").code == 2
