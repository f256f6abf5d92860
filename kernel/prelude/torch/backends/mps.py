"""The switches torch.backends.mps as a module."""

import sys

from torch import backends

sys.modules[__name__] = backends.mps
