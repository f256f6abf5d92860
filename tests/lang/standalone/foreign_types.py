# Types of C: their values, sizes, fields, items, what they keep alive, and what they refuse.
import pickle
import struct
import sys
from ctypes import *
from ctypes import _Pointer, _SimpleCData


def tell(text, **names):
    try:
        value = eval(text, {**globals(), **names})
        print(text, '=', repr(value) if ' at 0x' not in repr(value) else type(value).__name__)
    except Exception as error:
        print(text, '!', type(error).__name__ + ':', error)


class Point(Structure):
    _fields_ = [('x', c_int), ('y', c_double)]


class Named(Structure):
    _fields_ = [('name', c_char_p), ('text', c_char * 4), ('wide', c_wchar * 4), ('where', POINTER(c_int)), ('n', c_int), ('pair', c_int * 2)]


class Number(Union):
    _fields_ = [('i', c_int), ('f', c_float), ('bytes', c_ubyte * 4)]


class Own(c_int):
    pass


class Incomplete(Structure):
    pass


named, p = Named(), POINTER(c_int)()
print('-- simple values')
for line in '''c_int("x")
c_int(1.5)
c_int(1, 2)
c_int(2**100 + 7), c_byte(300), c_ubyte(-1), c_ushort(70000), c_ulonglong(-1)
c_char(b"ab")
c_char(300)
c_char(65), c_char(b"b"), c_char(bytearray(b"c"))
c_wchar("ab")
c_wchar(5)
c_float("a")
c_float(1.5), c_double(2), c_longdouble(3.25), c_bool([]), c_bool("x")
c_char_p("a")
c_wchar_p(b"a")
c_wchar_p("wörter").value
c_char_p(b"text").value
c_void_p("a")
c_void_p(2**64 + 5), c_void_p(0), c_void_p(None)
py_object()
py_object(5), py_object([1, "a"]), py_object("s").value
py_object().value
bool(c_int(0)), bool(c_double(0.5)), bool(c_char_p()), bool(c_char_p(b""))
hash(c_int(1))
c_int(1) == c_int(1)
Own(3)
Own(3).value
c_long is c_longlong, c_size_t, c_int8, c_int64
delattr(c_int(), "value")
type(c_int)("X", (), {})
type(c_int)("X", (), {"_type_": 5})
type(c_int)("X", (), {"_type_": "xx"})
type(c_int)("X", (), {"_type_": "y"})
_SimpleCData()
_SimpleCData.from_param(5)'''.splitlines():
    tell(line)

print('-- sizes')
for kind in c_char, c_short, c_int, c_long, c_longlong, c_float, c_double, c_longdouble, c_wchar, c_bool, c_void_p, Point, Number, Named, c_int * 3:
    print(kind.__name__, sizeof(kind), alignment(kind), sizeof(kind()))
for line in '''sizeof(5)
alignment(5)
addressof(5)
sizeof(Incomplete), Incomplete(), sizeof(Structure)
addressof(Point()) % alignment(Point)'''.splitlines():
    tell(line)

print('-- structures')
for line in '''Point(1, 2.5).x, Point(1, 2.5).y, Point(y=3).y
Point(1, 2, 3)
Point(1, x=2)
Point("x")
Point.x, Point.y
Point.y.offset, Point.y.size
setattr(Point.x, "offset", 5)
type(Point.x)()
Point.x.__get__(5)
delattr(Point(), "x")
Structure()
Union()
setattr(type("X", (Structure,), {"_fields_": []}), "_fields_", [])
setattr(named, "text", b"abcde")
setattr(named, "text", "a")
setattr(named, "text", b"ab\\0cdefg"), named.text
setattr(named, "wide", "abcde")
setattr(named, "wide", b"a")
setattr(named, "wide", "äb"), named.wide
setattr(named, "where", 5)
setattr(named, "where", None), bool(named.where)
setattr(named, "where", (c_int * 3)(1, 2, 3)), named.where[2]
setattr(named, "where", pointer(c_int(4))), named.where.contents
setattr(named, "where", pointer(c_long(4)))
setattr(named, "n", c_int(7)), named.n
setattr(named, "n", c_long(7))
setattr(named, "n", 1.5)
setattr(named, "pair", (1, 2)), named.pair[:]
setattr(named, "pair", (1, 2, 3))
setattr(named, "pair", [1, 2])
setattr(named, "name", b"called"), named.name
sorted(named._objects)'''.splitlines():
    tell(line)
number = Number()
number.f = 1.0
print(hex(number.i), number.bytes[:])


def refused(body, bases=(Structure,)):
    try:
        type(Structure)('X', bases, body)
        print('made', list(body))
    except Exception as error:
        print(type(error).__name__ + ':', error)


for fields in [('a', c_int, 40)], [('a', c_char_p, 4)], [('a', c_float, 4)], [('a', 5)], [(5, c_int)], [('a',)], 5, [('a', Point, 1)], [('a', c_int, 0)]:
    refused({'_fields_': fields})
