"""Descriptions of programs most of which did not change, from a cache (docs/incremental.md).

fingerprint      digests of the tool, so that no entry of another version is used, and of files
entries          entries by kind and key, wherever they are kept; messages and places as JSON
store            entries in one SQLite file; cache: the store and the files of one run
folder           the folder of the cache as a whole: its kinds of entries, and what is in it, as text
outlines         units without their statements
sources          Fortran files to outlines, read again only if they or what they include changed
program_context  a program in outline: what names mean, who calls whom, what shares memory
interface        what callers see of a unit, as data, and stand-ins made of it
group            units that call each other, analysed against the interfaces of what they call
traces           values that functions give back for constant arguments
analyst          analyses groups and remembers what callers see of them
dispatch         what workers are sent, what they have, and what comes back
described        descriptions in the store, and what they point at
schedule         groups in order: looked up, analysed here, or by workers
program          sources to descriptions, by way of all that
"""
