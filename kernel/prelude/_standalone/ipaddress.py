"""Addresses and networks of IP, versions 4 and 6."""
import functools

__all__ = ['ip_address', 'ip_network', 'ip_interface', 'IPv4Address', 'IPv4Network', 'IPv4Interface', 'IPv6Address',
           'IPv6Network', 'IPv6Interface', 'AddressValueError', 'NetmaskValueError', 'collapse_addresses',
           'summarize_address_range', 'get_mixed_type_key', 'v4_int_to_packed', 'v6_int_to_packed']
IPV4LENGTH, IPV6LENGTH = 32, 128


class AddressValueError(ValueError):
    """A wrong address."""


class NetmaskValueError(ValueError):
    """A wrong mask."""


def _either(classes, value, *arguments, text):
    """An object of the version that a value fits."""
    for cls in classes:
        try:
            return cls(value, *arguments)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f'{value!r} does not appear to be an IPv4 or IPv6 {text}')


def ip_address(address):
    """An address of a text or an integer."""
    return _either((IPv4Address, IPv6Address), address, text='address')


def ip_network(address, strict=True):
    """A network of a text, an integer or a pair; strict: the bits of hosts must be zero."""
    return _either((IPv4Network, IPv6Network), address, strict, text='network')


def ip_interface(address):
    """An address in its network."""
    return _either((IPv4Interface, IPv6Interface), address, text='interface')


def v4_int_to_packed(address):
    """The four bytes of an integer."""
    try:
        return address.to_bytes(4, 'big')
    except OverflowError:
        raise ValueError('Address negative or too large for IPv4') from None


def v6_int_to_packed(address):
    """The sixteen bytes of an integer."""
    try:
        return address.to_bytes(16, 'big')
    except OverflowError:
        raise ValueError('Address negative or too large for IPv6') from None


def _octets(text):
    """The integer of an address of version 4."""
    if not text:
        raise AddressValueError('Address cannot be empty')
    parts = text.split('.')
    if len(parts) != 4:
        raise AddressValueError(f'Expected 4 octets in {text!r}')
    number = 0
    for part in parts:
        reason = None
        if not part:
            reason = 'Empty octet not permitted'
        elif not (part.isascii() and part.isdigit()):
            reason = f'Only decimal digits permitted in {part!r}'
        elif len(part) > 3:
            reason = f'At most 3 characters permitted in {part!r}'
        elif part != '0' and part[0] == '0':
            reason = f'Leading zeros are not permitted in {part!r}'
        elif int(part) > 255:
            reason = f'Octet {int(part)} (> 255) not permitted'
        if reason:
            raise AddressValueError(f'{reason} in {text!r}')
        number = number * 256 + int(part)
    return number


def _groups(text):
    """The integer of an address of version 6."""
    if not text:
        raise AddressValueError('Address cannot be empty')
    parts = text.split(':')
    if len(parts) < 3:
        raise AddressValueError(f'At least 3 parts expected in {text!r}')
    if '.' in parts[-1]:
        try:
            low = _octets(parts.pop())
        except AddressValueError as error:
            raise AddressValueError(f'{error} in {text!r}') from None
        parts += [f'{low >> 16:x}', f'{low & 0xffff:x}']
    if len(parts) > 9:
        raise AddressValueError(f'At most 8 colons permitted in {text!r}')
    gaps = [i for i in range(1, len(parts) - 1) if not parts[i]]
    if len(gaps) > 1:
        raise AddressValueError(f"At most one '::' permitted in {text!r}")
    ends = f"Leading ':' only permitted as part of '::' in {text!r}", f"Trailing ':' only permitted as part of '::' in {text!r}"
    if gaps:
        before, after = parts[:gaps[0]], parts[gaps[0] + 1:]
        if before == ['']:
            before = []
        elif not before[0]:
            raise AddressValueError(ends[0])
        if after == ['']:
            after = []
        elif not after[-1]:
            raise AddressValueError(ends[1])
        missing = 8 - len(before) - len(after)
        if missing < 1:
            raise AddressValueError(f"Expected at most 7 other parts with '::' in {text!r}")
        parts = before + ['0'] * missing + after
    else:
        if len(parts) != 8:
            raise AddressValueError(f"Exactly 8 parts expected without '::' in {text!r}")
        if not parts[0]:
            raise AddressValueError(ends[0])
        if not parts[-1]:
            raise AddressValueError(ends[1])
    number = 0
    for part in parts:
        if not part or set(part) - set('0123456789abcdefABCDEF'):
            raise AddressValueError(f'Only hex digits permitted in {part!r} in {text!r}')
        if len(part) > 4:
            raise AddressValueError(f'At most 4 characters permitted in {part!r} in {text!r}')
        number = number << 16 | int(part, 16)
    return number


