# importlib: imports by name, and modules that are read again.
import importlib
import os
import sys
import types


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error, getattr(error, 'name', None))


print(importlib.import_module('collections.abc').__name__, importlib.import_module('..abc', 'collections.c').__name__)
print(importlib.import_module('.', 'collections').__name__, importlib.invalidate_caches())
attempt(lambda: importlib.import_module('.x'))
attempt(lambda: importlib.import_module('.x', 'a.b'))
attempt(lambda: importlib.import_module('....x', 'a.b'))
attempt(lambda: importlib.import_module('...abc', 'collections.c'))
attempt(lambda: importlib.import_module(''))
attempt(lambda: importlib.import_module('nosuch.x'))
attempt(lambda: importlib.reload(5))
attempt(lambda: importlib.reload(types.ModuleType('zz')))


def write(text):
    with open('again.py', 'w') as file:
        file.write(text)


sys.path.insert(0, '')
write('x = 1\ny = 1\n')
import again

write('x = 222\n')
print(importlib.reload(again) is again, again.x, again.y)
write('x = 3\n1 / 0  # here\n')
attempt(lambda: importlib.reload(again))
print(again.x, sys.modules['again'] is again)
write('x = 4\n1 /\n')
attempt(lambda: importlib.reload(again).x)
print(again.x)
os.remove('again.py')
attempt(lambda: importlib.reload(again))