refused({'_fields_': [('a', c_int)], '_pack_': -1})
refused({'_fields_': [('a', c_int)], '_pack_': 'x'})
refused({'_fields_': [('a', c_int)], '_anonymous_': ['b']})
refused({'_fields_': [('a', c_int)], '_anonymous_': 5})


class Inner(Union):
    _fields_ = [('low', c_short), ('all', c_int)]


class Outer(Structure):
    _anonymous_ = ['u']
    _fields_ = [('first', c_long), ('u', Inner)]


outer = Outer(5)
outer.all = 0x12345678
print(hex(outer.low), outer.u.all == outer.all, Outer.low, Outer(1, all=3).low)


class Later(Structure):
    pass


Later._fields_ = [('value', c_int), ('next', POINTER(Later))]
a, b = Later(1), Later(2)
a.next, b.next = pointer(b), pointer(a)
print(a.next.contents.value, a.next[0].next[0].value, a.next.contents.next.contents.next.contents.value)


class Derived(Point):
    _fields_ = [('z', c_char)]


print(sizeof(Derived), Derived(1, z=b'3').z, Derived.z.offset, [row[0] for row in Derived._fields_])


class Packed(Structure):
    _pack_ = 1
    _fields_ = [('a', c_char), ('b', c_double), ('c', c_short)]


class Halves(Structure):
    _pack_ = 2
    _fields_ = [('a', c_char), ('b', c_double), ('c', c_char)]


print(sizeof(Packed), Packed.b.offset, Packed.c.offset, sizeof(Halves), Halves.b.offset, alignment(Halves))

print('-- bit fields')


class Bits(Structure):
    _fields_ = [('a', c_uint, 3), ('b', c_uint, 7), ('c', c_uint, 22), ('d', c_int, 4), ('e', c_ubyte), ('f', c_longlong, 40), ('g', c_longlong, 20)]


bits = Bits(9, 127, -1, 7, 255, -2, 3)
print(bits.a, bits.b, bits.c, bits.d, bits.e, bits.f, bits.g, sizeof(Bits), bytes(bits).hex())
bits.d = -8
bits.f = 2 ** 39
print(bits.d, bits.f, Bits.b, Bits.d.size, Bits.f.offset)
tell('setattr(bits, "a", "x")')

print('-- orders of bytes')


class Big(BigEndianStructure):
    _fields_ = [('a', c_short), ('b', c_int), ('c', c_double), ('d', c_int * 2), ('e', c_uint, 4), ('f', c_uint, 12)]


big = Big(1, 2, 1.5, (3, 4), 5, 6)
print(bytes(big).hex(), big.a, big.b, big.c, big.d[:], big.e, big.f)
print(bytes(c_int.__ctype_be__(1)), c_int.__ctype_be__(1).value, c_int.__ctype_le__ is c_int, LittleEndianStructure is Structure)
for kind in c_void_p, c_wchar, POINTER(c_int):
    tell('type("X", (BigEndianStructure,), {"_fields_": [("a", kind)]})', kind=kind)

print('-- arrays')
for line in '''(c_int * 3)(1, 2, 3, 4)
(c_int * 3)("x")
(c_int * 3)()[5]
(c_int * 3)()["x"]
(c_int * 3)(1, 2, 3)[1:], (c_int * 3)(1, 2, 3)[::-1], (c_char * 3)(*b"abc")[:2], (c_wchar * 3)(*"abc")[::2]
len((c_int * 3)()), list((c_int * 2)(1, 2)), 3 in (c_int * 3)(1, 2, 3), (c_int * 0)()[:]
c_int * -1
c_int * 1.5
(c_char * 3)(b"a").value, (c_char * 3)(b"a").raw
setattr((c_char * 3)(), "value", b"abcd")
setattr((c_char * 3)(), "value", 5)
setattr((c_char * 3)(), "raw", b"abcd")
setattr((c_wchar * 3)(), "value", "abcd")
setattr((c_wchar * 3)(), "value", b"a")
delattr((c_char * 3)(), "raw")
create_string_buffer(5).raw, create_string_buffer(b"abc").raw, create_string_buffer(b"abc", 6).raw
create_string_buffer("abc")
create_unicode_buffer("abc").value, len(create_unicode_buffer(4)), sizeof(create_unicode_buffer("é"))
type(c_int * 3)("X", (Array,), {})
type(c_int * 3)("X", (Array,), {"_length_": -2, "_type_": c_int})
type(c_int * 3)("X", (Array,), {"_length_": 2})
(c_int * 3 * 2)()[1][:], sizeof(c_int * 3 * 2), (c_int * 3).__name__, c_int * 3 is c_int * 3
[v.x for v in (Point * 2)((1, 2), Point(3))]'''.splitlines():
    tell(line)
