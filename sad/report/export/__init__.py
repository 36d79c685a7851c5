"""A described program as source code or data for other tools: ``sad export``.

quantities    what is exported: arguments, and one formula per quantity
names         valid, distinct identifiers in the target language
source        what the writers of source code share: comments, carried functions
python_source, numpy_source, c_source, javascript_source    one self-contained file each
latex_source  the formulas as a fragment for amsmath
json_data     the polynomials and atoms as data, schema ``sad-export/1``
graph         units, loops and calls as a graph of networkx: ``sad graph``
graph_text    such a graph as DOT, GraphML or JSON, schema ``sad-graph/1``
params        parameter documents: ``sad params``
instrument_lists, instrument_places   what other tools should watch in a run
"""
