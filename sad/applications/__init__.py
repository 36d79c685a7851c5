"""Application descriptions after PerPreT: phases of computation and communication in a YAML file.

database     applications by name, and files to applications
schema       ``Application``; check looks at the names in its formulas
scope        values of parameters, and what names and calls stand for, at many points at once
on_machine   an application on a machine, with its rates: ``sad.parallel.Scalable``
"""

from sad.applications.database import application_names, load
from sad.applications.schema import Application

__all__ = ["Application", "application_names", "load"]
