"""Dependence chains: what an iteration must wait for.

dependence_chains   the chains of a unit's loops, regions, and of procedures that are called
cycles, latency     the longest cycles, on some machine
"""
