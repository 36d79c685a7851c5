"""Command lines that cannot be: one line that says what is wrong, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.cli.parser import COMMANDS, PURPOSES, build_parser
from tests.cli.one_error import PROGRAM, USAGE
from tests.support.command import sad


@pytest.fixture(autouse=True)
def _beside_a_good_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.f").write_text(PROGRAM)


@pytest.mark.parametrize(
    ("words", "line", "hint"),
    [
        ("analyse good.f", "sad: unknown command 'analyse'", "did you mean analyze?"),
        ("frobnicate", "sad: unknown command 'frobnicate'", "sad --help lists all commands"),
        ("good.f", "sad: unknown command 'good.f'", "did you mean sad analyze good.f?"),
        ("machine lst", "sad machine: unknown action 'lst'", "did you mean list?"),
        (
            "analyze good.f --masch x",
            "sad analyze: unknown option --masch",
            "did you mean --machine? sad analyze --help lists all options",
        ),
        (
            "analyze good.f --xyzzy=3",
            "sad analyze: unknown option --xyzzy",
            "sad analyze --help lists all options",
        ),
        (
            "params export good.f --sorted governs",
            "sad params export: unknown option --sorted",
            "did you mean --sort? sad params export --help lists all options",
        ),
        (
            "--versoin",
            "sad: unknown option --versoin",
            "did you mean --version? sad --help lists all options",
        ),
        ("lsp x", "sad lsp: unexpected argument 'x'", "sad lsp --help"),
        (
            "analyze good.f --format jsn",
            "sad analyze: --format: 'jsn' is none of its values",
            "did you mean json?",
        ),
        (
            "analyze good.f --jobs",
            "sad analyze: --jobs: expected one argument",
            "sad analyze --help",
        ),
        (
            "analyze good.f --jobs 0",
            "sad analyze: --jobs: a whole number from 1 to 1024 is expected, not '0'",
            "sad analyze --help",
        ),
    ],
)
def test_a_mistake_is_one_line_and_a_hint(words: str, line: str, hint: str):
    result = sad(*words.split())
    assert (result.code, result.out) == (USAGE, "")
    assert result.err == f"{line}\n  hint: {hint}\n"


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("analyze", "sad analyze: no source given; for instance: sad analyze solve.f"),
        ("params export", "sad params export: no source given; for instance: sad params export "),
        ("explain", "sad explain: TARGET is missing; for instance: sad explain solve.f:12"),
        ("profile", "sad profile: --build and --run are missing; for instance: sad profile "),
        (
            "dump good.f",
            "sad dump: one of --ir, --cfg and --description is missing; for instance: ",
        ),
        ("machine", "sad machine: ACTION is missing; for instance: sad machine list"),
        ("machine show", "sad machine show: NAME|FILE is missing; for instance: sad machine show "),
        (
            "sweep good.f",
            "sad sweep: one of --vary, --largest and --half-rate is missing; for instance: sad sweep",
        ),
    ],
)
def test_what_is_forgotten_is_one_line_with_an_example(words: str, start: str):
    result = sad(*words.split())
    assert (result.code, result.out) == (USAGE, "")
    assert result.err.startswith(start)
    assert result.err.count("\n") == 1


def test_without_a_command_the_help_is_shown():
    result = sad()
    assert result.code == USAGE
    assert result.err == sad("--help").out
    for name in COMMANDS:
        assert f"\n  {name} " in result.err


def test_every_command_has_one_purpose():
    assert sorted(name for names in PURPOSES.values() for name in names) == sorted(COMMANDS)


@pytest.mark.parametrize("columns", ["60", "100"])
def test_help_fits_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", columns)
    assert max(map(len, sad("--help").out.splitlines())) <= int(columns)


def test_options_that_commands_share_stand_in_the_same_groups():
    found: dict[str, set[str]] = {}
    for parser in build_parser().load_all():
        for group in parser._action_groups:
            for action in group._group_actions:
                for option in action.option_strings:
                    found.setdefault(f"{option} {action.dest}", set()).add(str(group.title))
    assert {name: titles for name, titles in found.items() if len(titles) > 1} == {}
    assert found["--machine machine"] == {"machine"}
    assert found["-I include"] == {"reading sources"}
