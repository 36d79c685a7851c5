"""md1 from its source to measured times: what docs/md1.md shows (``python -m benchmarks.md1``).

systems   which particles, cells and inputs
runs      sad profile, and runs of the program with and without counters
model     predicted counts and seconds of one time step
table     the measured and predicted figures as CSV
pictures  the two pictures
page      the figures in docs/md1.md
"""
