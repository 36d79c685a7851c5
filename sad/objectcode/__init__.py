"""Costs from the object code of the user's compiler: disassembly, machine loops, their executions.

compiling     source files to disassembly, with the user's compiler and flags
instruction   what an instruction is; x86 says what each does
blocks        machine basic blocks, dominators, natural loops, and what moves per iteration
places        which statements of the description a source line holds
matching      which loop of the source a machine loop is, how many iterations it does at once
executions    how often each machine block runs
recurrence    what waits for what from one iteration to the next
attach        a description whose lines have the work of object code
"""
