# needs: concurrent
"""Threads that import the same module wait for the first of them; circles do not wait for ever."""
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

folder = tempfile.mkdtemp()
modules = {'zz_slow': 'import time\ntime.sleep(0.2)\nvalue = 1\n',
           'zz_first': 'import time\nname = 1\ntime.sleep(0.1)\nimport zz_second\ndone = 1\n',
           'zz_second': 'import time\nname = 2\ntime.sleep(0.1)\nimport zz_first\ndone = 2\n'}
for name, text in modules.items():
    with open(os.path.join(folder, name + '.py'), 'w') as file:
        file.write(text)
sys.path.insert(0, folder)


def slow(i):
    import zz_slow
    return zz_slow.value


def circle(i):
    if i % 2:
        import zz_first as module
    else:
        import zz_second as module
    return module.name


with ThreadPoolExecutor(4) as pool:
    print(list(pool.map(slow, range(4))))
    print(list(pool.map(circle, range(2))))
    print(list(pool.map(lambda i: __import__('zz_first').done + __import__('zz_second').done, range(2))))
