"""Work on the workers of a Dask cluster that is there already; needs ``f2sad[dask]``.

connection  a cluster by its scheduler's address, with the same tool on all its workers
tasks       one function over many items: answers in order, lost workers made up for
worker      what runs on a worker
workers     a cluster in place of the processes of this computer

``Cluster`` and ``run_all`` are all that a caller needs. Nothing here knows what is computed.
"""
