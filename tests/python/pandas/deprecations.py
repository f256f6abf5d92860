# needs: pandas
"""Deprecations of a package are shown where a line of the program itself asks for them, and no others."""
import warnings

warnings.filters[:] = [one for one in warnings.filters if one[2] is not Warning]  # of the option -W, with which this may run

import pandas as pd

days = pd.date_range('2024-01-01', periods=3)


def caught(function):
    with warnings.catch_warnings(record=True) as heard:
        function()
    return [(w.category.__name__, w.lineno) for w in heard]


print(caught(lambda: days.dayofweek))
warnings.simplefilter('ignore')
print(caught(lambda: days.dayofweek))
warnings.simplefilter('error')
try:
    days.dayofweek
except DeprecationWarning as e:
    print(type(e).__name__)
warnings.resetwarnings()
print(caught(lambda: days.dayofweek))
