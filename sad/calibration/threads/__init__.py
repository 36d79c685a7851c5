"""Threads on this computer: what memory gives several cores, and what OpenMP's library takes."""
