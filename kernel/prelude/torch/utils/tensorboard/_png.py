"""PNG files of arrays of bytes."""

import zlib

import torch

_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}


def _chunk(kind, data):
    return len(data).to_bytes(4, 'big') + kind + data + zlib.crc32(kind + data).to_bytes(4, 'big')


def encode(pixels):
    """The file of a tensor of uint8 of rows, columns and 1 to 4 channels."""
    rows, columns, channels = pixels.shape
    if channels not in _COLOR_TYPES:
        raise TypeError('Cannot handle this data type: (1, 1, %d), |u1' % channels)
    head = columns.to_bytes(4, 'big') + rows.to_bytes(4, 'big') + bytes([8, _COLOR_TYPES[channels], 0, 0, 0])
    lines = torch.cat([torch.zeros(rows, 1, dtype=torch.uint8), pixels.reshape(rows, -1)], 1)  # a line begins with its filter: none
    body = zlib.compress(bytes(lines.reshape(-1).tolist()))
    return b'\x89PNG\r\n\x1a\n' + _chunk(b'IHDR', head) + _chunk(b'IDAT', body) + _chunk(b'IEND', b'')
