"""What can end a run besides the END of the main program."""

from __future__ import annotations


class NotInterpreted(Exception):
    """The program uses something this interpreter does not do; nothing can be said of its counts."""


class InvalidRun(Exception):
    """The program broke a rule while running: overflow, subscript outside, undefined value."""


class StepLimit(Exception):
    """The run took more loop iterations and jumps than it was allowed."""


class Stopped(Exception):
    """STOP was reached: the ordinary way to leave from any depth."""
