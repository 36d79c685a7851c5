"""Every command in README.md and docs/ is run, and prints what the page shows.

A fenced block with a language and a name is a file of that name. A block ``console`` holds commands
after ``$`` and their output, in which a line ``...`` stands for any lines. ``--update-goldens`` puts
the real output into the pages.
"""

from __future__ import annotations

import re
import shlex
from glob import glob
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from tests.support.command import ROOT, sad
from tests.support.named_compilers import skip_without_compilers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OWN_TEST = {"diagnostics.md", "extending.md"}
PAGES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.name not in OWN_TEST),
]
_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"\bmake ([a-z][a-z0-9-]*)")


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the printed lines are those shown; ``...`` stands for any number of lines."""
    if not shown:
        return not any(printed)
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


def run_line(line: str) -> list[str]:
    words = shlex.split(line.removeprefix("$ "))
    assert words[0] == "sad", f"only sad is run here: {line}"
    # a pattern of files is put in as a shell does
    files = [sorted(glob(word)) or [word] for word in words[1:]]
    result = sad(*chain.from_iterable(files))
    return (result.out + result.err).rstrip("\n").split("\n")


def console(block: str) -> list[tuple[str, list[str]]]:
    """Split a console block into commands and the output shown for each."""
    found: list[tuple[str, list[str]]] = []
    for line in block.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    return [(command, [*shown]) for command, shown in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_commands_print_what_the_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update_goldens: bool
):
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    monkeypatch.chdir(tmp_path)
    check_page(page, tmp_path, update_goldens)


def check_page(
    page: Path, folder: Path, update_goldens: bool, written: Callable[[Path], None] | None = None
) -> None:
    """Run the commands of a page; ``written`` is told of every file that it has, once it is there."""
    text = page.read_text()
    skip_without_compilers(text)
    for language, name, block in _FENCE.findall(text):
        if name:
            (folder / name).write_text(block)
            if written is not None:
                written(folder / name)
        if language != "console":
            continue
        for command, shown in console(block):
            printed = run_line(command)
            if update_goldens and "..." not in shown:
                old = "\n".join([command, *shown, ""])
                new = [command, *printed] if any(printed) else [command]
                text = text.replace(old, "\n".join([*new, ""]))
                continue
            assert matches(shown, printed), "\n".join([command, *printed])
    if update_goldens:
        page.write_text(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_make_targets_named_in_the_page_exist(page: Path):
    targets = set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    blocks = "\n".join(re.findall(r"^```(?!\w+ ).*?^```$", page.read_text(), re.M | re.S))
    inline = "\n".join(re.findall(r"`(make [a-z][a-z0-9-]*)`", page.read_text()))
    assert set(_TARGET.findall(f"{blocks}\n{inline}")) <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists() and ":" not in link] == []


def test_the_comparison_notices_a_difference():
    assert matches(["a", "...", "d"], ["a", "b", "c", "d"])
    assert not matches(["a", "...", "e"], ["a", "b", "c", "d"])
    assert not matches(["a"], ["a", "b"])
