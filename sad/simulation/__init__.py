"""Processes that share resources, event by event: the one event kernel of the tool.

A program is built once (``Builder``) and run any number of times (``simulate``). It knows nothing of
models, of formulas or of any language: who has these builds a program from them.

    program = Builder()
    server = program.resource("server")
    with program.fork(20):                    # 20 processes at once, and then wait for all of them
        with program.loop(1000):
            program.delay(0.010)              # seconds
            program.use(server, 0.001, place=6)
    found = simulate(program.build())
    found.mean_s, found.resources[0].utilisation, found.places[6].waiting_s

values     times, counts and members of families: numbers, functions of indices, random times
program    resources, and instructions in flat arrays
builder    writes programs
queues     resources while a program runs: who is served when, by discipline
engine     the loop over events: one run
results    figures of resources and places, means over runs and their intervals
simulate   runs of a program with their seeds, and the limit of events
ranks      ranks that pass messages, without resources that they share: each has a clock of its own
handshakes the same where long messages move on only when both sides look for them
columns    steps and acts as columns, and runs of them by the engines in C, the same to the last bit
path       the critical path of such a run
collectives operations of all ranks as messages
processors ranks that share processors: one runs at a time on each, until it has to wait
steady     iterations that repeat: the rest of a loop is added, not followed
service    threads that read each other's memory, and owners that serve them by a policy; barriers
timeline   who had which resource when, as CSV and as a trace for Chrome's viewer
"""

from sad.simulation.builder import Builder
from sad.simulation.program import Discipline, Family, Program, Resource
from sad.simulation.results import PlaceFigures, ResourceFigures, Simulation
from sad.simulation.simulate import MOST_EVENTS, simulate
from sad.simulation.timeline import Slice, write_chrome_trace, write_csv
from sad.simulation.values import Exponential, Normal, Uniform

__all__ = [
    "MOST_EVENTS",
    "Builder",
    "Discipline",
    "Exponential",
    "Family",
    "Normal",
    "PlaceFigures",
    "Program",
    "Resource",
    "ResourceFigures",
    "Simulation",
    "Slice",
    "Uniform",
    "simulate",
    "write_chrome_trace",
    "write_csv",
]
