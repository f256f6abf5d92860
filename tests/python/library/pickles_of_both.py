# needs: pandas
"""Pickles and copies of objects of Python, alone and inside of ones of the language."""
import pickle, copy, pandas as pd, numpy as np, collections
df=pd.DataFrame({'a':[1,2],'b':['x','y']})
print(pickle.loads(pickle.dumps(df)).equals(df))
import tempfile
folder = tempfile.mkdtemp()
class Box:
    def __init__(s, v): s.v=v; s.l=[v]
b=Box(df); c=copy.deepcopy(b); print(c.v.equals(df), c.v is df, c.l[0] is c.v)
c=copy.copy(b); print(c.v is df)
a=np.arange(3); d=copy.deepcopy({'a':a,'b':[a]}); print(d, d['a'] is d['b'][0], d['a'] is a)
r=pickle.loads(pickle.dumps({'x':a,'y':[a, df.a]})); print(r['x'], r['y'][0] is r['x'], r['y'][1].tolist())
o=pickle.loads(pickle.dumps(Box(a))); print(o.v, o.l[0] is o.v)
import datetime, decimal, re, pathlib, uuid, fractions
vals=[datetime.datetime(2020,1,2,3), datetime.timedelta(1), decimal.Decimal('1.5'), fractions.Fraction(1,3), pathlib.Path('a/b'), re.compile('a+'), collections.OrderedDict(a=1), collections.Counter('aab'), uuid.UUID(int=3)]
for v in vals:
    w=pickle.loads(pickle.dumps(v)); print(repr(w), w==v, type(w) is type(v), copy.deepcopy(v)==v)
import io
for p in range(6):
    print(p, pickle.loads(pickle.dumps([a, np.float32(2), np.dtype('i4'), df.b], p)))
f=io.BytesIO(); pickle.dump(df,f); f.seek(0); print(pickle.load(f))
pickle.dump(df, open(folder + '/x.pkl','wb')); print(pd.read_pickle(folder + '/x.pkl'))
df.to_pickle(folder + '/y.pkl'); print(pickle.load(open(folder + '/y.pkl','rb')))
try: pickle.dumps(open('/dev/null'))
except TypeError as e: print(e)
import threading
try: pickle.dumps(threading.Lock())
except TypeError as e: print(e)
try: pickle.dumps(lambda: 1)
except Exception as e: print(type(e).__name__)
