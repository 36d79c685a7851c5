"""Types of the parts of pycparser that are used."""

from pycparser.c_parser import CParser as CParser
