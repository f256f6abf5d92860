"""Halves to the power of complex numbers: what needs no loop of complex halves."""
import torch
x = torch.tensor([1., 2.]).half()
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for e in (0j, 1+0j, 2+0j, 0.5+0j, 1j, -1+0j): t(lambda: x**e); t(lambda: e**x); t(lambda: torch.pow(x, e, out=torch.zeros(2, dtype=torch.complex32)))
