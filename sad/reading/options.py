"""What to read and how, and what to make of it: the options every way in shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.profiles.settings import Settings
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MACRO_HINT = "for instance -D DEBUG or -D SIZE=100"


@record
class Reading:
    """Sources and how they are read.

    ``sources`` are files, folders, ``-`` for standard input, or one saved description. ``defines`` are
    macros; one whose value is None stays a parameter in C. ``cpp`` is a command that preprocesses C,
    ``compile_commands`` a file that says how each C file is compiled, ``language`` that of standard
    input. ``stubs`` name files with costs of procedures, ``inputs`` variables FILE:LINE:NAME to be
    taken as inputs. ``texts`` are read in place of the files of those paths.
    """

    sources: tuple[str, ...]
    include: tuple[str, ...] = ()
    defines: Mapping[str, str | None] = field(default_factory=dict[str, "str | None"])
    cpp: str | None = None
    compile_commands: str | None = None
    language: str = "fortran"
    stubs: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict[str, str])


@record
class Choice:
    """What a prediction is for: an entry, values, and a machine with its toolchain and cost model.

    ``settings`` are given values, those of the file ``params`` among them, ``assume`` names of
    assumptions, ``defaults`` the name of what fills the rest in. Without ``toolchain`` it is the
    machine's one for the entry's language. ``evaluate_steps`` is how many steps of the program may be
    run to find counts without a formula, ``stdin`` the text that the program reads then,
    ``files`` names and texts of other files it opens, ``command_line`` its arguments, ``environment``
    names and values of environment variables (None: not set), and ``watched`` a line whose values are
    noted.
    """

    entry: str | None = None
    settings: Settings = field(default_factory=Settings)
    assume: tuple[str, ...] = ()
    defaults: str | None = None
    machine: str | None = None
    toolchain: str | None = None
    cost_model: str | None = None
    params: str | None = None
    evaluate_steps: int = 0
    stdin: str | None = None
    command_line: tuple[str, ...] | None = None
    watched: tuple[str, int] | None = None
    files: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str | None], ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether nothing is said of a program but what its own source says."""
        settings = self.settings
        given = settings.items or settings.misses or self.assume or self.defaults
        return self.entry is None and not given

    @property
    def has_input(self) -> bool:
        """Whether anything that the program reads is given."""
        texts = self.stdin is not None or self.command_line is not None
        return texts or bool(self.files or self.environment)


def macros(items: Iterable[str]) -> dict[str, str | None]:
    """Return the macros of ``-D NAME[=VALUE]`` options; SAD108 if one has another form."""
    defines: dict[str, str | None] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not name.isidentifier():
            raise argument_error("SAD108", f"-D {item!r}: NAME or NAME=VALUE expected", _MACRO_HINT)
        defines[name] = value if equals else None
    return defines
