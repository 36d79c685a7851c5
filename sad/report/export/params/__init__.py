"""Parameter documents of a program: made, brought up to date, filled with what was measured.

build      a document of a program, new or brought up to date
merge      what people wrote stays when descriptions change; what is said of each parameter
data       a document as JSON and CSV
measured   values and rates of mispredictions that were measured, and their samples
"""
