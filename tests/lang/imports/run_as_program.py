"""runpy: files, folders and modules run as programs."""
import os
import runpy
import sys
os.makedirs('pkg'); os.makedirs('folder'); os.makedirs('plain'); os.makedirs('empty')
def put(path, text):
    with open(path, 'w') as f: f.write(text)
put('s.py', '"""doc"""\nimport sys\nprint(__name__, __file__[-4:], repr(__package__), __spec__ is None, __loader__ is None, sys.argv[0][-4:], __name__ in sys.modules)\nx = 3\ndef f(): return x\nclass K: pass\nprint(K.__module__, sorted(n for n in globals() if n != "sys"))\n')
put('bad.py', 'x = 1\n1/0\n'); put('syn.py', 'x = = 1\n'); put('ex.py', 'import sys; sys.exit(3)\n')
put('pkg/__init__.py', 'print("init", __name__)\n'); put('pkg/__main__.py', 'from . import part\nprint(__name__, __package__, __spec__.name, part.v)\n')
put('pkg/part.py', 'v = 5\nprint(__name__, __package__)\n'); put('plain/__init__.py', '')
put('folder/__main__.py', 'import helper\nprint(__name__, __file__[-18:], helper.h, repr(__package__), __spec__.name)\n'); put('folder/helper.py', 'h = 1\n')
sys.path.insert(0, os.getcwd())
arguments, main = list(sys.argv), sys.modules['__main__']
r = runpy.run_path('s.py'); print(r['x'], r['f'](), r['__name__'], r['__doc__'], sorted(k for k in r if k[:2] == '__'))
r = runpy.run_path('s.py', {'y': 1, '__name__': 'no'}, '__main__'); print(r['y'], r['f'](), sys.argv == arguments, sys.modules['__main__'] is main)
r = runpy.run_path('s.py', run_name='a.b'); print(r['__package__'], 'a.b' in sys.modules)
def t(f, *args, **kw):
    try: r = f(*args, **kw); print('->', r.get('__name__'), r.get('x'))
    except SystemExit as e: print('exit', e.code)
    except BaseException as e: print(type(e).__name__, str(e).replace(os.getcwd(), '.'))
t(runpy.run_path, 'bad.py'); t(runpy.run_path, 'syn.py'); t(runpy.run_path, 'ex.py'); t(runpy.run_path, 'none.py')
t(runpy.run_path, 'folder'); t(runpy.run_path, 'folder', run_name='__main__'); t(runpy.run_path, 'pkg/part.py'); t(runpy.run_path, 'empty'); print(sys.path[0] == os.getcwd())
t(runpy.run_module, 'pkg'); t(runpy.run_module, 'pkg', run_name='__main__', alter_sys=True); t(runpy.run_module, 'plain')
t(runpy.run_module, 's', {'y': 1}); t(runpy.run_module, 's', alter_sys=True, run_name='__main__')
t(runpy.run_module, 'no_module'); t(runpy.run_module, 'pkg.none'); t(runpy.run_module, '.pkg'); t(runpy.run_module, 'no_package.sub')
print('s' in sys.modules, 'pkg' in sys.modules)
import warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always'); del sys.modules['pkg.part']; put('pkg/__init__.py', 'from . import part'); del sys.modules['pkg']; t(runpy.run_module, 'pkg.part', run_name='z')
print([(w.category.__name__, str(w.message)) for w in seen])
