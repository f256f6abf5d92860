# Numbers as bytes.
import struct

COUNT = 100_000


def pack():
    def work():
        size = 0
        for i in range(COUNT):
            size += len(struct.pack('<IhdB', i, -7, i * 0.5, i & 255))
        return size
    return work


def pack_compiled():
    def work():
        pack, size = struct.Struct('>4sQf?').pack, 0
        for i in range(COUNT):
            size += len(pack(b'head', i, 1.5, True))
        return size
    return work


def pack_many():
    values = list(range(COUNT))
    return lambda: sum(struct.pack(f'<{COUNT}q', *values)[:1000])


def pack_into():
    def work():
        room, form = bytearray(16 * 1000), struct.Struct('<qd')
        for i in range(COUNT):
            form.pack_into(room, i % 1000 * 16, i, 0.25)
        return sum(room[:100])
    return work


def unpack():
    data = struct.pack('<IhdB', 7, -7, 0.5, 255)

    def work():
        total = 0
        for i in range(COUNT):
            total += struct.unpack('<IhdB', data)[0]
        return total
    return work


def unpack_from():
    data = bytes(range(256)) * 100

    def work():
        total = 0
        for i in range(COUNT):
            total += struct.unpack_from('>HH', data, i % 20000)[1]
        return total
    return work


def unpack_many():
    data = bytes(8 * COUNT)
    return lambda: len(struct.unpack(f'<{COUNT}d', data))


def iter_unpack():
    data = bytes(16 * COUNT)
    return lambda: sum(a + int(b) for a, b in struct.iter_unpack('<qd', data))


def calcsize():
    def work():
        total = 0
        for i in range(COUNT):
            total += struct.calcsize('3i2dc')
        return total
    return work


ROWS = {f'struct_{each.__name__}': each for each in (pack, pack_compiled, pack_many, pack_into, unpack, unpack_from, unpack_many, iter_unpack, calcsize)}
