"""What an editor sees of ``sad lsp``: a real client, the real server, over stdin and stdout."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.cli.solve_program import SOLVE
from tests.support.command import sad

lsp = pytest.importorskip("lsprotocol.types", reason="needs the extra f2sad[lsp]")
pytest.importorskip("pygls", reason="needs the extra f2sad[lsp]")

from tests.editor.client import CAN_REFRESH, PATIENCE, Editor, editing, session  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

SPMV = """struct csr { int rows; const int *start, *column; const double *value; };

void spmv(const struct csr *m, const double *x, double *y)
{
    for (int i = 0; i < m->rows; i++) {
        double s = 0.0; /* \U0001f600 */ int n = 0;
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            s += m->value[k] * x[m->column[k]];
        y[i] = s;
    }
}
"""


def test_a_session_shows_costs_says_why_and_takes_values(tmp_path: Path):
    async def work() -> None:
        async with editing(tmp_path, {"machine": "sparc2"}, CAN_REFRESH) as editor:
            uri = editor.open("solve.f", SOLVE, "fortran")
            problems = await editor.diagnostics(uri, 1)
            assert {item.code: item.severity for item in problems} == {
                "SOLVE.trips@goto10": lsp.DiagnosticSeverity.Information,
                "SOLVE.prob@goto10.do30.if1": lsp.DiagnosticSeverity.Information,
                "SOLVE.trips@do40": lsp.DiagnosticSeverity.Information,
                "SOLVE.prob@do40.if1": lsp.DiagnosticSeverity.Information,
            }
            first = next(item for item in problems if item.code == "SOLVE.trips@goto10")
            assert first.range == lsp.Range(lsp.Position(2, 3), lsp.Position(2, 20))
            assert first.message.startswith("X1: how often the loop's body starts")
            lenses = await editor.lenses(uri)
            assert lenses[1].startswith("SOLVE: on sparc2; seconds: ")
            assert {line: lenses[line] for line in (3, 4, 6)} == {
                3: "X1 times",
                4: "N*X1 times",
                6: "N*X1*(N - 1)/2 times",
            }
            assert (await editor.hints(uri))[7] == "N*X1*(N - 1)/2"
            some = lsp.Range(lsp.Position(3, 0), lsp.Position(5, 0))
            assert set(await editor.hints(uri, some)) == {4, 5, 6}
            await _why(editor, uri)
            await _values(editor, uri)

    session(work())


async def _why(editor: Editor, uri: str) -> None:
    (editor.root / "solve.f").write_text(SOLVE)
    said = sad(
        "explain", f"{editor.root}/solve.f:7", editor.root / "solve.f", "--machine", "sparc2"
    )
    text = said.out.replace(f"{editor.root}/", "")
    assert await editor.hover(uri, 7, 20) == f"```text\n{text}```"
    assert "N\n  what      an input" in await editor.hover(uri, 1, 24)
    assert await editor.hover(uri, 2, 6) == ""
    assert "  count     N*X1\n" in await editor.run("sad.explain", uri, 5)
    assert editor.shown.pop().startswith("solve.f:5: S = 0.0D0")


async def _values(editor: Editor, uri: str) -> None:
    actions = await editor.actions(uri, 3)
    assert list(actions) == [f"sad: set X1 = {value}" for value in (1, 10, 100, 1000)]
    command = actions["sad: set X1 = 10"]
    editor.refreshed.clear()
    assert await editor.run(command.command, *command.arguments) is None
    for name, value in (("N", 100), ("P1", "0.5"), ("SOLVE.trips@do40", 4), ("P2", 0.25)):
        assert await editor.run("sad.set", uri, name, value) is None
    assert {"lenses", "hints"} <= set(editor.refreshed)
    assert (await editor.hints(uri))[7].startswith("49500, ")
    printed = sad(
        "analyze", editor.root / "solve.f", "--machine", "sparc2", "--set", "N=100", "--set", "X1=10",
        "--set", "P1=0.5", "--set", "X2=4", "--set", "P2=0.25",
    ).out  # fmt: skip
    time = printed.split("\n\n")[1].strip().split("    ")[0]
    assert (await editor.lenses(uri))[1].startswith(f"SOLVE: {time} on sparc2; seconds: ")
    assert await editor.run("sad.set", uri, "P1", 7) == "P1=7: a probability is between 0 and 1"
    assert (await editor.run("sad.set", uri, "Q", 7)).startswith("nothing depends on 'Q'")
    assert len(editor.shown) == 2
    assert (await editor.hints(uri))[7].startswith("49500, ")  # neither has changed anything
    assert "sad: take back N = 100" in await editor.actions(uri, 1)
    assert await editor.run("sad.set", uri, "N", None) is None
    assert (await editor.hints(uri))[7] == "N*X1*(N - 1)/2"


def test_buffers_are_read_also_while_they_are_broken(tmp_path: Path):
    async def work() -> None:
        async with editing(tmp_path) as editor:
            assert editor.encoding == "utf-16"
            uri = editor.open("spmv.c", SPMV, "c")
            assert (await editor.lenses(uri))[3] == "spmv: floating-point operations: 2*X1"
            assert (await editor.hints(uri))[9] == "m.rows"
            (item,) = await editor.diagnostics(uri, 1)
            assert (item.code, item.range.start.line) == ("spmv.total@m.start", 6)
            editor.change(uri, 2, SPMV.replace("int n = 0;", "int @ = 0;"))
            (item,) = [
                found
                for found in await editor.diagnostics(uri, 2)
                if found.severity == lsp.DiagnosticSeverity.Error
            ]
            line = SPMV.splitlines()[5]
            before = line[: line.index("n = 0")]
            assert item.range.start.line == 5
            assert item.range.start.character == len(before.encode("utf-16-le")) // 2
            editor.change(uri, 3, SPMV)
            assert (await editor.hints(uri))[9] == "m.rows"
            assert not (tmp_path / "spmv.c").exists()
            await _broken(editor)
            await _hurried(editor)

    session(work())


async def _hurried(editor: Editor) -> None:
    """Old work is dropped, and a long analysis holds up nothing, the end included."""
    uri = editor.open("other.f", SOLVE, "fortran")
    for version in range(2, 8):
        editor.change(uri, version, f"* {version}\n{SOLVE}")
    assert len(await editor.hints(uri)) > 8
    while True:
        seen = await asyncio.wait_for(editor.published.get(), PATIENCE)
        if seen.uri == uri and seen.version == 7:
            break
        assert seen.uri != uri or seen.version == 1  # nothing between was analysed to its end
    loops = "".join(
        f"      DO {n} I{n} = 1, N{n}\n      IF (A(I{n}) .GT. X) GOTO 9000\n" for n in range(10, 40)
    )
    ends = "".join(f"   {n} CONTINUE\n" for n in reversed(range(10, 40)))
    unit = f"      SUBROUTINE S@ (A, X)\n      REAL A(*)\n{loops}{ends} 9000 CONTINUE\n      END\n"
    large = "".join(unit.replace("@", str(number)) for number in range(10))
    asked = asyncio.create_task(editor.lenses(editor.open("large.f", large, "fortran")))
    await asyncio.sleep(0.3)  # it is at work now
    started = time.perf_counter()
    assert await editor.run("sad.set", "file:///nowhere.f", "N", 1) is None
    assert time.perf_counter() - started < 10
    assert not asked.done()
    asked.cancel()


async def _broken(editor: Editor) -> None:
    """What cannot be read keeps what was known."""
    uri = editor.open("solve.f", SOLVE, "fortran")
    before = await editor.hints(uri)
    editor.change(uri, 2, f"C     \0\n\n{SOLVE}")
    (item,) = await editor.diagnostics(uri, 2)
    assert (item.code, item.severity) == ("SAD103", lsp.DiagnosticSeverity.Error)
    moved = {line + 2: text for line, text in before.items()}
    assert await editor.hints(uri) == moved  # each still at its statement
    editor.change(uri, 3, SOLVE.replace("   20    S = S +", "   20    S = S + ("))
    problems = await editor.diagnostics(uri, 3)
    assert ("SAD201", 6) in {(item.code, item.range.start.line) for item in problems}
    assert (await editor.hints(uri))[5] == before[5]  # the other lines are there
    editor.change(uri, 4, "")
    assert await editor.diagnostics(uri, 4) == []
    assert await editor.hints(uri) == {}
    editor.change(uri, 5, SOLVE)
    assert await editor.hints(uri) == before


def test_settings_come_from_the_project_the_editor_and_a_file(tmp_path: Path):
    (tmp_path / "sad.toml").write_text('sources = ["main.f", "work.f"]\n[sizes]\nN = 30\n')
    (tmp_path / "main.f").write_text(
        "      PROGRAM MAIN\n      READ *, N\n      CALL WORK(N)\n      END\n"
    )
    work_file = "      SUBROUTINE WORK (N)\n      DO 10 I = 1, N\n   10 X = X + 1.0\n      END\n"
    (tmp_path / "work.f").write_text("      SUBROUTINE WORK (N)\n      END\n")
    (tmp_path / "own.json").write_text('{"machine": "sparc9", "toolchain": "none"}')

    async def work() -> None:
        options = {"machine": "sparc2", "toolchain": None, "sizes": {"N": 20}}
        start = editing(
            tmp_path, options, CAN_REFRESH, arguments=("--settings", "own.json"), configuration=None
        )
        async with start as editor:
            editor.configuration = {"machin": "sparc2"}
            uri = editor.open("work.f", work_file, "fortran")
            (item,) = await editor.diagnostics(uri, 1)
            assert item.message.startswith("no toolchain 'none'")
            assert (await editor.lenses(uri))[1].startswith("WORK: entered once; ")
            assert (await editor.hints(uri))[3] == "20"
            assert any("unknown setting 'machin' [SAD870]" in text for text in editor.shown)
            editor.configuration = {"machine": "sparc2", "toolchain": "f77-O", "sizes": {"N": 7}}
            changed = lsp.DidChangeConfigurationParams({"sad": editor.configuration})
            editor.client.workspace_did_change_configuration(changed)
            while not (await editor.hints(uri))[3].startswith("7, "):
                await asyncio.sleep(0.05)
            assert await editor.diagnostics(uri, 1) == []

    session(work())


def test_a_client_that_leaves_without_a_word_ends_the_server():
    run = subprocess.run(
        [sys.executable, "-m", "sad", "lsp"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (1, b"", b"")


def test_without_pygls_the_command_says_what_to_install():
    code = (
        "import sys; sys.modules['pygls.lsp.server'] = None; "
        "from sad.cli import main; sys.exit(main(['lsp']))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.splitlines() == [
        "<arguments>:1: error[SAD854]: the language server: pygls is not installed",
        "  hint: install it with: pip install 'f2sad[lsp]'",
    ]
