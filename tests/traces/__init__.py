"""Tests of traces: what is recorded, read, translated and shown."""
