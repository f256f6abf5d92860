"""Packages that relative imports are meant in, lists of names, and __import__ in the place of the builtin."""
import builtins
import os
import sys
import types
import warnings

for folder in ('pack', 'pack/inner'):
    os.makedirs(folder)
for path, text in {'pack/__init__.py': '__all__ = ["listed"]\n', 'pack/listed.py': 'value = 1\n', 'pack/other.py': '',
                   'pack/fails.py': 'raise ImportError("fails")\n', 'pack/inner/__init__.py': '', 'pack/inner/deep.py': ''}.items():
    with open(path, 'w') as file:
        file.write(text)
sys.path.insert(0, os.getcwd())


def tell(*args, **kwargs):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            result = __import__(*args, **kwargs)
            print(result.__name__, sorted(name for name in vars(result) if not name.startswith('_')))
        except Exception as error:
            print(type(error).__name__, error)
    for each in seen:
        print('  ', each.category.__name__, each.message)


class Spec:
    parent = 'pack'


for given in ({}, {'__name__': 'pack'}, {'__name__': 'pack', '__path__': []}, {'__name__': 'pack.x'}, {'__name__': 7},
              {'__package__': 'pack'}, {'__package__': 7}, {'__package__': ''}, {'__package__': None, '__spec__': Spec()},
              {'__package__': 'pack.inner', '__spec__': Spec()}, {'__package__': 'pack', '__spec__': Spec()}):
    tell('listed', given, None, ['value'], 1)
tell('x', {'__package__': 'pack'}, None, (), 2)
tell('inner.deep', {'__package__': 'pack'}, None, (), 1)
tell('', {'__package__': 'pack.inner'}, None, (), 2)
tell('listed', None, None, (), 1)
tell('pack', level=-1)
tell('')
tell(7)
tell('pack', fromlist=['other'])
tell('pack', fromlist=['none'])
tell('pack', fromlist=['fails'])
tell('pack', fromlist='*')
tell('pack', fromlist=[b'other'])
tell('pack.inner', fromlist=('deep',))
tell('pack.inner')
sys.modules['pack.blocked'] = None
tell('pack', fromlist=['blocked'])
sys.modules['pack'].__all__ = [7]
tell('pack', fromlist='*')
for text in 'from pack import *', 'from odd import *':
    sys.modules['odd'] = odd = types.ModuleType('odd')
    odd.__dict__[5] = 1
    try:
        exec(text)
    except TypeError as error:
        print(error)


def other(name, globals, locals, fromlist, level):
    calls.append((name, fromlist, level, locals is not None))
    return kept(name, globals, locals, fromlist, level)


calls, kept = [], builtins.__import__
builtins.__import__ = other
try:
    import pack.inner
    from pack import listed as shown

    def inside():
        from os import path
        return path
    inside()
finally:
    builtins.__import__ = kept
print(calls, shown.value, pack.inner.__name__)
with open('pack/gone.py', 'w') as file:
    file.write('import sys\ndel sys.modules["pack"]\nfrom . import other\n')
import pack.gone
print(pack is sys.modules['pack'], hasattr(pack, 'gone'), hasattr(pack, 'other'))
