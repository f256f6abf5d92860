"""Files of bytecode: py_compile, compileall, programs of folders and archives, pkgutil."""
import compileall
import contextlib
import importlib.util
import io
import os
import pkgutil
import py_compile
import runpy
import sys
import zipfile

os.makedirs('tree/pack/inner')
for path, text in {'tree/one.py': 'x = 1\n', 'tree/bad.py': 'x = = 1\n', 'tree/pack/__init__.py': 'def f(): pass\n', 'tree/pack/data.txt': 'some text\n',
                   'tree/pack/two.py': '', 'tree/pack/inner/__init__.py': '', 'tree/pack/inner/three.py': ''}.items():
    with open(path, 'w') as file:
        file.write(text)


def caches():
    return sorted(os.path.relpath(os.path.join(folder, name)) for folder, _, names in os.walk('tree') for name in names if name.endswith('.pyc'))


def quiet(function, *args, **kwargs):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            result = function(*args, **kwargs)
        except Exception as error:
            result = type(error).__name__, str(error)
    print(result, ascii(out.getvalue()), ascii(err.getvalue()))


quiet(py_compile.compile, 'tree/one.py')
quiet(py_compile.compile, 'tree/one.py', 'made/one.bin', optimize=1)
quiet(py_compile.compile, 'tree/bad.py')
quiet(py_compile.compile, 'tree/bad.py', doraise=True)
quiet(py_compile.compile, 'tree/bad.py', dfile='other.py', quiet=2)
os.symlink('one.bin', 'made/link.bin')
quiet(py_compile.compile, 'tree/one.py', 'made/link.bin')
for mode in py_compile.PycInvalidationMode:
    py_compile.compile('tree/one.py', 'made/%s.pyc' % mode.name, invalidation_mode=mode)
    with open('made/%s.pyc' % mode.name, 'rb') as file:
        data = file.read()
    print(mode, data[:4] == importlib.util.MAGIC_NUMBER, data[4:8])
print(caches())
quiet(compileall.compile_dir, 'tree', quiet=1)
print(caches())
quiet(compileall.compile_dir, 'tree', maxlevels=0, force=True, quiet=2)
quiet(compileall.compile_dir, 'tree/pack', optimize=[0, 1, 2])
quiet(compileall.compile_file, 'tree/one.py', legacy=True)
quiet(compileall.compile_file, 'tree/one.py', legacy=True)
quiet(compileall.compile_dir, 'tree', ddir='x', stripdir='y')
quiet(compileall.compile_dir, 'tree', workers=-1)
quiet(compileall.compile_file, 'tree/one.py', hardlink_dupes=True)
print(caches())

sys.path.insert(0, 'tree')
print([(info.name, info.ispkg) for info in pkgutil.iter_modules(['tree'])], [info.name for info in pkgutil.walk_packages(['tree'], onerror=print)])
print(pkgutil.get_data('pack', 'data.txt'), pkgutil.find_loader('none'), type(pkgutil.get_loader('pack')).__name__)
print(pkgutil.resolve_name('pack.inner').__name__, pkgutil.resolve_name('os.path:join') is os.path.join, pkgutil.resolve_name('os.path.join') is os.path.join)
for name in '', 'a b', ':x', 'a:b:c', 'os.none':
    quiet(pkgutil.resolve_name, name)
quiet(pkgutil.find_loader, '.pack')
quiet(lambda: list(pkgutil.iter_modules('tree')))
print(pkgutil.extend_path(['a'], 'pack') == ['a', os.path.abspath('tree/pack')] or pkgutil.extend_path(['a'], 'pack'), pkgutil.extend_path('text', 'pack'))

os.makedirs('program')
with open('program/__main__.py', 'w') as file:
    file.write('import sys\nseen = __name__, __package__, sys.path[0], sys.argv[0]\n')
with zipfile.ZipFile('program.zip', 'w') as archive:
    archive.write('program/__main__.py', '__main__.py')
py_compile.compile('program/__main__.py', 'made/program.pyc')
for path in 'program', 'program.zip', 'made/program.pyc':
    names = runpy.run_path(path, run_name='a.b')
    print(names['seen'][:2], names['seen'][3], type(names['__loader__']).__name__, names['__spec__'] is not None)
print(runpy.run_path('made/program.pyc')['seen'][0], 'program' in sys.path)
quiet(runpy.run_path, 'tree')
