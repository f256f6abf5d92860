"""__spec__, __loader__, __cached__ of modules as they run, of packages, of folders, and of the library."""
import importlib.util
import math
import os
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    os.makedirs(os.path.join(folder, 'whole', 'inner'))
    os.makedirs(os.path.join(folder, 'spread'))
    show = ('print(__name__, __package__, __spec__.name, __spec__.parent, __spec__.origin == __file__, __spec__.loader is __loader__,'
            ' __spec__.has_location, type(__loader__).__name__, __cached__ == __spec__.cached)\n')
    for name in ('single', 'whole/__init__', 'whole/inner/__init__', 'whole/inner/leaf', 'spread/one'):
        with open(os.path.join(folder, name + '.py'), 'w') as file:
            file.write(show)
    import single, whole.inner.leaf, spread.one
    print(whole.__spec__.submodule_search_locations == whole.__path__ == [os.path.join(folder, 'whole')], single.__spec__.submodule_search_locations)
    print(os.path.relpath(single.__cached__, folder), os.path.relpath(importlib.util.source_from_cache(single.__cached__), folder))
    print(spread.__spec__.name, spread.__spec__.origin, spread.__file__, spread.__spec__.loader is spread.__loader__, list(spread.__path__) == [os.path.join(folder, 'spread')])
    print(importlib.util.find_spec('whole.inner') is whole.inner.__spec__, whole.__loader__.get_source('whole') == show)
    print(single.__spec__ == importlib.util.spec_from_file_location('single', single.__file__))
print(math.__spec__.name, os.__spec__.name, sys.__spec__.name, importlib.util.__spec__.parent, importlib.__spec__.submodule_search_locations is None)
print(hasattr(math, '__spec__'), math.__loader__ is not None, importlib.util.find_spec('math').name)
for path, options in (('a/b.py', {}), ('b.py', {'optimization': 2}), ('b.py', {'optimization': ''}), ('b.py', {'optimization': '-'}), ('b', {})):
    try:
        print(importlib.util.cache_from_source(path, **options))
    except ValueError as error:
        print(error)
for path in ('__pycache__/b.cpython-311.pyc', '__pycache__/b.cpython-311.opt-2.pyc', 'b.cpython-311.pyc', '__pycache__/b.pyc', '__pycache__/b.cpython-311.two.pyc'):
    try:
        print(importlib.util.source_from_cache(path))
    except ValueError as error:
        print(error)
