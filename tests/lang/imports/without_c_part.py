# None in sys.modules in the place of a module's part in C: the module is looked for in the folders
import importlib
import os
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    with open(os.path.join(folder, 'heapq.py'), 'w') as file:
        file.write('try:\n    import _heapq\nexcept ImportError as error:\n    why = str(error)\nname = __name__\n')
    os.mkdir(os.path.join(folder, 'functools'))
    with open(os.path.join(folder, 'functools', '__init__.py'), 'w') as file:
        file.write('from . import inside\n')
    with open(os.path.join(folder, 'functools', 'inside.py'), 'w') as file:
        file.write('place = __name__\n')
    saved = {name: sys.modules.pop(name, None) for name in ('heapq', '_heapq', 'functools', '_functools')}
    for name in ('_heapq', '_functools'):
        sys.modules[name] = None
    pure = importlib.import_module('heapq')
    print(pure.name, pure.why, os.path.basename(pure.__file__), hasattr(pure, 'heappop'))
    print(importlib.import_module('functools').inside.place)
    for name in ('heapq', '_heapq', 'functools', '_functools', 'functools.inside'):
        del sys.modules[name]
    sys.path.remove(folder)
import heapq
heap = [3, 1, 2]
heapq.heapify(heap)
print(heapq.heappop(heap), heapq is pure)
sys.modules['_heapq'] = None
try:
    import _heapq
except ImportError as error:
    print(type(error).__name__, error, error.name)
