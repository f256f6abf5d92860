"""Modules that are part of the program: built-in and frozen ones, reload() of them."""
import _imp
import importlib
import importlib.machinery as machinery
import importlib.util
import io
import sys
import types
from contextlib import redirect_stdout

print('errno' in sys.builtin_module_names, 'importlib' in sys.builtin_module_names)
finder = machinery.BuiltinImporter
spec = finder.find_spec('errno')
print(spec.name, spec.loader is finder, spec.origin, spec.submodule_search_locations, finder.find_spec('errno', ['x']), finder.find_spec('importlib'))
frozen = machinery.FrozenImporter
for name in '__hello__', '__phello__', '__phello__.spam', '<none>':
    spec = frozen.find_spec(name)
    print(name, spec and (spec.origin, spec.loader is frozen, spec.submodule_search_locations is not None, spec.loader_state.origname))
    try:
        print(bool(frozen.is_package(name)), frozen.get_source(name), type(frozen.get_code(name)).__name__)
    except ImportError as error:
        print(error, error.name)
spec = frozen.find_spec('__hello__')
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
module.main()
print(repr(module), module.initialized, _imp.is_frozen('__hello__'), _imp.is_frozen_package('__phello__'), _imp.find_frozen('<none>'))
names = {}
exec(_imp.get_frozen_object('__hello__'), names)
names['main']()
for name in 'tokenize', 'marshal', 'textwrap':
    module = importlib.import_module(name)
    module.added = 1
    print(importlib.reload(module) is module, module.added)
import textwrap
textwrap.dedent = None
print(importlib.reload(textwrap).dedent(' a\n b') == 'a\nb')
print(importlib.util.find_spec('no_such_module'), importlib.util.find_spec('tokenize').name)
import runpy
output = io.StringIO()
with redirect_stdout(output):
    names = runpy.run_module('__hello__', run_name='__main__')
print(output.getvalue() == 'Hello world!\n', names['__name__'], names['initialized'])
