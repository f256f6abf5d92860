"""Indices and values in the memory that is written."""
import torch
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:80])
n = torch.tensor([0, 2, 1, 3]); 
def f(): m = n.clone(); m[m] = 7; return m
t(f)
def f(): m = n.clone(); m[m[:2]] = 9; return m
t(f)
def f(): m = n.clone(); m[m,] = 100; m2 = m; return m2
t(f)
def f(): m = torch.tensor([3, 3, 0, 1]); m[m] = torch.tensor([50, 60, 70, 80]); return m
t(f)
def f(): m = n.clone(); m.index_put_((m,), torch.tensor(5), accumulate=True); return m
t(f)
x = torch.arange(4.)
t(lambda: x.clone().index_add_(0, n, x)); 
def f(): y = n.clone(); return y.index_fill_(0, y, 5)
t(f)
def f(): y = n.clone(); return y.index_copy_(0, y, n)
t(f)
def f(): y = n.clone(); return y.put_(y, n)
t(f)
def f(): y = torch.arange(6).view(2, 3); y[y[0]] = 1; return y
t(f)
def f(): y = torch.arange(6).view(2, 3); y[:, y[0]] = 1; return y
t(f)
def f(): y = torch.arange(6); y[:2][y[4:5] - 4] = 9; return y
t(f)
def f(): y = torch.arange(6); y[:2][torch.tensor([1, 0])] = y[:2]; return y
t(f)
def f(): y = torch.arange(6); y[y > 2] = y[:1]; return y
t(f)
def f(): y = torch.arange(6); y[:3][y[4:6] - 4] = y[3:5]; return y
t(f)
