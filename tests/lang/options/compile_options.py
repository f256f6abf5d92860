# compile(optimize=, flags=): without asserts, without docstrings, annotations as texts.
import __future__

SOURCE = '''"""module"""
def f(x: int):
    "function"
    assert x, 'asserted'
    return __debug__, x
class C:
    "class"
    y: int = 1
    def m(self):
        """method"""
def only():
    "nothing else"
'''
for optimize in (-1, 0, 1, 2):
    names = {'__name__': 'made'}
    exec(compile(SOURCE, 'f', 'exec', optimize=optimize), names)
    try:
        got = names['f'](0)
    except AssertionError as error:
        got = 'AssertionError: %s' % error
    print(optimize, got, names.get('__doc__'), names['f'].__doc__, names['C'].__doc__, names['C'].m.__doc__, names['only'].__doc__)
names = {}
exec(compile(SOURCE, 'f', 'exec', flags=__future__.annotations.compiler_flag), names)
print(names['f'].__annotations__, names['C'].__annotations__)
print(eval(compile('__debug__', 'f', 'eval', optimize=1)), eval(compile('__debug__', 'f', 'eval')))
exec(compile('if __debug__:\n    print("debug")\nelse:\n    print("plain")\nassert 0', 'f', 'exec', optimize=2))
