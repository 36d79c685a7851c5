"""Directives of OpenMP: a small text in, a data class out; the same for Fortran and C.

All names up to OpenMP 5 are known. What is none of them is told, never dropped.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Form(StrEnum):
    """What a directive has: a region, a loop, one statement, or nothing that it governs."""

    REGION = "region"
    LOOP = "loop"
    STATEMENT = "statement"
    NOTHING = "nothing"


class Clause(NamedTuple):
    """A clause and what stands in its brackets, None if it has none."""

    name: str
    argument: str | None


class Directive(NamedTuple):
    """One directive. ``name`` is in lower case, its words one blank apart, without END.

    ``argument`` is what brackets behind the name hold (the name of a critical region, a list).
    ``problems`` are sentences about what is not understood.
    """

    name: str
    words: frozenset[str]
    form: Form
    ends: bool
    argument: str | None
    clauses: tuple[Clause, ...]
    problems: tuple[str, ...]

    def has(self, clause: str) -> bool:
        """Whether it has a clause of that name."""
        return any(item.name == clause for item in self.clauses)

    def names(self, *clauses: str) -> frozenset[str]:
        """Return the names listed in clauses, as they are written."""
        lists = (item.argument or "" for item in self.clauses if item.name in clauses)
        return frozenset(
            name.strip()
            for text in lists
            for name in text.split(":")[-1].split(",")
            if name.strip()
        )


_FORMS = {
    Form.LOOP: "do for simd distribute taskloop loop tile unroll",
    Form.STATEMENT: "atomic",
    Form.REGION: "parallel sections section single workshare master masked critical ordered task "
    "taskgroup target teams scope",
    Form.NOTHING: "barrier taskwait taskyield flush cancel threadprivate requires allocate error "
    "nothing scan depobj interop",
}
_NOTHING = (
    "cancellation point", "declare simd", "declare reduction", "declare target", "declare variant",
    "declare mapper", "target enter data", "target exit data", "target update",
    "begin declare target", "begin declare variant",
)  # fmt: skip
_REGIONS = ("target data",)
_FORM_OF = {word: form for form, words in _FORMS.items() for word in words.split()}
_AFTER = {
    "parallel": "do for loop sections workshare master masked",
    "do": "simd",
    "for": "simd",
    "taskloop": "simd",
    "master": "taskloop",
    "masked": "taskloop",
    "distribute": "parallel simd",
    "teams": "distribute loop",
    "target": "parallel teams simd",
}
"""What may follow a word of a combined construct."""
DECLARING = frozenset({"declare", "requires", "begin", "allocate"})
"""Words of directives that only declare something."""
_CLAUSES = """
    if num_threads default shared private firstprivate lastprivate copyin copyprivate reduction
    schedule ordered collapse nowait proc_bind safelen simdlen linear aligned uniform inbranch
    notinbranch untied mergeable final depend priority grainsize num_tasks nogroup in_reduction
    task_reduction num_teams thread_limit dist_schedule device map is_device_ptr defaultmap to
    from link use_device_ptr hint read write update capture seq_cst acquire release acq_rel
    relaxed compare fail weak parallel for do sections taskgroup threads simd nontemporal order
    bind filter allocate affinity detach inclusive exclusive match initializer use_device_addr
    has_device_addr enter when local device_type sizes partial full uses_allocators
    reverse_offload unified_address unified_shared_memory atomic_default_mem_order
    dynamic_allocators destroy at severity message
