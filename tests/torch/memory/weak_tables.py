"""torch.utils.weak: tables of tensors by identity; contexts that decorate; conditions that tensors must fulfil; seeds of workers."""
import copy
import torch
from torch.utils.weak import TensorWeakRef, WeakIdKeyDictionary, WeakIdRef, WeakTensorKeyDictionary
d = WeakTensorKeyDictionary(); x, y = torch.ones(2), torch.ones(2); d[x] = 1; d[y] = 2
print(len(d), x in d, torch.ones(2) in d, 3 in d, d[x], d.get(y), d.get(torch.ones(2), 'none'), [k is v for k, v in zip(d, (x, y))], list(d.values()), WeakTensorKeyDictionary is WeakIdKeyDictionary)
print([(k is x, v) for k, v in d.items()], len(d.keyrefs()), [k is x for k in d.keys()])
e, f = d.copy(), copy.deepcopy(d); print(e == d, f == d, type(e).__name__, len(f)); del e[x]; print(len(e), len(d), e == d)
print(d.setdefault(x, 9), d.pop(x), d.pop(x, 'gone'), len(d)); d.update({}); d.update(WeakIdKeyDictionary({x: 5})); print(len(d), d[x])
del y; print(len(d)); k, v = d.popitem(); print(k is x, v, len(d))
for go in (lambda: d[torch.ones(1)], lambda: d.__setitem__(3, 1), lambda: d.pop(x), lambda: TensorWeakRef(3), lambda: d.popitem()):
    try: print(go())
    except Exception as error: print(type(error).__name__, str(error).partition(' at 0x')[0])
r = TensorWeakRef(x); a, b = WeakIdRef(x), WeakIdRef(x); print(r() is x, a == b, hash(a) == hash(b), a == WeakIdRef(torch.ones(2))); del x, k; print(r(), a(), a == b, a == a)

from torch.utils._contextlib import _DecoratorContextManager, _NoParamDecoratorContextManager, context_decorator
class Both(_NoParamDecoratorContextManager):
    def __enter__(self): print('in')
    def __exit__(self, *exc): print('out')
class Named(_DecoratorContextManager):
    def __init__(self, name): self.name = name
    def __enter__(self): print('in', self.name)
    def __exit__(self, *exc): print('out', self.name, exc[0])
    def clone(self): return type(self)(self.name)
@Both
def f(): return 3
@Named('n')
def g(x): yield x; yield x + 1
@Named('m')
def h(x): return 1 // x
print(f(), f.__name__, list(g(1)), h(1), type(Both()).__name__)
try: h(0)
except ZeroDivisionError as error: print(error)
import contextlib
print(context_decorator(contextlib.nullcontext(), lambda: 5)(), context_decorator(lambda: Named('made'), lambda: 6)())
try: context_decorator(Both(), f)
except AssertionError as error: print(str(error).partition('> is')[2])
class Bare(_DecoratorContextManager): pass
try:
    with Bare(): pass
except NotImplementedError as error: print('not', error)
for args in ((torch.tensor(True),), (torch.tensor(False), 'said'), (torch.tensor(False),), (torch.tensor([True, False]),), (3,), (torch.tensor(0.), 'x'), (torch.tensor([]),)):
    try: print(torch._assert_async(*args))
    except Exception as error: print(type(error).__name__, str(error)[:150])
from torch.utils.data._utils.worker import _generate_state
print([_generate_state(*row) for row in ((5, 1), (0, 0), (1 << 40 | 3, 2))])
print(torch._C._are_functorch_transforms_active(), torch.func.grad(lambda x: (print(torch._C._are_functorch_transforms_active()), x * x)[1])(torch.tensor(2.)))
print(isinstance(3, torch.SymInt), torch.qint8, torch.qint8 == torch.int8, torch.qint32.itemsize, torch._C._nn._parse_to('cpu', torch.float16), torch._C._fft.fft_rfft(torch.ones(4)), torch._C._linalg.linalg_det(torch.eye(2)))
