import math, sys as system, os.path
from math import sqrt, pi as PI
from math import (floor,
    ceil,)
import os.path as osp
from os import path
print(sqrt(4), PI > 3, floor(1.5), ceil(1.5), system is not None, osp is path, os.path is path)
def f():
    from math import sin
    import math as m
    return sin(0), m.e > 2
print(f())
class C:
    from math import cos
    import math
print(C.cos(0), C.math is math)
for c in ('import nothing_a', 'import math.nothing', 'from math import nothing', 'from nothing_b import x', 'import os.nothing', 'from . import x', 'from .x import y', 'from .. import z', 'import math.x.y', 'from math import sqrt, nope'):
    try: exec(c)
    except ImportError as e: print(c, '->', type(e).__name__, str(e).split(' (')[0], e.name)
for c in ('import', 'import a as', 'from a import', 'from import a', 'import a.', 'from a import (b', 'from a import b,', 'from a import (b,)', 'from a import ()', 'from a import *, b', 'import a as b.c', 'from a.b.c import d as e', 'import a, b as c', 'from ...a import b', 'import *', 'from a import b as *', 'import 1', 'from . import (a)', 'import a b'):
    try: compile(c, 's', 'exec'); print(c, 'fine')
    except SyntaxError as e: print(c, '->', e.msg)
print('math' in sys.modules if 'sys' in globals() else 'sys not bound')
sys = system
sys.modules['fake'] = fake = type(sys)('fake', 'doc'); fake.x = 5
import fake as f2
print(f2.x, f2.__doc__, f2.__name__, repr(f2), fake is f2)
from fake import *
print(x)
fake.__all__ = ['y']
try: exec('from fake import *')
except AttributeError as e: print(e)
fake.__getattr__ = lambda n: f'dynamic {n}'
from fake import anything
print(anything, fake.other)
sys.modules['blocked'] = None
try: import blocked
except ImportError as e: print(type(e).__name__, e)
del sys.modules['fake']
try: import fake
except ImportError as e: print(e)
