# Functions of C: libraries, arguments, results, prototypes, errno, callbacks, threads, and their errors.
import ctypes.util
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from ctypes import *

SOURCE = r'''
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
struct point { double x, y; };
struct small { char a; short b; };
struct large { int n[40]; };
struct mixed { float f; int i; double d; };
struct nested { struct small s; struct point p; int last[3]; };
int an_integer = 42;
const char *a_text = "exported";
struct point a_point = {1.5, 2.5};
int8_t add8(int8_t a, int8_t b) { return a + b; }
uint16_t add16(uint16_t a, uint16_t b) { return a + b; }
int64_t add64(int64_t a, int64_t b) { return a + b; }
float addf(float a, float b) { return a + b; }
long double addl(long double a, long double b) { return a + b; }
char next_char(char c) { return c + 1; }
wchar_t next_wide(wchar_t c) { return c + 1; }
_Bool negate(_Bool b) { return !b; }
void fill(int *out, int n) { for (int i = 0; i < n; i++) out[i] = i * i; }
void two(int in, int *a, double *b) { *a = in + 1; *b = in / 2.0; }
struct point swap(struct point p) { return (struct point){p.y, p.x}; }
struct small grow(struct small s) { s.a++; s.b *= 2; return s; }
struct large rise(struct large l) { for (int i = 0; i < 40; i++) l.n[i]++; return l; }
struct mixed half(struct mixed m) { m.f /= 2; m.i /= 2; m.d /= 2; return m; }
struct nested turn(struct nested n) { n.s.b = -n.s.b; n.p.x = -n.p.x; n.last[2] = n.last[0] + n.last[1]; return n; }
int sum_of(int n, int a, int b, int c, int d, int e, int f, double g, int h, double i) { return n + a + b + c + d + e + f + (int)g + h + (int)i; }
int fails(int code) { errno = code; return -1; }
int apply(int (*f)(int), int n) { return f(n) + 1; }
double apply_point(double (*f)(struct point), double x) { return f((struct point){x, 2 * x}); }
void each(void (*f)(const char *, double, short), int n) { for (int i = 0; i < n; i++) f("item", i / 2.0, (short)-i); }
static void *run(void *f) { ((void (*)(void))f)(); return NULL; }
void in_thread(void (*f)(void)) { pthread_t t; pthread_create(&t, NULL, run, f); pthread_join(t, NULL); }
void rest(int ms) { usleep(ms * 1000); }
int (*chosen(int which))(int) { return which ? abs : NULL; }
char *copy(const char *s) { return strdup(s); }
size_t wide_length(const wchar_t *s) { return wcslen(s); }
'''

folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, 'functions.so')
compiler = shutil.which('gcc') or shutil.which('cc')
subprocess.run([compiler, '-shared', '-fPIC', '-pthread', '-o', path, '-xc', '-'], input=SOURCE.encode(), check=True)
lib = CDLL(path)


def tell(text, **names):
    try:
        value = eval(text, {**globals(), **names})
        print(text, '=', repr(value).replace(folder.name, 'FOLDER') if ' at 0x' not in repr(value) else type(value).__name__)
    except Exception as error:
        print(text, '!', type(error).__name__ + ':', str(error).replace(folder.name, 'FOLDER'))


class Point(Structure):
    _fields_ = [('x', c_double), ('y', c_double)]


class Small(Structure):
    _fields_ = [('a', c_char), ('b', c_short)]


class Large(Structure):
    _fields_ = [('n', c_int * 40)]


class Mixed(Structure):
    _fields_ = [('f', c_float), ('i', c_int), ('d', c_double)]


class Nested(Structure):
    _fields_ = [('s', Small), ('p', Point), ('last', c_int * 3)]


