"""Work on the workers of a Dask cluster that is there already; needs ``f2sad[dask]``.

connection  a cluster by its scheduler's address, with the same tool on all its workers
tasks       one function over many items: answers in order, tasks of lost workers rescheduled;
            a cluster in place of the processes of this computer
worker      what runs on a worker

``Cluster`` and ``run_all`` are all that a caller needs. Nothing here knows what is computed.
"""
