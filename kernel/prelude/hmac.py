"""HMAC (Keyed-Hashing for Message Authentication) module.

Implements the HMAC algorithm as described by RFC 2104."""

import hashlib
from _hashlib import compare_digest

trans_5C = bytes(byte ^ 0x5C for byte in range(256))
trans_36 = bytes(byte ^ 0x36 for byte in range(256))
digest_size = None  # as PEP 247 says

_OFTEN_64 = 64


def _maker(digestmod):
    """What makes a hash object: of a name, of a module, or itself."""
    if isinstance(digestmod, str):
        return lambda data=b'': hashlib.new(digestmod, data)
    return digestmod if callable(digestmod) else lambda data=b'': digestmod.new(data)


def _inner_and_outer(key, make):
    """The two hashes of RFC 2104, begun with the key, and the size of their blocks."""
    inner, outer = make(), make()
    if not inner.digest_size:
        raise ValueError('no reason supplied')
    size = getattr(inner, 'block_size', None)
    if size is None or size < 16:
        import warnings
        warnings.warn(f'No block_size attribute on given digest object; Assuming {_OFTEN_64}.' if size is None else
                      f'block_size of {size} seems too small; using our default of {_OFTEN_64}.', RuntimeWarning, 4)
        size = _OFTEN_64
    if len(key) > size:
        key = make(key).digest()
    block = bytes(key).ljust(size, b'\0')
    inner.update(block.translate(trans_36))
    outer.update(block.translate(trans_5C))
    return inner, outer, size


class HMAC:
    """RFC 2104 HMAC class.  Also complies with RFC 4231.

    This supports the API for Cryptographic Hash Functions (PEP 247)."""
    blocksize = _OFTEN_64
    __slots__ = ('_inner', '_outer', 'block_size', 'digest_size')

    def __init__(self, key, msg=None, digestmod=''):
        """Create a new HMAC object of a key (bytes). digestmod: the name of a hash, what makes one, or a module with new()."""
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError(f'key: expected bytes or bytearray, but got {type(key).__name__!r}')
        if not digestmod:
            raise TypeError("Missing required parameter 'digestmod'.")
        self._init_old(key, msg, digestmod)

    def _init_old(self, key, msg, digestmod):
        self._inner, self._outer, self.block_size = _inner_and_outer(key, _maker(digestmod))
        self.digest_size = self._inner.digest_size
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        """hmac- and the name of the hash."""
        return 'hmac-' + self._inner.name

    def update(self, msg):
        """Feed data from msg into this hashing object."""
        self._inner.update(msg)

    def copy(self):
        """Return a separate copy of this hashing object: an update to it won't affect the original."""
        twin = type(self).__new__(type(self))
        twin._inner, twin._outer = self._inner.copy(), self._outer.copy()
        twin.block_size, twin.digest_size = self.block_size, self.digest_size
        return twin

    def _finished(self):
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        return outer

    def digest(self):
        """Return the hash value of this hashing object as bytes; it is not altered, more can be fed into it."""
        return self._finished().digest()

    def hexdigest(self):
        """Like digest(), but returns a string of hexadecimal digits instead."""
        return self._finished().hexdigest()


def new(key, msg=None, digestmod=''):
    """Create a new hashing object and return it: of a key (bytes), the first data, and the hash as for HMAC()."""
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """The HMAC of a message in one call. key: bytes; digest: the name of a hash, or as for HMAC()."""
    memoryview(key) if not isinstance(key, str) else compare_digest(key, b'')
    inner, outer, _ = _inner_and_outer(key, _maker(digest))
    inner.update(msg)
    outer.update(inner.digest())
    return outer.digest()
