"""Tests of sad.model."""
