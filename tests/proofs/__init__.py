"""Profiles at some sizes against real runs at others."""
