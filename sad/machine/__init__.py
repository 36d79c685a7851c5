"""Machines: what they can do and how long it takes. No program in here.

schema    the typed model of a machine file
load      strict reading and inheritance (``extends``)
compute   the time of one operation
database  the machines that come with the tool
"""
