"""symtable: what the names of a text mean in its blocks."""
import symtable
src='''
import os, a.b as c
from x import y as z
global gg
gg = 1
class A(B, metaclass=M):
    v: int = 1
    w = v
    __p = 2
    def m(self, *a, k=1, **kw):
        global q
        q = 1
        __z = k
        return __class__, super().m, self.__p
    async def am(self):
        l = [i+j for i in range(3) if (t := i)]
        f = lambda u, *v: u + v + l
        try:
            pass
        except E as e:
            pass
        del l
        return {w: h for w, h in f}
def outer(a, /, b: int = 2, *, c):
    x = 1
    def inner():
        nonlocal x
        x += 1
        def deep():
            return x + a + undefined
        return deep
    y: str
    with open(b) as fh: pass
    for n in (g for g in c): yield n
    match a:
        case [p, *r]: pass
'''
def show(t, d=0):
    print(' '*d, t.get_type(), t.get_name(), t.get_lineno(), t.is_optimized(), t.is_nested(), t.has_children(), t)
    for name in sorted(t.get_identifiers()):
        s = t.lookup(name)
        print(' '*d, '  ', s.get_name(), ''.join(c if getattr(s, m)() else '.' for c, m in [('r','is_referenced'),('p','is_parameter'),('g','is_global'),('n','is_nonlocal'),('G','is_declared_global'),('l','is_local'),('a','is_annotated'),('f','is_free'),('i','is_imported'),('A','is_assigned'),('N','is_namespace')]), s)
    if t.get_type()=='function':
        print(' '*d, '  =', sorted(t.get_parameters()), sorted(t.get_locals()), sorted(t.get_globals()), sorted(t.get_nonlocals()), sorted(t.get_frees()))
    if t.get_type()=='class': print(' '*d, '  =', sorted(t.get_methods()))
    for c in t.get_children(): show(c, d+2)
top = symtable.symtable(src, 'file', 'exec'); show(top)
show(symtable.symtable('[x for x in y]', 'e', 'eval'))
print(top is not symtable.symtable(src, 'file', 'exec'), top.get_children()[0] is top.get_children()[0])
for bad in ('def f(x): global x', 'x ='):
    try: symtable.symtable(bad, 's', 'exec')
    except SyntaxError as e: print(e, e.filename, e.lineno, e.offset)
for args in (('1', 's', 'x'), (1, 's', 'exec'), ('a\0', 's', 'exec')):
    try: print(symtable.symtable(*args))
    except Exception as e: print(type(e).__name__, e)
print(symtable.symtable(b'# coding: latin-1\n\xe9 = 1\n', b'x', 'exec').get_identifiers())
