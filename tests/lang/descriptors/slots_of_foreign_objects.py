class A:
    __slots__=('a',)
m=A.__dict__['a']
for o in (5, 'x', [], object(), None):
    try: print(m.__get__(o))
    except Exception as e: print(type(e).__name__, e)
    try: print(m.__set__(o,1))
    except Exception as e: print(type(e).__name__, e)
    try: print(m.__delete__(o))
    except Exception as e: print(type(e).__name__, e)
a=A()
try: del a.a
except Exception as e: print(type(e).__name__, e)
try: a.a
except Exception as e: print(type(e).__name__, e)
try: a.b=1
except Exception as e: print(type(e).__name__, e)
