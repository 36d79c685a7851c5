"""Writes the man page from the parser of the command line: ``python docs/man/make.py``."""

from __future__ import annotations

import os
from pathlib import Path

from argparse_manpage.manpage import Manpage

from sad.cli.parser import build_parser
from sad.version import tool_version

PAGE = Path(__file__).with_name("sad.1")


def man_page() -> str:
    """Return the page as troff: all commands with their options, the same on every day."""
    os.environ["COLUMNS"] = "100"  # what argparse wraps at
    parser = build_parser()
    parser.load_all()
    about = {
        "date": f"version {tool_version()}",
        "description": "symbolic cost and predicted time of Fortran and C programs",
        "manual_title": "User Commands",
    }
    return str(Manpage(parser, _data=about))


if __name__ == "__main__":
    PAGE.write_text(man_page(), encoding="utf-8")
