"""The switches torch.backends.openmp as a module."""

import sys

from torch import backends

sys.modules[__name__] = backends.openmp
