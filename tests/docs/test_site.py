"""The site of the documentation: it is built without a warning, and all it refers to is in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.support.command import ROOT

for needed in ("mkdocs", "material", "mkdocstrings"):
    pytest.importorskip(needed, reason="needs the dependency group docs")

pytestmark = pytest.mark.proof

_FENCE = re.compile(r"^```\w+ (\S+)$", re.MULTILINE)


class _Page(HTMLParser):
    """The targets and anchors of a page, what it loads, and the titles of its code blocks."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.titles: list[str] = []
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors.update(value for key in ("id", "name") if (value := found.get(key)))
        if tag == "a" and (target := found.get("href")):
            self.links.append(target)
        if tag in ("link", "script", "img") and (target := found.get("href") or found.get("src")):
            self.loads.append(target)
        self._in_title = tag == "span" and found.get("class") == "filename"

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.titles.append(data)
            self._in_title = False


@dataclass(frozen=True)
class Site:
    """A built site: its folder and its pages."""

    root: Path
    pages: dict[Path, _Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stderr
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    return Site(folder, pages)


def test_every_page_of_the_repository_is_on_the_site(site: Site):
    names = {path.stem for path in site.pages}
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} <= names
    decisions = ROOT / "docs" / "decisions"
    pages = {path.name for path in decisions.glob("0*.md")}
    assert {Path(name).stem for name in pages} <= names
    listed = (decisions / "README.md").read_text(encoding="utf-8")
    assert [name for name in sorted(pages) if f"({name})" not in listed] == []


def test_links_lead_to_pages_and_places_of_the_site(site: Site):
    lost: list[str] = []
    for path, page in site.pages.items():
        if path.name == "404.html":  # it may stand anywhere, so its links are absolute
            continue
        for target in page.links:
            found = urlsplit(target)
            if found.scheme in ("http", "https"):
                continue
            file = (path.parent / unquote(found.path)).resolve() if found.path else path
            if not file.is_file() or (
                found.fragment
                and file in site.pages
                and unquote(found.fragment) not in site.pages[file].anchors | {"__skip"}
            ):
                lost.append(f"{path.name}: {target}")
    assert lost == []


def test_pages_load_nothing_from_elsewhere(site: Site):
    loaded = {target for page in site.pages.values() for target in page.loads}
    assert loaded
    assert [target for target in loaded if urlsplit(target).netloc] == []


def test_files_in_code_blocks_have_their_names_as_titles(site: Site):
    sources = {"index": ROOT / "README.md"}
    sources |= {path.stem: path for path in (ROOT / "docs").glob("*.md")}
    for name, source in sources.items():
        wanted = _FENCE.findall(source.read_text(encoding="utf-8"))
        assert site.pages[site.root / f"{name}.html"].titles == wanted, name
