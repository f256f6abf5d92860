"""A common interface to many hash functions: a constructor for each of them, as hashlib.sha256(data), new(name, data) for all that
OpenSSL has, file_digest() for files, and the derivation of keys from passwords."""

import _hashlib
from _hashlib import (blake2b, blake2s, openssl_md5 as md5, openssl_sha1 as sha1, openssl_sha3_224 as sha3_224,
                      openssl_sha3_256 as sha3_256, openssl_sha3_384 as sha3_384, openssl_sha3_512 as sha3_512,
                      openssl_sha224 as sha224, openssl_sha256 as sha256, openssl_sha384 as sha384, openssl_sha512 as sha512,
                      openssl_shake_128 as shake_128, openssl_shake_256 as shake_256, pbkdf2_hmac, scrypt)

_ALWAYS = ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512',
           'shake_128', 'shake_256')
algorithms_guaranteed = set(_ALWAYS)

__all__ = (*_ALWAYS, 'new', 'algorithms_guaranteed', 'algorithms_available', 'pbkdf2_hmac', 'file_digest')


def __getattr__(name):
    """algorithms_available, for which OpenSSL is asked: when it is wanted."""
    if name != 'algorithms_available':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    global algorithms_available
    algorithms_available = algorithms_guaranteed | _hashlib.openssl_md_meth_names
    return algorithms_available


def new(name, data=b'', **kwargs):
    """Return a new hashing object using the named algorithm; data (a bytes-like object) is what it begins with."""
    blake2 = {'blake2b': blake2b, 'blake2s': blake2s}.get(name) if isinstance(name, str) else None
    if blake2:
        return blake2(data, **kwargs)
    for option in kwargs:
        if option != 'usedforsecurity':
            raise TypeError(f'{option!r} is an invalid keyword argument for new()')
    try:
        return _hashlib.new(name, data, **kwargs)
    except _hashlib.UnsupportedDigestmodError as wrong:
        raise ValueError(str(wrong)) from None


def file_digest(fileobj, digest, /, *, _bufsize=1 << 18):
    """Hash the contents of a file-like object, opened for reading bytes. Returns a digest object.

    digest: the name of an algorithm, or what makes a hash object."""
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, 'getbuffer'):
        with fileobj.getbuffer() as whole:
            made.update(whole)
        return made
    if not hasattr(fileobj, 'readinto') or hasattr(fileobj, 'encoding') or not fileobj.readable():
        raise ValueError(f"'{fileobj!r}' is not a file-like object in binary reading mode.")
    block = bytearray(_bufsize)
    with memoryview(block) as view:
        while count := fileobj.readinto(block):
            made.update(view[:count])
    return made


def __get_builtin_constructor(name):
    """What makes hash objects of an algorithm without asking OpenSSL for others of its names."""
    found = {known: globals()[known] for known in _ALWAYS}.get(name.lower() if name.isupper() else name)
    if found is None:
        raise ValueError('unsupported hash type ' + name)
    return found
