"""Event files: records with their lengths and masked check sums (TFRecord), written to a file. Must not know what the records hold."""

import os
import time


_next_file = [0]


def _table():
    """CRC-32C of each byte, reflected."""
    rows = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82f63b78 if value & 1 else 0)
        rows.append(value)
    return rows


_CRC = _table()


def masked_crc(data):
    """The CRC-32C of bytes, rotated and moved so that check sums of check sums differ."""
    crc, table = 0xffffffff, _CRC
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 255]
    crc ^= 0xffffffff
    return ((crc >> 15 | crc << 17) + 0xa282ead8 & 0xffffffff).to_bytes(4, 'little')


def record(data):
    """A record as it stands in a file."""
    length = len(data).to_bytes(8, 'little')
    return length + masked_crc(length) + data + masked_crc(data)


class RecordFile:
    """A file of records; what is written is kept until there are max_queue records, or flush_secs have gone by, or flush()."""

    def __init__(self, folder, max_queue, flush_secs, suffix):
        os.makedirs(folder, exist_ok=True)
        name = 'events.out.tfevents.%010d.%s.%d.%d%s' % (time.time(), os.uname().nodename, os.getpid(), _next_file[0], suffix)
        _next_file[0] += 1
        self._file = open(os.path.join(folder, name), 'wb')
        self._kept, self._most, self._seconds, self._last = [], max_queue, flush_secs, time.monotonic()

    def write(self, data):
        """Adds a record."""
        self._kept.append(record(data))
        if len(self._kept) > self._most or time.monotonic() - self._last > self._seconds:
            self.flush()

    def flush(self):
        """Writes what is kept."""
        self._file.write(b''.join(self._kept))
        self._file.flush()
        self._kept, self._last = [], time.monotonic()

    def close(self):
        """Writes what is kept and closes the file."""
        self.flush()
        self._file.close()
