"""Which keyword an error names, where reductions get one that they do not have beside NumPy's names."""
import torch
a=torch.ones(2,3)
def t(f):
    try: print(f())
    except Exception as err: print(type(err).__name__, err)
for n in 'sum mean prod std var max min argmax any all amax cumsum median'.split():
    for kw in (dict(axis=None,dtype=None,out=None), dict(axis=None), dict(axis=None,out=None), dict(out=None), dict(axis=0,out=None), dict(dtype=None, out=None), dict(axis=0, keepdims=True), dict(axis=None, keepdims=True), dict(bogus=1, axis=0), dict(axis=0, bogus=1), dict(axis=(0,1))):
        print(n, kw, end=' '); t(lambda: getattr(a,n)(**kw))