def _shown6(number, full=False):
    groups = [number >> shift & 0xffff for shift in range(112, -1, -16)]
    if full:
        return ':'.join(f'{group:04x}' for group in groups)
    best, at = 1, None
    run = 0
    for i, group in enumerate(groups + [1]):
        if group == 0:
            run += 1
            continue
        if run > best:
            best, at = run, i - run
        run = 0
    words = [f'{group:x}' for group in groups]
    if at is None:
        return ':'.join(words)
    return f"{':'.join(words[:at])}::{':'.join(words[at + best:])}"


class _Both:
    """What addresses and networks share."""

    __slots__ = ()

    @property
    def exploded(self):
        """The long form."""
        return self._long()

    @property
    def compressed(self):
        """The short form."""
        return str(self)

    @property
    def version(self):
        """4 or 6."""
        return self._version

    @property
    def max_prefixlen(self):
        """The number of bits: 32 or 128."""
        return self._max_prefixlen


@functools.total_ordering
class _Address(_Both):
    """An address: an integer and its version."""

    __slots__ = ()

    def __init__(self, address):
        self._ip = self._read(address)

    def _read(self, address):
        if isinstance(address, int):
            if address < 0:
                raise AddressValueError(f'{address} (< 0) is not permitted as an IPv{self._version} address')
            if address.bit_length() > self._max_prefixlen:
                raise AddressValueError(f'{address} (>= 2**{self._max_prefixlen}) is not permitted as an IPv{self._version} address')
            return address
        if isinstance(address, bytes):
            if len(address) != self._max_prefixlen // 8:
                raise AddressValueError(f'{address!r} (len {len(address)} != {self._max_prefixlen // 8}) is not permitted as an '
                                        f'IPv{self._version} address')
            return int.from_bytes(address, 'big')
        text = str(address)
        if '/' in text:
            raise AddressValueError(f"Unexpected '/' in {text!r}")
        return self._from_text(text)

    def __int__(self):
        return self._ip

    def __eq__(self, other):
        try:
            return self._key() == other._key()
        except AttributeError:
            return NotImplemented

    def _key(self):
        return self._version, self._ip, getattr(self, '_scope_id', None)

    def __lt__(self, other):
        if not isinstance(other, _Address):
            return NotImplemented
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same version')
        return self._ip < other._ip

    def __hash__(self):
        return hash(hex(self._ip))

    def __add__(self, other):
        return type(self)(int(self) + other) if isinstance(other, int) else NotImplemented

    def __sub__(self, other):
        return type(self)(int(self) - other) if isinstance(other, int) else NotImplemented

    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'

    def __reduce__(self):
        return type(self), (str(self),)

    def __format__(self, fmt):
        if not fmt or fmt[-1] == 's':
            return format(str(self), fmt)
        import re
        found = re.fullmatch('(#?)(_?)([xbnX])', fmt)
        if not found:
            return super().__format__(fmt)
        alternate, grouping, kind = found.groups()
        if kind == 'n':
            kind = 'b' if self._version == 4 else 'x'
        width = self._max_prefixlen if kind == 'b' else self._max_prefixlen // 4
        width += (width // 4 - 1) * bool(grouping) + 2 * bool(alternate)
        return format(int(self), f'{alternate}0{width}{grouping}{kind}')

    @property
    def packed(self):
        """The bytes of the address."""
        return self._ip.to_bytes(self._max_prefixlen // 8, 'big')

    def _within(self, networks):
        return any(self._ip & mask == base for base, mask in networks)

    @property
    def reverse_pointer(self):
        """The name of the pointer in DNS."""
        if self._version == 4:
            return '.'.join(reversed(str(IPv4Address(self._ip)).split('.'))) + '.in-addr.arpa'
        return '.'.join(reversed(self.exploded.replace(':', ''))) + '.ip6.arpa'

    is_multicast = property(lambda self: self._within(self._ranges['multicast']), doc='Whether it is for many.')
    is_private = property(lambda self: self._within(self._ranges['private']), doc='Whether it is for private networks.')
    is_reserved = property(lambda self: self._within(self._ranges['reserved']), doc='Whether it is reserved.')
    is_link_local = property(lambda self: self._within(self._ranges['link_local']), doc='Whether it is for one link.')
    is_loopback = property(lambda self: self._within(self._ranges['loopback']), doc='Whether it is this machine.')
    is_unspecified = property(lambda self: self._ip == 0, doc='Whether it is no address.')


class _Version4:
    __slots__ = ()
    _version, _max_prefixlen = 4, IPV4LENGTH
    _from_text = staticmethod(_octets)


class IPv4Address(_Version4, _Address):
    """An address of version 4: of a text, an integer or four bytes."""

    __slots__ = ('_ip', '__weakref__')

    def __str__(self):
        return '.'.join(map(str, self._ip.to_bytes(4, 'big')))

    def _long(self):
        return str(self)

    is_global = property(lambda self: not self._within(self._ranges['shared']) and not self.is_private,
                         doc='Whether it is for the whole net.')


class _Version6:
    __slots__ = ()
    _version, _max_prefixlen = 6, IPV6LENGTH
    _from_text = staticmethod(_groups)


class IPv6Address(_Version6, _Address):
    """An address of version 6: of a text, an integer or sixteen bytes; %NAME is a scope."""

    __slots__ = ('_ip', '_scope_id', '__weakref__')

    def __init__(self, address):
        self._scope_id = None
        if isinstance(address, (int, bytes)):
            self._ip = self._read(address)
            return
        text = str(address)
        if '/' in text:
            raise AddressValueError(f"Unexpected '/' in {text!r}")
        text, percent, scope = text.partition('%')
        if percent:
            if not scope or '%' in scope:
                raise AddressValueError(f'Invalid IPv6 address: "{address!r}"')
            self._scope_id = scope
        self._ip = self._read(text)

    scope_id = property(lambda self: self._scope_id, doc='The scope, or None.')

    def __str__(self):
        return _shown6(self._ip) + (f'%{self._scope_id}' if self._scope_id else '')

    def _long(self):
        return _shown6(self._ip, True)

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    is_site_local = property(lambda self: self._within(self._ranges['site_local']), doc='Whether it is for one site.')

    def _mapped(self):
        return IPv4Address(self._ip & 0xffffffff) if self._ip >> 32 == 0xffff else None

    ipv4_mapped = property(_mapped, doc='The address of version 4 that it stands for, or None.')

    @property
    def is_private(self):
        """Whether it is for private networks."""
        mapped = self.ipv4_mapped
        return mapped.is_private if mapped is not None else self._within(self._ranges['private'])

    is_global = property(lambda self: not self.is_private, doc='Whether it is for the whole net.')

    @property
    def teredo(self):
        """(server, client) of a tunnel, or None."""
        if self._ip >> 96 != 0x20010000:
            return None
        return IPv4Address(self._ip >> 64 & 0xffffffff), IPv4Address(~self._ip & 0xffffffff)

    @property
    def sixtofour(self):
        """The address of version 4 in it, or None."""
        return IPv4Address(self._ip >> 80 & 0xffffffff) if self._ip >> 112 == 0x2002 else None


# ---- networks

def _prefix_of(text, version, bits):
    """The length of the prefix of a mask: a number, a mask, or a mask of hosts."""
    if isinstance(text, int):
        if not 0 <= text <= bits:
            raise NetmaskValueError(f'{text!r} is not a valid netmask')
        return text
    if text.isascii() and text.isdigit():
        if int(text) > bits:
            raise NetmaskValueError(f'{text!r} is not a valid netmask')
        return int(text)
    if version == 4:
        try:
            mask = _octets(text)
        except AddressValueError:
            raise NetmaskValueError(f'{text!r} is not a valid netmask') from None
        for value in mask, mask ^ 0xffffffff:
            size = 32 - (value ^ 0xffffffff).bit_length()
            if value == (0xffffffff >> (32 - size) << (32 - size) if size else 0):
                return size
    raise NetmaskValueError(f'{text!r} is not a valid netmask')


def _parts(address):
    """Address and prefix (or None) that a network is made of."""
    if isinstance(address, (int, bytes)):
        return address, None
    if not isinstance(address, tuple):
        address = str(address).split('/')
        if len(address) > 2:
            raise AddressValueError(f"Only one '/' permitted in {'/'.join(address)!r}")
    return address[0], address[1] if len(address) > 1 else None


@functools.total_ordering
class _Network(_Both):
    """A network: its first address and the length of its prefix."""

    def __init__(self, address, strict=True):
        base, prefix = _parts(address)
        base = self._address_class(base)
        self._prefixlen = self._max_prefixlen if prefix is None else _prefix_of(prefix, self._version, self._max_prefixlen)
        mask = self._mask()
        self.network_address = base
        if int(base) & mask != int(base):
            if strict:
                raise ValueError(f'{self} has host bits set')
            self.network_address = self._address_class(int(base) & mask)

    def _mask(self):
        ones = (1 << self._max_prefixlen) - 1
        return ones ^ (ones >> self._prefixlen)

    prefixlen = property(lambda self: self._prefixlen, doc='The length of the prefix.')
    netmask = property(lambda self: self._address_class(self._mask()), doc='The mask of the network.')
    hostmask = property(lambda self: self._address_class(((1 << self._max_prefixlen) - 1) ^ self._mask()), doc='The mask of hosts.')
    broadcast_address = property(lambda self: self._address_class(int(self.network_address) | int(self.hostmask)),
                                 doc='The last address.')
    num_addresses = property(lambda self: 1 << (self._max_prefixlen - self._prefixlen), doc='The number of addresses.')
    with_prefixlen = property(lambda self: f'{self.network_address}/{self._prefixlen}', doc='The text with the prefix.')
    with_netmask = property(lambda self: f'{self.network_address}/{self.netmask}', doc='The text with the mask.')
    with_hostmask = property(lambda self: f'{self.network_address}/{self.hostmask}', doc='The text with the mask of hosts.')

    def __str__(self):
        return f'{self.network_address}/{self._prefixlen}'

    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'

    def _long(self):
        return f'{self.network_address.exploded}/{self._prefixlen}'

    def __reduce__(self):
        return type(self), (str(self),)

    def __len__(self):
        return self.num_addresses

    def _key(self):
        return self._version, int(self.network_address), self._prefixlen

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, _Network) else NotImplemented

    def __lt__(self, other):
        if not isinstance(other, _Network):
            return NotImplemented
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same version')
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())

    def hosts(self):
        """The addresses of hosts."""
        first, last = int(self.network_address), int(self.broadcast_address)
        if self._prefixlen == self._max_prefixlen:
            return [self._address_class(first)]
        if self._prefixlen < self._max_prefixlen - 1:
            first, last = first + 1, last - (self._version == 4)
        else:
            return [self._address_class(number) for number in range(first, last + 1)]
        return map(self._address_class, range(first, last + 1))

    def __iter__(self):
        return map(self._address_class, range(int(self.network_address), int(self.broadcast_address) + 1))

    def __getitem__(self, n):
        first, last = int(self.network_address), int(self.broadcast_address)
        number = first + n if n >= 0 else last + n + 1
        if not first <= number <= last:
            raise IndexError('address out of range')
        return self._address_class(number)

    def __contains__(self, other):
        if other._version != self._version or isinstance(other, _Network):
            return False
        return int(other) & self._mask() == int(self.network_address)

    def overlaps(self, other):
        """Whether both have an address."""
        return other.network_address in self or self.network_address in other

    def _bits(self, prefixlen_diff, new_prefix, smaller):
        if new_prefix is not None:
            if (new_prefix < self._prefixlen) if smaller else (new_prefix > self._prefixlen):
                raise ValueError(f"new prefix must be {'longer' if smaller else 'shorter'}")
            if prefixlen_diff != 1:
                raise ValueError('cannot set prefixlen_diff and new_prefix')
            return new_prefix
        if smaller and prefixlen_diff < 0:
            raise ValueError('prefix length diff must be > 0')
        return self._prefixlen + prefixlen_diff if smaller else self._prefixlen - prefixlen_diff

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """The smaller networks in it."""
        if self._prefixlen == self._max_prefixlen:
            yield self
            return
        prefix = self._bits(prefixlen_diff, new_prefix, True)
        if prefix > self._max_prefixlen:
            raise ValueError(f'prefix length diff {prefix - self._prefixlen} is invalid for netblock {self}')
        step = 1 << (self._max_prefixlen - prefix)
        for first in range(int(self.network_address), int(self.broadcast_address) + 1, step):
            yield type(self)((first, prefix))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The larger network that it is in."""
        if self._prefixlen == 0:
            return self
        prefix = self._bits(prefixlen_diff, new_prefix, False)
        if prefix < 0:
            raise ValueError(f'current prefixlen is {self._prefixlen}, cannot have a prefixlen_diff of {prefixlen_diff}')
        return type(self)((int(self.network_address), prefix), strict=False)

    def subnet_of(self, other):
        """Whether it lies in another network."""
        return self._nested(other, self)

    def supernet_of(self, other):
        """Whether another network lies in it."""
        return self._nested(self, other)

    def _nested(self, outer, inner):
        if outer._version != inner._version:
            raise TypeError(f'{inner} and {outer} are not of the same version')
        return (outer.network_address <= inner.network_address and outer.broadcast_address >= inner.broadcast_address)

    def compare_networks(self, other):
        """-1, 0 or 1."""
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same type')
        return (self > other) - (self < other)

    def address_exclude(self, other):
        """The networks that are left without another one."""
        if self._version != other._version:
            raise TypeError(f'{self} and {other} are not of the same version')
        if not isinstance(other, _Network):
            raise TypeError(f'{other} is not a network object')
        if not other.subnet_of(self):
            raise ValueError(f'{other} not contained in {self}')
        current = self
        while current != other:
            for half in current.subnets():
                if other.subnet_of(half):
                    following = half
                else:
                    yield half
            current = following

    def _all(self, name):
        return getattr(self.network_address, name) and getattr(self.broadcast_address, name)


for _name in 'is_multicast is_private is_reserved is_link_local is_loopback is_unspecified is_global'.split():
    setattr(_Network, _name, property(lambda self, _name=_name: self._all(_name), doc=f'Whether all addresses are: {_name}.'))
del _name


class IPv4Network(_Version4, _Network):
    """A network of version 4."""
    _address_class = IPv4Address


class IPv6Network(_Version6, _Network):
    """A network of version 6."""
    _address_class = IPv6Address
    is_site_local = property(lambda self: self._all('is_site_local'), doc='Whether all addresses are: is_site_local.')


def _interface(address_class, network_class, doc):
    """The class of addresses in their networks."""
    def __init__(self, address):
        base, prefix = _parts(address)
        address_class.__init__(self, base)
        prefix = self._max_prefixlen if prefix is None else _prefix_of(prefix, self._version, self._max_prefixlen)
        self.network = network_class((int(self), prefix), strict=False)
        self.netmask, self.hostmask, self._prefixlen = self.network.netmask, self.network.hostmask, prefix

    def shown(what):
        return property(lambda self: f'{address_class.__str__(self)}/{getattr(self, what)}')

    def __eq__(self, other):
        same = address_class.__eq__(self, other)
        return same if not same or same is NotImplemented else self.network == getattr(other, 'network', None)

    def __lt__(self, other):
        if isinstance(other, type(self)):
            return (self.network, self._ip) < (other.network, other._ip)
        less = address_class.__lt__(self, other)
        return False if less is NotImplemented else less

    body = {'__module__': __name__, '__doc__': doc, '__init__': __init__, '__eq__': __eq__, '__lt__': __lt__,
            '__hash__': lambda self: hash((self._ip, self._prefixlen, int(self.network.network_address))),
            '__str__': lambda self: f'{address_class.__str__(self)}/{self._prefixlen}',
            '__reduce__': lambda self: (type(self), (str(self),)), 'ip': property(lambda self: address_class(self._ip)),
            'with_prefixlen': shown('_prefixlen'), 'with_netmask': shown('netmask'), 'with_hostmask': shown('hostmask'),
            '_long': lambda self: f'{address_class._long(self)}/{self._prefixlen}'}
    return type(f'IPv{address_class._version}Interface', (address_class,), body)


IPv4Interface = _interface(IPv4Address, IPv4Network, 'An address of version 4 in its network.')
IPv6Interface = _interface(IPv6Address, IPv6Network, 'An address of version 6 in its network.')


def _ranges(network, table):
    return {name: [(int(one.network_address), one._mask()) for one in map(network, texts.split())] for name, texts in table.items()}


IPv4Address._ranges = _ranges(IPv4Network, {
    'multicast': '224.0.0.0/4', 'reserved': '240.0.0.0/4', 'loopback': '127.0.0.0/8', 'link_local': '169.254.0.0/16',
    'shared': '100.64.0.0/10', 'private': '0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/29 '
    '192.0.0.170/31 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32'})
IPv6Address._ranges = _ranges(IPv6Network, {
    'multicast': 'ff00::/8', 'loopback': '::1/128', 'link_local': 'fe80::/10', 'site_local': 'fec0::/10',
    'reserved': '::/8 100::/8 200::/7 400::/6 800::/5 1000::/4 4000::/3 6000::/3 8000::/3 a000::/3 c000::/3 e000::/4 f000::/5 '
    'f800::/6 fe00::/9', 'private': '::1/128 ::/128 ::ffff:0:0/96 100::/64 2001::/23 2001:2::/48 2001:db8::/32 2001:10::/28 '
    'fc00::/7 fe80::/10'})


def summarize_address_range(first, last):
    """The networks that make up a range of addresses."""
    if not (isinstance(first, _Address) and isinstance(last, _Address)):
        raise TypeError('first and last must be IP addresses, not networks')
    if first._version != last._version:
        raise TypeError(f'{first} and {last} are not of the same version')
    if first > last:
        raise ValueError('last IP address must be greater than first')
    network, bits = (IPv4Network, 32) if first._version == 4 else (IPv6Network, 128)
    low, high = int(first), int(last)
    while low <= high:
        size = min((low & -low).bit_length() - 1 if low else bits, (high - low + 1).bit_length() - 1)
        yield network((low, bits - size))
        low += 1 << size


def collapse_addresses(addresses):
    """The fewest networks that have the same addresses."""
    spans, version = [], None
    for one in addresses:
        if version is None:
            version = one
        if one._version != version._version:
            raise TypeError(f'{one} and {version} are not of the same version')
        first = one.network_address if isinstance(one, _Network) else one
        last = one.broadcast_address if isinstance(one, _Network) else one
        spans.append((int(first), int(last)))
    make = IPv4Address if version is None or version._version == 4 else IPv6Address
    joined = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1] + 1:
            joined[-1][1] = max(joined[-1][1], high)
        else:
            joined.append([low, high])
    return iter([network for low, high in joined for network in summarize_address_range(make(low), make(high))])


def get_mixed_type_key(obj):
    """A key by which addresses and networks sort together."""
    if isinstance(obj, _Network):
        return obj._version, obj.network_address, obj.netmask
    return (obj._version, obj) if isinstance(obj, _Address) else NotImplemented
