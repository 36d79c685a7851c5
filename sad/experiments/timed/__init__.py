"""Predicted time beside what a profiler measured, by unit, loop and line."""
