"""Commands run outside of the checkout, and what is wrong with their answers."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

_SYSTEM = "/usr/local/bin:/usr/bin:/bin"
_LIMIT = 300  # [s] for a command
_NUMBER = re.compile(r"(\d+): ")
_FORMAT = re.compile(r"--(?:format|to) (\w+)$")
_INTERVAL = re.compile(r"\d .*\bto .*\bin 9 (of 10 cases|cases of 10)")
_NEXT = re.compile(r"^next\n  (sad .*(?:\\\n.*)*)$", re.MULTILINE)
_MOST_FOLLOWED = 3  # commands that a report says
_FORMATS = {
    "json": json.loads,
    "sarif": json.loads,
    "gitlab": json.loads,
    "junit": ElementTree.fromstring,
    "graphml": ElementTree.fromstring,
    "python": ast.parse,
    "numpy": ast.parse,
}


@dataclass
class Place:
    """An environment with the wheel, a folder with inputs, and a folder to work in."""

    programs: Path
    inputs: Path
    work: Path
    number: int = 0
    problems: list[str] = field(default_factory=list[str])

    def example(self, example: str) -> None:
        """Run the lines of an example in a copy of the inputs; keep what is wrong."""
        folder = self._folder()
        for line in example.replace("\\\n", "").splitlines():
            wanted, command = _code(line)
            if not self._line(command, folder, wanted):
                return

    def follow(self, line: str) -> None:
        """Run a line, then literally what it says to type next, until an interval stands there."""
        folder = self._folder()
        environment = self._environment(folder)
        typed = [line]
        while True:
            run = self._run(typed[-1], folder, environment)
            if not self._judge(typed[-1], run, 0) or _INTERVAL.search(run.stdout):
                return
            following = _next(run.stdout)
            if following is None or len(typed) > _MOST_FOLLOWED:
                self._wrong(" and then ".join(typed), run, "no time with an interval")
                return
            typed.append(following)

    def asks_for(self, line: str, extra: str) -> None:
        """Run a line that needs an extra which is not there: it says so, with exit code 2."""
        folder = self._folder()
        run = self._run(line, folder, self._environment(folder))
        hint = f"pip install 'f2sad[{extra}]'"
        if run.returncode != 2 or hint not in run.stderr or run.stdout:
            self._wrong(line, run, f"no exit code 2 with: {hint}")
        elif len(run.stderr.splitlines()) > 2:
            self._wrong(line, run, "more than one error")

    def anywhere(self, line: str) -> None:
        """Run a line where nothing can be written, without a home, as scripts without a locale do."""
        environment = {"PATH": f"{self.programs}:{_SYSTEM}", "HOME": "/proc/none", "LC_ALL": "C"}
        run = self._run(line.format(inputs=self.inputs), Path("/proc"), environment)
        self._judge(line, run, 0)

    def python(self, code: str, wanted: str) -> None:
        """Run a text in Python; it prints what is wanted."""
        folder = self._folder()
        run = subprocess.run(
            [str(self.programs / "python"), "-c", code],
            cwd=folder,
            env=self._environment(folder),
            capture_output=True,
            text=True,
            timeout=_LIMIT,
            check=False,
        )
        if (run.returncode, run.stdout.strip()) != (0, wanted):
            self._wrong("a program in Python", run, f"not {wanted}")

    def _folder(self) -> Path:
        self.number += 1
        folder = self.work / str(self.number)
        shutil.copytree(self.inputs, folder)
        return folder

    def _environment(self, folder: Path) -> dict[str, str]:
        home = folder / "home"
        home.mkdir(exist_ok=True)
        return {"PATH": f"{self.programs}:{_SYSTEM}", "HOME": str(home), "LANG": "C.UTF-8"}

    def _run(
        self, line: str, folder: Path, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            line,
            shell=True,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_LIMIT,
            check=False,
        )

    def _line(self, line: str, folder: Path, wanted: int) -> bool:
        return self._judge(line, self._run(line, folder, self._environment(folder)), wanted)

    def _judge(self, line: str, run: subprocess.CompletedProcess[str], wanted: int) -> bool:
        """Whether an answer is as it should be."""
        if run.returncode != wanted:
            self._wrong(line, run, f"not {wanted}")
        elif "Traceback" in run.stderr or "internal error" in run.stderr:
            self._wrong(line, run, "a traceback")
        elif found := _FORMAT.search(line):
            try:
                _FORMATS.get(found[1], str)(run.stdout)
            except (ValueError, SyntaxError, ElementTree.ParseError) as error:
                self._wrong(line, run, f"no {found[1]}: {error}")
            else:
                return bool(run.stdout) or self._silent(line, run)
        else:
            return True
        return False

    def _silent(self, line: str, run: subprocess.CompletedProcess[str]) -> bool:
        self._wrong(line, run, "no output")
        return False

    def _wrong(self, line: str, run: subprocess.CompletedProcess[str], why: str) -> None:
        said = "\n".join(f"    {item}" for item in run.stderr.splitlines()[-12:])
        self.problems.append(f"{line}\n  exit code {run.returncode}: {why}\n{said}")


def _code(line: str) -> tuple[int, str]:
    """The exit code that a line should have, and the line."""
    found = _NUMBER.match(line)
    return (int(found[1]), line[found.end() :]) if found else (0, line)


def _next(report: str) -> str | None:
    """The first command that a report says to type next."""
    found = _NEXT.search(report)
    return found and found[1].replace("\\\n", " ")


def has_compilers() -> bool:
    """Whether there are the compilers that examples need; a requirement where CI says so."""
    found = all(shutil.which(name, path=_SYSTEM) for name in ("gfortran", "gcov", "mpicc"))
    if not found and os.environ.get("SAD_REQUIRE_COMPILER") == "1":
        message = "gfortran, gcov and Open MPI are needed"
        raise SystemExit(message)
    return found