items = (c_int * 5)(*range(5))
items[1:4] = [7, 8, 9]
items[-1] = -1
print(items[:], end=' ')
try:
    items[:2] = [1]
except ValueError as error:
    print(error)

print('-- pointers')
for line in '''p.contents
p[0]
bool(p)
POINTER(c_int)(5)
POINTER(5)
pointer(5)
POINTER(None)
POINTER(c_int) is POINTER(c_int), POINTER(c_int).__name__
pointer(c_int(5))[:1], pointer(c_int(5)).contents
pointer(c_int(5))[::1]
pointer(c_int(5))[:1:0]
pointer(c_int(5))["a"]
setattr(pointer(c_int(1)), "contents", 5)
POINTER(c_char)(c_char(b"x"))[0]
cast(b"abc", POINTER(c_char))[:3], cast(create_string_buffer(b"xyz"), c_char_p).value
cast(5, 5)
cast(1.5, c_char_p)
cast((c_int * 2)(1, 2), POINTER(c_short))[:4]
string_at(b"abcdef", 3), string_at(create_string_buffer(b"ab")), wstring_at("hello"), wstring_at(c_wchar_p("hey"), 2)
string_at(5.5)'''.splitlines():
    tell(line)
i = c_int(42)
q = pointer(i)
q[0] = 7
q.contents.value += 1
print(i, q._objects, q.contents._b_base_ is q)
q.contents = c_int(9)
print(i, q[0])

print('-- memory')
for line in '''c_int.from_buffer(b"abcd")
c_int.from_buffer(bytearray(2))
c_int.from_buffer(bytearray(4), -1)
c_int.from_buffer(5)
c_int.from_buffer_copy(b"ab")
c_int.from_buffer_copy(b"\\1\\0\\0\\0\\2\\0\\0\\0", 4)
c_int.from_buffer_copy(5)
c_int.from_address("x")
c_int.from_address(addressof(i))
Structure.from_address(5)
resize(c_int(), 2)
resize(5, 2)
c_int(3)._b_base_, c_int(3)._b_needsfree_, c_int(3)._objects'''.splitlines():
    tell(line)
source = bytearray(struct.pack('<id', 4, 0.5).ljust(16, b'\0'))
view = (c_int * 2).from_buffer(source)
view[1] = 77
print(source[:8], view[:])
try:
    source.append(1)
except BufferError as error:
    print('BufferError')
grown = (c_short * 2)(1, 2)
resize(grown, 16)
print(sizeof(grown), grown[:], sizeof(type(grown)))
memset(addressof(grown), 1, 4)
memmove(grown, b'\5\0', 2)
print(grown[:])

print('-- views')
for value in c_int(5), c_char(b'a'), Point(1, 2), (c_int * 3 * 2)(), (Point * 2)(), pointer(c_int(1)), Number(), c_char_p(b'x'), Packed(), (c_double * 2)(1, 2), Named():
    m = memoryview(value)
    print(type(value).__name__, m.format, m.itemsize, m.ndim, m.shape, m.readonly, m.nbytes)
for line in '''memoryview(c_int(5))[()]
memoryview((c_int * 2)())[0]
memoryview(c_int(5)).cast("B").tolist()
bytes(c_short(258)), bytearray(Point(1))'''.splitlines():
    tell(line)
m = memoryview(items).cast('B').cast('i')
m[2] = 1000
print(items[2])

print('-- pickles')
for value in c_int(5), c_double(1.5), Point(3, 4.5), Own(7):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        copy = pickle.loads(pickle.dumps(value, protocol))
        assert bytes(copy) == bytes(value) and type(copy) is type(value)
for line in '''c_char_p(b"x").__reduce__()
p.__reduce__()
pickle.dumps(named)'''.splitlines():
    tell(line)

print('-- what is kept alive')


class Strings(Structure):
    _fields_ = [('n', c_int), ('texts', c_char_p * 3)]


strings = Strings()
print(strings._objects)
strings.texts[1] = b'one'
strings.texts = (c_char_p * 3)(b'a', b'b')
print(strings._objects, strings.texts._b_base_ is strings, strings.texts[:])
print((c_char_p * 2)(b'x', None)._objects, c_char_p(b'y')._objects)

print('-- arguments')
for line in '''c_int.from_param("x")
c_int.from_param(5), c_double.from_param(5), c_char.from_param(b"a"), c_longlong.from_param(6)
c_char_p.from_param(5)
c_wchar_p.from_param(b"a")
c_void_p.from_param(1.5)
c_void_p.from_param(None), c_void_p.from_param(5)
POINTER(c_int).from_param(5)
POINTER(c_int).from_param(None)
POINTER(c_int).from_param(byref(c_long(1)))
Point.from_param(5)
byref(1)
byref(c_int(1), 1.5)
byref(c_int(1))._obj'''.splitlines():
    tell(line)
