# needs: numbers
"""Abstract classes of Python: what is an instance of them, what is registered, what derives from them."""
import numbers
class A(numbers.Number):
    pass
print(isinstance(A(), numbers.Number), isinstance(1, A), issubclass(float, numbers.Real), isinstance(True, numbers.Integral), isinstance(2j, numbers.Real))
import importlib.abc
import selectors
print(isinstance(3, selectors.BaseSelector))
class L:
    def load_module(self, fullname): pass
importlib.abc.Loader.register(L)
print(isinstance(L(), importlib.abc.Loader), issubclass(L, importlib.abc.Loader))
numbers.Complex.register(L)
print(isinstance(L(), numbers.Complex), isinstance(L(), numbers.Number))
print(isinstance(5, numbers.Number), isinstance('a', numbers.Number), isinstance(5, (str, numbers.Real)))
