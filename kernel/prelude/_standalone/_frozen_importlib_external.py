"""importlib._bootstrap_external under the name that it has in CPython."""
import sys

import importlib._bootstrap_external

sys.modules[__name__] = importlib._bootstrap_external
