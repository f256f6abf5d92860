"""The generator that the module random stands on, without what it makes of its numbers."""
import random as _random


class Random:
    """A Mersenne Twister: random(), seed(), getstate(), setstate(), getrandbits()."""

    def __init__(self, seed=None):
        generator = _random.Random(seed)
        for name in ('random', 'seed', 'getstate', 'setstate', 'getrandbits'):
            setattr(self, name, getattr(generator, name))

    def __reduce__(self):
        raise TypeError("cannot pickle '_random.Random' object")
