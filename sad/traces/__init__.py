"""Traces of runs: what each rank passed to MPI, and how long it computed between calls.

format     records and the head of a trace; reading and writing it
text       the same as lines for people and other recorders
tables     all columns of all records, as CSV
recorded   the run as it was recorded: states, and messages from send to receive
paje       the same for ViTE and pajeng
otf2       traces of OTF2, written and read
paraver    traces of Paraver, read
assembled  calls of other recorders put together to a trace
building   libraries in C, compiled with the user's compiler into the cache
gather     a trace from the files of the recorder
sites      call sites as source lines
record     the recorder built, a command run with it
align      several runs of one command as one trace
intervals  computation between calls
counts     calls, messages and bytes by rank and routine
show       what a trace has, as text and as JSON
recorder/  the library in C that is preloaded
"""
