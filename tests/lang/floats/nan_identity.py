# A nan is in a container that holds it; another nan is not.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
nan=float('nan'); nan2=float('nan')
t('n', lambda: (nan in [nan], [nan]==[nan], nan in [nan2], [nan]==[nan2], {nan:1}.get(nan), {nan:1}.get(nan2), [nan].index(nan), [nan].count(nan), (nan,)==(nan,), nan is nan, nan==nan, len({nan,nan,nan2}), [nan,nan2].count(nan)))
inf=float('inf')
print(nan in (nan2,), nan in {nan2}, {nan: 1, nan2: 2}, len({nan, nan2}), [nan, 1].index(nan), sorted([3.0, 1.0]), float('-nan'), [float('-nan')] == [float('nan')], float('nan') is float('nan'), nan is nan, id(nan) == id(nan))
import math
print(math.nan in [math.nan], math.nan in [nan], [math.nan] == [math.nan])
