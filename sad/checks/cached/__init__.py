"""Costs of units by way of the cache: only those of units are computed that may have changed.

cost_json   costs as JSON and back
state       sources to costs, and to the lines of a snapshot
compared    units of a snapshot that were compared before
check       a check in which only units are compared whose lines differ from the snapshot
answer      a check that was made before: nothing is looked at but what the files hold
"""
