"""Tests of stochastic models."""
