# needs: numpy http
import http, logging, socketserver, string, abc
import signal
print(http.HTTPStatus.OK, list(http.HTTPMethod)[:2], len(http.HTTPMethod), http.HTTPStatus['NOT_FOUND'], http.HTTPStatus(404), http.HTTPMethod.GET in http.HTTPMethod)
print(type(http.HTTPStatus), isinstance(http.HTTPStatus.OK, http.HTTPStatus), isinstance(http.HTTPStatus.OK, int), http.HTTPStatus.OK == 200)
import numpy as np
print(np.ndarray | None, np.ndarray == np.ndarray, np.ndarray != np.float64, {np.ndarray: 1}[np.ndarray], np.ndarray.__name__, np.ndarray[int, float])
class F(string.Formatter):
    """doc"""
    def get_value(self, key, args, kwargs):
        return 'got %s' % key
    @staticmethod
    def s(): return 's'
    @classmethod
    def c(cls): return cls.__name__
    @property
    def p(self): return 'p'
print(F().format('{x} {y}'), F.s(), F.c(), F().p, F.__doc__, F.__module__, F.__qualname__)
class G(F):
    def get_value(self, key, args, kwargs):
        return super().get_value(key, args, kwargs).upper()
print(G().format('{x}'), G.__mro__[1] is F, issubclass(G, string.Formatter))
class M(socketserver.BaseServer):
    x: int = 3
print(M.__annotations__, M.x)
