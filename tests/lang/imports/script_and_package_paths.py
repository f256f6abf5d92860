# Modules are looked for beside the script, not in the current folder; files and packages know where they are.
import os
import sys

print(os.path.isabs(__file__), os.path.basename(__file__), sys.path[0] == os.path.dirname(__file__))
print(__package__, __cached__, __annotations__)
os.makedirs('kit/inner')
for name, text in [('kit/__init__.py', 'from . import inner\n'), ('kit/inner/__init__.py', 'from ..tool import f\n'),
                   ('kit/tool.py', 'def f():\n    return __name__, __package__\n'), ('lone.py', 'x = 1\n')]:
    with open(name, 'w') as file:
        file.write(text)
try:
    import lone
except ModuleNotFoundError as e:
    print(e, e.name)
sys.path.insert(0, '')
import kit
import lone
from kit import tool

here = os.getcwd()
for module in (kit, kit.inner, tool, lone):
    print(module.__name__, repr(module.__package__), module.__file__.replace(here, 'HERE'),
          [p.replace(here, 'HERE') for p in getattr(module, '__path__', [])])
print(kit.inner.f(), repr(kit).replace(here, 'HERE'))
os.mkdir('more')
with open('more/extra.py', 'w') as file:
    file.write('y = 2\n')
kit.__path__.append(os.path.join(here, 'more'))
import kit.extra

print(kit.extra.y, kit.extra.__package__)
try:
    import lone.part
except ModuleNotFoundError as e:
    print(e)
