"""Costs compared and limited: snapshots, differences, contracts, and what CI systems read."""
