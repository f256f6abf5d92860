"""UUID objects (universally unique identifiers) according to RFC 4122: UUID, and uuid1(), uuid3(), uuid4(), uuid5() that make them."""

import os
import sys
from enum import Enum

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = ('reserved for NCS compatibility', 'specified in RFC 4122',
                                                               'reserved for Microsoft compatibility', 'reserved for future definition')

# the fields from the highest bits down: name, bits
_FIELDS = ('time_low', 32), ('time_mid', 16), ('time_hi_version', 16), ('clock_seq_hi_variant', 8), ('clock_seq_low', 8), ('node', 48)


class SafeUUID(Enum):
    """Whether a UUID was made in a way that is safe for several processes."""
    safe = 0
    unsafe = -1
    unknown = None


def _field(name, shift, bits):
    return property(lambda self: self.int >> shift & (1 << bits) - 1, None, None, f'The field {name}.')


_MARKS = 0xf << 76 | 0b11 << 62  # the bits of version and variant


def _of_hex(text):
    for word in ('urn:', 'uuid:'):
        text = text.replace(word, '')
    digits = text.strip('{}').replace('-', '')
    if len(digits) != 32:
        raise ValueError('badly formed hexadecimal UUID string')
    return int(digits, 16)


def _of_bytes(data, name='bytes'):
    if len(data) != 16:
        raise ValueError(f'{name} is not a 16-char string')
    return int.from_bytes(data, 'big')


def _of_bytes_le(data):
    _of_bytes(data, 'bytes_le')
    return _of_bytes(b''.join((data[3::-1], data[5:3:-1], data[7:5:-1], data[8:])))


def _of_fields(values):
    if len(values) != 6:
        raise ValueError('fields is not a 6-tuple')
    number = 0
    for at, ((_, bits), value) in enumerate(zip(_FIELDS, values), 1):
        if value < 0 or value >> bits:
            raise ValueError(f'field {at} out of range (need a{"n" if bits == 8 else ""} {bits}-bit value)')
        number = number << bits | value
    return number


class UUID:
    """Instances of the UUID class represent UUIDs as specified in RFC 4122.

    They are made of exactly one of: hex, a text of 32 digits; bytes, 16 in big-endian order; bytes_le, the same with the first three
    fields in little-endian order; fields, a tuple of six integers; int, one of 128 bits. version: that and the variant of RFC 4122
    are put in."""
    __slots__ = ('int', 'is_safe', '__weakref__')

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=SafeUUID.unknown):
        given = [(make, value) for make, value in ((_of_hex, hex), (_of_bytes, bytes), (_of_bytes_le, bytes_le), (_of_fields, fields),
                                                   (lambda number: number, int)) if value is not None]
        if len(given) != 1:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        (make, value), = given
        number = make(value)
        if number < 0 or number.bit_length() > 128:
            raise ValueError('int is out of range (need a 128-bit value)')
        if version is not None:
            if version not in range(1, 6):
                raise ValueError('illegal version number')
            number = number & ~_MARKS | 1 << 63 | version << 76
        object.__setattr__(self, 'int', number)
        object.__setattr__(self, 'is_safe', is_safe)

    def __getstate__(self):
        state = {'int': self.int}
        if self.is_safe != SafeUUID.unknown:
            state['is_safe'] = self.is_safe.value
        return state

    def __setstate__(self, state):
        object.__setattr__(self, 'int', state['int'])
        object.__setattr__(self, 'is_safe', SafeUUID(state['is_safe']) if 'is_safe' in state else SafeUUID.unknown)

    def __setattr__(self, name, value):
        raise TypeError('UUID objects are immutable')

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __str__(self):
        digits = self.hex
        return '-'.join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))

    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'

    @property
    def bytes(self):
        """The 16 bytes in big-endian order."""
        return self.int.to_bytes(16, 'big')

    @property
    def bytes_le(self):
        """The 16 bytes, the first three fields in little-endian order."""
        data = self.bytes
        return data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]

    @property
    def fields(self):
        """The six fields."""
        return tuple(getattr(self, name) for name, _ in _FIELDS)

    time_low, time_mid, time_hi_version = _field('time_low', 96, 32), _field('time_mid', 80, 16), _field('time_hi_version', 64, 16)
    clock_seq_hi_variant, clock_seq_low = _field('clock_seq_hi_variant', 56, 8), _field('clock_seq_low', 48, 8)
    node = _field('node', 0, 48)

    @property
    def time(self):
        """The time of 60 bits."""
        return (self.time_hi_version & 0xfff) << 48 | self.time_mid << 32 | self.time_low

    @property
    def clock_seq(self):
        """The number of 14 bits that tells apart what was made at one time."""
        return (self.clock_seq_hi_variant & 0x3f) << 8 | self.clock_seq_low

    @property
    def hex(self):
        """The 32 hexadecimal digits."""
        return f'{self.int:032x}'

    @property
    def urn(self):
        """As a URN."""
        return f'urn:uuid:{self}'

    @property
    def variant(self):
        """Who has specified its layout."""
        high = self.int >> 61 & 7
        return RESERVED_NCS if high < 4 else RFC_4122 if high < 6 else RESERVED_MICROSOFT if high == 6 else RESERVED_FUTURE

    @property
    def version(self):
        """The version, for the variant of RFC 4122."""
        return self.int >> 76 & 15 if self.variant == RFC_4122 else None


