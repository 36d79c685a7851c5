"""Dependence chains: what an iteration must wait for.

dependence_chains   the chains of a unit's loops
region              those of one region, closed over the back edge
cycles, latency     the longest cycles, on some machine
procedures          the ways through a procedure that is called
"""
