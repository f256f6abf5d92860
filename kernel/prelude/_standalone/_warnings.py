"""What warnings has in a module of its own in CPython: the filters and the two functions that give warnings."""
import warnings

filters, warn, warn_explicit, _filters_mutated = warnings.filters, warnings.warn, warnings.warn_explicit, warnings._filters_mutated
_defaultaction, _onceregistry = warnings.defaultaction, warnings.onceregistry
