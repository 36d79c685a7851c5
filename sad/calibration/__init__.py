"""Calibration: micro-kernels, how long they take here, and the machine file that follows.

``kernels`` writes procedures of a plain style whose every count is known; ``running`` compiles and
times them under a noise protocol; a fit turns what was measured into a toolchain of a machine file.
"""
