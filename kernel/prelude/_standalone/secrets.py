"""Generate cryptographically strong pseudo-random numbers suitable for managing secrets such as account authentication, tokens,
and similar."""

__all__ = ['choice', 'randbelow', 'randbits', 'SystemRandom', 'token_bytes', 'token_hex', 'token_urlsafe', 'compare_digest']

from hmac import compare_digest
from os import urandom as _urandom
from random import SystemRandom

DEFAULT_ENTROPY = 32
_source = SystemRandom()
choice, randbits = _source.choice, _source.getrandbits


def randbelow(exclusive_upper_bound):
    """Return a random int in the range [0, n)."""
    if exclusive_upper_bound <= 0:
        raise ValueError('Upper bound must be positive.')
    return _source.randrange(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """Return a random byte string containing nbytes bytes; of a reasonable default for None."""
    return _urandom(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    """Return a random text string, in hexadecimal: two digits for each of nbytes bytes."""
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    """Return a random URL-safe text string, in Base64 encoding, of nbytes bytes."""
    from base64 import urlsafe_b64encode
    return urlsafe_b64encode(token_bytes(nbytes)).rstrip(b'=').decode('ascii')
