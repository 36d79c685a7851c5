"""Descriptions of programs most of which did not change, from a cache (docs/incremental.md).

tool        what the tool itself is: entries another version made are never used
store       entries by kind and key in one SQLite file
files       what files hold, each read once in a run
cache       the store and the files of a run
inclusions  what the sources of a program include, known without reading them
said        messages and places as JSON
outlines    one source file without its statements
sources     files to outlines, read again only if they or what they include changed
interface   what callers see of a unit, as data, and stand-ins made of it
group       units that call each other, analysed against the interfaces of what they call
traces      values that functions give back for constant arguments
whole       a program in outline: all units by key, and what their names mean
uses        what a description points at
program     all units in order: which entries still hold, and what has to be analysed again
load        options to all of this
"""
