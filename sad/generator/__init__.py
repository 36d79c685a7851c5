"""Benchmarks generated from LOOP programs: built, run, and set side by side.

programs    those that come along, and files of users
running     compile and run a program, several launches
result      what runs give, as a file
sheet       a result as tables: measured and predicted, processes, messages
compare     several results side by side, and how much slower each is than one of them
"""
