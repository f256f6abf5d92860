"""Hash objects and key derivation over libcrypto, and BLAKE2: what hashlib and hmac are made of."""

import _digest
import _hash
from _digest import (HASH, HASHXOF, openssl_md5, openssl_sha1, openssl_sha3_224, openssl_sha3_256, openssl_sha3_384, openssl_sha3_512,
                     openssl_sha224, openssl_sha256, openssl_sha384, openssl_sha512, openssl_shake_128, openssl_shake_256)
from _operator import _compare_digest as compare_digest

# hashlib's names of OpenSSL's algorithms, where they differ
_OPENSSL = {'sha512_224': 'SHA512-224', 'sha512_256': 'SHA512-256', 'sha3_224': 'SHA3-224', 'sha3_256': 'SHA3-256',
            'sha3_384': 'SHA3-384', 'sha3_512': 'SHA3-512', 'shake_128': 'SHAKE128', 'shake_256': 'SHAKE256'}


class UnsupportedDigestmodError(ValueError):
    """There is no such algorithm."""


class _Digest:
    """A message digest over a hash of _hash."""
    __slots__ = ('_hash', '_facts')

    def __new__(cls, *args, **options):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    def update(self, obj, /):
        """Update this hash object's state with the provided string."""
        _hash.update(self._hash, obj)

    def copy(self):
        """Return a copy of the hash object."""
        twin = object.__new__(type(self))
        twin._hash, twin._facts = _hash.copy(self._hash), self._facts
        return twin

    def digest(self):
        """Return the digest value as a bytes object."""
        return _hash.digest(self._hash)

    def hexdigest(self):
        """Return the digest value as a string of hexadecimal digits."""
        return _hash.digest(self._hash).hex()

    @property
    def name(self):
        """The canonical name of the hash, in lower case."""
        return self._facts[0]

    @property
    def digest_size(self):
        """The size of the digest in bytes."""
        return self._facts[1]

    @property
    def block_size(self):
        """The size of a block of the algorithm in bytes."""
        return self._facts[2]

    def __setattr__(self, name, value):
        if name in _Digest.__slots__:
            object.__setattr__(self, name, value)
        elif hasattr(self, name):
            raise AttributeError(f'attribute {name!r} of {_full(self)!r} objects is not writable')
        else:
            raise AttributeError(f'{_full(self)!r} object has no attribute {name!r}')

    def __getattr__(self, name):
        raise AttributeError(f'{_full(self)!r} object has no attribute {name!r}')

    def __reduce_ex__(self, protocol):
        raise TypeError(f'cannot pickle {_full(self)!r} object')

    def __repr__(self):
        return f'<{self.name} {_full(self)} object @ {id(self):#x}>'


def _full(thing):
    return f'{type(thing).__module__}.{type(thing).__name__}'


def new(name, string=b'', *, usedforsecurity=True):
    """Return a new hash object using the named algorithm of OpenSSL, with string as its first data."""
    if not isinstance(name, str):
        raise TypeError('name must be a string')
    made = _digest.new(name, string)
    if made is None:
        raise UnsupportedDigestmodError(f'unsupported hash type {name}')
    return made


