# needs: numpy
"""The metadata and the files of packages of the environment, by the Python beside the kernel."""
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.resources
import importlib.util

print(importlib.metadata.version('numpy').count('.'), importlib.metadata.metadata('numpy')['Name'])
print(any(path.name == 'METADATA' for path in importlib.metadata.files('numpy')))
try:
    importlib.metadata.version('no_such_package_here')
except importlib.metadata.PackageNotFoundError as error:
    print(error, error.name)
print((importlib.resources.files('numpy') / '__init__.py').is_file())
print(importlib.util.find_spec('numpy').name, importlib.util.find_spec('numpy').origin.endswith('__init__.py'))
print(importlib.machinery.PathFinder.find_spec('no_such_package_here'))
print(importlib.machinery.EXTENSION_SUFFIXES[-1], importlib.machinery.all_suffixes()[:2])


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        return None


print(isinstance(Finder(), importlib.abc.MetaPathFinder), Finder().invalidate_caches())
