# Modules that a module of the library imports without needing them yet are there as if their text had run.
import sys
import threading
import types
import unittest.mock
import asyncio

print([type(sys.modules[name]) is types.ModuleType for name in ('inspect', 'socket', 'os', 'heapq')])
print(isinstance(sys.modules['socket'], types.ModuleType), sys.modules['socket'].__name__, repr(sys.modules['inspect'])[:17])
for module in sys.modules.values():  # what asks for no name that a text makes, runs none
    getattr(module, '__file__', None), module.__name__

# a name that is set before the first use stays, and so does one that is deleted
sys.modules['inspect'].extra = 'set'
import inspect
print(inspect.extra, inspect.signature(lambda a, *b: None), sys.modules['inspect'] is inspect)
del sys.modules['reprlib'].repr
import reprlib
print(hasattr(reprlib, 'repr'), hasattr(reprlib, 'Repr'))

# all of it is seen at once
for name in ('heapq', 'weakref', 'socket'):
    module = sys.modules[name]
    print(name, 'nlargest' in dir(module), 'WeakSet' in vars(module), 'create_server' in module.__dict__, bool(module.__doc__))
from pickle import *
print(loads(dumps([1, 2])), asyncio.base_events.socket is sys.modules['socket'], hasattr(asyncio.base_events.socket, 'nothing'))
try:
    asyncio.base_events.socket.nothing
except AttributeError as error:
    print(error)

with unittest.mock.patch('asyncio.base_events.socket.getaddrinfo', return_value=['patched']):
    import socket
    print(socket.getaddrinfo('localhost', 1))
with unittest.mock.patch('asyncio.sleep', new='patched'):
    print(asyncio.sleep)

# two threads that use one first
met, found = threading.Barrier(2), []


def use():
    met.wait()
    found.append(asyncio.unix_events.stat.S_IFREG)


threads = [threading.Thread(target=use) for _ in range(2)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print(found)

# names that are made when they are asked for
import dis
import importlib.resources
from dis import *
print(set(dis.__all__) <= set(dir(dis)), hasconst is dis.hasconst, type(dis.hasfree), hasattr(dis, 'hasnothing'))
print(set(importlib.resources.__all__) <= set(dir(importlib.resources)), importlib.resources.ResourceReader is importlib.resources.abc.ResourceReader)
print(importlib.resources.Package, [mode.name for mode in asyncio.constants._SendfileMode], asyncio.transports.Transport.__name__)
for module in (dis, importlib.resources, asyncio.constants):
    try:
        module.nothing
    except AttributeError as error:
        print(error)
