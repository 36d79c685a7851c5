"""An interpreter of the IR that counts: what really happens, independent of the analysis.

``interpreter(program).run(...)`` turns every unit into a Python function once, runs it, and says how
often each statement started, each arm was taken, each loop body ran. It imports nothing of
``sad.analysis``, ``sad.algebra`` or ``sad.model``, ``sad.lowering``.
"""

from __future__ import annotations

from tests.support.interpreter.errors import InvalidRun, NotInterpreted, StepLimit
from tests.support.interpreter.events import Event
from tests.support.interpreter.lines import line_counts
from tests.support.interpreter.machine import Interpreter, Run, interpreter

__all__ = [
    "Event",
    "Interpreter",
    "InvalidRun",
    "NotInterpreted",
    "Run",
    "StepLimit",
    "interpreter",
    "line_counts",
]
