# A package is also what its folders without __init__.py hold, wherever sys.path finds them; sys.path may change at any time.
import os
import sys

here = os.getcwd()


def write(path, text=''):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        file.write(text)


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).replace(here, 'HERE'))


write('one/space/first.py', 'from . import second\nx = 1\n')
write('two/space/second.py', 'x = 2\n')
write('two/space/deep/er/leaf.py', 'from ...second import x\ny = __name__, __package__\n')
write('two/both/__init__.py', 'kind = "package"\n')
write('one/both/never.py')
write('one/single/never.py')
write('two/single.py', 'kind = "module"\n')
write('three/space/third.py', 'x = 3\n')
write('one/stone', 'a file without a suffix\n')

attempt(lambda: __import__('space'))
sys.path[:0] = ['one', os.path.join(here, 'two')]
import space
import space.deep.er.leaf
import space.first

print(space.first.x, space.second.x, space.deep.er.leaf.x, space.deep.er.leaf.y)
print([p.replace(here, 'HERE') for p in space.__path__], [p.replace(here, 'HERE') for p in space.deep.er.__path__])
print(type(space.__path__).__name__, len(space.__path__), os.path.join(here, 'two', 'space') in space.__path__,
      repr(space.__path__).replace(here, 'HERE'))
print(space.__file__, space.__package__, space.__doc__, repr(space).startswith("<module 'space' ("),
      type(space.__loader__).__name__)
import both
import single

print(both.kind, single.kind)
attempt(lambda: __import__('stone'))
attempt(lambda: __import__('space.third'))
sys.path.append(os.path.join(here, 'three'))
import space.third

print(space.third.x, len(space.__path__))
sys.path.remove('one')
print(len(space.__path__), space.first.x)
attempt(lambda: __import__('space.none'))


def from_space():
    from space import none


attempt(from_space)

# Other iterables, and entries that are no text.
write('four/late.py', 'x = 4\n')
sys.path = (None, 5, os.path.join(here, 'four'))
import late

print(late.x)
write('four/later.py', 'x = 5\n')
sys.path = []
attempt(lambda: __import__('later'))
sys.path.insert(0, 'four')
attempt(lambda: __import__('later').x)
del sys.modules['later']
sys.path[:] = [os.path.join(here, 'one', '..', 'four')]
attempt(lambda: os.path.normpath(__import__('later').__file__).replace(here, 'HERE'))
