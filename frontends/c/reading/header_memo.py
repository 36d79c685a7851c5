"""What headers do, kept from one translation unit to the next.

The files of a program include the same headers under almost the same macros. What a text expands
to, or a header does, depends on the macros of the words it has, of the words in their bodies and of
those made by ``##``, and on the files it includes. Nothing is kept that depends on more: on its line,
its file or a counter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from frontends.c.reading.find import Search
    from frontends.c.reading.macros import Expander, Macro
    from frontends.c.reading.pieces import Pieces
    from frontends.c.reading.preprocess import Region

MAX_ENTRIES = 50_000
_MAX_HEADERS = 2_000
_MAX_VARIANTS = 8


@record
class Expansion:
    """A text's expansion, the words it depends on, and which of these were which macros."""

    words: frozenset[str]
    macros: dict[str, Macro]
    result: str


EXPANSIONS: dict[str, Expansion] = {}


def expand_header(text: str, words: AbstractSet[str], line: int, expander: Expander) -> Expansion:
    """Return ``text`` expanded, which starts in ``line`` and has the identifiers ``words``."""
    known = EXPANSIONS.get(text)
    if known is not None and _same(known.words, known.macros, expander.macros):
        return known
    expander.pasted.clear()
    result = expander.expand(text, line)
    found, reached = reach(words | expander.pasted, expander.macros)
    made = Expansion(frozenset(reached), found, result)
    if not any(depends_on_place(macro) for macro in found.values()):
        if len(EXPANSIONS) >= MAX_ENTRIES:
            EXPANSIONS.clear()
        EXPANSIONS[text] = made
    return made


def depends_on_place(macro: Macro) -> bool:
    """Whether a macro's expansion is not told by the macros it reaches."""
    return macro.special or (macro.parameters is None and "##" in macro.body)


def _same(
    words: AbstractSet[str], before: Mapping[str, Macro], macros: Mapping[str, Macro]
) -> bool:
    """Whether those of the words that are macros are the ones they were before."""
    now = macros.keys() & words
    return len(now) == len(before) and all(before.get(name) is macros[name] for name in now)


def reach(words: Iterable[str], macros: Mapping[str, Macro]) -> tuple[dict[str, Macro], set[str]]:
    """Return the macros that ``words`` can reach, and all words on the way."""
    reached = set(words)
    found: dict[str, Macro] = {}
    todo = [name for name in reached if name in macros]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        macro = found[name] = macros[name]
        reached.update(macro.body)
        todo += [word for word in macro.body if word in macros and word not in found]
    return found, reached


@mutable
class Watch:
    """What a header looks at while it is carried out; ``sound``: it would do the same again.

    ``changed`` are the macros it defines or forgets, whatever they were before.
    """

    entry: Mapping[str, Macro]
    entry_once: AbstractSet[str]
    words: set[str] = field(default_factory=set[str])
    changed: set[str] = field(default_factory=set[str])
    searches: dict[Search, str | None] = field(default_factory=dict["Search", "str | None"])
    pieces: dict[str, Pieces] = field(default_factory=dict[str, "Pieces"])
    once: dict[str, bool] = field(default_factory=dict[str, bool])
    sound: bool = True

    def look(self, words: Iterable[str], macros: Mapping[str, Macro]) -> None:
        """Note that words, and what they reach, decide what happens."""
        found, reached = reach(words, macros)
        self.words |= reached
        self.sound = self.sound and not any(map(depends_on_place, found.values()))

    def add(self, other: Watch | Effect) -> None:
        """Note all that a header included from this one looks at."""
        self.words |= other.words
        self.changed.update(other.changed)
        self.searches.update(other.searches)
        self.pieces.update(other.pieces)
        self.once.update(other.once)


@record
class Effect:
    """What a header does: its regions, the macros it changes, and its ``#pragma once`` files."""

    words: frozenset[str]
    macros: dict[str, Macro]
    searches: dict[Search, str | None]
    pieces: dict[str, Pieces]
    once: dict[str, bool]
    regions: tuple[Region, ...]
    changed: dict[str, Macro | None]
    once_after: frozenset[str]

    def holds(self, macros: Mapping[str, Macro], once: AbstractSet[str]) -> bool:
        """Whether macros and files read once are those it was recorded with, as far as they count."""
        return _same(self.words, self.macros, macros) and all(
            (path in once) is was for path, was in self.once.items()
        )


EFFECTS: dict[object, list[Effect]] = {}


def known_effects(key: object) -> Sequence[Effect]:
    """Return what is known of a header under a key."""
    return EFFECTS.get(key, ())


def keep_effect(
    key: object,
    watch: Watch,
    regions: Sequence[Region],
    macros: Mapping[str, Macro],
    once: AbstractSet[str],
) -> None:
    """Keep what a header did that left these regions, macros and files read once."""
    if len(EFFECTS) >= _MAX_HEADERS:
        EFFECTS.clear()
    entry = watch.entry
    effect = Effect(
        frozenset(watch.words),
        {name: entry[name] for name in entry.keys() & watch.words},
        watch.searches,
        watch.pieces,
        {path: path in watch.entry_once for path in watch.once},
        tuple(regions),
        {name: macros.get(name) for name in watch.changed},
        frozenset(once - watch.entry_once),
    )
    variants = EFFECTS.setdefault(key, [])
    variants.insert(0, effect)
    del variants[_MAX_VARIANTS:]
