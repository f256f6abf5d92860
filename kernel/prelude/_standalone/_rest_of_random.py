"""What random has beside the generator of the kernel: the one that asks the system."""

import os
import random


class SystemRandom(random.Random):
    """Alternate random number generator using sources provided by the operating system."""

    def random(self):
        """Get the next random number in the range 0.0 <= X < 1.0."""
        return (int.from_bytes(os.urandom(7), 'big') >> 3) * 2.0 ** -53

    def getrandbits(self, k):
        """getrandbits(k) -> x.  Generates an int with k random bits."""
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        return int.from_bytes(os.urandom((k + 7) // 8), 'big') >> -k % 8

    def randbytes(self, n):
        """Generate n random bytes."""
        return os.urandom(n)

    def seed(self, *args, **kwds):
        """Stub method.  Not used for a system random number generator."""

    def _refused(self, *args, **kwds):
        """Method should not be called for a system random number generator."""
        raise NotImplementedError('System entropy source does not have state.')

    getstate = setstate = _refused


SystemRandom.__module__ = 'random'
