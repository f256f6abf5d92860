"""Encoding and decoding by name: what pickles of older protocols make bytes with."""


def encode(obj, encoding='utf-8', errors='strict'):
    """The bytes of a text in an encoding."""
    return obj.encode(encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    """The text of bytes in an encoding."""
    return bytes(obj).decode(encoding, errors)
