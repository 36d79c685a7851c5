"""Which innermost loops a compiler may turn into vector code.

loops         the loops, what their vector code is like, and values that go to the next iteration
dependences   what their memory accesses allow
"""
