"""Runs whose answer is known, because nothing they depend on has changed: the answer is said again.

request   which runs can be repeated, and a key of all they are asked
watch     what a run depends on: files it opened, and what it asked about others
speech    what a run says and writes
kept      answers in the cache, and whether they still hold
run       a command by way of all this
"""
