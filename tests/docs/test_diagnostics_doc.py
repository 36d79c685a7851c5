"""docs/diagnostics.md: every code is there once, and its example says what the page says."""

from __future__ import annotations

import re
import runpy
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from sad.diagnostics import SadError
from tests.support.command import ROOT, sad
from tests.support.named_compilers import skip_without_compilers

PAGE = ROOT / "docs" / "diagnostics.md"
_ENTRY = re.compile(r"^### (SAD\d{3}): (.+)$", re.MULTILINE)
_SEVERITY = re.compile(r"^Severity: ([a-z ]+)\. \S", re.MULTILINE)
_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_REPEAT = re.compile(r"^(.*\n)C     \.\.\. the line above (\d+) times\n", re.MULTILINE)
_AFTER_OTHERS = ("SAD120", "SAD232")  # how many more there are of what was said before
_MESSAGE = re.compile(r"\S+: (error|warning|note)\[(SAD\d{3})\]: .+")


@dataclass(frozen=True)
class Entry:
    """One code's section of the page."""

    code: str
    text: str

    @property
    def files(self) -> dict[str, str]:
        """The files of the example, with what the page abbreviates written out."""
        return {
            name: _REPEAT.sub(lambda match: match[1] * (1 + int(match[2])), text).replace("␀", "\0")
            for _, name, text in _FENCE.findall(self.text)
            if name
        }

    @property
    def console(self) -> list[str]:
        """The command line and the first line it says."""
        (block,) = [text for kind, _, text in _FENCE.findall(self.text) if kind == "console"]
        return block.splitlines()


def entries() -> list[Entry]:
    """Return the page's sections in order."""
    page = PAGE.read_text(encoding="utf-8")
    starts = list(_ENTRY.finditer(page))
    ends = [match.start() for match in starts[1:]] + [len(page)]
    return [
        Entry(match[1], page[match.end() : end]) for match, end in zip(starts, ends, strict=True)
    ]


ENTRIES = entries()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_example_says_what_the_page_says(
    entry: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_without_compilers(entry.text)
    monkeypatch.chdir(tmp_path)
    for name, text in entry.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    command, first_line = entry.console
    prompt, program, *arguments = shlex.split(command)
    assert prompt == "$"
    messages = {"sad": of_command, "python": of_program}[program](*arguments)
    if entry.code in _AFTER_OTHERS:
        assert first_line in messages.splitlines()
        return
    assert messages.splitlines()[0] == first_line
    assert len(_MESSAGE.findall(messages)) == 1  # the example shows this problem, and no other


def of_command(*arguments: str) -> str:
    """Return what ``sad ARGUMENTS`` says."""
    return sad(*arguments).err


def of_program(path: str) -> str:
    """Return the error that a program raises: what no command reaches is shown by one."""
    with pytest.raises(SadError) as raised:
        runpy.run_path(path)
    return str(raised.value)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_page_names_the_severity_and_says_what_to_do(entry: Entry) -> None:
    severity = _SEVERITY.search(entry.text)
    message = _MESSAGE.fullmatch(entry.console[1])
    assert severity is not None
    assert message is not None
    assert message[1] in severity[1].split(" or ")
    assert message[2] == entry.code
    advice = re.split(r"^#", entry.text.rpartition("```\n")[2], flags=re.MULTILINE)[0].strip()
    assert advice.endswith(".")


def test_the_page_has_the_codes_of_the_program_in_order() -> None:
    sources = [path for name in ("sad", "frontends") for path in (ROOT / name).rglob("*.py")]
    used = {
        code
        for path in sources
        for code in re.findall(r"\"(SAD\d{3})\"", path.read_text(encoding="utf-8"))
    }
    assert [entry.code for entry in ENTRIES] == sorted(used)
