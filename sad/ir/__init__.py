"""Intermediate representation: frozen, language-neutral nodes, and the operations on them."""
