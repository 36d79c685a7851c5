"""From measured kernels to the parameters of a machine file.

``features`` holds what sad counts in each kernel, ``parameters`` what is fitted and what to expect of
it, ``columns`` the cost model over all kernels at once, ``solve`` the fit and how good it is.
"""

import os

# The matrices are small: threads of a BLAS take ten times as long to find each other as to multiply.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
