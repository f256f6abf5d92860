"""BLAKE2b and BLAKE2s."""

from _hashlib import blake2b, blake2s