print('-- libraries')
for line in '''lib.nothing
lib["nothing"]
CDLL("/nothing.so")
CDLL(5)
lib.add8 is lib.add8, lib["add8"] is lib["add8"], lib.add8.__name__
lib[5]
c_int.in_dll(lib, "an_integer"), c_char_p.in_dll(lib, "a_text").value, Point.in_dll(lib, "a_point").y
c_int.in_dll(lib, "nothing")
c_int.in_dll(5, "x")
repr(lib).startswith("<CDLL 'FOLDER".replace("FOLDER", folder.name)), repr(PyDLL(None)).startswith("<PyDLL 'None', handle ")
CDLL(None).abs(-5), cdll[path].add64, cdll.LoadLibrary(path)
cdll.nothing
ctypes.util.find_library("c"), ctypes.util.find_library("surely_not_there")'''.splitlines():
    tell(line)
c_int.in_dll(lib, 'an_integer').value = 43
print(c_int.in_dll(lib, 'an_integer').value)

print('-- arguments and results')
for name, kind in ('add8', c_int8), ('add16', c_uint16), ('add64', c_int64), ('addf', c_float), ('addl', c_longdouble):
    function = getattr(lib, name)
    function.argtypes, function.restype = [kind, kind], kind
    print(name, function(1, 2), function(-100, 100), function(kind(3), 127))
lib.next_char.argtypes, lib.next_char.restype = (c_char,), c_char
lib.next_wide.argtypes, lib.next_wide.restype = (c_wchar,), c_wchar
lib.negate.argtypes, lib.negate.restype = (c_bool,), c_bool
print(lib.next_char(b'a'), lib.next_wide('ä'), lib.negate(''), lib.negate(5))
numbers = (c_int * 5)()
lib.fill(numbers, 5)
lib.fill(byref(numbers, 8), 2)
print(numbers[:])
for function, value in (lib.swap, Point(1, 2)), (lib.grow, Small(b'a', 21)), (lib.half, Mixed(1, 8, 3)), (lib.rise, Large(tuple(range(40)))), \
        (lib.turn, Nested(Small(b'x', 7), Point(1, 2), (3, 4, 5))):
    function.restype, function.argtypes = type(value), [type(value)]
    result = function(value)
    print(function.__name__, [bytes(getattr(result, field)) if isinstance(getattr(result, field), (Structure, Array)) else getattr(result, field)
                              for field, _ in result._fields_][:4], type(result).__name__)
print(lib.sum_of(1, 2, 3, 4, 5, 6, 7, c_double(8), 9, c_double(10)))
lib.copy.restype = c_void_p
where = lib.copy(b'a copy')
print(string_at(where))
CDLL(None).free(c_void_p(where))
lib.wide_length.argtypes = [c_wchar_p]
print(lib.wide_length('größe'), lib.wide_length(create_unicode_buffer('ab')))
for line in '''lib.add8("x", 1.5)
lib.add8(1)
lib.add8("x", 1)
lib.sum_of("x", 1.5)
lib.sum_of(2**70)
lib.swap(5)
lib.next_char(b"ab")
setattr(lib.fill, "argtypes", 5)
setattr(lib.fill, "argtypes", [5])
setattr(lib.fill, "restype", 5)
setattr(lib.fill, "errcheck", 5)
lib.fill.argtypes, lib.fill.restype, lib.fill.errcheck, lib.add8.argtypes
CFUNCTYPE(c_int, 5)
CFUNCTYPE(c_int)("x")
CFUNCTYPE(c_int)(lambda: 1, 5)
CFUNCTYPE(Point)(lambda: 1)
CFUNCTYPE(c_int, c_int)(("abs",))
CFUNCTYPE(c_int, c_int) is CFUNCTYPE(c_int, c_int), CFUNCTYPE(c_int, c_int).__name__
bool(lib.fill), bool(CFUNCTYPE(c_int)())
memmove(5, "x")'''.splitlines():
    tell(line)


class Number:
    def __init__(self, value):
        self._as_parameter_ = value


class Doubled:
    @classmethod
    def from_param(cls, value):
        if value == 13:
            raise ValueError('unlucky')
        return value * 2


absolute = CDLL(None).abs
print(absolute(Number(-3)), absolute(Number(Number(c_int(-4)))))
absolute.argtypes = [Doubled]
print(absolute(-5))
tell('absolute(13)')
absolute.argtypes = None
absolute.restype = lambda n: f'<{n}>'
print(absolute(-6))


