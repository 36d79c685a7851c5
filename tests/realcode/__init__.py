"""Whole libraries, read and analysed file by file."""
