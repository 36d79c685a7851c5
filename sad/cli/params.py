"""What only a run can tell: list it, import measured values, look at files of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli import params_export, params_import
from sad.cli.common import add_output_argument

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode

_ACTIONS = {
    "export": "list what only a run can tell, as a file to fill in or for other tools",
    "import": "read counts of runs, and write the values that follow into a parameter file",
    "show": "print a parameter file as a table",
}
_MODULES = {"export": params_export, "import": params_import}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, module in _MODULES.items():
        action = actions.add_parser(name, help=_ACTIONS[name], description=_ACTIONS[name])
        module.add_arguments(action)
    show = actions.add_parser("show", help=_ACTIONS["show"], description=_ACTIONS["show"])
    show.add_argument("file", metavar="FILE", help="parameter file (YAML or JSON)")
    show.add_argument("--format", choices=("text", "json"), default="text")
    add_output_argument(show)


def run(args: argparse.Namespace) -> ExitCode:
    """Do what the action says."""
    if args.action in _MODULES:
        return _MODULES[args.action].run(args)
    return _show(args)


def _show(args: argparse.Namespace) -> ExitCode:
    from sad.cli.common import write_result  # noqa: PLC0415
    from sad.diagnostics import ExitCode  # noqa: PLC0415
    from sad.profiles.params_document import ParamsDocument  # noqa: PLC0415

    document = ParamsDocument.read(args.file)
    if args.format == "json":
        from sad.report.export.params.data import params_json  # noqa: PLC0415

        text = params_json(document)
    else:
        from sad.report.params_table import params_table  # noqa: PLC0415

        text = params_table(document)
    write_result(text, args.output)
    return ExitCode.SUCCESS
