"""sys.meta_path: finders before and behind that of the folders, what the first ones answer, reloading by way of them."""
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import tempfile

print([finder.__name__ for finder in sys.meta_path[-3:]], sys.meta_path[-1] is importlib.machinery.PathFinder)


class Made:
    def __init__(self, known):
        self.known = known

    def find_spec(self, name, path=None, target=None):
        print('asked', name, path and [os.path.basename(each) for each in path])
        if name in self.known:
            return importlib.machinery.ModuleSpec(name, self, origin='made')

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.value = self.known[module.__name__]


with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    os.mkdir(os.path.join(folder, 'package_there'))
    for name, text in (('there', 'value = "of a file"'), ('package_there/__init__', ''), ('package_there/part', 'value = "of the package"')):
        with open(os.path.join(folder, name + '.py'), 'w') as file:
            file.write(text + '\n')
    before, behind = Made({'first': 1, 'there': 2}), Made({'last': 3, 'there_too': 4, 'package_there.part': 5})
    sys.meta_path.append(behind)
    import there, last, package_there.part
    print(there.value, last.value, package_there.part.value, last.__spec__.origin, last.__loader__ is behind)
    sys.meta_path.insert(0, before)
    del sys.modules['there'], sys.modules['last']
    import there, last, first
    print(there.value, last.value, first.value)
    try:
        import neither
    except ModuleNotFoundError as error:
        print(error)
    sys.meta_path.remove(before)
    print(importlib.reload(there).value, there.__spec__.origin == os.path.join(folder, 'there.py'), there.__file__ == there.__spec__.origin)
    sys.meta_path.remove(importlib.machinery.PathFinder)
    del sys.modules['there']
    try:
        import there
    except ModuleNotFoundError as error:
        print(error)
    sys.meta_path.insert(-1, importlib.machinery.PathFinder)
    import there
    print(there.value, importlib.machinery.PathFinder.find_spec('there').name, importlib.machinery.PathFinder.find_spec('there', []),
          importlib.machinery.PathFinder.find_spec('part', package_there.__path__).name, importlib.machinery.BuiltinImporter.find_spec('there'),
          importlib.machinery.BuiltinImporter.find_spec('sys').name)
    with open(os.path.join(folder, 'slow.py'), 'w') as file:
        file.write('print("loading")\nvalue = 3\n')
    spec = importlib.util.find_spec('slow')
    spec.loader = importlib.util.LazyLoader(spec.loader)
    slow = importlib.util.module_from_spec(spec)
    sys.modules['slow'] = slow
    spec.loader.exec_module(slow)
    print(type(slow).__name__)
    slow.own = 4
    print(slow.value, slow.own, type(slow).__name__)
