"""What random has beside the generator of the kernel: the one that asks the system."""

import math
import os
import random
from math import e as _e, exp, log as _log, pi as _pi, sqrt as _sqrt

NV_MAGICCONST, LOG4, SG_MAGICCONST = 4 * exp(-0.5) / _sqrt(2.0), _log(4.0), 1.0 + _log(4.5)  # of Kinderman and Monahan, of Cheng
TWOPI, BPF = 2.0 * _pi, 53
RECIP_BPF, _ONE, _urandom = 2.0 ** -BPF, 1, os.urandom
del exp
__all__ = """Random SystemRandom betavariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate
             normalvariate paretovariate randbytes randint random randrange sample seed setstate shuffle triangular uniform
             vonmisesvariate weibullvariate""".split()

BPF, RECIP_BPF = 53, 2.0 ** -53  # the bits of a float between 0 and 1
TWOPI, LOG4 = 2.0 * math.pi, math.log(4.0)
NV_MAGICCONST, SG_MAGICCONST = 4 * math.exp(-0.5) / math.sqrt(2.0), 1.0 + math.log(4.5)
_e, _pi, _urandom = math.e, math.pi, os.urandom
__all__ = sorted(('Random SystemRandom betavariate choice choices expovariate gammavariate gauss getrandbits getstate '
                  'lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed setstate shuffle '
                  'triangular uniform vonmisesvariate weibullvariate').split())


class SystemRandom(random.Random):
    """Alternate random number generator using sources provided by the operating system."""

    def random(self):
        """Get the next random number in the range 0.0 <= X < 1.0."""
        return (int.from_bytes(random._urandom(7), 'big') >> 3) * 2.0 ** -53

    def getrandbits(self, k):
        """getrandbits(k) -> x.  Generates an int with k random bits."""
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        return int.from_bytes(random._urandom((k + 7) // 8), 'big') >> -k % 8

    def randbytes(self, n):
        """Generate n random bytes."""
        return random._urandom(n)

    def seed(self, *args, **kwds):
        """Stub method.  Not used for a system random number generator."""

    def _refused(self, *args, **kwds):
        """Method should not be called for a system random number generator."""
        raise NotImplementedError('System entropy source does not have state.')

    getstate = setstate = _refused


SystemRandom.__module__ = 'random'
