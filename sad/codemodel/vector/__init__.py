"""Which innermost loops a compiler may turn into vector code.

loops         the loops, and what their vector code is like
dependences   what their memory accesses allow
reductions    values that go from one iteration to the next
"""
