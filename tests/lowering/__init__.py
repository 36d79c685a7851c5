"""Tests of sad.lowering."""
