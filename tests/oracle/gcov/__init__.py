"""gcov's figures from the interpreter's counts, by exact rules (docs/gcov.md), and gcov itself."""
