import bisect, builtins, collections, contextlib, copy, copyreg, dataclasses, enum, functools, gc, heapq, io, itertools, keyword, math, operator, os, pickle, zlib
import random, sys, time, types, typing, unicodedata, warnings, weakref
import torch
import torch.nn.functional as F
from torch import autograd, fft, linalg, nn, optim, special
import torch._foreach, torch.hub, torch.nn.parallel.comm, torch.nn.utils.fusion, torch.nn.utils.prune, torch.nn.utils.stateless, torch.optim.swa_utils, torch.profiler, torch.serialization
import torch.utils._pytree, torch.utils.benchmark, torch.utils.tensorboard


def answer(name, self, value, left):
    """What a special method of a hostile object returns, once it has done its harm."""
    if isinstance(value, type) and issubclass(value, BaseException):
        raise value('hostile')
    if name == '__iter__':
        return self if hasattr(type(self), '__next__') else iter([value, value, value])
    if name in ('__next__', '__getitem__') and left < 36:
        raise StopIteration if name == '__next__' else IndexError(left)
    if name in ('__getattr__', '__getattribute__') and left % 3 == 0:
        raise AttributeError(left)
    if name in ('__enter__', '__copy__', '__iadd__', '__await__'):
        return self
    if name == '__exit__':
        return None
    if name == '__torch_function__' and left % 2:
        return NotImplemented
    if name in ('__reduce__', '__reduce_ex__'):
        return value if isinstance(value, tuple) else (list, ([value],))
    if type(value) is int:  # a number serves everywhere
        if name == '__float__':
            return float(value)
        if name == '__complex__':
            return complex(value)
        if name == '__bool__':
            return value != 0
        if name in ('__repr__', '__str__', '__format__', '__fspath__'):
            return 'text'
        if name == '__bytes__':
            return b'bytes'
        if name == '__dir__':
            return ['a', 'b']
    return value


def hostile(specials, value=1, effect=None, base=object, made=()):
    """An object of a new class whose special methods run the effect and then return the value. They do so for a while only, so
    that few calls have no end."""
    left = [40]

    def special(name):
        def method(self, *args, **keywords):
            left[0] -= 1
            if left[0] < 0:
                raise RuntimeError('asked too often')
            if effect is not None:
                effect()
            return answer(name, self, value, left[0])
        return classmethod(method) if name in ('__torch_function__', '__class_getitem__') else method
    return type('Hostile', (base,), {name: special(name) for name in specials.split()})(*made)


def fail(*args, **keywords):
    raise ValueError('hostile')
