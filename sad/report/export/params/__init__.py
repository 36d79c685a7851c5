"""Parameter documents of a program: made, brought up to date, filled with what was measured.

rows       the parameters that counts depend on
build      a document of a program, new or brought up to date
existing   the file that is there already, or nothing of ours
merge      what people wrote stays when descriptions change
governs    how much each parameter governs of the total
data       a document as JSON and CSV
measured   values that were measured, and their samples
samples    samples in a document
models     expressions from elsewhere as values
misses     rates of mispredicted branches
"""
