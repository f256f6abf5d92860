"""Finders of the program in sys.meta_path: asked before the folders, with the package's path, in their order."""
import importlib
import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec

before = len(sys.meta_path)
print(isinstance(sys.meta_path, list))


class Loader:
    def __init__(self, text):
        self.text = text

    def create_module(self, spec):
        print('create', spec.name)
        return None

    def exec_module(self, module):
        exec(self.text, module.__dict__)


class Finder:
    texts = {'made': 'x = 1\nprint("runs", __name__, __spec__.name, __package__)', 'made.part': 'from made import x\ny = x + 1', 'made.bad': '1/0', 'os2': ''}

    def find_spec(self, fullname, path, target=None):
        if fullname.partition('.')[0] in ('made', 'nowhere'):
            print('asked', fullname, path)
        if fullname in self.texts:
            return ModuleSpec(fullname, Loader(self.texts[fullname]), is_package=fullname == 'made')


finder = Finder()
sys.meta_path.insert(0, finder)
import made
print(made.x, made.__spec__ is not None, made.__path__, 'made' in sys.modules)
import made.part
from made import part
print(made.part.y, part is made.part)
try:
    import made.bad
except ZeroDivisionError as error:
    print(repr(error), 'made.bad' in sys.modules)
try:
    import nowhere
except ModuleNotFoundError as error:
    print(error)
print(importlib.util.find_spec('os2').name, importlib.util.find_spec('made') is made.__spec__)
print(importlib.import_module('os2').__name__)


class Alias:
    """A module under a second name."""

    @classmethod
    def find_spec(cls, name, path, target=None):
        if name == 'alias':
            return ModuleSpec(name, cls)

    @staticmethod
    def create_module(spec):
        return made

    @staticmethod
    def exec_module(module):
        sys.modules['alias'] = made


sys.meta_path.insert(0, Alias)
import alias
print(alias is made, alias.__name__)


class Bad:
    def find_spec(self, name, path, target=None):
        if name == 'breaks':
            raise KeyError(name)


sys.meta_path.append(Bad())
sys.meta_path.insert(0, sys.meta_path.pop())
try:
    import breaks
except KeyError as error:
    print(repr(error))
sys.meta_path.remove(finder)
sys.meta_path.remove(Alias)
del sys.modules['made'], sys.modules['made.part']
try:
    import made
except ModuleNotFoundError as error:
    print(error)
