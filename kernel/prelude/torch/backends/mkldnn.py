"""The switches torch.backends.mkldnn as a module."""

import sys

from torch import backends

sys.modules[__name__] = backends.mkldnn