class Checked(c_int):
    @classmethod
    def _check_retval_(cls, value):
        return 'checked', value.value


absolute.restype = Checked
print(absolute(-7))
absolute.restype = c_int
absolute.errcheck = lambda result, function, arguments: (result, function is absolute, arguments)
print(absolute(-8))
del absolute.errcheck

print('-- prototypes')
two = CFUNCTYPE(None, c_int, POINTER(c_int), POINTER(c_double))(('two', lib), ((1, 'start', 10), (2, 'whole'), (2, 'half')))
print(two(), two(4), two(start=7))
both = CFUNCTYPE(c_int, c_int)(('abs', CDLL(None)), ((1, 'x'),))
print(both(-1), both(x=-2))
for line in '''both()
both(1, 2)
both(1, y=2)
two(1, 2)
CFUNCTYPE(c_int, c_int)(("abs", CDLL(None)), ((2, "x"),))
CFUNCTYPE(c_int, c_int)(("abs", CDLL(None)), ((1, "x"), (1, "y")))
CFUNCTYPE(c_int, c_int)(("abs", CDLL(None)), 5)
CFUNCTYPE(c_int, c_int)(("abs", CDLL(None)), (5,))'''.splitlines():
    tell(line)

print('-- errno')
own = CDLL(path, use_errno=True)
print(set_errno(0), own.fails(13), get_errno(), lib.fails(5), get_errno(), set_errno(7), get_errno())
tell('set_errno("x")')
seen = []
thread = threading.Thread(target=lambda: seen.extend([get_errno(), own.fails(3), get_errno()]))
thread.start()
thread.join()
print(seen, get_errno())

print('-- callbacks')
INT = CFUNCTYPE(c_int, c_int)
print(lib.apply(INT(lambda n: n * 2), 20), INT(lambda n: n + 1)(5))
COMPARE = CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_int))
values = (c_int * 7)(5, 3, 9, -1, 7, 0, 2)
calls = []


def compare(a, b):
    calls.append(a[0])
    return a[0] - b[0]


CDLL(None).qsort(values, len(values), sizeof(c_int), COMPARE(compare))
print(values[:], len(calls) > 5)
lib.apply_point.restype, lib.apply_point.argtypes = c_double, [CFUNCTYPE(c_double, Point), c_double]
print(lib.apply_point(CFUNCTYPE(c_double, Point)(lambda p: p.x + 10 * p.y), 1.5))
lib.each(CFUNCTYPE(None, c_char_p, c_double, c_short)(lambda *values: print(values)), 3)
nested = INT(lambda n: lib.apply(INT(lambda m: m + n), n) if n else 0)
print(lib.apply(nested, 4))
lib.chosen.restype = INT
print(lib.chosen(1)(-9), bool(lib.chosen(0)))
ids = []
lib.in_thread(CFUNCTYPE(None)(lambda: ids.append(threading.get_ident() != threading.main_thread().ident)))
print(ids)


class Table(Structure):
    _fields_ = [('f', INT), ('g', INT)]


table = Table(INT(lambda n: n + 100))
print(table.f(1), bool(table.g), sorted(table._objects), lib.apply(table.f, 5))
tell('setattr(table, "g", lambda n: n)')

print('-- exceptions in callbacks')


def unraisable(hooked):
    print('*', hooked.err_msg, hooked.exc_type.__name__, hooked.exc_value, hooked.object.__name__)


sys.unraisablehook = unraisable


def fails(n):
    raise ValueError(f'no {n}')


def wrong(n):
    return 'text'


for function in fails, wrong:
    lib.apply(INT(function), 3)  # the result is whatever is there
sys.unraisablehook = sys.__unraisablehook__

print('-- the lock is free while C runs')
order = []


def counts():
    for _ in range(3):
        order.append('counted')


lib.rest.argtypes = [c_int]
started = threading.Event()


def sleeps():
    started.set()
    lib.rest(300)
    order.append('rested')


thread = threading.Thread(target=sleeps)
thread.start()
started.wait()
counts()
thread.join()
print(order)
folder.cleanup()
