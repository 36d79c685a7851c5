"""Binding a description to a machine: every operation gets a time.

bind     seconds per execution of each block
"""
