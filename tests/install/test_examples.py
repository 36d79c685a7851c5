"""Every command of the parser has an example for the check of an installation."""

from __future__ import annotations

import sys

from tests.install.coverage import command_of, commands_of, not_shown, with_formats
from tests.support.command import ROOT


def test_every_command_has_an_example_of_an_installation():
    commands = commands_of(sys.executable, ROOT)
    assert ("machine", "calibrate") in commands
    assert not_shown(commands) == []
    assert not_shown({**commands, ("new",): {"choices": {"shell": ["zsh"]}, "extras": {}}}) == [
        "sad new: no example",
        "sad new zsh: no example",
    ]


def test_formats_that_no_example_names_are_added():
    commands = commands_of(sys.executable, ROOT)
    added = with_formats(commands)
    assert "sad graph relax.f --machine sparc2 --format graphml" in added
    assert not any(line.endswith("--format github") for line in added)  # it has an example


def test_the_command_of_a_line():
    commands = [("machine", "list"), ("machine", "show"), ("check",)]
    assert command_of("1: sad check norm.c", commands) == ("check",)
    assert command_of("sad machine show t3d", commands) == ("machine", "show")
    assert command_of("cp slow.c norm.c", commands) == ()
