"""Descriptions of programs most of which did not change, from a cache (docs/incremental.md).

tool          what the tool itself is: entries another version made are never used
entries       entries by kind and key, wherever they are kept; store: in one SQLite file
folder        the folder of the cache as a whole; shown: what is in it
files         what files hold, each read once in a run; readers: single Fortran files
said          messages and places as JSON
outlines      units without their statements
sources       files to outlines, read again only if they or what they include changed
whole         a program in outline: all units by key, and what their names mean
relations     who calls whom, and what shares memory
surroundings  what a program says of its units before any is analysed
interface     what callers see of a unit, as data, and stand-ins made of it (and groups_json)
group         units that call each other, analysed against the interfaces of what they call
traces        values that functions give back for constant arguments
analyst       who analyses groups and remembers what callers see of them
order         groups in order: looked up, analysed here, or elsewhere
elsewhere     what workers are sent and what comes back; bench: what a worker has
uses          what a description points at; described: descriptions in the store
program       all units in order: which entries still hold, and what has to be analysed again
load          options to all of this
cache         the store and the files of a run
answers       what a command wrote, for a run without a change
"""