_node = _last_timestamp = None


def _interface_node():
    """The hardware address of the first network interface that has one."""
    folder = '/sys/class/net'
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return None
    for name in names:
        try:
            with open(f'{folder}/{name}/address') as file:
                node = int(file.read().strip().replace(':', ''), 16)
        except (OSError, ValueError):
            continue
        if node and not node >> 41 & 1 and node < 1 << 48:
            return node


def getnode():
    """Get the hardware address as a 48-bit positive integer; a random one with its multicast bit set where there is none."""
    global _node
    if _node is None:
        _node = _interface_node() or _random_getnode()
    return _node


def _random_getnode():
    """A number of a node that is no hardware address: its multicast bit is set."""
    return int.from_bytes(os.urandom(6), 'big') | 1 << 40


def _made_of_time(node, clock_seq):
    """A UUID of the time, later than the last one that was made here."""
    global _last_timestamp
    import time
    now = time.time_ns() // 100 + 0x01b21dd213814000
    if _last_timestamp is not None and now <= _last_timestamp:
        now = _last_timestamp + 1
    _last_timestamp = now
    if clock_seq is None:
        import random
        clock_seq = random.getrandbits(14)
    return UUID(fields=(now & 0xffffffff, now >> 32 & 0xffff, now >> 48 & 0xfff, clock_seq >> 8 & 0x3f, clock_seq & 0xff,
                        getnode() if node is None else node), version=1)


def _generate_time_safe():
    """The 16 bytes of one, and whether no other process can have made the same: -1, as nobody is asked."""
    return _made_of_time(None, int.from_bytes(os.urandom(2), 'big')).bytes, -1


def _unix_getnode():
    """The node of a UUID of the time as the system makes it."""
    return UUID(bytes=_generate_time_safe()[0]).node


def _load_system_functions():
    """What CPython looks for in the system is here already."""


_has_uuid_generate_time_safe = True


def uuid1(node=None, clock_seq=None):
    """Generate a UUID from a host ID, sequence number, and the current time: the hardware address and a random number unless they are
    given."""
    if _generate_time_safe is None or not (node is clock_seq is None):
        return _made_of_time(node, clock_seq)
    data, safe = _generate_time_safe()
    try:
        return UUID(bytes=data, is_safe=SafeUUID(safe))
    except ValueError:
        return UUID(bytes=data)


def _named(algorithm, namespace, name, version):
    import hashlib
    digest = hashlib.new(algorithm, namespace.bytes + bytes(name, 'utf-8'))
    return UUID(bytes=digest.digest()[:16], version=version)


def uuid3(namespace, name):
    """Generate a UUID from the MD5 hash of a namespace UUID and a name."""
    return _named('md5', namespace, name, 3)


def uuid4():
    """Generate a random UUID."""
    return UUID(bytes=os.urandom(16), version=4)


def uuid5(namespace, name):
    """Generate a UUID from the SHA-1 hash of a namespace UUID and a name."""
    return _named('sha1', namespace, name, 5)


NAMESPACE_DNS, NAMESPACE_URL, NAMESPACE_OID, NAMESPACE_X500 = (
    UUID(f'6ba7b81{digit}-9dad-11d1-80b4-00c04fd430c8') for digit in (0, 1, 2, 4))
