"""Runs of the command line, each in a process of its own that has everything loaded already.

One request per line, in JSON; a child is forked for each, so that none knows what another one read.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import sad.cli.analyze
import sad.cli.parser
import sad.evaluation.predict
import sad.library.api
import sad.report.view
from sad import asked
from sad.cli import main
from sad.incremental.tool import tool_digest
from sad.replay import run, speech, watch

Json = Any

PRELOADED = (sad.cli.analyze, sad.cli.parser, sad.evaluation.predict, sad.library.api, speech)


def serve() -> None:
    tool_digest()  # what it is of may be edited meanwhile
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            answer(request)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def answer(request: Json) -> None:
    """Do a request in this process and end it."""
    folder = Path(request["folder"])
    os.chdir(request["cwd"])
    os.environ.update(request["environment"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = open(0)  # noqa: SIM115 - the parent's has read ahead
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    told: Json = {"computed": False, "stats": [], "opened": [], "questions": [], "spoiled": ""}
    if request["watched"]:
        _watch(told)
    code = 70
    try:
        arguments = request["arguments"]

        def command() -> int:
            told["computed"] = True
            return main(arguments)

        code = run.run(arguments, command) if request["replay"] else command()
        sys.stdout.flush()
        sys.stderr.flush()
        with open(folder / "told", "w") as file:
            json.dump(told, file)
    finally:
        os._exit(code)


def _watch(told: Json) -> None:
    """Note every look at the file system while the command runs, and what the watch made of it."""
    active: list[bool] = []

    def noting(function: Any) -> Any:
        def noted(path: Any, *args: Any, **options: Any) -> Any:
            if active and not isinstance(path, int):
                told["stats"].append(os.fsdecode(path))
            return function(path, *args, **options)

        return noted

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if active and event == "open" and not isinstance(arguments[0], int):
            told["opened"].append(os.fsdecode(arguments[0]))

    begin, end = watch.Watch.begin, watch.Watch.end

    def begun(self: Any) -> None:
        begin(self)
        active.append(True)

    def ended(self: Any) -> Any:
        active.clear()
        told["questions"] = end(self)
        told["spoiled"] = self.spoiled
        return told["questions"]

    watch.Watch.begin, watch.Watch.end = begun, ended
    stamp = asked.stamp

    def quiet(path: str | int) -> Any:
        was = active.copy()
        active.clear()
        try:
            return stamp(path)
        finally:
            active.extend(was)

    asked.stamp = quiet
    os.stat, os.lstat, os.access = noting(os.stat), noting(os.lstat), noting(os.access)
    os.readlink = noting(os.readlink)
    sys.addaudithook(hook)


if __name__ == "__main__":
    serve()
