"""Source files that cannot be had, read or understood: one error at its place, with a hint."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
from pathlib import Path

import pytest

from sad.cli import main
from tests.cli.one_error import BAD_INPUT, PROGRAM, USAGE, check_one_error
from tests.support.command import Result, sad


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def unit(*lines: str) -> str:
    return "".join(f"{line}\n" for line in ("      PROGRAM P", *lines, "      END"))


# --- files -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["analyze"], ["annotate"], ["explain", "N"], ["dump", "--ir"], ["dump", "--cfg"]]
)
def test_missing_file(command: list[str]) -> None:
    result = sad(*command, "nowhere.f")
    check_one_error(result, "SAD101", BAD_INPUT, "nowhere.f:1: error[SAD101]: no such file")
    assert result.out == ""


FILES = [
    ("zero.f", b"", "SAD104", "empty file"),
    ("blank.f", b"\n   \n", "SAD104", "empty file"),
    ("a.out.f", b"\x7fELF\x02\x01\x00\x00", "SAD103", "binary"),
    ("utf16.f", PROGRAM.encode("utf-16-le"), "SAD103", "binary"),
    ("notes.txt", PROGRAM.encode(), "SAD105", ".txt"),
    ("noend", PROGRAM.encode(), "SAD105", "no suffix"),
]


@pytest.mark.parametrize(("name", "content", "code", "part"), FILES)
def test_file_that_is_no_source(name: str, content: bytes, code: str, part: str) -> None:
    Path(name).write_bytes(content)
    check_one_error(sad("analyze", name), code, BAD_INPUT, part)


def test_directory_without_sources() -> None:
    Path("docs").mkdir()
    Path("docs/readme.txt").write_text("text")
    check_one_error(sad("analyze", "docs"), "SAD102", BAD_INPUT, "no source files")


def test_path_that_leads_through_a_file() -> None:
    Path("good.f").write_text(PROGRAM)
    check_one_error(sad("analyze", "good.f/x.f"), "SAD106", BAD_INPUT, "cannot be read")


def test_name_that_is_too_long() -> None:
    check_one_error(sad("analyze", "n" * 300 + ".f"), "SAD106", BAD_INPUT, "too long")


def test_name_that_is_empty() -> None:
    check_one_error(sad("analyze", ""), "SAD101", BAD_INPUT, "without a name")


def test_standard_output_that_takes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    Path("good.f").write_text(PROGRAM)
    with contextlib.redirect_stdout(Full()):
        code = main(["analyze", "good.f"])
    check_one_error(Result(code, "", capsys.readouterr().err), "SAD111", BAD_INPUT, "<stdout>:1:")


def test_permission_denied(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("secret.f").write_text(PROGRAM)

    def refuse(_: Path) -> bytes:  # permissions do not stop a superuser, so chmod would not do
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    check_one_error(sad("analyze", "secret.f"), "SAD106", BAD_INPUT, "Permission denied")


def test_a_bad_file_among_good_ones_costs_only_itself() -> None:
    Path("good.f").write_text(PROGRAM)
    result = sad("analyze", "good.f", "gone.f")
    check_one_error(result, "SAD101", BAD_INPUT, "gone.f")
    assert result.out.startswith("P")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_letters_with_accents_in_comments_are_no_problem(encoding: str) -> None:
    Path("accents.f").write_bytes(f"C     pr\xe9cision\n{PROGRAM}".encode(encoding))
    result = sad("analyze", "accents.f")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("P")


def test_a_letter_with_accent_in_a_statement_costs_only_the_statement() -> None:
    Path("code.f").write_bytes(unit("      X = É").encode("latin-1"))
    check_one_error(sad("analyze", "code.f"), "SAD201", BAD_INPUT, "'É'")


# --- structure ---------------------------------------------------------------------------------

SOURCES = {
    "DO never closed": (unit("      DO 10 I = 1, 5"), "SAD202", "s.f:2:"),
    "DO without label never closed": (unit("      DO I = 1, 5"), "SAD202", "END DO"),
    "IF never closed": (unit("      IF (X .GT. 1.0) THEN"), "SAD203", "s.f:2:"),
    "SELECT never closed": (unit("      SELECT CASE (N)"), "SAD203", "END SELECT"),
    "END IF closes a DO": (unit("      DO I = 1, 5", "      END IF"), "SAD204", "from line 2"),
    "END DO closes an IF": (unit("      IF (L) THEN", "      END DO"), "SAD204", "from line 2"),
    "END IF alone": (unit("      END IF"), "SAD204", "without its IF"),
    "ELSE alone": (unit("      ELSE"), "SAD204", "without its IF"),
    "END DO with another label": (
        unit("      DO 10 I = 1, 5", "   20 END DO"),
        "SAD204",
        "put label 10 on it",
    ),
    "END of another unit": ("      PROGRAM P\n      END SUBROUTINE P\n", "SAD209", "program P"),
    "END of another name": ("      PROGRAM P\n      END PROGRAM Q\n", "SAD209", "program P"),
    "END without a unit": (unit() + "      END\n", "SAD207", "s.f:3:"),
    "duplicate label": (unit("   10 X = 1.0", "   10 Y = 2.0"), "SAD205", "line 2"),
    "duplicate label, used": (
        unit("   10 X = 1.0", "   10 Y = 2.0", "      GO TO 10"),
        "SAD205",
        "label 10",
    ),
    "GOTO to nowhere": (unit("      GO TO 99"), "SAD206", "jump to 99"),
    "GOTO to a FORMAT": (unit("      GO TO 99", "   99 FORMAT(I5)"), "SAD206", "no executable"),
    "argument without a name": (
        "      SUBROUTINE S(A, ,B)\n      END\n",
        "SAD201",
        "without a name",
    ),
    "two main programs": (unit() + "      PROGRAM Q\n      END\n", "SAD207", "first is P"),
    "include not found": (unit("      INCLUDE 'no.h'"), "SAD107", "no.h"),
    "unknown statement": (unit("      FROBNICATE"), "SAD201", "FROBNICATE"),
    "statement that breaks off": (unit("      X = 1 +"), "SAD201", "ends too early"),
    "string never closed": (unit("      PRINT *, 'ABC"), "SAD201", "'ABC"),
    "assignment to a number": (unit("      3 = X"), "SAD201", "3 = X"),
    "#include not found": (unit('#include "no.h"'), "SAD107", "no.h"),
    "#if never closed": (unit("#if 1"), "SAD108", "#if without #endif"),
    "#endif alone": (unit("#endif"), "SAD108", "#endif without #if"),
    "#else alone": (unit("#else"), "SAD108", "#else without #if"),
    "#elif alone": (unit("#elif 1"), "SAD108", "#elif without #if"),
    "#if that breaks off": (unit("#if 1 +", "#endif"), "SAD108", "ends too early"),
    "#if that divides by zero": (unit("#if 1/0", "#endif"), "SAD108", "division by zero"),
    "#error": (unit("#error no size"), "SAD108", "no size"),
    "#define of nothing": (unit("#define"), "SAD108", "without a name"),
    "unknown directive": (unit("#define A 1", "#frob"), "SAD108", "#frob"),
}


@pytest.mark.parametrize("what", SOURCES)
def test_source_with(what: str) -> None:
    text, code, part = SOURCES[what]
    Path("s.f").write_text(text)
    check_one_error(sad("analyze", "s.f"), code, BAD_INPUT, part)


@pytest.mark.parametrize("line", ["      INCLUDE 'loop.h'", '#include "loop.h"'])
def test_include_file_that_includes_itself(line: str) -> None:
    Path("loop.h").write_text(f"{line}\n")
    Path("s.f").write_text(unit(line))
    check_one_error(sad("analyze", "s.f"), "SAD107", BAD_INPUT, "does a file include itself?")


def test_a_constant_of_an_undeclared_name_beside_array_values_is_no_crash() -> None:
    lines = ["INTEGER A(3)", "PARAMETER (X = UNKNOWN)", "DATA A /3*0/", "A(1) = X"]
    Path("s.f").write_text(unit(*(f"      {line}" for line in lines)))
    assert sad("analyze", "s.f").code == 0


def test_nesting_without_end_is_an_error_of_the_file_and_no_crash() -> None:
    Path("deep.f").write_text(unit("      X = 1.0", *["     &+1.0"] * 60000))
    Path("good.f").write_text(PROGRAM)
    result = sad("analyze", "deep.f", "good.f")
    check_one_error(result, "SAD109", BAD_INPUT, "deep.f:1")
    assert result.out.startswith("P")


def test_long_chains_and_expressions_are_analysed() -> None:
    chain = ["      ELSE IF (X .GT. 1.0) THEN", "      X = 1.0"] * 250
    terms = ["     &+1.0"] * 1200
    Path("s.f").write_text(
        unit("      X = 1.0", *terms, "      IF (X .GT. 0.0) THEN", *chain, "      END IF")
    )
    result = sad("analyze", "s.f", "--format", "json")
    assert result.code == 0
    (whole,) = json.loads(result.out)["units"]
    (block,) = (item for item in whole["blocks"] if "add.real" in item["operations"])
    assert (block["count"]["value"], block["operations"]["add.real"]) == (1, 1200)
    assert sad("analyze", "s.f").code == 0


TWICE = unit("      CALL S") + 2 * "      SUBROUTINE S\n      END\n"


@pytest.mark.parametrize(
    ("text", "code"), [(TWICE, "SAD208"), ("      PROGRAM P\n      X = 1.0\n", "SAD209")]
)
def test_what_can_be_guessed_is_a_warning_and_an_error_only_if_strict(text: str, code: str) -> None:
    Path("s.f").write_text(text)
    lenient = sad("analyze", "s.f")
    assert lenient.code == 0
    assert f"warning[{code}]" in lenient.err
    check_one_error(sad("analyze", "s.f", "--strict"), code, BAD_INPUT)


def test_macro_option_without_a_name() -> None:
    Path("good.f").write_text(PROGRAM)
    check_one_error(sad("analyze", "good.f", "-D", "=3"), "SAD108", USAGE, "-D")
