# needs: numpy
"""Filters of warnings that change on one side hold on the other, and what was shown may be shown again after a change."""
import warnings
warnings.simplefilter('default')
import numpy as np
warnings.showwarning = lambda message, category, *place, **options: print('shown:', category.__name__, message)


class There:
    """Runs statements in Python's own module `code`."""

    def __init__(self):
        import code
        self.console = code.InteractiveInterpreter({'warnings': warnings})

    def __call__(self, text):
        self.console.runsource(text)


there = There()
there('import warnings')
#--
for i in range(3):  # one line is shown once ...
    warnings.warn('of a loop')
#--
for i in range(3):  # ... and again after each change, as one of an array's functions may make
    warnings.warn('after a change')
    there('c = warnings.catch_warnings(); c.__enter__(); c.__exit__()')
#--
there("warnings.simplefilter('ignore')")
warnings.warn('ignored')
np.array([1.0]) / 0
print(warnings.filters[0])
#--
with warnings.catch_warnings():
    there("warnings.filterwarnings('error', 'exact', UserWarning)")
    try:
        warnings.warn('exactly')
    except UserWarning as e:
        print('raised', e)
    warnings.warn('inexact')
print(warnings.filters[0][:2])
#--
there('k = warnings.catch_warnings(); k.__enter__()')
warnings.simplefilter('always')
for i in range(2):
    warnings.warn('always')
    np.array([1.0]) / 0
there('k.__exit__(); warnings.warn("there")')
warnings.warn('ignored again')
there('warnings.resetwarnings()')
print(warnings.filters)
warnings.warn('all')
