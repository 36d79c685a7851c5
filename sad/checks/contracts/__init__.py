"""Contracts: limits of what units cost, in settings and in comments, and whether they hold."""
