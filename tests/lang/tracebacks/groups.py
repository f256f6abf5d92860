def f(n):
    raise ValueError('line1\nline2' if n else 'x')
def g(n):
    try: f(n)
    except Exception as e: return e
def h():
    try: 
        try: f(1)
        except Exception as e: raise KeyError('k')
    except Exception as e: return e
def c():
    try: 
        try: f(0)
        except Exception as e: raise ExceptionGroup('inner ctx',[e])
    except Exception as e:
        try: raise OSError(2,'z')
        except Exception as e2: return e2
e=g(1); e.add_note('note a\nnote b')
def grp():
    try: raise ExceptionGroup('raised\nmulti', [g(0), ExceptionGroup('deep',[g(1)]), SyntaxError('x',('f.py',1,2,'abc',1,3))])
    except Exception as x: return x
x=ExceptionGroup('top',[e,h(),c(),grp(), ExceptionGroup('last',[ValueError()])])
x.add_note('top note\n second')
raise x
