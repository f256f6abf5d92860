"""Protobuf's wire format: fields of messages as bytes. A field that has its default value is left out, as in version 3."""

import torch


def varint(value):
    """A number, seven bits a byte; negative ones as 64 bits."""
    value &= 0xffffffffffffffff
    out = []
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + [value])


def packed(values, dtype):
    """Numbers one after the other, in the bytes of a type."""
    numbers = values.to(dtype) if isinstance(values, torch.Tensor) else torch.tensor(values, dtype=dtype)
    return bytes(numbers.contiguous().reshape(-1).view(torch.uint8).tolist()) if numbers.numel() else b''


def integer(field, value):
    """A field of an integer."""
    return varint(field << 3) + varint(int(value)) if value else b''


def double(field, value):
    """A field of a double."""
    return varint(field << 3 | 1) + packed([value], torch.float64) if value or value != value else b''


def single(field, value, always=False):
    """A field of a float."""
    return varint(field << 3 | 5) + packed([value], torch.float32) if always or value or value != value else b''


def block(field, data, always=False):
    """A field of bytes, of text or of a message."""
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data if data or always else b''