def __getattr__(name):
    """openssl_md_meth_names, for which OpenSSL is asked for each algorithm: when it is wanted."""
    if name != 'openssl_md_meth_names':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    global openssl_md_meth_names
    openssl_md_meth_names = frozenset([*_digest.names(), 'blake2b', 'blake2s'])
    return openssl_md_meth_names


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function."""
    if not isinstance(hash_name, str):
        raise TypeError(f"pbkdf2_hmac() argument 'hash_name' must be str, not {type(hash_name).__name__}")
    iterations = range(iterations).stop
    if iterations < 1:
        raise ValueError('iteration value must be greater than 0.')
    if iterations > 2147483647:
        raise OverflowError('iteration value is too great.')
    facts = _hash.info(_OPENSSL.get(hash_name, hash_name))
    if facts is None:
        raise UnsupportedDigestmodError('[digital envelope routines] unsupported')
    length = facts[0] if dklen is None else range(dklen).stop
    if length < 1:
        raise ValueError('key length must be greater than 0.')
    if length > 2147483647:
        raise OverflowError('key length is too great.')
    return _hash.pbkdf2(_OPENSSL.get(hash_name, hash_name), password, salt, iterations, length)


def scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64):
    """scrypt password-based key derivation function. n: the cost, a power of 2; r: the size of blocks; p: how much may be done in
    parallel."""
    memoryview(password) if not isinstance(password, str) else _bytes_wanted(password)
    if salt is None:
        raise TypeError('salt is required')
    if isinstance(salt, str):
        _bytes_wanted(salt)
    for name, value in (('n', n), ('r', r), ('p', p)):
        if not isinstance(value, int) or value < 0:
            raise TypeError(f'{name} is required and must be an unsigned int')
        if name == 'n' and (value < 2 or value & value - 1):
            raise ValueError('n must be a power of 2.')
    for name, value, least in (('maxmem', maxmem, 0), ('dklen', dklen, 1)):
        if not least <= value <= 2147483647:
            raise ValueError(f"{name} must be {'positive' if least == 0 else 'greater than 0'} and smaller than 2147483647")
    if not _hash.scrypt(password, salt, n, r, p, maxmem, 0):
        raise ValueError('[digital envelope routines] memory limit exceeded')
    return _hash.scrypt(password, salt, n, r, p, maxmem, dklen)


def _bytes_wanted(value):
    raise TypeError(f'a bytes-like object is required, not {type(value).__name__!r}')


class _Blake2(_Digest):
    """The part of BLAKE2 that does not depend on its width."""
    __slots__ = ()

    def __new__(cls, data=b'', /, *, digest_size=None, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0,
                node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True):
        most, wide = cls.MAX_DIGEST_SIZE, cls.MAX_DIGEST_SIZE == 64
        digest_size = most if digest_size is None else digest_size
        if not 1 <= digest_size <= most:
            raise ValueError(f'digest_size must be between 1 and {most} bytes')
        for name, value, limit in (('salt', salt, cls.SALT_SIZE), ('person', person, cls.PERSON_SIZE)):
            if len(memoryview(value)) > limit:
                raise ValueError(f'maximum {name} length is {limit} bytes')
        if not 0 <= fanout <= 255:
            raise ValueError('fanout must be between 0 and 255')
        if not 1 <= depth <= 255:
            raise ValueError('depth must be between 1 and 255')
        for name, value, bits in (('leaf_size', leaf_size, 32), ('node_offset', node_offset, 64 if wide else 48)):
            if value < 0:
                raise ValueError('value must be positive')
            if value >> 64:
                raise OverflowError('int too big to convert')
            if value >> bits:
                raise OverflowError(f'{name} is too large')
        if not 0 <= node_depth <= 255:
            raise ValueError('node_depth must be between 0 and 255')
        if not 0 <= inner_size <= most:
            raise ValueError(f'inner_size must be between 0 and is {most}')
        if len(memoryview(key)) > most:
            raise ValueError(f'maximum key length is {most} bytes')
        made = object.__new__(cls)
        made._hash = _hash.blake2(wide, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset, node_depth,
                                  inner_size, bool(last_node))
        made._facts = cls.__name__, digest_size, 128 if wide else 64
        if type(data) is not bytes or data:
            _hash.update(made._hash, data)
        return made

    __repr__ = object.__repr__


class blake2b(_Blake2):
    """Return a new BLAKE2b hash object."""
    __slots__ = ()
    SALT_SIZE = PERSON_SIZE = 16
    MAX_KEY_SIZE = MAX_DIGEST_SIZE = 64


class blake2s(_Blake2):
    """Return a new BLAKE2s hash object."""
    __slots__ = ()
    SALT_SIZE = PERSON_SIZE = 8
    MAX_KEY_SIZE = MAX_DIGEST_SIZE = 32


blake2b.__module__ = blake2s.__module__ = '_blake2'
