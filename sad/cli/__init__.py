"""The command line: one file per subcommand, loaded when it is given; heavy imports inside ``run``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

_HINT_OF_DEPTH = "split long expressions, or take inner blocks out into subroutines"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    from sad.cli.parser import build_parser  # noqa: PLC0415 - not for who imports a command

    words = tuple(sys.argv[1:] if arguments is None else arguments)
    parser = build_parser(*words[:1])
    try:
        args = parser.parse_args(words)
    except SystemExit as stop:  # argparse has printed the usage
        return int(stop.code or 0)
    args.words = words
    if args.version:
        from sad.version import tool_version  # noqa: PLC0415

        sys.stdout.write(f"sad {tool_version()}\n")
        return 0
    if args.command is None:
        parser.print_help(sys.stderr)
        return 2
    return _run(args)


def _run(args: Namespace) -> int:
    """Run a command; tell what goes wrong, and return the exit code."""
    from sad.diagnostics import Diagnostic, ExitCode, SadError, Severity, Span  # noqa: PLC0415
    from sad.gc_policy import collector_paused  # noqa: PLC0415
    from sad.large_stack import run_deep  # noqa: PLC0415
    from sad.progress import shown  # noqa: PLC0415

    try:
        if "project_use" in args:
            from sad.cli.sources import settle_sources  # noqa: PLC0415

            complaint = settle_sources(args)
            if complaint:
                sys.stderr.write(complaint)
                return ExitCode.USAGE
        if getattr(args, "output", None):
            from sad.cli.sources import check_output  # noqa: PLC0415

            check_output(args)
        colour = getattr(args, "color", "auto") != "never"
        is_quiet = args.command == "lsp" or getattr(args, "quiet", False)
        with shown(has_colour=colour, is_quiet=is_quiet), collector_paused():
            if not getattr(args, "deep", True):  # the command sees to it itself, where it needs it
                return int(args.run(args))
            return run_deep(lambda: int(args.run(args)))
    except SadError as error:
        from sad.messages import told  # noqa: PLC0415

        if "project_use" in args:
            from sad.cli.project_values import placed  # noqa: PLC0415

            error = placed(error, args)
        sys.stderr.writelines(f"{line}\n" for line in told((*error.earlier, error.diagnostic)))
        return error.exit_code
    except RecursionError:
        place, message = Span.at("<arguments>"), "nested too deeply to be analysed"
        too_deep = Diagnostic("SAD109", Severity.ERROR, message, place, _HINT_OF_DEPTH)
        sys.stderr.write(f"{too_deep}\n")
        return ExitCode.BAD_INPUT
    except BrokenPipeError:  # the reader of a pipe has had enough
        sys.stderr.close()
        return ExitCode.SUCCESS
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130
    except Exception as error:  # noqa: BLE001 - the last line of defence
        damaged = _description(args)
        if damaged is not None:
            what = f"damaged description: {type(error).__name__} {error}"
            hint = "write it again with: sad dump --description; if that fails, too, report it"
            place = Span.at(damaged)
            sys.stderr.write(f"{Diagnostic('SAD110', Severity.ERROR, what, place, hint)}\n")
            return ExitCode.BAD_INPUT
        import traceback  # noqa: PLC0415

        sys.stderr.write(traceback.format_exc())
        sys.stderr.write(
            "sad: internal error; please report it with the command line and, if you can, the "
            "smallest source file that shows it\n"
        )
        return ExitCode.INTERNAL


def _description(args: Namespace) -> str | None:
    """The saved description that a command reads: its parts are only looked at where they are used."""
    values: list[object] = list(vars(args).values())
    for value in values:
        names: list[object] = [*value] if isinstance(value, list | tuple) else [value]  # type: ignore[misc]
        for name in names:
            if isinstance(name, str) and name.endswith(".sad.json"):
                return name
    return None
