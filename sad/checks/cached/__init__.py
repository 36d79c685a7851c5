"""Costs of units by way of the cache: only those of units are computed that may have changed.

cost_json   costs as JSON and back
state       sources to costs, and to the lines of a snapshot
check       a check in which only units are compared whose lines differ from the snapshot
"""
