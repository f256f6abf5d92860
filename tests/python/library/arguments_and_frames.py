# needs: argparse
"""What code of Python asks of the program: its arguments, whatever becomes of them, and its frames."""
import argparse
import inspect
import io
import logging
import sys
import traceback
import unittest.mock
parser = argparse.ArgumentParser(prog='p'); parser.add_argument('--lr', type=float, default=1.); parser.add_argument('rest', nargs='*')
before, sys.argv = sys.argv, ['prog', '--lr', '3']
print(parser.parse_args(), argparse.ArgumentParser().prog)
sys.argv += ['x']; print(parser.parse_args())
sys.argv[1:] = ['y']; print(parser.parse_args())
del sys.argv[1:]; print(parser.parse_args())
sys.argv.append('--lr=9'); print(parser.parse_args())
with unittest.mock.patch.object(sys, 'argv', ['p', '--lr', '5']): print(parser.parse_args(), sys.argv)
with unittest.mock.patch('sys.argv', ['p', '--lr', '6']): print(parser.parse_args(), sys.argv)
print(parser.parse_args(), sys.argv); sys.argv = before

def f(a, *args, b=2, **kw):
    x = 3
    return inspect.currentframe(), g()
def g():
    frame = inspect.currentframe()
    print(frame.f_code.co_name, frame.f_back.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, inspect.getargvalues(frame.f_back))
    print([each.function for each in inspect.stack()], inspect.stack()[1].code_context, sys._getframe(1).f_locals['x'])
    return frame.f_back
one, two = f(1, 2, c=3); print(one is two, inspect.isframe(one), one == two)
class Keeper:
    def keep(self, ignore=()):
        frame = inspect.currentframe().f_back
        _, _, _, names = inspect.getargvalues(frame)
        self.hparams = {k: v for k, v in names.items() if k not in {*ignore, 'self'} and not k.startswith('_')}
        for k, v in self.hparams.items(): setattr(self, k, v)
class Net(Keeper):
    def __init__(self, width, depth=2, *, data=None): self.keep(['data'])
print(Net(3, data=4).hparams, Net(5, 6).depth)
try: sys._getframe(1000)
except ValueError as e: print(e)
out = io.StringIO()
logging.basicConfig(format='%(filename)s:%(lineno)d %(funcName)s %(module)s %(message)s', stream=out, level=logging.DEBUG)
def work(): logging.info('hello'); logging.getLogger('x').warning('w')
def helper(): logging.info('up', stacklevel=2)
def outer(): helper()
work(); outer()
try: 1 / 0
except ZeroDivisionError: logging.exception('bad')
print(out.getvalue().replace(__file__, 'FILE'))
print([each.name for each in traceback.extract_stack()], [s.function for s in map(lambda x: inspect.stack()[0], [1])])
print(sorted([3, 1], key=lambda v: (inspect.currentframe().f_code.co_name, v)))
def decorated(fn):
    print(inspect.stack()[1].function, fn.__name__); return fn
@decorated
def late(): pass
