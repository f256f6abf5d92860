"""Zip archives on sys.path, sys.path_hooks, finders and loaders asked directly, and files that packages bring."""
import importlib
import importlib.abc
import importlib.machinery
import importlib.resources
import importlib.util
import os
import sys
import tempfile
import warnings
import zipfile
import zipimport

folder = tempfile.mkdtemp()
archive = os.path.join(folder, 'packed.zip')
with zipfile.ZipFile(archive, 'w') as file:
    file.writestr('inside.py', 'def fail():\n    raise ValueError("in the archive")\nwhere = __file__\n')
    file.writestr('pack/__init__.py', 'from . import part\n')
    file.writestr('pack/part.py', 'value = 5\n')
    file.writestr('pack/data.txt', 'text of the archive\n')
sys.path.insert(0, archive)
import inside
import pack.part
print(os.path.relpath(inside.where, folder), pack.part.value, [os.path.relpath(path, folder) for path in pack.__path__])
print(type(inside.__loader__).__name__, os.path.relpath(inside.__loader__.archive, folder), repr(inside.__loader__.prefix), inside.__spec__.has_location)
print(pack.__loader__.get_data('pack/data.txt'), pack.__loader__.is_package('pack'), pack.__loader__.get_source('inside')[:10])
print((importlib.resources.files('pack') / 'data.txt').read_text())
for bad in ('nothing.zip', '', 5):
    try:
        zipimport.zipimporter(bad)
    except (ImportError, TypeError) as error:
        print(type(error).__name__, error)
try:
    import nowhere_in_it
except ModuleNotFoundError as error:
    print(error, error.name)

# ---- folders ----
os.mkdir(os.path.join(folder, 'spread'))
os.mkdir(os.path.join(folder, 'spread', 'common'))
with open(os.path.join(folder, 'spread', 'common', 'one.py'), 'w') as file:
    file.write('n = 1\n')
with open(os.path.join(folder, 'spread', 'plain.py'), 'w', encoding='utf-8') as file:
    file.write('# a comment\ntext = "\xe9"\n')
finder = importlib.machinery.FileFinder(os.path.join(folder, 'spread'), (importlib.machinery.SourceFileLoader, ['.py']))
spec = finder.find_spec('plain')
print(spec.name, type(spec.loader).__name__, os.path.relpath(spec.origin, folder), spec.submodule_search_locations, spec.has_location)
print(spec.loader.get_source('plain').splitlines(), spec.loader.is_package('plain'), spec.loader.get_code('plain').co_filename == spec.origin)
spec = finder.find_spec('common')
print(spec.loader, [os.path.relpath(path, folder) for path in spec.submodule_search_locations], finder.find_spec('missing'))
module = importlib.util.module_from_spec(finder.find_spec('plain'))
module.__spec__.loader.exec_module(module)
print(module.text, ascii(module.text), 'plain' in sys.modules)
print(isinstance(finder, importlib.abc.PathEntryFinder), isinstance(module.__loader__, importlib.abc.SourceLoader),
      issubclass(importlib.machinery.PathFinder, importlib.abc.MetaPathFinder))
spec = importlib.machinery.PathFinder.find_spec('plain', [os.path.join(folder, 'spread')])
print(os.path.relpath(spec.origin, folder), importlib.machinery.PathFinder.find_spec('plain', [folder]))
for call in (lambda: spec.loader.get_filename('other'), lambda: spec.loader.get_data(folder + '/none')):
    try:
        call()
    except (ImportError, OSError) as error:
        print(type(error).__name__, str(error).replace(folder, ''))


# ---- hooks ----
class Numbers:
    def __init__(self, entry):
        if not entry.startswith('numbers:'):
            raise ImportError('not mine')
        self.count = int(entry.partition(':')[2])

    def find_spec(self, name, target=None):
        if name.startswith('number'):
            return importlib.util.spec_from_loader(name, self, origin='counted')

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.value = self.count


sys.path_hooks.append(Numbers)
sys.path.append('numbers:42')
import number_of_it
print(number_of_it.value, number_of_it.__spec__.origin, type(sys.path_importer_cache['numbers:42']).__name__, number_of_it)
sys.path_hooks.remove(Numbers)


class Old(importlib.abc.Loader):
    def load_module(self, name):
        module = sys.modules[name] = type(sys)(name)
        module.how = 'load_module'
        return module


class OldFinder:
    def find_module(self, name, path=None):
        return Old() if name == 'ancient' else None


sys.meta_path.append(OldFinder())
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    import ancient
print(ancient.how, sorted({str(each.message) for each in caught}))

# ---- what packages bring ----
with open(os.path.join(folder, 'spread', '__init__.py'), 'w') as file:
    file.write('')
with open(os.path.join(folder, 'spread', 'note.txt'), 'w') as file:
    file.write('a note')
sys.path.insert(0, folder)
importlib.invalidate_caches()
root = importlib.resources.files('spread')
print(sorted(each.name for each in root.iterdir() if not each.name.startswith('__pyc')), root.joinpath('note.txt').read_text(), root.name)
with importlib.resources.as_file(root / 'note.txt') as path:
    print(path.read_bytes(), path.is_file())
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    print(importlib.resources.read_text('spread', 'note.txt'), importlib.resources.is_resource('spread', 'common'))
for call in (lambda: importlib.resources.files('spread.plain'), lambda: importlib.resources.files('spread.none')):
    try:
        call()
    except (TypeError, ImportError) as error:
        print(type(error).__name__, str(error).replace(folder, ''))
