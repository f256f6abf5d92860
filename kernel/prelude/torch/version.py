"""The version, and what it was built for."""

from torch import _C

__version__ = '2.13.0+tensor'
debug = False
# Simulated devices count as a CUDA build.
cuda = '13.0' if _C._cuda_isBuilt() else None
hip = None
git_version = ''
