"""Loops: where they are, how often they run, and what their variables hold."""
