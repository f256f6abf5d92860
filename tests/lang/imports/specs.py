"""Specifications of modules, and modules made from files by hand."""
import importlib
import importlib.machinery
import importlib.util
import os
import sys

with open('made.py', 'w') as file:
    file.write('"""A file."""\nvalue = 41 + 1\nname = __name__\n')
os.makedirs('pack/inner')
with open('pack/__init__.py', 'w') as file:
    file.write('from pack import below\n')
with open('pack/below.py', 'w') as file:
    file.write('where = __package__\n')
here = os.getcwd()


def shown(value):
    return str(value).replace(here, 'HERE').replace(sys.path[0] or here, 'HERE')


spec = importlib.util.spec_from_file_location('other', 'made.py')
print(spec.name, shown(spec.origin), spec.parent == '', spec.has_location, spec.submodule_search_locations, spec.loader.name, shown(spec.loader.path))
module = importlib.util.module_from_spec(spec)
print(module.__name__, shown(module.__file__), repr(module.__package__), module.__spec__ is spec, hasattr(module, 'value'))
spec.loader.exec_module(module)
print(module.value, module.name, module.__doc__, 'other' in sys.modules)
sys.path.insert(0, here)
found = importlib.util.find_spec('pack')
print(found.name, shown(found.origin), shown(found.submodule_search_locations), found.parent, 'pack' in sys.modules)
below = importlib.util.find_spec('.below', 'pack')
print(below.name, shown(below.origin), below.parent, 'pack' in sys.modules)
inner = importlib.util.find_spec('pack.inner')
print(inner.name, inner.origin, shown(list(inner.submodule_search_locations)))
import pack
print(importlib.util.find_spec('pack').name, pack.below.where)
for name, package in (('math', None), ('.x', ''), ('..y', 'a'), ('..y', 'a.b')):
    try:
        print(importlib.util.resolve_name(name, package))
    except ImportError as error:
        print(type(error).__name__, error)
for name in ('math.none', 'made.none'):
    try:
        print(importlib.util.find_spec(name))
    except ModuleNotFoundError as error:
        print(type(error).__name__, error, error.name)
print(importlib.util.spec_from_file_location('text', 'made.txt'), importlib.util.spec_from_file_location('none', None))
absent = importlib.util.spec_from_file_location('absent', '/none/absent.py')
print(absent.origin)
try:
    absent.loader.exec_module(importlib.util.module_from_spec(absent))
except FileNotFoundError as error:
    print(error)


class Loader:
    def create_module(self, spec):
        print('create', spec.name)

    def exec_module(self, module):
        module.answer = 42


made = importlib.util.module_from_spec(importlib.util.spec_from_loader('loaded', Loader()))
made.__loader__.exec_module(made)
print(made.__name__, made.answer, made.__spec__.origin)
plain = importlib.machinery.ModuleSpec('a.b', None, origin='somewhere', is_package=True)
print(plain, plain.parent, plain.has_location, plain == importlib.machinery.ModuleSpec('a.b', None, origin='somewhere', is_package=True), plain == 1)
print(importlib.machinery.SOURCE_SUFFIXES, importlib.machinery.BYTECODE_SUFFIXES)
loader = importlib.machinery.SourceFileLoader('again', os.path.join(here, 'made.py'))
print(loader.get_source('again').splitlines()[1], loader.is_package('again'), shown(loader.get_filename('again')))
try:
    loader.get_filename('else')
except ImportError as error:
    print(error)
print(loader == importlib.machinery.SourceFileLoader('again', os.path.join(here, 'made.py')))
