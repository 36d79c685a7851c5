"""Calls that ask for the command line: GETARG and the like of Fortran, ``getopt`` of C."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.walk import statements
from sad.slicing.call_writer import CallWriter
from sad.slicing.calls import base_name
from sad.slicing.environment import VARIABLES

if TYPE_CHECKING:
    from sad.ir.program import Unit

NUMBER_OF_WORDS = frozenset(("IARGC", "COMMAND_ARGUMENT_COUNT"))
WORDS = frozenset(("GETARG", "GET_COMMAND_ARGUMENT"))
OPTIONS = "getopt"
OF_OPTIONS = ("optarg", "optind", "optopt")
"""The variables of C's library that ``getopt`` sets."""
_NOT_SET = 1
_NOT_THERE = 42
"""The status that gfortran gives of a variable that is not set, and of an argument that is not."""
_IN_STUB = f"{OPTIONS}@"
"""What changes global variables in the procedure that stands for ``getopt``."""


def _text(node: ex.Expr) -> str:
    """A constant text of ASCII; empty for anything else."""
    text = node.value if isinstance(node, ex.Constant) else None
    return text if isinstance(text, str) and text.isascii() else ""


def _is_first(node: ex.Expr, unit: Unit) -> bool:
    """Whether an argument is the ``argv`` of ``main``, which nothing in it changes."""
    name = base_name(node)
    return name == unit.every_dummy[1] and not any(
        isinstance(statement, st.Assign)
        and (base_name(statement.target) or "").partition("[")[0] == name
        for statement in statements(unit.body)
    )


class WordCalls(CallWriter):
    """Writes calls of one unit that ask for the command line."""

    def number(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        """Return the text of how many arguments there are."""
        is_given = self._signatures.has_arguments and not self._signatures.is_wide
        return "len(WORDS)" if is_given and self._library.is_outside(node) else None

    def option(self, node: ex.FunctionCall | st.CallStatement) -> str | None:
        """Return the text of the next option that ``getopt`` finds in the ``argv`` of ``main``."""
        if not self._follows_options or not self._library.is_outside(node):
            return None
        if node.name == _IN_STUB:
            return "0"
        places: list[str] = []
        for name in OF_OPTIONS:
            if name in self._unit.symbols and self._library.is_relevant(name):
                spot = self._names.scalar(name)
                places.append(f"({spot.memory}, {spot.place})")
            else:
                places.append("None")
        count, argv, form = node.arguments
        words = self._names.array(base_name(argv) or "")
        return (
            f"OPTIONS.next({self._write.value(count)}, ({words.memory}, {words.place}),"
            f" {_text(form)!r}, ({', '.join(places)}), {self._library.cause(node)})"
        )

    @cached_property
    def _follows_options(self) -> bool:
        """Whether all calls of ``getopt`` are in ``main`` and get its ``argv``, which nothing changes;
        ``main`` knows all variables that they set.
        """
        if not self._signatures.has_arguments:
            return False
        units = {entry.unit.key: entry.unit for entry in self._signatures.reached}.values()
        own = [unit for unit in units if unit.name == "main" and len(unit.every_dummy) == 2]
        names = {name for unit in units for name in OF_OPTIONS if name in unit.symbols}
        if len(own) != 1 or not names <= own[0].symbols.keys():
            return False
        for unit in units:
            for call in self._slice.sites.inside(unit):
                is_own = unit is own[0] and len(call.arguments) == 3
                if call.name == OPTIONS and not (
                    is_own and _is_first(call.arguments[1], unit) and _text(call.arguments[2])
                ):
                    return False
        return True

    def lines(self, call: st.CallStatement) -> list[str] | None:
        """The lines of GETARG, GET_COMMAND_ARGUMENT and what asks for environment variables."""
        is_variable = call.name in VARIABLES
        is_given = is_variable or self._signatures.has_arguments
        if not is_given or not self._library.is_outside(call) or call.hidden:
            return None
        cause = self._library.cause(call)
        first, *targets = call.arguments
        asked = self._write.value(first)
        lines = [f"word = ENVIRONMENT.text({asked})"]
        if not is_variable:
            lines = [f"number = {asked}", f"word = argument(number, {cause})"]
            lines += ["if number.__class__ is int and number > len(WORDS): word = None"]
        value = self._unit.symbols.get(base_name(targets[0]) or "") if targets else None
        room = None if value is None else value.size_bytes
        lines.append(
            f"status = status_of_text(word, {_NOT_SET if is_variable else _NOT_THERE}, {room})"
        )
        lines.append("word = '' if word is None else word")
        values = ("word", "(word if word.__class__ is Unknown else len(word))", "status")
        for target, value in zip(targets, values, strict=False):
            name = base_name(target) or ""
            symbol = self._unit.symbols.get(name)
            if symbol is None or not self._library.is_relevant(name):
                continue
            if isinstance(target, ex.Element):
                spot = self._write.spot(target)
            elif isinstance(target, ex.Variable) and not symbol.dimensions:
                spot = self._names.scalar(name)
            else:
                return None
            is_text = symbol.type is Type.CHARACTER
            if is_text and not symbol.size_bytes:
                return None
            text = f"fitted({value}, {symbol.size_bytes})" if is_text else value
            put = f"{spot.memory}.put({spot.place}, {text})"
            lines.append(put if spot.memory else f"{spot.place} = {text}")
        return lines
