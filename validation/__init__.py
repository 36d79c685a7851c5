"""Programs whose measured times the predictions are held against, and what runs them.

    programs   what a program of ``open/`` or ``blind/`` is
    build      compiles a program: kernel, driver and harness apart
    timing     measures the time of one call under the noise protocol
    profiles   what only a run can tell about a program, from counters

Not part of the product; nothing in ``sad`` imports it.
"""
