"""Options of the command line, as ``getopt`` takes them one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.slicing.runtime import NOT_SET, Unknown

if TYPE_CHECKING:
    from sad.slicing.memory import Memory

_ERROR = ord("?")
_MISSING = ord(":")
_FIRST = 1
"""What ``optind`` is before the first call."""


class Options:
    """Where ``getopt`` stands in the words after the program's name."""

    def __init__(self, words: tuple[str, ...] | None) -> None:
        self._words = [word.encode().decode("latin-1") for word in words or ()]
        self._at = _FIRST
        self._inside = 0
        self._lost: Unknown | None = None

    def lose(self, cause: Unknown) -> None:
        """Forget the place."""
        self._lost = cause

    def next(
        self,
        count: Any,
        words: tuple[Memory, Any],
        form: str,
        globals_: tuple[tuple[Memory, Any] | None, ...],
        cause: Unknown,
    ) -> Any:
        """Return the next option, -1 after the last one.

        ``words`` is where ``argv`` is, ``form`` the letters of options; ``globals_`` are the places of
        ``optarg``, ``optind`` and ``optopt``, None for one that nothing needs. Options behind other
        words, which GNU's library moves, are not followed.
        """
        optarg, optind, optopt = globals_
        if optind is not None:
            self._check(optind[0][optind[1]])
        is_told = self._lost is None and count == len(self._words) + 1
        found = self._take(form) if is_told else None
        if found is None:
            self._lost = self._lost or cause
            for place in globals_:
                if place is not None:
                    place[0].put(place[1], self._lost)
            return self._lost
        code, argument, wrong = found
        if optind is not None:
            optind[0].put(optind[1], self._at)
        if optopt is not None and (wrong or optopt[0][optopt[1]] is NOT_SET):
            optopt[0].put(optopt[1], wrong or _ERROR)  # before any mistake GNU's library has ?
        if optarg is not None and code != -1:
            value = 0 if argument is None else words[0][words[1] + argument[0]] + argument[1]
            optarg[0].put(optarg[1], value)
        return code

    def _check(self, index: Any) -> None:
        """Lose the place if the program set ``optind``."""
        is_own = index is NOT_SET or (index.__class__ is int and index in (0, self._at))
        if not is_own and self._lost is None:
            self._lost = Unknown("optind is set by the program")

    def _take(self, form: str) -> tuple[int, tuple[int, int] | None, int] | None:
        """The next option with the word and character at which its argument begins, and a wrong one's
        code; None where the words would be moved.
        """
        quiet = form.startswith(":")
        if form[:1] in ("+", "-"):
            return None
        if not self._inside:
            rest = self._words[self._at - 1 :]
            word = rest[0] if rest else ""
            if word in ("", "-", "--") or not word.startswith("-"):
                is_end = word == "--"
                if not is_end and any(_is_option(other) for other in rest):
                    return None
                self._at += is_end
                return -1, None, 0
            self._inside = 1
        word = self._words[self._at - 1]
        letter, self._inside = word[self._inside], self._inside + 1
        is_last = self._inside >= len(word)
        kind = form.find(letter) if letter not in ":;" else -1
        wants = form[kind + 1 : kind + 3] if kind >= 0 else ""
        argument: tuple[int, int] | None = None
        if wants.startswith(":"):
            argument = None if is_last else (self._at, self._inside)
            self._next_word()
            if argument is None and wants != "::":
                if self._at > len(self._words):
                    return (_MISSING if quiet else _ERROR), None, ord(letter)
                argument = (self._at, 0)
                self._at += 1
        elif is_last:
            self._next_word()
        return (_ERROR, None, ord(letter)) if kind < 0 else (ord(letter), argument, 0)

    def _next_word(self) -> None:
        self._at += 1
        self._inside = 0


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"
