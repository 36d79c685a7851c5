"""Pages in a real browser: Chromium without a window, driven by selenium."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1000",
)
_PATIENCE = 20  # seconds until a page must have drawn everything

_NUMBERS = """
const value = (element) => element.dataset.value === '' ? null : Number(element.dataset.value);
const own = (item) => item.querySelector(':scope > div.row, :scope > details > summary');
const rows = [...document.querySelectorAll('#tree li')]
    .filter((item) => own(item).querySelector('.time'));
return {
    total: value(document.getElementById('total')),
    coverage: Object.fromEntries([...document.querySelectorAll('#coverage-bar span')]
        .map((part) => [part.dataset.basis, value(part)])),
    lines: Object.fromEntries([...document.querySelectorAll('table.source tbody tr[tabindex]')]
        .map((row) => [row.id, [...row.cells].slice(0, 3).map(value)])),
    tree: rows.map((item) => [
        item.closest('[data-unit]').dataset.unit,
        item.dataset.kind, item.dataset.row, item.dataset.label,
        ...['count', 'time', 'share'].map((name) => value(own(item).querySelector('.' + name)))]),
    units: Object.fromEntries([...document.querySelectorAll('#units tbody tr')]
        .map((row) => [row.dataset.unit, [value(row.cells[2]), value(row.cells[3])]])),
    curve: JSON.parse(document.getElementById('curve').dataset.points || '[]'),
};
"""


def needs_chromium() -> None:
    """Skip a test without a browser, or fail if ``SAD_REQUIRE_BROWSER`` says there must be one."""
    if shutil.which("chromium") and shutil.which("chromedriver"):
        return
    if os.environ.get("SAD_REQUIRE_BROWSER") == "1":
        pytest.fail("chromium and chromedriver are required and not there")
    pytest.skip("needs chromium and chromedriver")


class Page:
    """A page in a browser."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path) -> float:
        """Open a file and wait until everything is drawn; return how long that took [s]."""
        before = time.perf_counter()
        self.driver.get(path.as_uri())
        self.settle()
        return time.perf_counter() - before

    def settle(self) -> None:
        """Wait until charts are drawn for the present values."""
        ready = "return document.body.dataset.ready"
        end = time.perf_counter() + _PATIENCE
        while self.driver.execute_script(ready) != "all":
            assert time.perf_counter() < end, "the page does not come to rest"
            time.sleep(0.02)

    def run(self, script: str, *arguments: object) -> Any:
        """Run JavaScript in the page and return its result."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        """Return an element by CSS selector."""
        return self.driver.find_element("css selector", selector)

    def type(self, symbol: str, text: str) -> None:
        """Write a value into a parameter's box, as a user does."""
        box = self.find(f'.argument[data-argument="{symbol}"] :is(input:not([type=range]), select)')
        if box.tag_name == "select":
            box.send_keys(text)
            return
        box.clear()
        box.send_keys(text + "\ue007")

    def slide(self, symbol: str, keys: str) -> None:
        """Press keys on a parameter's slider."""
        self.find(f'.argument[data-argument="{symbol}"] input[type=range]').send_keys(keys)

    def choose(self, name: str, place: int) -> None:
        """Choose an option of a ``select`` by its place."""
        self.find(f"#{name} option:nth-child({place + 1})").click()

    def argument(self, symbol: str) -> float | None:
        """Return the value of a parameter as formulas get it."""
        shown = self.find(f'.argument[data-argument="{symbol}"]').get_attribute("data-value")
        return float(shown) if shown else None

    def numbers(self) -> dict[str, Any]:
        """Return every number the page shows, None where it shows that it is not known."""
        return self.run(_NUMBERS)

    def complaints(self) -> list[str]:
        """Return what the browser logged since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@contextmanager
def chromium() -> Iterator[Page]:
    """Start a browser with a profile of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = Options()
        options.binary_location = shutil.which("chromium") or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
        try:
            yield Page(driver)
        finally:
            driver.quit()
