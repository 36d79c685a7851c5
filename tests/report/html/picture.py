"""The picture of the page in the README: ``python -m tests.report.html.picture``, or `make picture`."""

from __future__ import annotations

import argparse
import tempfile
from contextlib import chdir
from pathlib import Path

from tests.report.html.chromium import chromium
from tests.support.command import ROOT, sad

PICTURE = ROOT / "docs" / "pictures" / "html-report.png"
_SIZE = (1280, 1500)
_SIZES = ("MX=12", "MY=MX", "MZ=MX", "NNEIB=13", "NPART=15000")


def main() -> None:
    """Make the page of one step of md1 on three machines, and photograph its beginning."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.report.html.picture", description=main.__doc__
    )
    parser.add_argument("-o", dest="output", type=Path, default=PICTURE)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "report.html"
        machines = ("--machine", "sparc2", "--also-machine", "t3e", "--also-machine", "zen3")
        values = ("--params", "step.params.yaml", *(f"--set={size}" for size in _SIZES))
        with chdir(ROOT / "corpus" / "md1"):  # so that the page names no folder
            result = sad(
                *("analyze", "md1.f", "--entry", "STEP", *machines, *values),
                *("--format", "html", "-o", page),
            )
        if result.code:
            raise SystemExit(result.err)
        with chromium() as browser:
            browser.driver.set_window_size(*_SIZE)
            browser.open(page)
            args.output.write_bytes(browser.driver.get_screenshot_as_png())


if __name__ == "__main__":
    main()
