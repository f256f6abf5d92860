# What notebooks ask of sys.
import sys
print(sys.version_info >= (3, 11), sys.version_info[:2], sys.version_info.major, sys.maxsize, sys.byteorder, sys.maxunicode, sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.getdefaultencoding(), sys.float_info.min, sys.implementation.name if False else '', type(sys.argv).__name__, sys.platform, type(sys.path).__name__, type(sys.modules).__name__, 'sys' in sys.modules)
print(sys.getrecursionlimit(), type(sys.getsizeof([])).__name__, sys.intern('abc') is sys.intern('abc'), sys.exc_info(), type(sys.stdout).__name__ if False else '', sys.float_repr_style, sys.hash_info.width, sys.int_info.bits_per_digit, sys.getfilesystemencoding(), sys.hexversion >> 16 == 0x30b)
for f, args in ((sys.setrecursionlimit, (0,)), (sys.setrecursionlimit, ('a',)), (sys.getsizeof, ()), (sys.intern, (5,)), (sys.exit, (1, 2))):
    try:
        f(*args)
    except Exception as e:
        print(type(e).__name__, e)
try:
    sys.exit('bye')
except SystemExit as e:
    print(repr(e), e.code)
