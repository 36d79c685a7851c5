"""Builds the modules that compute as extension modules: optional, the same results in half the time.

The Python source stays the only source. A build copies it, writes some of it in another way that mypyc
makes faster code of, and compiles that; what comes out stands beside the source, and is imported first.

    modules    which modules are compiled, and which are left out, with the reasons
    records    records and dataclasses as plain classes, their methods written out
    rewriting  a module's source as it is compiled
    build      copy, rewrite, compile: ``python -m compiled.build FOLDER``
    hatch      the same where a wheel is built, if that is asked for (docs/compiling.md)
"""
