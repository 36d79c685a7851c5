"""The tool as a stranger installs it: ``python -m tests.install``, which `make install-check` runs.

    __main__      builds, installs, runs, reports
    build         wheel and source archive, and what has to be in them
    environments  the versions of Python on this machine, and environments with the wheel only
    inputs        the programs and files the commands are run on
    measurement   what a calibration measures, made from a machine that is known
    examples      an example of every command
    coverage      what the parser has, and whether the examples have all of it
    running       commands run outside of the checkout, and what is wrong with their answers

Nothing here is imported in the bare environment: it only runs `sad`, and Python with short texts.
"""
