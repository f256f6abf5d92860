# needs: zlib
"""Names of os, time, collections ... that the language does not have come from the other Python's modules."""
import os, time, collections
print(os.popen('echo hi').read().strip(), time.strptime('2024-01-02', '%Y-%m-%d').tm_yday)
class D(collections.UserDict):
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
d = D(a=1); d['b'] = 2; print(d, dict(d), len(d), isinstance(d, collections.abc.MutableMapping))
r, w = os.pipe(); os.write(w, b'abc'); print(os.read(r, 10)); os.close(r); os.close(w)
print(hasattr(os, 'startfile'), hasattr(os, 'nice'), os.isatty(0))
try: os.nothing
except AttributeError as e: print(e)
from os import popen, O_RDONLY
c = collections.ChainMap({'a': 1}, {'b': 2}); print(c['b'], dict(c))
import zlib; z = zlib.compressobj(); data = z.compress(b'x'*100) + z.flush(); print(zlib.decompress(data) == b'x'*100)
import random; print(0 <= random.SystemRandom().random() < 1)
import typing; print(typing.Match, typing.Pattern[str])
import io; print(io.FileIO)
import sys; print('json' in sys.stdlib_module_names)
print(time.clock_gettime(time.CLOCK_MONOTONIC) > 0)
try: from os import nothing2
except ImportError as e: print(type(e), str(e)[:36])
print(os.sysconf('SC_PAGE_SIZE'), os.getpgid(0) > 0, os.WEXITSTATUS(256), os.uname().sysname)
