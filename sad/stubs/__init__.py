"""Stubs: what procedures cost that are not in the source, and what they do to their caller.

A stub file (docs/stubs.md) gives for a procedure its arguments, those it writes and the counts of its
operations as expressions over its arguments. ``load`` reads it, ``formula`` turns expressions into
counts, ``unit`` the effects into IR, and ``link`` joins all of it to a program.
"""
