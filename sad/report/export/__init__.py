"""A described program as source code or data for other tools: ``sad export``.

quantities    what is exported: arguments, and a formula per quantity; as JSON, schema ``sad-export/1``
source        what the writers of source code share: comments, carried functions
python_source, c_source, javascript_source    one self-contained file each; NumPy as Python
graph         units, loops and calls as a graph of networkx, and its text: ``sad graph``
params        parameter documents: ``sad params``
instrument    what other tools should watch in a run
"""