"""
CLAUSES = frozenset(_CLAUSES.split())
_WORD = re.compile(r"[ \t]*([a-z_]\w*)", re.IGNORECASE)
_ENDS = re.compile(r"[ \t]*end[ \t]*", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t,]*")


def parse(text: str, *, fortran: bool) -> Directive:
    """Return the directive in ``text``, what follows ``omp``. Never fails: problems are told in it.

    Fortran may leave out the blanks between the words of a name, and has END directives.
    """
    ends = False
    rest = text.strip()
    if (match := _ENDS.match(rest)) and (fortran or _WORD.match(rest, match.end())):
        ends, rest = True, rest[match.end() :]
    words, rest = _name(rest, fortran=fortran)
    problems: list[str] = []
    if not words:
        unknown = _WORD.match(rest)
        shown = unknown[1].lower() if unknown else rest[:20]
        problem = f"{shown or 'an empty directive'} is no directive of OpenMP that is known"
        return Directive(shown, frozenset(), Form.NOTHING, ends, None, (), (problem,))
    name = " ".join(words)
    argument, rest = _brackets(rest, problems)
    clauses = tuple(_clauses(rest, problems))
    form = _form(name, words)
    if name == "ordered" and any(item.name == "depend" for item in clauses):
        form = Form.NOTHING
    return Directive(name, frozenset(words), form, ends, argument, clauses, tuple(problems))


def _form(name: str, words: Sequence[str]) -> Form:
    if name in _NOTHING:
        return Form.NOTHING
    if name in _REGIONS:
        return Form.REGION
    return _FORM_OF.get(words[-1], Form.NOTHING)


def _name(text: str, *, fortran: bool) -> tuple[Sequence[str], str]:
    """Return the words of a directive's name, and what follows."""
    for whole in (*_NOTHING, *_REGIONS):
        gap = r"[ \t]*" if fortran else r"[ \t]+"
        match = re.match(gap.join(whole.split()) + r"(?!\w)", text, re.IGNORECASE)
        if match:
            return whole.split(), text[match.end() :]
    words: list[str] = []
    choices = sorted(_FORM_OF, key=len, reverse=True)
    while True:
        found = _first(choices, text, fortran=fortran)
        if found is None:
            return words, text
        words.append(found)
        text = text.lstrip()[len(found) :]
        choices = sorted(_AFTER.get(found, "").split(), key=len, reverse=True)
        if not choices:
            return words, text


def _first(choices: list[str], text: str, *, fortran: bool) -> str | None:
    """Return the choice that the text begins with: a word, or in Fortran the start of one."""
    match = _WORD.match(text)
    if match is None:
        return None
    word = match[1].lower()
    if word in choices:
        return word
    if not fortran:
        return None
    for choice in choices:
        if word.startswith(choice) and _splits(choice, word[len(choice) :]):
            return choice
    return None


def _splits(word: str, rest: str) -> bool:
    """Whether the rest of a word is made of what may follow the first part of it."""
    if not rest:
        return True
    following = _AFTER.get(word, "").split()
    return any(rest.startswith(item) and _splits(item, rest[len(item) :]) for item in following)


def _brackets(text: str, problems: list[str]) -> tuple[str | None, str]:
    """Return what is in the brackets that a text begins with, and what follows them."""
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] != "(":
        return None, text
    depth, quote = 0, ""
    for position in range(start, len(text)):
        char = text[position]
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if not depth:
                return text[start + 1 : position].strip(), text[position + 1 :]
    problems.append("a bracket is never closed")
    return text[start + 1 :].strip(), ""


def _clauses(text: str, problems: list[str]) -> list[Clause]:
    found: list[Clause] = []
    while True:
        start = _BLANKS.match(text)
        text = text[start.end() :] if start else text
        if not text or text.startswith(("!", "//")):
            return found
        match = _WORD.match(text)
        if match is None:
            problems.append(f"{text[:20]!r} is no clause")
            return found
        name = match[1].lower()
        argument, text = _brackets(text[match.end() :], problems)
        if name not in CLAUSES:
            problems.append(f"{name} is no clause of OpenMP that is known")
        last = (argument or "").rpartition("," if name == "schedule" else "(")[2].strip()
        if name in ("schedule", "collapse") and last.lstrip("-").isdigit() and int(last) < 1:
            problems.append(f"{name}({argument}) needs a number of one or more")
        found.append(Clause(name, argument))
