"""Costs of units as a text file that is kept beside the source, and back."""
