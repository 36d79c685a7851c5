"""Tests of sad.mapping."""
