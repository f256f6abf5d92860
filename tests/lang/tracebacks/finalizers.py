# Exceptions in __del__ are told and dropped.
import sys


class D:
    def __init__(self, f): self.f = f
    def __del__(self): self.f()


def hook(u):
    print(u.exc_type.__name__, u.exc_value, u.exc_traceback.tb_lineno, u.err_msg, u.object.__name__)


sys.unraisablehook = hook
D(lambda: 1/0)
d = D(lambda: [][0])
del d
