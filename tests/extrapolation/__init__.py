"""Tests of recorded runs on other machines."""
